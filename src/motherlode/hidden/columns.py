"""What the columns of shown rows could be asked for: numbers, days, moments and categories, the finest first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from motherlode.hidden.kinds import Kind
from motherlode.hidden.scale import decimal_of

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?")
_MOST_VALUES = 30
"""Different values that a category has at the most on a page."""
_FEWEST_DIFFERENT = 4


def kind_of_column(values: Sequence[Any]) -> str:
    """number, date, time, category, or "" for a column that cannot be asked for in ranges or values.

    >>> kind_of_column([3, 7, 12, 40]), kind_of_column(["2020-01-02", "2021-03-04", "2021-03-05", "2022-01-01"])
    ('number', 'date')
    """
    there = [value for value in values if value not in (None, "")]
    if not there or any(isinstance(value, (dict, list, bool)) for value in there):
        return ""
    different = len({str(value) for value in there})
    texts = [str(value) for value in there]
    if all(_DAY.fullmatch(text) for text in texts):
        return "date"
    if all(_MOMENT.fullmatch(text) for text in texts):
        return "time"
    try:
        numbers = all(decimal_of(value) is not None and re.fullmatch(r"[-+\d.eE]+", str(value)) for value in there)
    except ValueError:
        numbers = False
    if numbers:
        return "number" if different >= min(_FEWEST_DIFFERENT, len(there)) else ""
    if different <= _MOST_VALUES and different < 0.6 * len(there) and max(map(len, texts)) <= 60:
        return "category"
    return ""


def attributes_of(rows: list[dict[str, Any]], identity: str, kind: Kind) -> list[dict[str, Any]]:
    """Attributes to try for a JSON interface, those with the most different values first; the id is none."""
    found: list[tuple[tuple[int, int], dict[str, Any]]] = []
    for name in dict.fromkeys(key for row in rows for key in row):
        values = [row.get(name) for row in rows]
        what = kind_of_column(values)
        if not what or name in {identity, "_id", ":id"} or name.startswith((":", "@")):
            continue
        made: dict[str, Any] = {"name": name, "kind": what, **kind.condition(name, what)}
        if what == "time":
            made["format"] = kind.moment
        if what == "category":
            made["values"] = sorted({str(value) for value in values if value not in (None, "")})
            if kind.several_join:
                made |= {"several": True, "several_join": kind.several_join}
        different = len({str(value) for value in values})
        rank = ("date", "time", "number", "category").index(what)
        found.append(((rank, -different), made))
    return [made for _, made in sorted(found, key=lambda pair: pair[0])]
