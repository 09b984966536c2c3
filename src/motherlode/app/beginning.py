"""The first try of a topic, an address, a page or a file: what it is taken for, and what is in it."""

from __future__ import annotations

import asyncio
import contextlib
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motherlode.app.hidden.project import SiteLook, described_from, description_text, look_at
from motherlode.app.importing import EXCEL
from motherlode.app.project import Project
from motherlode.app.reading import article_of_page, people_of_page
from motherlode.app.records import FoundRecords, find_records
from motherlode.dom.tree import parse
from motherlode.errors import MotherlodeError, UnreadableInput
from motherlode.extract.article import NewsParams
from motherlode.extract.people import PeopleParams
from motherlode.extract.records import RecordParams
from motherlode.model.records import Column, Record, Region
from motherlode.pages.decode import decode
from motherlode.sources.tables import addresses_of, excel_rows, keywords_of, text_rows

UTF8 = "text/html; charset=utf-8"
ADDRESS = re.compile(
    r"(?:https?://|www\.)\S{1,2000}|[\w\-]{1,63}(?:\.[\w\-]{1,63}){0,5}\.[a-z]{2,24}(?:[:/]\S{0,2000})?",
    re.IGNORECASE,
)
WEIGHTED = re.compile(r"(.{1,200}):(\d{1,9}(?:\.\d{1,9})?)")
SURE = 0.5
"""Certainty of a list from which a page is taken for one, and not for an article. Looked at once on labelled pages:
94 of 99 articles and 79 of 79 lists are then taken for what they are."""

MOSTLY = 0.6
"""Share of a file's rows that must be addresses for the file to be a list of them."""

FIRST = 30
"""Pages of an archive that a try reads."""

PAGES, ARCHIVES = (".html", ".htm", ".xhtml"), (".warc", ".warc.gz")
TABLES = (".csv", ".tsv", ".txt", *EXCEL)
ASKED = 'input:not([type="hidden"]):not([type="submit"]):not([type="button"]):not([type="image"]), select, textarea'


@dataclass(frozen=True, slots=True)
class Given:
    """What somebody wrote or dropped into the box, and what it was taken for."""

    kind: str
    """topic, address, page (HTML), table (rows of records) or archive (pages)"""
    text: str = ""
    addresses: tuple[str, ...] = ()
    keywords: tuple[tuple[str, float], ...] = ()
    name: str = ""
    """the file's name, where it was a file"""
    body: bytes = b""
    table: Region | None = None


@dataclass(frozen=True, slots=True)
class Tried:
    """What one page holds: the kind that is shown first, and everything that was read."""

    kind: str
    """people, records, article or nothing"""
    article: dict[str, Any]
    found: FoundRecords
    people: list[dict[str, Any]]
    form: bool
    """whether the page is there to ask a database"""


def understood(text: str) -> Given:
    """What the text in the box means: HTML, one address, or words of a topic with the addresses to begin at.

    >>> understood("flood:2 dam https://news.example/").keywords
    (('flood', 2.0), ('dam', 1.0))
    """
    text = text.strip()
    if text.startswith("<"):
        return Given("page", text)
    addresses = tuple(match.group() for match in ADDRESS.finditer(text))
    words = [each for each in re.split(r"[\s,;，；、]+", ADDRESS.sub(" ", text)) if each]
    if not words and len(addresses) == 1:
        return Given("address", addresses=addresses)
    weighted = [(m.group(1), float(m.group(2))) if (m := WEIGHTED.fullmatch(word)) else (word, 1.0) for word in words]
    return Given("topic", text, addresses, tuple(weighted))


def understood_file(name: str, body: bytes) -> Given:
    """What a file holds: a page, an archive of pages, addresses, weighted words, or rows of records."""
    shown, ending = Path(name).name[:120] or "the file", name.lower()
    if ending.endswith(ARCHIVES) or body[:5] == b"WARC/":
        return Given("archive", name=shown, body=body)
    if ending.endswith((".jsonl", ".ndjson", ".json")):
        return Given("table", name=shown, table=_of_file(shown, body))
    if ending.endswith(TABLES):
        return _of_rows(shown, excel_rows(body, shown) if ending.endswith(EXCEL) else text_rows(body, shown))
    if ending.endswith(PAGES) or body.lstrip()[:1] == b"<":
        return Given("page", decode(body, "").text, name=shown)
    raise UnreadableInput(
        f"{shown} is no file that can be taken here; give a saved page (.html), an archive (.warc.gz), a list or a "
        "table (.txt, .csv, .xlsx) or records (.jsonl)"
    )


