"""`motherlode analyse …`: stories, trust, currency, hot topics and evolution of documents."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import typer

import motherlode as ml
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import call_options, signed
from motherlode.model.plain import counted, plain
from motherlode.model.ports import Progress

app = typer.Typer(no_args_is_help=True)

MOMENT = "The moment to judge at (ISO 8601); if not given now, or the newest article's time in an old collection."
JSON: Any = typer.Option(False, "--json", help="Print one JSON document.")


def shared(
    where: Path = typer.Argument(
        Path(),
        metavar="DIR_OR_FILE",
        help="A project; a JSONL file or a folder of them; WARC files: one, a folder, a list of paths.",
    ),
    jsonl: bool = typer.Option(False, "--jsonl", help="Print one JSON line for each document, topic or episode."),
    as_json: bool = JSON,
    rows: int = typer.Option(30, "--rows", min=1, help="Rows of the table."),
    plot: Path | None = typer.Option(None, "--plot", help="Draw the result into this SVG or PNG file."),
    at: str = typer.Option("", "--at", help=MOMENT),
) -> None:
    """The options that analyses share; some have no picture, some no moment."""


@dataclass(frozen=True, slots=True)
class Shards:
    """How the articles of WARC files are extracted before the analysis."""

    out: Path | None = None
    workers: int = 1
    cluster: str = ""


HERE = Shards()
_shards: ContextVar[Shards] = ContextVar("shards", default=HERE)


@dataclass(frozen=True, slots=True)
class AnalysisOutput:
    """A result in every form that is asked for: JSON lines, one JSON document, a table, a picture."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    lines: Sequence[Mapping[str, Any]]
    document: object
    remarks: Sequence[str] = ()
    picture: tuple[Any, ...] = ()
    """The name of a function of analyse_plots, and what it draws."""


def read(where: Path, at: str = "") -> ml.Documents:
    """The documents of a project folder or of files; the articles of WARC files are extracted first."""
    shards = _shards.get()
    with talk.progress() as bars:
        documents = ml.Documents.read(
            where, at=at or None, shards=shards.out, workers=shards.workers, cluster=shards.cluster, progress=bars
        )
    for remark in documents.remarks:
        talk.say(remark)
    return documents


Find = Callable[..., AnalysisOutput]


def analysis(call: str, *without: str) -> Callable[[Find], Find]:
    """Makes a command of a function from documents to a result, with the options of a call and those that are shared.

    The command reads the documents, draws and prints the result, and names what could not be read (exit code 1).
    """

    def decorate(find: Find) -> Find:
        taken, common = (inspect.signature(each, eval_str=True).parameters for each in (find, shared))
        own = list(taken.values())[3:]  # after the documents, the progress and the options of the call
        options = [*(each for each in common.values() if each.name not in without), *own]

        @wraps(find)
        def run(
            where: Path, jsonl: bool, as_json: bool, rows: int, plot: Path | None = None, at: str = "", **given: Any
        ) -> None:
            with read(where, at) as documents, talk.progress(quiet=jsonl or as_json) as bars:
                shown = find(documents, bars, **given)
            if plot is not None:
                draw(plot, *shown.picture)
            if jsonl:
                for line in (*shown.lines, *map(plain, documents.errors)):
                    talk.print_line(line)
            else:
                talk.show(shown.document, as_json, shown.title, shown.columns, shown.rows[:rows])
            for remark in () if jsonl or as_json else shown.remarks:
                talk.say(remark)
            for unread in documents.errors:
                talk.say(f"error: {unread.error}")
            if documents.errors:
                raise typer.Exit(1)

        app.command()(call_options(call)(signed(run, options)))
        return find

    return decorate


def draw(file: Path, name: str, *values: object) -> None:
    """Draws a result with a function of analyse_plots."""
    from motherlode.interfaces.cli import analyse_plots

    getattr(analyse_plots, name)(*values, file)
    talk.say(f"drawn: {file}")


@app.callback()
def root(
    out: Path | None = typer.Option(None, "--shards", help="Where the articles of WARC files are kept."),
    workers: int = typer.Option(1, "--workers", min=1, help="Processes that extract the articles of WARC files."),
    cluster: str = typer.Option(
        "", "--cluster", help="Where they are extracted: local:N, ray, ray:N or ray://host:port."
    ),
) -> None:
    """Stories, trust, currency, hot topics and evolution of a project's articles, of JSONL or of WARC files.

    Example: motherlode analyse --workers 2 --shards articles stories warc.paths
    """
    _shards.set(Shards(out, workers, cluster))


@analysis("StoryOptions", "plot", "at")
def stories(
    documents: ml.Documents,
    progress: Progress,
    options: dict[str, Any],
    anew: bool = typer.Option(False, "--anew", help="Gather a project's documents anew; stories keep their names."),
    undo: int = typer.Option(0, "--undo", help="Part the two stories that the joining of this number made one."),
) -> AnalysisOutput:
    """Gather the documents into stories: every document in one.

    Example: motherlode analyse stories articles.jsonl --jsonl
    """
    if undo:
        talk.say(documents.undo_joining(undo, **options))
    found = documents.stories(anew=anew, progress=progress, **options)
    titles = {story.id: story.title for story in found}
    return AnalysisOutput(
        f"{counted(len(found), 'story', 'stories')} of {counted(len(documents), 'document')}",
        ("story", "documents", "sources", "title", "words"),
        [(s.id, len(s.documents), s.sources, s.title, ", ".join(s.keywords)) for s in found],
        [{**plain(p), "story_title": titles[p.story]} for p in found.placements],
        found.to_dicts(),
        found.remarks,
    )


