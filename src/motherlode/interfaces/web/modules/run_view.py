"""What is shown of one run: state, figures, charts, queue by host, log of decisions, report."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from motherlode.app.jobs.manager import ACTIVE
from motherlode.interfaces.web import charts, frame
from motherlode.interfaces.web.words import t
from motherlode.store.runs import Run

CHARTS = (
    ("Pages a second", ("pages_per_s", "done")),
    ("Harvest rate", ("harvest",)),
    ("Threshold", ("threshold",)),
)
COLOURS = {"done": "positive", "failed": "negative", "interrupted": "warning", "paused": "warning"}
LINES = 80


class RunView:
    """A run, updated in place, so that the page does not jump."""

    def __init__(self) -> None:
        self.run: Run | None = None
        self.nothing = ui.column().classes("w-full")
        with self.nothing:
            frame.empty(t("No run yet. Choose a kind and press Start."), "play_circle")
        self.body = ui.column().classes("w-full")
        self.body.set_visibility(False)
        with self.body:
            with ui.row().classes("w-full items-center gap-2"):
                self.title = ui.label().classes("text-subtitle1 text-weight-medium")
                self.state = ui.badge().props("data-testid=run-state aria-live=polite").classes("q-pa-xs")
                ui.space()
                self.progress = ui.label().classes("ml-quiet")
            self.error = ui.label().classes("text-negative ml-text").props("data-testid=run-error")
            self.bar = ui.linear_progress(value=0, show_value=False).props("rounded size=8px instant-feedback")
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
                ui.label(t("Log of decisions")).classes("text-caption text-weight-medium")
                self.log = ui.label().classes("ml-log").props('data-testid=run-log tabindex="0"')
            self.report = ui.expansion(t("Report")).classes("ml-card w-full").props("data-testid=run-report")

    def update(self, run: Run | None) -> None:
        """Shows the present state."""
        self.run = run
        self.nothing.set_visibility(run is None)
        self.body.set_visibility(run is not None)
        if run is None:
            return
        progress = run.progress
        self.title.set_text(f"#{run.id} {run.kind}")
        self.state.set_text(t(run.state))
        self.state.props(f"color={COLOURS.get(run.state, 'primary' if run.state in ACTIVE else 'grey-7')}")
        self._figures(run, progress.get("facts", {}), progress.get("done", 0), progress.get("total"))
        history: list[dict[str, Any]] = progress.get("history", [])
        for title, names in CHARTS:
            _draw(*self.drawn[title], history, names)
        self._queue(progress.get("facts", {}).get("hosts"), run.state in ACTIVE)
        notes = progress.get("notes", [])
        self.logged.set_visibility(bool(notes))
        self.log.set_text("\n".join(reversed(notes[-LINES:])))
        self._report(run)

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


def _figure(value: Any) -> Any:
    """A figure that came as text is a figure again."""
    try:
        return float(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _draw(box: ui.column, chart: ui.echart, history: list[dict[str, Any]], names: tuple[str, ...]) -> None:
    name = next((n for n in names if any(n in point for point in history)), None)
    points = [[p["seconds"], p[name]] for p in history if name in p] if name is not None else []
    box.set_visibility(len(points) > 1)
    if len(points) > 1:
        chart.options["series"][0]["data"] = points
        chart.update()
