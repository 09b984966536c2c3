"""The tables of a project and the steps that made them. Steps are only ever added at the end."""

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
from sqlalchemy.exc import DBAPIError

from motherlode.store import search

metadata = MetaData()

pages = Table(
    "pages",
    metadata,
    Column("url", Text, primary_key=True),
    Column("final_url", Text, nullable=False),
    Column("status", Integer, nullable=False),
    Column("fetched_at", String(40), nullable=False),
    Column("content_type", Text, nullable=False),
    Column("encoding", String(40), nullable=False),
    Column("warc_file", Text, nullable=False),
    Column("warc_offset", BigInteger, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("simhash", BigInteger),
    Column("etag", Text, nullable=False),
    Column("last_modified", Text, nullable=False),
    Column("kept", Boolean, nullable=False),
    Column("code", String(40), nullable=False),
    Column("reason", Text, nullable=False),
    Column("relativity", Float),
    Column("terms", JSON),
    Column("parent_url", Text, nullable=False),
    Column("depth", Integer, nullable=False),
    Column("run", Integer),
    Column("changes", Integer, nullable=False),
    Column("visits", Integer, nullable=False),
    Column("next_due", String(40), nullable=False),
)
Index("pages_kept", pages.c.kept, pages.c.relativity)
Index("pages_code", pages.c.code)
pages_list = Index("pages_list", pages.c.kept, pages.c.relativity, pages.c.url, pages.c.code).ddl_if(dialect="sqlite")

articles = Table(
    "articles",
    metadata,
    Column("url", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("published", String(40), nullable=False),
    Column("updated", String(40), nullable=False),
    Column("source", Text, nullable=False),
    Column("authors", JSON, nullable=False),
    Column("content", Text, nullable=False),
    Column("markdown", Text, nullable=False),
    Column("language", String(16), nullable=False),
    Column("image", Text, nullable=False),
    Column("canonical", Text, nullable=False),
    Column("page_type", String(16), nullable=False),
    Column("confidence", Float, nullable=False),
    Column("evidence", JSON, nullable=False),
    Column("links", JSON, nullable=False),
    Column("divided_title", JSON, nullable=False),
    Column("divided_content", JSON, nullable=False),
    Column("content_keywords", JSON, nullable=False),
    Column("relativity", Float, nullable=False),
    Column("parent_url", Text, nullable=False),
    Column("system_time", String(40), nullable=False),
)
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

sources = Table(
    "sources",
    metadata,
    Column("kind", String(16), primary_key=True),
    Column("url", Text, primary_key=True),
    Column("note", Text, nullable=False),
    Column("position", Integer, nullable=False),
)

keywords = Table(
    "keywords",
    metadata,
    Column("word", Text, primary_key=True),
    Column("weight", Float, nullable=False),
    Column("origin", String(16), nullable=False),
    Column("why", Text, nullable=False),
)

runs = Table(
    "runs",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("kind", String(32), nullable=False),
    Column("state", String(16), nullable=False),
    Column("started_at", String(40), nullable=False),
    Column("ended_at", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("progress", JSON, nullable=False),
    Column("report", JSON, nullable=False),
)

record_lists = Table(
    "record_lists",
    metadata,
    Column("page", Text, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("source", Text, nullable=False),
    Column("score", Float, nullable=False),
    Column("path", Text, nullable=False),
    Column("columns", JSON, nullable=False),
)
Index("record_lists_source", record_lists.c.source)

records = Table(
    "records",
    metadata,
    Column("page", Text, primary_key=True),
    Column("list", Integer, primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("texts", JSON, nullable=False),
    Column("fields", JSON, nullable=False),
    Column("links", JSON, nullable=False),
)

wrappers = Table(
    "wrappers",
    metadata,
    Column("source", Text, primary_key=True),
    Column("wrapper", JSON, nullable=False),
    Column("learned_at", String(40), nullable=False),
)

mappings = Table(
    "mappings",
    metadata,
    Column("schema", String(64), primary_key=True),
    Column("source", Text, primary_key=True),
    Column("column", Text, primary_key=True),
    Column("attribute", Text, nullable=False),
    Column("score", Float, nullable=False),
    Column("terms", JSON, nullable=False),
    Column("corrected", Boolean, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("kind", String(32), primary_key=True),
    Column("id", Text, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("value", JSON, nullable=False),
    Column("made_at", String(40), nullable=False),
)
Index("results_order", results.c.kind, results.c.position)


def _first(connection: Connection) -> None:
    metadata.create_all(connection)


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


def _fourth(connection: Connection) -> None:
    """Full-text search over the articles."""
    search.create(connection)


LISTS = (articles_list, *articles_orders, pages_list)
STEPS = (_first, _second, _third, _fourth)
