"""The judge: a page's relevance by a standard vector that follows what was found without leaving the topic (N5, N8).

The vector is the mean of the example pages, each word weighted by how much more often it stands in pages on the topic
than in the others, plus the user's keywords. Related pages join the examples with a weight by their own relevance and
together never count for more than a fixed number of examples: that keeps the vector from drifting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from motherlode.model.crawl import Judgement, ReadPage
from motherlode.model.evidence import Term
from motherlode.model.topic import Keyword
from motherlode.text.language import guess
from motherlode.text.words import stem, words
from motherlode.topic.params import TopicParams
from motherlode.topic.terms import Floats, Ids, Vocabulary, log_weighted

STEEPNESS = 6.0
BORDER = 0.62
"""Relevance is 1/2 where the cosine is 0.62 of what example pages score against each other (swept 0.5–0.75)."""

KEYWORD_FLOOR = 0.5
"""A keyword of the user keeps at least this idf, however common the crawled pages make it."""

MAX_CLASS_WEIGHT = 4.0
"""Log-odds of a word's class are cut here: beyond e⁴ one page's chance spelling would rule the vector."""


class Judge:
    """Judges pages and link texts; see model.crawl.Relevance."""

    def __init__(
        self,
        keywords: Sequence[Keyword],
        examples: Sequence[ReadPage],
        params: TopicParams | None = None,
        background: Sequence[ReadPage] = (),
    ) -> None:
        self.params = params or TopicParams()
        self.vocabulary = Vocabulary()
        self.version = 0
        self._language = next((p.language for p in examples if p.language), "") or (
            guess(" ".join(p.text[:2000] for p in examples)) if examples else ""
        )
        self._keywords = self._keyword_ids(keywords)
        self._df = np.zeros(1024, dtype=np.float32)
        self._documents = 0
        self._examples = [self._count(page) for page in examples]
        self._pages: list[tuple[Ids, Floats]] = []
        self._relevances = np.zeros(1024, dtype=np.float32)
        self._judged = 0
        self._first_kept = 0
        self._next_fit = 3
        self._shared: dict[int, float] = {}
        self._shared_pages = 0
        for vector in self._examples:
            self._add_document(vector[0])
        for page in background:
            self._add_document(self._count(page)[0])
        self._typical = 0.3
        self._fit()

    def judge(self, page: ReadPage) -> Judgement:
        """How much a page is about the topic, and the words that say so (N5)."""
        ids, counts = self._count(page)
        relativity = self._cosine(ids, counts)
        relevance = self._soft(relativity)
        self._remember(ids, counts, relevance)
        if self.params.learning and self._judged >= self._next_fit:
            self._fit()
            # Often at first, while the background is thin, then every interval T.
            self._next_fit = self._judged + min(self.params.refit_every, max(2, self._judged // 3))
        return Judgement(relativity, relevance, self._reasons(ids, counts))

    def look(self, page: ReadPage) -> Judgement:
        """The judgement without remembering the page."""
        ids, counts = self._count(page)
        relativity = self._cosine(ids, counts)
        return Judgement(relativity, self._soft(relativity), self._reasons(ids, counts))

    def refit(self) -> None:
        """Estimates the standard vector now and judges every remembered page by it."""
        if self.params.learning:
            self._fit()

    def share(self, words: Mapping[str, float], pages: int) -> None:
        """Words of the topic as others learned them from so many pages: they count beside what was learned here."""
        self._shared = {self.vocabulary.number(word): weight for word, weight in words.items()}
        self._shared_pages = pages
        self.refit()

    def relevances(self) -> NDArray[np.float32]:
        """The relevance of every judged page by the newest vector."""
        return self._relevances[: self._judged]

    def terms(self, text: str) -> list[int]:
        """The terms of a link's text."""
        return self.vocabulary.terms(text, self._language or "en")

    def weights(self) -> NDArray[np.float32]:
        """The standard vector over all terms."""
        return self._vector

    def keywords(self, number: int) -> list[Keyword]:
        """The weightiest words of the standard vector (N2)."""
        best = np.argsort(-self._vector)[:number]
        top = float(self._vector[best[0]]) if len(best) else 1.0
        return [
            Keyword(self.vocabulary.words[i], round(float(self._vector[i]) / top, 4), "learned", "standard vector")
            for i in best
            if self._vector[i] > 0 and i < len(self.vocabulary)
        ]

    def content_keywords(self, page: ReadPage, number: int = 10) -> tuple[str, ...]:
        """The words that set a page apart, by TF-IDF over the crawl."""
        ids, counts = self._count(page)
        scores = log_weighted(counts) * self._idf(ids)
        return tuple(self.vocabulary.words[ids[i]] for i in np.argsort(-scores)[:number])

    def _keyword_ids(self, keywords: Sequence[Keyword]) -> dict[int, float]:
        found: dict[int, float] = {}
        for keyword in keywords:
            language = self._language or guess(keyword.word) or "en"
            parts = words(keyword.word, language=language, stop=False) or [keyword.word.lower()]
            for part in parts:
                number = self.vocabulary.number(stem(part, language))
                found[number] = max(found.get(number, 0.0), keyword.weight / len(parts))
        return found

    def _count(self, page: ReadPage) -> tuple[Ids, Floats]:
        title = f" {page.title}" * self.params.title_weight
        return self.vocabulary.count(page.text + title, page.language or self._language)

    def _add_document(self, ids: Ids) -> None:
        if len(self._df) < len(self.vocabulary):
            self._df = _grown(self._df, 2 * len(self.vocabulary))
        self._df[ids] += 1
        self._documents += 1

    def _remember(self, ids: Ids, counts: Floats, relevance: float) -> None:
        if self._judged == len(self._relevances):
            self._relevances = _grown(self._relevances, 2 * self._judged)
        self._relevances[self._judged] = relevance
        self._judged += 1
        if not self.params.learning:
            return
        self._add_document(ids)
        self._pages.append((ids, log_weighted(counts)))
        if len(self._pages) > self.params.memory:
            drop = len(self._pages) // 4
            del self._pages[:drop]
            self._first_kept += drop

    def _idf(self, ids: Ids) -> Floats:
        frequency = np.where(ids < len(self._df), self._df[np.minimum(ids, len(self._df) - 1)], 0.0)
        return np.maximum(np.log((self._documents + 1) / (frequency + 0.5)), 0.0).astype(np.float32)

    def _weighted(self, ids: Ids, logs: Floats) -> Floats:
        """A page's TF-IDF vector, of length 1."""
        weighted = logs * self._idf(ids)
        length = float(np.sqrt(weighted @ weighted))
        return (weighted / length).astype(np.float32) if length else weighted

    def _cosine(self, ids: Ids, counts: Floats) -> float:
        return self._dot(ids, self._weighted(ids, log_weighted(counts)), self._vector)

    def _dot(self, ids: Ids, weighted: Floats, vector: Floats) -> float:
        known = ids < len(vector)
        return float(weighted[known] @ vector[ids[known]])

    def _soft(self, relativity: float) -> float:
        return float(1 / (1 + np.exp(-STEEPNESS * (relativity / self._typical - BORDER))))

    def _fit(self) -> None:
        """Estimates the standard vector anew from examples, keywords and related pages (N8)."""
        size = max(1, len(self.vocabulary))
        if len(self._df) < size:
            self._df = _grown(self._df, 2 * size)
        inside, centre, supported, weight = self._gather(size)
        share_in = (inside + 0.3) / (weight + 1)
        outside = np.maximum(self._df[:size] - inside, 0.0)
        share_out = (outside + 0.5) / (max(1.0, self._documents - weight) + 1)
        self._classes = np.clip(np.log(share_in / share_out), 0.0, MAX_CLASS_WEIGHT).astype(np.float32)
        self._centre, self._supported = centre, supported
        self._vector = self._combined(centre * self._classes * supported)
        self._calibrate(size)
        for at, (ids, logs) in enumerate(self._pages, self._first_kept):
            self._relevances[at] = self._soft(self._dot(ids, self._weighted(ids, logs), self._vector))
        self.version += 1

    def _gather(self, size: int) -> tuple[Floats, Floats, NDArray[np.bool_], float]:
        """Document counts and mean vector of what is on topic: examples in full, related pages by their relevance."""
        inside, centre = np.zeros(size, dtype=np.float32), np.zeros(size, dtype=np.float32)
        for ids, counts in self._examples:
            inside[ids] += 1
            centre[ids] += self._weighted(ids, log_weighted(counts))
        examples = len(self._examples)
        relevances = self._relevances[self._first_kept : self._judged]
        total = float(relevances.sum())
        factor = self.params.feedback * min(total, self.params.feedback_limit) / total if total > 0 else 0.0
        weight = float(examples)
        if factor:
            for (ids, logs), relevance in zip(self._pages, relevances, strict=True):
                if relevance > 0.1:
                    share = factor * float(relevance)
                    inside[ids] += share
                    centre[ids] += share * self._weighted(ids, logs)
                    weight += share
        supported = inside >= (2 if examples > 1 or weight > examples else 1)
        return inside, centre / max(weight, 1.0), supported, weight

    def _combined(self, learned: Floats) -> Floats:
        """Examples' words and user's keywords, each of length 1, then together."""
        learned = self._with_shared(_unit(learned))
        given = np.zeros_like(learned)
        for number, weight in self._keywords.items():
            given[number] = weight * max(KEYWORD_FLOOR, float(self._idf(np.array([number], dtype=np.int32))[0]))
        share = self.params.keyword_share if self._examples else 1.0
        return _unit(learned + share * _unit(given))

    def _with_shared(self, learned: Floats) -> Floats:
        """The mean of what was learned here and elsewhere, by the pages behind each."""
        if not self._shared:
            return learned
        elsewhere = np.zeros_like(learned)
        for number, weight in self._shared.items():
            if number < len(elsewhere):
                elsewhere[number] = weight
        return _unit(self._judged * learned + self._shared_pages * _unit(elsewhere))

    def _calibrate(self, size: int) -> None:
        """What a page on topic scores: the mean over the examples, each left out of the vector it is held against."""
        scores = []
        for ids, counts in self._examples:
            own = self._weighted(ids, log_weighted(counts))
            rest = self._centre.copy()
            rest[ids] = np.maximum(rest[ids] - own / max(1, len(self._examples)), 0.0)
            alone = self._supported.copy()
            if len(self._examples) > 2 and not self._pages:
                counts_of = np.zeros(size, dtype=np.int32)
                for other, _ in self._examples:
                    counts_of[other] += 1
                alone &= counts_of - np.isin(np.arange(size), ids) >= 2
            scores.append(self._dot(ids, own, self._combined(rest * self._classes * alone)))
        if scores:
            self._typical = max(0.02, float(np.mean(scores)))
        elif self._pages:
            found = [self._dot(ids, self._weighted(ids, logs), self._vector) for ids, logs in self._pages]
            self._typical = max(0.1, float(np.quantile(found, 0.95)))

    def _reasons(self, ids: Ids, counts: Floats) -> tuple[Term, ...]:
        weighted = self._weighted(ids, log_weighted(counts))
        shares = np.where(
            ids < len(self._vector), weighted * self._vector[np.minimum(ids, len(self._vector) - 1)], 0.0
        )
        best = np.argsort(-shares)[:5]
        return tuple(
            Term(self.vocabulary.words[ids[i]], float(counts[i]), round(float(shares[i]), 5), "word of the topic")
            for i in best
            if shares[i] > 0
        )


def _unit(vector: Floats) -> Floats:
    length = float(np.sqrt(vector @ vector))
    return (vector / length).astype(np.float32) if length else vector.astype(np.float32)


def _grown(array: Floats, size: int) -> Floats:
    larger = np.zeros(max(size, 16), dtype=array.dtype)
    larger[: len(array)] = array
    return larger
