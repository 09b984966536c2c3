"""What is shown of one run: state, figures, what went wrong with the remedy, charts, queue by host, log, report."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from nicegui import ui

from motherlode.api.serving import ACTIVE, PRIVATE, OpenProject, Run, troubles
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import charts, frame, tables
from motherlode.interfaces.web.modules.run_form import KINDS
from motherlode.interfaces.web.teaching import Teaching, mark_buttons, marked_rows
from motherlode.interfaces.web.words import t

CHARTS = (
    ("Pages a second", ("pages_per_s", "done")),
    ("Harvest rate", ("harvest",)),
    ("Threshold", ("threshold",)),
)
COLOURS = {"done": "positive", "failed": "negative", "interrupted": "warning", "paused": "warning"}
SHORT = 0.5
"""Seconds of a run below which a chart would show a point."""

LINES = 100
"""Lines of the log that are drawn; the filter looks through all that are kept."""

DECISION = re.compile(r"([+-]) (\S+)  (.*)", re.DOTALL)
"""A line of the log that tells what was decided about a page: kept or not, address, why."""


class RunView:
    """A run, updated in place, so that the page does not jump."""

    def __init__(self, state: State, project: OpenProject) -> None:
        self.state_of_server, self.project = state, project
        self.run: Run | None = None
        self.told: object = None
        self.notes: list[str] = []
        self.marks = project.store.topics.marks()
        self.nothing = ui.column().classes("w-full")
        with self.nothing:
            frame.empty(t("No run was started on this page yet. Choose a kind and press Start."), "play_circle")
        self.body = ui.column().classes("w-full")
        self.body.set_visibility(False)
        with self.body:
            with ui.row().classes("w-full items-center gap-2"):
                self.title = ui.label().classes("text-subtitle1 text-weight-medium")
                self.state = ui.badge().props("data-testid=run-state aria-live=polite").classes("q-pa-xs")
                ui.space()
                self.progress = ui.label().classes("ml-quiet")
            self.error = ui.label().classes("text-negative ml-text").props("data-testid=run-error role=alert")
            self.troubles = ui.column().classes("w-full gap-1").props("data-testid=run-troubles")
            self.bar = ui.linear_progress(value=0, show_value=False).props("rounded size=8px instant-feedback")
            self.bar.props["aria-label"] = t("Progress")
            self.facts = ui.column().classes("w-full")
            self.drawn: dict[str, tuple[ui.column, ui.echart]] = {}
            with (
                ui.element("div")
                .classes("w-full")
                .style(
                    "display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(min(270px, 100%), 1fr))"
                )
            ):
                for number, (title, _) in enumerate(CHARTS):
                    with ui.column().classes("gap-0 w-full") as box:
                        ui.label(t(title)).classes("text-caption text-weight-medium")
                        self.drawn[title] = (box, charts.line(number))
            with ui.column().classes("gap-0 w-full") as self.queue:
                ui.label(t("Queue by host")).classes("text-caption text-weight-medium")
                self.hosts = charts.bars([], [], sideways=True).props("data-testid=queue")
            with ui.column().classes("gap-1 w-full") as self.logged:
                self._log()
            self.report = ui.expansion(t("Report")).classes("ml-card w-full").props("data-testid=run-report")

    def update(self, run: Run | None) -> None:
        """Shows the present state."""
        self.run = run
        self.nothing.set_visibility(run is None)
        self.body.set_visibility(run is not None)
        if run is None:
            return
        progress = run.progress
        self.title.set_text(f"#{run.id} {t(KINDS.get(run.kind, run.kind))}")
        self.state.set_text(t(run.state))
        self.state.props(f"color={COLOURS.get(run.state, 'primary' if run.state in ACTIVE else 'grey-7')}")
        self._figures(run, progress.get("facts", {}), progress.get("done", 0), progress.get("total"))
        history: list[dict[str, Any]] = progress.get("history", [])
        for title, names in CHARTS:
            _draw(*self.drawn[title], history, names)
        self._queue(progress.get("facts", {}).get("hosts"), run.state in ACTIVE)
        self.notes = list(progress.get("notes", []))
        self.logged.set_visibility(bool(self.notes))
        self._show_log()
        self._troubles(run)
        self._report(run)

    def _log(self) -> None:
        """The log with its filter: every decision on a line of its own."""
        with ui.row().classes("items-center w-full gap-2"):
            ui.label(t("Log of decisions")).classes("text-caption text-weight-medium")
            ui.space()
            kinds = {"": t("All"), "+": t("kept"), "-": t("dropped"), "!": t("remarks")}
            self.log_kind = ui.toggle(kinds, value="").props("outline padding='2px 10px' data-testid=log-kind")
            self.log_text = ui.input(t("Filter")).props(
                "outlined dense clearable debounce=250 data-testid=log-filter"
            )
        self.log_kind.on_value_change(self._show_log)
        self.log_text.on_value_change(self._show_log)
        named = (("url", "Address"), ("decided", "Verdict"), ("why", "Reason"))
        self.teaching = Teaching(self.state_of_server, self.project, self._marked)
        self.log = tables.table([], named, key="at", mark="run-log", size=10).props(remove="hide-pagination")
        tables.with_marks(self.log, mark_buttons(), t("On topic?"))
        self.teaching.watch(self.log)

    def _show_log(self) -> None:
        wanted = str(self.log_text.value or "").strip().lower()
        rows = log_rows(self.notes, str(self.log_kind.value or ""), wanted)
        shown = [{**row, "decided": t(row["decided"]) if row["decided"] else ""} for row in rows]
        self.log.rows = marked_rows(shown, self.marks)

    async def _marked(self) -> None:
        self.marks = await self.teaching.marks()
        self._show_log()

    def _troubles(self, run: Run) -> None:
        """What failed, in red, with what to do about it."""
        found = troubles(run.report)
        now = (run.id, tuple(found))
        if now == self.told:
            return
        self.told = now
        self.troubles.clear()
        with self.troubles:
            for each in found:
                with ui.row().classes("items-center gap-2 no-wrap"):
                    ui.icon("error", color="negative")
                    said = f"{each.number:,} {t(each.text)}: {t(each.remedy)}"
                    ui.label(said).classes("text-negative")
                    if each.code == PRIVATE and not self.state_of_server.guarded:
                        ui.button(t("Allow private addresses"), on_click=self._allow).props(
                            "outline padding='2px 10px' data-testid=allow-private"
                        )

    async def _allow(self) -> None:
        """Lets this project reach private and loopback addresses from now on."""
        with frame.told():
            await frame.allow_private(self.project)
            frame.saved(t("Private addresses are allowed for this project; start the run again."))

    def _figures(self, run: Run, facts: dict[str, Any], done: int, total: int | None) -> None:
        label = str(run.progress.get("label", ""))
        self.progress.set_text(f"{label}  {done:,}{f' / {total:,}' if total else ''}" if label else "")
        finished = run.state == "done"
        self.bar.set_value(1.0 if finished else min(1.0, done / total) if total else 0.0)
        self.bar.props("indeterminate" if run.state in ACTIVE and not total else "", remove="indeterminate"
                       if total or run.state not in ACTIVE else "")  # fmt: skip
        wrong = str(run.report.get("error", ""))
        self.error.set_text(wrong)
        self.error.set_visibility(bool(wrong))
        shown = {name: _figure(value) for name, value in facts.items() if not isinstance(value, (dict, list))}
        if run.state not in ACTIVE and not run.report.get("parts_killed"):  # a report that knows all
            shown |= _reported(shown, run.report)
        self.facts.clear()
        if shown:
            with self.facts:
                frame.facts(shown)

    def _queue(self, hosts: Any, active: bool) -> None:
        known = isinstance(hosts, dict) and bool(hosts)
        self.queue.set_visibility(known and active)
        if known:
            top = sorted(hosts.items(), key=lambda item: item[1])[-8:]
            self.hosts.options["yAxis"]["data"] = [name for name, _ in top]
            self.hosts.options["series"][0]["data"] = [number for _, number in top]
            self.hosts.style(f"height: {40 + 26 * len(top)}px")
            self.hosts.update()

    def _report(self, run: Run) -> None:
        rest = {name: value for name, value in run.report.items() if name != "error" and value not in ({}, [], "")}
        self.report.set_visibility(bool(rest))
        self.report.clear()
        with self.report:
            for name, value in rest.items():
                with ui.row().classes("w-full no-wrap gap-3"):
                    ui.label(t(str(name))).classes("ml-quiet").style("flex: 0 0 150px")
                    ui.label(frame.short(value)).style("overflow-wrap: anywhere")


def _reported(shown: Mapping[str, Any], report: Mapping[str, Any]) -> dict[str, Any]:
    """The figures of the report under the names of the tiles: a run's last word, once it has one.

    >>> _reported({"kept": 26, "dropped": 389, "harvest": 0.19}, {"kept": 29, "dropped": {"unrelated": 106}})
    {'kept': 29, 'dropped': 106}
    >>> _reported({"dropped": 389}, {"dropped": {"unrelated": 106, "not-due": 277}})
    {'dropped': 106, 'not due again yet': 277}
    """
    told = {SAME.get(name, name): value for name, value in report.items()}
    dropped = dict(told["dropped"]) if isinstance(told.get("dropped"), Mapping) else {}
    waiting = dropped.pop(NOT_DUE, 0)  # known from an earlier run and not fetched in this one
    told |= {"dropped": dropped} if dropped or waiting else {}
    told = {k: sum(v.values()) if isinstance(v, Mapping) else v for k, v in told.items()}
    found = {name: told[name] for name in shown if isinstance(told.get(name), (int, float))}
    return found | ({"not due again yet": waiting} if waiting else {})


NOT_DUE = "not-due"
SAME = {"pages_per_second": "pages_per_s"}
"""Figures that a report calls otherwise than the progress does."""


def _figure(value: Any) -> Any:
    """A figure that came as text is a figure again."""
    try:
        return float(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _draw(box: ui.column, chart: ui.echart, history: list[dict[str, Any]], names: tuple[str, ...]) -> None:
    name = next((n for n in names if any(n in point for point in history)), None)
    points = [[p["seconds"], p[name]] for p in history if name in p] if name is not None else []
    drawn = len(points) > 1 and points[-1][0] - points[0][0] > SHORT
    box.set_visibility(drawn)
    if drawn:
        chart.options["series"][0]["data"] = points
        chart.update()


def log_rows(notes: Sequence[str], kind: str, wanted: str) -> list[dict[str, Any]]:
    """Lines of the log as rows, the newest first: `kind` is '+', '-', '!' for remarks, or '' for all.

    >>> log_rows(["+ http://a.example/  related: well", "slow"], "+", "")
    [{'at': 0, 'url': 'http://a.example/', 'decided': 'kept', 'why': 'related: well'}]
    """
    rows: list[dict[str, Any]] = []
    for at in range(len(notes) - 1, -1, -1):
        line = notes[at]
        decision = DECISION.fullmatch(line)
        if (kind and (decision.group(1) if decision else "!") != kind) or (wanted and wanted not in line.lower()):
            continue
        if decision is None:
            rows.append({"at": at, "url": "", "decided": "", "why": line})
        else:
            word = "kept" if decision.group(1) == "+" else "dropped"
            rows.append({"at": at, "url": decision.group(2), "decided": word, "why": decision.group(3)})
        if len(rows) == LINES:
            break
    return rows
