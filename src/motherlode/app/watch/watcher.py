"""Watching a project: the next visit is chosen, made and kept, changes are told, and so on for weeks.

choose   the visit that is expected to end most waiting, within the requests an hour and the peace of every host
visit    new addresses, new articles, changes: one transaction with the notifications that the rules want
tell     notifications go to webhook, e-mail, command and the project's Atom feed
look     stories and hot topics are judged again when new articles came
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Protocol, Self

from motherlode.app.crawl.command import crawl_settings
from motherlode.app.project import Project
from motherlode.app.watch.analysis import LiveStories
from motherlode.app.watch.deliver import Deliveries
from motherlode.app.watch.places import first_places, hours_of
from motherlode.app.watch.reading import WatchReader
from motherlode.app.watch.visits import Visits
from motherlode.errors import FetchError, UsageError
from motherlode.fetch.client import Client
from motherlode.fetch.pace import Pace
from motherlode.fetch.params import FetchParams
from motherlode.fetch.robots import Rules
from motherlode.model.clock import SystemClock
from motherlode.model.pages import Response
from motherlode.model.ports import Clock, Fetcher, Progress, Silent
from motherlode.pages.archive import Archive
from motherlode.store.watch import Step, WatchStore
from motherlode.watch import cron
from motherlode.watch.claims import Claims
from motherlode.watch.params import WatchParams
from motherlode.watch.rules import notifications, parse
from motherlode.watch.schedule import Schedule

TIDY_EVERY = 24.0
"""Hours between two times that old visits, links and versions are dropped."""

LONGEST_SLEEP = 5.0
"""Seconds after which a sleeping watcher looks whether it should stop, or somebody pushed."""

LISTEN_EVERY = 10.0
"""Seconds between two looks at what hubs have pushed."""


class Sleep(Protocol):
    """Waits; a simulated clock lets the time pass at once."""

    def __call__(self, seconds: float, /) -> Awaitable[None]: ...


@dataclass(slots=True)
class WatchReport:
    """What watching has done so far."""

    visits: int = 0
    new: int = 0
    changes: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    notifications: int = 0
    delivered: int = 0
    hours: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON holds it."""
        return {
            "visits": self.visits, "new": self.new, "changes": dict(self.changes), "failed": dict(self.failed),
            "notifications": self.notifications, "delivered": self.delivered, "hours": round(self.hours, 3),
        }  # fmt: skip


@dataclass(slots=True)
class Surroundings:
    """Clock, waiting, network and shared pace as arguments, so that a month can be simulated."""

    clock: Clock = field(default_factory=SystemClock)
    sleep: Sleep = asyncio.sleep
    fetcher: Callable[[Callable[[str], dict[str, str]]], Fetcher] | None = None
    """Makes a fetcher from the function that gives an address's conditional headers; None for the network."""
    pace: Pace | None = None


