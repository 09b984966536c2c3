"""The `motherlode` command: a table of commands, each loaded when it is called."""

from __future__ import annotations

import sys

import typer

from motherlode import __version__
from motherlode.errors import MotherlodeError
from motherlode.interfaces.cli.lazy import LazyGroup

COMMANDS = {
    "init": "a project folder with a commented motherlode.toml",
    "demo": "the whole of it on the built-in sample web",
    "crawl": "focused crawl: finds the pages on the topic",
    "hidden": "reads a whole database that stands behind a search form",
    "extract": "articles, records or people from pages",
    "annotate": "gives columns their meaning and joins sources into one table",
    "network": "the information network: run, query, export",
    "university": "home page → colleges → departments → people → network",
    "analyse": "stories, trust, currency, hot topics, evolution",
    "serve": "REST API and web page",
    "export": "results out of a project",
    "reproduce": "a table or figure of a paper",
}
"""The commands of the contract; each is a module of this package with an `app`."""


class Commands(LazyGroup):
    """The commands of the contract."""

    package = "motherlode.interfaces.cli"
    table = COMMANDS


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _kernels() -> str:
    """Which of the kernels are compiled, as one says it."""
    from motherlode.crawl import values
    from motherlode.dom import tree, walk
    from motherlode.extract.news import content_kernel as content
    from motherlode.extract.news import fields_kernel as fields
    from motherlode.extract.news import kernel as news
    from motherlode.extract.regions import kernel as regions
    from motherlode.pages import duplicates, scan
    from motherlode.text import utf8
    from motherlode.topic import terms

    parts = {
        "pages": walk.compiled() and tree.source_kernel() and utf8.compiled(),
        "articles": (
            news.compiled() and news.surrounding() and news.judging() and content.compiled() and fields.compiled()
        ),
        "records": regions.compiled(),
        "crawls": scan.compiled() and duplicates.compiled() and terms.compiled() and values.compiled(),
    }
    used = [name for name, compiled in parts.items() if compiled is not None]
    if len(used) == len(parts):
        return "kernels compiled"
    return f"kernels compiled for {', '.join(used)} only" if used else "kernels in Python"


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"motherlode {__version__} ({_kernels()})")
        raise typer.Exit


@app.callback()
def root(
    version: bool = typer.Option(
        False, "--version", help="Print the version and end.", is_eager=True, callback=_print_version
    ),
) -> None:
    """Motherlode turns a topic or a domain and a few addresses into clean, connected data.

    Data goes to standard output, talk and progress to standard error. Every command takes --debug for a traceback.
    """


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line; exit code 0, 1 for an error, 2 for wrong usage."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in arguments
    arguments = [a for a in arguments if a != "--debug"]
    try:
        result = app(arguments, prog_name="motherlode", standalone_mode=True)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 1
    except MotherlodeError as error:
        if debug:
            raise
        print(f"error: {error.message}", file=sys.stderr)  # noqa: T201
        return error.exit_code
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)  # noqa: T201
        return 130
    except OSError as error:
        if debug:
            raise
        place = f" {error.filename}" if error.filename else ""
        print(f"error:{place} {error.strerror or error}", file=sys.stderr)  # noqa: T201
        return 1
    return result if isinstance(result, int) else 0
