"""How crawled pages are extracted and judged: articles (N4), kinds of page, and the paper's own filter (N6–N8).

What the extractors find on a page is relevance too, for kinds of page that words do not tell: a list of a
department's people speaks of the department; that it is a list of people only its structure says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from motherlode.crawl.parts import Reading
from motherlode.dom.tree import Tree, parse
from motherlode.errors import MotherlodeError, UsageError
from motherlode.extract import people, records
from motherlode.extract.article.params import NewsParams
from motherlode.extract.article.pipeline import extract
from motherlode.extract.people.params import PeopleParams
from motherlode.extract.records.params import RecordParams
from motherlode.model.article import Article
from motherlode.model.crawl import Judgement, ReadPage
from motherlode.model.evidence import Term, Verdict
from motherlode.model.pages import Response
from motherlode.model.ports import Clock
from motherlode.model.records import Region
from motherlode.model.topic import Keyword
from motherlode.pages.decode import decode
from motherlode.text.words import first_words
from motherlode.topic.algorithm1 import Counted, decided, skipped, started
from motherlode.topic.judge import Judge
from motherlode.topic.paper import PaperJudge
from motherlode.topic.params import ThresholdParams, TopicParams
from motherlode.topic.threshold import last_threshold

FRONT_LINKS = 10
"""A host's front page with so many links is a list, whatever its teasers look like."""

LIST_SHARE = 0.5
"""Share of a page's text inside links from which it is a list, unless the extractor sees an article.

Of 812 labelled articles 35 lie above it, and the extractor takes all of these for articles. Of 47 labelled lists it
finds 18 by itself and 23 with this share; the share alone would find three more and lose the 35 articles.
"""

LEAST_CONTENT = 200
"""Characters of content from which a page is judged by it alone."""


class Extracting:
    """Parses and extracts a page once, though several ask for it in turn; with the settings of each extractor."""

    def __init__(
        self, news: NewsParams | None = None, people: PeopleParams | None = None, records: RecordParams | None = None
    ) -> None:
        self.news, self.people, self.records = (
            news or NewsParams(),
            people or PeopleParams(),
            records or RecordParams(),
        )
        self._last: tuple[Response, Article] | None = None
        self._parsed: tuple[Response, Tree] | None = None
        self.tree_of_last: Callable[[Response], Tree | None] = lambda response: None
        """The tree of a page that somebody else has just parsed."""

    def tree(self, response: Response) -> Tree:
        """The page's tree; raises MotherlodeError for what cannot be read."""
        if self._parsed is None or self._parsed[0] is not response:
            tree = self.tree_of_last(response)
            if tree is None:
                tree = parse(decode(response.body, response.header("content-type")).text)
            self._parsed = (response, tree)
        return self._parsed[1]

    def __call__(self, response: Response, page: ReadPage) -> Article:
        """The page's article."""
        if self._last is None or self._last[0] is not response:
            self._last = (response, self._article(response, page))
        return self._last[1]

    def is_list(self, response: Response, page: ReadPage, link_share: float) -> bool:
        """Whether the page is a list of links: a front page, or by the extractor, or by the share of its links."""
        if page.url.count("/") <= 3 and page.url.endswith("/") and len(page.links) >= FRONT_LINKS:
            return True
        kind = self(response, page).page_type
        return kind == "list" or (kind != "article" and link_share > LIST_SHARE)

    def _article(self, response: Response, page: ReadPage) -> Article:
        """The page's news elements; a page that the extractor cannot read gives its title and whole text."""
        try:
            found = extract(self.tree(response), page.url, self.news)
        except MotherlodeError:
            return Article(
                url=page.url, title=page.title, content=page.text, language=page.language, links=page.links
            )
        return replace(found, url=page.url, title=found.title or page.title, content=found.content or page.text)


def judged_text(extracting: Extracting, response: Response, page: ReadPage, *, content_only: bool) -> ReadPage:
    """The page with the text that is judged: all of it, or the article's title and content.

    The article's own title leaves out the site's name, which would make every page of the site look alike.
    """
    if not content_only:
        return page
    article = extracting(response, page)
    text = article.content if len(article.content) > LEAST_CONTENT else page.text
    return replace(page, text=text, title=article.title)


ENOUGH = 4
"""People or products on a page from which it is a list of them for certain: the papers' least number of records."""

NONE_FOUND, ALL_FOUND = 0.05, 0.97
BETWEEN = 0.5
"""The relevance between the two groups into which a judge parts the pages of a crawl."""

MOST_BY_WORDS = 0.9
"""However sure the words are, a page without anything of the genre stays below one half: odds of 9 against 19."""


def _people(response: Response, page: ReadPage, extracting: Extracting) -> float:
    """People with a title (U5, U7)."""
    return (
        sum(
            bool(person.title or person.rank)
            for person in people.extract(extracting.tree(response), page.url, extracting.people)
        )
        / ENOUGH
    )


def _products(response: Response, page: ReadPage, extracting: Extracting) -> float:
    """Records with a price, of the list that has most."""
    return (
        max(map(_priced, records.extract(extracting.tree(response), page.url, extracting.records)), default=0)
        / ENOUGH
    )


def _priced(region: Region) -> int:
    prices = [column.name for column in region.columns if column.type == "price"]
    return sum(any(record.fields.get(name) for name in prices) for record in region.records)


def _articles(response: Response, page: ReadPage, extracting: Extracting) -> float:
    """A page of type article, as sure as its content."""
    article = extracting(response, page)
    return article.confidence if article.page_type == "article" else 0.0


