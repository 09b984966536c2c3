"""Documents for the application layer: lines of JSONL files, articles of WARC files, or those of a project.

Rules for what is missing or odd, each noted on the document:
no date, or one more than a day in the future: undated; no zone: UTC; no source: the host of its address;
no id: its address, else its line; an id that came before: numbered; neither title nor text: a story of its own.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from motherlode.app.shards import LISTS, extract_shards, make_executor, sources_of
from motherlode.errors import UnreadableInput
from motherlode.model.article import NewsItem
from motherlode.model.documents import Document, Edit, UnreadLine
from motherlode.model.ports import Progress
from motherlode.store.query import Filter
from motherlode.store.watch import WatchStore
from motherlode.text.urls import host_of

if TYPE_CHECKING:
    from motherlode.app.project import Project

FUTURE = timedelta(days=1)
"""A date further ahead than this is a mistake; a day allows for zones."""
MAX_TEXT = 2_000_000
"""Characters of a text that are kept."""
ARCHIVES = (".warc", ".warc.gz", *LISTS)
EDITS: tuple[Literal["edited", "corrected", "silent-edit"], ...] = ("edited", "corrected", "silent-edit")
MOST_EDITS = 100_000
"""Changes of a kind that are taken into account, the newest first."""
_DATE = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})")
_YEARS = range(1, 10_000)


def read_jsonl(
    file: Path, now: datetime, seen: dict[str, int] | None = None
) -> tuple[list[Document], list[UnreadLine]]:  # fmt: skip
    """The documents of a JSONL file in order, and the lines that could not be read.

    `seen` counts the ids that came before, in this file or in those before it.
    """
    documents: list[Document] = []
    bad: list[UnreadLine] = []
    seen = {} if seen is None else seen
    for number, line in enumerate(_lines(file), 1):
        if not line.strip():
            continue
        try:
            values = json.loads(line)
        except (ValueError, RecursionError) as error:
            bad.append(UnreadLine(number, f"{file}, line {number}: not JSON ({error})"))
            continue
        if not isinstance(values, dict):
            bad.append(UnreadLine(number, f"{file}, line {number}: a JSON object was expected"))
        elif values.get("error"):
            bad.append(UnreadLine(number, f"{file}, line {number}: {values['error']}"))
        else:
            documents.append(_unique(document_of(values, now, f"line-{number}"), seen))
    if not documents and not bad:
        raise UnreadableInput(f"{file} holds no documents; give one JSON object a line with id, title, content")
    return documents, bad


def _lines(file: Path) -> Iterator[str]:
    try:
        with file.open(encoding="utf-8-sig", errors="replace", newline="\n") as lines:
            yield from lines
    except OSError as error:
        raise UnreadableInput(f"{file} cannot be read: {error.strerror or error}") from error


def _unique(document: Document, seen: dict[str, int]) -> Document:
    count = seen.get(document.id, 0) + 1
    seen[document.id] = count
    if count == 1:
        return document
    renamed = f"{document.id}#{count}"
    return replace(document, id=renamed, remarks=(*document.remarks, f"the id {document.id} came before"))


def document_of(values: Mapping[str, Any], now: datetime, fallback: str) -> Document:
    """A document from a line's values; keys of `extract article --jsonl` are understood too."""
    url = _text(values.get("url"))
    named = values.get("id")
    identity = _text(named) if named not in (None, "") else url or _text(values.get("page")) or fallback
    published, remark = read_date(values.get("published"), now)
    title, content = _text(values.get("title")), _text(values.get("content") or values.get("text"))[:MAX_TEXT]
    remarks = [remark] if remark else []
    if not title and not content:
        remarks.append("no text")
    source = _text(values.get("source")) or host_of(url)
    if not source:
        remarks.append("no source")
    return Document(
        id=identity,
        title=title,
        content=content,
        published=published,
        source=source,
        url=url,
        authors=tuple(_texts(values.get("authors"))),
        language=_text(values.get("language")),
        links=tuple(_texts(values.get("links"))),
        remarks=tuple(remarks),
    )


