"""What watching makes of an answer: a judged page with its article, the links of a list, records, people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motherlode.app.crawl.judging import as_judged, judge_for
from motherlode.app.crawl.parts import CrawlSettings, PageReading, example_pages, keeping
from motherlode.app.crawl.sink import Rows
from motherlode.app.project import Project
from motherlode.crawl.parts import Address, Reading, Visit
from motherlode.dom.tree import parse
from motherlode.errors import MotherlodeError
from motherlode.extract.people import extract as people_of
from motherlode.extract.records import extract as records_of
from motherlode.fetch.params import FetchParams
from motherlode.model.article import NewsItem
from motherlode.model.crawl import Judgement, ReadPage
from motherlode.model.evidence import Verdict
from motherlode.model.pages import Response
from motherlode.model.people import Person
from motherlode.model.ports import Clock, Fetcher
from motherlode.model.records import Record
from motherlode.model.topic import Topic
from motherlode.model.watch import Version
from motherlode.pages.archive import Archive
from motherlode.pages.decode import decode
from motherlode.pages.warc import Place
from motherlode.store.pages import BY_RELEVANCE, StoredPage
from motherlode.store.query import Filter
from motherlode.text.words import stem, words
from motherlode.topic.threshold import last_threshold

WARM_PAGES = 200
"""Kept pages that the judge reads when watching begins, so that it knows the topic as the crawl left it."""


MOST_DROPPED = 5000
"""Dropped pages that are judged again when the judge has learned more."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """A page that was not on the topic when it was judged, and where its bytes lie."""

    url: str
    parent: str
    place: Place
    relevance: float = 0.0
    """By the newest judgement."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A page that was read and judged."""

    visit: Visit
    item: NewsItem | None
    """The article, where the page is kept."""
    is_list: bool

    @property
    def kept(self) -> bool:
        """Whether the page is an article on the topic."""
        return self.item is not None


