"""`motherlode analyse …`: stories, trust, currency, hot topics and evolution of documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from motherlode.analyse.params import CurrencyParams, EvolutionParams, HotParams, StoryParams, TrustParams
from motherlode.app.settings import FILE_NAME, Settings
from motherlode.errors import UsageError
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import params_options
from motherlode.model.clock import SystemClock
from motherlode.model.documents import Assessment, Document, Stories

if TYPE_CHECKING:
    from motherlode.app.analyse_documents import BadLine
    from motherlode.app.project import Project

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
Given = dict[Any, dict[str, Any]]
NOTHING: Given = {}


@dataclass(frozen=True, slots=True)
class Input:
    """What a command works on; `project` is None for a file."""

    documents: list[Document]
    bad: list[tuple[int, str]]
    settings: Settings
    now: datetime
    project: Project | None = None
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Shards:
    """How the articles of WARC files are extracted before the analysis."""

    out: Path | None = None
    workers: int = 1
    cluster: str = ""


HERE = Shards()
_shards: ContextVar[Shards] = ContextVar("shards", default=HERE)


@dataclass(frozen=True, slots=True)
class Shown:
    """A result in every form that is asked for: JSON lines, one JSON document, a table."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    lines: Sequence[Mapping[str, Any]]
    document: object
    remarks: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """How a result is asked for."""

    jsonl: bool
    as_json: bool
    rows: int
    plot: Path | None = None

    @property
    def quiet(self) -> bool:
        """Whether no progress is drawn, because a program reads."""
        return self.jsonl or self.as_json


def load(where: Path, at: str = "") -> Input:
    """The documents of a project folder or of files, the settings, and the moment of the analysis."""
    from motherlode.app.analyse import moment_of
    from motherlode.app.analyse_documents import documents_of_articles, read_date
    from motherlode.app.analyse_files import is_archive, read_files, shards_in

    now = SystemClock().now()
    if at:
        moment, remark = read_date(at, datetime.max.replace(tzinfo=now.tzinfo))
        if moment is None:
            raise UsageError(f"--at {at}: {remark}; write it like 2026-03-01T12:00:00+00:00")
        now = moment
    if (where / FILE_NAME).is_file():
        from motherlode.app.project import Project

        project = Project.open(where)
        documents = documents_of_articles(project.store.articles.all(), now)
        moment, remark = (now, "") if at else moment_of(documents, now)
        return Input(documents, [], project.settings, moment, project, remark)
    failed: list[BadLine] = []
    if is_archive(where):
        files, failed = _extracted(where)
    else:
        files = shards_in(where) if where.is_dir() else [where]
    documents, bad = read_files(files, now)
    moment, remark = (now, "") if at else moment_of(documents, now)
    return Input(documents, [(line.line, line.error) for line in (*failed, *bad)], Settings(), moment, remark=remark)


def _extracted(where: Path) -> tuple[list[Path], list[BadLine]]:
    from motherlode.app.analyse_files import extracted
    from motherlode.app.executor import make_executor

    shards = _shards.get()
    out = shards.out or Path(f"{where.resolve().name}.shards")
    modules = ("motherlode.app.shards", "motherlode.app.extract_articles")
    with talk.progress(quiet=False) as bars, make_executor(shards.workers, shards.cluster, modules) as executor:
        found = extracted(where, out, executor, bars)
    talk.say(f"the articles are in {out}; what is there is not extracted again")
    return found


def gather(taken: Input, given: Given, form: Form, *, anew: bool = False) -> Stories:
    """The stories of the documents, with a progress bar; a project's stories of earlier runs are continued."""
    from motherlode.analyse.keeping import KeptStories
    from motherlode.app.analyse import continue_stories, find_stories

    params = taken.settings.get(StoryParams, **given.get(StoryParams, {}))
    with talk.progress(quiet=form.quiet) as bars:
        if taken.project is None:
            return find_stories(taken.documents, params, progress=bars)
        return continue_stories(taken.documents, KeptStories(taken.project.engine), params, bars, anew=anew)


