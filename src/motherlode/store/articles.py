"""Articles of a project with everything that TopWebNews names (N11)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Unpack

from sqlalchemy import Connection, Engine, Row, bindparam, func, select

from motherlode.model.article import Article, NewsItem
from motherlode.model.evidence import Evidence
from motherlode.model.pages import Link
from motherlode.sql.engine import chunked, first_row, reading, selected, streamed, writing
from motherlode.store.query import Listed, Slicing, page_of
from motherlode.store.tables import articles

_PLAIN = (
    "url", "title", "published", "updated", "source", "content", "markdown", "language", "image", "canonical",
    "page_type", "confidence",
)  # fmt: skip

SHOWN = (
    "url", "title", "published", "updated", "source", "authors", "content", "language", "content_keywords",
    "relativity", "parent_url", "system_time", "page_type", "confidence",
)  # fmt: skip
"""What lists show of an article: without divided words, links and evidence, which are longer than all the rest."""


class ArticleHead(NamedTuple):
    """An article as a list shows it."""

    url: str
    title: str
    published: str
    source: str
    language: str


NOTICED = 1e-6
"""Smaller changes of a relativity are not written."""

_REVISED = (
    articles.update()
    .where(articles.c.url == bindparam("at"), func.abs(articles.c.relativity - bindparam("new")) > NOTICED)
    .values(relativity=bindparam("new"))
)


class Articles(Listed[NewsItem]):
    """The table of articles."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine, articles, _row, _item, "-relativity")

    def remove(self, urls: Sequence[str]) -> None:
        """Removes articles whose pages turned out to be unrelated."""
        with writing(self.engine) as connection:
            self.drop(connection, urls)

    def drop(self, connection: Connection, urls: Sequence[str]) -> None:
        """The same inside a transaction of the caller's."""
        connection.execute(articles.delete().where(articles.c.url.in_(list(urls))))

    def revise(self, connection: Connection, relativities: Mapping[str, float]) -> None:
        """New relativities of articles that are there, inside a transaction of the caller's; all else stays."""
        rows = [{"at": url, "new": value} for url, value in relativities.items()]
        if rows:
            connection.execute(_REVISED, rows)

    def get(self, url: str) -> NewsItem | None:
        """The article of that address, if there is one."""
        row = first_row(self.engine, select(articles).where(articles.c.url == url))
        return _item(row) if row else None

    def titles(self, urls: Sequence[str]) -> dict[str, str]:
        """The titles of the articles among these addresses."""
        with reading(self.engine) as connection:
            return {
                row.url: row.title
                for chunk in chunked(urls, 500)
                for row in connection.execute(
                    select(articles.c.url, articles.c.title).where(articles.c.url.in_(chunk))
                )
            }

    def addresses(self) -> Iterator[tuple[str, str]]:
        """Address and time of publication of every article, without anything else of it."""
        statement = select(articles.c.url, articles.c.published)
        return ((row.url, row.published) for row in streamed(self.engine, statement, 5000))

    def heads(self, urls: Sequence[str]) -> dict[str, ArticleHead]:
        """What a list shows of the articles among these addresses."""
        columns = [articles.c[name] for name in ArticleHead._fields]
        with reading(self.engine) as connection:
            return {
                row.url: ArticleHead._make(row)
                for chunk in chunked(urls, 500)
                for row in connection.execute(select(*columns).where(articles.c.url.in_(chunk)))
            }

    def volume(self) -> list[tuple[str, str, int]]:
        """(day, source, number of articles) of all that have a date, counted in the database."""
        day = func.substr(articles.c.published, 1, 10)
        statement = (
            select(day, articles.c.source, func.count())
            .where(articles.c.published != "")
            .group_by(day, articles.c.source)
            .order_by(day)
        )
        return [(row[0], row[1], row[2]) for row in selected(self.engine, statement)]

    def count(self) -> int:
        """How many articles there are."""
        with reading(self.engine) as connection:
            return connection.execute(select(func.count()).select_from(articles)).scalar() or 0

    def all(self) -> Iterator[NewsItem]:
        """Every article, the most relevant first."""
        return self._best(None)

    def _best(self, number: int | None) -> Iterator[NewsItem]:
        statement = select(articles).order_by(articles.c.relativity.desc(), articles.c.url).limit(number)
        return map(_item, streamed(self.engine, statement, 200))

    def top(self, percent: float) -> Iterator[NewsItem]:
        """TopWebNews: the best `percent` of the articles, in order (N11, k)."""
        return self._best(math.ceil(self.count() * percent / 100))

    def least_of_top(self, percent: float) -> float:
        """The relativity of the last article of the best `percent`; infinite where that is none."""
        number = math.ceil(self.count() * percent / 100)
        ordered = select(articles.c.relativity).order_by(articles.c.relativity.desc(), articles.c.url)
        with reading(self.engine) as connection:
            found = connection.execute(ordered.offset(number - 1).limit(1)).scalar() if number else None
        return math.inf if found is None else float(found)

    def shown(self, **wanted: Unpack[Slicing]) -> tuple[list[dict[str, Any]], int]:
        """A slice for lists that people look at: SHOWN and the sorted column by their names, nothing else read."""
        columns = tuple(dict.fromkeys((*SHOWN, wanted.get("sort", SHOWN[0]).removeprefix("-"))))
        rows, total = page_of(self.engine, articles, columns=columns, **wanted)
        return [dict(row._mapping) for row in rows], total


def _row(item: NewsItem) -> dict[str, Any]:
    article = item.article
    row: dict[str, Any] = {name: getattr(article, name) for name in _PLAIN}
    return row | {
        "authors": list(article.authors),
        "evidence": dict(article.evidence),
        "links": article.links,
        "divided_title": list(item.divided_title),
        "divided_content": list(item.divided_content),
        "content_keywords": list(item.content_keywords),
        "relativity": item.relativity,
        "parent_url": item.parent_url,
        "system_time": item.system_time.isoformat(),
    }


def _item(row: Row[Any]) -> NewsItem:
    values = row._mapping
    article = Article(
        **{name: values[name] for name in _PLAIN},
        authors=tuple(values["authors"]),
        links=tuple(Link(**link) for link in values["links"]),
        evidence={name: Evidence(**evidence) for name, evidence in values["evidence"].items()},
    )
    return NewsItem(
        article=article,
        divided_title=tuple(values["divided_title"]),
        divided_content=tuple(values["divided_content"]),
        content_keywords=tuple(values["content_keywords"]),
        relativity=values["relativity"],
        parent_url=values["parent_url"],
        system_time=datetime.fromisoformat(values["system_time"]),
    )
