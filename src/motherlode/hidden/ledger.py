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
    Column,
    Engine,
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
)

from motherlode.hidden.plan import History
from motherlode.model.hidden import Box, Leaf, Points
from motherlode.sql.bulk import chunked, upsert
from motherlode.sql.engine import reading, writing
from motherlode.sql.migrations import migrate
from motherlode.text.cells import cell_text

_metadata = MetaData()
runs = Table(
    "hidden_runs",
    _metadata,
    Column("run", String(64), primary_key=True),
    Column("facts", Text, nullable=False),
)
leaves = Table(
    "hidden_leaves",
    _metadata,
    Column("run", String(64), primary_key=True),
    Column("box", String(500), primary_key=True),
    Column("rows", Integer, nullable=False),
    Column("count", Integer),
    Column("overflow", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("sort", Integer),
    Column("descending", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("points", LargeBinary, nullable=False),
)
rows_table = Table(
    "hidden_rows",
    _metadata,
    Column("run", String(64), primary_key=True),
    Column("id", String(500), primary_key=True),
    Column("box", String(500), nullable=False, index=True),
    Column("data", Text, nullable=False),
)
splits = Table(
    "hidden_splits",
    _metadata,
    Column("run", String(64), primary_key=True),
    Column("box", String(500), primary_key=True),
    Column("axis", Integer, nullable=False),
)


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

    def clear(self) -> None:
        """Forgets the run."""
        with writing(self.engine) as connection:
            for table in (rows_table, leaves, splits, runs):
                connection.execute(delete(table).where(table.c.run == self.run))

    def facts(self) -> dict[str, Any] | None:
        """What the probe found when the run began; None for a run that was never begun."""
        with reading(self.engine) as connection:
            found = connection.execute(select(runs.c.facts).where(runs.c.run == self.run)).scalar()
        return json.loads(found) if found else None

    def begin(self, facts: dict[str, Any]) -> None:
        """Keeps what the probe found."""
        with writing(self.engine) as connection:
            upsert(connection, runs, [{"run": self.run, "facts": json.dumps(facts)}], keys=["run"])

    def add(
        self,
        leaf: Leaf,
        ids: Sequence[str],
        data: Sequence[dict[str, Any]],
        points: Points,
        *,
        kind: str = "leaf",
        opened: dict[Box, int] | None = None,
    ) -> None:
        """A leaf with its rows in one transaction; a leaf that is read again replaces its rows."""
        box = _text(leaf.box)
        with writing(self.engine) as connection:
            connection.execute(delete(rows_table).where(rows_table.c.run == self.run).where(rows_table.c.box == box))
            upsert(
                connection,
                rows_table,
                (
                    {"run": self.run, "id": name, "box": box, "data": json.dumps(row)}
                    for name, row in zip(ids, data, strict=True)
                ),
                keys=["run", "id"],
            )
            made = {
                "run": self.run,
                "box": box,
                "rows": leaf.rows,
                "count": leaf.count,
                "overflow": int(leaf.overflow),
                "digest": leaf.digest or digest_of(ids),
                "sort": leaf.sort,
                "descending": int(leaf.descending),
                "kind": kind,
                "points": zlib.compress(np.ascontiguousarray(points, dtype=np.int64).tobytes(), 1),
            }
            upsert(connection, leaves, [made], keys=["run", "box"])
            if opened:
                found = [{"run": self.run, "box": _text(b), "axis": axis} for b, axis in opened.items()]
                upsert(connection, splits, found, keys=["run", "box"])

    def see(self, box: Box, ids: Sequence[str], data: Sequence[dict[str, Any]]) -> None:
        """Rows of an answer that is no leaf: kept unless they are there already, until a leaf shows them."""
        where = SEEN + _text(box)
        made = (
            {"run": self.run, "id": name, "box": where, "data": json.dumps(row)}
            for name, row in zip(ids, data, strict=True)
        )
        with writing(self.engine) as connection:
            upsert(connection, rows_table, made, keys=["run", "id"], update=())

    def strays(self) -> list[tuple[str, Box, dict[str, Any]]]:
        """Rows that an answer showed and no leaf holds: id, the box that was asked for, the row."""
        wanted = select(rows_table.c.id, rows_table.c.box, rows_table.c.data).where(rows_table.c.run == self.run)
        with reading(self.engine) as connection:
            found = connection.execute(wanted.where(rows_table.c.box.like(SEEN + "%"))).all()
        return [(name, _box(box.removeprefix(SEEN)), json.loads(data)) for name, box, data in found]

    def forget(self, ids: Sequence[str]) -> None:
        """Rows that are not in the table any more."""
        with writing(self.engine) as connection:
            for name in ids:
                connection.execute(
                    delete(rows_table).where(rows_table.c.run == self.run).where(rows_table.c.id == name)
                )

    def move(self, ids: Sequence[str], box: Box) -> None:
        """Rows that belong to a leaf which was read before them."""
        with writing(self.engine) as connection:
            for part in chunked(ids, 500):
                connection.execute(
                    update(rows_table)
                    .where(rows_table.c.run == self.run, rows_table.c.id.in_(part))
                    .values(box=_text(box))
                )
            found = connection.execute(
                select(func.count())
                .select_from(rows_table)
                .where(rows_table.c.run == self.run, rows_table.c.box == _text(box))
            ).scalar()
            connection.execute(
                update(leaves).where(leaves.c.run == self.run, leaves.c.box == _text(box)).values(rows=found)
            )

    def known(self, ids: Sequence[str]) -> dict[str, tuple[str, str]]:
        """Of the given ids those that are kept, with where they stand and their data."""
        made: dict[str, tuple[str, str]] = {}
        with reading(self.engine) as connection:
            for part in chunked(ids, 500):
                wanted = select(rows_table.c.id, rows_table.c.box, rows_table.c.data).where(
                    rows_table.c.run == self.run, rows_table.c.id.in_(part)
                )
                made |= {name: (box, data) for name, box, data in connection.execute(wanted)}
        return made

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
        with writing(self.engine) as connection:
            here = (rows_table.c.run == self.run, rows_table.c.box == _text(box))
            connection.execute(update(rows_table).where(*here).values(box=SEEN + _text(box)))
            connection.execute(delete(leaves).where(leaves.c.run == self.run, leaves.c.box == _text(box)))

    def widen(self, axis: int, old: tuple[int, int], new: tuple[int, int]) -> None:
        """An axis has become wider: what was asked without it is asked without it still."""
        with writing(self.engine) as connection:
            for table in (leaves, rows_table, splits):
                mine = table.c.run == self.run
                for (text,) in connection.execute(select(table.c.box).where(mine).distinct()).all():
                    seen = SEEN if text.startswith(SEEN) else ""
                    box = _box(text.removeprefix(SEEN))
                    if box[axis] == old:
                        wider = seen + _text((*box[:axis], new, *box[axis + 1 :]))
                        connection.execute(update(table).where(mine, table.c.box == text).values(box=wider))

    def add_part(self, box: Box, axes: int) -> None:
        """A box of which not all rows can be read, without any row so far."""
        self.add(Leaf(box, 0), [], [], np.zeros((0, axes), dtype=np.int64), kind="part")

    def promote(self, box: Box) -> None:
        """A part that proves to be all there is becomes a leaf."""
        with writing(self.engine) as connection:
            here = (leaves.c.run == self.run, leaves.c.box == _text(box))
            connection.execute(update(leaves).where(*here).values(kind="leaf", descending=0, sort=None, overflow=0))

    def drop(self, box: Box) -> None:
        """Forgets a leaf and its rows: it will be read anew."""
        with writing(self.engine) as connection:
            for table in (rows_table, leaves):
                connection.execute(delete(table).where(table.c.run == self.run).where(table.c.box == _text(box)))

    def leaves(self, kind: str = "leaf") -> list[Leaf]:
        """The leaves of a kind in the order of their boxes."""
        with reading(self.engine) as connection:
            found = connection.execute(select(leaves).where(leaves.c.run == self.run).where(leaves.c.kind == kind))
            made = [_leaf(row) for row in found.mappings()]
        return sorted(made, key=lambda leaf: leaf.box)

    def leaf(self, box: Box) -> Leaf:
        """The leaf of a box that is kept."""
        wanted = select(leaves).where(leaves.c.run == self.run, leaves.c.box == _text(box))
        with reading(self.engine) as connection:
            return _leaf(connection.execute(wanted).mappings().one())

    def has(self, box: Box) -> bool:
        """Whether a leaf of this box is kept."""
        wanted = select(leaves.c.rows).where(leaves.c.run == self.run, leaves.c.box == _text(box))
        with reading(self.engine) as connection:
            return connection.execute(wanted).first() is not None

    def points(self, box: Box) -> Points:
        """The coordinates of a leaf's rows."""
        with reading(self.engine) as connection:
            blob = connection.execute(
                select(leaves.c.points).where(leaves.c.run == self.run).where(leaves.c.box == _text(box))
            ).scalar()
        made = np.frombuffer(zlib.decompress(blob), dtype=np.int64) if blob else np.zeros(0, dtype=np.int64)
        return made.reshape(-1, len(box))

    def history(self) -> History:
        """What a resumed run need not ask again."""
        with reading(self.engine) as connection:
            opened = connection.execute(select(splits.c.box, splits.c.axis).where(splits.c.run == self.run)).all()
        found = [*self.leaves(), *self.leaves("null")]
        known = {leaf.box: (leaf, self.points(leaf.box)) for leaf in found}
        return History(leaves=known, splits={_box(box): axis for box, axis in opened})

    def count(self) -> int:
        """Distinct rows kept."""
        with reading(self.engine) as connection:
            return int(
                connection.execute(
                    select(func.count()).select_from(rows_table).where(rows_table.c.run == self.run)
                ).scalar()
                or 0
            )

    def ids(self, box: Box | None = None) -> list[str]:
        """The ids of all rows, or of a leaf's."""
        wanted = select(rows_table.c.id).where(rows_table.c.run == self.run)
        if box is not None:
            wanted = wanted.where(rows_table.c.box == _text(box))
        with reading(self.engine) as connection:
            return [name for (name,) in connection.execute(wanted)]

    def rows(self) -> Iterator[dict[str, Any]]:
        """All rows, streamed, with their ids first."""
        wanted = select(rows_table.c.id, rows_table.c.data).where(rows_table.c.run == self.run)
        with reading(self.engine) as connection:
            found = connection.execution_options(yield_per=2000).execute(wanted.order_by(rows_table.c.id))
            for name, data in found:
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
            connection.execute(insert(rows_table).from_select(names, here.where(rows_table.c.run == self.run)))
            upsert(connection, runs, [{"run": before.run, "facts": json.dumps(facts)}], keys=["run"])
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
        with reading(self.engine) as connection:
            stream = connection.execution_options(yield_per=2000)
            for change, one, other, mine, theirs in (
                ("added", now, before, self.run, earlier),
                ("removed", before, now, earlier, self.run),
            ):
                known = select(other.c.id).where(other.c.run == theirs, other.c.id == one.c.id).exists()
                found = stream.execute(select(one.c.id, one.c.data).where(one.c.run == mine, ~known))
                for name, data in found:
                    yield {"change": change, "row": {"_id": name, **json.loads(data)}}
            both = (now.c.run == self.run, before.c.run == earlier, now.c.id == before.c.id)
            unlike = select(now.c.id, now.c.data, before.c.data).where(*both, now.c.data != before.c.data)
            for name, new, old in stream.execute(unlike):
                row, was = json.loads(new), json.loads(old)
                if row != was:
                    yield {"change": "changed", "row": {"_id": name, **row}, "before": {"_id": name, **was}}

    def difference(self) -> dict[str, int]:
        """How many rows the last update found added, removed and changed."""
        found = Counter(one["change"] for one in self.changes())
        return {name: found[name] for name in ("added", "removed", "changed")}


def _leaf(row: Any) -> Leaf:
    way = row["sort"], bool(row["descending"])
    return Leaf(_box(row["box"]), row["rows"], row["count"], bool(row["overflow"]), row["digest"], *way)


def _text(box: Box) -> str:
    return json.dumps(box, separators=(",", ":"))


def _box(text: str) -> Box:
    return tuple((int(low), int(high)) for low, high in json.loads(text))
