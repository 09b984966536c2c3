"""`motherlode analyse …`: stories, trust, currency, hot topics and evolution of documents."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import typer

from motherlode.analyse.params import StoryParams
from motherlode.errors import UsageError
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import params_options
from motherlode.model.clock import SystemClock
from motherlode.model.documents import Document
from motherlode.recipes.analyse import find_stories
from motherlode.recipes.analyse_documents import BadLine, documents_of_articles, read_date, read_jsonl
from motherlode.recipes.settings import Settings

app = typer.Typer(no_args_is_help=True, help="Stories, trust, currency, hot topics and evolution of documents.")

WHERE = typer.Argument(Path(), metavar="DIR_OR_FILE", help="A project folder, or a JSONL file of documents.")
JSONL = typer.Option(False, "--jsonl", help="Print one JSON line for each document.")
JSON = typer.Option(False, "--json", help="Print one JSON document.")
ROWS = typer.Option(30, "--rows", help="Rows of the table.")


@app.callback()
def root() -> None:
    """Stories, trust, currency, hot topics and evolution of a project's articles or of a JSONL file."""


def load(where: Path, at: str = "") -> tuple[list[Document], list[BadLine], Settings, datetime]:
    """The documents of a project folder or a JSONL file, the settings, and the moment of the analysis."""
    now = SystemClock().now()
    if at:
        moment, remark = read_date(at, datetime.max.replace(tzinfo=now.tzinfo))
        if moment is None:
            raise UsageError(f"--at {at}: {remark}; write it like 2026-03-01T12:00:00+00:00")
        now = moment
    if where.is_dir():
        from motherlode.recipes.project import Project

        project = Project.open(where)
        documents = documents_of_articles(project.store.articles.all(), now)
        settings = project.settings
        project.close()
        return documents, [], settings, now
    documents, bad = read_jsonl(where, now)
    return documents, bad, Settings(), now


@app.command()
@params_options(StoryParams)
def stories(
    where: Path = WHERE,
    jsonl: bool = JSONL,
    as_json: bool = JSON,
    rows: int = ROWS,
    given: dict[type, dict[str, Any]] = {},  # noqa: B006 - filled by params_options
) -> None:
    """Gather the documents into stories: every document in one.

    Example: motherlode analyse stories articles.jsonl --jsonl
    """
    documents, bad, settings, _ = load(where)
    with talk.progress(quiet=jsonl or as_json) as bars:
        found = find_stories(documents, settings.get(StoryParams, **given[StoryParams]), progress=bars)
    if jsonl:
        titles = {story.id: story.title for story in found.stories}
        for placement in found.placements:
            talk.print_line(
                {
                    "id": placement.id,
                    "story": placement.story,
                    "story_title": titles[placement.story],
                    "closeness": placement.closeness,
                    "copy_of": placement.copy_of,
                }
            )
    elif as_json:
        talk.print_json(found.stories)
    else:
        talk.table(
            f"{len(found.stories)} stories of {len(documents)} documents",
            ("story", "documents", "sources", "title", "words"),
            [(s.id, len(s.documents), s.sources, s.title, ", ".join(s.keywords)) for s in found.stories[:rows]],
        )
    finish(bad, jsonl)


def finish(bad: list[BadLine], jsonl: bool) -> None:
    """Names the lines that could not be read; exit code 1 when there were any."""
    for line in bad:
        if jsonl:
            talk.print_line({"line": line.line, "error": line.error})
        talk.say(f"error: {line.error}")
    if bad:
        raise typer.Exit(1)
