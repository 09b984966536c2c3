"""Run: start, watch, pause, resume, stop; charts of what happens; earlier runs (N16)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from nicegui import ui

from motherlode.app import hidden_project
from motherlode.app.jobs.manager import ACTIVE
from motherlode.app.project import Project
from motherlode.errors import MotherlodeError, UsageError
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame, tables
from motherlode.interfaces.web.modules.run_view import RunView
from motherlode.interfaces.web.words import t
from motherlode.store.runs import Run

EVERY = 1.0
"""Seconds between two looks at a run under way."""

KINDS = {
    "crawl": "Focused crawl", "learn": "Learn keywords", "hidden": "Read a hidden database",
    "university": "Explore universities", "analyse": "Analyse the articles",
}  # fmt: skip
HELP = {
    "crawl": "Fetches pages from the sources, judges them and keeps what is on the topic.",
    "learn": "Reads the example articles and learns keywords from them.",
    "hidden": "Reads a described database to the last row.",
    "university": "From home pages to colleges, departments and people, into the network.",
    "analyse": "Trust, currency, hot topics and their evolution.",
}
SHOWN = 20


async def show(state: State, project: Project) -> None:
    """A form for a new run, the run that is looked at, and the earlier ones."""
    frame.heading("Run", "A run goes on when you close this page, or the server ends; it can be taken up again.")
    await RunPage(state, project).build()


class RunPage:
    """The controls and the run they act on: the newest, or the one that was chosen."""

    def __init__(self, state: State, project: Project) -> None:
        self.state, self.project = state, project
        wanted = frame.asked("run")
        self.chosen: int | None = int(wanted) if wanted.isdecimal() else None

    async def build(self) -> None:
        """Puts everything on the page."""
        await self._form()
        with frame.card():
            with ui.row().classes("w-full items-center gap-2"):
                self.pause = self._button("Pause", "pause", "pause")
                self.resume = self._button("Resume", "play_circle", "resume")
                self.stop = self._button("Stop", "stop", "stop").props("color=negative")
            self.view = RunView()
        self.earlier = ui.column().classes("w-full")
        self.listed: tuple[Any, ...] = ()
        self.timer = ui.timer(EVERY, self.refresh)
        await self.refresh()

    async def _form(self) -> None:
        sites = await frame.work(hidden_project.names, self.project)
        with frame.card(t("New run")):
            with ui.row().classes("items-center w-full gap-3"):
                named = {kind: t(label) for kind, label in KINDS.items()}
                self.kind = ui.select(named, value="crawl", label=t("Kind")).props("outlined dense")
                self.kind.props("data-testid=run-kind").style("min-width: 220px")
                self.limit = ui.number(t("Pages at the most"), value=500, min=1, precision=0).props("outlined dense")
                self.limit.style("width: 150px").props("data-testid=run-limit")
                self.site = ui.select(sites, value=sites[0] if sites else None, label=t("Site")).props(
                    "outlined dense"
                )
                self.site.style("min-width: 180px").props("data-testid=run-site")
                self.starter = ui.button(t("Start"), icon="play_arrow", on_click=self.start)
                self.starter.props("data-testid=run-start")
            self.homes = ui.textarea(t("Home pages of universities, one a line")).props("outlined dense autogrow")
            self.homes.classes("w-full").props("data-testid=run-homes")
            self.help = ui.label().classes("ml-quiet text-caption")
        self.kind.on_value_change(self._fit)
        self._fit()

    def _fit(self) -> None:
        """Shows the options of the chosen kind."""
        kind = str(self.kind.value)
        self.limit.set_visibility(kind == "crawl")
        self.site.set_visibility(kind == "hidden")
        self.homes.set_visibility(kind == "university")
        self.help.set_text(t(HELP[kind]))

    def _button(self, label: str, icon: str, what: str) -> ui.button:
        made = ui.button(t(label), icon=icon, on_click=lambda: self.act(what)).props("outline")
        return made.props(f"data-testid=run-{what}")

    def _options(self) -> dict[str, Any]:
        kind = str(self.kind.value)
        if kind == "crawl":
            return {"max_pages": int(self.limit.value)} if self.limit.value else {}
        if kind == "university":
            return {"homes": [line.strip() for line in str(self.homes.value or "").splitlines() if line.strip()]}
        if kind == "hidden":
            if not self.site.value:
                raise UsageError(t("No site is described yet; describe one under Hidden databases."))
            return {"site": str(self.site.value)}
        return {}

    async def start(self) -> None:
        """A new run of the chosen kind."""
        with frame.busy(self.starter):
            run = await frame.work(self.state.jobs.start, self.project, str(self.kind.value), self._options())
            self.chosen = run.id
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
        self.stop.set_enabled(active)
        self.resume.set_enabled(run is not None and not active and run.state != "done")
        self._list(runs)
        self.timer.active = any(each.state in ACTIVE for each in runs)

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
             "started": run.started_at[:16].replace("T", " "), "took": _took(run)}
            for run in runs[:SHOWN]
        ]  # fmt: skip
        named = (("run", "Run"), ("state", "State"), ("started", "Started"), ("took", "Took"))
        with self.earlier, frame.card(t("All runs")):
            tables.table(rows, named, key="id", mark="runs", opened=self._open, size=SHOWN)

    async def _open(self, row: dict[str, Any]) -> None:
        self.chosen = int(row["id"])
        await self.refresh()


def _took(run: Run) -> str:
    if not run.ended_at:
        return ""
    seconds = (datetime.fromisoformat(run.ended_at) - datetime.fromisoformat(run.started_at)).total_seconds()
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
