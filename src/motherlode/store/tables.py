"""The tables of a project and the steps that made them. Steps are only ever added at the end."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Connection, Float, Index, Integer, MetaData, String, Text
from sqlalchemy.exc import DBAPIError

from motherlode.sql.migrations import MOMENT, table
from motherlode.store import query

metadata = MetaData()

pages = table(
    "pages", metadata, {"url": Text},
    {
        "final_url": Text, "status": Integer, "fetched_at": MOMENT, "content_type": Text, "encoding": String(40),
        "warc_file": Text, "warc_offset": BigInteger, "digest": String(64), "simhash": BigInteger, "etag": Text,
        "last_modified": Text, "kept": Boolean, "code": String(40), "reason": Text, "relativity": Float,
        "terms": JSON, "parent_url": Text, "depth": Integer, "run": Integer, "changes": Integer, "visits": Integer,
        "next_due": MOMENT,
    },
    optional=("simhash", "relativity", "terms", "run"),
)  # fmt: skip
Index("pages_kept", pages.c.kept, pages.c.relativity)
Index("pages_code", pages.c.code)
pages_list = Index("pages_list", pages.c.kept, pages.c.relativity, pages.c.url, pages.c.code).ddl_if(dialect="sqlite")

articles = table(
    "articles", metadata, {"url": Text},
    {
        "title": Text, "published": MOMENT, "updated": MOMENT, "source": Text, "authors": JSON, "content": Text,
        "markdown": Text, "language": String(16), "image": Text, "canonical": Text, "page_type": String(16),
        "confidence": Float, "evidence": JSON, "links": JSON, "divided_title": JSON, "divided_content": JSON,
        "content_keywords": JSON, "relativity": Float, "parent_url": Text, "system_time": MOMENT,
    },
)  # fmt: skip
Index("articles_relativity", articles.c.relativity, articles.c.url)
Index("articles_published", articles.c.published, articles.c.url)
Index("articles_source", articles.c.source)
articles_list = Index(
    "articles_list",
    articles.c.relativity,
    articles.c.url,
    articles.c.title,
    articles.c.source,
    articles.c.published,
    articles.c.language,
).ddl_if(dialect="sqlite")
"""What people search and sort by: found here without touching the rows, which hold whole texts.

