"""Queries: paths followed step by step from their narrower end, joined, filtered and shaped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from typing import Any

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.sql.elements import ColumnElement

from motherlode.errors import LimitExceeded, StatementError
from motherlode.model.network import RelationKind
from motherlode.network.answer import Answer, Bound, Row, shape
from motherlode.network.language.statements import Between, Node, Path, Query, Step
from motherlode.network.names import fold
from motherlode.network.tables import classes, merges, objects, relation_defs, relation_names, relations
from motherlode.sql.engine import chunked, reading

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


CHUNK = 500
PLAYER = "Person"
MAX_ROWS = 1_000_000
"""Bindings held at once; a query that needs more wants a narrower path."""

KIND_WORDS = {fold(kind.value): kind for kind in RelationKind} | {"role": RelationKind.ROLE_BASED}


@dataclass(frozen=True, slots=True)
class Meaning:
    """The relationships that a step follows; `parts` adds the objects named within the context, people if said."""

    condition: ColumnElement[bool] | None
    back: bool
    parts: bool = False
    people: bool = False


def run(engine: Engine, query: Query, tell: Callable[[int, str, str, int], None] = lambda *_: None) -> Answer:
    """The answer to a query; `tell` hears of every path and step what it follows and how many matches it leaves."""
    with reading(engine) as connection:
        words = Vocabulary(connection)
        rows: list[Row] = []
        for number, path in enumerate(query.paths, 1):
            found = _follow(connection, words, path, partial(tell, number))
            rows = found if number == 1 else _join(rows, found)
            if number > 1:
                tell(number, "join", "rows that agree on the variables of both", len(rows))
        return shape(connection, query, rows)


def explain(engine: Engine, query: Query) -> Answer:
    """How a query is answered: where every path starts, what each step follows, and how many matches it leaves."""
    told: list[tuple[object, ...]] = []
    answer = run(engine, query, lambda *facts: told.append(facts))
    told.append((len(query.paths), "answer", "conditions, columns and order", len(answer.rows)))
    return Answer(("path", "step", "follows", "matches"), tuple(told))


def find_between(engine: Engine, asked: Between) -> Answer:
    """The shortest way between two objects."""
    with reading(engine) as connection:
        words = Vocabulary(connection)
        starts, ends = (
            [bound.object for bound in _start(connection, words, node)] for node in (asked.start, asked.end)
        )
        return between(connection, starts, ends, asked)


CLASSES_NAMED = 12
"""Classes that an error names, so that it stays readable."""


class Vocabulary:
    """The network's classes and relationships, for finding out what a word in a query means."""

    def __init__(self, connection: Connection) -> None:
        self.names: dict[str, str] = {}
        self.below: defaultdict[str, set[str]] = defaultdict(set)
        self.roles: set[str] = set()
        for row in connection.execute(select(classes)):
            self.names[row.fold] = row.name
            if row.role:
                self.roles.add(row.fold)
            if row.isa:
                self.below[fold(row.isa)].add(row.fold)
        self.relations = {row.fold: row.name for row in connection.execute(select(relation_names))}
        self.inverses = {fold(r.inverse): r.fold for r in connection.execute(select(relation_defs)) if r.inverse}

    def family(self, cls: str) -> set[str]:
        """A class and all that specialise it, in the spelling of the tables."""
        found, waiting = set(), [fold(cls)]
        while waiting:
            folded = waiting.pop()
            if folded not in found:
                found.add(folded)
                waiting.extend(self.below[folded])
        known = {self.names[folded] for folded in found if folded in self.names}
        if not known:
            there = ", ".join(sorted(self.names.values())[:CLASSES_NAMED]) or "none"
            hint = _near(cls, self.names.values()) or f"; the network has: {there}"
            raise StatementError(f"there is no class '{cls}'{hint}")
        return known

    def meaning(self, step: Step) -> Meaning:
        """What a step's word means: a kind, a relationship, an inverse or a role."""
        word = fold(step.relation)
        if step.relation == "*":
            return Meaning(None, step.back)
        if word in KIND_WORDS and word not in self.relations:
            kind = KIND_WORDS[word]
            parts = kind in (RelationKind.CONTAIN, RelationKind.CONTEXT)
            # `context` leads from the part to the whole, `contain` from the whole to the part
            back = step.back if kind is not RelationKind.CONTEXT else not step.back
            return Meaning(relations.c.kind == kind.value, back, parts, people=kind is RelationKind.CONTEXT)
        if word in self.relations:
            return Meaning(relations.c.name == self.relations[word], step.back)
        if word in self.inverses and self.inverses[word] in self.relations:
            return Meaning(relations.c.name == self.relations[self.inverses[word]], not step.back)
        if word in self.roles:
            return Meaning(relations.c.role.in_(self.family(step.relation)), step.back)
        known = [*self.relations.values(), *self.inverses, "contain", "*"]
        raise StatementError(f"there is no relationship '{step.relation}'{_near(step.relation, known)}")


