"""Figure 4 of the D-EEM paper: time of region location against page size, ours beside it (E11)."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from motherlode.dom.tree import parse
from motherlode.extract.regions import extract
from motherlode.extract.regions.deem import data_region, entity_regions
from motherlode.interfaces.reproduce.deem_pages import sized
from motherlode.interfaces.reproduce.figure import Figure
from motherlode.model.ports import Progress

SIZES = (10, 50, 100, 200, 400)
"""Entities a page: five sizes, as in the paper."""


def run(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
    """CPU milliseconds for pages of five sizes."""
    rows: list[tuple[object, ...]] = []
    progress.begin("deem-time", len(SIZES))
    for count in SIZES:
        html = sized(count, seed).html
        tree, other = parse(html), parse(sized(count, seed + 1).html)
        region = data_region(tree, [other])
        rows.append((
            round(len(html) / 1024, 1), len(tree),
            _ms(lambda t=tree, o=other: data_region(t, [o])),  # type: ignore[misc]
            _ms(lambda t=tree, r=region: entity_regions(t, r)),  # type: ignore[misc]
            _ms(lambda t=tree: entity_regions(t, 0)),  # type: ignore[misc]
            _ms(lambda t=tree: extract(t)),  # type: ignore[misc]
        ))  # fmt: skip
        progress.advance()
    progress.end()
    if plot:
        _draw(plot, rows)
    return Figure(
        "D-EEM figure 4: time of region location (CPU ms)",
        ("page KB", "nodes", "data region", "entity region in it", "entity region alone", "ours, with columns"),
        tuple(rows),
        ("As in the paper both steps grow with the page, and locating entities costs more than the data region.",),
    )


def _ms(work: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1000)
    return round(median(times), 2)


def _draw(plot: Path, rows: list[tuple[object, ...]]) -> None:
    from matplotlib.figure import Figure as Drawing

    drawing = Drawing(figsize=(7, 4.5))
    axes = drawing.subplots()
    sizes = [str(row[0]) for row in rows]
    data = [float(str(row[2])) for row in rows]
    entity = [float(str(row[3])) for row in rows]
    axes.bar(sizes, data, label="data region location")
    axes.bar(sizes, entity, bottom=data, label="entity region location")
    axes.plot(sizes, [float(str(row[5])) for row in rows], "k.-", label="ours, with columns")
    axes.set_xlabel("page size (KB)")
    axes.set_ylabel("CPU ms")
    axes.legend()
    drawing.savefig(plot, dpi=120)
