"""Figure 5 of the D-EEM paper: region-then-entity (DERL) against entity-only (ERL), ours beside them (E11)."""

from __future__ import annotations

from pathlib import Path

from motherlode.dom.tree import parse
from motherlode.extract.records import RecordParams, extract
from motherlode.extras import need
from motherlode.interfaces.reproduce.deem_pages import Source, figures, hits, sources
from motherlode.interfaces.reproduce.deem_real import hits_real, real_sources
from motherlode.interfaces.reproduce.figure import Figure, verdict
from motherlode.model.ports import Progress

METHODS = ("erl", "derl", "mdr", "units", "ours", "ours, pages together")


TOGETHER = ("derl", "ours, pages together")
"""Methods that look at several pages of a source at once."""


def run(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
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
    need("plot")
    from matplotlib.figure import Figure as Drawing

    drawing = Drawing(figsize=(max(8, 1.3 * len(names)), 4.5), layout="constrained")
    axes = drawing.subplots()
    for k, label in enumerate(("precision", "recall", "F-measure")):
        axes.bar([i + 0.27 * k for i in range(len(names))], [row[k] for row in values], width=0.25, label=label)
    axes.set_xticks([i + 0.27 for i in range(len(names))], names)
    axes.set_ylim(0, 105)
    axes.legend()
    drawing.savefig(plot, dpi=120)
