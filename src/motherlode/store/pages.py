"""Pages of a project: what was fetched, where its bytes lie, and what was decided about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple, Unpack

from sqlalchemy import Connection, Engine, Row, bindparam, func, or_, select

from motherlode.model.evidence import Term, Verdict
from motherlode.sql.engine import reading, selected, streamed
from motherlode.store.query import Listed, Slicing, page_of
from motherlode.store.tables import pages


@dataclass(frozen=True, slots=True)
class StoredPage:
    """One page of the project with its verdict; the bytes lie in the archive at (warc_file, warc_offset)."""

    url: str
    final_url: str = ""
    status: int = 200
    fetched_at: str = ""
    content_type: str = ""
    encoding: str = ""
    warc_file: str = ""
    warc_offset: int = -1
    digest: str = ""
    simhash: int | None = None
    etag: str = ""
    last_modified: str = ""
    kept: bool = False
    code: str = ""
    reason: str = ""
    relativity: float | None = None
    terms: tuple[Term, ...] = field(default=())
    parent_url: str = ""
    depth: int = 0
    run: int | None = None
    changes: int = 0
    visits: int = 1
    next_due: str = ""


BY_RELEVANCE = ("related", "unrelated")
"""Codes of verdicts that the relevance decides."""


class JudgedPage(NamedTuple):
    """What a later judgement of a page needs to know."""

    url: str
    kept: bool
    warc_file: str
    warc_offset: int
    parent_url: str
    depth: int


class Print(NamedTuple):
    """What tells whether a kept page repeats another one."""

    url: str
    depth: int
    digest: str
    simhash: int | None
    code: str
    relativity: float | None


class HostCount(NamedTuple):
    """Pages of one host, and when the last of them was fetched."""

    fetched: int
    last_fetched: str


_REVISED = (
    pages.update()
    .where(pages.c.url == bindparam("at"))
    .values({name: bindparam(name) for name in ("kept", "code", "reason", "relativity")})
)


class Pages(Listed[StoredPage]):
    """The table of pages."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine, pages, _row, _page, "url")

    def get(self, urls: Sequence[str]) -> dict[str, StoredPage]:
        """The stored ones of these addresses."""
        found = selected(self.engine, select(pages).where(pages.c.url.in_(urls)))
        return {row.url: _page(row) for row in found}

    def judged(self, urls: Sequence[str]) -> list[JudgedPage]:
        """Of these addresses the pages that were kept or dropped by their relevance alone, in any order."""
        columns = [pages.c[name] for name in JudgedPage._fields]
        wanted = select(*columns).where(pages.c.url.in_(urls), pages.c.code.in_(BY_RELEVANCE))
        return [JudgedPage._make(row) for row in selected(self.engine, wanted)]

    def prints(self) -> list[Print]:
        """What tells repeated pages apart, of all that are kept, in any order."""
        columns = [pages.c[name] for name in Print._fields]
        return [Print._make(row) for row in selected(self.engine, select(*columns).where(pages.c.kept))]

    def revise(self, connection: Connection, verdicts: Iterable[tuple[str, Verdict]]) -> None:
        """New verdicts on stored pages with their scores as relativity, inside a transaction of the caller's."""
        rows = [
            {"at": url, "kept": v.kept, "code": v.code, "reason": v.reason, "relativity": v.score}
            for url, v in verdicts
        ]
        if rows:
            connection.execute(_REVISED, rows)

    def of_host(self, host: str) -> HostCount:
        """What was fetched from a host; found by the beginning of the addresses, which are sorted."""
        begins = [pages.c.url.between(f"{scheme}://{host}/", f"{scheme}://{host}0") for scheme in ("http", "https")]
        statement = select(func.count(), func.max(pages.c.fetched_at)).where(or_(*begins))
        with reading(self.engine) as connection:
            number, last = connection.execute(statement).one()
        return HostCount(number or 0, last or "")

    def all(self, *, kept: bool | None = None) -> Iterator[StoredPage]:
        """Every page, in the order of their addresses; `kept` limits to kept or dropped ones."""
        statement = select(pages).order_by(pages.c.url)
        if kept is not None:
            statement = statement.where(pages.c.kept == kept)
        return map(_page, streamed(self.engine, statement, 500))

    def shown(self, **wanted: Unpack[Slicing]) -> tuple[list[dict[str, Any]], int]:
        """A slice as plain values, for lists that people look at."""
        rows, total = page_of(self.engine, pages, **wanted)
        return [{**row._mapping, "terms": row.terms or []} for row in rows], total

    def counts(self) -> dict[str, int]:
        """How many pages there are by the code of their verdict."""
        found = selected(self.engine, select(pages.c.code, func.count()).group_by(pages.c.code))
        return {row[0]: row[1] for row in found}


_values = attrgetter(*StoredPage.__slots__)


def _row(page: StoredPage) -> dict[str, Any]:
    row = dict(zip(StoredPage.__slots__, _values(page), strict=True))
    row["final_url"] = page.final_url or page.url
    return row


def _page(row: Row[Any]) -> StoredPage:
    values = dict(row._mapping)
    values["terms"] = tuple(Term(**term) for term in values["terms"] or ())
    return StoredPage(**values)
