"""What watching remembers, on both databases: a step is kept whole, and every notification is delivered once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine

from motherlode.errors import StoreError
from motherlode.model.watch import Change, Notification, PlaceState, Version
from motherlode.store.query import Filter
from motherlode.store.store import Store
from motherlode.store.watch import KeptVersion, Step, StoredPlace, VisitRow, WatchStore

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def store(engine: Engine) -> WatchStore:
    Store(engine)
    return WatchStore(engine)


def change(name: str, at: datetime = NOW) -> Change:
    return Change(name, f"http://a.example/{name}", "changed", at, name, "what", fields={"price": ("1", "2")})


def told(name: str, at: datetime = NOW) -> Notification:
    return Notification(f"n-{name}", "any change", name, name, "text", "http://a.example/", at)


def visit(at: datetime) -> VisitRow:
    return VisitRow("http://a.example/", "hub", at.isoformat(), "the same", 0, 0.1, "why")


def test_a_step_comes_back_as_it_was(store: WatchStore) -> None:
    place = StoredPlace(PlaceState("http://a.example/", "hub", "a.example", 1.0, 2.0, True, 0.5, 3.0), etag='"x"')
    version = KeptVersion(Version("http://a.example/1", "T", content="标题"), 1, NOW.isoformat(), ({"name": "x"},))
    memory = {"pattern": [1.0] * 24, "pools": [[0.0, 1.0]], "claims": {}}
    step = Step(
        places={place.state.url: place}, memory={"a.example": memory}, visits=[visit(NOW)], versions=[version],
        changes=[change("c")], notifications=[told("c")],
    )  # fmt: skip
    store.write(step, ("webhook",))
    assert list(store.places()) == [place]
    assert store.memory() == {"a.example": memory}
    assert store.version("http://a.example/1") == version
    assert store.changes() == ([change("c")], 1)
    assert store.changes(filters=[Filter("kind", "equals", "new")]) == ([], 0)
    assert store.notifications() == [told("c")]
    assert store.visits()[0] == [visit(NOW)]
    assert store.yields()[0]["visits"] == 1
    assert store.known(["http://a.example/", "http://b.example/"]) == {"http://a.example/"}


def test_a_step_is_kept_whole_or_not_at_all(store: WatchStore) -> None:
    broken = Step(changes=[change("c")], notifications=[told("c")])
    broken.visits.append(VisitRow("u", "hub", NOW.isoformat(), None, 0, 0.0, ""))  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        store.write(broken, ("webhook",))
    assert store.changes()[1] == store.counts()["notifications"] == 0


def test_the_same_step_twice_tells_once(store: WatchStore) -> None:
    step = Step(changes=[change("c")], notifications=[told("c")])
    store.write(step, ("webhook", "mail"))
    store.delivered("webhook", [told("c")])
    store.write(step, ("webhook", "mail"))
    assert store.waiting("webhook", NOW) == []
    assert store.waiting("mail", NOW) == [told("c")]
    assert store.counts()["undelivered"] == 1


def test_a_failed_delivery_waits_for_its_time(store: WatchStore) -> None:
    store.write(Step(notifications=[told("c")]), ("mail",))
    store.undelivered("mail", [told("c")], "no", NOW + timedelta(hours=1))
    assert store.waiting("mail", NOW) == []
    assert store.waiting("mail", NOW + timedelta(hours=1)) == [told("c")]
    assert store.attempts("mail", "n-c") == 1
    assert store.waiting("mail", NOW + timedelta(hours=1), before=NOW) == []


def test_what_is_old_goes_and_what_waits_stays(store: WatchStore) -> None:
    old = NOW - timedelta(days=10)
    versions = [KeptVersion(Version("u", str(n)), n, NOW.isoformat()) for n in range(1, 6)]
    link = StoredPlace(PlaceState("http://a.example/l", "link", "a.example", 1.0, 1.0))
    names = ("told", "waits")
    step = Step(
        places={link.state.url: link}, visits=[visit(old), visit(NOW)], versions=versions,
        changes=[change(name, old) for name in names], notifications=[told(name, old) for name in names],
    )  # fmt: skip
    store.write(step, ("mail",))
    store.delivered("mail", [told("told", old)])
    gone = store.forget(NOW - timedelta(days=5), 2, 5.0)
    assert gone == {"visits": 1, "deliveries": 1, "notifications": 1, "links": 1, "versions": 3}
    assert [kept.number for kept in store.history("u")] == [5, 4]
    assert [each.id for each in store.notifications()] == ["n-waits"]
    assert store.changes()[1] == 2


def test_pushed_addresses_are_heard_once(store: WatchStore) -> None:
    store.push("http://a.example/feed", NOW)
    store.push("http://a.example/feed", NOW)
    assert store.pushes() == ["http://a.example/feed"]
    store.write(Step(heard=store.pushes()), ())
    assert store.pushes() == []
