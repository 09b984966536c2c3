"""The tables of watching and the steps that made them. Steps are only ever added at the end."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Connection, Float, Index, Integer, MetaData, String, Text

from motherlode.sql.migrations import MOMENT, table

metadata = MetaData()

places = table(
    "watch_places", metadata, {"url": Text},
    {
        "kind": String(16), "host": Text, "born": Float, "last": Float, "visited": Boolean, "gained": Float,
        "observed": Float, "not_before": Float, "source": Text, "bucket": Integer, "failures": Integer,
        "fresh": Float, "etag": Text, "last_modified": Text, "digest": String(64), "unchanged": Integer,
        "version": Integer, "published": Text, "words": String(64), "gone": Boolean,
    },
)  # fmt: skip
Index("watch_places_kind", places.c.kind, places.c.gone)

hosts = table("watch_hosts", metadata, {"host": Text}, {"memory": JSON})

visits = table(
    "watch_visits", metadata, {"id": BigInteger().with_variant(Integer, "sqlite")},
    {
        "url": Text, "kind": String(16), "at": MOMENT, "outcome": String(40), "found": Integer, "expected": Float,
        "reason": Text,
    },
)  # fmt: skip
Index("watch_visits_at", visits.c.at)

versions = table(
    "watch_versions", metadata, {"url": Text, "number": Integer},
    {
        "seen_at": MOMENT, "title": Text, "published": Text, "updated": Text, "content": Text, "items": JSON,
        "warc_file": Text, "warc_offset": BigInteger,
    },
)  # fmt: skip

changes = table(
    "watch_changes", metadata, {"id": String(64)},
    {
        "url": Text, "kind": String(16), "seen_at": MOMENT, "title": Text, "what": Text, "item": Text,
        "fields": JSON, "happened_at": MOMENT,
    },
)  # fmt: skip
Index("watch_changes_seen", changes.c.seen_at, changes.c.id)
Index("watch_changes_kind", changes.c.kind, changes.c.seen_at)
Index("watch_changes_url", changes.c.url)

outbox = table(
    "watch_outbox", metadata, {"id": String(64)},
    {"rule": Text, "change": String(64), "title": Text, "text": Text, "url": Text, "created_at": MOMENT},
)  # fmt: skip
Index("watch_outbox_created", outbox.c.created_at, outbox.c.id)

deliveries = table(
    "watch_deliveries", metadata, {"notification": String(64), "channel": String(16)},
    {"state": String(16), "attempts": Integer, "next_try": MOMENT, "error": Text},
)  # fmt: skip
Index("watch_deliveries_state", deliveries.c.channel, deliveries.c.state, deliveries.c.next_try)

pushed = table("watch_pushed", metadata, {"url": Text}, {"at": MOMENT})

subscriptions = table(
    "watch_subscriptions", metadata, {"url": Text},
    {"hub": Text, "secret": String(64), "until": MOMENT},
)  # fmt: skip


def _first(connection: Connection) -> None:
    metadata.create_all(connection)


STEPS = (_first,)
