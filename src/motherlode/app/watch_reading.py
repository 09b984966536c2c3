"""What watching makes of an answer: a judged page with its article, the links of a list, records, people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from motherlode.app.crawl_examples import example_pages
from motherlode.app.crawl_genre import as_judged, judge_for
from motherlode.app.crawl_parts import CrawlSettings, Keeping, PageReading
from motherlode.app.crawl_sink import Rows
from motherlode.app.project import Project
from motherlode.crawl.parts import Address, Reading, Visit
from motherlode.dom.tree import parse
from motherlode.errors import MotherlodeError
from motherlode.extract.people import extract as people_of
from motherlode.extract.records import extract as records_of
from motherlode.fetch.params import FetchParams
from motherlode.model.article import NewsItem
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
from motherlode.store.pages import StoredPage
from motherlode.store.query import Filter
from motherlode.text.words import stem, words

WARM_PAGES = 200
"""Kept pages that the judge reads when watching begins, so that it knows the topic as the crawl left it."""


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
        self._words: frozenset[str] = frozenset()
        self._plain: tuple[str, ...] = ()

    async def begin(self, topic: Topic, fetcher: Fetcher, archive: Archive) -> None:
        """Makes the judge from keywords, example pages and what was kept before."""
        stored = self._project.store.pages.get([url for url in topic.examples if "://" in url])

        def archived(url: str) -> Response | None:
            page = stored.get(url)
            return archive.read(Place(page.warc_file, page.warc_offset)) if page and page.warc_offset >= 0 else None

        examples = await example_pages(
            topic.examples, fetcher, self._clock,
            lambda response, page: as_judged(self._extracting, response, page, self._settings.topic),
            archived, lambda text: None,
        )  # fmt: skip
        self._judge = judge_for(topic.keywords, examples, self._settings.topic)
        self._keep = Keeping(
            self._settings.threshold, self._extracting.is_list, lists=bool(self._settings.topic.genre)
        )
        self._rows = Rows(self._judge, self._clock, run=None, extract=self._extracting)
        self._words = frozenset(
            stem(part, "en")
            for keyword in topic.keywords
            for part in words(keyword.word, stop=False) or [keyword.word]
        )
        self._plain = tuple(keyword.word.lower() for keyword in topic.keywords)
        self._warm(archive)

    def _warm(self, archive: Archive) -> None:
        kept, _ = self._project.store.pages.list(
            limit=WARM_PAGES, sort="-fetched_at", filters=[Filter("kept", "equals", True)]
        )
        for page in kept:
            if page.warc_offset < 0:
                continue
            try:
                response = archive.read(Place(page.warc_file, page.warc_offset))
                self._judge.judge(self._reading(response).page)
            except MotherlodeError:
                continue
        self._judge.refit()

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
        judgement = self._judge.judge(reading.page)
        verdict = self._keep(judgement, reading, response)
        visit = Visit(-1, -1, response, reading, judgement, verdict, parent, 1, (), place.file, place.offset)
        is_list = verdict.code == "list-page" or self._extracting.is_list(response, reading.page)
        item = self._rows.item(visit) if verdict.kept and not is_list else None
        return Judged(visit, item, is_list)

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

    def speaks_of_topic(self, text: str, language: str = "en") -> bool:
        """Whether a link's text holds a word of the topic."""
        low = text.lower()
        if any(word in low for word in self._plain):
            return True
        return not self._words.isdisjoint(stem(word, language) for word in words(low))

    def records(self, response: Response) -> tuple[Record, ...]:
        """The records of a page's main list."""
        tree = parse(decode(response.body, response.header("content-type")).text)
        regions = records_of(tree, response.final_url, self._settings.records)
        return regions[0].records if regions else ()

    def people(self, response: Response) -> Sequence[Person]:
        """The people of a page."""
        tree = parse(decode(response.body, response.header("content-type")).text)
        return people_of(tree, response.final_url, self._settings.people)