class Watcher:
    """Watches one project. `step` makes one visit; everything it leads to is kept before the next."""

    def __init__(
        self, project: Project, around: Surroundings | None = None, progress: Progress | None = None
    ) -> None:
        self.project, self.around, self.progress = project, around or Surroundings(), progress or Silent()
        self.params = project.settings.get(WatchParams)
        self.rules = [parse(rule) for rule in self.params.rules]
        self.rounds = cron.parse(self.params.schedule)
        self.clock = self.around.clock
        self.schedule, self.claims = Schedule(self.params), Claims()
        self.store = WatchStore(project.engine)
        self.archive = Archive(project.archive_folder)
        self.report = WatchReport()
        self._fetch = project.settings.get(FetchParams)
        self._crawl = crawl_settings(project.settings)
        self._sitemaps: list[str] = []
        self._stack = AsyncExitStack()
        self._next, self._tidied, self._listened = 0.0, float("-inf"), float("-inf")
        self._left = 0

    async def __aenter__(self) -> Self:
        self._made_fetcher()
        reader = WatchReader(self.project, self._crawl, self._fetch, self.clock)
        topic = self.project.store.topics.topic(self.project.params.name)
        await reader.begin(topic, self._fetcher, self.archive)
        self.visits = Visits(
            self.project, self.params, self.schedule, self.claims, reader, self.store, self.archive, self._fetcher,
            self.clock,
        )  # fmt: skip
        self.stories = LiveStories(self.project, self.params, self.store, self.rules, self.clock)
        self.deliveries = Deliveries(self.project, self.params, self.store, self.clock)
        self._restore()
        self._begun, self._next = self.clock.monotonic(), self.clock.monotonic()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.archive.close()
        await self._stack.aclose()

    def _made_fetcher(self) -> None:
        def validators(url: str) -> dict[str, str]:
            return self.visits.validators(url) if hasattr(self, "visits") else {}

        if self.around.fetcher is not None:
            self._fetcher: Fetcher = self.around.fetcher(validators)
            return
        params = self.project.params
        client = Client(
            self._fetch, self.clock, allow_private=params.allow_private, user_agent=params.user_agent,
            pace=self.around.pace, validators=validators, on_rules=self._heard_rules,
        )  # fmt: skip
        self._fetcher = _Session(client)

    def _heard_rules(self, host: str, rules: Rules) -> None:
        if self._fetch.sitemaps:
            self._sitemaps += rules.sitemaps

    def _restore(self) -> None:
        """Everything as it was left, and what the project has got since."""
        memory = self.store.memory()
        for host, kept in memory.items():
            self.schedule.restore(host, kept)
            self.claims.restore(host, kept["claims"])
        databases = self.visits.databases.places(self.params.databases, self.clock.now())
        new = first_places(self.project, self.params, self.store, databases, self.clock.now())
        for place in (*self.store.places(), *new):
            self.schedule.add(place.state, fresh=place.fresh)
            self.visits.places[place.state.url] = place
            if place.words:
                self.visits.texts[place.words] = place.state.url
        if new:
            self.store.write(Step(places={place.state.url: place for place in new}), ())
        if not len(self.schedule):
            raise UsageError("there is nothing to watch; add seeds to the project, or name feeds and hubs in [watch]")

    async def run(self, hours: float | None = None, stopping: Callable[[], bool] = lambda: False) -> WatchReport:
        """Watches for so many hours, or until a stop is asked for."""
        self.visits.databases.stopping = stopping
        self.progress.begin(f"watch {self.project.params.name}", None)
        end = None if hours is None else self._begun + hours * 3600
        while not stopping() and (end is None or self.clock.monotonic() < end):
            if not await self._waited(end, stopping):
                break
            await self.step()
        self.report.hours = (self.clock.monotonic() - self._begun) / 3600
        self.deliveries.heard()
        await self.deliver()
        self.progress.end()
        return self.report

    async def _waited(self, end: float | None, stopping: Callable[[], bool]) -> bool:
        """Waits for the next request that the budget and the schedule allow; False when the time is over."""
        while True:
            wait = self._next - self.clock.monotonic()
            if self.rounds is not None and self._left <= 0:
                wait = (self.rounds.next(self.clock.now()) - self.clock.now()).total_seconds()
            if wait <= 0:
                return True
            if end is not None and self.clock.monotonic() + wait >= end:
                await self._pause(end - self.clock.monotonic(), stopping)
                return False
            began_round = self.rounds is not None and self._left <= 0
            await self._pause(wait, stopping)
            if stopping():
                return False
            if began_round:
                self._left, self._next = max(1, int(self.params.per_hour)), self.clock.monotonic()

    async def _pause(self, seconds: float, stopping: Callable[[], bool]) -> None:
        """Sleeps in pieces; what is due is delivered meanwhile."""
        until = self.clock.monotonic() + seconds
        while (left := until - self.clock.monotonic()) > 0 and not stopping():
            await self.around.sleep(min(left, LONGEST_SLEEP) if self.around.fetcher is None else left)
            await self.deliver()

    async def step(self) -> None:
        """One visit, if any host may be asked."""
        self._listen()
        choice = self.schedule.choose(hours_of(self.clock.now()))
        pause = 3600 / self.params.per_hour if self.rounds is None else self.params.gap
        self._next = max(self._next, self.clock.monotonic() - 3600) + pause
        if choice is None:
            self._next = max(self._next, self.clock.monotonic() + 1.0)
            return
        made = await self.visits.visit(choice)
        self._left -= made.requests
        self._next += pause * (made.requests - 1)
        self._add_sitemaps(made)
        self.write(made)
        if (late := self.visits.late()) is not None:
            self.write(late)
        self.report.visits += 1
        outcome = made.visits[0].outcome if made.visits else ""
        if outcome.startswith("http-") or outcome in ("timeout", "refused", "reset", "dns"):
            self.report.failed[outcome] += 1
        self.progress.advance(1, visits=self.report.visits, new=self.report.new, changes=self.report.changes.total())
        await self.deliver()
        await self._subscribe()
        self._look_after()

    def write(self, made: Step) -> None:
        """Keeps what a visit led to, with the notifications that the rules want."""
        now = self.clock.now()
        made.notifications += notifications(made.changes, [rule for rule in self.rules if not rule.story], now)
        self.store.write(made, self.deliveries.channels)
        for change in made.changes:
            if change.kind == "new":
                self.report.new += 1
            else:
                self.report.changes[change.kind] += 1
            self.progress.note(f"{change.kind}: {change.title or change.url}  {change.url}")
        self.report.notifications += len(made.notifications)
        if made.changes or made.notifications:
            self.deliveries.heard()
        self.stories.heard(made.changes)

    async def deliver(self) -> None:
        """Sends what waits."""
        self.report.delivered += await self.deliveries.send()

    def _listen(self) -> None:
        now = self.clock.monotonic()
        if now - self._listened < LISTEN_EVERY:
            return
        self._listened = now
        if heard := self.store.pushes():
            for url in heard:
                self.schedule.push(url)
            self.store.write(Step(heard=heard), ())

    async def _subscribe(self) -> None:
        if self.params.websub and self.visits.hubs:
            await self.deliveries.subscribe(self.visits.hubs)
            self.visits.hubs.clear()

    def _add_sitemaps(self, step: Step) -> None:
        from motherlode.app.crawl.parts import addresses

        for url in addresses(self._sitemaps):
            self.visits.add(url, "sitemap", step, hours_of(self.clock.now()))
        self._sitemaps = []

    def _look_after(self) -> None:
        """Stories now and then, and tidying once a day."""
        for made in self.stories.look():
            self.write(made)
        hour = hours_of(self.clock.now())
        if hour - self._tidied < TIDY_EVERY:
            return
        self._tidied = hour
        self.tidy()

    def tidy(self) -> dict[str, int]:
        """Drops what is older than the settings keep, and the oldest articles beyond the most places."""
        now, days = self.clock.now(), self.params.keep_days
        before = hours_of(now) - 24 * days
        step = Step()
        for url in [u for u in self.schedule.urls("link") if self.schedule.state(u).born < before]:
            self.schedule.remove(url)
            self.visits.places.pop(url, None)
        over = len(self.schedule) - self.params.max_places
        for kind in ("link", "article"):
            for url in self.schedule.oldest(kind, max(0, over)):
                place = self.visits.places.pop(url)
                self.schedule.remove(url)
                self.visits.texts.pop(place.words, None)
                step.places[url] = replace(place, gone=True)
                over -= 1
        self.store.write(step, ())
        return self.store.forget(now - timedelta(days=days), self.params.keep_versions, before)


