"""Extraction over many WARC files: one shard out for every file in, each whole or not there, so that a run can go on.

A shard is named after its file. What is there already is not made again; delete a shard to have it made anew.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import multiprocessing
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

from motherlode.app.cluster.spec import ClusterPlace, load_ray, parse_place, start_ray
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


T = TypeVar("T")
R = TypeVar("R")


class Executor(Protocol):
    """Runs a function on every item; answers come in the order in which they are ready."""

    workers: int

    def run(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[tuple[T, R | MotherlodeError]]:
        """Each item with its answer, or with the error of a worker that died over it."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class InProcess:
    """One after the other, here."""

    workers = 1

    def run(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[tuple[T, R | MotherlodeError]]:
        """Each item with its answer."""
        for item in items:
            yield item, function(item)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held."""


class Pool:
    """A pool of processes, forked from one that has the imports done."""

    def __init__(self, workers: int, preload: Sequence[str] = ()) -> None:
        self.workers = workers
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(list(preload))
        self._pool = self._made()

    def _made(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, mp_context=self._context)

    def run(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[tuple[T, R | MotherlodeError]]:
        """Each item with its answer; what was under way when a process died is tried once more, alone."""
        left = yield from self._round(function, items)
        for item in left:
            self._pool = self._made()
            for _ in (yield from self._round(function, [item])):
                yield item, MotherlodeError(f"a process died over {item}; it was left out")

    def _round(
        self, function: Callable[[T], R], items: Sequence[T]
    ) -> Generator[tuple[T, R | MotherlodeError], None, list[T]]:
        """The answers; as the generator's value, what broke with the pool."""
        futures: dict[Future[R], T] = {self._pool.submit(function, item): item for item in items}
        broken: list[T] = []
        for future in as_completed(futures):
            try:
                answer = future.result()
            except BrokenProcessPool:
                broken.append(futures[future])
            else:
                yield futures[future], answer
        return broken

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)


class RayTasks:
    """Tasks of a Ray cluster; a task whose worker died is run again by Ray."""

    def __init__(self, place: ClusterPlace) -> None:
        self._ray = load_ray()
        self._ours = start_ray(self._ray, place.address, place.workers)
        self.workers = place.workers or max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def run(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[tuple[T, R | MotherlodeError]]:
        """Each item with its answer."""
        task = self._ray.remote(num_cpus=1, max_retries=2)(function)
        waiting: dict[Any, T] = {}
        left = iter(items)
        for item in left:
            waiting[task.remote(item)] = item
            if len(waiting) >= 4 * self.workers:
                break
        while waiting:
            ready, _ = self._ray.wait(list(waiting), num_returns=1)
            for reference in ready:
                item = waiting.pop(reference)
                following = next(left, None)
                if following is not None:
                    waiting[task.remote(following)] = following
                yield item, self._answer(reference, item)

    def _answer(self, reference: Any, item: object) -> Any:
        try:
            return self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            reason = str(error).strip().splitlines()[-1][:300]
            return MotherlodeError(f"a worker failed over {item}: {reason}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._ours:
            self._ray.shutdown()


def make_executor(workers: int = 1, cluster: str = "", preload: Sequence[str] = ()) -> Executor:
    """Where many like pieces of work run: in this process, in a pool of processes, or as tasks of a Ray cluster.

    >>> with make_executor() as executor:
    ...     sorted(answer for _, answer in executor.run(abs, [-1, 2]))
    [1, 2]
    """
    if cluster:
        place = parse_place(cluster)
        if place.kind == "ray":
            return RayTasks(place)
        if place.kind != "local":
            raise UsageError(f"--cluster {cluster}: use local:N, ray, ray:N or ray://host:port")
        workers = place.workers
    return Pool(workers, preload) if workers > 1 else InProcess()
