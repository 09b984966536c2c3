"""What a person gave the project: NewsSet, UrlSet and TopKeyWordSet (N1), and the learned keywords (N2)."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Engine, delete, select

from motherlode.model.topic import Keyword, Topic
from motherlode.sql.bulk import upsert
from motherlode.sql.engine import reading, writing
from motherlode.store.tables import keywords, sources

NEWS_SET = "newsset"
URL_SET = "urlset"


class Topics:
    """The tables of sources and keywords."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def set_sources(self, kind: str, urls: Sequence[str]) -> None:
        """Replaces NewsSet or UrlSet, keeping the order."""
        with writing(self.engine) as connection:
            connection.execute(delete(sources).where(sources.c.kind == kind))
            rows = [
                {"kind": kind, "url": url, "note": "", "position": at} for at, url in enumerate(dict.fromkeys(urls))
            ]
            upsert(connection, sources, rows, keys=["kind", "url"])

    def sources(self, kind: str) -> list[str]:
        """NewsSet or UrlSet in its order."""
        with reading(self.engine) as connection:
            statement = select(sources.c.url).where(sources.c.kind == kind).order_by(sources.c.position)
            return [url for (url,) in connection.execute(statement)]

    def set_keywords(self, words: Sequence[Keyword]) -> None:
        """Replaces all keywords, the person's and the learned ones."""
        with writing(self.engine) as connection:
            connection.execute(delete(keywords))
            rows = [{"word": w.word, "weight": w.weight, "origin": w.origin, "why": w.why} for w in words]
            upsert(connection, keywords, rows, keys=["word"])

    def keywords(self) -> list[Keyword]:
        """All keywords, the weightiest first."""
        with reading(self.engine) as connection:
            found = connection.execute(select(keywords).order_by(keywords.c.weight.desc(), keywords.c.word))
            return [Keyword(row.word, row.weight, row.origin, row.why) for row in found]

    def topic(self, name: str) -> Topic:
        """The topic as the crawler takes it."""
        return Topic(
            name=name,
            keywords=tuple(self.keywords()),
            examples=tuple(self.sources(URL_SET)),
            seeds=tuple(self.sources(NEWS_SET)),
        )
