"""The tables of watching and the steps that made them. Steps are only ever added at the end."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

places = Table(
    "watch_places",
    metadata,
    Column("url", Text, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("host", Text, nullable=False),
    Column("born", Float, nullable=False),
    Column("last", Float, nullable=False),
    Column("visited", Boolean, nullable=False),
    Column("gained", Float, nullable=False),
    Column("observed", Float, nullable=False),
    Column("not_before", Float, nullable=False),
    Column("source", Text, nullable=False),
    Column("bucket", Integer, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("fresh", Float, nullable=False),
    Column("etag", Text, nullable=False),
    Column("last_modified", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("unchanged", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("published", Text, nullable=False),
    Column("words", String(64), nullable=False),
    Column("gone", Boolean, nullable=False),
)
Index("watch_places_kind", places.c.kind, places.c.gone)

hosts = Table(
    "watch_hosts",
    metadata,
    Column("host", Text, primary_key=True),
    Column("memory", JSON, nullable=False),
)

visits = Table(
    "watch_visits",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("url", Text, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("at", String(40), nullable=False),
    Column("outcome", String(40), nullable=False),
    Column("found", Integer, nullable=False),
    Column("expected", Float, nullable=False),
    Column("reason", Text, nullable=False),
)
Index("watch_visits_at", visits.c.at)

versions = Table(
    "watch_versions",
    metadata,
    Column("url", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seen_at", String(40), nullable=False),
    Column("title", Text, nullable=False),
    Column("published", Text, nullable=False),
    Column("updated", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("items", JSON, nullable=False),
    Column("warc_file", Text, nullable=False),
    Column("warc_offset", BigInteger, nullable=False),
)

changes = Table(
    "watch_changes",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("url", Text, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seen_at", String(40), nullable=False),
    Column("title", Text, nullable=False),
    Column("what", Text, nullable=False),
    Column("item", Text, nullable=False),
    Column("fields", JSON, nullable=False),
    Column("happened_at", String(40), nullable=False),
)
Index("watch_changes_seen", changes.c.seen_at, changes.c.id)
Index("watch_changes_kind", changes.c.kind, changes.c.seen_at)
Index("watch_changes_url", changes.c.url)

outbox = Table(
    "watch_outbox",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("rule", Text, nullable=False),
    Column("change", String(64), nullable=False),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("created_at", String(40), nullable=False),
)
Index("watch_outbox_created", outbox.c.created_at, outbox.c.id)

deliveries = Table(
    "watch_deliveries",
    metadata,
    Column("notification", String(64), primary_key=True),
    Column("channel", String(16), primary_key=True),
    Column("state", String(16), nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("next_try", String(40), nullable=False),
    Column("error", Text, nullable=False),
)
Index("watch_deliveries_state", deliveries.c.channel, deliveries.c.state, deliveries.c.next_try)

pushed = Table(
    "watch_pushed",
    metadata,
    Column("url", Text, primary_key=True),
    Column("at", String(40), nullable=False),
)

subscriptions = Table(
    "watch_subscriptions",
    metadata,
    Column("url", Text, primary_key=True),
    Column("hub", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("until", String(40), nullable=False),
)


def _first(connection: Connection) -> None:
    metadata.create_all(connection)


STEPS = (_first,)
