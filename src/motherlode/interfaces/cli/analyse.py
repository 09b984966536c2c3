"""`motherlode analyse …`: stories, trust, currency, hot topics and evolution of documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

import motherlode as ml
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import call_options
from motherlode.model.plain import plain

app = typer.Typer(no_args_is_help=True)

WHERE = typer.Argument(
    Path(),
    metavar="DIR_OR_FILE",
    help="A project; a JSONL file or a folder of them; WARC files: one, a folder, a list of paths.",
)
JSONL = typer.Option(False, "--jsonl", help="Print one JSON line for each document, topic or episode.")
JSON = typer.Option(False, "--json", help="Print one JSON document.")
ROWS = typer.Option(30, "--rows", min=1, help="Rows of the table.")
PLOT = typer.Option(None, "--plot", help="Draw the result into this SVG or PNG file.")
AT = typer.Option(
    "",
    "--at",
    help="The moment to judge at (ISO 8601); if not given now, or the newest article's time in an old collection.",
)


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
    """A result in every form that is asked for: JSON lines, one JSON document, a table."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    lines: Sequence[Mapping[str, Any]]
    document: object
    remarks: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class OutputForm:
    """How a result is asked for."""

    jsonl: bool
    as_json: bool
    rows: int
    plot: Path | None = None

    @property
    def quiet(self) -> bool:
        """Whether no progress is drawn, because a program reads."""
        return self.jsonl or self.as_json


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


def draw(form: OutputForm, name: str, *values: object) -> None:
    """Draws the result with a function of analyse_plots when a file is asked for."""
    if form.plot:
        from motherlode.interfaces.cli import analyse_plots

        getattr(analyse_plots, name)(*values, form.plot)
        talk.say(f"drawn: {form.plot}")


def show(documents: ml.Documents, shown: AnalysisOutput, form: OutputForm) -> None:
    """Prints a result and names the lines that could not be read (exit code 1)."""
    if form.jsonl:
        for line in shown.lines:
            talk.print_line(line)
    elif form.as_json:
        talk.print_json(shown.document)
    else:
        talk.table(shown.title, shown.columns, shown.rows[: form.rows])
        for remark in shown.remarks:
            talk.say(remark)
    for unread in documents.errors:
        if form.jsonl:
            talk.print_line(plain(unread))
        talk.say(f"error: {unread.error}")
    if documents.errors:
        raise typer.Exit(1)


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


@app.command()
@call_options("StoryOptions")
def stories(
    where: Path = WHERE,
    jsonl: bool = JSONL,
    as_json: bool = JSON,
    rows: int = ROWS,
    anew: bool = typer.Option(False, "--anew", help="Gather a project's documents anew; stories keep their names."),
    undo: int = typer.Option(0, "--undo", help="Part the two stories that the joining of this number made one."),
    options: Any = None,
) -> None:
    """Gather the documents into stories: every document in one.

    Example: motherlode analyse stories articles.jsonl --jsonl
    """
    form = OutputForm(jsonl, as_json, rows)
    with read(where) as documents:
        if undo:
            talk.say(documents.undo_joining(undo, **options))
        with talk.progress(quiet=form.quiet) as bars:
            found = documents.stories(anew=anew, progress=bars, **options)
    titles = {story.id: story.title for story in found}
    shown = AnalysisOutput(
        f"{len(found)} stories of {len(documents)} documents",
        ("story", "documents", "sources", "title", "words"),
        [(s.id, len(s.documents), s.sources, s.title, ", ".join(s.keywords)) for s in found],
        [{**plain(p), "story_title": titles[p.story]} for p in found.placements],
        found.to_dicts(),
        found.remarks,
    )
    show(documents, shown, form)


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
            talk.say(f"{project.rate_from(from_file)} sources rated")
        before = project.ratings
        if source:
            project.rate(source, rating if rating >= 0 else None, owner=owner)
        found = project.ratings
    if source and rating < 0:
        gone = next(iter(before.keys() - found.keys()), "")
        talk.say(f"{gone} is not rated any more" if gone else f"{source} was not rated")
    rows = [(name, value, held) for name, (value, held) in found.items()]
    if as_json:
        talk.print_json([{"source": name, "rating": value, "owner": held} for name, value, held in rows])
    else:
        talk.table(f"{len(rows)} rated sources", ("source", "rating", "owner"), rows)


