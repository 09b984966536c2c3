"""`motherlode config DIR [KEY [VALUE]]`: all settings, one setting, or a new value for it."""

from __future__ import annotations

from pathlib import Path

import typer

import motherlode as ml
from motherlode.api.configuring import Setting, found_settings, read_value
from motherlode.interfaces.cli import talk

app = typer.Typer()


@app.command()
def config(
    folder: Path = typer.Argument(Path(), metavar="DIR", help="The project folder."),
    key: str = typer.Argument(
        "", metavar="KEY", help="A setting such as crawl.max_pages, or a section such as crawl."
    ),
    value: str | None = typer.Argument(None, metavar="VALUE", help="Its new value, as in the settings file."),
    unset: bool = typer.Option(False, "--unset", help="Take the setting back to its default."),
    changed: bool = typer.Option(False, "--changed", help="Only what differs from the defaults."),
    as_json: bool = typer.Option(False, "--json", help="Print the settings as JSON."),
) -> None:
    """Show every setting with its value, default and meaning; show one; or change one.

    Example: motherlode config floods crawl

    Example: motherlode config floods crawl.max_pages 500
    """
    with ml.Project(folder, create=False) as project:
        if value is not None or unset:
            section, name, new = read_value(key, value)
            project.configure(**{section: {name: None if unset else new}})
            talk.say(f"{folder / 'motherlode.toml'}: {key} " + ("is as by default" if unset else f"= {value}"))
            return
        found = [each for each in found_settings(project.settings, key) if each.changed or not changed]
    if as_json:
        talk.print_json(found)
        return
    _tables(found)


def _tables(found: list[Setting]) -> None:
    for section in dict.fromkeys(each.section for each in found):
        rows = [
            (each.name, each.shown, "" if each.changed else "default", each.help)
            for each in found
            if each.section == section
        ]
        talk.table(f"[{section}]", ("setting", "value", "", "meaning"), rows)
