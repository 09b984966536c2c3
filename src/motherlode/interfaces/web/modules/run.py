"""Run: start, queue, schedule, watch, pause, resume, stop, compare; charts of what happens; earlier runs (N16)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from nicegui import ui

from motherlode.api.serving import ACTIVE, QUEUED, OpenProject, Run
from motherlode.errors import MotherlodeError
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import charts, frame, tables
from motherlode.interfaces.web.modules.run_form import KINDS, RunForm
from motherlode.interfaces.web.modules.run_view import RunView
from motherlode.interfaces.web.words import t

CHARTS = (
    ("Pages a second", "pages_per_s"),
    ("Harvest rate", "harvest"),
    ("Threshold", "threshold"),
    ("Kept", "kept"),
)


def compared(project: OpenProject, left: Run, right: Run) -> None:
    """Options and figures in one table, what differs first; each chart with both lines."""
    ui.link(f"← {t('All runs')}", frame.address(project.folder.name, "run"))
    frame.title(t("Run {n} and run {m}").format(n=left.id, m=right.id))
    rows = []
    for number, (name, one, other) in enumerate(
        [(t("Kind"), left.kind, right.kind), (t("State"), t(left.state), t(right.state)), *_pairs(left, right)]
    ):
        shown = [frame.short(one), frame.short(other)]
        rows.append(
            {"at": number, "name": name, "left": shown[0], "right": shown[1], "same": shown[0] == shown[1],
             "change": _change(one, other)}
        )  # fmt: skip
    rows.sort(key=lambda row: bool(row["same"]))
    named = (("name", "Figure"), ("left", f"#{left.id}"), ("right", f"#{right.id}"), ("change", "Change"))
    tables.table(rows, named, key="at", mark="compared", size=50)
    for title, name in CHARTS:
        _chart(title, name, left, right)


def _pairs(left: Run, right: Run) -> list[tuple[str, Any, Any]]:
    """Figures of both by name: the options, then what the reports say, then what was shown last."""
    found: dict[str, tuple[Any, Any]] = {}
    for one, other in (
        (left.options, right.options), (left.report, right.report),
        (left.progress.get("facts", {}), right.progress.get("facts", {})),
    ):  # fmt: skip
        first, second = _flat(one), _flat(other)
        for name in [*first, *(name for name in second if name not in first)]:
            found.setdefault(name, (first.get(name), second.get(name)))
    told = {name.partition(": ")[0] for name in found if ": " in name}  # by reason, so that the sum need not be said
    return [(name, *both) for name, both in found.items() if name not in told]


def _flat(values: Mapping[str, Any]) -> dict[str, Any]:
    """Names in words; one level of tables is counted out by name: `dropped: unrelated`."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        words = t("estimate" if name == "left" else name).replace("_", " ")
        if isinstance(value, Mapping):
            found |= {f"{words}: {t(inner)}": each for inner, each in value.items()}
        else:
            found[words] = value
    return found


def _change(one: Any, other: Any) -> str:
    try:
        before, after = float(one), float(other)
    except (TypeError, ValueError):
        return ""
    if before == after:
        return ""
    share = f" ({(after - before) / before:+.0%})" if before else ""
    return f"{after - before:+,.10g}{share}"


def _chart(title: str, name: str, left: Run, right: Run) -> None:
    lines: list[dict[str, Any]] = [
        {"name": f"#{run.id}", "type": "line", "showSymbol": False,
         "data": [[p["seconds"], p[name]] for p in run.progress.get("history", []) if name in p]}
        for run in (left, right)
    ]  # fmt: skip
    if not any(len(each["data"]) > 1 for each in lines):
        return
    options = {
        "color": list(charts.COLOURS),
        "legend": {"textStyle": {"color": charts.INK}, "top": 0},
        "grid": {"left": 8, "right": 20, "top": 34, "bottom": 8, "containLabel": True},
        "xAxis": charts.axis("value", label={"formatter": "{value} s"}),
        "yAxis": charts.axis("value", scale=True),
        "series": lines,
        "tooltip": {"trigger": "axis", "confine": True},
        "animation": False,
    }
    with frame.card(t(title)):
        ui.echart(options).classes("w-full").style("height: 220px")


EVERY = 1.0
"""Seconds between two looks at a run under way."""

SHOWN = 20


async def show(state: State, project: OpenProject) -> None:
    """A form for a new run, the run that is looked at, and the earlier ones; or two runs side by side."""
    both = frame.asked("compare").split(",")
    if len(both) == 2 and all(each.isdecimal() for each in both):
        with frame.told():
            runs = [await frame.work(state.jobs.get, project, int(each)) for each in both]
            compared(project, runs[0], runs[1])
        return
    frame.heading("Run", "A run goes on when you close this page, or the server ends; it can be taken up again.")
    await RunPage(state, project).build()


