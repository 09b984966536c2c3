"""Where a project's crawl puts its pages: archive at once, store in batches behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from motherlode.crawl.loop import Reading, Visit
from motherlode.crawl.schedule import next_visit
from motherlode.model.article import Article, NewsItem
from motherlode.model.crawl import Judgement, ReadPage
from motherlode.model.evidence import Verdict
from motherlode.model.pages import Response
from motherlode.model.ports import Clock
from motherlode.pages.archive import Archive
from motherlode.pages.warc import Place
from motherlode.recipes.crawl_parts import PageReading
from motherlode.sql.engine import writing
from motherlode.store.pages import JudgedPage, StoredPage
from motherlode.store.store import Store
from motherlode.text.words import words
from motherlode.topic.judge import Judge

BATCH = 100
"""Pages written to the store in one transaction."""

Extract = Callable[[Response, ReadPage], Article]


def plain_article(response: Response, page: ReadPage) -> Article:
    """An article of the page's title and whole text, for pages where no extractor is at hand."""
    return Article(url=page.url, title=page.title, content=page.text, language=page.language, links=page.links)


class ProjectSink:
    """Pages and articles of a project; also remembers what earlier runs know, for visits that come back."""

    def __init__(
        self, store: Store, archive: Archive, judge: Judge, clock: Clock, *, run: int | None, extract: Extract
    ) -> None:
        self._store, self._archive, self._judge, self._clock = store, archive, judge, clock
        self._run = run
        self._extract = extract
        self._read = PageReading(duplicates=False)
        self._pages: dict[str, StoredPage] = {}
        self._articles: dict[str, NewsItem] = {}
        self.known: dict[str, StoredPage] = {}
        self.judged: dict[int, str] = {}
        self.told: Callable[[str, Verdict], None] = lambda url, verdict: None

    def put(self, visit: Visit) -> tuple[str, int]:
        """Archive first, then the batch for the store."""
        self.told(visit.response.final_url, visit.verdict)
        place = self._archive.write(visit.response)
        self.remember(visit, place.file, place.offset)
        return place.file, place.offset

    def remember(self, visit: Visit, file: str, offset: int) -> None:
        """The rows of a visit whose page lies in the archive already."""
        response, reading = visit.response, visit.reading
        url = response.final_url
        before = self.known.get(url)
        changed = None if before is None else before.digest != reading.digest
        visits = (before.visits if before else 0) + 1
        changes = (before.changes if before else 0) + bool(changed)
        now = self._clock.now()
        self._pages[url] = StoredPage(
            url=url,
            final_url=url,
            status=response.status,
            fetched_at=response.fetched_at.isoformat(),
            content_type=response.header("content-type")[:200],
            encoding=reading.encoding,
            warc_file=file,
            warc_offset=offset,
            digest=reading.digest,
            simhash=reading.simhash,
            etag=response.header("etag")[:500],
            last_modified=response.header("last-modified")[:100],
            kept=visit.verdict.kept,
            code=visit.verdict.code,
            reason=visit.verdict.reason,
            relativity=visit.judgement.relevance,
            terms=(*visit.judgement.terms, *visit.why),
            parent_url=visit.parent_url,
            depth=visit.depth,
            run=self._run,
            changes=changes,
            visits=visits,
            next_due=next_visit(now, visits, changes, changed=changed).isoformat(),
        )
        self.judged[visit.judged] = url
        if visit.verdict.kept:
            self._articles[url] = self._item(visit, now)
        if len(self._pages) >= BATCH:
            self.flush()

    def _item(self, visit: Visit, now: datetime) -> NewsItem:
        """The item of TopWebNews with all its fields (N11)."""
        page = visit.reading.page
        article = self._extract(visit.response, page)
        language = article.language or page.language
        return NewsItem(
            article=article,
            divided_title=tuple(words(article.title, language=language)),
            divided_content=tuple(words(article.content, language=language)),
            content_keywords=self._judge.content_keywords(page),
            relativity=visit.judgement.relevance,
            parent_url=visit.parent_url,
            system_time=now,
        )

    def failed(self, url: str, verdict: Verdict, parent_url: str, depth: int) -> None:
        """An address that gave no page is kept with its reason, so that it can be asked for."""
        self.told(url, verdict)
        self._pages[url] = StoredPage(
            url=url, status=0, fetched_at=self._clock.now().isoformat(), code=verdict.code, reason=verdict.reason,
            parent_url=parent_url, depth=depth, run=self._run,
        )  # fmt: skip

    def unchanged(self, url: str) -> None:
        """The page stays as it is; the next visit comes later."""
        before = self.known.get(url)
        if before is not None:
            now = self._clock.now()
            due = next_visit(now, before.visits + 1, before.changes, changed=False)
            self._pages[url] = replace(before, visits=before.visits + 1, next_due=due.isoformat())

    def revise(self, relevances: NDArray[np.float32], threshold: float) -> int:
        """Verdicts by the last judgement; how many more pages are kept than before.

        Pages that fall out lose their article; pages that come in are read from the archive.
        """
        self.flush()
        gained = 0
        numbers = [n for n in self.judged if n < len(relevances)]
        for start in range(0, len(numbers), BATCH):
            part = {self.judged[n]: float(relevances[n]) for n in numbers[start : start + BATCH]}
            gained += self._revise_some(self._store.pages.judged(list(part)), part, threshold)
        return gained

    def _revise_some(self, stored: Sequence[JudgedPage], relevances: Mapping[str, float], threshold: float) -> int:
        verdicts: list[tuple[str, Verdict]] = []
        stayed: dict[str, float] = {}
        fallen: list[str] = []
        for page in stored:
            relevance = relevances[page.url]
            kept = relevance >= threshold
            if not kept and not page.kept:
                continue
            said = (
                f"relevance {relevance:.2f} {'≥' if kept else '<'} threshold {threshold:.2f} at the end of the crawl"
            )
            verdict = Verdict(kept, "related" if kept else "unrelated", said, relevance)
            if kept and not page.kept:
                item = self._late_item(page, verdict)
                if item.article.page_type == "list":
                    continue
                self._articles[page.url] = item
            elif kept:
                stayed[page.url] = relevance
            else:
                fallen.append(page.url)
            verdicts.append((page.url, verdict))
        gained = len(self._articles) - len(fallen)
        with writing(self._store.engine) as connection:
            self._write(connection)
            self._store.articles.revise(connection, stayed)
            self._store.pages.revise(connection, verdicts)
            if fallen:
                self._store.articles.drop(connection, fallen)
        self._pages, self._articles = {}, {}
        return gained

    def _late_item(self, stored: JudgedPage, verdict: Verdict) -> NewsItem:
        """The item of a page that lies in the archive."""
        response = self._archive.read(Place(stored.warc_file, stored.warc_offset))
        judgement = Judgement(verdict.score or 0.0, verdict.score or 0.0)
        reading = Reading(self._read(response).page)
        visit = Visit(-1, -1, response, reading, judgement, verdict, stored.parent_url, stored.depth, ())
        return self._item(visit, self._clock.now())

    def flush(self) -> None:
        """Writes the batch in one transaction: a kept page has its article, whenever the process is killed."""
        if self._pages or self._articles:
            with writing(self._store.engine) as connection:
                self._write(connection)
            self._pages, self._articles = {}, {}

    def _write(self, connection: Connection) -> None:
        self._store.pages.write(connection, list(self._pages.values()))
        self._store.articles.write(connection, list(self._articles.values()))
