"""Where a project is watched: the addresses that its settings name, and those that its crawls have found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from motherlode.app.crawl.parts import addresses
from motherlode.app.inputs import is_address
from motherlode.app.project import Project
from motherlode.model.watch import PlaceKind, PlaceState
from motherlode.store.watch import StoredPlace, WatchStore
from motherlode.text.urls import canonical, host_of
from motherlode.watch.params import WatchParams

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
