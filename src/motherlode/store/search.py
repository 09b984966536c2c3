"""Full-text search over articles: SQLite's FTS5 or PostgreSQL's tsvector, kept up to date by the database itself.

A query asks for every one of its words. A word is reduced to its stem and matches what begins with it, so that
'floods' finds 'flooding'. Chinese, Japanese and Korean are indexed by characters and asked for as they stand.
"""

from __future__ import annotations

import re

from sqlalchemy import Connection, Engine, text
from sqlalchemy.sql.elements import ColumnElement

from motherlode.sql.engine import WITHOUT_BLANKS
from motherlode.text.words import stem, words

_SQLITE = (
    "CREATE TABLE article_numbers (id INTEGER PRIMARY KEY, url TEXT NOT NULL UNIQUE)",
    "CREATE VIRTUAL TABLE article_search USING fts5(words, content='', tokenize='unicode61 remove_diacritics 2')",
    "INSERT INTO article_numbers(url) SELECT url FROM articles",
    """INSERT INTO article_search(rowid, words) SELECT article_numbers.id, separated(title || ' ' || content)
    FROM articles JOIN article_numbers ON article_numbers.url = articles.url""",
    """CREATE TRIGGER article_search_added AFTER INSERT ON articles BEGIN
    INSERT OR IGNORE INTO article_numbers(url) VALUES (new.url);
    INSERT INTO article_search(rowid, words) VALUES (
        (SELECT id FROM article_numbers WHERE url = new.url), separated(new.title || ' ' || new.content)); END""",
    """CREATE TRIGGER article_search_removed AFTER DELETE ON articles BEGIN
    INSERT INTO article_search(article_search, rowid, words) VALUES ('delete',
        (SELECT id FROM article_numbers WHERE url = old.url), separated(old.title || ' ' || old.content));
    DELETE FROM article_numbers WHERE url = old.url; END""",
    """CREATE TRIGGER article_search_changed AFTER UPDATE OF title, content ON articles BEGIN
    INSERT INTO article_search(article_search, rowid, words) VALUES ('delete',
        (SELECT id FROM article_numbers WHERE url = old.url), separated(old.title || ' ' || old.content));
    INSERT INTO article_search(rowid, words) VALUES (
        (SELECT id FROM article_numbers WHERE url = new.url), separated(new.title || ' ' || new.content)); END""",
)
"""Rows of the index are numbered apart, since SQLite may renumber the articles' own rows. `separated` is a function
that every connection of `sql.engine` has."""

_POSTGRES = (
    f"""CREATE OR REPLACE FUNCTION motherlode_separated(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT left(regexp_replace(given, '([{WITHOUT_BLANKS}])', ' \\1 ', 'g'), 250000) $$""",
    "ALTER TABLE articles ADD COLUMN IF NOT EXISTS search tsvector",
    "UPDATE articles SET search = to_tsvector('simple', motherlode_separated(title || ' ' || content))",
    "CREATE INDEX IF NOT EXISTS articles_search ON articles USING gin (search)",
    """CREATE OR REPLACE FUNCTION motherlode_article_search() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    new.search := to_tsvector('simple', motherlode_separated(new.title || ' ' || new.content)); RETURN new; END $$""",
    """CREATE OR REPLACE TRIGGER article_search BEFORE INSERT OR UPDATE OF title, content ON articles
    FOR EACH ROW EXECUTE FUNCTION motherlode_article_search()""",
)
"""PostgreSQL takes no more than a megabyte of words for one row, so that only the beginning of a giant is indexed."""

_RUN = re.compile(f"[{WITHOUT_BLANKS}]+")


def create(connection: Connection) -> None:
    """The index over what is stored already, and the triggers that keep it."""
    for statement in _SQLITE if connection.dialect.name == "sqlite" else _POSTGRES:
        connection.exec_driver_sql(statement)


def asked_phrases(query: str) -> list[list[str]]:
    """What a query asks for: each word as the beginning that it must have, each run of characters as it stands.

    >>> asked_phrases("the floods of 新闻")
    [['新', '闻'], ['flood']]
    """
    runs = [list(run) for run in _RUN.findall(query)]
    rest = _RUN.sub(" ", query)
    found = words(rest, language="en", numbers=True) or words(rest, language="en", numbers=True, stop=False)
    return runs + [[stem(word)] for word in dict.fromkeys(found)]


def condition(engine: Engine, query: str) -> ColumnElement[bool]:
    """Articles that have all that the query asks for; none where it asks for nothing."""
    asked = asked_phrases(query)
    if not asked:
        return text("1 = 0")  # type: ignore[return-value]
    if engine.dialect.name == "sqlite":
        given = " AND ".join(f'"{" ".join(each)}"' + ("" if _RUN.match(each[0]) else "*") for each in asked)
        statement = (
            "articles.url IN (SELECT url FROM article_numbers WHERE id IN "
            "(SELECT rowid FROM article_search WHERE article_search MATCH :asked))"
        )
    else:
        given = " & ".join(f"({' <-> '.join(map(_lexeme, each))})" for each in asked)
        statement = "articles.search @@ to_tsquery('simple', :asked)"
    return text(statement).bindparams(asked=given)  # type: ignore[return-value]


def _lexeme(word: str) -> str:
    quoted = word.replace("\\", "\\\\").replace("'", "''")
    return f"'{quoted}'" + ("" if _RUN.match(word) else ":*")
