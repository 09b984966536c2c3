"""Figure 6 of the D-EEM paper: papers, books and shopping, ours beside D-EEM (E10, E11)."""

from __future__ import annotations

from pathlib import Path

from motherlode.interfaces.reproduce.deem_pages import figures, sources
from motherlode.interfaces.reproduce.deem_real import real_sources
from motherlode.interfaces.reproduce.deem_regions import counts_of, draw
from motherlode.interfaces.reproduce.figure import Figure, verdict
from motherlode.model.ports import Progress


def run(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
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
                  tuple(_remarks(rows, domains, real=data is not None)))  # fmt: skip


def _remarks(rows: list[tuple[object, ...]], domains: tuple[str, ...], *, real: bool) -> list[str]:
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
