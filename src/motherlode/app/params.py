"""Parameters of a project as a whole."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.params import Params, param


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectParams(Params):
    """The project: its name, its store and what it may reach."""

    name: str = param("", "name shown to people")
    store: str = param("", "database URL, such as postgresql://…; empty for SQLite in the project folder")
    allow_private: bool = param(False, "allow addresses in private and loopback ranges")
    databases: tuple[str, ...] = param((), "hosts whose databases callers of a server with a token may ask for lists")
    user_agent: str = param("Motherlode/0.1", "the name under which pages are fetched and robots.txt is read")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcesParams(Params):
    """Where a crawl begins, beside the lists that were imported into the store (N1)."""

    seeds: tuple[str, ...] = param((), "addresses of sites to search (NewsSet)")
    examples: tuple[str, ...] = param((), "addresses of pages on the topic, to learn from (UrlSet)")
