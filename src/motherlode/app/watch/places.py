"""Where a project is watched: what its settings name and its crawls have found, and what becomes of it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from motherlode.app.crawl.parts import addresses
from motherlode.app.inputs import is_address
from motherlode.app.project import Project
from motherlode.model.pages import Response
from motherlode.model.watch import PlaceKind, PlaceState
from motherlode.sources.listings import Listed
from motherlode.store.watch import Step, StoredPlace, WatchStore
from motherlode.text.urls import canonical, host_of
from motherlode.watch.claims import CHECK_EVERY, Claims
from motherlode.watch.params import WatchParams
from motherlode.watch.schedule import Schedule

MOST_HINTS = 20
"""Articles that one list's dates send us to at once."""

PARENTS = 2
"""Kept articles that a page must have led to before it is taken for a hub."""


def hours_of(moment: datetime) -> float:
    """A moment in hours since 1970."""
    return moment.astimezone(UTC).timestamp() / 3600


def first_places(
    project: Project, params: WatchParams, kept: WatchStore, databases: Iterable[StoredPlace], now: datetime
) -> list[StoredPlace]:
    """Places that are not watched yet: settings, seeds, pages that led to articles, articles, records, databases."""
    hour = hours_of(now)
    known = {place.state.url for place in kept.places()}
    made = {place.state.url: place for place in databases if place.state.url not in known}
    for url, kind in _wanted(project, params):
        if url not in known and url not in made and kept.place(url) is None:
            made[url] = StoredPlace(PlaceState(url, kind, host_of(url), hour, hour))
    for stored in project.store.pages.all(kept=True):
        if stored.url not in known and stored.url not in made and kept.place(stored.url) is None:
            seen = hours_of(datetime.fromisoformat(stored.fetched_at)) if stored.fetched_at else hour
            state = PlaceState(stored.url, "article", host_of(stored.url), seen, seen, True)
            made[stored.url] = StoredPlace(state, etag=stored.etag, last_modified=stored.last_modified)
    return list(made.values())


def _wanted(project: Project, params: WatchParams) -> Iterator[tuple[str, PlaceKind]]:
    """Addresses with their kinds; what the settings name comes first."""
    named: tuple[tuple[tuple[str, ...], PlaceKind], ...] = (
        (params.feeds, "feed"), (params.hubs, "hub"), (params.records, "records"), (params.people, "people"),
    )  # fmt: skip
    for urls, kind in named:
        yield from ((url, kind) for url in addresses(urls))
    topic = project.store.topics.topic(project.params.name)
    yield from ((canonical(url), "hub") for url in topic.seeds if is_address(url))
    yield from (
        (page, "records")
        for page in sorted({page for page, _, _ in project.store.records.lists()})
        if is_address(page)
    )
    led: Counter[str] = Counter()
    articles = set()
    for page in project.store.pages.all(kept=True):
        led[page.parent_url] += 1
        articles.add(page.url)
    hubs: Counter[str] = Counter()
    for url, count in led.most_common():
        if count >= PARENTS and is_address(url) and url not in articles and hubs[host_of(url)] < params.hubs_per_host:
            hubs[host_of(url)] += 1
            yield canonical(url), "hub"


class PlaceBook:
    """The places that are watched: added, seen, left and gone, in the schedule and in what is to be kept."""

    def __init__(self, params: WatchParams, schedule: Schedule, claims: Claims) -> None:
        self.params, self.schedule, self.claims = params, schedule, claims
        self.places: dict[str, StoredPlace] = {}
        self.hinted: set[str] = set()
        """Articles to which a list's date of change has sent us."""

    def validators(self, url: str) -> dict[str, str]:
        """Conditional headers for a place seen before, unless its host's 'unchanged' cannot be believed."""
        place = self.places.get(url)
        if place is None or place.unchanged >= CHECK_EVERY or not self.claims.believed(place.state.host, "unchanged"):
            return {}
        made = {"If-None-Match": place.etag, "If-Modified-Since": place.last_modified}
        return {name: value for name, value in made.items() if value}

    def seen(
        self, place: StoredPlace, response: Response, now: datetime, found: float = 0.0, *,
        version: int | None = None, words: str | None = None, shows: Collection[str] = (),
    ) -> None:  # fmt: skip
        """The place after a whole answer, in which so much had changed."""
        url = place.state.url
        self.schedule.saw(url, hours_of(now), found, shows)
        self.places[url] = replace(
            place, state=self.schedule.state(url), etag=response.header("etag")[:500],
            last_modified=response.header("last-modified")[:100], digest=digest_of(response), unchanged=0,
            version=place.version if version is None else version, words=place.words if words is None else words,
        )  # fmt: skip

    def hold_lifetime(self, place: StoredPlace, new: Iterable[Listed]) -> None:
        """Something new from before the end of the claimed lifetime makes that a lie."""
        until = place.state.not_before
        if not place.state.visited or until <= place.state.last:
            return
        dates = [hours_of(entry.published) for entry in new if entry.published]
        early = any(place.state.last < date < until for date in dates)
        if dates:
            self.claims.heard(place.state.host, "lifetime", true=not early)

    def hints(self, entries: dict[str, Listed], place: StoredPlace, hour: float) -> None:
        """Dates of change that a list gives send us to those articles, while the host's dates are believed."""
        if not self.claims.believed(place.state.host, "lastmod"):
            return
        late = []
        for address, entry in entries.items():
            article = self.places.get(address)
            if article is None or article.state.kind != "article" or entry.modified is None:
                continue
            if article.state.last < hours_of(entry.modified) <= hour:
                late.append(address)
        for address in late[:MOST_HINTS]:
            self.schedule.push(address)
            self.hinted.add(address)

    def add(self, url: str, kind: PlaceKind, step: Step, hour: float) -> None:
        """A further place to visit, unless it is known or its host has enough lists."""
        if url in self.places and self.places[url].state.kind != "link":
            return
        host = host_of(url)
        if kind == "hub":
            hubs = sum(1 for place in self.places.values() if place.state.kind == "hub" and place.state.host == host)
            if hubs >= self.params.hubs_per_host:
                return
        self.put(StoredPlace(PlaceState(url, kind, host, hour, hour)), step)

    def put(self, place: StoredPlace, step: Step) -> None:
        """Keeps a place that is new or became another kind."""
        self.schedule.add(place.state, fresh=place.fresh)
        self.places[place.state.url] = step.places[place.state.url] = place

    def leave(self, url: str, step: Step) -> None:
        """The address is forgotten as a place: it was fetched, or is not worth it."""
        self.schedule.remove(url)
        self.places.pop(url, None)
        step.places.pop(url, None)
        step.removed.append(url)

    def drop(self, place: StoredPlace, step: Step) -> None:
        """The place is not there any more; that it was is remembered."""
        url = place.state.url
        self.schedule.remove(url)
        self.places.pop(url, None)
        step.places[url] = replace(place, gone=True, version=place.version + 1)

    def remember(self, url: str, step: Step) -> None:
        """The place and what its host has taught, as they are after the visit."""
        place = self.places.get(url)
        if place is not None:
            step.places[url] = replace(place, state=self.schedule.state(url))
        host = host_of(url)
        if host in self.schedule.host_numbers:
            step.memory[host] = {**self.schedule.memory(host), "claims": self.claims.rows(host)}


def digest_of(response: Response) -> str:
    """An answer's bytes as a short name."""
    return hashlib.sha256(response.body).hexdigest()[:32]
