"""What watching remembers: places with their estimates, visits, versions, changes, and notifications to deliver.

Everything that one visit leads to is written in one transaction (`Step`): a kill leaves all of it or nothing, so
that no change is told twice and none is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Unpack

from sqlalchemy import Connection, Engine, Row, delete, func, select

from motherlode.model.article import NewsItem
from motherlode.model.watch import Change, Notification, PlaceState, Version
from motherlode.sql.engine import chunked, first_row, reading, selected, streamed, upsert, writing
from motherlode.sql.migrations import migrate
from motherlode.store.articles import Articles
from motherlode.store.pages import Pages, StoredPage
from motherlode.store.query import Slicing, page_of
from motherlode.store.tables import (
    WATCH_STEPS,
    changes,
    deliveries,
    hosts,
    outbox,
    places,
    pushed,
    subscriptions,
    versions,
    visits,
)  # fmt: skip
from motherlode.store.tables import pages as page_table

AT_ONCE = 500
"""Notifications that a channel is given at a time."""


@dataclass(frozen=True, slots=True)
class StoredPlace:
    """A place with what is needed to ask for it again and to compare it."""

    state: PlaceState
    fresh: float = 1.0
    etag: str = ""
    last_modified: str = ""
    digest: str = ""
    unchanged: int = 0
    """Visits in a row that were answered with 'not modified'."""
    version: int = 0
    published: str = ""
    words: str = ""
    """Of an article: a short name of its words, by which it is known again at another address."""
    gone: bool = False


@dataclass(frozen=True, slots=True)
class VisitRow:
    """One visit, as people look at it later."""

    url: str
    kind: str
    at: str
    outcome: str
    found: int
    expected: float
    reason: str


@dataclass(frozen=True, slots=True)
class KeptVersion:
    """A version with its number, the items of a list, and its place in the archive."""

    version: Version
    number: int
    seen_at: str
    items: tuple[Mapping[str, Any], ...] = ()
    warc_file: str = ""
    warc_offset: int = -1


@dataclass(slots=True)
class Step:
    """Everything that one visit leads to."""

    places: dict[str, StoredPlace] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    memory: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    visits: list[VisitRow] = field(default_factory=list)
    versions: list[KeptVersion] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    notifications: list[Notification] = field(default_factory=list)
    pages: list[StoredPage] = field(default_factory=list)
    articles: list[NewsItem] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    """Articles that are no longer there under this address."""
    heard: list[str] = field(default_factory=list)
    """Pushed addresses that were visited."""
    requests: int = 1
    """What it cost, of the requests that are allowed."""


class WatchStore:
    """The tables of watching in a project's store."""

    def __init__(self, engine: Engine) -> None:
        migrate(engine, "watch", WATCH_STEPS)
        self.engine = engine
        self._pages, self._articles = Pages(engine), Articles(engine)

    def write(self, step: Step, channels: Sequence[str]) -> None:
        """Keeps a step, whole or not at all; `channels` are those that every notification goes to."""
        with writing(self.engine) as connection:
            for part in chunked(step.removed, 500):  # before the others: a link may come back as an article
                connection.execute(delete(places).where(places.c.url.in_(part)))
            upsert(connection, places, map(_place_row, step.places.values()))
            rows = [{"host": host, "memory": dict(memory)} for host, memory in step.memory.items()]
            upsert(connection, hosts, rows)
            if step.visits:
                connection.execute(visits.insert(), [_fields(visit) for visit in step.visits])
            upsert(connection, versions, map(_version_row, step.versions))
            self._pages.write(connection, step.pages)
            self._articles.write(connection, step.articles)
            if step.dropped:
                self._articles.drop(connection, step.dropped)
            self._tell(connection, step, channels)
            if step.heard:
                connection.execute(delete(pushed).where(pushed.c.url.in_(step.heard)))

    def _tell(self, connection: Connection, step: Step, channels: Sequence[str]) -> None:
        upsert(connection, changes, map(_change_row, step.changes), update=[])
        rows = [{**_fields(each), "created_at": each.created_at.isoformat()} for each in step.notifications]
        upsert(connection, outbox, rows, update=[])
        waiting = [
            {"notification": each.id, "channel": channel, "state": "waiting", "attempts": 0,
             "next_try": each.created_at.isoformat(), "error": ""}
            for each in step.notifications
            for channel in channels
        ]  # fmt: skip
        upsert(connection, deliveries, waiting, update=[])

    def places(self) -> Iterator[StoredPlace]:
        """Every place that is visited, lists before what they showed."""
        order = select(places).where(places.c.gone.is_(False)).order_by(places.c.kind == "link", places.c.born)
        return map(_place, streamed(self.engine, order, 1000))

    def place(self, url: str) -> StoredPlace | None:
        """One place, also one that vanished."""
        row = first_row(self.engine, select(places).where(places.c.url == url))
        return _place(row) if row else None

    def known(self, urls: Sequence[str]) -> set[str]:
        """Of these addresses those that were fetched, are visited, or wait."""
        found: set[str] = set()
        with reading(self.engine) as connection:
            for part in chunked(urls, 500):
                for table in (places, page_table):
                    found |= set(connection.execute(select(table.c.url).where(table.c.url.in_(part))).scalars())
        return found

    def memory(self) -> dict[str, Mapping[str, Any]]:
        """What is remembered of every host."""
        return {row.host: row.memory for row in selected(self.engine, select(hosts))}

    def version(self, url: str) -> KeptVersion | None:
        """The newest version of a page."""
        wanted = select(versions).where(versions.c.url == url).order_by(versions.c.number.desc()).limit(1)
        row = first_row(self.engine, wanted)
        return _kept(row) if row else None

    def history(self, url: str) -> list[KeptVersion]:
        """All kept versions of a page, the newest first."""
        wanted = select(versions).where(versions.c.url == url).order_by(versions.c.number.desc())
        return [_kept(row) for row in selected(self.engine, wanted)]

    def changes(self, **wanted: Unpack[Slicing]) -> tuple[list[Change], int]:
        """A slice of the changes, the newest first if nothing else is said, and how many there are in all."""
        wanted.setdefault("sort", "-seen_at")
        rows, total = page_of(self.engine, changes, **wanted)
        return [_change(row) for row in rows], total

    def visits(self, **wanted: Unpack[Slicing]) -> tuple[list[VisitRow], int]:
        """A slice of the visits, the newest first if nothing else is said, and how many there are in all."""
        wanted.setdefault("sort", "-at")
        rows, total = page_of(self.engine, visits, **wanted)
        return [VisitRow(**{name: row._mapping[name] for name in VisitRow.__slots__}) for row in rows], total

    def yields(self) -> list[dict[str, Any]]:
        """Visits and what they found, by day and kind of place."""
        day = func.substr(visits.c.at, 1, 10).label("day")
        wanted = (
            select(day, visits.c.kind, func.count().label("visits"), func.sum(visits.c.found).label("found"))
            .group_by(day, visits.c.kind)
            .order_by(day, visits.c.kind)
        )
        return [dict(row._mapping) for row in selected(self.engine, wanted)]

    def counts(self) -> dict[str, int]:
        """How many places of each kind, changes, notifications, and deliveries that wait."""
        with reading(self.engine) as connection:
            kinds = select(places.c.kind, func.count()).where(places.c.gone.is_(False)).group_by(places.c.kind)
            found = {str(kind): int(number) for kind, number in connection.execute(kinds)}
            for name, table in (("changes", changes), ("notifications", outbox), ("visits", visits)):
                found[name] = connection.execute(select(func.count()).select_from(table)).scalar() or 0
            waits = select(func.count()).select_from(deliveries).where(deliveries.c.state != "delivered")
            found["undelivered"] = connection.execute(waits).scalar() or 0
        return found

    def notifications(self, limit: int = 100) -> list[Notification]:
        """The newest notifications."""
        with reading(self.engine) as connection:
            order = select(outbox).order_by(outbox.c.created_at.desc(), outbox.c.id).limit(limit)
            return [_notification(row) for row in connection.execute(order)]

    def waiting(self, channel: str, now: datetime, before: datetime | None = None) -> list[Notification]:
        """Notifications that a channel has to deliver, the oldest first; `before` leaves out later ones."""
        wanted = (
            select(outbox)
            .join(deliveries, deliveries.c.notification == outbox.c.id)
            .where(deliveries.c.channel == channel, deliveries.c.state != "delivered")
            .where(deliveries.c.next_try <= now.isoformat())
            .order_by(outbox.c.created_at, outbox.c.id)
            .limit(AT_ONCE)
        )
        if before is not None:
            wanted = wanted.where(outbox.c.created_at < before.isoformat())
        return [_notification(row) for row in selected(self.engine, wanted)]

    def delivered(self, channel: str, told: Iterable[Notification]) -> None:
        """These reached their receiver."""
        names = [each.id for each in told]
        with writing(self.engine) as connection:
            mine = (deliveries.c.channel == channel) & deliveries.c.notification.in_(names)
            connection.execute(deliveries.update().where(mine).values(state="delivered", error=""))

    def undelivered(self, channel: str, told: Iterable[Notification], error: str, next_try: datetime) -> None:
        """These did not; they are tried again at that moment."""
        names = [each.id for each in told]
        with writing(self.engine) as connection:
            mine = (deliveries.c.channel == channel) & deliveries.c.notification.in_(names)
            connection.execute(
                deliveries.update().where(mine).values(
                    state="failed", error=error[:500], next_try=next_try.isoformat(),
                    attempts=deliveries.c.attempts + 1,
                )
            )  # fmt: skip

    def attempts(self, channel: str, notification: str) -> int:
        """How often a delivery failed."""
        mine = (deliveries.c.channel == channel) & (deliveries.c.notification == notification)
        with reading(self.engine) as connection:
            return connection.execute(select(deliveries.c.attempts).where(mine)).scalar() or 0

    def push(self, url: str, now: datetime) -> None:
        """A hub said that there is something new at an address."""
        with writing(self.engine) as connection:
            upsert(connection, pushed, [{"url": url, "at": now.isoformat()}])

    def pushes(self) -> list[str]:
        """Addresses of which a hub said that there is something new."""
        with reading(self.engine) as connection:
            return list(connection.execute(select(pushed.c.url).order_by(pushed.c.at)).scalars())

    def subscription(self, url: str) -> Row[Any] | None:
        """The subscription for an address."""
        with reading(self.engine) as connection:
            return connection.execute(select(subscriptions).where(subscriptions.c.url == url)).first()

    def subscribe(self, url: str, hub: str, secret: str, until: datetime) -> None:
        """Remembers a subscription."""
        row = {"url": url, "hub": hub, "secret": secret, "until": until.isoformat()}
        with writing(self.engine) as connection:
            upsert(connection, subscriptions, [row])

    def forget(self, before: datetime, keep_versions: int, links_before: float) -> dict[str, int]:
        """Drops visits, delivered notifications and unfetched links that are too old, and versions beyond the number.

        Changes and the newest version of everything stay.
        """
        moment, gone = before.isoformat(), {}
        newest = select(versions.c.url, func.max(versions.c.number).label("top")).group_by(versions.c.url).subquery()
        told = select(outbox.c.id).where(outbox.c.created_at < moment)
        open_ = select(deliveries.c.notification).where(deliveries.c.state != "delivered")
        with writing(self.engine) as connection:
            gone["visits"] = connection.execute(delete(visits).where(visits.c.at < moment)).rowcount
            old = delete(deliveries).where(deliveries.c.state == "delivered", deliveries.c.notification.in_(told))
            gone["deliveries"] = connection.execute(old).rowcount
            kept = outbox.c.id.not_in(open_)
            gone["notifications"] = connection.execute(
                delete(outbox).where(outbox.c.created_at < moment, kept)
            ).rowcount
            late = delete(places).where(places.c.kind == "link", places.c.born < links_before)
            gone["links"] = connection.execute(late).rowcount
            many = select(newest.c.top - keep_versions).where(newest.c.url == versions.c.url).scalar_subquery()
            gone["versions"] = connection.execute(delete(versions).where(versions.c.number <= many)).rowcount
        return gone


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__slots__}


