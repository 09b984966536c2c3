"""Watching: how fresh the project is, what changed, visits against what they found, and where it goes next."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Any

from nicegui import ui

from motherlode.api.serving import ACTIVE, Filter, OpenProject, WatchStore, freshness
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import charts, frame, tables
from motherlode.interfaces.web.words import t
from motherlode.model.clock import SystemClock
from motherlode.model.watch import Change

NEXT_VISITS = 12
KINDS = (
    "new", "edited", "corrected", "silent-edit", "moved", "vanished", "added", "removed", "changed", "joined", "left",
    "hot", "certified", "uncertified",
)  # fmt: skip
LISTS = ("feed", "sitemap", "hub")

Row = dict[str, Any]


async def show(state: State, project: OpenProject) -> None:
    """The whole page."""
    frame.heading(
        "Watch", "Keeps the project fresh: new articles, edits, corrections, vanished pages, changed lists."
    )
    await _buttons(state, project)
    store: WatchStore = await frame.work(WatchStore, project.engine)
    found = await frame.work(freshness, project, SystemClock().now(), NEXT_VISITS)
    counts = found["counts"]
    if not counts["visits"]:
        text = t("Nothing was watched yet. Press the button above; whom to tell of what is among the parameters.")
        frame.empty(text, "visibility", link=(t("Parameters"), frame.address(project.folder.name, "parameters")))
        return
    frame.facts(
        {
            "Articles watched": counts.get("article", 0),
            "Lists watched": sum(counts.get(kind, 0) for kind in LISTS),
            "Databases watched": counts.get("hidden", 0),
            "Mean age in hours": found["age_hours"],
            "Share expected stale": f"{found['stale']:.1%}",
            "Changes": counts["changes"],
            "Notifications": counts["notifications"],
            "Not delivered yet": counts["undelivered"],
        }
    )
    _yields(await frame.work(store.yields))
    _next(found["next"])
    await _changes(store)
    await _visits(store)


async def _buttons(state: State, project: OpenProject) -> None:
    runs = await frame.work(state.jobs.list, project)
    running = next((run for run in runs if run.kind == "watch" and run.state in ACTIVE), None)

    async def start() -> None:
        await frame.work(state.jobs.start, project, "watch", {})
        ui.navigate.reload()

    async def stop() -> None:
        if running is not None:
            await frame.work(state.jobs.stop, project, running.id)
            await frame.work(state.jobs.wait, project, running.id, 30)
            ui.navigate.reload()

    with ui.row().classes("items-center"):
        if running is None:
            frame.button(t("Start watching"), "visibility", start, "data-testid=watch-button")
        else:
            frame.button(t("Stop watching"), "visibility_off", stop, "data-testid=watch-button")
        ui.link(t("Atom feed"), frame.api(project.folder.name, "changes.atom")).props("data-testid=watch-feed")


def _yields(rows: list[Row]) -> None:
    """Visits a day by kind of place, and what they found."""
    days = sorted({row["day"] for row in rows})
    if not days:
        return
    kinds = sorted({row["kind"] for row in rows})
    visits = {(row["day"], row["kind"]): row["visits"] for row in rows}
    found: Counter[str] = Counter()
    for row in rows:
        found[row["day"]] += int(row["found"] or 0)
    series: list[Row] = [
        {"name": t(kind), "type": "bar", "stack": "visits", "data": [visits.get((day, kind), 0) for day in days]}
        for kind in kinds
    ]
    series.append({"name": t("found"), "type": "line", "yAxisIndex": 1, "data": [found[day] for day in days]})
    with frame.card(t("Visits and what they found"), t("Bars: visits a day. Line: new and changed items found.")):
        charts.by_day(days, series, axes=2).props("data-testid=watch-yield")


def _next(choices: list[Row]) -> None:
    rows = [
        {"url": one["url"], "kind": t(one["kind"]), "expected": f"{one['expected']:.2f}", "reason": one["reason"]}
        for one in choices
    ]
    named = (("url", "Address"), ("kind", "Kind"), ("expected", "Expected"), ("reason", "Why"))
    with frame.card(t("The next visits"), t("Where most new or changed items are expected to wait.")):
        tables.table(rows, named, key="url", mark="watch-next", size=NEXT_VISITS)


async def _changes(store: WatchStore) -> None:
    """All changes, filtered by kind, newest first; a row opens what was and what is."""
    chosen = frame.asked("kind")

    def fetch(offset: int, limit: int, sort: str) -> tuple[list[Row], int]:
        kind = str(picker.value or "")
        filters = [Filter("kind", "equals", kind)] if kind in KINDS else []
        found, total = store.changes(offset=offset, limit=limit, sort=sort, filters=filters)
        return [_change_row(change) for change in found], total

    async def picked() -> None:
        frame.remember({"kind": picker.value})
        await table.load(first=True)

    with frame.card(t("What changed")):
        options = {"": t("all kinds"), **{kind: t(kind) for kind in KINDS}}
        picker = ui.select(options, value=chosen if chosen in KINDS else "", label=t("Kind"), on_change=picked)
        picker.props("dense outlined data-testid=watch-kind").style("min-width: 180px")
        table = tables.SliceTable(
            (("title", "Title"), ("kind", "Kind"), ("seen_at", "Seen"), ("what", "What")),
            fetch, key="id", mark="changes", sort="-seen_at", opened=_detail,
            empty=lambda: frame.empty(t("No changes of this kind."), "inbox"),
        )  # fmt: skip
    await table.load()


def _change_row(change: Change) -> Row:
    return {
        "id": change.id, "title": change.title or change.url, "kind": change.kind, "url": change.url,
        "seen_at": change.seen_at.astimezone(UTC).strftime("%Y-%m-%d %H:%M"), "what": change.what,
        "fields": {name: [str(old), str(new)] for name, (old, new) in change.fields.items()},
    }  # fmt: skip


def _detail(row: Row) -> None:
    """Before and after, side by side."""
    with frame.dialog(str(row["title"])):
        ui.label(f"{t(str(row['kind']))}  ·  {row['seen_at']}").classes("ml-quiet text-caption")
        if str(row["url"]).startswith(("http://", "https://")):
            ui.label(str(row["url"])).classes("text-caption").style("overflow-wrap: anywhere")
        ui.label(str(row["what"]))
        fields: dict[str, list[str]] = row["fields"]
        rows = [{"field": name, "before": old, "after": new} for name, (old, new) in fields.items()]
        if rows:
            named = (("field", "Field"), ("before", "Before"), ("after", "After"))
            tables.table(rows, named, key="field", mark="change-fields", size=20)


async def _visits(store: WatchStore) -> None:
    found, total = await frame.work(store.visits, limit=50)
    rows = [
        {"id": at, "url": one.url, "kind": t(one.kind), "outcome": one.outcome, "found": one.found,
         "at": datetime.fromisoformat(one.at).strftime("%Y-%m-%d %H:%M:%S"), "reason": one.reason}
        for at, one in enumerate(found)
    ]  # fmt: skip
    named = (
        ("url", "Address"), ("at", "At"), ("kind", "Kind"), ("outcome", "Outcome"), ("found", "Found"),
        ("reason", "Why"),
    )  # fmt: skip
    with frame.card(t("The last visits"), t("{n} in all").format(n=total)):
        tables.table(rows, named, key="id", mark="watch-visits", size=10)
