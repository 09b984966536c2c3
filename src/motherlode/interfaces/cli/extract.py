"""`motherlode extract`: articles, records or people out of pages, and what extractors of installed packages find."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

import motherlode as ml
from motherlode.errors import UsageError
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.app import NamedCommands
from motherlode.interfaces.cli.options import call_options, options_for
from motherlode.model import plugins
from motherlode.model.plain import counted

KEYWORDS = 10
"""Keywords of an article, where the settings say nothing else."""

GARBAGE = 50_000
"""New objects after which circles are looked for; at Python's 700 the looking takes a twentieth of the time."""


class Kinds(NamedCommands):
    """Our sub-commands, then the extractors of installed packages; each loads its parameters when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Ours, then theirs."""
        return [*OURS, *plugins.names("extractors")]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """One of ours, or made of a plug-in; None for a name that is not known."""
        if cmd_name in OURS:
            options, run, _ = OURS[cmd_name]
            run, told = call_options(options)(run), None
        elif cmd_name in plugins.names("extractors"):
            run, told = _of_plugin(cmd_name)
        else:
            return None
        made = typer.Typer(add_completion=False, rich_markup_mode=None)
        made.command(cmd_name, help=told)(run)
        return typer.main.get_command(made)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The table, without importing anything."""
        theirs = [(name, "plug-in") for name in plugins.names("extractors")]
        with formatter.section("Commands"):
            formatter.write_dl([*((name, told) for name, (_, _, told) in OURS.items()), *theirs])


app = typer.Typer(cls=Kinds, no_args_is_help=True, add_completion=False, rich_markup_mode=None)

PAGES: Any = typer.Argument(..., help="Files, folders, .html.gz, WARC archives or addresses.")
JSONL: Any = typer.Option(False, "--jsonl", help="One JSON line a page.")
JSON: Any = typer.Option(False, "--json", help="One JSON document.")
PRIVATE: Any = typer.Option(False, "--allow-private", help="Addresses in private ranges may be fetched.")
OUT: Any = typer.Option(None, "--out", help="Write a shard for every file into this folder; made ones are skipped.")
FORMAT: Any = typer.Option("jsonl", "--format", help="Of the shards: jsonl or parquet.")
WORKERS: Any = typer.Option(1, "--workers", min=1, help="Processes that read pages or, with --out, make shards.")
CLUSTER: Any = typer.Option("", "--cluster", help="Where shards are made: local:N, ray, ray:N or ray://host:port.")


@app.callback()
def extract() -> None:
    """Take articles, records or people out of pages: files, folders, .gz, WARC archives or addresses.

    Example: motherlode extract article pages/ --jsonl
    """


def article(
    options: dict[str, Any],
    pages: list[str] = typer.Argument(..., help="Files (.html, .html.gz, WARC), folders or addresses."),
    jsonl: bool = typer.Option(False, "--jsonl", "--json", help="Print a JSON line for every page."),
    same_host: bool = typer.Option(
        False, "--same-host", help="Let the pages of a host teach each other what is template."
    ),
    words: bool = typer.Option(False, "--words", help="Add dividedtitle, dividedcontent and contentkeyword."),
    settings: Path | None = typer.Option(None, "--settings", help="A motherlode.toml with a [news] section."),
    allow_private: bool = typer.Option(False, "--allow-private", help="Fetch from private and loopback addresses."),
    out: Path | None = OUT,
    shard_format: str = FORMAT,
    workers: int = WORKERS,
    cluster: str = CLUSTER,
) -> None:
    """Take title, time, source, authors, content and links out of news pages.

    Example: motherlode extract article pages/ --jsonl > articles.jsonl

    Example: motherlode extract article warc.paths --out shards --format parquet --workers 4
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the judge's matrices are too small to share
    from motherlode.api.many import article_line, section_values

    options = {**section_values(settings, "news"), **options}
    if _made_shards("article", pages, out, shard_format, workers, cluster, options, as_json=jsonl):
        return
    gc.freeze()  # what was imported stays; pages make little that refers to itself
    gc.set_threshold(GARBAGE)
    failed = False
    keywords = int(options.get("keywords", KEYWORDS)) if words else None
    with talk.progress() as bars:
        for result in ml.articles(
            pages, workers=workers, same_host=same_host, allow_private=allow_private, progress=bars, **options
        ):
            failed = failed or bool(result.error)
            if jsonl and result.found is not None:
                talk.print_line(article_line(result.page, result.found, keywords))
            elif jsonl:
                talk.print_line({"page": result.page, "error": result.error})
            elif result.found is not None:
                _show_article(result.page, result.found)
            else:
                talk.say(f"error: {result.error}")
    if failed:
        raise typer.Exit(1)