class WatchReader:
    """Reads and judges pages as the project's crawl does (N4–N8)."""

    def __init__(self, project: Project, settings: CrawlSettings, fetch: FetchParams, clock: Clock) -> None:
        self._project, self._settings, self._clock = project, settings, clock
        self._extracting = settings.extracting()
        self._read = PageReading(duplicates=False, prints=True, fetch=fetch, agent=project.params.user_agent)
        self._judged, self._version, self._border = 0, -1, 1.0
        self._dropped: dict[int, Dropped] = {}
        self._words: frozenset[str] = frozenset()
        self._plain: tuple[str, ...] = ()

    async def begin(self, topic: Topic, fetcher: Fetcher, archive: Archive) -> None:
        """Makes the judge from keywords, example pages and what was kept before."""
        stored = self._project.store.pages.get([url for url in topic.examples if "://" in url])

        def archived(url: str) -> Response | None:
            page = stored.get(url)
            return archive.read(Place(page.warc_file, page.warc_offset)) if page and page.warc_offset >= 0 else None

        examples = await example_pages(
            topic.examples, fetcher, self._clock, self._extracting, self._settings.topic, archived, lambda text: None
        )  # fmt: skip
        self._judge = judge_for(topic.keywords, examples, self._settings.topic)
        self._keep = keeping(self._settings, self._extracting, examples)
        self._rows = Rows(self._judge, self._clock, run=None, extract=self._extracting)
        self._words = frozenset(
            stem(part, "en")
            for keyword in topic.keywords
            for part in words(keyword.word, stop=False) or [keyword.word]
        )
        self._plain = tuple(keyword.word.lower() for keyword in topic.keywords)
        self._warm(archive)

    def _warm(self, archive: Archive) -> None:
        """Pages of before through the judge: the kept ones, and as many others, against which they stand out."""
        for code in BY_RELEVANCE:
            found, _ = self._project.store.pages.list(
                limit=WARM_PAGES, sort="-fetched_at", filters=[Filter("code", "equals", code)]
            )
            for page in found:
                place = Place(page.warc_file, page.warc_offset)
                try:
                    self._judge_page(self._reading(archive.read(place)).page, page.kept, place, page.parent_url)
                except MotherlodeError:
                    continue
        self._judge.refit()
        self._lay_border()

    def _judge_page(self, page: ReadPage, kept: bool, place: Place, parent: str) -> Judgement:
        judgement = self._judge.judge(page)
        if not kept:
            self._dropped[self._judged] = Dropped(page.url, parent, place)
            if len(self._dropped) > MOST_DROPPED:
                del self._dropped[next(iter(self._dropped))]
        self._judged += 1
        return judgement

    def late(self) -> list[Dropped]:
        """Pages that were dropped and that the judge, who has learned since, would keep now."""
        if self._judge.version == self._version:
            return []
        relevances = self._lay_border()
        numbers = [n for n in self._dropped if n < len(relevances) and relevances[n] >= self._border]
        return [replace(self._dropped.pop(number), relevance=float(relevances[number])) for number in numbers]

    def _lay_border(self) -> NDArray[np.float32]:
        """The relevance from which pages are kept, where those judged so far fall into two groups (N7)."""
        self._version = self._judge.version
        relevances = self._judge.relevances()
        moving = self._keep.state.value
        self._border = last_threshold(relevances, self._settings.threshold, moving)
        return relevances

    def _reading(self, response: Response) -> Reading:
        seen = self._read(response)
        return Reading(
            as_judged(self._extracting, response, seen.page, self._settings.topic), seen.encoding, seen.digest,
            seen.simhash, seen.duplicate, seen.link_share, seen.noindex, seen.left_out,
        )  # fmt: skip

    def links(self, response: Response) -> Reading:
        """A list's links, with their texts."""
        return self._read(response)

    def judged(self, response: Response, parent: str, place: Place) -> Judged:
        """The page, its verdict and, where it is kept, its article."""
        reading = self._reading(response)
        number = self._judged
        judgement = self._judge_page(reading.page, False, place, parent)
        verdict = self._keep(judgement, reading, response)
        if verdict.code == "unrelated" and judgement.relevance >= self._border:
            verdict = self._keep.verdict(judgement, self._border, reading.page.text)
        if verdict.code != "unrelated":
            self._dropped.pop(number, None)
        visit = Visit(-1, -1, response, reading, judgement, verdict, parent, 1, (), place.file, place.offset)
        is_list = verdict.code == "list-page" or self._extracting.is_list(response, reading.page, reading.link_share)
        item = self._rows.item(visit) if verdict.kept and not is_list else None
        return Judged(visit, item, is_list)

    def judged_late(self, response: Response, dropped: Dropped) -> Judged:
        """A page that a later judgement found to be on the topic."""
        reading, said = self._reading(response), f"relevance {dropped.relevance:.2f} after more pages were judged"
        judgement = Judgement(dropped.relevance, dropped.relevance)
        verdict = Verdict(True, "related", said, dropped.relevance)
        place = dropped.place
        visit = Visit(-1, -1, response, reading, judgement, verdict, dropped.parent, 1, (), place.file, place.offset)
        is_list = self._extracting.is_list(response, reading.page, reading.link_share)
        return Judged(visit, None if is_list else self._rows.item(visit), is_list)

    def page_row(self, judged: Judged) -> StoredPage:
        """The row of a page for the store; a list that is on the topic is not kept as an article."""
        row = self._rows.page(judged.visit)
        if row.kept and not judged.kept:
            return replace(row, kept=False, code="list-page", reason="a list of articles, visited but not kept")
        return row

    def failed_row(self, url: str, parent: str, code: str, reason: str) -> StoredPage:
        """The row of an address that gave no page."""
        return self._rows.failed(Address(-1, url, 1, parent), Verdict(False, code, reason))

    def article(self, response: Response) -> Version:
        """The article of a page that was kept before, as it is compared."""
        reading = self._read(response)
        article = self._extracting(response, reading.page)
        return Version(response.final_url, article.title, article.published, article.updated, article.content)

    def item(self, response: Response, before: NewsItem | None, place: Place) -> tuple[StoredPage, NewsItem]:
        """Rows of a page that stays kept, whatever its new words are."""
        judged = self.judged(response, before.parent_url if before else "", place)
        item = judged.item or self._rows.item(judged.visit)
        row = replace(self._rows.page(judged.visit), kept=True, code="related", reason="kept before; seen again")
        return row, item

    def bucket(self, title: str, address: str) -> int:
        """How a link speaks of the topic (`BUCKETS`); without a text by the words of its address."""
        text = title or address.rpartition("/")[2].replace("-", " ")
        low = text.lower()
        if any(word in low for word in self._plain):
            return 1
        if not self._words.isdisjoint(stem(word, "en") for word in words(low)):
            return 1
        worth, weight = self._judge.worth()
        known = [term for term in self._judge.terms(text) if term < len(worth)]
        if sum(float(worth[term] * weight[term]) for term in known) > 0:
            return 3
        return 0 if title else 2

    def records(self, response: Response) -> tuple[Record, ...]:
        """The records of a page's main list."""
        tree = parse(decode(response.body, response.header("content-type")).text)
        regions = records_of(tree, response.final_url, self._settings.records)
        return regions[0].records if regions else ()

    def people(self, response: Response) -> Sequence[Person]:
        """The people of a page."""
        tree = parse(decode(response.body, response.header("content-type")).text)
        return people_of(tree, response.final_url, self._settings.people)
