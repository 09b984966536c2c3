"""The form of a run: its kind, its options; started now, queued, or every so many hours."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from nicegui import ui

from motherlode.api.serving import OpenProject, Run, hidden_sites
from motherlode.errors import UsageError
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.words import t

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
OWN = ("max_pages", "homes", "site", "resume")
"""Options that have a field of their own."""

SPANS = {1: "every hour", 6: "every 6 hours", 24: "every day", 168: "every week"}


def options_of(text: str) -> dict[str, Any]:
    """Options written as `name=value, name=value`.

    >>> options_of("strategy=gene, max_depth=4")
    {'strategy': 'gene', 'max_depth': '4'}
    """
    found: dict[str, Any] = {}
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, sign, value = part.partition("=")
        if not sign or not name.strip().isidentifier():
            raise UsageError(t("'{what}' is not an option; write name=value, such as max_depth=4").format(what=part))
        found[name.strip()] = value.strip()
    return found


class RunForm:
    """A new run; `started` is told its number."""

    def __init__(self, state: State, project: OpenProject, started: Callable[[int], Awaitable[None]]) -> None:
        self.state, self.project, self.started = state, project, started

    async def build(self) -> None:
        """Puts the form on the page."""
        sites = await frame.work(hidden_sites.names, self.project)
        with frame.card(t("New run")):
            with ui.row().classes("items-center w-full gap-3"):
                named = {kind: t(label) for kind, label in KINDS.items()}
                self.kind = ui.select(named, value="crawl", label=t("Kind")).props("outlined dense")
                self.kind.props("data-testid=run-kind").style("min-width: 220px")
                self.limit = ui.number(t("Pages at the most"), value=500, min=1, precision=0).props("outlined dense")
                self.limit.style("width: 150px").props("data-testid=run-limit")
                self.site = ui.select(sites, value=sites[0] if sites else None, label=t("Site"))
                self.site.props("outlined dense data-testid=run-site").style("min-width: 180px")
                self.starter = ui.button(t("Start"), icon="play_arrow", on_click=self.start)
                self.starter.props("data-testid=run-start")
                with ui.button(t("Schedule"), icon="schedule").props("outline data-testid=run-schedule"), ui.menu():
                    for hours, label in SPANS.items():
                        item = ui.menu_item(t(label), on_click=lambda hours=hours: self.schedule(hours))
                        item.props(f"data-testid=schedule-{hours}")
            self.homes = ui.textarea(t("Home pages of universities, one a line")).props("outlined dense autogrow")
            self.homes.classes("w-full").props("data-testid=run-homes")
            self.more = ui.input(t("Other settings for this run alone"), placeholder="strategy=gene, max_depth=4")
            self.more.props("outlined dense data-testid=run-options").classes("w-full")
            self.help = ui.label().classes("ml-quiet text-caption")
        self.kind.on_value_change(self._fit)
        self._fit()
        self.planned = ui.column().classes("w-full")
        await self.show_schedules()

    def _fit(self) -> None:
        """Shows the options of the chosen kind."""
        kind = str(self.kind.value)
        self.limit.set_visibility(kind == "crawl")
        self.more.set_visibility(kind == "crawl")
        self.site.set_visibility(kind == "hidden")
        self.homes.set_visibility(kind == "university")
        self.help.set_text(t(HELP[kind]))

    def options(self) -> dict[str, Any]:
        """The options of the chosen kind as the run takes them."""
        kind = str(self.kind.value)
        if kind == "crawl":
            pages = {"max_pages": int(self.limit.value)} if self.limit.value else {}
            return pages | options_of(str(self.more.value or ""))
        if kind == "university":
            return {"homes": [line.strip() for line in str(self.homes.value or "").splitlines() if line.strip()]}
        if kind == "hidden":
            if not self.site.value:
                raise UsageError(t("No site is described yet; describe one under Hidden databases."))
            return {"site": str(self.site.value)}
        return {}

    def take(self, run: Run) -> None:
        """Puts an earlier run's kind and options into the form, to be changed and started again."""
        if run.kind not in KINDS:
            return
        options: Mapping[str, Any] = run.options
        self.kind.set_value(run.kind)
        self.limit.set_value(options.get("max_pages"))
        self.homes.set_value("\n".join(options.get("homes", ())))
        if options.get("site"):
            self.site.set_value(options["site"])
        rest = {name: value for name, value in options.items() if name not in OWN}
        self.more.set_value(", ".join(f"{name}={value}" for name, value in rest.items()))
        self._fit()
        text = t("The options of run {n} are in the form; change them, then start.").format(n=run.id)
        ui.notify(text, type="info")

    async def start(self) -> None:
        """A new run of the chosen kind; it waits where one of its kind is still under way."""
        with frame.busy(self.starter):
            options = self.options()
            self.state.check_options(options)
            run = await frame.work(self.state.jobs.start, self.project, str(self.kind.value), options, queue=True)
            if run.state == "queued":
                ui.notify(t("Run {n} waits for the one of its kind to end.").format(n=run.id), type="info")
            await self.started(run.id)

    async def schedule(self, hours: float) -> None:
        """The chosen kind, again and again while the server is up."""
        with frame.told():
            options = self.options()
            self.state.check_options(options)
            await frame.work(self.state.schedules.add, self.project, str(self.kind.value), options, hours)
            frame.saved(t("Scheduled"))
            await self.show_schedules()

    async def show_schedules(self) -> None:
        """What comes again, and when."""
        known = await frame.work(self.state.schedules.list, self.project)
        self.planned.clear()
        if not known:
            return

        async def remove(number: str) -> None:
            with frame.told():
                await frame.work(self.state.schedules.remove, self.project, number)
                await self.show_schedules()

        with self.planned, frame.card(t("Scheduled runs"), t("They begin while this server is up.")):
            for each in known:
                with ui.row().classes("items-center w-full gap-3").props(f"data-testid=schedule-row-{each.id}"):
                    ui.label(t(KINDS.get(each.kind, each.kind))).classes("text-weight-medium")
                    ui.label(t(SPANS.get(int(each.hours), "every {n} hours")).format(n=f"{each.hours:g}"))
                    ui.label(f"{t('next')} {each.next_at[:16].replace('T', ' ')}").classes("ml-quiet")
                    if each.trouble:
                        ui.label(each.trouble).classes("text-negative text-caption")
                    ui.space()
                    gone = ui.button(icon="delete", on_click=lambda number=each.id: remove(number))
                    gone.props(f"flat round dense color=negative data-testid=schedule-remove-{each.id}")
                    gone.props["aria-label"] = t("Remove")