def records(
    options: dict[str, Any],
    pages: list[str] = PAGES,
    as_jsonl: bool = JSONL,
    as_json: bool = JSON,
    same_source: bool = typer.Option(
        False, "--same-source", help="The pages are of one source and teach each other."
    ),
    wrapper: Path | None = typer.Option(
        None, "--wrapper", help="Use the rule in this file, learned and written there when it is missing or drifts."
    ),
    follow: int = typer.Option(0, "--follow", min=0, help="Follow the list to so many further pages."),
    browser: bool = typer.Option(False, "--browser", help="Render every page in Chromium first."),
    allow_private: bool = PRIVATE,
    out: Path | None = OUT,
    shard_format: str = FORMAT,
    workers: int = WORKERS,
    cluster: str = CLUSTER,
) -> None:
    """The record lists of result pages nobody wrote a selector for, the main list first (E1-E6).

    Example: motherlode extract records results.html --jsonl
    """
    quiet = as_json or as_jsonl
    if _made_shards("records", pages, out, shard_format, workers, cluster, options, as_json=quiet):
        return
    found: list[ml.PageResult[ml.Records]] = []
    failed = False
    with talk.progress(quiet=quiet) as bars:
        for page in ml.records_in(
            pages, workers=workers, same_source=same_source, rule_file=wrapper, follow=follow,
            browser=True if browser else False if workers > 1 else None, allow_private=allow_private, progress=bars,
            **options,
        ):  # fmt: skip
            failed = failed or bool(page.error)
            if as_jsonl:
                talk.print_line(_records_line(page))
            else:
                found.append(page)
            for note in page.found.notes if page.found is not None else ():
                talk.say(f"{page.page}: {note}")
    if as_json:
        talk.print_json([_records_line(page) for page in found])
    for page in [] if as_json else found:
        _show_records(page)
    if failed:
        raise typer.Exit(1)


def people(
    options: dict[str, Any],
    pages: list[str] = PAGES,
    as_jsonl: bool = JSONL,
    as_json: bool = JSON,
    same_site: bool = typer.Option(False, "--same-site", help="The pages are of one site and teach each other."),
    allow_private: bool = PRIVATE,
    out: Path | None = OUT,
    shard_format: str = FORMAT,
    workers: int = WORKERS,
    cluster: str = CLUSTER,
) -> None:
    """People with titles, ranks, links and e-mail (U5-U8).

    Example: motherlode extract people faculty.html --jsonl
    """
    from motherlode.api.many import people_line

    quiet = as_json or as_jsonl
    if _made_shards("people", pages, out, shard_format, workers, cluster, options, as_json=quiet):
        return
    found: list[ml.PageResult[ml.Results[ml.Person]]] = []
    with talk.progress(quiet=quiet) as bars:
        for page in ml.people_in(
            pages, workers=workers, same_site=same_site, allow_private=allow_private, progress=bars, **options
        ):
            if as_jsonl:
                talk.print_line(people_line(page))
            found.append(page)
    if as_json:
        talk.print_json([people_line(page) for page in found])
    for page in [] if quiet else found:
        if page.found is None:
            talk.say(f"error: {page.error}")
            continue
        rows = [(p.name, p.title, p.rank, p.email, p.url) for p in page.found]
        talk.table(
            f"{page.page}: {counted(len(rows), 'person', 'people')}",
            ("name", "title", "rank", "e-mail", "link"),
            rows,
        )
    if any(page.error for page in found):
        raise typer.Exit(1)


