"""`motherlode analyse …`: stories, trust, currency, hot topics and evolution of documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import typer

from motherlode.analyse.params import CurrencyParams, EvolutionParams, HotParams, StoryParams, TrustParams
from motherlode.errors import UsageError
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import params_options
from motherlode.model.clock import SystemClock
from motherlode.model.documents import Assessment, Document, Stories
from motherlode.recipes.settings import Settings

app = typer.Typer(no_args_is_help=True, help="Stories, trust, currency, hot topics and evolution of documents.")

WHERE = typer.Argument(Path(), metavar="[DIR_OR_FILE]", help="A project folder, or a JSONL file of documents.")
JSONL = typer.Option(False, "--jsonl", help="Print one JSON line for each document, topic or episode.")
JSON = typer.Option(False, "--json", help="Print one JSON document.")
ROWS = typer.Option(30, "--rows", min=1, help="Rows of the table.")
PLOT = typer.Option(None, "--plot", help="Draw the result into this SVG or PNG file.")
AT = typer.Option("", "--at", help="The moment to judge at (ISO 8601); now, if not given.")
Given = dict[Any, dict[str, Any]]
NOTHING: Given = {}


@dataclass(frozen=True, slots=True)
class Input:
    """What a command works on."""

    documents: list[Document]
    bad: list[tuple[int, str]]
    settings: Settings
    now: datetime
    folder: Path | None = None

    def keep(self, kind: str, values: dict[str, Any]) -> None:
        """Keeps results in the project's store, so that the web page shows them; nothing for a file."""
        if self.folder is not None:
            from motherlode.recipes.project import Project

            project = Project.open(self.folder)
            project.store.results.replace(kind, values, self.now)
            project.close()


def load(where: Path, at: str = "") -> Input:
    """The documents of a project folder or a JSONL file, the settings, and the moment of the analysis."""
    from motherlode.recipes.analyse_documents import documents_of_articles, read_date, read_jsonl

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
        project.close()
        return Input(documents, [], project.settings, now, where)
    documents, bad = read_jsonl(where, now)
    return Input(documents, [(line.line, line.error) for line in bad], Settings(), now)


def gather(given_input: Input, given: Given, quiet: bool) -> Stories:
    """The stories of the documents, with a progress bar."""
    from motherlode.recipes.analyse import find_stories

    params = given_input.settings.get(StoryParams, **given.get(StoryParams, {}))
    with talk.progress(quiet=quiet) as bars:
        return find_stories(given_input.documents, params, progress=bars)


def finish(given_input: Input, jsonl: bool) -> None:
    """Names the lines that could not be read; exit code 1 when there were any."""
    for line, error in given_input.bad:
        if jsonl:
            talk.print_line({"line": line, "error": error})
        talk.say(f"error: {error}")
    if given_input.bad:
        raise typer.Exit(1)


@app.callback()
def root() -> None:
    """Stories, trust, currency, hot topics and evolution of a project's articles or of a JSONL file."""


@app.command()
@params_options(StoryParams)
def stories(
    where: Path = WHERE, jsonl: bool = JSONL, as_json: bool = JSON, rows: int = ROWS, given: Given = NOTHING
) -> None:
    """Gather the documents into stories: every document in one.

    Example: motherlode analyse stories articles.jsonl --jsonl
    """
    from motherlode.model.plain import plain

    taken = load(where)
    found = gather(taken, given, jsonl or as_json)
    taken.keep("stories", {story.id: plain(story) for story in found.stories})
    taken.keep("placements", {placement.id: plain(placement) for placement in found.placements})
    if jsonl:
        titles = {story.id: story.title for story in found.stories}
        for placement in found.placements:
            talk.print_line({**plain(placement), "story_title": titles[placement.story]})
    elif as_json:
        talk.print_json(found.stories)
    else:
        talk.table(
            f"{len(found.stories)} stories of {len(taken.documents)} documents",
            ("story", "documents", "sources", "title", "words"),
            [(s.id, len(s.documents), s.sources, s.title, ", ".join(s.keywords)) for s in found.stories[:rows]],
        )
    finish(taken, jsonl)


@app.command()
@params_options(TrustParams, StoryParams)
def trust(
    where: Path = WHERE,
    jsonl: bool = JSONL,
    as_json: bool = JSON,
    rows: int = ROWS,
    plot: Path | None = PLOT,
    given: Given = NOTHING,
) -> None:
    """Give every document a degree of trust with its reasons, or say that it is unknown.

    Example: motherlode analyse trust articles.jsonl --ratings sources.csv
    """
    from motherlode.analyse.trust import trust as assess
    from motherlode.recipes.analyse import ratings_of

    taken = load(where)
    found = gather(taken, given, jsonl or as_json)
    params = taken.settings.get(TrustParams, **given.get(TrustParams, {}))
    degrees = assess(taken.documents, found.placements, params, ratings_of(params))
    show(taken, "trust", degrees, jsonl, as_json, rows, plot)


@app.command()
@params_options(CurrencyParams, StoryParams)
def currency(
    where: Path = WHERE,
    jsonl: bool = JSONL,
    as_json: bool = JSON,
    rows: int = ROWS,
    plot: Path | None = PLOT,
    at: str = AT,
    given: Given = NOTHING,
) -> None:
    """Give every document a degree of currency: its age against its story's half-life, and what superseded it.

    Example: motherlode analyse currency articles.jsonl --at 2026-03-01
    """
    from motherlode.analyse.currency import currency as assess

    taken = load(where, at)
    found = gather(taken, given, jsonl or as_json)
    params = taken.settings.get(CurrencyParams, **given.get(CurrencyParams, {}))
    degrees = assess(taken.documents, found.placements, params, taken.now)
    show(taken, "currency", degrees, jsonl, as_json, rows, plot)


