"""The `motherlode` command: a table of commands, each loaded when it is called."""

from __future__ import annotations

import sys
from difflib import get_close_matches
from importlib import import_module
from keyword import iskeyword
from typing import Any

import typer
from typer.core import TyperGroup

from motherlode import __version__
from motherlode.errors import MotherlodeError, UsageError


class NamedCommands(TyperGroup):
    """Commands by their names; a name that is not known is refused with the nearest one."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command of the first argument."""
        known = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in known:
            near = get_close_matches(args[0], known, n=1)
            hint = f"; did you mean '{near[0]}'?" if near else f"; known: {', '.join(known)}"
            raise UsageError(f"there is no command '{args[0]}'{hint}")
        return super().resolve_command(ctx, args)


GROUPS: dict[str, dict[str, str]] = {
    "Begin": {
        "demo": "run every stage on the built-in sample web",
        "init": "make a project folder with a short motherlode.toml",
        "config": "show and change the settings of a project",
        "doctor": "say what is installed, compiled and reachable",
        "backup": "save a project as one file, also while a crawl runs",
        "restore": "put a saved project into a new folder",
    },
    "Topic": {
        "import": "read sites, example pages or keywords from files and databases",
        "learn": "learn keywords from the example pages",
        "mark": "say which found pages and words are meant, and judge anew",
    },
    "Collect": {
        "crawl": "find the pages on a topic",
        "hidden": "read a whole database that stands behind a search form",
        "university": "read colleges, departments and people from a home page on",
        "watch": "keep a project fresh, see what changes, and be told",
    },
    "Read pages": {
        "extract": "take articles, records or people out of pages",
        "annotate": "give columns their meaning and join sources into one table",
    },
    "Use what was found": {
        "analyse": "stories, trust, currency, hot topics, evolution",
        "network": "the information network: who belongs to what",
        "export": "write results to files",
        "serve": "REST API and web page",
        "mcp": "tools for programs that talk to language models",
    },
    "Papers": {"reproduce": "make a table or figure of one of the four papers"},
}
COMMANDS = {name: told for commands in GROUPS.values() for name, told in commands.items()}
"""The commands of the contract; each is a module of this package with an `app`."""


class Commands(NamedCommands):
    """The commands of the contract, each loaded when it is called."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command, or None for a name that is not known."""
        if cmd_name not in COMMANDS:
            return None
        bar = "_" if iskeyword(cmd_name) else ""  # no module can have the name of a word of Python
        part: typer.Typer = import_module(f"motherlode.interfaces.cli.{cmd_name}{bar}").app
        part.rich_markup_mode = None
        part._add_completion = False  # noqa: SLF001 - typer has no public switch once an app is made
        command = typer.main.get_command(part)
        command.name = cmd_name
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The table, group by group, without importing anything."""
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))


app = typer.Typer(cls=Commands, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)


def kernels() -> str:
    """Whether the native extension is used, as one says it."""
    from motherlode.kernels import native, why_not

    if not why_not():
        return "native extension in use"
    return f"native extension {'in use without its walk' if native() else 'not in use'}: {why_not()}"


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"motherlode {__version__} ({kernels()})")
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
