"""The judge: a page's relevance by the standard vector of its language, which follows what was found (N5, N8).

Words of different languages do not compare: each language of the examples has a vector, a background and a scale of
its own, so that a topic may be given in several languages and crawled at once. Pages of a language without examples
are held against the language that has most.
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
from motherlode.topic.bags import grown
from motherlode.topic.params import TopicParams
from motherlode.topic.standard import Standard, most
from motherlode.topic.terms import Floats, Ids, Vocabulary, log_weighted
from motherlode.topic.threshold import LEAST_PAGES
from motherlode.topic.watch import Watch

BY_CHARACTERS = frozenset({"zh", "ja"})
"""Languages whose keywords tell themselves by their script."""

GROWTH = 0.05
"""Late in a crawl the vector is estimated after this growth of the judged pages: the cost stays linear."""

SHRINK_WORD = 2.0
"""A word's worth starts from this many pages of mean relevance."""

SETTLING = 6
"""Rounds until no relevance moves by more than .01: .0074 and .0031 in the sample web's two languages."""

LEAST_IDF = 0.3
"""The least weight of a word of a link's text."""


NO_TERMS, NO_COUNTS = np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.float32)


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
        self.genre = self.params.genre
        self.vocabulary = Vocabulary()
        self.version = 0
        languages = [self._language_of(page) for page in examples]
        self._main = max(languages, key=languages.count) if languages else ""
        self._standards = self._begun(keywords, languages)
        self._relevances = np.zeros(1024, dtype=np.float32)
        self._scores: Floats = np.zeros(1024, dtype=np.float32)
        self._held: Floats = np.zeros(1024, dtype=np.float32)
        """What every judged page scores by the newest vector, and the part of its relevance that it keeps."""
        self._judged = 0
        self._counted: tuple[ReadPage | None, Ids, Floats] = (None, NO_TERMS, NO_COUNTS)
        self._next_fit = 3
        self._hosts: dict[str, int] = {}
        self._watch = Watch(keywords)
        for page, language in zip(examples, languages, strict=True):
            ids, counts = self._count(page)
            self._standards[language].add_example(ids, counts, len(self.vocabulary))
        for page in background:
            self._standard(page).add_document(self._count(page)[0], len(self.vocabulary))
        self._fit()

    def judge(self, page: ReadPage) -> Judgement:
        """How much a page is about the topic, and the words that say so (N5)."""
        ids, counts = self._count(page)
        logs = log_weighted(counts)
        standard = self._standard(page)
        judgement = self._held_against(standard, ids, counts, logs)
        self._relevances, self._scores, self._held = (
            grown(column, self._judged + 1) for column in (self._relevances, self._scores, self._held)
        )
        self._relevances[self._judged] = judgement.relevance
        self._scores[self._judged], self._held[self._judged] = judgement.relativity, 1.0
        if self.params.learning:
            standard.remember(self._judged, ids, logs, len(self.vocabulary), self._host(page.url))
        self._judged += 1
        self._watch.saw(page, judgement.relevance)
        if self.params.learning and self._judged >= self._next_fit:
            self._fit()
            # Often at first, while the background is thin, then every interval T, at last by a fixed growth.
            usual = max(self.params.refit_every, int(GROWTH * self._judged))
            self._next_fit = self._judged + min(usual, max(2, self._judged // 3))
        return judgement

    def refit(self) -> None:
        """Estimates the standard vectors now and judges every remembered page by them."""
        if self.params.learning:
            self._fit()

    def settle(self, *, part: bool = True) -> bool:
        """The last word: all remembered pages judged from the anchors on, so that their order does not matter.

        Vectors are estimated from examples and keywords alone first, then with the pages that these find, until
        nothing moves. Judging on from where the crawl stood keeps what its first pages happened to be. Then the pages
        of a language are parted into two groups with relevance 1/2 between them; False where there are too few.
        """
        if not self.params.learning:
            return False
        for standard in self._standards.values():
            self._relevances[np.asarray(standard.numbers, dtype=np.int64)] = 0.0
        for _ in range(SETTLING):
            self._fit()
        parted = False
        for standard in self._standards.values() if part else ():
            mine = np.asarray((*standard.forgotten, *standard.numbers), dtype=np.int64)
            if len(mine) >= LEAST_PAGES:
                self._relevances[mine] = standard.parted(self._scores[mine], self._held[mine])
                parted = True
        return parted

    def teach(
        self, keywords: Sequence[Keyword] = (), on_topic: Sequence[ReadPage] = (), off_topic: Sequence[ReadPage] = (),
        unwanted: Sequence[str] = (),
    ) -> None:  # fmt: skip
        """What a person marked: further keywords and examples, pages and words that are not meant.

        The standard vectors are estimated with it at once, and every remembered page is judged by them.
        """
        for language, standard in self._standards.items():
            mine = [word for word in keywords if self._is_of(word.word, language)]
            standard.add_keywords(self._keyword_ids(mine, language), _heaviest(mine))
            shunned = [Keyword(word) for word in unwanted if self._is_of(word, language)]
            standard.unwanted.update(self._keyword_ids(shunned, language))
        for page in on_topic:
            ids, counts = self._count(page)
            self._standard(page).add_example(ids, counts, len(self.vocabulary))
        for page in off_topic:
            ids, counts = self._count(page)
            self._standard(page).add_counterexample(ids, counts, len(self.vocabulary))
        self._fit()

    def warnings(self) -> tuple[str, ...]:
        """What the crawl's related pages of late say against it: one host, none of the user's words."""
        return self._watch.warnings()

    def share(self, words: Mapping[str, float], pages: int) -> None:
        """Words of the topic as others learned them from so many pages: they count beside what was learned here."""
        shared = {self.vocabulary.number(word): weight for word, weight in words.items()}
        for standard in self._standards.values():
            standard.shared, standard.shared_pages = shared, pages
        self.refit()

    def relevances(self) -> NDArray[np.float32]:
        """The relevance of every judged page by the newest vector."""
        return self._relevances[: self._judged]

    def terms(self, text: str) -> list[int]:
        """The terms of a link's text."""
        return self.vocabulary.terms(text, self._language_of_link(text))

    def packed_terms(self, texts: Sequence[str], most: int) -> list[bytes]:
        """The first terms of links' texts."""
        if self._mixed:
            return [self.vocabulary.packed((text,), self._language_of_link(text), most)[0] for text in texts]
        return self.vocabulary.packed(texts, self._language_of_link(""), most)

    def _language_of_link(self, text: str) -> str:
        language = guess(text) if self._mixed and not text.isascii() else ""
        return language if language in self._standards else self._main or "en"

    def weights(self) -> NDArray[np.float32]:
        """The standard vectors of all languages over all terms."""
        return self._weights

    def worth(self) -> tuple[Floats, Floats]:
        """For every term how much more relevant than the mean the pages are that hold it, and its weight.

        Log-odds over all words of the judged pages, not only those of the vector: a link whose text names what pages
        on the topic speak of is worth following.
        """
        return self._worth, self._rarity

    def keywords(self, number: int) -> list[Keyword]:
        """The weightiest words of the standard vectors (N2)."""
        best = most(self._weights, number)
        top = float(self._weights[best[0]]) if len(best) else 1.0
        return [
            Keyword(self.vocabulary.words[i], round(float(self._weights[i]) / top, 4), "learned", "standard vector")
            for i in best
            if self._weights[i] > 0 and i < len(self.vocabulary)
        ]

    def content_keywords(self, page: ReadPage, number: int = 10) -> tuple[str, ...]:
        """The words that set a page apart, by TF-IDF over the crawl."""
        ids, counts = self._count(page)
        scores = log_weighted(counts) * self._standard(page).idf(ids)
        return tuple(self.vocabulary.words[ids[i]] for i in most(scores.astype(np.float32), number))

    def _begun(self, keywords: Sequence[Keyword], languages: Sequence[str]) -> dict[str, Standard]:
        """A standard for each language of the examples, and one for keywords of a script that no example has."""
        scripts = [guess(keyword.word) for keyword in keywords]
        wanted = dict.fromkeys(languages)
        wanted.update(dict.fromkeys(s for s in scripts if s in BY_CHARACTERS))
        if not wanted or (set(wanted) <= BY_CHARACTERS and any(s not in BY_CHARACTERS for s in scripts)):
            wanted.setdefault("" if languages else next((s for s in scripts if s not in BY_CHARACTERS), ""))
        self._main = self._main or next((name for name in wanted if name not in BY_CHARACTERS), next(iter(wanted)))
        self._mixed = len(wanted) > 1
        begun = {}
        for language in wanted:
            mine = [keyword for keyword in keywords if self._is_of(keyword.word, language)]
            begun[language] = Standard(self._keyword_ids(mine, language), self.params, _heaviest(mine))
        return begun

    def _is_of(self, word: str, language: str) -> bool:
        """Whether a word can be one of a language, by its script."""
        return not self._mixed or (guess(word) in BY_CHARACTERS) == (language in BY_CHARACTERS)

    def _keyword_ids(self, keywords: Sequence[Keyword], of: str) -> dict[int, float]:
        found: dict[int, float] = {}
        for keyword in keywords:
            language = of or guess(keyword.word) or "en"
            names, plain = self.vocabulary.names(keyword.word)
            parts = [*names, *words(plain, language=language, stop=False)] or [keyword.word.lower()]
            for part in parts:
                number = self.vocabulary.number(stem(part, language))
                found[number] = max(found.get(number, 0.0), keyword.weight / len(parts))
        return found

    def _host(self, url: str) -> int:
        return self._hosts.setdefault(url.split("/", 3)[2] if url.count("/") > 1 else "", len(self._hosts))

    def _language_of(self, page: ReadPage) -> str:
        return page.language or guess(page.text)

    def _standard(self, page: ReadPage) -> Standard:
        if not self._mixed:
            return self._standards[self._main]
        return self._standards.get(self._language_of(page), self._standards[self._main])

    def _count(self, page: ReadPage) -> tuple[Ids, Floats]:
        """The terms of a page; those of the last one are remembered, since several ask for them in turn."""
        if self._counted[0] is not page:
            title = f" {page.title}" * self.params.title_weight
            language = page.language or (self._main if not self._mixed else "")
            self._counted = (page, *self.vocabulary.count(page.text + title, language))
        return self._counted[1:]

    def _held_against(self, standard: Standard, ids: Ids, counts: Floats, logs: Floats) -> Judgement:
        shares, anchored = standard.shares(ids, logs)
        relativity = float(shares.sum())
        best = most(shares, 5)
        columns = (column[best].tolist() for column in (ids, counts, shares))
        reasons = tuple(
            [
                Term(self.vocabulary.words[number], count, round(share, 5), "word of the topic")
                for number, count, share in zip(*columns, strict=True)
                if share > 0
            ]
        )
        return Judgement(relativity, standard.soft(relativity, anchored, ids, counts), reasons)

    def _fit(self) -> None:
        """All vectors anew; what they say of the pages remembered, and what each word is worth."""
        size = max(1, len(self.vocabulary))
        self._weights = np.zeros(size, dtype=np.float32)
        self._rarity = np.zeros(size, dtype=np.float32)
        held, good = np.zeros(size, dtype=np.float32), np.zeros(size, dtype=np.float32)
        for standard in self._standards.values():
            numbers = np.asarray(standard.numbers, dtype=np.int64)
            standard.fit(size, self._relevances[numbers])
            self._relevances[numbers] = standard.relevances
            self._scores[numbers], self._held[numbers] = standard.scores, standard.held
            self._weights = np.maximum(self._weights, standard.vector)
            self._rarity = np.maximum(self._rarity, standard.idf(np.arange(size, dtype=np.int32)))
            held += standard.pages.sums(size)
            good += standard.pages.sums(size, standard.relevances)
        mean = float(np.clip(self._relevances[: self._judged].mean(), 0.02, 0.9)) if self._judged else 0.3
        chance = np.clip((good + SHRINK_WORD * mean) / (held + SHRINK_WORD), 1e-4, 1 - 1e-4)
        self._rarity = np.maximum(self._rarity, LEAST_IDF)
        self._worth = (np.log(chance / (1 - chance)) - np.log(mean / (1 - mean))).astype(np.float32)
        self.version += 1


def _heaviest(keywords: Sequence[Keyword]) -> float:
    """The largest weight among keywords."""
    return max((word.weight for word in keywords if word.weight > 0), default=1.0)
