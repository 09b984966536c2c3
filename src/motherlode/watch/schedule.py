"""Where to go next: the visit that is expected to end most waiting for new and changed items, request by request.

Every list (feed, sitemap, hub) has a rate at which new items on the topic appear in it, every page a rate of change:
Gamma-Poisson estimates that start from the rates of its host and kind, are moved by each visit, and forget. Items
that appeared since the last visit have waited half of that time on the mean, so a visit is worth rate · time² / 2
hours of waiting, and the next request goes where that is most. Items that another list of the host shows too have
waited only since that one was visited. An address that was shown and not fetched yet is worth the chance that it is
on the topic, times the hours that it has waited and would wait otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.model.watch import Choice, PlaceKind, PlaceState
from motherlode.watch.hosts import (
    AGES,
    ARTICLE,
    CODE,
    COVERS,
    HIDDEN,
    HOST,
    KINDS,
    LINK,
    LISTS,
    DailyPattern,
    Floats,
    Ints,
    Overlap,
    Pools,
    hazard,
    pool_of,
    weighed,
)
from motherlode.watch.params import WatchParams

BUCKETS = 4
"""How the text of a link speaks of the topic: not at all, with a word of it, there is no text, with learned words."""

ON_TOPIC = np.array([[1.0, 9.0], [2.0, 2.0], [1.0, 3.0], [1.0, 3.0]])
"""Links on the topic and off it that each bucket begins with."""

LINK_WEIGHT = 4.0
"""Links that the mean of a bucket weighs against a list's own."""

BACKLOG = 0.1
"""What an address is worth that was there before the list was watched, against a new one."""

RETRY, LONGEST_RETRY = 0.25, 24.0
"""Hours until a failed place is tried again; doubled by each further failure."""

_KEPT = ("born", "last", "gained", "observed", "not_before")
_FLOATS = (*_KEPT, "fresh")
_INTS = ("kind", "host", "source", "bucket", "failures")


