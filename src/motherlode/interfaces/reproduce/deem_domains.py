"""Figure 6 of the D-EEM paper: papers, books and shopping, ours beside D-EEM (E10, E11)."""

from __future__ import annotations

from pathlib import Path

from motherlode.interfaces.reproduce.deem_pages import DOMAINS, figures, sources
from motherlode.interfaces.reproduce.deem_regions import counts_of, draw
from motherlode.interfaces.reproduce.figure import Figure
from motherlode.model.ports import Progress


def run(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
    """P, R and F of D-EEM and ours in each domain."""
    found = sources(seed)
    progress.begin("deem-domains", 2 * len(found))
    rows: list[tuple[object, ...]] = []
    for method in ("derl", "ours"):
        for domain in DOMAINS:
            counts = []
            for source in found:
                if source.domain == domain:
                    counts += counts_of(source, method)
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
    return Figure(
        "D-EEM figure 6: domains",
        ("method, domain", "precision", "recall", "F"),
        tuple(rows),
        ("Several entities in a row are the weakness the paper names for shopping (E10); ours treats them alike.",),
    )
