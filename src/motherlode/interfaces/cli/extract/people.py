"""`motherlode extract people`: people with titles and links from listing pages."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from motherlode.extract.people.params import PeopleParams
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.extract import shards
from motherlode.interfaces.cli.options import params_options
from motherlode.recipes.inputs import is_address, listed
from motherlode.recipes.people import PageOfPeople, line_of, people_of
from motherlode.recipes.settings import Settings

app = typer.Typer()


@app.command()
@params_options(PeopleParams)
def people(
    given: dict[type, dict[str, Any]],
    pages: list[str] = typer.Argument(..., help="Files, folders, .html.gz, WARC archives or addresses."),
    as_jsonl: bool = typer.Option(False, "--jsonl", help="One JSON line a page."),
    as_json: bool = typer.Option(False, "--json", help="One JSON document."),
    same_site: bool = typer.Option(False, "--same-site", help="The pages are of one site and teach each other."),
    allow_private: bool = typer.Option(False, "--allow-private", help="Addresses in private ranges may be fetched."),
    out: Path | None = shards.OUT,
    shard_format: str = shards.FORMAT,
    workers: int = shards.WORKERS,
    cluster: str = shards.CLUSTER,
) -> None:
    """People with titles, ranks, links and e-mail (U5-U8).

    Example: motherlode extract people faculty.html --jsonl
    """
    params = Settings().get(PeopleParams, **given[PeopleParams])
    if shards.wanted(out, workers, cluster):
        assert out is not None
        shards.make("people", pages, out, shard_format, workers, cluster, asdict(params), as_json=as_json or as_jsonl)
        return
    items = listed(pages)
    failed = False
    found: list[PageOfPeople] = []
    with talk.progress(quiet=as_json or as_jsonl) as bars:
        bars.begin("people", len(items))
        for page in people_of(items, params, _fetcher(items, allow_private), same_site=same_site):
            failed = failed or bool(page.error)
            if as_jsonl:
                talk.print_line(line_of(page))
            found.append(page)
            bars.advance(people=sum(len(p.people) for p in found))
        bars.end()
    if as_json:
        talk.print_json([line_of(page) for page in found])
    elif not as_jsonl:
        _tables(found)
    if failed:
        raise typer.Exit(1)


def _tables(found: list[PageOfPeople]) -> None:
    for page in found:
        if page.error:
            talk.say(f"error: {page.error}")
            continue
        rows = [(p.name, p.title, p.rank, p.email, p.url) for p in page.people]
        talk.table(f"{page.page}: {len(rows)} people", ("name", "title", "rank", "e-mail", "link"), rows)


def _fetcher(items: list[str], allow_private: bool) -> Any:
    """A fetcher where an address was named; the engine is not loaded for files."""
    if not any(map(is_address, items)):
        return None
    from motherlode.recipes.fetching import SimpleFetcher

    return SimpleFetcher(allow_private=allow_private)
