"""Figures 4, 5 and 6 of the D-EEM paper: time, regions against entities alone, domains; ours beside (E10, E11)."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median

from motherlode.dom.tree import parse
from motherlode.extract.records import RecordParams, extract
from motherlode.extract.records.deem import data_region, entity_regions
from motherlode.interfaces.reproduce import Figure, drawing, verdict
from motherlode.interfaces.reproduce.deem_pages import Source, figures, hits, hits_real, real_sources, sized, sources
from motherlode.model.ports import Progress

METHODS = ("erl", "derl", "mdr", "units", "ours", "ours, pages together")


TOGETHER = ("derl", "ours, pages together")
"""Methods that look at several pages of a source at once."""


def run_regions(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
    """P, R and F of every method over all sources; of real pages, those of sources with two pages and more."""
    every = real_sources(data) if data else sources(seed)
    found = [source for source in every if len(source.pages) > 1]
    alone = [source for source in every if len(source.pages) == 1]
    methods = METHODS if found else tuple(method for method in METHODS if method not in TOGETHER)
    progress.begin("deem-regions", len(methods) * len(found) + (len(METHODS) - len(TOGETHER)) * len(alone))
    rows: list[tuple[object, ...]] = [
        (method, *_figures(found, method, progress, real=data is not None)) for method in (methods if found else ())
    ]
    for method in METHODS if alone else ():
        if method not in TOGETHER:
            figures_of = _figures(alone, method, progress, real=True)
            rows.append((f"{method}, single", *figures_of))
    progress.end()
    if plot:
        names = [str(row[0]).replace(", ", "\n") for row in rows]
        draw(plot, names, [[float(str(v)) for v in row[1:]] for row in rows])
    remarks = []
    scores = {row[0]: float(str(row[3])) for row in rows}
    if found:
        rows_of = {str(row[0]): [float(str(value)) for value in row[1:]] for row in rows}
        above = sum(a > b for a, b in zip(rows_of["derl"], rows_of["erl"], strict=True))
        told = f"it is in {above} of 3; F {scores['derl']} against {scores['erl']}"
        remarks.append(verdict(above == 3, "DERL is above ERL in precision, recall and F", told))
    if alone:
        remarks.append("Region location needs a second page of the source: no DERL where there is one page a source.")
    pages = sum(len(source.pages) for source in found)
    title = f"D-EEM figure 5: {len(found)} sources, {pages} pages" + (
        f", and {len(alone)} single pages" if alone else ""
    )
    return Figure(title, ("method", "precision", "recall", "F"), tuple(rows), tuple(remarks))


def _figures(found: list[Source], method: str, progress: Progress, *, real: bool) -> tuple[float, ...]:
    counts = []
    for source in found:
        counts += counts_of(source, method, real=real)
        progress.advance()
    return tuple(round(value, 1) for value in figures(counts))


def counts_of(source: Source, method: str, *, real: bool = False) -> list[tuple[int, int, int]]:
    """Right, found and there for every page of a source."""
    trees = [parse(page.html) for page in source.pages]
    params = RecordParams(strategy=method if not method.startswith("ours") else "ours")
    made = []
    for i, (page, tree) in enumerate(zip(source.pages, trees, strict=True)):
        others = [t for j, t in enumerate(trees) if j != i] if method in TOGETHER else []
        regions = extract(tree, "", params, others)
        first = regions[0] if regions else None
        made.append(hits_real(first, page) if real else hits(first, page.titles))
    return made


def draw(plot: Path, names: list[str], values: list[list[float]]) -> None:
    """Groups of three bars."""
    with drawing(plot, (max(8, 1.3 * len(names)), 4.5), layout="constrained", dpi=120) as (_, axes):
        for k, label in enumerate(("precision", "recall", "F-measure")):
            axes.bar([i + 0.27 * k for i in range(len(names))], [row[k] for row in values], width=0.25, label=label)
        axes.set_xticks([i + 0.27 for i in range(len(names))], names)
        axes.set_ylim(0, 105)
        axes.legend()


def run_domains(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
    """P, R and F of D-EEM and ours in each domain."""
    found = real_sources(data) if data else sources(seed)
    domains = tuple(dict.fromkeys(source.domain for source in found))
    progress.begin("deem-domains", 2 * len(found))
    rows: list[tuple[object, ...]] = []
    for method in ("derl", "ours"):
        for domain in domains:
            counts = []
            for source in found:
                if source.domain == domain:
                    counts += counts_of(source, method, real=data is not None)
                    progress.advance()
            rows.append(
                (f"{'D-EEM' if method == 'derl' else method}, {domain}", *(round(v, 1) for v in figures(counts)))
            )
    progress.end()
    if plot:
        draw(
            plot,
            [str(row[0]).replace(", ", "\n") for row in rows],
            [[float(str(v)) for v in row[1:]] for row in rows],
        )
    return Figure("D-EEM figure 6: domains", ("method, domain", "precision", "recall", "F"), tuple(rows),
                  tuple(_domain_remarks(rows, domains, real=data is not None)))  # fmt: skip


def _domain_remarks(rows: list[tuple[object, ...]], domains: tuple[str, ...], *, real: bool) -> list[str]:
    if real:
        return ["Where a source has one page alone, D-EEM is without its region location."]
    f = {domain: float(str(row[3])) for domain, row in zip(domains, rows, strict=False)}
    told = ", ".join(f"{domain} {value}" for domain, value in f.items())
    return [
        verdict(
            f["shopping"] < min(f["papers"], f["books"]), "papers and books come out better than shopping, where "
            "several entities stand in a row (E10)", f"F of D-EEM: {told}",
        )
    ]  # fmt: skip


SIZES = (10, 50, 100, 200, 400)
"""Entities a page: five sizes, as in the paper."""


PAGES_A_SIZE = 5
"""Real pages measured around each size."""


def run_time(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
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
        _draw_time(plot, rows)
    return Figure(
        "D-EEM figure 4: time of region location (CPU ms)" + (", real pages" if data else ""),
        ("page KB", "nodes", "data region", "entity region in it", "entity region alone", "ours, with columns"),
        tuple(rows),
        tuple(_time_remarks(rows, real=data is not None)),
    )


def _time_remarks(rows: list[tuple[object, ...]], *, real: bool) -> list[str]:
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


def _draw_time(plot: Path, rows: list[tuple[object, ...]]) -> None:
    with drawing(plot, (7, 4.5), layout="none", dpi=120) as (_, axes):
        sizes = [str(row[0]) for row in rows]
        data = [float(str(row[2])) for row in rows]
        entity = [float(str(row[3])) for row in rows]
        axes.bar(sizes, data, label="data region location")
        axes.bar(sizes, entity, bottom=data, label="entity region location")
        axes.plot(sizes, [float(str(row[5])) for row in rows], "k.-", label="ours, with columns")
        axes.set_xlabel("page size (KB)")
        axes.set_ylabel("CPU ms")
        axes.legend()
