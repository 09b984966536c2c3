"""`motherlode watch DIR`: keeps projects fresh, sees what changes, and tells."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

import motherlode as ml
from motherlode.api.crawling import stop_on_signal, watch_many
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import call_options

app = typer.Typer()


@app.command()
@call_options("WatchOptions")
def watch(
    folders: list[Path] = typer.Argument(
        ..., metavar="DIR...", help="Project folders; several are watched side by side."
    ),
    hours: float | None = typer.Option(None, "--for", metavar="HOURS", help="End after so many hours.", min=0.0),
    status: bool = typer.Option(
        False, "--status", help="Say how fresh the project is and where it goes next, and end."
    ),
    changes: int = typer.Option(0, "--changes", metavar="N", help="Print the newest N changes, and end.", min=0),
    as_json: bool = typer.Option(False, "--json", help="Print the report, the status or the changes as JSON."),
    options: Any = None,
) -> None:
    """Visit again what may be new or changed, keep every version, and tell what the rules want, until stopped.

    Example: motherlode watch floods --for 24 --per-hour 60 --rules "new article, corrected"

    Example: motherlode watch floods --changes 20
    """
    if status or changes:
        for folder in folders:
            with ml.Project(folder, create=False) as project:
                _show_status(project, as_json) if status else _show_changes(project, changes, as_json)
        return
    with talk.progress(quiet=as_json) as bars:
        reports = watch_many(folders, options, hours=hours, progress=bars, stop=stop_on_signal())
    if as_json:
        made = [{"project": str(folder), **report.to_dict()} for folder, report in zip(folders, reports, strict=True)]
        talk.print_json(made[0] if len(made) == 1 else made)
        return
    for folder, report in zip(folders, reports, strict=True):
        rows: list[tuple[str, object]] = []
        for name, value in report.to_dict().items():
            rows += (
                [(f"{name}: {kind}", n) for kind, n in value.items()] if isinstance(value, dict) else [(name, value)]
            )
        talk.table(f"watch {folder}", ("what", "number"), rows)


def _show_status(project: ml.Project, as_json: bool) -> None:
    found = project.freshness()
    counts = ", ".join(f"{number} {name}" for name, number in found["counts"].items())
    talk.show(
        found,
        as_json,
        f"{counts}; articles seen {found['age_hours']:.1f} h ago on the mean, {found['stale']:.1%} of them stale",
        ("next visit", "kind", "expected", "why"),
        [(one["url"], one["kind"], f"{one['expected']:.2f}", one["reason"]) for one in found["next"]],
    )


def _show_changes(project: ml.Project, number: int, as_json: bool) -> None:
    found = project.changes(limit=number)
    rows = [(one.seen_at.isoformat(timespec="minutes"), one.kind, one.title or one.url, one.what) for one in found]
    talk.show(found.to_dicts(), as_json, f"{len(found)} changes", ("seen", "kind", "title", "what"), rows)
