"""Where a project's crawl puts its pages: archive at once, store in batches behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from motherlode.app.crawl.judging import AnyJudge
from motherlode.app.crawl.parts import PageReading, list_verdict
from motherlode.crawl.parts import Address, Reading, Report, Visit
from motherlode.crawl.schedule import next_visit
from motherlode.model.article import Article, NewsItem
from motherlode.model.crawl import Judgement, ReadPage
from motherlode.model.evidence import Verdict
from motherlode.model.pages import Response
from motherlode.model.ports import Clock
from motherlode.model.topic import Marks
from motherlode.pages.archive import Archive
from motherlode.pages.duplicates import Duplicates
from motherlode.pages.warc import Place
from motherlode.sql.engine import chunked, writing
from motherlode.store.pages import JudgedPage, StoredPage
from motherlode.store.query import Filter
from motherlode.store.store import Store
from motherlode.text.words import words

MARKED = "marked"
"""Code of a verdict that a person gave."""

BATCH = 100
"""Pages written to the store in one transaction."""

Extract = Callable[[Response, ReadPage], Article]


def last_word(
    report: Report, store: Store, sink: ProjectSink, relevances: NDArray[np.float32], threshold: float | None,
    marks: Marks = Marks(),  # noqa: B008 - a frozen value
) -> None:  # fmt: skip
    """The end of a crawl: one threshold for all its pages, of pages with the same text the nearest to a seed, and
    what a person said of a page above all.

    Without a threshold what was decided on the way stands: Algorithm 1 has the last word (N7a).
    """
    sink.forget_marks(marks)
    if threshold is not None:
        gained, listed = sink.revise(relevances, threshold)
        report.kept += gained
        report.dropped["list-page"] += listed
        report.dropped["unrelated"] -= gained + listed
    twins = len(drop_duplicates(store) - sink.earlier)
    report.kept -= twins
    report.dropped["duplicate"] += twins
    for reason, number in sink.apply_marks(marks).items():
        report.kept -= number
        report.dropped[reason] += number
    for reason in ("unrelated", "list-page", "duplicate", MARKED):
        if not report.dropped[reason]:
            del report.dropped[reason]


def drop_duplicates(store: Store) -> set[str]:
    """Drops kept pages that repeat another one, in an order that no scheduler's speed can change; which."""
    seen = Duplicates()
    dropped: list[tuple[str, Verdict]] = []
    kept = [page for page in store.pages.prints() if page.code != MARKED]
    for page in sorted(kept, key=lambda page: (page.depth, page.url)):
        _, earlier = seen.check(page.url, page.digest, page.simhash)
        if earlier:
            dropped.append((page.url, Verdict(False, "duplicate", f"the same text as {earlier}", page.relativity)))
    urls = [url for url, _ in dropped]
    if dropped:
        with writing(store.engine) as connection:
            store.pages.revise(connection, dropped)
            store.articles.drop(connection, urls)
    return set(urls)


class Rows:
    """Makes the rows of pages and articles; also knows what earlier runs know, for visits that come back."""

    def __init__(self, judge: AnyJudge, clock: Clock, *, run: int | None, extract: Extract) -> None:
        self._judge, self._clock, self._run, self._extract = judge, clock, run, extract
        self.known: dict[str, StoredPage] = {}

    def page(self, visit: Visit) -> StoredPage:
        """The row of a page that was read and judged."""
        response, reading = visit.response, visit.reading
        url = response.final_url
        before = self.known.get(url)
        changed = None if before is None else before.digest != reading.digest
        visits = (before.visits if before else 0) + 1
        changes = (before.changes if before else 0) + bool(changed)
        return StoredPage(
            url=url,
            final_url=url,
            status=response.status,
            fetched_at=response.fetched_at.isoformat(),
            content_type=response.header("content-type")[:200],
            encoding=reading.encoding,
            warc_file=visit.file,
            warc_offset=visit.offset,
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
            next_due=next_visit(self._clock.now(), visits, changes, changed=changed).isoformat(),
        )

    def item(self, visit: Visit) -> NewsItem:
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
            system_time=self._clock.now(),
        )

    def failed(self, address: Address, verdict: Verdict) -> StoredPage:
        """An address that gave no page is kept with its reason, so that it can be asked for."""
        return StoredPage(
            url=address.url, status=0, fetched_at=self._clock.now().isoformat(), code=verdict.code,
            reason=verdict.reason, parent_url=address.parent, depth=address.depth, run=self._run,
        )  # fmt: skip

    def unchanged(self, url: str) -> StoredPage | None:
        """The page stays as it is; the next visit comes later."""
        before = self.known.get(url)
        if before is None:
            return None
        due = next_visit(self._clock.now(), before.visits + 1, before.changes, changed=False)
        return replace(before, visits=before.visits + 1, next_due=due.isoformat())


