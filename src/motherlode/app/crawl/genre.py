"""Page genres: what the extractors find on a page is relevance too, for kinds of page that words do not tell.

A list of a department's people speaks of the department; that it is a list of people only its structure says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from motherlode.app.extracting import Extracting, judged_text
from motherlode.errors import MotherlodeError, UsageError
from motherlode.extract import people, records
from motherlode.model.crawl import Judgement, ReadPage
from motherlode.model.evidence import Term
from motherlode.model.pages import Response
from motherlode.model.records import Region
from motherlode.model.topic import Keyword
from motherlode.topic.judge import Judge
from motherlode.topic.paper import PaperJudge
from motherlode.topic.params import ThresholdParams, TopicParams
from motherlode.topic.threshold import last_threshold

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
