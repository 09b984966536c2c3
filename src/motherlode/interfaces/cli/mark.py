"""`motherlode mark DIR`: a person's word on pages and words, and every stored page judged by it."""

from __future__ import annotations

from pathlib import Path

import typer

import motherlode as ml
from motherlode.errors import UsageError
from motherlode.interfaces.cli import talk

app = typer.Typer()


@app.command()
def mark(
    folder: Path = typer.Argument(Path(), metavar="DIR", help="The project folder."),
    on: list[str] = typer.Option([], "--on", metavar="URL", help="A page that is on the topic; give it again."),
    off: list[str] = typer.Option([], "--off", metavar="URL", help="A page that is not; give it again."),
    word: list[str] = typer.Option([], "--word", metavar="WORD[:WEIGHT]", help="A word of the topic."),
    not_word: list[str] = typer.Option([], "--not-word", metavar="WORD", help="A word that is not meant."),
    forget: list[str] = typer.Option([], "--forget", metavar="URL_OR_WORD", help="Take back what was said of it."),
    as_json: bool = typer.Option(False, "--json", help="Print what changed as JSON."),
) -> None:
    """Say which found pages and which words are meant; what is stored is judged anew at once.

    Example: motherlode mark floods --off http://shop.example/keyboard --not-word keyboard
    """
    if not (on or off or word or not_word or forget):
        raise UsageError("nothing to mark; give --on, --off, --word, --not-word or --forget")
    with ml.Project(folder, create=False) as project, talk.progress(quiet=as_json) as bars:
        found = project.mark(
            on_topic=on, off_topic=off, words=word, not_words=not_word, forget=forget, progress=bars
        )  # fmt: skip
    rows = [("+", url) for url in found.came_in] + [("-", url) for url in found.fell_out]
    title = f"{found.kept} of {found.judged} pages are kept, {found.kept_before} before"
    talk.show(found.to_dict(), as_json, title, ("", "page"), rows)
