"""`motherlode extract people`: people with titles and links from listing pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

import motherlode as ml
from motherlode.api.lines import people_line
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.extract import shards
from motherlode.interfaces.cli.options import call_options

app = typer.Typer()


@app.command()
@call_options("PeopleOptions")
def people(
    options: dict[str, Any],
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
    if shards.wanted(out, cluster):
        assert out is not None
        shards.make("people", pages, out, shard_format, workers, cluster, options, as_json=as_json or as_jsonl)
        return
    found: list[ml.PageResult[ml.Results[ml.Person]]] = []
    with talk.progress(quiet=as_json or as_jsonl) as bars:
        for page in ml.people_in(
            pages, workers=workers, same_site=same_site, allow_private=allow_private, progress=bars, **options
        ):
            if as_jsonl:
                talk.print_line(people_line(page))
            found.append(page)
    if as_json:
        talk.print_json([people_line(page) for page in found])
    elif not as_jsonl:
        _tables(found)
    if any(page.error for page in found):
        raise typer.Exit(1)


def _tables(found: list[ml.PageResult[ml.Results[ml.Person]]]) -> None:
    for page in found:
        if page.found is None:
            talk.say(f"error: {page.error}")
            continue
        rows = [(p.name, p.title, p.rank, p.email, p.url) for p in page.found]
        talk.table(f"{page.page}: {len(rows)} people", ("name", "title", "rank", "e-mail", "link"), rows)
