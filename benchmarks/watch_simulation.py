"""Rules for the next visit on the moving web, list by list, without pages: what is seen when, at the same requests.

Every rule gets the same requests at the same moments, sees the same lists and fetches what it has not seen; only the
order of the visits differs. The rivals choose among the lists by their own rule and take up new addresses as ours
does, with the same sense of what is on the topic, or (rows "everything") fetch every new address at once.
"""

from __future__ import annotations

import math
import statistics
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass
from random import Random

import numpy as np

from benchmarks.moving_web.fetcher import SimulatedClock, hours
from benchmarks.moving_web.web import Event, MovingWeb
from motherlode.model.watch import PlaceState
from motherlode.watch.hosts import ARTICLE, CODE, LINK, Floats, Ints
from motherlode.watch.params import WatchParams
from motherlode.watch.schedule import BACKLOG, Schedule

LISTS = (CODE["feed"], CODE["sitemap"], CODE["hub"])
TOLD = {True: 0.75, False: 0.06}
"""How often the text of a link has a word of the topic, for articles on it and off it: set by hand, not counted."""


class EveryPlaceInTurn(Schedule):
    """Fixed intervals: every list and every article as often as every other, as often as the requests allow."""

    def values(self, at: Ints, now: float) -> tuple[Floats, Floats]:
        values, expected = super().values(at, now)
        places = self._int["kind"][at] != LINK
        values[places] = (now - self._float["last"][at] + np.where(self._visited[at], 0.0, 1e6))[places] * self.scale(
            at
        )[places]
        values[~places] = values[~places] * 1e9 if self.links_first else values[~places]
        return values, expected

    links_first = True

    def scale(self, at: Ints) -> Floats:
        return np.ones(len(at))


class EveryListInTurn(EveryPlaceInTurn):
    """Fixed intervals for the lists, ten times longer ones for articles."""

    def scale(self, at: Ints) -> Floats:
        return np.where(self._int["kind"][at] == ARTICLE, 0.1, 1.0)


class FeedsInTurn(EveryPlaceInTurn):
    """Feeds alone, in turn."""

    def scale(self, at: Ints) -> Floats:
        return np.where(self._int["kind"][at] == CODE["feed"], 1.0, 1e-9)


class Nutch(EveryPlaceInTurn):
    """Nutch's AdaptiveFetchSchedule: the interval grows by 0.4 where nothing changed, shrinks by 0.2 where it did."""

    FIRST, LEAST, MOST, UP, DOWN = 1.0, 1 / 60, 24.0 * 30, 0.4, 0.2

    def __init__(self, params: WatchParams | None = None) -> None:
        super().__init__(params)
        self._interval: defaultdict[str, float] = defaultdict(lambda: self.FIRST)
        self._seemed_same = ""

    def saw(self, url: str, now: float, found: float = 0.0, shows: Collection[str] = ()) -> None:
        super().saw(url, now, found, shows)
        self._moved(url, 1 - self.DOWN if found else 1 + self.UP)
        self._seemed_same = "" if found else url

    def add(self, place: PlaceState, *, fresh: float = 1.0) -> None:
        super().add(place, fresh=fresh)
        if place.kind == "link" and place.source == self._seemed_same:  # the list did show something new
            self._moved(place.source, (1 - self.DOWN) / (1 + self.UP))
            self._seemed_same = ""

    def _moved(self, url: str, factor: float) -> None:
        self._interval[url] = min(self.MOST, max(self.LEAST, self._interval[url] * factor))

    def scale(self, at: Ints) -> Floats:
        return np.array([1 / self._interval[self._urls[int(i)]] for i in at])


class ByCount(Schedule):
    """Ours with the plain number of expected items in the place of the hours that they have waited."""

    def values(self, at: Ints, now: float) -> tuple[Floats, Floats]:
        _, expected = super().values(at, now)
        kinds = self._int["kind"][at]
        links = kinds == LINK
        made = np.where(kinds == ARTICLE, self.params.change_value * expected, expected)
        made[links] = expected[links] * self._float["fresh"][at[links]]
        return made, expected


@dataclass(frozen=True, slots=True)
class Seen:
    """What a rule came to: delays in hours of every article on the topic, changes, requests."""

    delays: tuple[float, ...]
    unseen: int
    changes: int
    changes_seen: int
    change_delays: tuple[float, ...]
    requests: int
    closest: float
    """Seconds between two requests to one host, at the least."""

    @property
    def mean(self) -> float:
        return statistics.fmean(self.delays)

    @property
    def within_an_hour(self) -> float:
        return sum(delay <= 1 for delay in self.delays) / len(self.delays)


