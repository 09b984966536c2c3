"""`--out DIR`: what the sub-commands share when they work through many WARC files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from motherlode.api.lines import make_shards
from motherlode.errors import UsageError
from motherlode.interfaces.cli import talk

OUT: Any = typer.Option(None, "--out", help="Write a shard for every file into this folder; made ones are skipped.")
FORMAT: Any = typer.Option("jsonl", "--format", help="Of the shards: jsonl or parquet.")
WORKERS: Any = typer.Option(1, "--workers", min=1, help="Processes that read pages or, with --out, make shards.")
CLUSTER: Any = typer.Option("", "--cluster", help="Where shards are made: local:N, ray, ray:N or ray://host:port.")


def wanted(out: Path | None, cluster: str) -> bool:
    """Whether shards are asked for; a cluster without a folder is refused."""
    if out is None and cluster:
        raise UsageError("--cluster makes shards; name a folder for them with --out DIR")
    return out is not None


def make(
    kind: str, given: Sequence[str], out: Path, shard_format: str, workers: int, cluster: str,
    options: Mapping[str, Any], *, as_json: bool,
) -> None:  # fmt: skip
    """Makes the shards and tells how many; exit code 1 when a file or a page could not be read."""
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