class RunPage:
    """The controls and the run they act on: the newest, or the one that was chosen."""

    def __init__(self, state: State, project: OpenProject) -> None:
        self.state, self.project = state, project
        wanted = frame.asked("run")
        self.chosen: int | None = int(wanted) if wanted.isdecimal() else None
        self.last: tuple[int, str] = (0, "")

    async def build(self) -> None:
        """Puts everything on the page."""
        self.form = RunForm(self.state, self.project, self._started)
        await self.form.build()
        with frame.card():
            with ui.row().classes("w-full items-center gap-2"):
                self.pause = self._button("Pause", "pause", "pause")
                self.resume = self._button("Resume", "play_circle", "resume")
                self.stop = self._button("Stop", "stop", "stop").props("color=negative")
                self.again = ui.button(t("Again with changes"), icon="replay", on_click=self._again)
                self.again.props("flat data-testid=run-again")
            self.view = RunView(self.state, self.project)
        self.earlier = ui.column().classes("w-full")
        self.listed: tuple[Any, ...] = ()
        self.timer = ui.timer(EVERY, self.refresh)
        await self.refresh()

    def _button(self, label: str, icon: str, what: str) -> ui.button:
        made = ui.button(t(label), icon=icon, on_click=lambda: self.act(what)).props("outline")
        return made.props(f"data-testid=run-{what}")

    def _again(self) -> None:
        if self.view.run is not None:
            self.form.take(self.view.run)

    async def _started(self, number: int) -> None:
        self.chosen = number
        frame.remember({"run": number})
        await self.refresh()

    async def act(self, what: str) -> None:
        """Pause, resume or stop the run that is looked at."""
        with frame.told():
            if self.view.run is not None:
                await frame.work(getattr(self.state.jobs, what), self.project, self.view.run.id)
                await self.refresh()

    async def refresh(self) -> None:
        """Shows the present state; looks again while something is under way."""
        try:
            runs = await frame.work(self.state.jobs.list, self.project)
        except MotherlodeError as error:
            self.timer.deactivate()
            frame.tell(error)
            return
        run = next((each for each in runs if each.id == self.chosen), runs[0] if runs else None)
        self.view.update(run)
        active = run is not None and run.state in ACTIVE
        self.pause.set_enabled(active)
        self.stop.set_enabled(run is not None and run.state in (*ACTIVE, QUEUED))
        self.resume.set_enabled(run is not None and run.state not in (*ACTIVE, QUEUED, "done"))
        self.again.set_enabled(run is not None and run.kind in KINDS)
        self._tell_end(run)
        self._list(runs)
        self.timer.active = any(each.state in (*ACTIVE, QUEUED) for each in runs)

    def _tell_end(self, run: Run | None) -> None:
        """Says that the run that is looked at came to rest while it was looked at."""
        now = (run.id, run.state) if run is not None else (0, "")
        before, self.last = self.last, now
        if run is not None and before[0] == run.id and before[1] in ACTIVE and run.state not in ACTIVE:
            text = t("Run {n}: {name}").format(n=run.id, name=t(run.state))
            ui.notify(text, type="negative" if run.state in ("failed", "interrupted") else "positive")

    def _list(self, runs: list[Run]) -> None:
        now = tuple((run.id, run.state) for run in runs)
        if now == self.listed:
            return
        self.listed = now
        self.earlier.clear()
        if len(runs) < 2:
            return
        rows = [
            {"id": run.id, "run": f"#{run.id} {t(KINDS.get(run.kind, run.kind))}", "state": t(run.state),
             "started": run.started_at[:16].replace("T", " "), "took": took(run)}
            for run in runs[:SHOWN]
        ]  # fmt: skip
        named = (("run", "Run"), ("state", "State"), ("started", "Started"), ("took", "Took"))
        with self.earlier, frame.card(t("All runs")):
            tables.table(rows, named, key="id", mark="runs", opened=self._open, size=SHOWN)
            self._comparison(runs[:SHOWN])

    def _comparison(self, runs: list[Run]) -> None:
        choices = {run.id: f"#{run.id} {t(KINDS.get(run.kind, run.kind))}" for run in runs}

        def compare() -> None:
            ui.navigate.to(f"{frame.address(self.project.folder.name, 'run')}?compare={left.value},{right.value}")

        with ui.row().classes("items-center gap-2"):
            left = ui.select(choices, value=runs[1].id, label=t("Compare")).props("outlined dense")
            right = ui.select(choices, value=runs[0].id, label=t("with")).props("outlined dense")
            for field in (left, right):
                field.style("min-width: 180px")
            ui.button(t("Compare"), icon="compare_arrows", on_click=compare).props("outline data-testid=compare")

    async def _open(self, row: dict[str, Any]) -> None:
        self.chosen = int(row["id"])
        frame.remember({"run": self.chosen})
        await self.refresh()


def took(run: Run) -> str:
    """How long a run was under way, for people."""
    if not run.ended_at:
        return ""
    seconds = (datetime.fromisoformat(run.ended_at) - datetime.fromisoformat(run.started_at)).total_seconds()
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
