"""Figure 4 of the D-EEM paper: time of region location against page size, ours beside it (E11)."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median

from motherlode.dom.tree import parse
from motherlode.extract.records import extract
from motherlode.extract.records.deem import data_region, entity_regions
from motherlode.extras import need
from motherlode.interfaces.reproduce.deem_pages import sized
from motherlode.interfaces.reproduce.deem_real import real_sources
from motherlode.interfaces.reproduce.figure import Figure, verdict
from motherlode.model.ports import Progress

SIZES = (10, 50, 100, 200, 400)
"""Entities a page: five sizes, as in the paper."""


PAGES_A_SIZE = 5
"""Real pages measured around each size."""


def run(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
    """CPU milliseconds for pages of five sizes."""
    rows: list[tuple[object, ...]] = []
    pages = _real(data) if data else [[(sized(n, seed).html, sized(n, seed + 1).html)] for n in SIZES]
    progress.begin("deem-time", len(pages))
    for some in pages:
        measured = [_measure(html, other) for html, other in some]
        rows.append(tuple(round(median(column), 2) for column in zip(*measured, strict=True)))
        progress.advance()
    progress.end()
    if plot:
        _draw(plot, rows)
    return Figure(
        "D-EEM figure 4: time of region location (CPU ms)" + (", real pages" if data else ""),
        ("page KB", "nodes", "data region", "entity region in it", "entity region alone", "ours, with columns"),
        tuple(rows),
        tuple(_remarks(rows, real=data is not None)),
    )


def _remarks(rows: list[tuple[object, ...]], *, real: bool) -> list[str]:
    region, inside, alone = ([float(str(row[column])) for row in rows] for column in (2, 3, 4))
    dearer = sum(a > b for a, b in zip(inside, region, strict=True))
    grows = all(a <= b for a, b in pairwise(region)) and all(a <= b for a, b in pairwise(inside))
    saved = sum(a < b for a, b in zip(inside, alone, strict=True))
    both = [a + b for a, b in zip(region, inside, strict=True)]
    remarks = [
        verdict(
            grows, "both steps take longer on larger pages",
            f"{region[0]} to {region[-1]} ms and {inside[0]} to {inside[-1]} ms",
        ),
        verdict(
            dearer == len(rows), "locating entities costs more than locating the data region",
            f"at {dearer} of {len(rows)} sizes",
        ),
        verdict(
            saved == len(rows), "entities are located faster inside the data region than on the whole page",
            f"at {saved} of {len(rows)} sizes; with the region's own time {sum(both):.1f} to {sum(alone):.1f} ms",
        ),
    ]  # fmt: skip
    if real:
        remarks.append("One page a source is labelled: the page of the next size stands in for a second one.")
    return remarks


def _real(data: Path) -> list[list[tuple[str, str]]]:
    """Real pages around five sizes, each with the next larger one in place of a second page of its source."""
    found = sorted((page.html for source in real_sources(data) for page in source.pages), key=len)
    pairs = list(pairwise([*found, found[-1]]))
    middles = [int(len(pairs) * (k + 0.5) / len(SIZES)) for k in range(len(SIZES))]
    return [pairs[max(0, m - PAGES_A_SIZE // 2) : m + PAGES_A_SIZE // 2 + 1] for m in dict.fromkeys(middles)]


def _measure(html: str, other_html: str) -> tuple[float, ...]:
    tree, other = parse(html), parse(other_html)
    region = data_region(tree, [other])
    return (
        len(html) / 1024,
        len(tree),
        _ms(lambda: data_region(tree, [other])),
        _ms(lambda: entity_regions(tree, region)),
        _ms(lambda: entity_regions(tree, 0)),
        _ms(lambda: extract(tree)),
    )


def _ms(work: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1000)
    return round(median(times), 2)


def _draw(plot: Path, rows: list[tuple[object, ...]]) -> None:
    need("plot")
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
