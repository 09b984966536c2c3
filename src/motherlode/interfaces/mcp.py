"""The tools and resources that a program gets which talks to a language model.

A tool takes addresses and names of projects, never paths of this machine; private addresses are refused as
everywhere; answers are bounded, so that they fit into a model's context.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import motherlode as ml
from motherlode.api.serving import Jobs, OpenProject, Run, Workspace
from motherlode.errors import MotherlodeError, UsageError
from motherlode.model.clock import SystemClock
from motherlode.model.plain import plain

MOST_CHARACTERS = 50_000
MOST_ROWS = 200
MOST_SECONDS = 30.0
"""No answer is longer than this, whatever a model asks for."""

INSTRUCTIONS = (
    "Reads web pages as clean text or as records, crawls for topics into projects, and searches what was found. "
    "Start a crawl with start_crawl, watch it with watch_crawl, then use search_articles and ask_network."
)
P = ParamSpec("P")
R = TypeVar("R")


def make_server(folder: Path, *, allow_private: bool = False, max_pages: int = 1000) -> MCPServer:
    """The server over the projects of a folder; no crawl fetches more than `max_pages`."""
    server = MCPServer("motherlode", instructions=INSTRUCTIONS, version=ml.__version__, log_level="WARNING")
    projects = Projects(folder, allow_private=allow_private)
    for tool in (*_page_tools(allow_private), *_project_tools(projects, max_pages)):
        server.tool()(_told(tool))
    _resources(server, projects)
    return server


class Projects:
    """The projects below a folder, by their names; a project folder itself holds one."""

    def __init__(self, folder: Path, *, allow_private: bool = False) -> None:
        self._workspace, self._jobs, self._allow_private = Workspace(folder), Jobs(SystemClock()), allow_private

    def names(self) -> list[str]:
        """All of them."""
        return self._workspace.names()

    def open(self, name: str, *, create: bool = False) -> ml.Project:
        """A project; raises UsageError for a name that could lead elsewhere."""
        path = self._workspace.path(name)
        return ml.Project(path, create=create, allow_private=True if self._allow_private else None)

    def start_crawl(self, name: str, max_pages: int) -> dict[str, Any]:
        """Starts a crawl in a process of its own; refused while one of the project is under way."""
        with closing(OpenProject.open(self._workspace.path(name))) as project:
            return _state(name, self._jobs.start(project, "crawl", {"max_pages": max_pages}))

    def watch(self, name: str, run: int, seconds: float) -> dict[str, Any]:
        """How far a run is; waits for its end up to so many seconds."""
        with closing(OpenProject.open(self._workspace.path(name))) as project:
            return _state(name, self._jobs.wait(project, run, seconds))


def _state(project: str, run: Run) -> dict[str, Any]:
    """A run as one watches it: its state, how far it is, what it reports when it is done."""
    told = run.progress
    return {
        "project": project, "run": run.id, "kind": run.kind, "state": run.state, "done": int(told.get("done") or 0),
        "total": told.get("total"), "facts": plain(told.get("facts") or {}), "report": plain(run.report),
    }  # fmt: skip


def _told(tool: Callable[P, R]) -> Callable[P, R]:
    """The tool, its errors as the one line that a person would read."""

    @wraps(tool)
    def call(*arguments: P.args, **named: P.kwargs) -> R:
        try:
            return tool(*arguments, **named)
        except MotherlodeError as error:
            raise ToolError(error.message) from error

    return call


def _address(given: str) -> str:
    if not given.lower().startswith(("http://", "https://")):
        raise UsageError("give an address that begins with http:// or https://; files of this machine are not read")
    return given


def _page_tools(allow_private: bool) -> tuple[Callable[..., Any], ...]:
    def read_page(
        address: str, max_characters: int = 8000, links: bool = False, images: bool = False
    ) -> dict[str, Any]:
        """The article on a web page: title, time, source, authors and its text as Markdown, cut at a sentence."""
        wanted = ml.Markdown(links=links, images=images, max_characters=max(1, min(max_characters, MOST_CHARACTERS)))
        found = ml.article(_address(address), markdown=wanted, allow_private=allow_private)
        return {
            "url": found.url, "title": found.title, "published": found.published, "source": found.source,
            "authors": list(found.authors), "language": found.language, "markdown": found.markdown,
        }  # fmt: skip

    def find_records(address: str, limit: int = 50) -> dict[str, Any]:
        """The main list of records on a web page (search results, products, tables): columns and rows."""
        found = ml.records(_address(address), allow_private=allow_private)
        rows = found[: max(1, min(limit, MOST_ROWS))].to_dicts()
        return {
            "columns": list(found.columns), "records": rows, "on_page": len(found), "total": found.total,
            "next_page": found.next_page, "reason": found.reason,
        }  # fmt: skip

    def find_people(address: str, limit: int = 100) -> list[dict[str, Any]]:
        """The people listed on a web page with title, rank, link and e-mail."""
        found = ml.people(_address(address), allow_private=allow_private)
        keys = ("name", "title", "rank", "url", "email", "unit")
        return [{key: row[key] for key in keys} for row in found[: max(1, min(limit, MOST_ROWS))].to_dicts()]

    return read_page, find_records, find_people


def _project_tools(projects: Projects, most_pages: int) -> tuple[Callable[..., Any], ...]:
    def list_projects() -> list[str]:
        """The names of the projects."""
        return projects.names()

    def start_crawl(
        project: str,
        seeds: list[str] | None = None,
        keywords: dict[str, float] | None = None,
        examples: list[str] | None = None,
        max_pages: int = 200,
    ) -> dict[str, Any]:
        """Start a crawl for a topic in a project, which is made where there is none; watch it with watch_crawl."""
        if max_pages > most_pages or max_pages < 1:
            raise UsageError(f"max_pages is {max_pages}; this server allows 1 to {most_pages}")
        with projects.open(project, create=True) as opened:
            opened.add(
                seeds=[_address(seed) for seed in seeds or ()],
                keywords=keywords or {},
                examples=[_address(example) for example in examples or ()],
            )
        return projects.start_crawl(project, max_pages)

    def watch_crawl(project: str, run: int, seconds: float = 5.0) -> dict[str, Any]:
        """How far a crawl is; waits for its end up to so many seconds."""
        return projects.watch(project, run, max(0.0, min(seconds, MOST_SECONDS)))

    def search_articles(project: str, text: str, limit: int = 10, max_characters: int = 1000) -> list[dict[str, Any]]:
        """Articles of a project that hold every word, each with the beginning of its text."""
        options = ml.Markdown(max_characters=max(1, min(max_characters, MOST_CHARACTERS // 10)))
        with projects.open(project) as opened:
            found = opened.search(text, limit=max(1, min(limit, MOST_ROWS)))
        return [
            {"url": one.url, "title": one.title, "published": one.published, "text": options.of(one)} for one in found
        ]

    def ask_network(project: str, query: str, limit: int = 100) -> list[dict[str, Any]]:
        """The rows that answer a query of a project's information network: University ?u /contain College ?c"""
        with projects.open(project) as opened:
            return [_plain(row) for row in opened.network.query(query)[: max(1, min(limit, MOST_ROWS))]]

    return list_projects, start_crawl, watch_crawl, search_articles, ask_network


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in row.items()}


def _resources(server: MCPServer, projects: Projects) -> None:
    @server.resource("motherlode://projects", mime_type="application/json")
    def all_projects() -> str:
        """The names of the projects."""
        return json.dumps(projects.names(), ensure_ascii=False)

    @server.resource("motherlode://projects/{name}", mime_type="application/json")
    def one_project(name: str) -> str:
        """A project: its settings, its keywords and how many articles it has."""
        with projects.open(name) as project:
            told = {
                "name": name,
                "settings": project.settings,
                "keywords": {word.word: word.weight for word in project.keywords},
                "articles": len(project.articles()),
            }
        return json.dumps(told, ensure_ascii=False, default=str)
