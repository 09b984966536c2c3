"""The moving sample web: its sites at the moment of a clock, and everything that happens on them.

>>> from motherlode.interfaces.demo.moving.clock import SimulatedClock
>>> clock = SimulatedClock(MovingWeb.START)
>>> web = MovingWeb(clock, seed=0, articles=300)
>>> before = sum(event.at <= clock.now() for event in web.events)
>>> clock.advance(86_400)
>>> sum(event.at <= clock.now() for event in web.events) > before
True
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta

from motherlode.interfaces.demo.moving.events import Event, happenings, with_hours_of_the_day
from motherlode.interfaces.demo.moving.lists import ListsSite
from motherlode.interfaces.demo.moving.news import MovingAddresses, MovingSite, MovingWriter
from motherlode.interfaces.demo.news import story
from motherlode.interfaces.demo.news.plan import FILES, Plan, plan
from motherlode.interfaces.demo.news.templates.courier import Courier
from motherlode.interfaces.demo.news.templates.gazette import Gazette
from motherlode.interfaces.demo.news.templates.lanjiang import Lanjiang
from motherlode.interfaces.demo.news.templates.monitor import Monitor
from motherlode.interfaces.demo.news.templates.wire import Wire
from motherlode.interfaces.demo.news.templates.xicheng import Xicheng
from motherlode.interfaces.demo.news.view import Template
from motherlode.interfaces.demo.site import Site
from motherlode.interfaces.demo.words.grammar import vocabulary
from motherlode.model.ports import Clock


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
