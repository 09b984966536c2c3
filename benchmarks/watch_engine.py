"""The whole of `motherlode watch` on the moving web, in memory and on a simulated clock, held against the truth."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.moving_web.fetcher import SimulatedClock, WebFetcher
from benchmarks.moving_web.web import Event, MovingWeb
from motherlode.app.project import Project
from motherlode.app.watch.watcher import Surroundings, Watcher
from motherlode.interfaces.demo.site import Request
from motherlode.model.topic import Keyword
from motherlode.model.watch import Change
from motherlode.store.topics import NEWS_SET, URL_SET
from motherlode.store.watch import WatchStore
from motherlode.watch.params import WatchParams
from motherlode.watch.schedule import Schedule

EXAMPLES_OF = 1000
"""Example pages are taken from another web of the same kind, so that none of its articles is given away."""

KINDS = {"silent-edit": "silent-edit", "correct": "corrected", "delete": "vanished", "move": "moved"}
"""What happens, and the change that tells of it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to."""

    delays: tuple[float, ...]
    unseen: int
    kept: int
    off_topic: int
    right: int
    told: int
    there: int
    wrong_kind: int
    change_delays: tuple[float, ...]
    lists: tuple[int, int, int]
    """Changes of lists that were right, told and there to be told."""
    requests: int
    not_modified: int
    closest: float
    seconds: float
    wrong: tuple[str, ...] = ()


def example_pages(folder: Path, number: int = 6) -> list[str]:
    """Files with articles of the story from another web, in both languages, spread over its parts."""
    clock = SimulatedClock(MovingWeb.START + timedelta(days=29))
    web = MovingWeb(clock, EXAMPLES_OF, 600)
    sites, made = {site.host: site for site in web.news}, []
    for language in ("en", "zh"):
        plans = [e.plan for e in web.on_topic() if e.plan.language == language and web.addresses.there(e.plan)]
        for plan in plans[:: len(plans) // number][:number]:
            path, _, query = web.addresses.path(plan).partition("?")
            file = folder / f"example-{plan.number}.html"
            file.write_bytes(sites[plan.host].respond(Request("GET", path, query)).body)
            made.append(str(file))
    return made


def make_project(folder: Path, web: MovingWeb, **watch: Any) -> Project:
    """A project that watches the news sites and the lists of a moving web."""
    project = Project.create(
        folder / "project",
        {
            "project": {"allow_private": True},
            "topic": {"content_only": True},
            "watch": {
                "records": ["http://market.localhost/prices"], "people": ["http://market.localhost/staff"],
                "analyse_every": 0.0, "rules": ["new article", "any change"], **watch,
            },
        },
    )  # fmt: skip
    project.store.topics.set_sources(NEWS_SET, [f"http://{site.host}.localhost/" for site in web.news])
    project.store.topics.set_sources(URL_SET, example_pages(folder))
    project.store.topics.set_keywords([Keyword(word) for word in web.keywords])
    return project


def run(
    folder: Path, seed: int, *, articles: int = 1000, first_day: float = 0.0, hours: float = 24 * MovingWeb.DAYS,
    rule: Callable[..., Schedule] = Schedule, **watch: Any,
) -> Outcome:  # fmt: skip
    """Watches for so many hours from a day on; what was seen of what there was."""
    clock = SimulatedClock(MovingWeb.START)
    web = MovingWeb(clock, seed, articles)
    clock.advance(first_day * 86_400)
    start = clock.now()
    project = make_project(folder, web, **watch)
    fetchers: list[WebFetcher] = []
    params = project.settings.get(WatchParams)

    def fetcher(validators: Callable[[str], dict[str, str]]) -> WebFetcher:
        fetchers.append(WebFetcher(web.sites, clock, validators, lambda: clock.advance(params.gap)))
        return fetchers[-1]

    async def watching() -> None:
        watcher = Watcher(project, Surroundings(clock, clock.sleep, fetcher))
        watcher.schedule = rule(watcher.params)
        async with watcher:
            await watcher.run(hours)

    began = time.process_time()
    try:
        asyncio.run(watching())
        changes = WatchStore(project.engine).changes(limit=10**6, sort="seen_at")[0]
        return judge(web, changes, start, clock.now(), fetchers[0], time.process_time() - began)
    finally:
        project.close()


def judge(
    web: MovingWeb, changes: list[Change], start: datetime, end: datetime, fetcher: WebFetcher, seconds: float
) -> Outcome:
    """Changes that were told against everything that happened."""
    day = timedelta(days=1)
    seen: dict[str, datetime] = {}
    told: defaultdict[str, list[Change]] = defaultdict(list)
    for change in changes:
        key = change.url.removeprefix("http://").replace(".localhost", "", 1)
        if change.kind == "new":
            seen[key] = change.seen_at
        else:
            told[key].append(change)
    wanted = [e for e in web.events if e.on_topic and e.kind == "publish" and start < e.at <= end - day]
    delays = [((seen.get(web.key(e.plan)) or end) - e.at).total_seconds() / 3600 for e in wanted]
    truth = {web.key(e.plan) for e in web.events if e.on_topic}
    happened: defaultdict[str, list[Event]] = defaultdict(list)
    for event in web.events:
        if event.kind != "publish":
            happened[web.key(event.plan)].append(event)
    right, wrong_kind, told_number, missed, late, wrong = 0, 0, 0, 0, [], []
    market = [c for key, found in told.items() if key.startswith("market") for c in found]
    for key in seen.keys() | told.keys():
        if key.startswith("market"):
            continue
        events = sorted(happened[key], key=lambda event: event.at)
        for change in told[key]:
            told_number += 1
            match = next((e for e in events if e.at <= change.seen_at), None)
            if match is None:
                wrong.append(f"false {change.kind} of {change.url}: {change.what[:150]} {dict(change.fields)}"[:400])
                continue
            events.remove(match)
            right += 1
            wrong_kind += change.kind != KINDS[match.kind]
            late.append((change.seen_at - match.at).total_seconds() / 3600)
        for event in events:
            if key in seen and seen[key] < event.at <= end - day:
                missed += 1
                wrong.append(f"missed {event.kind} of {key} at {event.at:%m-%d %H:%M}")
    gaps: dict[str, float] = {}
    closest = float("inf")
    for asked in fetcher.log:
        if asked.host in gaps:
            closest = min(closest, asked.at - gaps[asked.host])
        gaps[asked.host] = asked.at
    return Outcome(
        tuple(delays), sum(web.key(e.plan) not in seen for e in wanted), len(seen), len(seen.keys() - truth), right,
        told_number, right + missed, wrong_kind, tuple(late), _lists(web, market, start, end), len(fetcher.log),
        sum(a.status == 304 for a in fetcher.log), closest, seconds, tuple(wrong),
    )  # fmt: skip


def _lists(web: MovingWeb, told: list[Change], start: datetime, end: datetime) -> tuple[int, int, int]:
    """Changes of lists: right, told, there. Changes that cancel out between two visits cannot be seen."""
    day = timedelta(days=1)
    events = [e for e in web.lists.events if start + timedelta(hours=6) < e.at <= end - day]
    open_ = Counter((e.path, e.item) for e in web.lists.events if e.at > start)
    right = 0
    for change in told:
        key = ("/" + change.url.rpartition("/")[2], change.item)
        if open_[key] > 0:
            open_[key] -= 1
            right += 1
    found = {("/" + c.url.rpartition("/")[2], c.item) for c in told}
    seen = sum((e.path, e.item) in found for e in events)
    return right, len(told), len(events) - seen


def summary(outcome: Outcome) -> dict[str, Any]:
    """The figures as people read them."""
    return {
        "articles": len(outcome.delays), "unseen": outcome.unseen,
        "mean delay h": round(statistics.fmean(outcome.delays), 3) if outcome.delays else None,
        "median h": round(statistics.median(outcome.delays), 3) if outcome.delays else None,
        "within an hour": round(sum(d <= 1 for d in outcome.delays) / max(1, len(outcome.delays)), 4),
        "kept": outcome.kept, "off topic": outcome.off_topic, "changes there": outcome.there,
        "changes right": outcome.right, "changes told": outcome.told, "wrong kind": outcome.wrong_kind,
        "change delay h": round(statistics.fmean(outcome.change_delays), 2) if outcome.change_delays else None,
        "lists right, told, missed": ", ".join(map(str, outcome.lists)), "requests": outcome.requests,
        "not modified": outcome.not_modified, "closest s": outcome.closest, "CPU s": round(outcome.seconds, 1),
    }  # fmt: skip
