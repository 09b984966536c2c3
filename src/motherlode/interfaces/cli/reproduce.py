"""`motherlode reproduce NAME`: a table or figure of a paper, on the sample web or on real pages."""

from __future__ import annotations

import importlib
from pathlib import Path

import typer

from motherlode.errors import UsageError
from motherlode.interfaces.cli import talk
from motherlode.model.params import unknown_name

FIGURES = {
    "hidden-cost": "hidden_cost:run",
    "news-table1": "news:run_table1",
    "news-precision-recall": "news:run_precision_recall",
    "deem-time": "deem:run_time",
    "deem-regions": "deem:run_regions",
    "deem-domains": "deem:run_domains",
    "uie-pages": "uie_pages:run",
    "uie-extraction": "uie_lists:run_extraction",
    "uie-thresholds": "uie_lists:run_thresholds",
}
"""Name → module and function, loaded when it is asked for."""

app = typer.Typer()


@app.command()
def reproduce(
    name: str = typer.Argument(..., help="One of: " + ", ".join(FIGURES)),
    plot: Path | None = typer.Option(None, "--plot", help="Draw the figure into this PNG or SVG file."),
    data: Path | None = typer.Option(
        None, "--data", help="Folder of real labelled pages, where the figure can use them."
    ),
    seed: int = typer.Option(0, "--seed", help="Seed of the sample web."),
    as_json: bool = typer.Option(False, "--json", help="Print the figures as JSON."),
) -> None:
    """Reproduce a table or figure of a paper, ours beside the paper's method.

    Example: motherlode reproduce hidden-cost --plot cost.png
    """
    if name not in FIGURES:
        raise UsageError(unknown_name(name, list(FIGURES)).replace("setting", "figure"))
    module, _, function = FIGURES[name].partition(":")
    run = getattr(importlib.import_module(f"motherlode.interfaces.reproduce.{module}"), function)
    with talk.progress(quiet=as_json) as bars:
        figure = run(plot=plot, data=data, seed=seed, progress=bars)
    if as_json:
        talk.print_json(figure)
        return
    talk.table(figure.title, figure.columns, figure.rows)
    for remark in figure.remarks:
        talk.say(remark)
    if plot:
        talk.say(f"drawn: {plot}")
