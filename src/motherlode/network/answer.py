"""The answer to a query: conditions, columns, groups, order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeGuard

from sqlalchemy import Connection, select

from motherlode.errors import StatementError
from motherlode.network.language.statements import (
    Comparison,
    Condition,
    Constant,
    Exists,
    Field,
    Junction,
    Operand,
    Query,
    Shown,
)
from motherlode.network.tables import facts_values
from motherlode.sql.engine import chunked

OWN = ("name", "class", "role", "id")


@dataclass(frozen=True, slots=True)
class Bound:
    """What a variable stands for: an object, and where it was reached through a role, that role."""

    object: int
    cls: str
    name: str
    edge: int = 0
    role: str = ""


Row = dict[str, Bound]


@dataclass(frozen=True, slots=True)
class Answer:
    """Columns and rows; a cell is a text, a number or a list of texts."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


def shape(connection: Connection, query: Query, rows: Sequence[Row]) -> Answer:
    """The matched rows as the query wants to see them."""
    shown = query.shown or _all_variables(query)
    _check_variables(query, shown)
    values = _values(connection, rows, query, shown)
    if query.where is not None:
        rows = [row for row in rows if _holds(query.where, row, values)]
    made = _grouped(shown, rows, values)
    columns = tuple(each.label for each in shown)
    if query.order:
        if query.order not in columns:
            raise StatementError(f"ORDER BY names '{query.order}', which is not among: {', '.join(columns)}")
        at = columns.index(query.order)
        made.sort(key=lambda row: _sort_key(row[at]), reverse=query.descending)
    return Answer(columns, tuple(made[: query.limit] if query.limit is not None else made))


def _variables(query: Query) -> list[str]:
    return list(dict.fromkeys(n.variable for path in query.paths for n in path.nodes if n.variable))


def _all_variables(query: Query) -> tuple[Shown, ...]:
    variables = _variables(query)
    if not variables:
        raise StatementError("the query has no variable such as ?p, so that there is nothing to show")
    return tuple(Shown(v.lstrip("?"), Field(v)) for v in variables)


def _check_variables(query: Query, shown: Sequence[Shown]) -> None:
    known = set(_variables(query))
    for field in (*_fields(query.where), *(s.operand for s in shown)):
        if isinstance(field, Field) and field.variable not in known:
            raise StatementError(f"{field.variable} stands in no path; known: {', '.join(sorted(known)) or 'none'}")


def _fields(condition: Condition | None) -> list[Operand]:
    found: list[Operand] = []
    waiting: list[Condition] = [condition] if condition else []
    while waiting:
        each = waiting.pop()
        if isinstance(each, Junction):
            waiting.extend(each.parts)
        elif isinstance(each, Exists):
            found.append(each.operand)
        else:
            found += [each.left, each.right]
    return found


Values = Mapping[tuple[int, str], list[str]]


def _values(connection: Connection, rows: Sequence[Row], query: Query, shown: Sequence[Shown]) -> Values:
    """The attribute values that the conditions and columns need, by owner and attribute."""
    wanted = {
        operand
        for operand in (*_fields(query.where), *(s.operand for s in shown))
        if isinstance(operand, Field) and operand.attribute not in OWN
    }
    _check_attributes(connection, {field.attribute for field in wanted})
    found: defaultdict[tuple[int, str], list[str]] = defaultdict(list)
    for attribute in {field.attribute for field in wanted}:
        variables = {field.variable for field in wanted if field.attribute == attribute}
        owners = {n for row in rows for v in variables for n in (row[v].object, row[v].edge) if n}
        for chunk in chunked(owners, 500):
            where = (facts_values.c.attribute == attribute) & facts_values.c.owner.in_(chunk)
            for each in connection.execute(select(facts_values).where(where).order_by(facts_values.c.value)):
                found[each.owner, attribute].append(each.value)
    return found


def _check_attributes(connection: Connection, wanted: set[str]) -> None:
    """A misspelt attribute is an error, not an empty column; a network without any values has nothing to compare."""
    unknown = sorted(
        name
        for name in wanted
        if connection.execute(select(facts_values.c.owner).where(facts_values.c.attribute == name).limit(1)).first()
        is None
    )
    known = [*connection.execute(select(facts_values.c.attribute).distinct()).scalars(), *OWN] if unknown else []
    if unknown and len(known) > len(OWN):
        near = get_close_matches(unknown[0], known, n=1, cutoff=0.5)
        hint = f"did you mean '{near[0]}'?" if near else f"known: {', '.join(sorted(known))}"
        raise StatementError(f"nothing has an attribute '{unknown[0]}'; {hint}")


def _read(operand: Operand, row: Row, values: Values) -> list[str]:
    if isinstance(operand, Constant):
        return [operand.value]
    bound = row[operand.variable]
    own = {"name": bound.name, "class": bound.cls, "role": bound.role, "id": str(bound.object)}
    if operand.attribute in own:
        return [own[operand.attribute]]
    return [*values.get((bound.edge, operand.attribute), ()), *values.get((bound.object, operand.attribute), ())]


def _holds(condition: Condition, row: Row, values: Values) -> bool:
    if isinstance(condition, Junction):
        each = (_holds(part, row, values) for part in condition.parts)
        return not next(each) if condition.word == "not" else all(each) if condition.word == "and" else any(each)
    if isinstance(condition, Exists):
        return any(_read(condition.operand, row, values))
    left, right = _read(condition.left, row, values), _read(condition.right, row, values)
    if condition.operator == "!=":
        return not any(a.casefold() == b.casefold() for a in left for b in right)
    return any(_compared(a, condition, b) for a in left for b in right)


def _compared(left: str, condition: Comparison, right: str) -> bool:
    if condition.operator == "contains":
        return right.casefold() in left.casefold()
    if condition.operator == "starts":
        return left.casefold().startswith(right.casefold())
    try:
        a: Any = float(left)
        b: Any = float(right)
    except ValueError:
        a, b = left.casefold(), right.casefold()
    return bool({"=": a == b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[condition.operator])


def _grouped(shown: Sequence[Shown], rows: Iterable[Row], values: Values) -> list[tuple[object, ...]]:
    """Rows by their plain columns, namesakes apart; collected columns hold the group's distinct values, in order."""
    plain = [s for s in shown if s.mode == "value"]
    groups: dict[tuple[tuple[object, ...], tuple[int, ...]], dict[str, dict[str, None]]] = {}
    for row in rows:
        cells = tuple(_cell(_read(s.operand, row, values)) for s in plain)
        who = tuple(row[s.operand.variable].object for s in plain if _names_object(s.operand))
        group = groups.setdefault((cells, who), {s.label: {} for s in shown if s.mode != "value"})
        for each in shown:
            if each.mode == "collect":
                group[each.label].update(dict.fromkeys(_read(each.operand, row, values)))
            elif each.mode == "count" and isinstance(each.operand, Field):
                group[each.label][str(row[each.operand.variable].object)] = None
    made = []
    for (key, _), group in groups.items():
        left = iter(key)
        made.append(
            tuple(
                next(left)
                if s.mode == "value"
                else list(group[s.label])
                if s.mode == "collect"
                else len(group[s.label])
                for s in shown
            )
        )
    return made


def _names_object(operand: Operand) -> TypeGuard[Field]:
    return isinstance(operand, Field) and operand.attribute == "name"


def _cell(values: list[str]) -> object:
    return "" if not values else values[0] if len(values) == 1 else tuple(values)


def _sort_key(value: object) -> tuple[int, float, str]:
    try:
        return (0, float(str(value)), "")
    except ValueError:
        return (1, 0.0, str(value).casefold())
