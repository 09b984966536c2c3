"""The covered ranges of a reading, as people see them: each query's span with its rows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from motherlode.app.hidden.project import file_of
from motherlode.app.project import Project
from motherlode.errors import UnreadableInput


@dataclass(frozen=True, slots=True)
class CoveredRange:
    """One query of the certificate along the attribute that is split most."""

    low: str
    high: str
    start: int
    end: int
    rows: int
    reached: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CoveredRanges:
    """All ranges in their order; `k` is the most rows that a query shows."""

    attribute: str
    k: int
    ranges: tuple[CoveredRange, ...]


def certificate_of(project: Project, name: str) -> dict[str, Any]:
    """The report and certificate of the last reading; raises UnreadableInput where there is none."""
    file_of(project, name)
    file = project.folder / "exports" / f"{name}.certificate.json"
    try:
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise UnreadableInput(f"'{name}' was not read yet; start a run of kind hidden") from error
    except ValueError as error:
        raise UnreadableInput(f"{file.name} is damaged ({error}); read the database again") from error
    return found


def ranges_of(report: Mapping[str, Any]) -> CoveredRanges:
    """The ranges of a certificate."""
    made = report["certificate"]
    axes, leaves = made["axes"], made["leaves"]
    if not axes:
        return CoveredRanges("", int(made["k"]), ())
    number = max(range(len(axes)), key=lambda i: len({tuple(leaf["box"][i]) for leaf in leaves}))
    axis = axes[number]
    found = [_range(axis, leaf["box"][number], int(leaf["rows"])) for leaf in leaves]
    found += [
        _range(axis, hole["box"][number], int(hole.get("missing") or 0), reached=False, reason=str(hole["reason"]))
        for hole in made["unreachable"]
    ]
    return CoveredRanges(str(axis["name"]), int(made["k"]), tuple(sorted(found, key=lambda r: (r.start, r.end))))


def _range(
    axis: Mapping[str, Any], span: tuple[int, int], rows: int, *, reached: bool = True, reason: str = ""
) -> CoveredRange:
    start, end = int(span[0]), int(span[1])
    return CoveredRange(_value(axis, start), _value(axis, end), start, end, rows, reached, reason)


def _value(axis: Mapping[str, Any], step: int) -> str:
    if axis["kind"] == "category":
        values = axis["values"]
        return str(values[step]) if 0 <= step < len(values) else "none"
    if axis["kind"] == "date" and 1 <= step <= date.max.toordinal():
        return date.fromordinal(step).isoformat()
    return str(step)
