"""`--out DIR`: what the sub-commands share when they work through many WARC files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from motherlode.errors import UsageError
from motherlode.interfaces.cli import talk

OUT: Any = typer.Option(None, "--out", help="Write a shard for every file into this folder; made ones are skipped.")
FORMAT: Any = typer.Option("jsonl", "--format", help="Of the shards: jsonl or parquet.")
WORKERS: Any = typer.Option(1, "--workers", min=1, help="Processes that make shards.")
CLUSTER: Any = typer.Option("", "--cluster", help="Where shards are made: local:N, ray, ray:N or ray://host:port.")


def wanted(out: Path | None, workers: int, cluster: str) -> bool:
    """Whether shards are asked for; workers without a folder are refused."""
    if out is None and (workers > 1 or cluster):
        raise UsageError("--workers and --cluster make shards; name a folder for them with --out DIR")
    return out is not None


def make(
    kind: str, given: Sequence[str], out: Path, shard_format: str, workers: int, cluster: str,
    settings: Mapping[str, Any], *, as_json: bool,
) -> None:  # fmt: skip
    """Makes the shards and tells how many; exit code 1 when a file or a page could not be read."""
    from motherlode.recipes.executor import make_executor
    from motherlode.recipes.shards import extract_shards, sources_of, summary

    sources = sources_of(given)
    with (
        talk.progress(quiet=as_json) as bars,
        make_executor(workers, cluster, ("motherlode.recipes.shards", PRELOAD[kind])) as executor,
    ):
        found = summary(
            extract_shards(
                kind, sources, out, format=shard_format, settings=settings, executor=executor, progress=bars
            )
        )
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


PRELOAD = {
    "article": "motherlode.recipes.extract_articles",
    "records": "motherlode.recipes.extract_records",
    "people": "motherlode.recipes.people",
}
"""What each process needs, imported once before they are forked."""
