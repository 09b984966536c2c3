"""Figure 5 of the D-EEM paper: region-then-entity (DERL) against entity-only (ERL), ours beside them (E11)."""

from __future__ import annotations

from pathlib import Path

from motherlode.dom.tree import parse
from motherlode.extract.regions import RecordParams, extract
from motherlode.interfaces.reproduce.deem_pages import Source, figures, hits, sources
from motherlode.interfaces.reproduce.figure import Figure
from motherlode.model.ports import Progress

METHODS = ("erl", "derl", "mdr", "units", "ours", "ours, pages together")


def run(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
    """P, R and F of every method over all sources."""
    found = sources(seed)
    progress.begin("deem-regions", len(METHODS) * len(found))
    rows: list[tuple[object, ...]] = []
    for method in METHODS:
        counts = []
        for source in found:
            counts += counts_of(source, method)
            progress.advance()
        rows.append((method, *(round(value, 1) for value in figures(counts))))
    progress.end()
    if plot:
        draw(plot, [str(row[0]) for row in rows], [[float(str(v)) for v in row[1:]] for row in rows])
    scores = {row[0]: float(str(row[3])) for row in rows}
    verdict = "DERL is above ERL, as in the paper" if scores["derl"] > scores["erl"] else "DERL is not above ERL here"
    return Figure(
        f"D-EEM figure 5: {len(found)} sources, 3 pages each",
        ("method", "precision", "recall", "F"),
        tuple(rows),
        (f"{verdict}: F {scores['derl']} against {scores['erl']}.",),
    )


def counts_of(source: Source, method: str) -> list[tuple[int, int, int]]:
    """Right, found and there for every page of a source."""
    trees = [parse(page.html) for page in source.pages]
    params = RecordParams(strategy=method if not method.startswith("ours") else "ours")
    together = method in {"derl", "ours, pages together"}
    made = []
    for i, (page, tree) in enumerate(zip(source.pages, trees, strict=True)):
        others = [t for j, t in enumerate(trees) if j != i] if together else []
        regions = extract(tree, "", params, others)
        made.append(hits(regions[0] if regions else None, page.titles))
    return made


def draw(plot: Path, names: list[str], values: list[list[float]]) -> None:
    """Groups of three bars."""
    from matplotlib.figure import Figure as Drawing

    drawing = Drawing(figsize=(8, 4.5))
    axes = drawing.subplots()
    for k, label in enumerate(("precision", "recall", "F-measure")):
        axes.bar([i + 0.27 * k for i in range(len(names))], [row[k] for row in values], width=0.25, label=label)
    axes.set_xticks([i + 0.27 for i in range(len(names))], names)
    axes.set_ylim(0, 105)
    axes.legend()
    drawing.savefig(plot, dpi=120)