class Schedule:
    """All places of a project in columns, and the choice among them. Times are hours since 1970."""

    def __init__(self, params: WatchParams | None = None) -> None:
        self.params = params or WatchParams()
        self.pattern, self.pools = DailyPattern(), Pools()
        self._urls: list[str] = []
        self._at: dict[str, int] = {}
        self.host_numbers: dict[str, int] = {}
        self._host_names: list[str] = []
        self._host_next = np.zeros(0)
        self._active, self._visited = np.zeros(0, dtype=bool), np.zeros(0, dtype=bool)
        self._float: dict[str, Floats] = {name: np.zeros(0) for name in _FLOATS}
        self._int: dict[str, Ints] = {name: np.zeros(0, dtype=np.int64) for name in _INTS}
        self._links = np.zeros((0, BUCKETS, 2))
        self._cover, self._covered = np.zeros((0, COVERS), dtype=np.int64), np.zeros((0, COVERS))
        self.overlaps: list[Overlap] = []
        self._moved_covers: set[int] = set()
        self._all_links = ON_TOPIC.copy()
        self._links_at: float | None = None
        self._urgent: dict[str, None] = {}

    def __contains__(self, url: str) -> bool:
        return url in self._at

    def __len__(self) -> int:
        return len(self._at)

    def urls(self, kind: PlaceKind | None = None) -> Iterator[str]:
        """The places, of one kind or all."""
        for url, at in self._at.items():
            if kind is None or KINDS[int(self._int["kind"][at])] == kind:
                yield url

    def host_number(self, name: str) -> int:
        """The number of a host, a new one for a new host."""
        if name not in self.host_numbers:
            self.host_numbers[name] = self.pattern.host()
            self._host_names.append(name)
            self.pools.host()
            self.overlaps.append(Overlap())
            self._host_next = np.append(self._host_next, 0.0)
        return self.host_numbers[name]

    def memory(self, host: str) -> dict[str, Any]:
        """What a host has taught, for the store."""
        at = self.host_number(host)
        pattern, pools, overlap = self.pattern.counts(at), self.pools.rows(at), self.overlaps[at].rows()
        return {"pattern": pattern, "pools": pools, "overlap": overlap}

    def restore(self, host: str, memory: Mapping[str, Any]) -> None:
        """What a host had taught; one of an older version lacks some of it."""
        at = self.host_number(host)
        self.pattern.restore(at, memory["pattern"])
        self.pools.restore(at, memory["pools"])
        self.overlaps[at].restore(memory.get("overlap", {"lists": [], "items": []}))
        self._moved_covers.add(at)

    def add(self, place: PlaceState, *, fresh: float = 1.0) -> None:
        """A place to visit; one that is known is replaced."""
        at = self._at.get(place.url)
        if at is None:
            at = self._room()
            self._at[place.url] = at
            self._urls[at] = place.url
        for name in _KEPT:
            self._float[name][at] = getattr(place, name)
        self._float["fresh"][at] = fresh
        self._int["kind"][at], self._int["host"][at] = CODE[place.kind], self.host_number(place.host)
        self._int["source"][at] = self._at.get(place.source, -1)
        self._int["bucket"][at], self._int["failures"][at] = place.bucket, place.failures
        self._visited[at], self._active[at] = place.visited, True
        self._links[at], self._covered[at] = 0.0, 0.0
        source = int(self._int["source"][at])
        if place.kind == "link" and source >= 0 and fresh == 1.0:
            self.overlaps[self._int["host"][source]].met(place.url, place.source, place.born)

    def state(self, url: str) -> PlaceState:
        """Everything that is remembered of a place."""
        at = self._at[url]
        floats = {name: float(self._float[name][at]) for name in _KEPT}
        source = int(self._int["source"][at])
        return PlaceState(
            url=url, kind=KINDS[int(self._int["kind"][at])], host=self._host_names[int(self._int["host"][at])],
            visited=bool(self._visited[at]), source=self._urls[source] if source >= 0 else "",
            bucket=int(self._int["bucket"][at]), failures=int(self._int["failures"][at]), **floats,
        )  # fmt: skip

    def remove(self, url: str) -> None:
        """The place is not visited any more."""
        at = self._at.pop(url, None)
        if at is not None:
            self._active[at] = False
            self._urgent.pop(url, None)

    def saw(self, url: str, now: float, found: float = 0.0, shows: Collection[str] = ()) -> None:
        """A visit: so many items changed there. New items of lists are told by `credit` once they are judged."""
        at = self._at[url]
        host, kind = int(self._int["host"][at]), int(self._int["kind"][at])
        last = float(self._float["last"][at])
        if self._visited[at] or kind == ARTICLE:
            hours = float(self.pattern.passed(np.array([host]), np.array([last]), np.array([now]))[0])
            fade = 0.5 ** ((now - last) / self.params.half_life)
            self._float["gained"][at] = self._float["gained"][at] * fade + found
            self._float["observed"][at] = self._float["observed"][at] * fade + hours
            age = np.array([now - self._float["born"][at]])
            self.pools.saw(host, int(pool_of(np.array([kind]), age)[0]), found, hours)
        if kind < LISTS:
            self._gain(at, self.overlaps[host].visited(url, shows, now))
            self._moved_covers.add(host)
        self._float["last"][at], self._float["not_before"][at] = now, 0.0
        self._visited[at], self._int["failures"][at] = True, 0
        self._urgent.pop(url, None)
        self.asked(url, now)

    def asked(self, url: str, now: float) -> None:
        """The host was asked: it is left in peace for the gap."""
        self._host_next[self._int["host"][self._at[url]]] = now + self.params.gap / 3600

    def failed(self, url: str, now: float) -> int:
        """No answer: the place is left for longer each time. Gives the failures in a row."""
        at = self._at[url]
        self._int["failures"][at] += 1
        failures = int(self._int["failures"][at])
        self._float["not_before"][at] = now + min(LONGEST_RETRY, RETRY * 2.0 ** (failures - 1))
        self._urgent.pop(url, None)
        self.asked(url, now)
        return failures

    def wait(self, url: str, until: float) -> None:
        """The place said that nothing will be new before that moment."""
        self._float["not_before"][self._at[url]] = until

    def push(self, url: str) -> None:
        """Somebody said that there is something new: the place comes first."""
        if url in self._at:
            self._urgent[url] = None

    def first_dates(self, url: str, published: list[float], now: float) -> None:
        """The dates of what a list showed at its first visit tell its rate before anything was waited for."""
        at = self._at[url]
        recent = [moment for moment in published if now - 3 * self.params.half_life < moment <= now]
        if not recent or self._float["observed"][at]:
            return
        host, span = int(self._int["host"][at]), now - min(recent)
        share = self._all_links[:, 0].sum() / self._all_links.sum()
        self._float["gained"][at], self._float["observed"][at] = share * len(recent), span
        for moment in recent:
            self.pattern.saw(host, moment)

    def credit(self, url: str, *, on_topic: bool, published: float | None, now: float) -> None:
        """An address that a list showed was fetched and judged: the lists that show it have gained or not."""
        self._fade_links(now)
        at = self._at[url]
        bucket, source, backlog = self._int["bucket"][at], int(self._int["source"][at]), self._float["fresh"][at] < 1
        self._all_links[bucket, 0 if on_topic else 1] += 1
        if source < 0:
            return
        self._links[source, bucket, 0 if on_topic else 1] += 1
        if backlog:
            return
        host = int(self._int["host"][source])
        if on_topic:
            for showed in self.overlaps[host].judged(url):
                if showed in self._at:
                    self._gain(self._at[showed], 1)
        if published is not None and published <= now:
            self.pattern.saw(host, published)

    def _gain(self, at: int, items: int) -> None:
        self._float["gained"][at] += items
        self.pools.saw(int(self._int["host"][at]), int(self._int["kind"][at]), items, 0.0)

    def _note_covers(self) -> None:
        """Keeps for the lists of hosts that were visited which others show the same."""
        while self._moved_covers:
            for url, found in self.overlaps[self._moved_covers.pop()].covers().items():
                known = [(self._at[other], share) for other, share in found if other in self._at]
                if url in self._at:
                    self._covered[self._at[url]] = 0.0
                    for place, pair in enumerate(known):
                        self._cover[self._at[url], place], self._covered[self._at[url], place] = pair

    def _fade_links(self, now: float) -> None:
        """What links came to counts half after the half-life, as visits do: a story begins, and chances change."""
        if self._links_at is not None:
            factor = 0.5 ** (max(0.0, now - self._links_at) / self.params.half_life)
            self._links *= factor
            self._all_links = ON_TOPIC + (self._all_links - ON_TOPIC) * factor
        self._links_at = now

    def choose(self, now: float) -> Choice | None:
        """The visit that is worth most now; None while every host is left in peace."""
        for url in self._urgent:
            if self._host_next[self._int["host"][self._at[url]]] <= now:
                return Choice(
                    url, KINDS[int(self._int["kind"][self._at[url]])], np.inf, 1.0, "its hub said that it is new"
                )
        found = self.upcoming(now, 1)
        return found[0] if found else None

    def upcoming(self, now: float, number: int, *, polite: bool = True) -> list[Choice]:
        """The visits that are worth most at that moment, the best first."""
        self._note_covers()
        ready = self._active & (self._float["not_before"] <= now)
        if polite:
            ready &= self._host_next[self._int["host"]] <= now if len(self._host_next) else False
        at = np.flatnonzero(ready)
        if not len(at):
            return []
        values, expected = self.values(at, now)
        best = (
            [int(np.argmax(values))] if number == 1 else [int(i) for i in np.argsort(-values, kind="stable")[:number]]
        )
        return [self._choice(int(at[i]), float(values[i]), float(expected[i]), now) for i in best]

    def values(self, at: Ints, now: float) -> tuple[Floats, Floats]:
        """Of these places: hours of waiting that a visit is expected to end, and items expected."""
        kinds, waited = self._int["kind"][at], np.maximum(now - self._float["last"][at], 1e-6)
        rates = self.rates(at, now)
        expected = rates * self.pattern.passed(self._int["host"][at], self._float["last"][at], np.full(len(at), now))
        unseen = ~self._visited[at] & (kinds != ARTICLE) & (kinds != LINK)
        expected = np.where(unseen, np.maximum(expected, rates * 24.0), expected)
        values = expected * np.where(unseen, 24.0, waited) / 2
        lists = np.flatnonzero((kinds < LISTS) & ~unseen)
        values[lists], expected[lists] = self._uncovered(at[lists], values[lists], expected[lists], rates[lists], now)
        databases = kinds == HIDDEN  # whose visit takes many requests
        values[databases] *= self.params.change_value * self._float["fresh"][at[databases]]
        pages = (kinds == ARTICLE) | (kinds == CODE["records"]) | (kinds == CODE["people"])
        changes = np.where(kinds == ARTICLE, self._hazard(at, now, rates), rates * waited)
        mean = np.maximum(changes / waited, 1e-12)
        values = np.where(pages, self.params.change_value * (waited - (1 - np.exp(-changes)) / mean), values)
        expected = np.where(pages, 1 - np.exp(-changes), expected)
        links = kinds == LINK
        if links.any():
            chance = self._chance(at[links])
            expected[links] = chance
            values[links] = chance * (self.params.patience + waited[links]) * self._float["fresh"][at[links]]
        return values, expected

    def _uncovered(
        self, at: Ints, values: Floats, expected: Floats, rates: Floats, now: float
    ) -> tuple[Floats, Floats]:
        """Values and items of lists, less what was seen at the best of the lists that show the same."""
        last, host = self._float["last"], self._int["host"][at]
        best, left = values.copy(), expected.copy()
        for column in range(COVERS):
            share, since = self._covered[at, column], np.maximum(last[at], last[self._cover[at, column]])
            items = rates * self.pattern.passed(host, since, np.full(len(at), now))
            value = (1 - share) * values + share * items * (now - since) / 2
            left = np.where(value < best, (1 - share) * expected + share * items, left)
            best = np.minimum(best, value)
        return best, left

    def rates(self, at: Ints, now: float) -> Floats:
        """Items an hour of each place: its own history, weighed against what its host and kind let expect."""
        kinds = self._int["kind"][at]
        pools = pool_of(np.where(kinds == LINK, 0, kinds), now - self._float["born"][at])
        prior = self.pools.expected()[self._int["host"][at], pools]
        return weighed(self._float["gained"][at], self._float["observed"][at], prior, HOST)

    def _hazard(self, at: Ints, now: float, rates: Floats) -> Floats:
        """Changes expected of articles since their last visit: fewer as they age, more where they changed before."""
        prior = self.pools.expected()[self._int["host"][at], ARTICLE : ARTICLE + len(AGES) + 1]
        born = self._float["born"][at]
        present = prior[np.arange(len(at)), np.searchsorted(AGES, now - born, side="right")]
        return hazard(prior, np.maximum(self._float["last"][at] - born, 0.0), now - born) * (rates / present)

    def _chance(self, at: Ints) -> Floats:
        buckets, source = self._int["bucket"][at], self._int["source"][at]
        means = self._all_links[:, 0] / self._all_links.sum(axis=1)
        own = np.where((source >= 0)[:, None], self._links[np.maximum(source, 0), buckets], 0.0)
        made: Floats = (own[:, 0] + means[buckets] * LINK_WEIGHT) / (own.sum(axis=1) + LINK_WEIGHT)
        return made

    def stale(self, now: float) -> tuple[float, float]:
        """Of the articles: the share that is expected to have changed unseen, and mean hours since they were seen."""
        at = np.flatnonzero(self._active & (self._int["kind"] == ARTICLE))
        if not len(at):
            return 0.0, 0.0
        waited = now - self._float["last"][at]
        changes = self._hazard(at, now, self.rates(at, now))
        return float(np.mean(1 - np.exp(-changes))), float(np.mean(waited))

    def oldest(self, kind: PlaceKind, number: int) -> list[str]:
        """The places of a kind that were met first."""
        at = np.flatnonzero(self._active & (self._int["kind"] == CODE[kind]))
        order = np.argsort(self._float["born"][at], kind="stable")[:number]
        return [self._urls[int(i)] for i in at[order]]

    def _choice(self, at: int, value: float, expected: float, now: float) -> Choice:
        kind, url = KINDS[int(self._int["kind"][at])], self._urls[at]
        waited = now - float(self._float["last"][at])
        if kind == "link":
            reason = f"on the topic with a chance of {expected:.0%}, not fetched yet"
        elif not self._visited[at]:
            reason = "never visited"
        else:
            rate = float(self.rates(np.array([at]), now)[0])
            what = "change" if kind == "article" else "item"
            reason = f"{expected:.2f} {what}s expected: {rate:.3f} an hour, last visit {waited:.1f} h ago"
        return Choice(url, kind, value, expected, reason)

    def _room(self) -> int:
        """A free row; the columns double when they are full, after rows of removed places are taken out."""
        if len(self._urls) == len(self._active):
            if len(self._at) < 0.5 * len(self._urls):
                self._compact()
            if len(self._urls) == len(self._active):
                self._grow(max(64, 2 * len(self._active)))
        self._urls.append("")
        return len(self._urls) - 1

    def _grow(self, size: int) -> None:
        def wider(column: NDArray[np.generic]) -> NDArray[np.generic]:
            made = np.zeros((size, *column.shape[1:]), dtype=column.dtype)
            made[: len(column)] = column
            return made

        self._float = {name: wider(column) for name, column in self._float.items()}  # type: ignore[misc]
        self._int = {name: wider(column) for name, column in self._int.items()}  # type: ignore[misc]
        self._active, self._visited = wider(self._active), wider(self._visited)
        self._links, self._covered = wider(self._links), wider(self._covered)  # type: ignore[assignment]
        self._cover = wider(self._cover)  # type: ignore[assignment]

    def _compact(self) -> None:
        kept = np.array(sorted(self._at.values()), dtype=np.int64)
        place = np.full(len(self._active) + 1, -1, dtype=np.int64)
        place[kept] = np.arange(len(kept))
        size = len(self._active)
        self._int["source"] = np.where(self._int["source"] >= 0, place[self._int["source"]], -1)
        self._covered = np.where(place[self._cover] >= 0, self._covered, 0.0)[kept]
        self._cover = np.maximum(place[self._cover], 0)[kept]
        self._float = {name: column[kept] for name, column in self._float.items()}
        self._int = {name: column[kept] for name, column in self._int.items()}
        self._active, self._visited, self._links = self._active[kept], self._visited[kept], self._links[kept]
        self._urls = [self._urls[int(i)] for i in kept]
        self._at = {url: at for at, url in enumerate(self._urls)}
        self._grow(size)
