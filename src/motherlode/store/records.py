"""Record lists of a project, the wrappers that found them, and how their columns map to schemas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Engine, delete, select

from motherlode.model.evidence import Term
from motherlode.model.records import Column, Record, Region, Wrapper, wrapper_of
from motherlode.model.schema import ColumnMapping
from motherlode.sql.engine import first_row, selected, upsert, writing
from motherlode.store.tables import mappings, record_lists, records, wrappers


class Records:
    """The tables of record lists, wrappers and mappings."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def put(self, page: str, source: str, regions: Sequence[Region]) -> None:
        """Keeps the lists of a page in one transaction; lists of an earlier reading of the page are replaced."""
        with writing(self.engine) as connection:
            connection.execute(delete(records).where(records.c.page == page))
            connection.execute(delete(record_lists).where(record_lists.c.page == page))
            lists = [
                {
                    "page": page, "position": at, "source": source, "score": region.score, "path": region.path,
                    "columns": [asdict(column) for column in region.columns],
                }
                for at, region in enumerate(regions)
            ]  # fmt: skip
            rows = [
                {
                    "page": page, "list": at, "position": place, "texts": list(record.texts),
                    "fields": dict(record.fields), "links": list(record.links),
                }
                for at, region in enumerate(regions)
                for place, record in enumerate(region.records)
            ]  # fmt: skip
            upsert(connection, record_lists, lists)
            upsert(connection, records, rows)

    def forget(self, source: str) -> int:
        """Removes the lists of a source and its rule; gives the number of pages that had lists."""
        mine = select(record_lists.c.page).where(record_lists.c.source == source)
        with writing(self.engine) as connection:
            pages = set(connection.execute(mine).scalars())
            connection.execute(delete(records).where(records.c.page.in_(mine)))
            connection.execute(delete(record_lists).where(record_lists.c.source == source))
            connection.execute(delete(wrappers).where(wrappers.c.source == source))
        return len(pages)

    def sources(self) -> list[str]:
        """The sources of which record lists are kept."""
        found = selected(self.engine, select(record_lists.c.source).distinct().order_by(record_lists.c.source))
        return [source for (source,) in found]

    def lists(self, *, source: str | None = None) -> Iterator[tuple[str, str, Region]]:
        """(page, source, region) of the kept lists, in the order of their pages."""
        statement = select(record_lists).order_by(record_lists.c.page, record_lists.c.position)
        if source is not None:
            statement = statement.where(record_lists.c.source == source)
        found = selected(self.engine, statement)
        for row in found:
            yield row.page, row.source, self._region(row)

    def _region(self, row: Any) -> Region:
        statement = select(records).where(records.c.page == row.page, records.c.list == row.position)
        found = selected(self.engine, statement.order_by(records.c.position))
        return Region(
            score=row.score,
            path=row.path,
            columns=tuple(Column(**column) for column in row._mapping["columns"]),
            records=tuple(
                Record(texts=tuple(r.texts), fields=r._mapping["fields"], links=tuple(r.links)) for r in found
            ),
        )

    def keep_wrapper(self, wrapper: Wrapper, learned_at: str) -> None:
        """Keeps the rule of a source; an earlier one is replaced."""
        row = {"source": wrapper.source, "wrapper": asdict(wrapper), "learned_at": learned_at}
        with writing(self.engine) as connection:
            upsert(connection, wrappers, [row])

    def wrappers(self) -> list[tuple[Wrapper, str]]:
        """Every wrapper with the time it was learned."""
        found = selected(self.engine, select(wrappers).order_by(wrappers.c.source))
        return [(wrapper_of(row.wrapper), row.learned_at) for row in found]

    def wrapper(self, source: str) -> Wrapper | None:
        """The rule of a source, if one was learned."""
        row = first_row(self.engine, select(wrappers).where(wrappers.c.source == source))
        return wrapper_of(row.wrapper) if row else None

    def keep_mappings(self, schema: str, source: str, kept: Sequence[ColumnMapping]) -> None:
        """Keeps how a source's columns map to a schema; what a person corrected is not overwritten by a guess."""
        corrected = {m.column for m in self.mappings(schema, source) if m.corrected}
        rows = [
            {
                "schema": schema, "source": source, "column": m.column, "attribute": m.attribute, "score": m.score,
                "terms": [asdict(term) for term in m.terms], "corrected": m.corrected,
            }
            for m in kept
            if m.corrected or m.column not in corrected
        ]  # fmt: skip
        with writing(self.engine) as connection:
            upsert(connection, mappings, rows)

    def mappings(self, schema: str, source: str) -> list[ColumnMapping]:
        """The kept mappings of a source."""
        statement = select(mappings).where(mappings.c.schema == schema, mappings.c.source == source)
        found = selected(self.engine, statement.order_by(mappings.c.column))
        return [
            ColumnMapping(
                column=row._mapping["column"], attribute=row.attribute, score=row.score,
                terms=tuple(Term(**term) for term in row.terms), corrected=row.corrected,
            )
            for row in found
        ]  # fmt: skip
