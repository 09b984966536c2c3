"""`motherlode demo`: the whole of it on the built-in sample web."""

from __future__ import annotations

import shutil
from pathlib import Path

import typer

from motherlode.api.crawling import is_project
from motherlode.errors import InputError
from motherlode.extras import need
from motherlode.interfaces.cli import talk

app = typer.Typer()


@app.command()
def demo(
    once: bool = typer.Option(False, "--once", help="End after the run instead of serving the web page."),
    port: int = typer.Option(8765, "--port", min=0, max=65535, help="Port of the web page."),
    folder: Path = typer.Option(Path("demo-project"), "--folder", help="Project folder; made anew each time."),
    seed: int = typer.Option(0, "--seed", help="Seed of the sample web."),
    sites: bool = typer.Option(False, "--sites", help="Serve the sample web alone, on --port, to try commands on."),
    as_json: bool = typer.Option(False, "--json", help="Print what was found as JSON."),
) -> None:
    """Run every stage on the built-in sample web, print what was found, and serve the web page on it.

    Example: motherlode demo --once

    Example: motherlode demo --sites --port 8765
    """
    if sites:
        _serve_sites(port, seed)
        return
    from motherlode.interfaces.demo.tour import tour

    if not once:
        need("server")
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
        talk.table("What was found", ("step", "found", "what there is to find", "seconds"), rows)
        talk.say(f"the project is in {folder}; look at it with: motherlode serve {folder}")
    if any(line.found.startswith("failed") for line in lines):
        raise typer.Exit(1)
    if not once:
        from motherlode.interfaces.web.server import listen, run

        listener = listen("127.0.0.1", port)
        talk.say(f"the web page: http://127.0.0.1:{listener.getsockname()[1]}/  (Ctrl-C ends)")
        run(folder, listener)


def _serve_sites(port: int, seed: int) -> None:
    """The sample web until it is interrupted."""
    import threading

    from motherlode.interfaces.demo.server import serve
    from motherlode.interfaces.demo.web import SampleWeb

    web = SampleWeb(seed, news_pages=200, universities=1, entities=60, registry_rows=2000, crawl_delay=0)
    with serve(web.sites, port) as server:
        for host in server.hosts:
            talk.say(server.url(host))
        talk.say("the sample web is ready (Ctrl-C ends); give --allow-private to commands that read it")
        threading.Event().wait()


def _clear(folder: Path) -> None:
    """Removes an earlier demo; a folder that is something else is left alone."""
    if not folder.exists():
        return
    if not is_project(folder) and any(folder.iterdir()):
        raise InputError(f"{folder} is not a project of the demo; move it away or choose another with --folder")
    shutil.rmtree(folder)
