"""Rules, schedules, claims and the feed: what is told, when, and whom we believe."""

from __future__ import annotations

from datetime import UTC, datetime

import feedparser
import pytest

from motherlode.errors import UsageError
from motherlode.model.watch import Change
from motherlode.watch import cron
from motherlode.watch.claims import Claims, lifetime
from motherlode.watch.rules import FORMS, atom, notifications, parse

NOW = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)


def change(kind: str, **values: object) -> Change:
    return Change("c1", "http://shop.example/list", kind, NOW, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rule", "wanted", "unwanted"),
    [
        ("new article", change("new"), change("edited")),
        ("new article with dam", change("new", title="The Dam breaks"), change("new", title="Rain")),
        ("new article in story s7", change("new", item="s7"), change("new", item="s8")),
        ("new article on shop.example", change("new"), Change("c", "http://b.example/", "new", NOW)),
        ("corrected", change("corrected"), change("silent-edit")),
        ("silent edit", change("silent-edit"), change("corrected")),
        ("edited", change("silent-edit"), change("moved")),
        ("any change", change("left"), change("new")),
        ("hot topic flood", change("hot", title="Flood in Orrick"), change("hot", title="Football")),
        ("person left", change("left"), change("joined")),
        ("price below 20", change("changed", fields={"price": ("$25.00", "$19.50")}),
         change("changed", fields={"price": ("$19.00", "$18.00")})),
        ("price below 1,000", None, None),
        ("stock above 5", change("added", fields={"stock": ("", "6")}), change("added", fields={"stock": ("", "5")})),
        ("price below 900", change("changed", fields={"col3": ("€ 1,200.00", "€ 899.00")}),
         change("changed", fields={"pages": ("1200", "899")})),
    ],
)  # fmt: skip
def test_a_rule_wants_what_it_says(rule: str, wanted: Change | None, unwanted: Change | None) -> None:
    if wanted is None or unwanted is None:
        with pytest.raises(UsageError, match="cannot be read"):
            parse(rule)
        return
    assert parse(rule).wants(wanted)
    assert not parse(rule).wants(unwanted)


def test_a_rule_that_cannot_be_read_is_refused_with_the_forms() -> None:
    with pytest.raises(UsageError, match="new article") as refused:
        parse("whenever something happens")
    assert all(form in refused.value.message for form in FORMS)


def test_a_notification_has_the_same_id_whenever_it_is_made() -> None:
    rules = [parse("new article"), parse("new article with dam")]
    told = [change("new", title="The dam"), change("edited")]
    first, again = notifications(told, rules, NOW), notifications(told, rules, NOW)
    assert [each.id for each in first] == [each.id for each in again]
    assert len({each.id for each in first}) == len(first) == 2


def test_cron_fields() -> None:
    schedule = cron.parse("*/20 8-10,22 * * mon-fri")
    assert schedule is not None
    assert schedule.next(NOW) == datetime(2026, 3, 2, 8, 0, tzinfo=UTC), "the first of March 2026 is a Sunday"
    assert schedule.next(datetime(2026, 3, 2, 10, 40, tzinfo=UTC)) == datetime(2026, 3, 2, 22, 0, tzinfo=UTC)
    yearly = cron.parse("0 0 29 feb *")
    assert yearly is not None
    assert yearly.next(NOW).year == 2028
    assert cron.parse("as needed") is None


@pytest.mark.parametrize("text", ["* * *", "61 * * * *", "* 5-3 * * *", "a b c d e", "* * 0 * *"])
def test_a_schedule_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="schedule is"):
        cron.parse(text)


def test_a_day_that_never_comes_is_refused() -> None:
    never = cron.parse("0 0 30 feb *")
    assert never is not None
    with pytest.raises(UsageError, match="never comes"):
        never.next(NOW)


def test_a_host_that_lies_is_soon_not_believed_and_an_honest_one_stays_so() -> None:
    claims = Claims()
    for _ in range(3):
        claims.heard("lies.example", "lastmod", true=False)
        claims.heard("true.example", "lastmod", true=True)
    assert not claims.believed("lies.example", "lastmod")
    assert claims.believed("lies.example", "unchanged")
    assert claims.believed("true.example", "lastmod")
    again = Claims()
    again.restore("lies.example", claims.rows("lies.example"))
    assert not again.believed("lies.example", "lastmod")


def test_claimed_lifetimes_are_cut() -> None:
    assert lifetime("max-age=31536000", None) == 1.0
    assert lifetime("no-cache", None) == 0.0


def test_the_feed_is_one_that_readers_read() -> None:
    odd = change("new", title="A <b> & \x00 title", what="new & odd")
    parsed = feedparser.parse(atom("floods & storms", [odd], NOW))
    assert not parsed.bozo
    assert parsed.feed.title == "floods & storms"
    assert parsed.entries[0].link == "http://shop.example/list"
    assert parsed.entries[0].id == "urn:motherlode:c1"