def draw(form: Form, name: str, *values: object) -> None:
    """Draws the result with a function of analyse_plots when a file is asked for."""
    if form.plot:
        from motherlode.interfaces.cli import analyse_plots

        getattr(analyse_plots, name)(*values, form.plot)
        talk.say(f"drawn: {form.plot}")


def finish(taken: Input, kept: Mapping[str, Mapping[str, Any]], shown: Shown, form: Form) -> None:
    """Keeps results in the project's store, prints them, and names the lines that could not be read (exit code 1)."""
    if taken.project is not None:
        for kind, values in kept.items():
            taken.project.store.results.replace(kind, values, taken.now)
        taken.project.close()
    if form.jsonl:
        for line in shown.lines:
            talk.print_line(line)
    elif form.as_json:
        talk.print_json(shown.document)
    else:
        talk.table(shown.title, shown.columns, shown.rows[: form.rows])
        for remark in shown.remarks:
            talk.say(remark)
    for number, error in taken.bad:
        if form.jsonl:
            talk.print_line({"line": number, "error": error})
        talk.say(f"error: {error}")
    if taken.bad:
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
@params_options(StoryParams)
def stories(
    where: Path = WHERE,
    jsonl: bool = JSONL,
    as_json: bool = JSON,
    rows: int = ROWS,
    anew: bool = typer.Option(False, "--anew", help="Gather a project's documents anew; stories keep their names."),
    undo: int = typer.Option(0, "--undo", help="Part the two stories that the joining of this number made one."),
    given: Given = NOTHING,
) -> None:
    """Gather the documents into stories: every document in one.

    Example: motherlode analyse stories articles.jsonl --jsonl
    """
    from motherlode.model.plain import plain

    form = Form(jsonl, as_json, rows)
    taken = load(where)
    if undo:
        _undo(taken, undo, given)
    found = gather(taken, given, form, anew=anew)
    titles = {story.id: story.title for story in found.stories}
    kept = {
        "stories": {s.id: plain(s) for s in found.stories},
        "placements": {p.id: plain(p) for p in found.placements},
    }
    shown = Shown(
        f"{len(found.stories)} stories of {len(taken.documents)} documents",
        ("story", "documents", "sources", "title", "words"),
        [(s.id, len(s.documents), s.sources, s.title, ", ".join(s.keywords)) for s in found.stories],
        [{**plain(p), "story_title": titles[p.story]} for p in found.placements],
        found.stories,
        found.remarks,
    )
    finish(taken, kept, shown, form)


def _undo(taken: Input, number: int, given: Given) -> None:
    from motherlode.analyse.keeping import KeptStories
    from motherlode.app.analyse import undo_joining

    if taken.project is None:
        raise UsageError("--undo works on a project: the stories of a file are gathered anew every time")
    params = taken.settings.get(StoryParams, **given.get(StoryParams, {}))
    talk.say(undo_joining(number, KeptStories(taken.project.engine), params))


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
    from motherlode.analyse.keeping import KeptRatings
    from motherlode.analyse.sources import one_rating, read_ratings
    from motherlode.app.project import Project

    project = Project.open(where)
    try:
        kept = KeptRatings(project.engine)
        if from_file:
            talk.say(f"{kept.add(read_ratings(from_file))} sources rated")
        if source and rating < 0:
            known = next(iter(one_rating(source, 0.0).values))
            talk.say(f"{known} is not rated any more" if kept.remove(known) else f"{known} was not rated")
        elif source:
            kept.add(one_rating(source, rating, owner))
        found = kept.read()
    finally:
        project.close()
    rows = [(name, value, found.owners.get(name, "")) for name, value in found.values.items()]
    if as_json:
        talk.print_json([{"source": name, "rating": value, "owner": held} for name, value, held in rows])
    else:
        talk.table(f"{len(rows)} rated sources", ("source", "rating", "owner"), rows)


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
    from motherlode.analyse.keeping import KeptRatings
    from motherlode.analyse.trust import trust as assess
    from motherlode.app.analyse import ratings_of

    form = Form(jsonl, as_json, rows, plot)
    taken = load(where)
    found = gather(taken, given, form)
    params = taken.settings.get(TrustParams, **given.get(TrustParams, {}))
    rated = KeptRatings(taken.project.engine) if taken.project else None
    degrees = assess(taken.documents, found.placements, params, ratings_of(params, rated))
    show_degrees(taken, "trust", degrees, form)


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

    form = Form(jsonl, as_json, rows, plot)
    taken = load(where, at)
    found = gather(taken, given, form)
    params = taken.settings.get(CurrencyParams, **given.get(CurrencyParams, {}))
    degrees = assess(taken.documents, found.placements, params, taken.now)
    show_degrees(taken, "currency", degrees, form)


