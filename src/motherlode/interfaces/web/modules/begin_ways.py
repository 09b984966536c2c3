"""The first try of a topic and what can follow: go on, change, schedule, or do it by command, Python and curl."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import quote, urlsplit

from nicegui import ui

from motherlode.api import serving
from motherlode.api.serving import OpenProject, Run, beginning, importing
from motherlode.errors import MotherlodeError, UsageError
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame, tables
from motherlode.interfaces.web.modules.results import article_detail
from motherlode.interfaces.web.modules.run_form import SPANS
from motherlode.interfaces.web.words import t
from motherlode.model.topic import Keyword

FURTHER = 500
"""Pages of a crawl that goes on after a try."""

Act = Callable[[], Awaitable[None]]
Made = Callable[[], Awaitable[OpenProject]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ways:
    """Where a try can lead: `go_on` has the words of its button and what it does, `change` leads to the settings."""

    go_on: tuple[str, Act] | None = None
    change: Act | None = None
    schedule: tuple[str, Mapping[str, Any], Made] | None = None
    """a kind of run, its options, and the project that it is for"""
    copies: Mapping[str, str] = field(default_factory=dict)


def show(state: State, ways: Ways) -> None:
    """The buttons, and below them the same as a command, in Python and by curl."""
    with ui.row().classes("items-center gap-2").props("data-testid=begin-ways"):
        if ways.go_on is not None:
            words, act = ways.go_on
            frame.button(t(words), "arrow_forward", act, "data-testid=begin-go-on")
        if ways.change is not None:
            frame.button(t("Change it"), "tune", ways.change, "outline data-testid=begin-change")
        if ways.schedule is not None:
            _schedules(state, *ways.schedule)
        for name, code in ways.copies.items():
            copy = ui.button(t("Copy as {what}").format(what=t(name)), icon="content_copy")
            copy.on_click(partial(_copied, code)).props(f"flat data-testid=begin-copy-{name}")
    with ui.expansion(t("The same without this page"), icon="terminal").classes("ml-card w-full"):
        for name, code in ways.copies.items():
            ui.label(t(name)).classes("ml-quiet text-caption")
            shown = ui.code(code, language="python" if name == "Python" else "bash").classes("w-full")
            shown.props(f"data-testid=begin-code-{name}")


def _copied(code: str) -> None:
    ui.clipboard.write(code)
    frame.saved(t("Copied"))


def _schedules(state: State, kind: str, options: Mapping[str, Any], made: Made) -> None:
    async def schedule(hours: float) -> None:
        with frame.told():
            project = await made()
            await frame.work(state.schedules.add, project, kind, options, hours)
            ui.navigate.to(frame.address(project.folder.name, "run"))

    with ui.button(t("Schedule"), icon="schedule").props("outline data-testid=begin-schedule"), ui.menu():
        for hours, label in SPANS.items():
            item = ui.menu_item(t(label), on_click=partial(schedule, hours))
            item.props(f"data-testid=begin-schedule-{hours}")


async def new_project(state: State, wanted: str, *, allow_private: bool) -> OpenProject:
    """A project under a name that is not taken; the one that is served, where the server shows one alone."""
    if state.workspace.single:
        return await frame.work(state.workspace.get, state.workspace.folder.name)
    name = await frame.work(_free_name, state, wanted)
    values = {"project": {"allow_private": True}} if allow_private else {}
    return await frame.work(state.workspace.create, name, values)


def _free_name(state: State, wanted: str) -> str:
    base = re.sub(r"[^\w \-]+", " ", wanted).strip()[:48].strip() or "topic"
    taken = set(state.workspace.names())
    return next(name for n in range(1, 10_000) if (name := base if n == 1 else f"{base} {n}") not in taken)


async def topic_project(state: State, given: beginning.Given, *, allow_private: bool) -> OpenProject:
    """A project with the topic's words and the sites to look at."""
    if state.workspace.single:
        raise UsageError(t("This server shows one project; serve a folder of projects to begin new ones here."))
    words = [word for word, _ in given.keywords]
    project = await new_project(state, " ".join(words[:4]) or given.addresses[0], allow_private=allow_private)
    sites = list(importing.pasted(given.addresses).urls)
    await frame.work(project.store.topics.set_sources, serving.NEWS_SET, sites)
    await frame.work(project.store.topics.set_keywords, [Keyword(word, weight) for word, weight in given.keywords])
    return project


async def example_project(state: State, url: str, *, allow_private: bool) -> OpenProject:
    """A project that looks for more pages like one, on its own site."""
    if state.workspace.single:
        raise UsageError(t("This server shows one project; serve a folder of projects to begin new ones here."))
    project = await new_project(state, urlsplit(url).hostname or "site", allow_private=allow_private)
    await frame.work(project.store.topics.set_sources, serving.NEWS_SET, [home_of(url)])
    await frame.work(project.store.topics.set_sources, serving.URL_SET, [url])
    return project