def _place_row(place: StoredPlace) -> dict[str, Any]:
    own = _fields(place)
    return {**_fields(own.pop("state")), **own}


def _place(row: Row[Any]) -> StoredPlace:
    values = dict(row._mapping)
    state = PlaceState(**{name: values.pop(name) for name in PlaceState.__slots__})
    return StoredPlace(state, **values)


def _version_row(kept: KeptVersion) -> dict[str, Any]:
    own = _fields(kept)
    return {**_fields(own.pop("version")), **own, "items": list(kept.items)}


def _kept(row: Row[Any]) -> KeptVersion:
    values = dict(row._mapping)
    version = Version(**{name: values.pop(name) for name in Version.__slots__})
    return KeptVersion(version, **values | {"items": tuple(values["items"])})


def _change_row(change: Change) -> dict[str, Any]:
    fields = {name: list(pair) for name, pair in change.fields.items()}
    return {**_fields(change), "seen_at": change.seen_at.isoformat(), "fields": fields}


def _change(row: Row[Any]) -> Change:
    values = dict(row._mapping)
    fields = {name: (pair[0], pair[1]) for name, pair in values["fields"].items()}
    return Change(**values | {"seen_at": datetime.fromisoformat(values["seen_at"]), "fields": fields})


def _notification(row: Row[Any]) -> Notification:
    values = {name: row._mapping[name] for name in Notification.__slots__}
    return Notification(**values | {"created_at": datetime.fromisoformat(values["created_at"])})