PostgreSQL keeps long texts apart from the rows by itself, and refuses index entries of more than 2,704 bytes.
"""
articles_orders = tuple(
    Index(f"articles_by_{column.name}", column, articles.c.url).ddl_if(dialect="sqlite")
    for column in (articles.c.title, articles.c.source, articles.c.language)
)

sources = table("sources", metadata, {"kind": String(16), "url": Text}, {"note": Text, "position": Integer})

keywords = table("keywords", metadata, {"word": Text}, {"weight": Float, "origin": String(16), "why": Text})

runs = table(
    "runs", metadata, {"id": Integer},
    {
        "kind": String(32), "state": String(16), "started_at": MOMENT, "ended_at": MOMENT, "options": JSON,
        "progress": JSON, "report": JSON,
    },
)  # fmt: skip

record_lists = table(
    "record_lists", metadata, {"page": Text, "position": Integer},
    {"source": Text, "score": Float, "path": Text, "columns": JSON},
)  # fmt: skip
Index("record_lists_source", record_lists.c.source)

records = table(
    "records", metadata, {"page": Text, "list": Integer, "position": Integer},
    {"texts": JSON, "fields": JSON, "links": JSON},
)  # fmt: skip

wrappers = table("wrappers", metadata, {"source": Text}, {"wrapper": JSON, "learned_at": MOMENT})

mappings = table(
    "mappings", metadata, {"schema": String(64), "source": Text, "column": Text},
    {"attribute": Text, "score": Float, "terms": JSON, "corrected": Boolean},
)  # fmt: skip

results = table(
    "results", metadata, {"kind": String(32), "id": Text},
    {"position": Integer, "value": JSON, "made_at": MOMENT},
)  # fmt: skip
Index("results_order", results.c.kind, results.c.position)


# --- watching, a part of its own ------------------------------------------------------------------------------------

watch_metadata = MetaData()

places = table(
    "watch_places", watch_metadata, {"url": Text},
    {
        "kind": String(16), "host": Text, "born": Float, "last": Float, "visited": Boolean, "gained": Float,
        "observed": Float, "not_before": Float, "source": Text, "bucket": Integer, "failures": Integer,
        "fresh": Float, "etag": Text, "last_modified": Text, "digest": String(64), "unchanged": Integer,
        "version": Integer, "published": Text, "words": String(64), "gone": Boolean,
    },
)  # fmt: skip
Index("watch_places_kind", places.c.kind, places.c.gone)

hosts = table("watch_hosts", watch_metadata, {"host": Text}, {"memory": JSON})

visits = table(
    "watch_visits", watch_metadata, {"id": BigInteger().with_variant(Integer, "sqlite")},
    {
        "url": Text, "kind": String(16), "at": MOMENT, "outcome": String(40), "found": Integer, "expected": Float,
        "reason": Text,
    },
)  # fmt: skip
Index("watch_visits_at", visits.c.at)

versions = table(
    "watch_versions", watch_metadata, {"url": Text, "number": Integer},
    {
        "seen_at": MOMENT, "title": Text, "published": Text, "updated": Text, "content": Text, "items": JSON,
        "warc_file": Text, "warc_offset": BigInteger,
    },
)  # fmt: skip

changes = table(
    "watch_changes", watch_metadata, {"id": String(64)},
    {
        "url": Text, "kind": String(16), "seen_at": MOMENT, "title": Text, "what": Text, "item": Text,
        "fields": JSON, "happened_at": MOMENT,
    },
)  # fmt: skip
Index("watch_changes_seen", changes.c.seen_at, changes.c.id)
Index("watch_changes_kind", changes.c.kind, changes.c.seen_at)
Index("watch_changes_url", changes.c.url)

outbox = table(
    "watch_outbox", watch_metadata, {"id": String(64)},
    {"rule": Text, "change": String(64), "title": Text, "text": Text, "url": Text, "created_at": MOMENT},
)  # fmt: skip
Index("watch_outbox_created", outbox.c.created_at, outbox.c.id)

deliveries = table(
    "watch_deliveries", watch_metadata, {"notification": String(64), "channel": String(16)},
    {"state": String(16), "attempts": Integer, "next_try": MOMENT, "error": Text},
)  # fmt: skip
Index("watch_deliveries_state", deliveries.c.channel, deliveries.c.state, deliveries.c.next_try)

pushed = table("watch_pushed", watch_metadata, {"url": Text}, {"at": MOMENT})

subscriptions = table(
    "watch_subscriptions", watch_metadata, {"url": Text},
    {"hub": Text, "secret": String(64), "until": MOMENT},
)  # fmt: skip


def _second(connection: Connection) -> None:
    """Indexes over the columns of lists, for stores that were made before there were any."""
    for index in LISTS:
        index.create(connection, checkfirst=True)


def _third(connection: Connection) -> None:
    """Trigrams for searching within titles and addresses, where PostgreSQL has the extension and lets us use it."""
    if connection.dialect.name != "postgresql":
        return
    try:
        with connection.begin_nested():
            connection.exec_driver_sql("CREATE EXTENSION IF NOT EXISTS pg_trgm")
            for name, column in (("articles", "title"), ("pages", "url")):
                connection.exec_driver_sql(
                    f"CREATE INDEX IF NOT EXISTS {name}_{column}_trigrams ON {name} USING gin ({column} gin_trgm_ops)"
                )
    except DBAPIError:
        return  # searching is slower without it, and nothing else


LISTS = (articles_list, *articles_orders, pages_list)
STEPS = (metadata.create_all, _second, _third, query.create)
WATCH_STEPS = (watch_metadata.create_all,)
