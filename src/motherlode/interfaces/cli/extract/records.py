"""`motherlode extract records`: the record lists of result pages."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from motherlode.extract.regions.params import RecordParams
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.extract import shards
from motherlode.interfaces.cli.options import params_options
from motherlode.recipes.extract_records import PageRecords, line_of, load_wrapper, records_of, save_wrapper
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
    params = Settings().get(RecordParams, **given[RecordParams])
    if shards.wanted(out, workers, cluster):
        assert out is not None
        shards.make(
            "records", pages, out, shard_format, workers, cluster, asdict(params), as_json=as_json or as_jsonl
        )
        return
    items = listed(pages)
    rule = load_wrapper(wrapper) if wrapper and wrapper.exists() else None
    failed, found = False, []
    with talk.progress(quiet=as_json or as_jsonl) as bars, _renderer(browser, allow_private) as render:
        bars.begin("records", len(items))
        for page in records_of(
            items, params, _fetcher(items, allow_private), same_source=same_source, wrapper=rule, render=render,
            render_always=browser, follow=follow,
        ):  # fmt: skip
            failed = failed or bool(page.error)
            if wrapper and page.wrapper and page.wrapper != rule:
                rule = page.wrapper
                save_wrapper(rule, wrapper)
            if as_jsonl:
                talk.print_line(line_of(page))
            else:
                found.append(page)
            for note in page.notes:
                talk.say(f"{page.page}: {note}")
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
            talk.table(f"{page.page}: {len(region.records)} records", names, rows)
            if page.wrapper:
                talk.say(f"XPath  {page.wrapper.entity_xpath}\nCSS    {page.wrapper.entity_css}")
            if page.next_page:
                talk.say(f"next   {page.next_page}")


def _cell(value: object) -> object:
    return " · ".join(str(item) for item in value) if isinstance(value, (list, tuple)) else value


def _fetcher(items: list[str], allow_private: bool) -> Any:
    """A fetcher where an address was named; the engine is not loaded for files."""
    if not any(map(is_address, items)):
        return None
    from motherlode.recipes.fetching import SimpleFetcher

    return SimpleFetcher(allow_private=allow_private)


def _renderer(wanted: bool, allow_private: bool) -> Any:
    """A browser: at once when asked for, otherwise only when a page holds too little and Chromium is there."""
    from motherlode.recipes.rendering import Browser

    return Browser(required=wanted, allow_private=allow_private)
