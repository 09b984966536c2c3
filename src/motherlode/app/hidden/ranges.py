"""The covered ranges of a reading, as people see them: each query's span with its rows, told or drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motherlode.errors import HiddenError
from motherlode.extras import need
from motherlode.hidden.report import Report
from motherlode.hidden.verify import step_words
from motherlode.model.hidden import NO_VALUE, Axis


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


def ranges_of(report: Mapping[str, Any]) -> CoveredRanges:
    """The ranges of a certificate."""
    made = report["certificate"]
    axes, leaves = made["axes"], made["leaves"]
    if not axes:
        return CoveredRanges("", int(made["k"]), ())
    number = max(range(len(axes)), key=lambda i: len({tuple(leaf["box"][i]) for leaf in leaves}))
    axis = Axis(**{**axes[number], "values": tuple(axes[number]["values"])})
    found = [_range(axis, leaf["box"][number], int(leaf["rows"])) for leaf in leaves]
    found += [
        _range(axis, hole["box"][number], int(hole.get("missing") or 0), reached=False, reason=str(hole["reason"]))
        for hole in made["unreachable"]
    ]
    return CoveredRanges(axis.name, int(made["k"]), tuple(sorted(found, key=lambda r: (r.start, r.end))))


def _range(axis: Axis, span: tuple[int, int], rows: int, *, reached: bool = True, reason: str = "") -> CoveredRange:
    start, end = int(span[0]), int(span[1])
    return CoveredRange(step_words(axis, start), step_words(axis, end), start, end, rows, reached, reason)


def draw(report: Report, file: Path) -> None:
    """Draws the leaves along the first split attribute; unreachable boxes in red."""
    need("plot")
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    certificate = report.certificate
    if certificate is None or not certificate.leaves:
        raise HiddenError("nothing was read, so there is nothing to draw")
    axes = range(len(certificate.axes))
    axis = max(axes, key=lambda i: len({leaf.box[i] for leaf in certificate.leaves}))
    figure, plot = plt.subplots(figsize=(11, 3.5))
    leaves = [leaf for leaf in certificate.leaves if leaf.box[axis] != NO_VALUE]
    lefts = [leaf.box[axis][0] for leaf in leaves]
    widths = [leaf.box[axis][1] - leaf.box[axis][0] + 1 for leaf in leaves]
    plot.bar(lefts, [leaf.rows for leaf in leaves], widths, align="edge", edgecolor="white", linewidth=0.3)
    for hole in certificate.unreachable:
        plot.axvspan(hole.box[axis][0], hole.box[axis][1] + 1, color="tab:red", alpha=0.3)
    plot.axhline(certificate.k, color="black", linewidth=0.8, linestyle="--")
    plot.set_xlabel(certificate.axes[axis].name)
    _name_steps(plot, certificate.axes[axis])
    plot.set_ylabel("rows of a query")
    plot.set_title(f"{report.rows:,} rows in {len(certificate.leaves)} queries; the line is k = {certificate.k}")
    figure.tight_layout()
    figure.savefig(file, dpi=120)
    plt.close(figure)


def _name_steps(plot: Any, axis: Axis) -> None:
    """Writes the attribute's own values under its steps."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    def name(step: float, _: int | None = None) -> str:
        told = step_words(axis, round(step))
        return "" if told == "none" else told

    plot.xaxis.set_major_locator(MaxNLocator(9, integer=True))
    plot.xaxis.set_major_formatter(FuncFormatter(name))
