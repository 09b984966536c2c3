"""`motherlode extract records`: the record lists of result pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

import motherlode as ml
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.extract import shards
from motherlode.interfaces.cli.options import call_options

app = typer.Typer()


@app.command()
@call_options("RecordOptions")
def records(
    options: dict[str, Any],
    pages: list[str] = typer.Argument(..., help="Files, folders, .html.gz, WARC archives or addresses."),
    as_jsonl: bool = typer.Option(False, "--jsonl", help="One JSON line a page."),
    as_json: bool = typer.Option(False, "--json", help="One JSON document."),
    same_source: bool = typer.Option(
        False, "--same-source", help="The pages are of one source and teach each other."
    ),
    wrapper: Path | None = typer.Option(
        None, "--wrapper", help="Use the rule in this file, learned and written there when it is missing or drifts."
    ),
    follow: int = typer.Option(0, "--follow", min=0, help="Follow the list to so many further pages."),
    browser: bool = typer.Option(False, "--browser", help="Render every page in Chromium first."),
    allow_private: bool = typer.Option(False, "--allow-private", help="Addresses in private ranges may be fetched."),
    out: Path | None = shards.OUT,
    shard_format: str = shards.FORMAT,
    workers: int = shards.WORKERS,
    cluster: str = shards.CLUSTER,
) -> None:
    """The record lists of result pages nobody wrote a selector for, the main list first (E1-E6).

    Example: motherlode extract records results.html --jsonl
    """
    if shards.wanted(out, cluster):
        assert out is not None
        shards.make("records", pages, out, shard_format, workers, cluster, options, as_json=as_json or as_jsonl)
        return
    found: list[ml.PageResult[ml.Records]] = []
    failed = False
    with talk.progress(quiet=as_json or as_jsonl) as bars:
        for page in ml.records_in(
            pages, workers=workers, same_source=same_source, rule_file=wrapper, follow=follow,
            browser=True if browser else False if workers > 1 else None, allow_private=allow_private, progress=bars,
            **options,
        ):  # fmt: skip
            failed = failed or bool(page.error)
            if as_jsonl:
                talk.print_line(_line(page))
            else:
                found.append(page)
            for note in page.found.notes if page.found is not None else ():
                talk.say(f"{page.page}: {note}")
    if as_json:
        talk.print_json([_line(page) for page in found])
    elif not as_jsonl:
        _tables(found)
    if failed:
        raise typer.Exit(1)


def _line(page: ml.PageResult[ml.Records]) -> dict[str, Any]:
    if page.found is None:
        return {"page": page.page, "error": page.error, "regions": []}
    return page.found.to_line()


def _tables(found: list[ml.PageResult[ml.Records]]) -> None:
    for page in found:
        if page.found is None:
            talk.say(f"error: {page.error}")
            continue
        if not page.found.regions:
            talk.say(f"{page.page}: no records: {page.found.reason}")
        for region in page.found.regions[:1]:
            names = [column.name for column in region.columns]
            rows: list[list[object]] = [
                [_cell(record.fields.get(name, "")) for name in names] for record in region.records
            ]
            if not names:
                names, rows = ["texts"], [[" · ".join(record.texts)] for record in region.records]
            talk.table(f"{page.page}: {len(region.records)} records", names, rows)
            if page.found.xpath:
                talk.say(f"XPath  {page.found.xpath}\nCSS    {page.found.css}")
            if page.found.next_page:
                talk.say(f"next   {page.found.next_page}")


def _cell(value: object) -> object:
    return " · ".join(str(item) for item in value) if isinstance(value, (list, tuple)) else value