@app.command()
@call_options("TrustOptions")
def trust(
    where: Path = WHERE,
    jsonl: bool = JSONL,
    as_json: bool = JSON,
    rows: int = ROWS,
    plot: Path | None = PLOT,
    options: Any = None,
) -> None:
    """Give every document a degree of trust with its reasons, or say that it is unknown.

    Example: motherlode analyse trust articles.jsonl --ratings sources.csv
    """
    form = OutputForm(jsonl, as_json, rows, plot)
    with read(where) as documents, talk.progress(quiet=form.quiet) as bars:
        found = documents.trust(progress=bars, **options)
    unknown = sum(degree.value is None for degree in found)
    told = f"{unknown} unknown: rate their sources with: motherlode analyse rate DIR DOMAIN 0.8"
    show_degrees(documents, "trust", found, [told] if unknown else [], form)


@app.command()
@call_options("CurrencyOptions")
def currency(
    where: Path = WHERE,
    jsonl: bool = JSONL,
    as_json: bool = JSON,
    rows: int = ROWS,
    plot: Path | None = PLOT,
    at: str = AT,
    options: Any = None,
) -> None:
    """Give every document a degree of currency: its age against its story's half-life, and what superseded it.

    Example: motherlode analyse currency articles.jsonl --at 2026-03-01
    """
    form = OutputForm(jsonl, as_json, rows, plot)
    with read(where, at) as documents, talk.progress(quiet=form.quiet) as bars:
        found = documents.currency(progress=bars, **options)
    show_degrees(documents, "currency", found, found.remarks, form)


def show_degrees(
    documents: ml.Documents, name: str, degrees: ml.Results[ml.Assessment], remarks: Sequence[str], form: OutputForm
) -> None:
    """Degrees of trust or currency, the highest first in the table."""
    draw(form, "draw_degrees", degrees, name)
    titles = {document.id: document.title for document in documents}
    ordered = sorted(degrees, key=lambda degree: -1 if degree.value is None else degree.value, reverse=True)
    lines = degrees.to_dicts()
    shown = AnalysisOutput(
        f"{name} of {len(degrees)} documents",
        (name, "document", "title", "why"),
        [("unknown" if d.value is None else f"{d.value:.2f}", d.id, titles[d.id], d.reason) for d in ordered],
        lines,
        lines,
        remarks,
    )
    show(documents, shown, form)


@app.command()
@call_options("HotOptions")
def hot(
    where: Path = WHERE,
    jsonl: bool = JSONL,
    as_json: bool = JSON,
    rows: int = ROWS,
    plot: Path | None = PLOT,
    at: str = AT,
    options: Any = None,
) -> None:
    """Find the topics that burst against their own history: size, growth, sources, first seen, words.

    Example: motherlode analyse hot articles.jsonl --at 2026-03-01 --window 24
    """
    form = OutputForm(jsonl, as_json, rows, plot)
    with read(where, at) as documents, talk.progress(quiet=form.quiet) as bars:
        topics = documents.hot(progress=bars, **options)
    draw(form, "draw_hot", topics)
    lines = topics.to_dicts()
    shown = AnalysisOutput(
        f"{sum(t.hot for t in topics)} hot of {len(topics)} topics at {documents.at:%Y-%m-%d %H:%M}",
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
    )  # fmt: skip
    show(documents, shown, form)


@app.command()
@call_options("EvolutionOptions")
def evolution(
    where: Path = WHERE,
    jsonl: bool = JSONL,
    as_json: bool = JSON,
    rows: int = ROWS,
    plot: Path | None = PLOT,
    story: str = typer.Option("", "--story", help="Only the documents of this story."),
    options: Any = None,
) -> None:
    """Show how topics developed: episodes per time slice that continue, split, merge, begin and end.

    Example: motherlode analyse evolution articles.jsonl --plot evolution.svg
    """
    form = OutputForm(jsonl, as_json, rows, plot)
    with read(where) as documents, talk.progress(quiet=form.quiet) as bars:
        graph = documents.evolution(story, progress=bars, **options)
    draw(form, "draw_evolution", graph)
    leaving, entering = Counter(p.source for p in graph.passages), Counter(p.target for p in graph.passages)
    turns = sum(number > 1 for number in (*leaving.values(), *entering.values()))
    shown = AnalysisOutput(
        f"{len(graph.episodes)} episodes, {len(graph.passages)} passages, {turns} splits and merges",
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
    )
    show(documents, shown, form)