def _of_rows(name: str, rows: Sequence[Sequence[str]]) -> Given:
    if not rows:
        raise UnreadableInput(f"{name} is empty")
    addresses = addresses_of(rows).urls
    wide = max(len([cell for cell in row if cell]) for row in rows)
    if wide <= 2 and len(addresses) >= MOSTLY * len(rows):
        return Given("topic", addresses=addresses, name=name)
    numbered = all(len(row) < 2 or not row[1] or _is_number(row[1]) for row in rows[1:])
    if wide == 1 or (wide == 2 and numbered):
        words = keywords_of(rows).words
        return Given("topic", addresses=addresses, keywords=tuple((w.word, w.weight) for w in words), name=name)
    names = [cell or f"column {at}" for at, cell in enumerate(rows[0], 1)]
    records = [Record(texts=tuple(row), fields=dict(zip(names, row, strict=False))) for row in rows[1:]]
    return Given("table", name=name, table=_table([Column(each, label=each) for each in names], records))


def _is_number(text: str) -> bool:
    with contextlib.suppress(ValueError):
        return float(text) >= 0
    return False


def _of_file(name: str, body: bytes) -> Region:
    from motherlode.app.annotate.inputs import read_sources

    with tempfile.TemporaryDirectory(prefix="motherlode-given-") as folder:
        file = Path(folder) / f"given{Path(name).suffix.lower()}"
        file.write_bytes(body)
        source = read_sources([str(file)])[0]
    if not source.records:
        raise UnreadableInput(f'{name} holds no records; a line is an object such as {{"title": "Flood"}}')
    return _table(source.columns, source.records)


def _table(columns: Sequence[Column], records: Sequence[Record]) -> Region:
    return Region(score=1.0, path="", columns=tuple(columns), records=tuple(records), method="given")


def tried_page(text: str, url: str) -> Tried:
    """Reads a page every way, and says which way fits it best."""
    article = article_of_page(text, url, NewsParams())
    found = find_records(text.encode("utf-8", "replace"), UTF8, url or "given", RecordParams())
    people = _staff(text, url)
    asks = _asks(text)
    sure = bool(found.regions) and found.regions[0].score >= SURE
    if people:
        kind = "people"
    elif asks > 1 and found.regions and _is_form(text, found.regions[0]):
        kind = ""
    elif sure or (found.regions and not article["content"] and not asks):
        kind = "records"
    else:
        kind = "article" if article["content"] else ""
    return Tried(kind, article, found, people, form=asks > 1 or (asks > 0 and kind != "article"))


def _is_form(text: str, region: Region) -> bool:
    """Whether a list is the lines of a form: they hold fields and lead nowhere."""
    tree = parse(text)

    def held(*names: str) -> int:
        places = [node for name in names for node in tree.found(name)]
        return sum(first <= node < end for node in places for first, end in (r.nodes for r in region.records))

    return held("input", "select", "textarea") > 1 and not held("a")


def _staff(text: str, url: str) -> list[dict[str, Any]]:
    """The people of a page of staff; none where only a few names were met, or names without titles."""
    try:
        found = people_of_page(text, url, PeopleParams())
    except MotherlodeError:
        return []
    titled = [person for person in found if person.get("title")]
    return found if len(titled) >= 3 and len(titled) * 2 >= len(found) else []


def _asks(text: str) -> int:
    """The most fields that one form of the page has for a question; forms with a password are for members."""
    try:
        forms = parse(text).parser.css("form")
    except MotherlodeError:
        return 0
    return max((len(form.css(ASKED)) for form in forms if not form.css('input[type="password"]')), default=0)


def tried_form(url: str, allow_private: bool) -> tuple[str, SiteLook]:
    """Asks the database behind a form; gives a description that runs, and what the database shows."""
    with tempfile.TemporaryDirectory(prefix="motherlode-try-") as folder:
        project = Project.create(Path(folder) / "try", {"project": {"allow_private": allow_private}})
        try:
            name = asyncio.run(described_from(project, url))
            return description_text(project, name), look_at(project, name)
        finally:
            project.close()


def tried_archive(name: str, body: bytes) -> list[dict[str, Any]]:
    """The articles among the first pages of an archive."""
    from motherlode.app.inputs import Unread, pages_of

    ending = ".warc.gz" if body[:2] == b"\x1f\x8b" else ".warc"
    read: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="motherlode-given-") as folder:
        file = Path(folder) / f"given{ending}"
        file.write_bytes(body)
        for at, page in enumerate(pages_of([str(file)])):
            if at == FIRST:
                break
            if isinstance(page, Unread):
                continue
            article = article_of_page(decode(page.body, page.content_type).text, page.url, NewsParams())
            if article["content"]:
                read.append(article)
    if not read:
        raise UnreadableInput(f"no article was found on the first {FIRST} pages of {name}")
    return read
