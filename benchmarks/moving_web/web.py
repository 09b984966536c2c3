"""The moving sample web: its sites at the moment of a clock, and everything that happens on them.

>>> from benchmarks.moving_web.fetcher import SimulatedClock
>>> clock = SimulatedClock(MovingWeb.START)
>>> web = MovingWeb(clock, seed=0, articles=300)
>>> before = sum(event.at <= clock.now() for event in web.events)
>>> clock.advance(86_400)
>>> sum(event.at <= clock.now() for event in web.events) > before
True
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from random import Random
from typing import Literal

from benchmarks.moving_web.news import (
    Event,
    MovingAddresses,
    MovingSite,
    MovingWriter,
    happenings,
    with_hours_of_the_day,
)
from motherlode.interfaces.demo import site, words
from motherlode.interfaces.demo.news import story
from motherlode.interfaces.demo.news.chinese import Lanjiang, Xicheng
from motherlode.interfaces.demo.news.english import Courier, Gazette, Monitor, Wire
from motherlode.interfaces.demo.news.plan import FILES, Plan, plan
from motherlode.interfaces.demo.news.view import Template
from motherlode.interfaces.demo.site import Reply, Request, Site
from motherlode.interfaces.demo.words import vocabulary
from motherlode.model.ports import Clock

ListChange = Literal["added", "removed", "changed", "joined", "left"]
_KINDS = ("Oak", "Ash", "Birch", "Cedar", "Maple", "Pine", "Elm", "Beech", "Alder", "Larch", "Rowan", "Willow")
_THINGS = ("table", "chair", "bench", "shelf", "desk", "cupboard")
_TITLES = ("Professor", "Associate Professor", "Assistant Professor", "Lecturer", "Research Fellow")
ITEMS, PEOPLE = 30, 24


@dataclass(frozen=True, slots=True)
class ListEvent:
    """Something that happens to a list: which page, which item, what."""

    at: datetime
    path: str
    kind: ListChange
    item: str


class ListsSite:
    """/prices and /staff, as they are now."""

    host = "market"

    def __init__(self, seed: int, start: datetime, days: float, clock: Clock, per_day: float = 2.0) -> None:
        self._clock = clock
        rng = Random(f"{seed}/lists")
        wares = [f"{kind} {thing}" for kind in _KINDS for thing in _THINGS]
        rng.shuffle(wares)
        people = words.people(rng, 3 * PEOPLE)
        prices = {ware: rng.randint(20, 900) for ware in wares[:ITEMS]}
        staff = {name: rng.choice(_TITLES) for name in people[:PEOPLE]}
        spare, more = wares[ITEMS:], people[PEOPLE:]
        self._states: list[tuple[datetime, dict[str, int], dict[str, str]]] = [(start, dict(prices), dict(staff))]
        self.events: list[ListEvent] = []
        for _ in range(int(days * per_day)):
            at = start + timedelta(days=days * rng.random())
            self.events.append(ListEvent(at, rng.choice(("/prices", "/prices", "/staff")), "changed", ""))
        self.events = [
            self._happens(e, rng, prices, staff, spare, more) for e in sorted(self.events, key=lambda e: e.at)
        ]

    def _happens(
        self, event: ListEvent, rng: Random, prices: dict[str, int], staff: dict[str, str], spare: list[str],
        more: list[str],
    ) -> ListEvent:  # fmt: skip
        kind: ListChange
        if event.path == "/staff":
            kind = "joined" if more and (len(staff) < PEOPLE or rng.random() < 0.5) else "left"
            item = more.pop() if kind == "joined" else rng.choice(sorted(staff))
            if kind == "joined":
                staff[item] = rng.choice(_TITLES)
            else:
                del staff[item]
        else:
            draw = rng.random()
            kind = "changed" if draw < 0.6 or not spare else "added" if len(prices) <= ITEMS else "removed"
            item = spare.pop() if kind == "added" else rng.choice(sorted(prices))
            if kind == "removed":
                del prices[item]
            else:
                prices[item] = (
                    prices.get(item, 0) + rng.choice((-11, -7, 9, 15, 40)) + (300 if kind == "added" else 0)
                )
        self._states.append((event.at, dict(prices), dict(staff)))
        return ListEvent(event.at, event.path, kind, item)

    def respond(self, request: Request, /) -> Reply:
        """The lists as they are now."""
        if request.path == "/robots.txt":
            return site.robots("", disallow=(), sitemap=False)
        at = bisect_right(self._states, self._clock.now(), key=lambda state: state[0])
        _, prices, staff = self._states[max(0, at - 1)]
        if request.path == "/prices":
            rows = "".join(
                f'<li class="ware"><h3><a href="/w/{i}">{escape(ware)}</a></h3><span class="price">${price}.00</span>'
                f"<p>Made of {escape(ware.split()[0].lower())} by hand.</p></li>"
                for i, (ware, price) in enumerate(sorted(prices.items()))
            )
            return _page("Market", f'<ul class="wares">{rows}</ul>')
        if request.path == "/staff":
            rows = "".join(
                f'<tr><td><a href="/people/{name.replace(" ", "-").lower()}">{escape(name)}</a></td>'
                f"<td>{title}</td></tr>"
                for name, title in sorted(staff.items(), key=lambda each: each[0].split()[-1])
            )
            return _page("People of the Institute", f"<table><tr><th>Name</th><th>Title</th></tr>{rows}</table>")
        return site.missing()


def _page(title: str, body: str) -> Reply:
    return site.page(
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head><body><h1>{title}</h1>'
        f'{body}<p><a href="/">Home</a></p></body></html>'
    )


class MovingWeb:
    """Six news sites, a market and an institute that change while one looks; the same for the same arguments."""

    START = story.START - timedelta(days=9)
    DAYS = 30.0
    """From nine days before the storm to the end of its story."""

    def __init__(self, clock: Clock, seed: int = 0, articles: int = 1600) -> None:
        self.clock = clock
        plans = plan(seed, articles)
        with_hours_of_the_day(plans)
        plans.sort(key=lambda item: item.moment)
        for number, item in enumerate(plans):
            item.number, item.gates, item.buried = number, [], False
        self.events: list[Event] = happenings(plans, seed)
        templates: dict[str, Template] = {
            template.brand.host: template
            for template in (Gazette(), Courier(), Monitor(), Wire(), Xicheng(), Lanjiang())
        }
        writer = MovingWriter(seed, story.story(), self.events, clock)
        self.addresses = MovingAddresses(plans, writer, templates, self.events, clock)
        by_host: dict[str, list[Plan]] = defaultdict(list)
        for item in plans:
            by_host[item.host].append(item)
        self.news = tuple(
            MovingSite(template, by_host[host], self.addresses, self.events, clock)
            for host, template in templates.items()
        )
        self.lists = ListsSite(seed, self.START, self.DAYS, clock)
        self.sites: tuple[Site, ...] = (*self.news, self.lists)

    @property
    def keywords(self) -> tuple[str, ...]:
        """Words of the main story, in both languages."""
        told = vocabulary("story")
        found: list[str] = []
        for language in FILES:
            chapter = told[language]
            assert isinstance(chapter, dict)
            found += str(chapter["keywords"]).split()
        return tuple(found)

    def key(self, item: Plan) -> str:
        """Host and first path of an article."""
        return item.host + self.addresses.first_path(item)

    def on_topic(self, *, kinds: Iterable[str] = ("publish",)) -> list[Event]:
        """Events of the main story within the days that are watched."""
        end = self.START + timedelta(days=self.DAYS)
        wanted = frozenset(kinds)
        return [e for e in self.events if e.on_topic and e.kind in wanted and self.START < e.at <= end]