@app.command()
def rate(
    where: Path = typer.Argument(metavar="DIR", help="A project."),
    source: str = typer.Argument("", help="The source: its domain, or its name as articles give it."),
    rating: float = typer.Argument(-1.0, help="From 0 (not to be trusted) to 1; left out, the source is forgotten."),
    owner: str = typer.Option("", "--owner", help="Who owns it: sources of one owner count once."),
    from_file: Path | None = typer.Option(None, "--from", help="A CSV file of domain, rating and, if known, owner."),
    as_json: bool = JSON,
) -> None:
    """Rate the sources of a project: trust rests on it. Without a source, show the ratings.

    Example: motherlode analyse rate myproject example.org 0.8 --owner "Example Group"
    """
    with ml.Project(where, create=False) as project:
        if from_file:
            talk.say(f"{counted(project.rate_from(from_file), 'source')} rated")
        before = project.ratings
        if source:
            project.rate(source, rating if rating >= 0 else None, owner=owner)
        found = project.ratings
    if source and rating < 0:
        gone = next(iter(before.keys() - found.keys()), "")
        talk.say(f"{gone} is not rated any more" if gone else f"{source} was not rated")
    rows = [(name, value, held) for name, (value, held) in found.items()]
    lines = [{"source": name, "rating": value, "owner": held} for name, value, held in rows]
    talk.show(lines, as_json, f"{len(rows)} rated sources", ("source", "rating", "owner"), rows)


@analysis("TrustOptions", "at")
def trust(documents: ml.Documents, progress: Progress, options: dict[str, Any]) -> AnalysisOutput:
    """Give every document a degree of trust with its reasons, or say that it is unknown.

    Example: motherlode analyse trust articles.jsonl --ratings sources.csv
    """
    found = documents.trust(progress=progress, **options)
    unknown = sum(degree.value is None for degree in found)
    told = f"{unknown} unknown: rate their sources with: motherlode analyse rate DIR DOMAIN 0.8"
    return degrees(documents, "trust", found, [told] if unknown else [])


@analysis("CurrencyOptions")
def currency(documents: ml.Documents, progress: Progress, options: dict[str, Any]) -> AnalysisOutput:
    """Give every document a degree of currency: its age against its story's half-life, and what superseded it.

    Example: motherlode analyse currency articles.jsonl --at 2026-03-01
    """
    found = documents.currency(progress=progress, **options)
    return degrees(documents, "currency", found, found.remarks)


def degrees(
    documents: ml.Documents, name: str, found: ml.Results[ml.Assessment], remarks: Sequence[str]
) -> AnalysisOutput:
    """Degrees of trust or currency, the highest first in the table."""
    titles = {document.id: document.title for document in documents}
    ordered = sorted(found, key=lambda degree: -1 if degree.value is None else degree.value, reverse=True)
    lines = found.to_dicts()
    return AnalysisOutput(
        f"{name} of {counted(len(found), 'document')}",
        (name, "document", "title", "why"),
        [("unknown" if d.value is None else f"{d.value:.2f}", d.id, titles[d.id], d.reason) for d in ordered],
        lines,
        lines,
        remarks,
        ("draw_degrees", found, name),
    )


@analysis("HotOptions")
def hot(documents: ml.Documents, progress: Progress, options: dict[str, Any]) -> AnalysisOutput:
    """Find the topics that burst against their own history: size, growth, sources, first seen, words.

    Example: motherlode analyse hot articles.jsonl --at 2026-03-01 --window 24
    """
    topics = documents.hot(progress=progress, **options)
    lines = topics.to_dicts()
    return AnalysisOutput(
        f"{sum(t.hot for t in topics)} hot of {counted(len(topics), 'topic')} at {documents.at:%Y-%m-%d %H:%M}",
        ("hot", "score", "documents", "recent", "growth", "sources", "first seen", "title", "words"),
        [
            (
                "yes" if t.hot else "", f"{t.score:.1f}", t.size, t.recent, f"{t.growth:.1f}×", t.sources,
                f"{t.first:%Y-%m-%d}" if t.first else "–", t.title, ", ".join(t.words),
            )
            for t in topics
        ],
        lines,
        lines,
        topics.remarks,
        ("draw_hot", topics),
    )  # fmt: skip


@analysis("EvolutionOptions", "at")
def evolution(
    documents: ml.Documents,
    progress: Progress,
    options: dict[str, Any],
    story: str = typer.Option("", "--story", help="Only the documents of this story."),
) -> AnalysisOutput:
    """Show how topics developed: episodes per time slice that continue, split, merge, begin and end.

    Example: motherlode analyse evolution articles.jsonl --plot evolution.svg
    """
    graph = documents.evolution(story, progress=progress, **options)
    leaving, entering = Counter(p.source for p in graph.passages), Counter(p.target for p in graph.passages)
    turns = sum(number > 1 for number in (*leaving.values(), *entering.values()))
    return AnalysisOutput(
        f"{counted(len(graph.episodes), 'episode')}, {counted(len(graph.passages), 'passage')}, "
        f"{counted(turns, 'split or merge', 'splits and merges')}",
        ("from", "episode", "documents", "begins", "ends", "most telling", "words"),
        [
            (f"{e.start:%Y-%m-%d}", e.id, len(e.documents), e.begins, e.ends, e.title, ", ".join(e.words[:6]))
            for e in graph.episodes
        ],
        [
            *({"kind": "episode", **plain(e)} for e in graph.episodes),
            *({**plain(p), "passage": p.kind, "kind": "passage"} for p in graph.passages),
        ],
        graph.to_dict(),
        graph.remarks,
        ("draw_evolution", graph),
    )
