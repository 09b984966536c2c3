"""Figure 2 of the hidden-data paper: queries against k on the land table by all strategies, LB and OPT (H5, H6)."""

from __future__ import annotations

import asyncio
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path

import numpy as np

from motherlode.app.hidden.run import read_hidden
from motherlode.hidden.batch import Batch
from motherlode.hidden.classic import Binary, SortBased, ThreeSection
from motherlode.hidden.description import description_of
from motherlode.hidden.guided import Guided
from motherlode.hidden.params import HiddenParams
from motherlode.hidden.plan import lower_bound, optimum
from motherlode.hidden.simulate import Shows, Table, simulate
from motherlode.hidden.sorted_sweep import SortedSweep
from motherlode.interfaces.demo.land import FIRST_DAY, LAST_DAY, PAPER_ROWS, description, land_table
from motherlode.interfaces.demo.registry import Faults, Registry
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.reproduce import Figure, drawing, verdict
from motherlode.model.hidden import Axis, Planner
from motherlode.model.ports import Progress
from motherlode.sql.engine import connect

KS = (1000, 2000, 3000, 4000, 5000)
CRAWLED_ROWS, CRAWLED_K = 20_000, 500
"""The part that is crawled over HTTP: smaller than the table, since every page is a request."""
PROPORTIONAL = 1.25
"""k times the number of queries may differ by this factor and still be called constant."""
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
    columns = ("strategy", *(f"k = {k}" for k in KS), f"/ OPT at k = {KS[-1]}")
    table_rows = tuple((name, *queries, round(queries[-1] / limits[KS[-1]][1], 3)) for name, queries in found.items())
    remarks = (*_verdicts(found), *_crawled(min(rows, CRAWLED_ROWS), seed, progress))
    told = f"Land table of {rows:,} rows, seed {seed}; answers in a fixed random order. The figure prints no numbers."
    return Figure("Figure 2: queries against k", columns, table_rows, (*remarks, told))


def _verdicts(found: dict[str, list[int]]) -> list[str]:
    sort, binary = found["sort-based (paper)"], found["binary (paper)"]
    wins = [k for k, a, b in zip(KS, sort, binary, strict=True) if a < b]
    where = ", ".join(map(str, wins)) or "none"
    product = [k * queries for k, queries in zip(KS, sort, strict=True)]
    return [
        verdict(
            len(wins) == len(KS), "sort-based needs fewer queries than binary at every k",
            f"it does at {len(wins)} of {len(KS)}: k = {where}",
        ),
        verdict(
            max(product) <= PROPORTIONAL * min(product), "the cost of sort-based is inversely proportional to k",
            f"k times queries lies between {min(product):,} and {max(product):,}",
        ),
    ]  # fmt: skip


def _crawled(rows: int, seed: int, progress: Progress) -> list[str]:
    """The same two strategies on a registry that is really crawled over HTTP, page by page (H6)."""
    registry = Registry(land_table(rows, seed), Faults(cap=CRAWLED_K, counts="none"), seed=seed)
    told = []
    with serve([registry]) as server, tempfile.TemporaryDirectory() as folder:
        for strategy in ("binary", "sort-based"):
            described = tomllib.loads(description(server.url("registry", "/api")))
            del described["results"]["count"]  # as the paper's site, it says no more than that an answer overflows
            site = description_of(described)
            engine = connect(Path(folder) / f"{strategy}.sqlite")
            params = HiddenParams(strategy=strategy, audit=0)
            report, _ = asyncio.run(read_hidden(site, engine, params, allow_private=True, progress=progress))
            told.append(f"{strategy} {report.queries} queries, {report.requests} pages, {report.rows:,} rows")
    return [f"Crawled over HTTP, {rows:,} rows, k = {CRAWLED_K}, 25 rows a page: {'; '.join(told)}."]


def _draw(found: dict[str, list[int]], file: Path) -> None:
    with drawing(file, (12, 5.4), 2, layout="constrained", dpi=120) as (figure, (plot, ratio)):
        from matplotlib.ticker import LogLocator, StrMethodFormatter

        best = dict(zip(KS, found["OPT"], strict=True))
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
