"""The ledger of a hidden database: append-only, a leaf and its rows are one transaction (kill −9 loses no leaf)."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from sqlalchemy import (
    ColumnElement,
    Engine,
    Executable,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    delete,
    func,
    insert,
    literal,
    select,
    update,
)  # fmt: skip

from motherlode.hidden.plan import History, narrowed
from motherlode.model.hidden import Box, Leaf, Points
from motherlode.sql.engine import chunked, selected, streamed, upsert, writing
from motherlode.sql.migrations import migrate, table
from motherlode.text.cells import cell_text

_metadata = MetaData()
_RUN, _BOX = {"run": String(64)}, {"box": String(500)}
runs = table("hidden_runs", _metadata, _RUN, {"facts": Text})
leaves = table(
    "hidden_leaves", _metadata, _RUN | _BOX,
    {"rows": Integer, "count": Integer, "overflow": Integer, "digest": String(64), "sort": Integer,
     "descending": Integer, "kind": String(16), "points": LargeBinary},
    optional=("count", "sort"),
)  # fmt: skip
rows_table = table("hidden_rows", _metadata, _RUN | {"id": String(500)}, _BOX | {"data": Text})
Index("ix_hidden_rows_box", rows_table.c.box)
splits = table("hidden_splits", _metadata, _RUN | _BOX, {"axis": Integer})
_STREAMED = 2000
"""Rows that are fetched at a time."""


def digest_of(ids: Sequence[str]) -> str:
    """A digest of a set of ids, whatever their order."""
    return hashlib.sha256("\n".join(sorted(ids)).encode()).hexdigest()


def row_digest(row: Mapping[str, Any]) -> bytes:
    """A digest of a whole row, the same whether it stands in JSON lines or in CSV."""
    cells = sorted((name, text) for name, value in row.items() if (text := cell_text(value)))
    return hashlib.sha256(json.dumps(cells, ensure_ascii=False).encode("utf-8", "surrogatepass")).digest()


def rows_digest(digests: Iterable[bytes]) -> str:
    """A digest of rows by their digests, whatever their order."""
    return hashlib.sha256(b"".join(sorted(digests))).hexdigest()


_BEFORE = "#before"
"""What stands behind the name of a run in the copy of its rows that an update compares with."""

SEEN = "seen "
"""What stands before the box of a row that an answer showed and no leaf holds so far."""


class Ledger:
    """The ledger of one run in an engine."""

    def __init__(self, engine: Engine, run: str) -> None:
        self.engine, self.run = engine, run
        migrate(engine, "hidden", [_metadata.create_all])

    def _mine(self, table: Table, box: Box | None = None) -> ColumnElement[bool]:
        """The rows of a table that belong to the run, or to one box of it."""
        mine = table.c.run == self.run
        return mine if box is None else mine & (table.c.box == _text(box))

    def _do(self, *statements: Executable) -> None:
        """Carries statements out in one transaction."""
        with writing(self.engine) as connection:
            for statement in statements:
                connection.execute(statement)

    def clear(self) -> None:
        """Forgets the run."""
        self._do(*(delete(table).where(self._mine(table)) for table in (rows_table, leaves, splits, runs)))

    def facts(self) -> dict[str, Any] | None:
        """What the probe found when the run began; None for a run that was never begun."""
        found = selected(self.engine, select(runs.c.facts).where(self._mine(runs)))
        return json.loads(found[0].facts) if found else None

    def begin(self, facts: dict[str, Any]) -> None:
        """Keeps what the probe found."""
        with writing(self.engine) as connection:
            upsert(connection, runs, [{"run": self.run, "facts": json.dumps(facts)}])

    def add(
        self, leaf: Leaf, ids: Sequence[str], data: Sequence[dict[str, Any]], points: Points, *, kind: str = "leaf",
        opened: Mapping[Box, int] | None = None,
    ) -> None:  # fmt: skip
        """A leaf with its rows in one transaction; a leaf that is read again replaces its rows."""
        box = _text(leaf.box)
        made = {
            "run": self.run, "box": box, "rows": leaf.rows, "count": leaf.count, "overflow": int(leaf.overflow),
            "digest": leaf.digest or digest_of(ids), "sort": leaf.sort, "descending": int(leaf.descending),
            "kind": kind, "points": zlib.compress(np.ascontiguousarray(points, dtype=np.int64).tobytes(), 1),
        }  # fmt: skip
        with writing(self.engine) as connection:
            connection.execute(delete(rows_table).where(self._mine(rows_table, leaf.box)))
            upsert(connection, rows_table, self._rows(box, ids, data))
            upsert(connection, leaves, [made])
            if opened:
                found = [{"run": self.run, "box": _text(b), "axis": axis} for b, axis in opened.items()]
                upsert(connection, splits, found)

    def see(self, box: Box, ids: Sequence[str], data: Sequence[dict[str, Any]]) -> None:
        """Rows of an answer that is no leaf: kept unless they are there already, until a leaf shows them."""
        made = self._rows(SEEN + _text(box), ids, data)
        with writing(self.engine) as connection:
            upsert(connection, rows_table, made, update=())

    def _rows(self, where: str, ids: Sequence[str], data: Sequence[dict[str, Any]]) -> Iterator[dict[str, str]]:
        for name, row in zip(ids, data, strict=True):
            yield {"run": self.run, "id": name, "box": where, "data": json.dumps(row)}

    def strays(self) -> list[tuple[str, Box, dict[str, Any]]]:
        """Rows that an answer showed and no leaf holds: id, the box that was asked for, the row."""
        wanted = select(rows_table.c.id, rows_table.c.box, rows_table.c.data).where(self._mine(rows_table))
        found = selected(self.engine, wanted.where(rows_table.c.box.like(SEEN + "%")))
        return [(name, _box(box.removeprefix(SEEN)), json.loads(data)) for name, box, data in found]

    def forget(self, ids: Sequence[str]) -> None:
        """Rows that are not in the table any more."""
        self._do(*(delete(rows_table).where(self._mine(rows_table), rows_table.c.id == name) for name in ids))

    def move(self, ids: Sequence[str], box: Box) -> None:
        """Rows that belong to a leaf which was read before them."""
        found = select(func.count()).select_from(rows_table).where(self._mine(rows_table, box)).scalar_subquery()
        moved = update(rows_table).where(self._mine(rows_table)).values(box=_text(box))
        self._do(
            *(moved.where(rows_table.c.id.in_(part)) for part in chunked(ids, 500)),
            update(leaves).where(self._mine(leaves, box)).values(rows=found),
        )

    def known(self, ids: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Of the given ids those that are kept, with where they stand and their data."""
        wanted = select(rows_table.c.id, rows_table.c.box, rows_table.c.data).where(self._mine(rows_table))
        found = (selected(self.engine, wanted.where(rows_table.c.id.in_(part))) for part in chunked(ids, 500))
        return {name: (box, data) for part in found for name, box, data in part}

    def clashing(self, leaf: Box, ids: Sequence[str], data: Sequence[dict[str, Any]]) -> dict[str, Box]:
        """The ids that name another row already, which stands in another leaf: its box.

        Such an id does not tell rows apart, or its row has changed and moved.
        """
        box = _text(leaf)
        rows = dict(zip(ids, data, strict=True))
        return {
            name: _box(where)
            for name, (where, kept) in self.known(ids).items()
            if where != box and not where.startswith(SEEN) and json.loads(kept) != json.loads(json.dumps(rows[name]))
        }

    def digest(self) -> str:
        """The digest of all rows as they are written out."""
        return rows_digest(row_digest(row) for row in self.rows())

    def release(self, box: Box) -> None:
        """A leaf that is not believed any more: its rows stay, as rows that an answer has shown."""
        seen = update(rows_table).where(self._mine(rows_table, box)).values(box=SEEN + _text(box))
        self._do(seen, delete(leaves).where(self._mine(leaves, box)))

    def widen(self, axis: int, old: tuple[int, int], new: tuple[int, int]) -> None:
        """An axis has become wider: what was asked without it is asked without it still."""
        with writing(self.engine) as connection:
            for table in (leaves, rows_table, splits):
                mine = self._mine(table)
                for (text,) in connection.execute(select(table.c.box).where(mine).distinct()).all():
                    seen = SEEN if text.startswith(SEEN) else ""
                    box = _box(text.removeprefix(SEEN))
                    if box[axis] == old:
                        wider = seen + _text(narrowed(box, axis, *new))
                        connection.execute(update(table).where(mine, table.c.box == text).values(box=wider))

    def add_part(self, box: Box, axes: int) -> None:
        """A box of which not all rows can be read, without any row so far."""
        self.add(Leaf(box, 0), [], [], np.zeros((0, axes), dtype=np.int64), kind="part")

    def promote(self, box: Box) -> None:
        """A part that proves to be all there is becomes a leaf."""
        made = update(leaves).values(kind="leaf", descending=0, sort=None, overflow=0)
        self._do(made.where(self._mine(leaves, box)))

    def drop(self, box: Box) -> None:
        """Forgets a leaf and its rows: it will be read anew."""
        self._do(*(delete(table).where(self._mine(table, box)) for table in (rows_table, leaves)))

    def leaves(self, kind: str = "leaf") -> list[Leaf]:
        """The leaves of a kind in the order of their boxes."""
        found = selected(self.engine, select(leaves).where(self._mine(leaves), leaves.c.kind == kind))
        return sorted((_leaf(row) for row in found), key=lambda leaf: leaf.box)

    def leaf(self, box: Box) -> Leaf:
        """The leaf of a box that is kept."""
        return _leaf(selected(self.engine, select(leaves).where(self._mine(leaves, box)))[0])

    def has(self, box: Box) -> bool:
        """Whether a leaf of this box is kept."""
        return bool(selected(self.engine, select(leaves.c.rows).where(self._mine(leaves, box))))

    def points(self, box: Box) -> Points:
        """The coordinates of a leaf's rows."""
        found = selected(self.engine, select(leaves.c.points).where(self._mine(leaves, box)))
        made = np.frombuffer(zlib.decompress(found[0].points) if found else b"", dtype=np.int64)
        return made.reshape(-1, len(box))

    def history(self) -> History:
        """What a resumed run need not ask again."""
        opened = selected(self.engine, select(splits.c.box, splits.c.axis).where(self._mine(splits)))
        found = [*self.leaves(), *self.leaves("null")]
        known = {leaf.box: (leaf, self.points(leaf.box)) for leaf in found}
        return History(leaves=known, splits={_box(box): axis for box, axis in opened})

    def count(self) -> int:
        """Distinct rows kept."""
        ((number,),) = selected(
            self.engine, select(func.count()).select_from(rows_table).where(self._mine(rows_table))
        )
        return int(number)

    def ids(self, box: Box | None = None) -> list[str]:
        """The ids of all rows, or of a leaf's."""
        return [name for (name,) in selected(self.engine, select(rows_table.c.id).where(self._mine(rows_table, box)))]

    def rows(self) -> Iterator[dict[str, Any]]:
        """All rows, streamed, with their ids first."""
        wanted = select(rows_table.c.id, rows_table.c.data).where(self._mine(rows_table)).order_by(rows_table.c.id)
        for name, data in streamed(self.engine, wanted, _STREAMED):
            yield {"_id": name, **json.loads(data)}

    # --- two readings ---------------------------------------------------------------------------------------------

    def remember(self) -> bool:
        """Copies the rows to compare with later; False where nothing was read so far.

        A comparison that was broken off goes on with the copy it began with.
        """
        if self.facts() is None:
            return False
        before = Ledger(self.engine, self.run + _BEFORE)
        number, done = self.comparison()
        if not done:
            return True
        before.clear()
        facts = {"compared": False, "number": number + 1}
        with writing(self.engine) as connection:
            here = select(literal(before.run), rows_table.c.id, rows_table.c.box, rows_table.c.data)
            names = ["run", "id", "box", "data"]
            connection.execute(insert(rows_table).from_select(names, here.where(self._mine(rows_table))))
            upsert(connection, runs, [{"run": before.run, "facts": json.dumps(facts)}])
        return True

    def compared(self) -> None:
        """The update came to its end: the next one compares with the rows of now."""
        Ledger(self.engine, self.run + _BEFORE).begin({"compared": True, "number": self.comparison()[0]})

    def comparison(self) -> tuple[int, bool]:
        """The number of the last update, 0 where there was none, and whether it came to its end."""
        found = Ledger(self.engine, self.run + _BEFORE).facts() or {}
        return int(found.get("number", 0)), bool(found.get("compared", True))

    def changes(self) -> Iterator[dict[str, Any]]:
        """What the last update found: rows added and removed, and changed ones as they are and were."""
        now, before = rows_table.alias("now"), rows_table.alias("before")
        earlier = self.run + _BEFORE
        for change, one, other, mine, theirs in (
            ("added", now, before, self.run, earlier),
            ("removed", before, now, earlier, self.run),
        ):
            known = select(other.c.id).where(other.c.run == theirs, other.c.id == one.c.id).exists()
            found = select(one.c.id, one.c.data).where(one.c.run == mine, ~known)
            for name, data in streamed(self.engine, found, _STREAMED):
                yield {"change": change, "row": {"_id": name, **json.loads(data)}}
        both = (now.c.run == self.run, before.c.run == earlier, now.c.id == before.c.id)
        unlike = select(now.c.id, now.c.data, before.c.data).where(*both, now.c.data != before.c.data)
        for name, new, old in streamed(self.engine, unlike, _STREAMED):
            row, was = json.loads(new), json.loads(old)
            if row != was:
                yield {"change": "changed", "row": {"_id": name, **row}, "before": {"_id": name, **was}}

    def difference(self) -> dict[str, int]:
        """How many rows the last update found added, removed and changed."""
        found = Counter(one["change"] for one in self.changes())
        return {name: found[name] for name in ("added", "removed", "changed")}


def _leaf(row: Any) -> Leaf:
    way = row.sort, bool(row.descending)
    return Leaf(_box(row.box), row.rows, row._mapping["count"], bool(row.overflow), row.digest, *way)


def _text(box: Box) -> str:
    return json.dumps(box, separators=(",", ":"))


def _box(text: str) -> Box:
    return tuple((int(low), int(high)) for low, high in json.loads(text))
