"""Figure 2 of the hidden-data paper: queries against k on the land table, all strategies, with LB and OPT (H5)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from motherlode.extras import need
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

_LOOKS = (
    # marker, line and colour of LB, OPT and the strategies, in their order; the paper's are dotted
    ("", "--", "black"), ("", "-", "black"),
    ("s", ":", "tab:green"), ("^", ":", "tab:red"), ("v", ":", "tab:purple"),
    ("o", "-", "tab:brown"), ("o", "-", "tab:blue"), ("D", "--", "tab:orange"), ("x", "none", "tab:cyan"),
)  # fmt: skip


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
        "All costs fall about as 1/k, as in the paper.",
        f"Land table of {rows:,} rows, seed {seed}; answers in a fixed random order.",
    )
    columns = ("strategy", *(f"k = {k}" for k in KS), f"/ OPT at k = {KS[-1]}")
    table_rows = tuple((name, *queries, round(queries[-1] / limits[KS[-1]][1], 3)) for name, queries in found.items())
    return Figure("Figure 2: queries against k", columns, table_rows, remarks)


def _draw(found: dict[str, list[int]], file: Path) -> None:
    need("plot")
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt
    from matplotlib.ticker import LogLocator, StrMethodFormatter

    best = dict(zip(KS, found["OPT"], strict=True))
    figure, (plot, ratio) = plt.subplots(1, 2, figsize=(12, 5.4), layout="constrained")
    for (name, queries), (marker, line, colour) in zip(found.items(), _LOOKS, strict=True):
        look = {"marker": marker, "linestyle": line, "color": colour, "markersize": 6, "label": name}
        plot.plot(KS, queries, **look)
        ratio.plot(KS, [count / best[k] for k, count in zip(KS, queries, strict=True)], **look)
    plot.set_title("queries")
    plot.set_ylabel("queries, logarithmic")
    plot.set_yscale("log")
    plot.yaxis.set_major_locator(LogLocator(subs=(1, 2, 3, 5)))
    plot.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    plot.minorticks_off()
    ratio.set_title("against the fewest ranges possible (OPT = 1)")
    ratio.set_ylabel("queries / OPT")
    ratio.set_ylim(bottom=0)
    for part in (plot, ratio):
        part.set_xlabel("k, rows shown at most")
        part.set_xticks(KS, [f"{k:,}" for k in KS])
        part.grid(alpha=0.3)
    handles, names = plot.get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=5, frameon=False)
    figure.savefig(file, dpi=120)
    plt.close(figure)
