"""Page genres: what the extractors find on a page is relevance too, for kinds of page that words do not tell.

A list of a department's people speaks of the department; that it is a list of people only its structure says.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import parse
from motherlode.errors import MotherlodeError
from motherlode.extract.people import extract
from motherlode.model.crawl import Judgement, ReadPage
from motherlode.model.evidence import Term
from motherlode.model.pages import Response
from motherlode.model.topic import Keyword
from motherlode.pages.decode import decode
from motherlode.topic.judge import Judge
from motherlode.topic.params import TopicParams

ENOUGH = 4
"""People on a page from which it is a list of people for certain: the papers' least number of records."""

NONE_FOUND, ALL_FOUND = 0.05, 0.97


def people_yield(response: Response, page: ReadPage) -> float:
    """From 0 to 1, how much a page is a list of people: by how many with a title it names (U5, U7)."""
    try:
        people = extract(parse(decode(response.body, response.header("content-type")).text), page.url)
    except MotherlodeError:
        return NONE_FOUND
    titled = sum(bool(person.title or person.rank) for person in people)
    return NONE_FOUND + (ALL_FOUND - NONE_FOUND) * min(1.0, titled / ENOUGH)


class GenreJudge(Judge):
    """A judge that multiplies the odds of the words by the odds of the genre."""

    def __init__(self, keywords: Sequence[Keyword], examples: Sequence[ReadPage], params: TopicParams) -> None:
        self._seen: dict[str, float] = {}
        self._genre = np.zeros(1024, dtype=np.float32)
        super().__init__(keywords, examples, params)

    def saw(self, url: str, found: float) -> None:
        """What the extractor found on a page that is judged next."""
        self._seen[url] = found

    def judge(self, page: ReadPage) -> Judgement:
        """The judgement by words and genre together."""
        judgement = super().judge(page)
        found = self._seen.pop(page.url, 0.5)
        at = self._judged - 1
        if at >= len(self._genre):
            self._genre = np.concatenate((self._genre, np.zeros_like(self._genre)))
        self._genre[at] = np.log(found / (1 - found))
        relevance = float(_moved(np.float32(judgement.relevance), self._genre[at]))
        term = Term("genre", found, relevance - judgement.relevance, "what the extractors find on the page")
        return Judgement(judgement.relativity, relevance, (*judgement.terms, term))

    def relevances(self) -> NDArray[np.float32]:
        """By words and genre together."""
        words = super().relevances()
        return _moved(words, self._genre[: len(words)])


def _moved(relevance: NDArray[np.float32] | np.float32, odds: NDArray[np.float32]) -> NDArray[np.float32]:
    bounded = np.clip(relevance, 1e-4, 1 - 1e-4)
    found: NDArray[np.float32] = (1 / (1 + np.exp(-(np.log(bounded / (1 - bounded)) + odds)))).astype(np.float32)
    return found