class ProjectSink:
    """Pages and articles of a project: archive at once, store in batches behind it."""

    def __init__(
        self, store: Store, archive: Archive, rows: Rows, is_list: Callable[[Reading, Response], bool],
        told: Callable[[str, Verdict], None] = lambda url, verdict: None, read: PageReading | None = None,
    ) -> None:  # fmt: skip
        self._store, self._archive, self.rows, self._told = store, archive, rows, told
        self._is_list = is_list
        self._read = read or PageReading(duplicates=False)
        self._pages: dict[str, StoredPage] = {}
        self._articles: dict[str, NewsItem] = {}
        self.judged: dict[int, str] = {}
        self._dropped: set[str] = set()
        self.earlier: set[str] = set()
        """Pages of earlier runs that are judged once more: they belong to no count of this run."""

    def archive(self, response: Response) -> tuple[str, int]:
        """The response as it came."""
        place = self._archive.write(response)
        return place.file, place.offset

    def put(self, visit: Visit) -> None:
        """Page and article into the batch for the store."""
        url = visit.response.final_url
        self._told(url, visit.verdict)
        self._pages[url] = self.rows.page(visit)
        self.judged[visit.judged] = url
        if visit.verdict.kept:
            self._articles[url] = self.rows.item(visit)
            self._dropped.discard(url)
        else:
            self._dropped.add(url)
        if len(self._pages) >= BATCH:
            self.flush()

    def failed(self, address: Address, verdict: Verdict) -> None:
        """The address with its reason into the batch for the store."""
        self._told(address.url, verdict)
        self._pages[address.url] = self.rows.failed(address, verdict)

    def unchanged(self, url: str) -> None:
        """The next visit comes later."""
        row = self.rows.unchanged(url)
        if row is not None:
            self._pages[url] = row

    def revise(self, relevances: NDArray[np.float32], threshold: float) -> tuple[int, int]:
        """Verdicts by the last judgement; how many more pages of this run are kept than before, and are lists.

        Pages that fall out lose their article; pages that come in are read from the archive.
        """
        self.flush()
        gained = listed = 0
        judged = {url: float(relevances[n]) for n, url in self.judged.items() if n < len(relevances)}
        # What was dropped and is not to be kept stays as it is, and need not be read.
        urls = [url for url, relevance in judged.items() if relevance >= threshold or url not in self._dropped]
        for part in chunked(urls, BATCH):
            some = self._revise_some(self._store.pages.judged(part), judged, threshold)
            gained, listed = gained + some[0], listed + some[1]
        return gained, listed

    def _revise_some(
        self, stored: Sequence[JudgedPage], relevances: Mapping[str, float], threshold: float
    ) -> tuple[int, int]:
        verdicts: list[tuple[str, Verdict]] = []
        stayed: dict[str, float] = {}
        fallen: list[str] = []
        listed: set[str] = set()
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
                response, reading = self._read_again(page)
                if self._is_list(reading, response):
                    listed.add(page.url)
                    verdict = list_verdict(reading, Judgement(relevance, relevance))
                else:
                    self._articles[page.url] = self._late_item(page, response, reading, verdict)
            elif kept:
                stayed[page.url] = relevance
            else:
                fallen.append(page.url)
            verdicts.append((page.url, verdict))
        gained = len(self._articles.keys() - self.earlier) - len(set(fallen) - self.earlier)
        with writing(self._store.engine) as connection:
            self._write(connection)
            self._store.articles.revise(connection, stayed)
            self._store.pages.revise(connection, verdicts)
            if fallen:
                self._store.articles.drop(connection, fallen)
        self._pages, self._articles = {}, {}
        return gained, len(listed - self.earlier)

    def forget_marks(self, marks: Marks) -> None:
        """Pages that are no longer marked go back under the rule of their relevance."""
        known = {*marks.on_topic, *marks.off_topic}
        freed = [
            (
                page.url,
                Verdict(page.kept, "related" if page.kept else "unrelated", "no longer marked", page.relativity),
            )
            for page in self._store.pages.matching([Filter("code", "equals", MARKED)])
            if page.url not in known
        ]
        with writing(self._store.engine) as connection:
            self._store.pages.revise(connection, freed)

    def apply_marks(self, marks: Marks) -> dict[str, int]:
        """Marked pages are kept or dropped as a person said; how many fewer are kept, by the reason they have now."""
        self.flush()
        changes: Counter[str] = Counter()
        verdicts: list[tuple[str, Verdict]] = []
        fallen: list[str] = []
        for urls, kept in ((marks.on_topic, True), (marks.off_topic, False)):
            said = f"you marked the page as {'on' if kept else 'off the'} topic"
            for page in self._store.pages.get(urls).values():
                verdict = Verdict(kept, MARKED, said, 1.0 if kept else 0.0)
                if page.warc_offset < 0:
                    continue
                verdicts.append((page.url, verdict))
                if kept and not page.kept:
                    late = JudgedPage(
                        page.url, page.kept, page.warc_file, page.warc_offset, page.parent_url, page.depth
                    )
                    self._articles[page.url] = self._late_item(late, *self._read_again(late), verdict)
                    changes[page.code] -= 1
                elif not kept and page.kept:
                    fallen.append(page.url)
                    changes[MARKED] += 1
        with writing(self._store.engine) as connection:
            self._write(connection)
            self._store.pages.revise(connection, verdicts)
            self._store.articles.revise(connection, {url: 1.0 for url, verdict in verdicts if verdict.kept})
            self._store.articles.drop(connection, fallen)
        self._articles = {}
        return dict(changes)

    def _read_again(self, stored: JudgedPage) -> tuple[Response, Reading]:
        """A page that lies in the archive."""
        response = self._archive.read(Place(stored.warc_file, stored.warc_offset))
        return response, self._read(response)

    def _late_item(self, stored: JudgedPage, response: Response, reading: Reading, verdict: Verdict) -> NewsItem:
        """The item of a page that was dropped on the way and is kept at the end."""
        judgement = Judgement(verdict.score or 0.0, verdict.score or 0.0)
        visit = Visit(-1, -1, response, reading, judgement, verdict, stored.parent_url, stored.depth, ())
        return self.rows.item(visit)

    def flush(self) -> None:
        """Writes the batch in one transaction: a kept page has its article, whenever the process is killed."""
        if self._pages or self._articles:
            with writing(self._store.engine) as connection:
                self._write(connection)
            self._pages, self._articles = {}, {}

    def _write(self, connection: Connection) -> None:
        self._store.pages.write(connection, list(self._pages.values()))
        self._store.articles.write(connection, list(self._articles.values()))
