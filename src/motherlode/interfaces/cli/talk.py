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

__all__ = ["Bars", "errors", "output", "plain", "print_json", "print_line", "progress", "say", "table"]


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
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            SpinnerColumn,
            TextColumn,
            TimeElapsedColumn,
            TimeRemainingColumn,
        )
        from rich.progress import Progress as RichProgress

        self.rich = RichProgress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[facts]}", markup=False),
            console=errors(),
            transient=False,
            refresh_per_second=REFRESHED,
            redirect_stdout=output().is_terminal,  # else the data would be drawn above the bar and not reach its file
        )
        self.task: TaskID | None = None

    def begin(self, label: str, total: int | None = None) -> None:
        """A new bar."""
        self.task = self.rich.add_task(label, total=total, facts="")

    def advance(self, steps: int = 1, **facts: object) -> None:
        """The bar moves; facts stand beside it."""
        if self.task is not None:
            shown = {"facts": "  ".join(f"{name} {value}" for name, value in facts.items())} if facts else {}
            self.rich.update(self.task, advance=steps, **shown)  # type: ignore[arg-type]

    def note(self, text: str) -> None:
        """A line above the bars."""
        from rich.text import Text

        self.rich.console.print(Text(text))

    def end(self) -> None:
        """The bar stands full."""
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


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """A table for people on standard output."""
    from rich.table import Table
    from rich.text import Text

    drawn = Table(title=title or None, title_justify="left", header_style="bold")
    for column in columns:
        drawn.add_column(column, overflow="fold")
    for row in rows:
        drawn.add_row(*(Text(str(cell)) for cell in row))
    output().print(drawn)
