"""Slices of a table, sorted, filtered, counted and searched in the database, so that large tables stay quick.

Articles are searched by SQLite's FTS5 or PostgreSQL's tsvector, kept up to date by the database itself. A query asks
for every one of its words. A word is reduced to its stem and matches what begins with it, so that 'floods' finds
'flooding'. Chinese, Japanese and Korean are indexed by characters and asked for as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Literal, TypedDict, TypeVar, Unpack

from sqlalchemy import (
    Connection,
    Engine,
    Row,
    Select,
    String,
    Table,
    Text,
    and_,
    bindparam,
    cast,
    func,
    or_,
    select,
    text,
)
from sqlalchemy.sql.elements import ColumnElement

from motherlode.errors import UsageError
from motherlode.model.params import unknown_name
from motherlode.sql.engine import WITHOUT_BLANKS, reading, selected, upsert, writing
from motherlode.text.words import stem, words

_SQLITE = (
    "CREATE TABLE article_numbers (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE)",
    "CREATE VIRTUAL TABLE article_search USING fts5(words, content='', tokenize='unicode61 remove_diacritics 2')",
    "INSERT INTO article_numbers(url) SELECT url FROM articles",
    """INSERT INTO article_search(rowid, words) SELECT article_numbers.id, separated(title || ' ' || content)
    FROM articles JOIN article_numbers ON article_numbers.url = articles.url""",
    """CREATE TRIGGER article_search_added AFTER INSERT ON articles BEGIN
    INSERT OR IGNORE INTO article_numbers(url) VALUES (new.url);
    INSERT INTO article_search(rowid, words) VALUES (
        (SELECT id FROM article_numbers WHERE url = new.url), separated(new.title || ' ' || new.content)); END""",
    """CREATE TRIGGER article_search_removed AFTER DELETE ON articles BEGIN
    INSERT INTO article_search(article_search, rowid, words) VALUES ('delete',
        (SELECT id FROM article_numbers WHERE url = old.url), separated(old.title || ' ' || old.content));
    DELETE FROM article_numbers WHERE url = old.url; END""",
    """CREATE TRIGGER article_search_changed AFTER UPDATE OF title, content ON articles BEGIN
    INSERT INTO article_search(article_search, rowid, words) VALUES ('delete',
        (SELECT id FROM article_numbers WHERE url = old.url), separated(old.title || ' ' || old.content));
    INSERT INTO article_search(rowid, words) VALUES (
        (SELECT id FROM article_numbers WHERE url = new.url), separated(new.title || ' ' || new.content)); END""",
)
"""Rows of the index are numbered apart, since SQLite may renumber the articles' own rows. `separated` is a function
that every connection of `sql.engine` has."""

_POSTGRES = (
    f"""CREATE OR REPLACE FUNCTION motherlode_separated(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT left(regexp_replace(given, '([{WITHOUT_BLANKS}])', ' \\1 ', 'g'), 250000) $$""",
    "ALTER TABLE articles ADD COLUMN IF NOT EXISTS search tsvector",
    "UPDATE articles SET search = to_tsvector('simple', motherlode_separated(title || ' ' || content))",
    "CREATE INDEX IF NOT EXISTS articles_search ON articles USING gin (search)",
    """CREATE OR REPLACE FUNCTION motherlode_article_search() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    new.search := to_tsvector('simple', motherlode_separated(new.title || ' ' || new.content)); RETURN new; END $$""",
    """CREATE OR REPLACE TRIGGER article_search BEFORE INSERT OR UPDATE OF title, content ON articles
    FOR EACH ROW EXECUTE FUNCTION motherlode_article_search()""",
)
"""PostgreSQL takes no more than a megabyte of words for one row, so that only the beginning of a giant is indexed."""

_RUN = re.compile(f"[{WITHOUT_BLANKS}]+")


def create(connection: Connection) -> None:
    """The index over what is stored already, and the triggers that keep it."""
    for statement in _SQLITE if connection.dialect.name == "sqlite" else _POSTGRES:
        connection.exec_driver_sql(statement)


def asked_phrases(query: str) -> list[list[str]]:
    """What a query asks for: each word as the beginning that it must have, each run of characters as it stands.

    >>> asked_phrases("the floods of 新闻")
    [['新', '闻'], ['flood']]
    """
    runs = [list(run) for run in _RUN.findall(query)]
    rest = _RUN.sub(" ", query)
    found = words(rest, language="en", numbers=True) or words(rest, language="en", numbers=True, stop=False)
    return runs + [[stem(word)] for word in dict.fromkeys(found)]


def condition(engine: Engine, query: str) -> ColumnElement[bool]:
    """Articles that have all that the query asks for; none where it asks for nothing."""
    asked = asked_phrases(query)
    if not asked:
        return text("1 = 0")  # type: ignore[return-value]
    if engine.dialect.name == "sqlite":
        given = " AND ".join(f'"{" ".join(each)}"' + ("" if _RUN.match(each[0]) else "*") for each in asked)
        statement = (
            "articles.url IN (SELECT url FROM article_numbers WHERE id IN "
            "(SELECT rowid FROM article_search WHERE article_search MATCH :asked))"
        )
    else:
        given = " & ".join(f"({' <-> '.join(map(_lexeme, each))})" for each in asked)
        statement = "articles.search @@ to_tsquery('simple', :asked)"
    return text(statement).bindparams(asked=given)  # type: ignore[return-value]


def _lexeme(word: str) -> str:
    quoted = word.replace("\\", "\\\\").replace("'", "''")
    return f"'{quoted}'" + ("" if _RUN.match(word) else ":*")


T = TypeVar("T")
Operator = Literal["contains", "equals", "from", "to", "search"]


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on one column."""

    column: str
    operator: Operator
    value: str | float | bool


@dataclass(frozen=True, slots=True)
class Behind:
    """The row after which a slice begins: its value in the sorted column, and its key."""

    value: Any
    key: str


SEARCH = "text"
"""The name under which whole articles are searched for words; it is no column."""


class Slicing(TypedDict, total=False):
    """Which rows of a table are wanted, and in which order; the names are those of `page_of`."""

    offset: int
    limit: int
    sort: str
    filters: Sequence[Filter]
    behind: Behind | None


def page_of(
    engine: Engine, table: Table, *, offset: int = 0, limit: int = 100, sort: str = "-relativity",
    filters: Sequence[Filter] = (), behind: Behind | None = None, columns: Sequence[str] = (),
) -> tuple[list[Row[Any]], int]:  # fmt: skip
    """Rows `offset` … `offset + limit` in the order of `sort` ('-name' for descending), and the number of all.

    With `behind` the slice begins after that row instead of after `offset` rows, however many were added meanwhile.
    `columns` limits the rows to what is wanted of them: long texts and lists that nobody shows are not read.
    The primary key breaks ties, so that slices do not overlap. Which rows are wanted is found in the table's
    indexes alone; only those rows, with their long texts, are then read.
    """
    passed = max(0, offset) if behind is None else 0
    if filters or behind is not None:
        conditions = [_condition(engine, table, each) for each in filters]
        narrowed = [_behind(table, sort, behind)] if behind is not None else []
        count, read = _statements(table, sort, tuple(columns), conditions, narrowed)
    else:
        count, read = _plain_statements(table, sort, tuple(columns))
    with reading(engine) as connection:
        total = connection.execute(count).scalar() or 0
        rows = list(connection.execute(read, {"passed_over": passed, "at_most": max(0, limit)}))
    return rows, total


@lru_cache(maxsize=256)
def _plain_statements(table: Table, sort: str, columns: tuple[str, ...]) -> tuple[Select[Any], Select[Any]]:
    """Lists without conditions are asked for again and again: writing their statements costs more than asking."""
    return _statements(table, sort, columns, (), ())


def _statements(
    table: Table, sort: str, columns: tuple[str, ...], conditions: Sequence[ColumnElement[bool]],
    narrowed: Sequence[ColumnElement[bool]],
) -> tuple[Select[Any], Select[Any]]:  # fmt: skip
    """The statement that counts the rows that meet the conditions, and the one that reads a slice of them."""
    order = _order(table, sort)
    keys = list(table.primary_key.columns)
    slice_of = select(*keys).where(*conditions, *narrowed).order_by(*order)
    wanted = slice_of.offset(bindparam("passed_over")).limit(bindparam("at_most")).subquery()
    matches = and_(*(key == wanted.c[key.name] for key in keys))
    shown = [table.c[name] for name in columns or table.c.keys()]
    count = select(func.count()).select_from(table).where(*conditions)
    return count, select(*shown).join(wanted, matches).order_by(*order)


MONTH = "month"
"""The name under which articles are counted by the month of their publication; it is no column."""


def facet_of(
    engine: Engine, table: Table, column: str, *, filters: Sequence[Filter] = (), limit: int = 10
) -> list[tuple[Any, int]]:
    """The most frequent values of a column among the rows that meet the conditions, with their numbers of rows."""
    if column == MONTH and "published" in table.c:
        value: ColumnElement[Any] = func.substr(table.c.published, 1, 7)
    else:
        value = _column(table, column)
    number = func.count()
    conditions = [_condition(engine, table, each) for each in filters]
    statement = select(value, number).select_from(table).where(*conditions).group_by(value)
    found = selected(engine, statement.order_by(number.desc(), value).limit(limit))
    return [(row[0], row[1]) for row in found]


SLICE = 500
"""Rows read at once when all that meet a condition are wanted: few enough for memory, many enough for speed."""


class Listed(Generic[T]):
    """A table of values by their addresses: kept, sorted, filtered, counted; `order` is the usual one of all."""

    def __init__(
        self, engine: Engine, table: Table, to_row: Callable[[T], Mapping[str, Any]],
        from_row: Callable[[Row[Any]], T], order: str,
    ) -> None:  # fmt: skip
        self.engine = engine
        self._table, self._to_row, self._from_row, self._order = table, to_row, from_row, order

    def put(self, values: Iterable[T]) -> None:
        """Keeps values in one transaction; one that is there already is replaced."""
        with writing(self.engine) as connection:
            self.write(connection, values)

    def write(self, connection: Connection, values: Iterable[T]) -> None:
        """The same inside a transaction of the caller's."""
        upsert(connection, self._table, map(self._to_row, values))

    def facet(self, column: str, filters: Sequence[Filter] = (), limit: int = 10) -> Sequence[tuple[Any, int]]:
        """The most frequent values of a column among what meets the conditions, with how often each is there."""
        return facet_of(self.engine, self._table, column, filters=filters, limit=limit)

    def matching(self, filters: Sequence[Filter], sort: str = "") -> Iterator[T]:
        """Everything that meets the conditions, in the order asked for, read in slices."""
        at, total = 0, 1
        while at < total:
            values, total = self.list(offset=at, limit=SLICE, sort=sort or self._order, filters=filters)
            yield from values
            at += SLICE

    def list(self, **wanted: Unpack[Slicing]) -> tuple[list[T], int]:
        """A slice of the values and how many there are in all."""
        rows, total = page_of(self.engine, self._table, **wanted)
        return [self._from_row(row) for row in rows], total


def _order(table: Table, sort: str) -> list[ColumnElement[Any]]:
    """The sorted column, then the key in the same direction: so an index over both gives the order as it stands."""
    descending, column = sort.startswith("-"), _column(table, sort.removeprefix("-"))
    keys = [key for key in table.primary_key.columns if key is not column]
    order: list[ColumnElement[Any]] = [each.desc() if descending else each.asc() for each in (column, *keys)]
    if getattr(column, "nullable", False):
        order[0] = order[0].nulls_last()
    return order


def _behind(table: Table, sort: str, last: Behind) -> ColumnElement[bool]:
    """Rows that come after a given one in the order of `_order`; a missing value comes last."""
    descending, column = sort.startswith("-"), _column(table, sort.removeprefix("-"))
    key = next(iter(table.primary_key.columns))
    after_key = key < last.key if descending else key > last.key
    if column is key:
        return after_key
    if last.value is None:
        return and_(column.is_(None), after_key)
    further = column < last.value if descending else column > last.value
    found = or_(further, and_(column == last.value, after_key))
    return or_(found, column.is_(None)) if getattr(column, "nullable", False) else found


def _column(table: Table, name: str) -> ColumnElement[Any]:
    if name not in table.c:
        raise UsageError(unknown_name(name, list(table.c.keys())).replace("setting", "column", 1))
    return table.c[name]


def _condition(engine: Engine, table: Table, wanted: Filter) -> ColumnElement[bool]:
    if wanted.operator == "search":
        if table.name != "articles":
            raise UsageError(f"only articles can be searched for words, not {table.name}")
        return condition(engine, str(wanted.value))
    column = _column(table, wanted.column)
    if wanted.operator == "contains":
        escaped = str(wanted.value).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        text = column if isinstance(column.type, String) else cast(column, Text)
        if engine.dialect.name == "sqlite":  # its LIKE knows no case; lower() on every row would double the time
            return text.like(f"%{escaped}%", escape="\\")
        return text.ilike(f"%{escaped}%", escape="\\")
    if wanted.operator == "equals":
        return column == wanted.value
    if wanted.operator == "from":
        return column >= wanted.value
    return column <= wanted.value
