"""A picture of the covered ranges: each leaf as wide as its span and as high as its rows."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from motherlode.errors import HiddenError
from motherlode.extras import need
from motherlode.hidden.report import Report
from motherlode.model.hidden import NO_VALUE, Axis


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
    """Writes dates under a date axis and values under a category; steps of a number are its values already."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    if axis.kind == "number":
        return

    def name(step: float, _: int | None = None) -> str:
        place = round(step)
        if axis.kind == "date":
            return date.fromordinal(place).isoformat() if 1 <= place <= date.max.toordinal() else ""
        return axis.values[place] if 0 <= place < len(axis.values) else ""

    plot.xaxis.set_major_locator(MaxNLocator(9, integer=True))
    plot.xaxis.set_major_formatter(FuncFormatter(name))
