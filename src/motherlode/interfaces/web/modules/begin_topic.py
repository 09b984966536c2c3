"""The first try of a topic: a small crawl, its articles as they come in, and what can follow."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from motherlode.api.serving import ACTIVE, PRIVATE, OpenProject, Run, beginning, troubles
from motherlode.errors import MotherlodeError
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame, tables
from motherlode.interfaces.web.modules import begin_ways as ways
from motherlode.interfaces.web.modules.results_detail import article_detail
from motherlode.interfaces.web.words import t

TRIED_PAGES = 30
"""Pages of a first try: enough to see whether the topic is understood, fetched in seconds."""

EVERY = 1.0
SHOWN = 10


class TopicTry:
    """A crawl of a few pages that is shown while it runs, where it was asked for."""

    def __init__(self, state: State, given: beginning.Given, *, private: bool) -> None:
        self.state, self.given, self.private = state, given, private

    async def build(self) -> None:
        """Begins the crawl and puts its place on the page."""
        self.project: OpenProject = await ways.topic_project(self.state, self.given, allow_private=self.private)
        name = self.project.folder.name
        words = ", ".join(word for word, _ in self.given.keywords)
        said = t("Taken for a topic: {words}. The first {n} pages are looked at.").format(words=words, n=TRIED_PAGES)
        ui.label(said).classes("text-subtitle1 text-weight-medium").props("data-testid=begin-taken")
        self.bar = ui.linear_progress(value=0, show_value=False).props("rounded size=8px instant-feedback")
        self.bar.props["aria-label"] = t("Progress")
        self.said = ui.label().classes("ml-quiet").props("data-testid=begin-progress aria-live=polite")
        self.trouble = ui.column().classes("w-full gap-1")
        self.found = ui.column().classes("w-full")
        self.after = ui.column().classes("w-full")
        self.clock = ui.element("div")
        self.listed = -1
        with self.after:
            link = ui.link(t("All of it: log, figures, every page"), frame.address(name, "run"))
            link.props("data-testid=begin-run")
        await self._start()

    async def _start(self) -> None:
        self.trouble.clear()
        self.run: Run = await frame.work(self.state.jobs.start, self.project, "crawl", {"max_pages": TRIED_PAGES})
        self.clock.clear()
        with self.clock:
            self.timer = ui.timer(EVERY, self.look)

    async def look(self) -> None:
        """Shows how far the crawl is."""
        try:
            self.run = await frame.work(self.state.jobs.get, self.project, self.run.id)
            articles, total = await frame.work(self.project.store.articles.shown, limit=SHOWN)
        except MotherlodeError as error:
            self.timer.deactivate()
            frame.tell(error)
            return
        done = int(self.run.progress.get("done", 0))
        self.bar.set_value(min(1.0, done / TRIED_PAGES) if self.run.state in ACTIVE else 1.0)
        text = t("{n} pages looked at, {m} articles kept").format(n=done, m=total)
        self.said.set_text(text if self.run.state in ACTIVE else f"{text}  ·  {t(self.run.state)}")
        if total != self.listed:
            self.listed = total
            self._list(articles)
        if self.run.state not in ACTIVE:
            self.timer.deactivate()
            self._ended(total)

    def _list(self, articles: list[dict[str, Any]]) -> None:
        self.found.clear()
        rows = [
            {"url": each["url"], "title": each["title"] or each["url"], "source": each["source"],
             "published": each["published"][:16].replace("T", " ")}
            for each in articles
        ]  # fmt: skip
        named = (("title", "Title"), ("published", "Published"), ("source", "Source"))
        if rows:
            with self.found:
                tables.table(
                    rows, named, key="url", mark="begin-found", size=SHOWN,
                    opened=lambda row: article_detail(self.project, str(row["url"])),
                )  # fmt: skip

    def _ended(self, total: int) -> None:
        """What went wrong, and what can follow."""
        wrong = str(self.run.report.get("error", ""))
        with self.trouble:
            if wrong:
                ui.label(wrong).classes("text-negative").props("data-testid=begin-error role=alert")
            elif not total:
                text = t("No page was on the topic. Other words, or other sites, may find more.")
                ui.label(text).props("data-testid=begin-error")
            if any(each.code == PRIVATE for each in troubles(self.run.report)) and not self.state.guarded:
                ui.button(t("Allow it and try again"), on_click=self._allow).props("outline data-testid=begin-allow")
        if not wrong:
            self._ways()

    def _ways(self) -> None:
        self.after.clear()
        name = self.project.folder.name
        with self.after:
            copies = ways.topic_copies(self.given, name, private=self.project.params.allow_private)
            options = {"max_pages": ways.FURTHER}
            shown = ways.Ways(
                go_on=("Go on", self._go_on), change=self._change, schedule=("crawl", options, self._made),
                copies=copies,
            )  # fmt: skip
            ways.show(self.state, shown)
            link = ui.link(t("All of it: log, figures, every page"), frame.address(name, "run"))
            link.props("data-testid=begin-run")

    async def _made(self) -> OpenProject:
        return self.project

    async def _change(self) -> None:
        ui.navigate.to(frame.address(self.project.folder.name, "topic"))

    async def _go_on(self) -> None:
        run = await frame.work(self.state.jobs.start, self.project, "crawl", {"max_pages": ways.FURTHER})
        ui.navigate.to(f"{frame.address(self.project.folder.name, 'run')}?run={run.id}")

    async def _allow(self) -> None:
        """Lets the project reach private addresses, and begins anew."""
        with frame.told():
            values = {name: dict(section) for name, section in self.project.settings.values.items()}
            values.setdefault("project", {})["allow_private"] = True
            await frame.work(self.project.write_settings, values)
            self.after.clear()
            self.found.clear()
            self.listed = -1
            await self._start()