def show(
    taken: Input,
    name: str,
    degrees: Sequence[Assessment],
    jsonl: bool,
    as_json: bool,
    rows: int,
    plot: Path | None,
) -> None:
    """Degrees of trust or currency as lines, as JSON or as a table, the highest first."""
    from motherlode.model.plain import plain

    taken.keep(name, {degree.id: plain(degree) for degree in degrees})
    if plot:
        from motherlode.interfaces.cli.analyse_plots import draw_degrees

        draw_degrees(degrees, name, plot)
        talk.say(f"drawn: {plot}")
    if jsonl:
        for degree in degrees:
            talk.print_line(plain(degree))
    elif as_json:
        talk.print_json([plain(degree) for degree in degrees])
    else:
        titles = {document.id: document.title for document in taken.documents}
        ordered = sorted(degrees, key=lambda degree: -1 if degree.value is None else degree.value, reverse=True)
        talk.table(
            f"{name} of {len(degrees)} documents",
            (name, "document", "title", "why"),
            [
                ("unknown" if d.value is None else f"{d.value:.2f}", d.id, titles[d.id], d.reason)
                for d in ordered[:rows]
            ],
        )
    finish(taken, jsonl)


@app.command()
@params_options(HotParams, StoryParams)
def hot(
    where: Path = WHERE,
    jsonl: bool = JSONL,
    as_json: bool = JSON,
    rows: int = ROWS,
    plot: Path | None = PLOT,
    at: str = AT,
    given: Given = NOTHING,
) -> None:
    """Find the topics that burst against their own history: size, growth, sources, first seen, words.

    Example: motherlode analyse hot articles.jsonl --at 2026-03-01 --window 24
    """
    from motherlode.analyse.hot import hot_topics
    from motherlode.model.plain import plain

    taken = load(where, at)
    found = gather(taken, given, jsonl or as_json)
    topics = hot_topics(taken.documents, found, taken.settings.get(HotParams, **given.get(HotParams, {})), taken.now)
    taken.keep("hot", {topic.story: plain(topic) for topic in topics})
    if plot:
        from motherlode.interfaces.cli.analyse_plots import draw_hot

        draw_hot(topics, plot)
        talk.say(f"drawn: {plot}")
    if jsonl:
        for topic in topics:
            talk.print_line(plain(topic))
    elif as_json:
        talk.print_json([plain(topic) for topic in topics])
    else:
        talk.table(
            f"{sum(t.hot for t in topics)} hot of {len(topics)} topics at {taken.now:%Y-%m-%d %H:%M}",
            ("hot", "score", "documents", "recent", "growth", "sources", "first seen", "title", "words"),
            [
                (
                    "yes" if t.hot else "", f"{t.score:.1f}", t.size, t.recent, f"{t.growth:.1f}×", t.sources,
                    f"{t.first:%Y-%m-%d}" if t.first else "–", t.title, ", ".join(t.words),
                )
                for t in topics[:rows]
            ],
        )  # fmt: skip
    finish(taken, jsonl)


@app.command()
@params_options(EvolutionParams, StoryParams)
def evolution(
    where: Path = WHERE,
    jsonl: bool = JSONL,
    as_json: bool = JSON,
    rows: int = ROWS,
    plot: Path | None = PLOT,
    story: str = typer.Option("", "--story", help="Only the documents of this story."),
    given: Given = NOTHING,
) -> None:
    """Show how topics developed: episodes per time slice that continue, split, merge, begin and end.

    Example: motherlode analyse evolution articles.jsonl --plot evolution.svg
    """
    from motherlode.analyse.evolution import evolution as follow
    from motherlode.model.plain import plain

    taken = load(where)
    found = gather(taken, given, jsonl or as_json)
    inside = {p.id for p in found.placements if p.story == story} if story else {p.id for p in found.placements}
    if story and not inside:
        raise UsageError(f"there is no story {story}; see the names with: motherlode analyse stories {where}")
    chosen = [document for document in taken.documents if document.id in inside]
    params = taken.settings.get(EvolutionParams, **given.get(EvolutionParams, {}))
    graph = follow(chosen, found.placements, params)
    taken.keep("evolution", {"graph": plain(graph)})
    if plot:
        from motherlode.interfaces.cli.analyse_plots import draw_evolution

        draw_evolution(graph, plot)
        talk.say(f"drawn: {plot}")
    if jsonl:
        for episode in graph.episodes:
            talk.print_line({"kind": "episode", **plain(episode)})
        for passage in graph.passages:
            talk.print_line({**plain(passage), "passage": passage.kind, "kind": "passage"})
    elif as_json:
        talk.print_json(plain(graph))
    else:
        talk.table(
            f"{len(graph.episodes)} episodes, {len(graph.passages)} passages",
            ("from", "episode", "documents", "begins", "ends", "most telling", "words"),
            [
                (f"{e.start:%Y-%m-%d}", e.id, len(e.documents), e.begins, e.ends, e.title, ", ".join(e.words[:6]))
                for e in graph.episodes[:rows]
            ],
        )
        for remark in graph.remarks:
            talk.say(remark)
    finish(taken, jsonl)
