"""Run: start, watch, pause, resume, stop; charts of what happens (N16)."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.words import t
from motherlode.recipes.jobs.kinds import KINDS
from motherlode.recipes.jobs.manager import ACTIVE
from motherlode.recipes.project import Project
from motherlode.store.runs import Run

EVERY = 1.0
CHARTS = (
    ("Throughput", ("pages_s", "done")),
    ("Harvest rate", ("harvest",)),
    ("Threshold", ("threshold",)),
)


async def show(state: State, project: Project) -> None:
    """The newest run with its charts and log, and buttons for a new one."""
    frame.heading("Run", "Start a crawl: it goes on when you close this page.")
    shown = [kind for kind in KINDS if kind != "echo"] or list(KINDS)
    with frame.card(), ui.row().classes("items-center w-full"):
        kind = ui.select(shown, value=shown[0], label=t("Kind")).props("outlined dense").style("min-width: 160px")
        kind.props('data-testid="run-kind"')
        limit = ui.number(t("Pages"), value=500, min=1, precision=0).props("outlined dense").style("width: 120px")

        async def start() -> None:
            with frame.told():
                options = {"max_pages": int(limit.value)} if limit.value else {}
                await frame.work(state.jobs.start, project, str(kind.value), options)
                await refresh()

        ui.button(t("Start"), icon="play_arrow", on_click=start).props('data-testid="run-start"')
        ui.button(t("Pause"), icon="pause", on_click=lambda: act("pause")).props("outline").props(
            'data-testid="run-pause"'
        )
        ui.button(t("Resume"), icon="play_circle", on_click=lambda: act("resume")).props("outline").props(
            'data-testid="run-resume"'
        )
        ui.button(t("Stop"), icon="stop", on_click=lambda: act("stop")).props("outline color=negative").props(
            'data-testid="run-stop"'
        )
    view = _View()

    async def newest() -> Run | None:
        runs = await frame.work(state.jobs.list, project)
        return runs[0] if runs else None

    async def act(what: str) -> None:
        with frame.told():
            run = await newest()
            if run is not None:
                await frame.work(getattr(state.jobs, what), project, run.id)
                await refresh()

    async def refresh() -> None:
        with frame.told():
            run = await newest()
            view.update(run)
            timer.active = run is not None and run.state in ACTIVE

    timer = ui.timer(EVERY, refresh)
    await refresh()


class _View:
    """What is shown of a run; updated in place, so that the page does not jump."""

    def __init__(self) -> None:
        with frame.card():
            with ui.row().classes("w-full items-center"):
                self.state = (
                    ui.label(t("Nothing here yet"))
                    .classes("text-subtitle1 text-weight-medium")
                    .props('data-testid="run-state"')
                )
                ui.space()
                self.facts = ui.label().classes("ml-quiet")
            self.bar = ui.linear_progress(value=0, show_value=False).props("rounded size=10px")
            self.charts = ui.row().classes("w-full")
            with self.charts:
                self.drawn = {title: _chart(title) for title, _ in CHARTS}
            self.hosts = ui.echart(
                {
                    "title": {"text": t("Queue by host"), "textStyle": {"fontSize": 13}},
                    "grid": {"left": 160},
                    "xAxis": {"type": "value"},
                    "yAxis": {"type": "category", "data": []},
                    "series": [{"type": "bar", "data": []}],
                }
            )
            self.hosts.classes("w-full").style("height: 220px").set_visibility(False)
            ui.label(t("Log")).classes("text-subtitle2")
            self.log = ui.label().classes("ml-log")
            self.report = ui.column().classes("w-full")

    def update(self, run: Run | None) -> None:
        """Shows the present state."""
        if run is None:
            return
        progress = run.progress
        done, total = progress.get("done", 0), progress.get("total")
        self.state.set_text(f"#{run.id} {run.kind}: {run.state}")
        facts = progress.get("facts", {})
        plain = {k: v for k, v in facts.items() if not isinstance(v, (dict, list))}
        self.facts.set_text("  ·  ".join([f"{progress.get('label', '')} {done}{f' / {total}' if total else ''}",
                                          *(f"{k} {_short(v)}" for k, v in plain.items())]))  # fmt: skip
        self.bar.set_value(min(1.0, done / total) if total else (1.0 if run.state == "done" else 0.0))
        history: list[dict[str, Any]] = progress.get("history", [])
        for title, names in CHARTS:
            _draw(self.drawn[title], history, names)
        hosts = facts.get("hosts")
        self.hosts.set_visibility(isinstance(hosts, dict) and bool(hosts))
        if isinstance(hosts, dict) and hosts:
            top = sorted(hosts.items(), key=lambda item: item[1])[-8:]
            self.hosts.options["yAxis"]["data"] = [name for name, _ in top]
            self.hosts.options["series"][0]["data"] = [number for _, number in top]
            self.hosts.update()
        self.log.set_text("\n".join(progress.get("notes", [])[-60:]))
        self.report.clear()
        with self.report:
            for name, value in run.report.items():
                with ui.row().classes("w-full no-wrap gap-2"):
                    ui.label(str(name)).classes("text-weight-medium").style("min-width: 120px")
                    ui.label(_short(value)).classes("ml-text")


def _chart(title: str) -> ui.echart:
    made = ui.echart(
        {
            "title": {"text": t(title), "textStyle": {"fontSize": 13}},
            "grid": {"left": 50, "right": 10, "top": 36, "bottom": 24},
            "xAxis": {"type": "value", "name": "s"},
            "yAxis": {"type": "value", "scale": True},
            "series": [{"type": "line", "showSymbol": False, "data": []}],
            "tooltip": {"trigger": "axis"},
        }
    )
    made.classes("grow").style("height: 190px; min-width: 280px; flex-basis: 30%")
    made.set_visibility(False)
    return made


def _draw(chart: ui.echart, history: list[dict[str, Any]], names: tuple[str, ...]) -> None:
    name = next((n for n in names if any(n in point for point in history)), None)
    chart.set_visibility(name is not None and len(history) > 1)
    if name is not None:
        chart.options["series"][0]["data"] = [[p["seconds"], p[name]] for p in history if name in p]
        chart.update()


def _short(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)
