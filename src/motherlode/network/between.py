"""PATH a TO b: the shortest way between two objects, whatever relationships it takes."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, select

from motherlode.errors import StatementError
from motherlode.network.answer import Answer
from motherlode.network.language.statements import Between, Node
from motherlode.network.tables import merges, objects, relations
from motherlode.sql.bulk import chunked

MOST_STEPS = 8
"""Steps of a way; a longer one says nothing about two objects."""

Way = tuple[int, str]
"""The object before, and the words of the step from it."""


def between(connection: Connection, starts: Iterable[int], ends: Iterable[int], asked: Between) -> Answer:
    """The objects of the shortest way, one a row, each with the relationship that leads to it."""
    wanted = frozenset(ends)
    came: dict[int, Way] = dict.fromkeys(starts, (0, ""))
    if not came or not wanted:
        missing = asked.start if not came else asked.end
        raise StatementError(f"there is no {_words(missing)} in the network")
    frontier, found = set(came), next((start for start in came if start in wanted), 0)
    for _ in range(asked.limit or MOST_STEPS):
        if found or not frontier:
            break
        frontier = _spread(connection, frontier, came)
        found = next((at for at in sorted(frontier) if at in wanted), 0)
    return Answer(("step", "relationship", "class", "name"), _rows(connection, found, came) if found else ())


def _words(node: Node) -> str:
    return " ".join(filter(None, (node.cls, f'"{node.name}"' if node.name else "")))


def _spread(connection: Connection, frontier: set[int], came: dict[int, Way]) -> set[int]:
    """The objects one step further, by relationships in both directions and by what an object is named within."""
    gone = frozenset(connection.execute(select(merges.c.id)).scalars())
    reached: set[int] = set()

    def reach(at: int, there: int, words: str) -> None:
        if there and there not in came and there not in gone:
            came[there] = (at, words)
            reached.add(there)

    for chunk in chunked(sorted(frontier), 500):
        for row in connection.execute(select(relations).where(relations.c.subject.in_(chunk))):
            reach(row.subject, row.object, f"/{row.role or row.name}")
        for row in connection.execute(select(relations).where(relations.c.object.in_(chunk))):
            reach(row.object, row.subject, f"^{row.role or row.name}")
        for row in connection.execute(select(objects.c.id, objects.c.context).where(objects.c.id.in_(chunk))):
            reach(row.id, row.context, "^contain")
    return reached


def _rows(connection: Connection, end: int, came: dict[int, Way]) -> tuple[tuple[object, ...], ...]:
    way: list[tuple[int, str]] = []
    at = end
    while at:
        before, words = came[at]
        way.append((at, words))
        at = before
    known = {
        row.id: row
        for row in connection.execute(select(objects).where(objects.c.id.in_([number for number, _ in way])))
    }
    return tuple(
        (step, words, known[number].cls, known[number].name) for step, (number, words) in enumerate(reversed(way))
    )
