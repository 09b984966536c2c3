"""`motherlode extract`: articles, records or people; a sub-command is a module of this folder."""

from __future__ import annotations

import typer

from motherlode.interfaces.cli.lazy import LazyGroup

KINDS = {
    "article": "news elements: title, time, source, authors, content, links",
    "records": "the record lists of result pages",
    "people": "people with titles and links",
}
"""The sub-commands; each module has an `app`."""


class Kinds(LazyGroup):
    """The sub-commands."""

    package = __name__
    table = KINDS


app = typer.Typer(cls=Kinds, no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.callback()
def extract() -> None:
    """Take articles, records or people out of pages: files, folders, .gz, WARC archives or addresses.

    Example: motherlode extract article pages/ --jsonl
    """