class Lists:
    """What every list of the moving web shows at a moment."""

    def __init__(self, seed: int, articles: int) -> None:
        clock = SimulatedClock(MovingWeb.START)
        self.web = MovingWeb(clock, seed, articles)
        self.start, self.end = hours(MovingWeb.START), hours(MovingWeb.START) + 24 * MovingWeb.DAYS
        gone = {e.plan.number: hours(e.at) for e in self.web.events if e.kind == "delete"}
        self.items = {e.plan.number: e for e in self.web.events if e.kind == "publish"}
        self.times = {number: hours(e.at) for number, e in self.items.items()}
        self.changes: defaultdict[int, list[tuple[float, Event]]] = defaultdict(list)
        for event in self.web.events:
            if event.kind != "publish":
                self.changes[event.plan.number].append((hours(event.at), event))
        self.sources: dict[str, tuple[str, str, str]] = {}
        for site in self.web.news:
            for path, (kind, section) in site.sources().items():
                self.sources[site.host + path] = (kind, site.host, section)
        self.by_list: dict[tuple[str, str], list[int]] = defaultdict(list)
        for number in sorted(self.items, key=self.times.__getitem__):
            host = self.items[number].plan.host
            self.by_list[host, ""].append(number)
            self.by_list[host, self.items[number].plan.section].append(number)
        self.list_times = {key: [self.times[n] for n in numbers] for key, numbers in self.by_list.items()}
        self.gone = gone

    def shown(self, source: str, now: float) -> list[int]:
        kind, host, section = self.sources[source]
        key = (host, section)
        until = bisect_right(self.list_times[key], now)
        size = {"feed": 30, "sitemap": until, "hub": 20}[kind]
        found = self.by_list[key][max(0, until - size) : until]
        return [n for n in found if self.gone.get(n, math.inf) > now]


def simulate(
    lists: Lists, make: Callable[[WatchParams], Schedule], params: WatchParams, *, everything: bool = False
) -> Seen:
    """Thirty days of visits by a rule."""
    rule = make(params)
    for source, (kind, host, _) in lists.sources.items():
        rule.add(PlaceState(source, kind, host, lists.start, lists.start))  # type: ignore[arg-type]
    rng = Random(1)
    found_at: dict[int, float] = {}
    met: set[int] = set()
    looked: dict[int, float] = {}
    noticed: dict[tuple[int, float], float] = {}
    asked: dict[str, float] = {}
    closest, requests, step = math.inf, 0, 1 / params.per_hour
    now = lists.start
    while now < lists.end:
        choice = rule.choose(now)
        now += step
        if choice is None:
            continue
        requests += 1
        moment = now - step
        host = rule.state(choice.url).host
        if host in asked:
            closest = min(closest, (moment - asked[host]) * 3600)
        asked[host] = moment
        if choice.kind == "link":
            number = int(choice.url[1:])
            item = lists.items[number]
            rule.credit(choice.url, on_topic=item.on_topic, published=lists.times[number], now=moment)
            rule.asked(choice.url, moment)
            rule.remove(choice.url)
            if item.on_topic:
                found_at[number] = looked[number] = moment
                rule.add(PlaceState(f"a{number}", "article", host, moment, moment, True))
            continue
        if choice.kind == "article":
            number = int(choice.url[1:])
            happened = [at for at, _ in lists.changes[number] if looked[number] < at <= moment]
            for at in happened:
                noticed[number, at] = moment
            looked[number] = moment
            rule.saw(choice.url, moment, len(happened))
            if lists.gone.get(number, math.inf) <= moment:
                rule.remove(choice.url)
            continue
        first = not rule.state(choice.url).visited
        shown = lists.shown(choice.url, moment)
        new = [n for n in shown if n not in met]
        rule.saw(choice.url, moment, shows={f"l{n}" for n in shown})
        for number in new:
            told = rng.random() < TOLD[lists.items[number].on_topic]
            kind = lists.sources[choice.url][0]
            bucket = 2 if kind == "sitemap" else int(told)
            old = first and moment - lists.times[number] > 24
            met.add(number)
            rule.add(
                PlaceState(f"l{number}", "link", host, moment, moment, source=choice.url, bucket=bucket),
                fresh=100.0 if everything else BACKLOG if old else 1.0,
            )
    wanted = [n for n, e in lists.items.items() if e.on_topic and lists.start < lists.times[n] <= lists.end - 24]
    delays = tuple(found_at.get(n, lists.end) - lists.times[n] for n in wanted)
    changes = [(n, at) for n in found_at for at, _ in lists.changes[n] if found_at[n] < at <= lists.end - 24]
    late = tuple(noticed[key] - key[1] for key in changes if key in noticed)
    return Seen(delays, sum(n not in found_at for n in wanted), len(changes), len(late), late, requests, closest)


def rules() -> dict[str, tuple[Callable[[WatchParams], Schedule], bool]]:
    """Name → rule, and whether it fetches every new address."""
    return {
        "ours": (Schedule, False),
        "ours by number": (ByCount, False),
        "fixed intervals": (EveryPlaceInTurn, False),
        "fixed intervals, lists first": (EveryListInTurn, False),
        "Nutch's rule": (Nutch, False),
        "feeds alone": (FeedsInTurn, False),
        "Nutch's rule, everything": (Nutch, True),
    }
