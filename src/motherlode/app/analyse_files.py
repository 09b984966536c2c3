"""Documents of many files at once: shards of articles as they stand, WARC files after their articles were extracted.

WARC files are extracted one shard each by any executor, so that a run that was stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from motherlode.app.analyse_documents import BadLine, read_jsonl
from motherlode.app.executor import Executor
from motherlode.app.shards import LISTS, extract_shards, sources_of
from motherlode.errors import UnreadableInput
from motherlode.model.documents import Document
from motherlode.model.ports import Progress

ARCHIVES = (".warc", ".warc.gz", *LISTS)


def is_archive(where: Path) -> bool:
    """Whether the articles have to be extracted first: a WARC file, a list of paths, or a folder of WARC files."""
    if where.is_dir():
        return not any(where.glob("*.jsonl")) and any(_archives_in(where))
    return where.name.lower().endswith(ARCHIVES)


def _archives_in(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.name.lower().endswith((".warc", ".warc.gz"))]


def extracted(
    where: Path, out: Path, executor: Executor, progress: Progress
) -> tuple[list[Path], list[BadLine]]:  # fmt: skip
    """The shards of articles of `where`, made in `out` where they are not there yet, and the files that failed."""
    sources = [str(file) for file in sorted(_archives_in(where))] if where.is_dir() else sources_of([str(where)])
    made = extract_shards("article", sources, out, executor=executor, progress=progress)
    return [Path(one.file) for one in made if not one.error], [BadLine(0, one.error) for one in made if one.error]


def shards_in(folder: Path) -> list[Path]:
    """The JSONL files of a folder."""
    found = sorted(folder.glob("*.jsonl"))
    if not found:
        raise UnreadableInput(f"{folder} is neither a project nor a folder of JSONL or WARC files")
    return found


def read_files(files: Sequence[Path], now: datetime) -> tuple[list[Document], list[BadLine]]:
    """The documents of all files, in order; an id that came before in any of them is numbered."""
    documents: list[Document] = []
    bad: list[BadLine] = []
    seen: dict[str, int] = {}
    for file in files:
        found, unread = read_jsonl(file, now, seen)
        documents += found
        bad += unread
    return documents, bad