def read_date(value: object, now: datetime) -> tuple[datetime | None, str]:
    """The moment with its zone, and a remark when it was not taken as it stands."""
    if value is None or value == "":
        return None, "no date"
    try:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            moment = datetime.fromtimestamp(float(value), UTC)
        else:
            moment = _iso(str(value).strip())
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        ahead = moment - now
    except (ValueError, OverflowError, OSError):
        return None, f"not a date: {str(value)[:40]}"
    if ahead > FUTURE:
        return None, f"date in the future: {str(value)[:40]}"
    return moment, ""


def _iso(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        found = _DATE.match(text)
        if not found or int(found[1]) not in _YEARS:
            raise
        return datetime(int(found[1]), int(found[2]), int(found[3]), tzinfo=UTC)


def _text(value: object) -> str:
    """A text of whatever stands there; nothing for what is no text or number."""
    if isinstance(value, str):
        return value.strip()
    return str(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else ""


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        value = [value]
    if isinstance(value, (list, tuple)):
        for item in value:
            text = _text(item.get("url") if isinstance(item, Mapping) else item)
            if text:
                yield text


def documents_of_project(project: Project, now: datetime) -> list[Document]:
    """A project's articles as documents, with the changes that watching saw until now."""
    return documents_of_articles(project.store.articles.all(), now, _edits(WatchStore(project.engine), now))


def _edits(store: WatchStore, now: datetime) -> dict[str, list[Edit]]:
    """The changes of every address, the oldest first."""
    found: dict[str, list[Edit]] = defaultdict(list)
    for kind in EDITS:
        changes, _ = store.changes(limit=MOST_EDITS, filters=[Filter("kind", "equals", kind)])
        for change in changes:
            if change.seen_at <= now:
                found[change.url].append(Edit(kind, change.seen_at, change.what))
    return {url: sorted(edits, key=lambda edit: edit.seen_at) for url, edits in found.items()}


def documents_of_articles(
    items: Iterable[NewsItem], now: datetime, edits: Mapping[str, Sequence[Edit]] = MappingProxyType({})
) -> list[Document]:
    """A project's articles as documents; the address is the id, and `edits` their changes by address."""
    made: list[Document] = []
    for item in items:
        article = item.article
        published, remark = read_date(article.published, now)
        made.append(
            Document(
                id=article.url,
                title=article.title,
                content=article.content[:MAX_TEXT],
                published=published,
                source=article.source or host_of(article.url),
                url=article.url,
                authors=article.authors,
                language=article.language,
                links=tuple(link.url for link in article.links),
                remarks=(remark,) if remark else (),
                edits=tuple(edits.get(article.url, ())),
            )
        )
    return made


def is_archive(where: Path) -> bool:
    """Whether the articles have to be extracted first: a WARC file, a list of paths, or a folder of WARC files."""
    if where.is_dir():
        return not any(where.glob("*.jsonl")) and any(_archives_in(where))
    return where.name.lower().endswith(ARCHIVES)


def _archives_in(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.name.lower().endswith((".warc", ".warc.gz"))]


def extracted(
    where: Path, out: Path, workers: int, cluster: str, progress: Progress
) -> tuple[list[Path], list[UnreadLine]]:
    """The shards of articles of `where`, made in `out` where they are not there yet, and the files that failed.

    WARC files are extracted one shard each, so that a run that was stopped goes on where it was.
    """
    sources = [str(file) for file in sorted(_archives_in(where))] if where.is_dir() else sources_of([str(where)])
    modules = ("motherlode.app.shards", "motherlode.app.extract.articles")
    with make_executor(workers, cluster, modules) as executor:
        made = extract_shards("article", sources, out, executor=executor, progress=progress)
    return [Path(one.file) for one in made if not one.error], [UnreadLine(0, one.error) for one in made if one.error]


def shards_in(folder: Path) -> list[Path]:
    """The JSONL files of a folder."""
    found = sorted(folder.glob("*.jsonl"))
    if not found:
        raise UnreadableInput(f"{folder} is neither a project nor a folder of JSONL or WARC files")
    return found


def read_files(files: Sequence[Path], now: datetime) -> tuple[list[Document], list[UnreadLine]]:
    """The documents of all files, in order; an id that came before in any of them is numbered."""
    documents: list[Document] = []
    unread: list[UnreadLine] = []
    seen: dict[str, int] = {}
    for file in files:
        found, failed = read_jsonl(file, now, seen)
        documents += found
        unread += failed
    return documents, unread
