"""The `motherlode` command: a table of commands, each loaded when it is called."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from importlib.util import find_spec
from keyword import iskeyword
from typing import Any, ClassVar

import typer
from typer.core import TyperGroup

from motherlode import __version__
from motherlode.errors import MotherlodeError, UsageError


class LazyGroup(TyperGroup):
    """A table of commands: name → help line; each is a module of `package` with an `app`."""

    package: ClassVar[str]
    table: ClassVar[Mapping[str, str]]
    groups: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """The same commands by what they are for, as help shows them."""

    def _module(self, name: str) -> str:
        """A command's module; one whose name is a word of Python has a bar behind it."""
        return f"{self.package}.{name}{'_' if iskeyword(name) else ''}"

    def list_commands(self, ctx: Any) -> list[str]:
        """The commands whose modules exist, in the order of the table."""
        return [name for name in self.table if find_spec(self._module(name))]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command, or None for a name that is not known."""
        if cmd_name not in self.list_commands(ctx):
            return None
        part: typer.Typer = importlib.import_module(self._module(cmd_name)).app
        part.rich_markup_mode = None
        part._add_completion = False  # noqa: SLF001 - typer has no public switch once an app is made
        command = typer.main.get_command(part)
        command.name = cmd_name
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command of the first argument; a name that is not known is refused with the nearest one."""
        if (
            args
            and not args[0].startswith("-")
            and args[0] not in self.table
            and (args[0] not in self.list_commands(ctx))
        ):
            near = get_close_matches(args[0], self.list_commands(ctx), n=1)
            hint = f"; did you mean '{near[0]}'?" if near else f"; known: {', '.join(self.list_commands(ctx))}"
            raise UsageError(f"there is no command '{args[0]}'{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The table, group by group, without importing anything."""
        known = self.list_commands(ctx)
        for title, commands in (self.groups or {"Commands": self.table}).items():
            rows = [(name, told) for name, told in commands.items() if name in known]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


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


class Commands(LazyGroup):
    """The commands of the contract."""

    package = "motherlode.interfaces.cli"
    table = COMMANDS
    groups = GROUPS


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


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
