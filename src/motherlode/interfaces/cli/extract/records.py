"""`motherlode extract records`: the record lists of result pages."""

from __future__ import annotations

from typing import Any

import typer

from motherlode.extract.regions.params import RecordParams
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import params_options
from motherlode.recipes.extract_records import PageRecords, line_of, records_of
from motherlode.recipes.inputs import is_address, listed
from motherlode.recipes.settings import Settings

app = typer.Typer()


@app.command()
@params_options(RecordParams)
def records(
    given: dict[type, dict[str, Any]],
    pages: list[str] = typer.Argument(..., help="Files, folders, .html.gz, WARC archives or addresses."),
    as_jsonl: bool = typer.Option(False, "--jsonl", help="One JSON line a page."),
    as_json: bool = typer.Option(False, "--json", help="One JSON document."),
    same_source: bool = typer.Option(
        False, "--same-source", help="The pages are of one source and teach each other."
    ),
    allow_private: bool = typer.Option(False, "--allow-private", help="Addresses in private ranges may be fetched."),
) -> None:
    """The record lists of result pages nobody wrote a selector for, the main list first (E1-E6).

    Example: motherlode extract records results.html --jsonl
    """
    params = Settings().get(RecordParams, **given[RecordParams])
    items = listed(pages)
    failed = False
    found: list[PageRecords] = []
    with talk.progress(quiet=as_json or as_jsonl) as bars:
        bars.begin("records", len(items))
        for page in records_of(items, params, _fetcher(items, allow_private), same_source=same_source):
            failed = failed or bool(page.error)
            if as_jsonl:
                talk.print_line(line_of(page))
            else:
                found.append(page)
            bars.advance()
        bars.end()
    if as_json:
        talk.print_json([line_of(page) for page in found])
    elif not as_jsonl:
        _tables(found)
    if failed:
        raise typer.Exit(1)


def _tables(found: list[PageRecords]) -> None:
    for page in found:
        if page.error:
            talk.say(f"error: {page.error}")
        elif not page.regions:
            talk.say(f"{page.page}: no records: {page.reason}")
        for region in page.regions[:1]:
            names = [column.name for column in region.columns]
            rows: list[list[object]] = [
                [_cell(record.fields.get(name, "")) for name in names] for record in region.records
            ]
            if not names:
                names, rows = ["texts"], [[" · ".join(record.texts)] for record in region.records]
            talk.table(f"{page.page}: {len(region.records)} records at {region.path}", names, rows)


def _cell(value: object) -> object:
    return " · ".join(str(item) for item in value) if isinstance(value, (list, tuple)) else value


def _fetcher(items: list[str], allow_private: bool) -> Any:
    """A fetcher where an address was named; the engine is not loaded for files."""
    if not any(map(is_address, items)):
        return None
    from motherlode.recipes.fetching import SimpleFetcher

    return SimpleFetcher(allow_private=allow_private)
