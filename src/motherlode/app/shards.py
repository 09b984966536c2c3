"""Extraction over many WARC files: one shard out for every file in, each whole or not there, so that a run can go on.

A shard is named after its file. What is there already is not made again; delete a shard to have it made anew.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from motherlode.app.executor import Executor, InProcess
from motherlode.app.inputs import Unread, is_address, listed, pages_of
from motherlode.errors import MotherlodeError, UnreadableInput, UsageError
from motherlode.export.write import write_lines, write_table
from motherlode.model.article import Article
from motherlode.model.params import unknown_name
from motherlode.model.plain import plain
from motherlode.model.ports import Progress, Silent

Line = dict[str, Any]
LISTS = (".txt", ".paths", ".txt.gz", ".paths.gz")
FORMATS = ("jsonl", "parquet")
MAX_LIST = 50_000_000
"""Bytes of a list of paths; Common Crawl's lists of a month have a tenth of this."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One piece of work: a file of pages in, a file of lines out."""

    kind: str
    source: str
    file: str
    format: str
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.source


@dataclass(frozen=True, slots=True)
class Made:
    """What became of a shard."""

    source: str
    file: str
    pages: int = 0
    unread: int = 0
    skipped: bool = False
    error: str = ""


def _articles(source: str, settings: Mapping[str, Any]) -> Iterator[Line]:
    from motherlode.app.extract.articles import article_of, as_line
    from motherlode.extract.article.params import NewsParams

    params = NewsParams.from_mapping(settings)
    for page in pages_of([source]):
        try:
            yield (
                {"page": page.page, "error": page.error}
                if isinstance(page, Unread)
                else as_line(page.page, article_of(page, params))
            )
        except MotherlodeError as error:
            yield {"page": page.page, "error": error.message}


def _records(source: str, settings: Mapping[str, Any]) -> Iterator[Line]:
    from motherlode.app.extract.records import line_of, records_of
    from motherlode.extract.records.params import RecordParams

    yield from (line_of(page) for page in records_of([source], RecordParams.from_mapping(settings)))


def _people(source: str, settings: Mapping[str, Any]) -> Iterator[Line]:
    from motherlode.app.people import line_of, people_of
    from motherlode.extract.people.params import PeopleParams

    yield from (line_of(page) for page in people_of([source], PeopleParams.from_mapping(settings)))


KINDS: dict[str, tuple[Callable[[str, Mapping[str, Any]], Iterator[Line]], tuple[str, ...]]] = {
    "article": (_articles, ("page", *Article.__slots__, "error")),
    "records": (_records, ("page", "url", "regions", "next_page", "total", "reason", "notes", "error")),
    "people": (_people, ("page", "url", "people", "error")),
}
"""Of each kind: the lines of a file, and the columns of a table of them."""


def sources_of(given: Sequence[str]) -> list[str]:
    """The files to work through: a list (.txt, .paths, also .gz) stands for the files it names, a folder for its own.

    Paths in a list count from where the command runs or, failing that, from the list's folder.
    """
    found: list[str] = []
    for item in given:
        if is_address(item):
            raise UsageError(f"{item}: shards are made of files; crawl addresses into a WARC file first")
        if item.lower().endswith(LISTS):
            found += _listed_in(Path(item))
            continue
        found += listed([item])
        if found[-1] == item and Path(item).is_dir():
            raise UnreadableInput(f"{item} holds no pages; give a folder of .html, .html.gz or WARC files")
    return list(dict.fromkeys(found))


def _listed_in(file: Path) -> Iterator[str]:
    try:
        with gzip.open(file) if file.name.endswith(".gz") else file.open("rb") as stream:
            text = stream.read(MAX_LIST).decode("utf-8", "replace")
    except (OSError, EOFError) as error:
        raise UnreadableInput(f"{file}: the list cannot be read: {error}") from error
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not lines:
        raise UnreadableInput(f"{file} names no files; put one path on each line")
    for line in lines:
        beside = file.parent / line
        yield line if Path(line).exists() or not beside.exists() else str(beside)


def shard_file(source: str, out: Path, format: str) -> Path:  # noqa: A002
    """Where the shard of a source lies: its name, and a digest that keeps namesakes of other folders apart."""
    path = Path(source)
    stem = path.name.removesuffix(".gz").removesuffix(".warc").removesuffix(".html")[:80]
    digest = hashlib.blake2b(str(path.resolve()).encode("utf-8", "replace"), digest_size=4).hexdigest()
    return out / f"{stem}-{digest}.{format}"


def make_shard(shard: Shard) -> Made:
    """Makes one shard; a source that cannot be read gives an error and no shard, so that a later run tries again."""
    lines_of, columns = KINDS[shard.kind]
    counts = {"pages": 0, "unread": 0}

    def lines() -> Iterator[Line]:
        for line in lines_of(shard.source, shard.settings):
            counts["pages"] += 1
            counts["unread"] += bool(line.get("error"))
            yield plain(line)

    try:
        if not Path(shard.source).is_file():
            raise UnreadableInput(f"{shard.source} is not there")
        if shard.format == "jsonl":
            write_lines(Path(shard.file), (json.dumps(line, ensure_ascii=False) for line in lines()))
        else:
            write_table(Path(shard.file), shard.format, columns, lines(), shard.kind)
    except MotherlodeError as error:
        return Made(shard.source, shard.file, error=error.message)
    return Made(shard.source, shard.file, counts["pages"], counts["unread"])


def extract_shards(
    kind: str,
    sources: Sequence[str],
    out: Path,
    *,
    format: str = "jsonl",  # noqa: A002
    settings: Mapping[str, Any] | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[Made]:
    """One shard for every source; those that are there already are skipped."""
    if format not in FORMATS:
        raise UsageError(unknown_name(format, FORMATS).replace("setting", "format", 1))
    if not sources:
        raise UsageError("no files were given; name WARC files, folders or a list of paths")
    progress = progress or Silent()
    executor = executor or InProcess()
    shards = [Shard(kind, s, str(shard_file(s, out, format)), format, dict(settings or {})) for s in sources]
    done = [Made(shard.source, shard.file, skipped=True) for shard in shards if Path(shard.file).exists()]
    left = [shard for shard in shards if not Path(shard.file).exists()]
    progress.begin(f"{kind} shards", len(shards))
    progress.advance(len(done), skipped=len(done))
    pages = 0
    for shard, answer in executor.run(make_shard, left):
        made = Made(shard.source, shard.file, error=answer.message) if isinstance(answer, MotherlodeError) else answer
        done.append(made)
        pages += made.pages
        if made.error:
            progress.note(f"error: {made.error}")
        progress.advance(1, pages=pages, failed=sum(bool(one.error) for one in done))
    progress.end()
    return sorted(done, key=lambda made: made.source)


def summary(made: Sequence[Made]) -> dict[str, Any]:
    """The run in numbers, and each shard."""
    return {
        "shards": len(made),
        "made": sum(not one.skipped and not one.error for one in made),
        "skipped": sum(one.skipped for one in made),
        "failed": sum(bool(one.error) for one in made),
        "pages": sum(one.pages for one in made),
        "unread": sum(one.unread for one in made),
        "files": [asdict(one) for one in made],
    }