class _Session:
    """A client whose connections stay open from one visit to the next, closed with the event loop."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def fetch(self, url: str, /) -> Response:
        try:
            return await self._client.fetch(url)
        except FetchError as error:
            if error.reason == "host-given-up":  # weeks are long: a host gets a new chance at the next visit
                self._client.pace.state(url.split("/")[2]).failures = 0
            raise


async def watch_projects(
    projects: Sequence[Project], *, hours: float | None = None, around: Surroundings | None = None,
    progress: Progress | None = None, stopping: Callable[[], bool] = lambda: False,
) -> list[WatchReport]:  # fmt: skip
    """Watches several projects side by side: each has its own budget, and no host is asked faster for that."""
    around = around or Surroundings()
    if around.fetcher is None and around.pace is None and projects:
        around = replace(around, pace=Pace(projects[0].settings.get(FetchParams), around.clock))

    async def one(project: Project) -> WatchReport:
        async with Watcher(project, around, progress) as watcher:
            return await watcher.run(hours, stopping)

    return list(await asyncio.gather(*(one(project) for project in projects)))


def freshness(project: Project, now: datetime, number: int = 20) -> dict[str, Any]:
    """How fresh the project is: places, age of what we have, estimated share that is stale, the next visits."""
    store, params = WatchStore(project.engine), project.settings.get(WatchParams)
    schedule = Schedule(params)
    for host, kept in store.memory().items():
        schedule.restore(host, kept)
    for place in store.places():
        schedule.add(place.state, fresh=place.fresh)
    stale, age = schedule.stale(hours_of(now))
    upcoming = schedule.upcoming(hours_of(now), number, polite=False)
    return {
        "counts": store.counts(), "stale": round(stale, 4), "age_hours": round(age, 2),
        "next": [{**choice.to_dict(), "value": round(choice.value, 4)} for choice in upcoming],
    }  # fmt: skip
