"""`motherlode demo`: the whole of it on the built-in sample web."""

from __future__ import annotations

import shutil
from pathlib import Path

import typer

from motherlode.errors import InputError
from motherlode.interfaces.cli import talk
from motherlode.recipes.settings import FILE_NAME

app = typer.Typer()


@app.command()
def demo(
    once: bool = typer.Option(False, "--once", help="End after the run instead of serving the web page."),
    port: int = typer.Option(8765, "--port", min=0, max=65535, help="Port of the web page."),
    folder: Path = typer.Option(Path("demo-project"), "--folder", help="Project folder; made anew each time."),
    seed: int = typer.Option(0, "--seed", help="Seed of the sample web."),
    as_json: bool = typer.Option(False, "--json", help="Print what was found as JSON."),
) -> None:
    """Run every stage on the built-in sample web, print what was found, and serve the web page on it.

    Example: motherlode demo --once
    """
    from motherlode.interfaces.demo.tour.run import tour

    _clear(folder)
    talk.say("The sample web is on loopback: six news sites, three universities, shops, libraries, a land registry.")
    with talk.progress(quiet=as_json) as bars:
        lines = []
        for line in tour(folder, bars, seed=seed):
            lines.append(line)
            bars.note(f"{line.step}: {line.found}  ({line.seconds:.0f} s)")
    if as_json:
        talk.print_json(lines)
    else:
        rows = [(line.step, line.found, line.truth, f"{line.seconds:.1f}") for line in lines]
        talk.table("What was found", ("step", "found", "the truth", "seconds"), rows)
        talk.say(f"the project is in {folder}; look at it with: motherlode serve {folder}")
    if any(line.found.startswith("failed") for line in lines):
        raise typer.Exit(1)
    if not once:
        from motherlode.interfaces.web.server import listen, run

        listener = listen("127.0.0.1", port)
        talk.say(f"the web page: http://127.0.0.1:{listener.getsockname()[1]}/  (Ctrl-C ends)")
        run(folder, listener)


def _clear(folder: Path) -> None:
    """Removes an earlier demo; a folder that is something else is left alone."""
    if not folder.exists():
        return
    if not (folder / FILE_NAME).exists() and any(folder.iterdir()):
        raise InputError(f"{folder} is not a project of the demo; move it away or choose another with --folder")
    shutil.rmtree(folder)
