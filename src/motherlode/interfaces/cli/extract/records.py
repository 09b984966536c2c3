"""`motherlode extract records`: the record lists of result pages."""

from __future__ import annotations

from typing import Any

import typer

from motherlode.extract.regions.params import RecordParams
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import params_options
from motherlode.recipes.extract_records import PageRecords, records_of_pages
from motherlode.recipes.settings import Settings

app = typer.Typer()


@app.command()
@params_options(RecordParams)
def records(
    pages: list[str] = typer.Argument(..., help="Files, folders, .gz, WARC archives or addresses."),
    jsonl: bool = typer.Option(False, "--jsonl", help="One JSON line a page."),
    same_source: bool = typer.Option(False, "--same-source", help="Let the given pages teach each other."),
    *,
    given: dict[type, dict[str, Any]],
) -> None:
    """Take the record lists out of result pages nobody wrote a selector for.

    Example: motherlode extract records results/ --jsonl
    """
    params = Settings().get(RecordParams, **given[RecordParams])
    failed = False
    for answer in records_of_pages(pages, params, same_source=same_source):
        failed = failed or bool(answer.error)
        if jsonl:
            talk.print_line(answer.line())
        else:
            _show(answer)
    if failed:
        raise typer.Exit(1)


def _show(answer: PageRecords) -> None:
    if answer.error:
        talk.say(f"{answer.page}: {answer.error}")
        return
    if not answer.regions:
        talk.say(f"{answer.page}: no records: {answer.reason}")
        return
    for region in answer.regions:
        names = [column.name for column in region.columns] or ["texts"]
        rows = [
            [_cell(record.fields.get(name, "")) if region.columns else " · ".join(record.texts) for name in names]
            for record in region.records
        ]
        talk.table(f"{answer.page}: {len(region.records)} records, {region.path}", names, rows)


def _cell(value: object) -> object:
    return " · ".join(str(item) for item in value) if isinstance(value, (list, tuple)) else value
