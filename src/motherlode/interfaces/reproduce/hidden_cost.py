"""Figure 2 of the hidden-data paper: queries against k on the land table, all strategies, with LB and OPT (H5)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from motherlode.hidden.batch import Batch
from motherlode.hidden.bounds import lower_bound, optimum
from motherlode.hidden.classic import Binary, SortBased, ThreeSection
from motherlode.hidden.drive import simulate
from motherlode.hidden.guided import Guided
from motherlode.hidden.simulate import Shows, Table
from motherlode.hidden.sorted_sweep import SortedSweep
from motherlode.interfaces.demo.registry.land import FIRST_DAY, LAST_DAY, PAPER_ROWS, land_table
from motherlode.interfaces.reproduce.figure import Figure
from motherlode.model.hidden import Axis, Planner
from motherlode.model.ports import Progress

KS = (1000, 2000, 3000, 4000, 5000)
DAYS = Axis("signing date", "date", FIRST_DAY.toordinal(), LAST_DAY.toordinal())
AXES = (DAYS,)

STRATEGIES: dict[str, tuple[Callable[[int], Planner], dict[str, bool]]] = {
    "binary (paper)": (lambda k: Binary(AXES, k), {}),
    "sort-based (paper)": (lambda k: SortBased(AXES, k), {}),
    "3-section (paper)": (lambda k: ThreeSection(AXES, k), {}),
    "guided, overflow bit": (lambda k: Guided(AXES, k), {}),
    "guided, exact count": (lambda k: Guided(AXES, k), {"count": True}),
    "batch, exact count": (lambda k: Batch(AXES, k, 0), {"count": True}),
    "sorted sweep": (lambda k: SortedSweep(AXES, k, 0), {"sort": True}),
}


def run(plot: Path | None, data: Path | None, seed: int, progress: Progress, *, rows: int = PAPER_ROWS) -> Figure:
    """Queries of every strategy for every k; a day above k cannot be split on the date and costs one query."""
    points = (land_table(rows, seed).days.astype(np.int64) + DAYS.low)[:, None]
    limits = {k: (lower_bound(rows, k), optimum(points[:, 0], k)) for k in KS}
    found: dict[str, list[int]] = {"lower bound n/k": [limits[k][0] for k in KS], "OPT": [limits[k][1] for k in KS]}
    progress.begin("strategies", len(STRATEGIES) * len(KS))
    for name, (make, shows) in STRATEGIES.items():
        found[name] = []
        for k in KS:
            table = Table(AXES, points, Shows(k=k, **shows), seed=seed)
            workers = 1_000_000 if name.startswith("batch") else 1
            found[name].append(simulate(make(k), table, workers).queries)
            progress.advance(1, strategy=name, k=k)
    progress.end()
    if plot is not None:
        _draw(found, plot)
    best, worst = found["sort-based (paper)"], found["binary (paper)"]
    wins = sum(a < b for a, b in zip(best, worst, strict=True))
    remarks = (
        f"The paper says sort-based beats binary clearly; here it does on {wins} of {len(KS)} values of k.",
        "All costs fall as 1/k, as in the paper.",
        f"Land table of {rows:,} rows, seed {seed}; answers in a fixed random order.",
    )
    columns = ("strategy", *(f"k = {k}" for k in KS), f"/ OPT at k = {KS[-1]}")
    table_rows = tuple((name, *queries, round(queries[-1] / limits[KS[-1]][1], 3)) for name, queries in found.items())
    return Figure("Figure 2: queries against k", columns, table_rows, remarks)


def _draw(found: dict[str, list[int]], file: Path) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, plot = plt.subplots(figsize=(8, 5))
    for name, queries in found.items():
        limit = name in {"lower bound n/k", "OPT"}
        plot.plot(KS, queries, marker="" if limit else "o", linestyle="--" if limit else "-", label=name)
    plot.set_xlabel("k, rows shown at most")
    plot.set_ylabel("queries")
    plot.set_ylim(bottom=0)
    plot.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=120)
    plt.close(figure)