OURS: dict[str, tuple[str, Callable[..., None], str]] = {
    "article": ("ArticleOptions", article, "news elements: title, time, source, authors, content, links"),
    "records": ("RecordOptions", records, "the record lists of result pages"),
    "people": ("PeopleOptions", people, "people with titles and links"),
}
"""The sub-commands: their options, what they do, and a line of help."""


def _of_plugin(name: str) -> tuple[Callable[..., None], str]:
    """The command of an extractor, with its parameters as options, and its help."""
    from motherlode.api.many import found_by
    from motherlode.api.option_names import option_names

    found = plugins.load("extractors", name)
    sets = (found.Params,) if hasattr(found, "Params") else ()
    own_names = {name: own for name, (_, own) in option_names(sets).items()}

    @options_for(sets)
    def extract_pages(
        options: dict[str, Any],
        pages: list[str] = typer.Argument(..., help="Files, folders, WARC archives or addresses."),
        jsonl: bool = JSONL,
        allow_private: bool = typer.Option(False, "--allow-private", help="Private addresses may be fetched."),
    ) -> None:
        failed = False
        given = {own_names[option]: value for option, value in options.items()}
        for line in found_by(name, pages, given, allow_private=allow_private):
            failed = failed or "error" in line
            if jsonl:
                talk.print_line(line)
            elif "error" in line:
                talk.say(f"{line['page']}: {line['error']}")
            else:
                talk.table(line["page"], ("found",), [(str(value),) for value in line["found"]])
        raise typer.Exit(int(failed))

    told = f"{getattr(found, 'help', name)} (plug-in). Example: motherlode extract {name} page.html --jsonl"
    return extract_pages, told


def _made_shards(
    kind: str, given: Sequence[str], out: Path | None, shard_format: str, workers: int, cluster: str,
    options: Mapping[str, Any], *, as_json: bool,
) -> bool:  # fmt: skip
    """Makes shards where they are asked for and tells how many; exit code 1 when a file or page could not be read."""
    if out is None:
        if cluster:
            raise UsageError("--cluster makes shards; name a folder for them with --out DIR")
        return False
    from motherlode.api.many import make_shards

    with talk.progress(quiet=as_json) as bars:
        found = make_shards(
            kind, given, out, shard_format=shard_format, workers=workers, cluster=cluster, options=options,
            progress=bars,
        )  # fmt: skip
    if as_json:
        talk.print_json(found)
    else:
        for file in found["files"]:
            if file["error"]:
                talk.say(f"error: {file['error']}")
        names = ("shards", "made", "skipped", "failed", "pages", "unread")
        talk.table("shards", ("what", "number"), [(name, found[name]) for name in names])
    if found["failed"] or found["unread"]:
        raise typer.Exit(1)
    return True


def _show_article(page: str, found: ml.Article) -> None:
    rows = [
        ("page", page),
        ("title", found.title),
        ("published", found.published),
        ("source", found.source),
        ("authors", "; ".join(found.authors)),
        ("type, language", f"{found.page_type}, {found.language}"),
        ("links", len(found.links)),
        ("content", found.content[:1500] + ("…" if len(found.content) > 1500 else "")),
    ]
    talk.table("", ("field", "value"), rows)


def _records_line(page: ml.PageResult[ml.Records]) -> dict[str, Any]:
    if page.found is None:
        return {"page": page.page, "error": page.error, "regions": []}
    return page.found.to_line()


def _show_records(page: ml.PageResult[ml.Records]) -> None:
    if page.found is None:
        talk.say(f"error: {page.error}")
        return
    if not page.found.regions:
        talk.say(f"{page.page}: no records: {page.found.reason}")
    for region in page.found.regions[:1]:
        names = [column.name for column in region.columns]
        rows: list[list[object]] = [
            [_cell(record.fields.get(name, "")) for name in names] for record in region.records
        ]
        if not names:
            names, rows = ["texts"], [[" · ".join(record.texts)] for record in region.records]
        talk.table(f"{page.page}: {counted(len(region.records), 'record')}", names, rows)
        if page.found.xpath:
            talk.say(f"XPath  {page.found.xpath}\nCSS    {page.found.css}")
        if page.found.next_page:
            talk.say(f"next   {page.found.next_page}")


def _cell(value: object) -> object:
    return " · ".join(str(item) for item in value) if isinstance(value, (list, tuple)) else value