def _near(word: str, known: Iterable[str]) -> str:
    near = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"; did you mean '{near[0]}'?" if near else ""


def _follow(
    connection: Connection, words: Vocabulary, path: Path, tell: Callable[[str, str, int], None]
) -> list[Row]:
    path = _from_narrow_end(path)
    rows = [_bind({}, path.nodes[0], start) for start in _start(connection, words, path.nodes[0])]
    tell("start", _described(path.nodes[0]), len(rows))
    ends: list[tuple[Row, int]] = [(row, bound.object) for row, bound in rows]
    for before, step, node in zip(path.nodes, path.steps, path.nodes[1:], strict=False):
        reached = _reach(connection, words, step, node, {at for _, at in ends})
        following: list[tuple[Row, int]] = []
        for row, at in ends:
            agreeing = (bound for bound in reached.get(at, ()) if _agrees(row, node, bound))
            following.extend((_bind(_player(row, before, bound), node, bound)[0], bound.object) for bound in agreeing)
            if len(following) > MAX_ROWS:
                raise LimitExceeded(f"more than {MAX_ROWS} matches; name a start, or add a class to the path")
        ends = following
        way = ("^" if step.back else "/") + step.relation + ("+" if step.closure else "")
        tell("step", f"{way} {_described(node)}", len(ends))
    return [row for row, _ in ends]


def _described(node: Node) -> str:
    return " ".join(filter(None, (node.cls, node.variable, f'"{node.name}"' if node.name else ""))) or "anything"


def _from_narrow_end(path: Path) -> Path:
    """The same path read from its end, where the end is named and the start is not."""
    if path.nodes[0].name or not path.nodes[-1].name:
        return path
    steps = tuple(Step(step.relation, not step.back, step.closure) for step in reversed(path.steps))
    return Path(tuple(reversed(path.nodes)), steps)


def _bind(row: Row, node: Node, bound: Bound) -> tuple[Row, Bound]:
    return ({**row, node.variable: bound} if node.variable else row), bound


def _player(row: Row, before: Node, reached: Bound) -> Row:
    """Whoever a role was followed from upwards is bound with that role, as it is where the role is followed down."""
    known = row.get(before.variable) if before.variable else None
    if known is None or known.edge or not reached.edge or reached.cls == PLAYER:
        return row
    return {**row, before.variable: replace(known, edge=reached.edge, role=reached.role)}


def _agrees(row: Row, node: Node, bound: Bound) -> bool:
    known = row.get(node.variable) if node.variable else None
    return known is None or known.object == bound.object


def _start(connection: Connection, words: Vocabulary, node: Node) -> list[Bound]:
    family = words.family(node.cls) if node.cls else set()
    if family and fold(node.cls) in words.roles:
        joined = select(relations, objects.c.cls, objects.c.name.label("object_name")).join(
            objects, objects.c.id == relations.c.object
        )
        statement: Any = joined.where(relations.c.role.in_(family) | relations.c.name.in_(family))
        statement = statement.where(_alive(objects.c.id))
        if node.name:
            statement = statement.where(_named(connection, node.name))
        players = connection.execute(statement.limit(MAX_ROWS + 1))
        return [Bound(row.object, row.cls, row.object_name, row.id, row.role) for row in players]
    statement = select(objects)
    if family:
        statement = statement.where(objects.c.cls.in_(family))
    statement = statement.where(_alive(objects.c.id))
    if node.name:
        statement = statement.where(_named(connection, node.name))
    found = connection.execute(statement.limit(MAX_ROWS + 1)).all()
    if len(found) > MAX_ROWS:
        raise LimitExceeded(f"more than {MAX_ROWS} objects match the start of the path; name one or give a class")
    return [Bound(row.id, row.cls, row.name) for row in found]


def _alive(number: ColumnElement[int]) -> ColumnElement[bool]:
    """Objects that were merged into another one are seen as that one only."""
    return number.not_in(select(merges.c.id))