def home_of(url: str) -> str:
    """The home page of an address's site."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/"


def topic_copies(given: beginning.Given, name: str, *, private: bool) -> dict[str, str]:
    """A crawl for a topic, without the page."""
    sites = list(importing.pasted(given.addresses).urls)
    words = dict(given.keywords)
    command = ["motherlode", "crawl", name]
    for site in sites:
        command += ["--seed", site]
    for word, weight in words.items():
        command += ["--keyword", word if weight == 1 else f"{word}:{weight:g}"]
    command += ["--max-pages", str(FURTHER), *(["--allow-private"] if private else [])]
    allowed = ", allow_private=True" if private else ""
    python = (
        f"import motherlode as ml\n\nproject = ml.Project({name!r}{allowed})\n"
        f"project.add(seeds={sites!r}, keywords={words!r})\nprint(project.crawl(max_pages={FURTHER}))"
    )
    return {"command": shlex.join(command), "Python": python, "curl": _run_by_curl(name, "crawl", max_pages=FURTHER)}


def page_copies(kind: str, url: str, file: str, project: str, *, private: bool) -> dict[str, str]:
    """What was read of a page, without the page: its address, or the file that it was saved in."""
    page = url or file or "page.html"
    allowed = private and bool(url)
    command = ["motherlode", "extract", kind, page, "--jsonl", *(["--allow-private"] if allowed else [])]
    python = f"import motherlode as ml\n\nprint(ml.{kind}({page!r}{', allow_private=True' if allowed else ''}))"
    place = f"{_base()}/api/projects/{quote(project)}/extract/{kind}"
    if url:
        curl = _curl(place, {"url": url})
    else:
        made = 'import json, sys; print(json.dumps({"html": open(sys.argv[1]).read()}))'
        curl = f"python3 -c {shlex.quote(made)} {shlex.quote(page)} | " + _curl(place, None)
    return {"command": shlex.join(command), "Python": python, "curl": curl}


def form_copies(url: str, project: str, site: str, *, private: bool) -> dict[str, str]:
    """A hidden database, read without the page."""
    allowed = " --allow-private" if private else ""
    command = (
        f"motherlode hidden init {shlex.quote(url)}{allowed} > {site}.toml\n"
        f"motherlode hidden {site}.toml --out {site}.jsonl{allowed}"
    )
    python = (
        f"import motherlode as ml\n\nproject = ml.Project({project!r}{', allow_private=True' if private else ''})\n"
        f"print(project.hidden('{site}.toml'))"
    )
    return {"command": command, "Python": python, "curl": _run_by_curl(project, "hidden", site=site)}


def _run_by_curl(project: str, kind: str, **options: Any) -> str:
    return _curl(f"{_base()}/api/projects/{quote(project)}/runs", {"kind": kind, "options": options})


def _curl(place: str, body: Mapping[str, Any] | None) -> str:
    given = shlex.quote(json.dumps(body, ensure_ascii=False)) if body is not None else "@-"
    return f"curl -X POST {shlex.quote(place)} -H 'Content-Type: application/json' -d {given}"


def _base() -> str:
    """Where this server is, as the reader's browser knows it."""
    return str(ui.context.client.request.base_url).rstrip("/")


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
        self.project: OpenProject = await topic_project(self.state, self.given, allow_private=self.private)
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
        self.bar.set_value(min(1.0, done / TRIED_PAGES) if self.run.state in serving.ACTIVE else 1.0)
        text = t("{n} pages looked at, {m} articles kept").format(n=done, m=total)
        self.said.set_text(text if self.run.state in serving.ACTIVE else f"{text}  ·  {t(self.run.state)}")
        if total != self.listed:
            self.listed = total
            self._list(articles)
        if self.run.state not in serving.ACTIVE:
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
            if (
                any(each.code == serving.PRIVATE for each in serving.troubles(self.run.report))
                and not self.state.guarded
            ):
                ui.button(t("Allow it and try again"), on_click=self._allow).props("outline data-testid=begin-allow")
        if not wrong:
            self._ways()

    def _ways(self) -> None:
        self.after.clear()
        name = self.project.folder.name
        with self.after:
            copies = topic_copies(self.given, name, private=self.project.params.allow_private)
            options = {"max_pages": FURTHER}
            shown = Ways(
                go_on=("Go on", self._go_on), change=self._change, schedule=("crawl", options, self._made),
                copies=copies,
            )  # fmt: skip
            show(self.state, shown)
            link = ui.link(t("All of it: log, figures, every page"), frame.address(name, "run"))
            link.props("data-testid=begin-run")

    async def _made(self) -> OpenProject:
        return self.project

    async def _change(self) -> None:
        ui.navigate.to(frame.address(self.project.folder.name, "topic"))

    async def _go_on(self) -> None:
        run = await frame.work(self.state.jobs.start, self.project, "crawl", {"max_pages": FURTHER})
        ui.navigate.to(f"{frame.address(self.project.folder.name, 'run')}?run={run.id}")

    async def _allow(self) -> None:
        """Lets the project reach private addresses, and begins anew."""
        with frame.told():
            await frame.allow_private(self.project)
            self.after.clear()
            self.found.clear()
            self.listed = -1
            await self._start()
