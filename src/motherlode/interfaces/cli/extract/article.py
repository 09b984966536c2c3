"""`motherlode extract article`: the news elements of pages."""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import Any

import typer

import motherlode as ml
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.extract import shards
from motherlode.interfaces.cli.options import call_options

app = typer.Typer()

KEYWORDS = 10
"""Keywords of an article, where the settings say nothing else."""

GARBAGE = 50_000
"""New objects after which circles are looked for; at Python's 700 the looking takes a twentieth of the time."""


@app.command()
@call_options("ArticleOptions")
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
    from motherlode.api.lines import article_line, section_values

    options = {**section_values(settings, "news"), **options}
    if shards.wanted(out, cluster):
        assert out is not None
        shards.make("article", pages, out, shard_format, workers, cluster, options, as_json=jsonl)
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
                _show(result.page, result.found)
            else:
                talk.say(f"error: {result.error}")
    if failed:
        raise typer.Exit(1)


def _show(page: str, found: ml.Article) -> None:
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
