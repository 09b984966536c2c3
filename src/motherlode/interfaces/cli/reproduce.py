"""`motherlode reproduce NAME`: a table or figure of a paper, on the sample web or on real pages."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from pathlib import Path

import typer

from motherlode.errors import UsageError
from motherlode.interfaces.cli import talk
from motherlode.model.params import unknown_name

NAMES = (
    "hidden-cost", "news-table1", "news-precision-recall", "deem-time", "deem-regions", "deem-domains",
    "uie-pages", "uie-extraction", "uie-thresholds",
)  # fmt: skip

app = typer.Typer()


@app.command()
def reproduce(
    name: str = typer.Argument(..., help="One of: " + ", ".join(NAMES)),
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
    module = f"motherlode.interfaces.reproduce.{name.replace('-', '_')}"
    if name not in NAMES or not find_spec(module):
        raise UsageError(unknown_name(name, NAMES).replace("setting", "figure"))
    with talk.progress(quiet=as_json) as bars:
        figure = importlib.import_module(module).run(plot=plot, data=data, seed=seed, progress=bars)
    if as_json:
        talk.print_json(figure)
        return
    talk.table(figure.title, figure.columns, figure.rows)
    for remark in figure.remarks:
        talk.say(remark)
    if plot:
        talk.say(f"drawn: {plot}")