def _named(connection: Connection, name: str) -> ColumnElement[bool]:
    """The objects of that name, whatever its case; what a database cannot fold is compared here."""
    if name.isascii():
        return func.lower(objects.c.name) == name.lower()
    folded = name.casefold()
    every = connection.execute(select(objects.c.name).distinct().where(func.length(objects.c.name) == len(name)))
    return objects.c.name.in_([each for (each,) in every if each.casefold() == folded] or [name])


def _reach(
    connection: Connection, words: Vocabulary, step: Step, node: Node, starts: set[int]
) -> Mapping[int, Sequence[Bound]]:
    """What is reached from each start by one step (or by any number of them, with +)."""
    meaning = words.meaning(step)
    family = words.family(node.cls) if node.cls else None
    one = _neighbours(connection, meaning, starts)
    if step.closure:
        one = _closure(connection, meaning, starts, one)
    return {at: [b for b in bounds if _fits(b, node, family)] for at, bounds in one.items()}


def _fits(bound: Bound, node: Node, family: set[str] | None) -> bool:
    if node.name and bound.name.casefold() != node.name.casefold():
        return False
    return family is None or bound.cls in family or bound.role in family


def _neighbours(connection: Connection, meaning: Meaning, starts: Iterable[int]) -> dict[int, list[Bound]]:
    ends = (relations.c.subject, relations.c.object)
    here, there = reversed(ends) if meaning.back else ends
    joined = select(
        relations.c.id, here.label("here"), there.label("there"), relations.c.role, objects.c.cls, objects.c.name
    ).join(objects, objects.c.id == there)
    if meaning.condition is not None:
        joined = joined.where(meaning.condition)
    found: defaultdict[int, list[Bound]] = defaultdict(list)
    for chunk in chunked(starts, CHUNK):
        for row in connection.execute(joined.where(here.in_(chunk))):
            role = (row.id, row.role) if row.role else (0, "")
            found[row.here].append(Bound(row.there, row.cls, row.name, *role))
        if meaning.parts:
            _add_parts(connection, meaning, chunk, found)
    return found


def _add_parts(
    connection: Connection, meaning: Meaning, chunk: list[int], found: defaultdict[int, list[Bound]]
) -> None:
    """Objects named within a context are parts of it, people excepted: they play roles there."""
    whole = objects.alias()
    part, there = objects, (whole if meaning.back else objects)
    here = part.c.id if meaning.back else whole.c.id
    joined = select(here.label("here"), there.c.id, there.c.cls, there.c.name).join_from(
        part, whole, whole.c.id == part.c.context
    )
    if not meaning.people:
        joined = joined.where(part.c.cls != PLAYER)
    joined = joined.where(_alive(part.c.id))
    known = {(at, bound.object) for at in chunk for bound in found.get(at, ())}
    for row in connection.execute(joined.where(here.in_(chunk))):
        if (row.here, row.id) not in known:
            found[row.here].append(Bound(row.id, row.cls, row.name))


def _closure(
    connection: Connection, meaning: Meaning, starts: set[int], one: Mapping[int, list[Bound]]
) -> dict[int, list[Bound]]:
    known = dict(one)
    frontier = {b.object for bounds in one.values() for b in bounds} - starts
    while frontier:
        further = _neighbours(connection, meaning, frontier)
        known |= {at: further.get(at, []) for at in frontier}
        frontier = {b.object for bounds in further.values() for b in bounds} - known.keys()
    reached: dict[int, list[Bound]] = {}
    for start in starts:
        seen: dict[tuple[int, int], Bound] = {}
        waiting, spread = list(known.get(start, ())), set[int]()
        while waiting:
            bound = waiting.pop()
            seen.setdefault((bound.object, bound.edge), bound)
            if bound.object not in spread:
                spread.add(bound.object)
                waiting.extend(known.get(bound.object, ()))
        reached[start] = list(seen.values())
    return reached


def _join(left: list[Row], right: list[Row]) -> list[Row]:
    """Rows that agree on the variables that both sides bind."""
    if not left or not right:
        return []
    shared = sorted(left[0].keys() & right[0].keys())
    index: defaultdict[tuple[int, ...], list[Row]] = defaultdict(list)
    for row in right:
        index[tuple(row[v].object for v in shared)].append(row)
    joined = []
    for row in left:
        for other in index.get(tuple(row[v].object for v in shared), ()):
            joined.append({**other, **row, **{v: other[v] for v in shared if not row[v].edge}})
            if len(joined) > MAX_ROWS:
                raise LimitExceeded(f"more than {MAX_ROWS} matches; let the paths share a variable")
    return joined