def _remarks(taken: Input, name: str, degrees: Sequence[Assessment]) -> list[str]:
    """When it was judged, where that is not now; and how to rate sources, where nothing is known about them."""
    unknown = sum(degree.value is None for degree in degrees)
    if name == "trust":
        return (
            [f"{unknown} unknown: rate their sources with: motherlode analyse rate DIR DOMAIN 0.8"] if unknown else []
        )
    return [taken.remark] if taken.remark else []


def show_degrees(taken: Input, name: str, degrees: Sequence[Assessment], form: Form) -> None:
    """Degrees of trust or currency, the highest first in the table."""
    from motherlode.model.plain import plain

    draw(form, "draw_degrees", degrees, name)
    titles = {document.id: document.title for document in taken.documents}
    ordered = sorted(degrees, key=lambda degree: -1 if degree.value is None else degree.value, reverse=True)
    lines = [plain(degree) for degree in degrees]
    shown = Shown(
        f"{name} of {len(degrees)} documents",
        (name, "document", "title", "why"),
        [("unknown" if d.value is None else f"{d.value:.2f}", d.id, titles[d.id], d.reason) for d in ordered],
        lines,
        lines,
        _remarks(taken, name, degrees),
    )
    finish(taken, {name: {degree.id: plain(degree) for degree in degrees}}, shown, form)


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
    from motherlode.analyse.hot import history_remark, hot_topics, last_burst_remark
    from motherlode.model.plain import plain

    form = Form(jsonl, as_json, rows, plot)
    taken = load(where, at)
    found = gather(taken, given, form)
    params = taken.settings.get(HotParams, **given.get(HotParams, {}))
    topics = hot_topics(taken.documents, found, params, taken.now)
    draw(form, "draw_hot", topics)
    earlier = "" if any(t.hot for t in topics) else last_burst_remark(taken.documents, found, params, taken.now)
    lines = [plain(topic) for topic in topics]
    shown = Shown(
        f"{sum(t.hot for t in topics)} hot of {len(topics)} topics at {taken.now:%Y-%m-%d %H:%M}",
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
        [each for each in (taken.remark, history_remark(taken.documents, taken.now, params), earlier) if each],
    )  # fmt: skip
    finish(taken, {"hot": {topic.story: plain(topic) for topic in topics}}, shown, form)


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
    from motherlode.analyse.evolution import splits_and_merges
    from motherlode.model.plain import plain

    form = Form(jsonl, as_json, rows, plot)
    taken = load(where)
    found = gather(taken, given, form)
    inside = {p.id for p in found.placements if p.story == story} if story else {p.id for p in found.placements}
    if story and not inside:
        raise UsageError(f"there is no story {story}; see the names with: motherlode analyse stories {where}")
    chosen = [document for document in taken.documents if document.id in inside]
    graph = follow(chosen, found.placements, taken.settings.get(EvolutionParams, **given.get(EvolutionParams, {})))
    draw(form, "draw_evolution", graph)
    shown = Shown(
        f"{len(graph.episodes)} episodes, {len(graph.passages)} passages, "
        f"{len(splits_and_merges(graph.passages))} splits and merges",
        ("from", "episode", "documents", "begins", "ends", "most telling", "words"),
        [
            (f"{e.start:%Y-%m-%d}", e.id, len(e.documents), e.begins, e.ends, e.title, ", ".join(e.words[:6]))
            for e in graph.episodes
        ],
        [
            *({"kind": "episode", **plain(e)} for e in graph.episodes),
            *({**plain(p), "passage": p.kind, "kind": "passage"} for p in graph.passages),
        ],
        plain(graph),
        graph.remarks,
    )
    finish(taken, {"evolution": {"graph": plain(graph)}}, shown, form)