FINDERS: dict[str, Callable[[Response, ReadPage, Extracting], float]] = {
    "people": _people,
    "products": _products,
    "articles": _articles,
}
"""For every genre what a page holds of it; from 1 on it is of the genre for certain."""


def as_judged(extracting: Extracting, response: Response, page: ReadPage, params: TopicParams) -> ReadPage:
    """The page with the text that is judged and, where a genre is wanted, how much it is of it."""
    page = judged_text(extracting, response, page, content_only=params.content_only)
    if not params.genre:
        return page
    try:
        found = FINDERS[params.genre](response, page, extracting)
    except MotherlodeError:
        found = 0.0
    return replace(page, genre=NONE_FOUND + (ALL_FOUND - NONE_FOUND) * min(1.0, found))


AnyJudge = Judge | PaperJudge


def judge_for(
    keywords: Sequence[Keyword], examples: Sequence[ReadPage], params: TopicParams, others: Sequence[ReadPage] = ()
) -> AnyJudge:
    """The judge of a crawl: by words, by genre where one is wanted, or by the paper's equations.

    `others` are pages of the sites to search, the paper's second class.
    """
    if params.judge == "paper":
        if params.genre:
            raise UsageError("the paper's judge knows no kinds of page; leave genre empty, or use judge = learned")
        return PaperJudge(keywords, examples, params, others)
    return (GenreJudge if params.genre else Judge)(keywords, examples, params)


def settled(judge: AnyJudge, params: ThresholdParams, moved: float) -> tuple[NDArray[np.float32], float | None]:
    """Relevances at the end of a crawl, and the threshold that all its pages are held against.

    None where Algorithm 1 has the last word: then what was decided on the way stands (N7a).
    """
    parted = judge.settle(part=params.moving)
    relevances = judge.relevances()
    if params.rule != "kept":
        return relevances, None
    if parted:
        return relevances, min(params.highest, max(params.lowest, BETWEEN))
    return relevances, last_threshold(relevances, params, moved)


class GenreJudge(Judge):
    """A judge that multiplies the odds of the words by the odds of the genre."""

    def __init__(self, keywords: Sequence[Keyword], examples: Sequence[ReadPage], params: TopicParams) -> None:
        self._genre = np.zeros(1024, dtype=np.float32)
        super().__init__(keywords, examples, params)

    def judge(self, page: ReadPage) -> Judgement:
        """The judgement by words and genre together."""
        judgement = super().judge(page)
        at = self._judged - 1
        if at >= len(self._genre):
            self._genre = np.concatenate((self._genre, np.zeros_like(self._genre)))
        self._genre[at] = np.log(page.genre / (1 - page.genre))
        relevance = float(_moved(np.float32(judgement.relevance), self._genre[at]))
        term = Term("genre", page.genre, relevance - judgement.relevance, "what the extractors find on the page")
        return Judgement(judgement.relativity, relevance, (*judgement.terms, term))

    def relevances(self) -> NDArray[np.float32]:
        """By words and genre together."""
        words = super().relevances()
        return _moved(words, self._genre[: len(words)])


def _moved(relevance: NDArray[np.float32] | np.float32, odds: NDArray[np.float32]) -> NDArray[np.float32]:
    bounded = np.clip(relevance, 1e-4, MOST_BY_WORDS)
    found: NDArray[np.float32] = (1 / (1 + np.exp(-(np.log(bounded / (1 - bounded)) + odds)))).astype(np.float32)
    return found


LinksOnly = Callable[[Reading, Response], bool]


class Algorithm1:
    """The filter of the paper: an article's relativity against the threshold that its own sums move."""

    def __init__(
        self, params: ThresholdParams, clock: Clock, links_only: LinksOnly, told: Callable[[bool], None]
    ) -> None:
        self.params, self._clock, self._links_only, self._told = params, clock, links_only, told
        self.state: Counted = started(params, clock.monotonic())

    def __call__(self, judgement: Judgement, reading: Reading, response: Response) -> Verdict:
        """Related or unrelated; a page of links holds no news, so that nothing is extracted from it."""
        now = self._clock.monotonic()
        if reading.noindex or self._links_only(reading, response):
            self.state = skipped(self.state, now, self.params)
            said = (
                "the page asks robots not to index it (noindex); its links are followed"
                if reading.noindex
                else f"a list of links ({reading.link_share:.0%} of its text), followed but not kept"
            )
            code = "noindex" if reading.noindex else "list-page"
            return Verdict(False, code, said, judgement.relativity, judgement.terms)
        self.state, related = decided(self.state, judgement.relevance, now, self.params)
        self._told(related)
        return self.verdict(judgement, reading.page.text)

    def verdict(self, judgement: Judgement, text: str = "") -> Verdict:
        """The verdict by the threshold as it is now, with its reason."""
        limit = self.state.value
        related = judgement.relevance >= limit
        words = ", ".join(first_words([term.name for term in judgement.terms[:5]], text)) or "no keyword of the topic"
        said = f"relativity {judgement.relevance:.3f} {'≥' if related else '<'} threshold {limit:.3f}: {words}"
        return Verdict(related, "related" if related else "unrelated", said, judgement.relativity, judgement.terms)


MOST_OTHERS = 20
"""Addresses of NewsSet read beforehand: as many as give every word of a front page a second class."""


def second_class(seeds: Sequence[str], examples: Sequence[str]) -> tuple[str, ...]:
    """Addresses of NewsSet that stand for what is not the topic when the vectors are first made (N3)."""
    return tuple(url for url in seeds if url not in examples)[:MOST_OTHERS]
