"""What a person gave the project: NewsSet, UrlSet and TopKeyWordSet (N1), and the learned keywords (N2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Engine, delete, select

from motherlode.model.topic import Keyword, Marks, Topic
from motherlode.sql.engine import reading, selected, upsert, writing
from motherlode.store.tables import keywords, sources

NEWS_SET = "newsset"
URL_SET = "urlset"
ON_TOPIC, OFF_TOPIC, UNWANTED = "on-topic", "off-topic", "unwanted"
"""Kinds of the list in which a person's marks stand: pages of both sorts, and words."""


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
            upsert(connection, sources, rows)

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
            upsert(connection, keywords, rows)

    def keywords(self) -> list[Keyword]:
        """All keywords, the weightiest first."""
        found = selected(self.engine, select(keywords).order_by(keywords.c.weight.desc(), keywords.c.word))
        return [Keyword(row.word, row.weight, row.origin, row.why) for row in found]

    def marks(self) -> Marks:
        """What a person marked."""
        return _marks(self._all_sources())

    def set_marks(self, marks: Marks) -> None:
        """Replaces all marks."""
        for kind, listed in ((ON_TOPIC, marks.on_topic), (OFF_TOPIC, marks.off_topic), (UNWANTED, marks.unwanted)):
            self.set_sources(kind, listed)

    def topic(self, name: str) -> Topic:
        """The topic as the crawler takes it."""
        listed = self._all_sources()
        marks = _marks(listed)
        given = [url for url in listed.get(URL_SET, ()) if url not in marks.off_topic]
        return Topic(
            name=name,
            keywords=tuple(self.keywords()),
            examples=tuple(dict.fromkeys([*given, *marks.on_topic])),
            seeds=tuple(listed.get(NEWS_SET, ())),
            marks=marks,
        )

    def _all_sources(self) -> dict[str, list[str]]:
        """Every list of addresses in its order, by one look: a crawl looks for new marks every second."""
        listed: dict[str, list[str]] = {}
        with reading(self.engine) as connection:
            statement = select(sources.c.kind, sources.c.url).order_by(sources.c.position)
            for kind, url in connection.execute(statement):
                listed.setdefault(kind, []).append(url)
        return listed


def _marks(listed: Mapping[str, Sequence[str]]) -> Marks:
    return Marks(*(tuple(listed.get(kind, ())) for kind in (ON_TOPIC, OFF_TOPIC, UNWANTED)))
