"""`motherlode extract article`: the news elements of pages."""

from __future__ import annotations

import gc
import os
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from motherlode.extract.news.params import NewsParams
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.extract import shards
from motherlode.interfaces.cli.options import params_options
from motherlode.model.article import Article
from motherlode.recipes.settings import FILE_NAME, Settings, load

app = typer.Typer()

GARBAGE = 50_000
"""New objects after which circles are looked for; at Python's 700 the looking takes a twentieth of the time."""


@app.command()
@params_options(NewsParams)
def article(
    given: dict[type, dict[str, Any]],
    pages: list[str] = typer.Argument(..., help="Files (.html, .html.gz, WARC), folders or addresses."),
    jsonl: bool = typer.Option(False, "--jsonl", "--json", help="Print a JSON line for every page."),
    same_host: bool = typer.Option(
        False, "--same-host", help="Let the pages of a host teach each other what is template."
    ),
    words: bool = typer.Option(False, "--words", help="Add dividedtitle, dividedcontent and contentkeyword."),
    settings: Path | None = typer.Option(None, "--settings", help=f"A {FILE_NAME} with a [news] section."),
    allow_private: bool = typer.Option(False, "--allow-private", help="Fetch from private and loopback addresses."),
    out: Path | None = shards.OUT,
    shard_format: str = shards.FORMAT,
    workers: int = shards.WORKERS,
    cluster: str = shards.CLUSTER,
) -> None:
    """Take title, time, source, authors, content and links out of news pages.

    Example: motherlode extract article pages/ --jsonl > articles.jsonl

    Example: motherlode extract article warc.paths --out shards --format parquet --workers 4
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the judge's matrices are too small to share
    from motherlode.recipes.extract_articles import ExtractedPage, as_line, extract_articles, learned_templates
    from motherlode.recipes.inputs import is_address, listed

    params = (load(settings) if settings else Settings()).get(NewsParams, **given[NewsParams])
    if shards.wanted(out, workers, cluster):
        assert out is not None
        shards.make("article", pages, out, shard_format, workers, cluster, asdict(params), as_json=jsonl)
        return
    items = listed(pages)
    fetcher = None
    if any(map(is_address, items)):
        from motherlode.recipes.fetching import SimpleFetcher

        fetcher = SimpleFetcher(allow_private=allow_private)
    gc.freeze()  # what was imported stays; pages make little that refers to itself
    gc.set_threshold(GARBAGE)
    templates = learned_templates(items) if same_host else None
    unread = 0
    with talk.progress() as bars:
        bars.begin("articles", len(items))
        for result in extract_articles(items, params, fetcher, templates):
            if isinstance(result, ExtractedPage):
                if jsonl:
                    talk.print_line(as_line(result.page, result.article, params.keywords if words else None))
                else:
                    _show(result.page, result.article)
            else:
                unread += 1
                if jsonl:
                    talk.print_line({"page": result.page, "error": result.error})
                else:
                    talk.say(f"error: {result.error}")
            bars.advance(1, unread=unread)
        bars.end()
    if unread:
        raise typer.Exit(1)


def _show(page: str, found: Article) -> None:
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
