"""How commands speak: data to standard output, progress and remarks to standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

import orjson

from motherlode.model.plain import plain
from motherlode.model.ports import Progress, Silent

if TYPE_CHECKING:  # drawing is imported when something is drawn: lines of data need none of it
    from rich.console import Console
    from rich.progress import TaskID

__all__ = ["Bars", "errors", "output", "plain", "print_json", "print_line", "progress", "say", "show", "table"]


@cache
def errors() -> Console:
    """Standard error, to draw on."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


@cache
def output() -> Console:
    """Standard output, to draw on."""
    from rich.console import Console

    return Console(highlight=False)


_AS_PLAIN = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_APPEND_NEWLINE
"""Dates are written as `plain` writes them; a line ends."""

REFRESHED = 4
"""Times a second that bars are drawn; at ten, drawing takes a twentieth of a core."""


class Bars:
    """A Progress drawn with rich on standard error."""

    def __init__(self) -> None:
        from rich import progress

        self.rich = progress.Progress(
            progress.SpinnerColumn(),
            progress.TextColumn("{task.description}", markup=False),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TimeElapsedColumn(),
            progress.TimeRemainingColumn(),
            progress.TextColumn("{task.fields[facts]}", markup=False),
            console=errors(),
            transient=False,
            refresh_per_second=REFRESHED,
            redirect_stdout=output().is_terminal,  # else the data would be drawn above the bar and not reach its file
        )
        self.task: TaskID | None = None

    def begin(self, label: str, total: int | None = None) -> None:
        self.task = self.rich.add_task(label, total=total, facts="")

    def advance(self, steps: int = 1, **facts: object) -> None:
        if self.task is not None:
            shown = {"facts": "  ".join(f"{name} {value}" for name, value in facts.items())} if facts else {}
            self.rich.update(self.task, advance=steps, **shown)  # type: ignore[arg-type]

    def note(self, text: str) -> None:
        from rich.text import Text

        self.rich.console.print(Text(text))

    def end(self) -> None:
        if self.task is not None:
            done = self.rich.tasks[self.task].completed
            self.rich.update(self.task, total=self.rich.tasks[self.task].total or done or 1, completed=done or 1)
            self.task = None


@contextmanager
def progress(quiet: bool = False) -> Iterator[Progress]:
    """A Progress for the length of a command: bars on a terminal, silence for pipes and `--json`."""
    asked = any(name in os.environ for name in ("FORCE_COLOR", "TTY_COMPATIBLE"))  # how one says it is a terminal
    if quiet or not (asked or sys.stderr.isatty()) or not errors().is_terminal:
        yield Silent()
        return
    bars = Bars()
    with bars.rich:
        yield bars


def say(text: str) -> None:
    """A remark to the person, on standard error."""
    from rich.text import Text

    errors().print(Text(text))


def print_json(value: object) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(json.dumps(plain(value), ensure_ascii=False, indent=2) + "\n")


def print_line(value: object) -> None:
    """One JSON line on standard output, flushed, so that a reader sees it at once."""
    try:
        line = orjson.dumps(value, default=plain, option=_AS_PLAIN)
    except TypeError:  # half a surrogate pair in a text, a key that is no text, an endless number
        line = f"{json.dumps(value, default=plain)}\n".encode()
    stream = sys.stdout
    below = getattr(stream, "buffer", None)  # what redirects the output need not have one
    if below is None or stream.encoding.lower() not in ("utf-8", "utf8"):
        stream.write(line.decode())
    else:
        stream.flush()
        below.write(line)
    stream.flush()


NARROW = 16
"""Letters a column of a table wants at the least where its cells are longer; below that, words are torn apart."""


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table for people on standard output; where it has no room, a block of lines for every row."""
    from rich.cells import cell_len
    from rich.table import Table
    from rich.text import Text

    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(cell_len, parts)) for parts in zip(columns, *cells, strict=True)]
    drawn = Table(title=title or None, title_justify="left", header_style="bold")
    if sum(min(width, NARROW) + 3 for width in widths) + 1 > output().width:
        drawn = Table(title=title or None, title_justify="left", show_header=False)
        drawn.add_column(no_wrap=True, style="bold")
        drawn.add_column(overflow="fold")
        for row in cells:
            lines = [(name, cell) for name, cell in zip(columns, row, strict=True) if cell]
            for name, cell in lines:
                drawn.add_row(name, Text(cell), end_section=(name, cell) == lines[-1])
    else:
        for column, width in zip(columns, widths, strict=True):
            drawn.add_column(column, overflow="fold", no_wrap=width <= NARROW)
        for row in cells:
            drawn.add_row(*map(Text, row))
    output().print(drawn)


def show(found: object, as_json: bool, title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """What was found: one JSON document for programs, a table for people."""
    if as_json:
        print_json(found)
    else:
        table(title, columns, rows)
