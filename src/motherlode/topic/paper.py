"""The news paper's own judge: equation 1 makes the vectors, equation 2 the relevance (N3, N5, N11a).

The topic's class are the example pages (UrlSet) and, by feedback, the pages that Algorithm 1 found related; the other
class are pages of the sites to search (NewsSet) and those that it found unrelated. Vectors are estimated anew every T
pages from both (`calVector`). What a page was given when it was judged stays: the paper judges a page once.

The paper leaves open what W(w, class) is (here: topic/weighting.py) and how much a related page counts beside an
example (here: `feedback`, and all of them together no more than `feedback_limit` examples, so that the topic stays
the user's). The vector has one dimension a keyword: the user's and the `learned` weightiest ones.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from motherlode.model.crawl import Judgement, ReadPage
from motherlode.model.evidence import Term
from motherlode.model.topic import Keyword, StandardVector
from motherlode.text.words import stem, stems, words
from motherlode.topic.bags import grown
from motherlode.topic.params import TopicParams
from motherlode.topic.watch import Watch
from motherlode.topic.weighting import class_weight, cosine, improved_tf_idf

Floats = NDArray[np.float32]
Page = Sequence[str]
TOLD = 5
"""Words given as reasons of a judgement."""


class PaperJudge:
    """Judges pages by equations 1 and 2; see model.crawl.Relevance."""

    def __init__(
        self,
        keywords: Sequence[Keyword],
        examples: Sequence[ReadPage],
        params: TopicParams | None = None,
        background: Sequence[ReadPage] = (),
    ) -> None:
        self.params = params or TopicParams()
        self.genre = ""
        self.version = 0
        self._keywords = {part: k.weight for k in keywords for part in _parts(k.word)}
        self._examples = [self._words(page) for page in examples]
        self._other = [self._words(page) for page in background]
        self._related: list[Page] = []
        self._in_class = Counter(word for page in self._examples for word in set(page))
        self._out_class = Counter(word for page in self._other for word in set(page))
        self._relativities = np.zeros(1024, dtype=np.float32)
        self._judged = 0
        self._numbers: dict[str, int] = {}
        self._last: Page = ()
        self._since = 0
        self._watch = Watch(keywords)
        self._estimate()

    def judge(self, page: ReadPage) -> Judgement:
        """The relativity of a page, eq. (2), and the words that make it."""
        self._last = self._words(page)
        judgement = self._held_against(self._last)
        self._relativities = grown(self._relativities, self._judged + 1)
        self._relativities[self._judged] = judgement.relevance
        self._judged += 1
        self._since += 1
        self._watch.saw(page, judgement.relevance)
        return judgement

    def told(self, *, related: bool) -> None:
        """What Algorithm 1 made of the page judged last; every T pages the vector is estimated anew (N8)."""
        if not self.params.learning:
            return
        pages, counted = (self._related, self._in_class) if related else (self._other, self._out_class)
        if len(pages) < self.params.memory:
            pages.append(self._last)
            counted.update(set(self._last))
        if self._since >= self.params.refit_every:
            self._since = 0
            self._estimate()

    @property
    def vector(self) -> StandardVector:
        """The standard vector as it is now."""
        return self._standard

    def relevances(self) -> Floats:
        """The relativity that every page was given."""
        return self._relativities[: self._judged]

    def settle(self, *, part: bool = True) -> bool:
        """Nothing: what Algorithm 1 decided stands."""
        return False

    def refit(self) -> None:
        """Estimates the vector now."""
        self._estimate()

    def share(self, words: Mapping[str, float], pages: int) -> None:
        """Words that others learned count as keywords as far as they are weightier than the user's."""
        for word, weight in words.items():
            self._keywords[word] = max(self._keywords.get(word, 0.0), weight)
        self._estimate()

    def warnings(self) -> tuple[str, ...]:
        """What the crawl's related pages of late say against it."""
        return self._watch.warnings()

    def terms(self, text: str) -> list[int]:
        """The terms of a link's text, as numbers."""
        return [self._number(word) for word in dict.fromkeys(stems(text))]

    def packed_terms(self, texts: Sequence[str], most: int) -> list[bytes]:
        """The first terms of links' texts."""
        return [np.array(self.terms(text)[:most], dtype=np.int32).tobytes() for text in texts]

    def weights(self) -> Floats:
        """The standard vector over all terms."""
        numbered = {self._number(word): weight for word, weight in self._standard.weights.items()}
        found = np.zeros(max(1, len(self._numbers)), dtype=np.float32)
        found[list(numbered)] = list(numbered.values())
        return found

    def worth(self) -> tuple[Floats, Floats]:
        """Terms are worth what they weigh in the vector: the paper has no other measure of a word."""
        weights = self.weights()
        return weights, np.maximum(weights, np.float32(1e-3))

    def keywords(self, number: int) -> list[Keyword]:
        """The weightiest words of the standard vector: SearchKeyWordSet (N2)."""
        ranked = sorted(self._standard.weights.items(), key=lambda item: (-item[1], item[0]))[:number]
        top = ranked[0][1] if ranked else 1.0
        return [Keyword(word, round(weight / top, 4), "learned", "eq. (1)") for word, weight in ranked]

    def content_keywords(self, page: ReadPage, number: int = 10) -> tuple[str, ...]:
        """The words of a page with the largest weight by eq. (1)."""
        weights = self._vector(self._words(page))
        return tuple(sorted(weights, key=lambda word: (-weights[word], word))[:number])

    def _words(self, page: ReadPage) -> Page:
        return stems(page.text + f" {page.title}" * self.params.title_weight, language=page.language)

    def _number(self, word: str) -> int:
        return self._numbers.setdefault(word, len(self._numbers))

    def _vector(self, page: Page) -> dict[str, float]:
        return improved_tf_idf(page, self._holding, self._documents, self._classes)

    def _held_against(self, page: Page) -> Judgement:
        vector = self._vector(page)
        relativity = cosine(vector, self._standard)
        standard = self._standard.weights
        shares = {word: weight * standard[word] for word, weight in vector.items() if word in standard}
        best = sorted(shares, key=lambda word: (-shares[word], word))[:TOLD]
        counts = Counter(page)
        reasons = tuple(Term(w, float(counts[w]), round(shares[w], 5), "keyword of the topic") for w in best)
        return Judgement(relativity, relativity, reasons)

    def _estimate(self) -> None:
        """N, n and W(w, class) from all training texts, then the standard vector: `calVector` of Algorithm 1."""
        inside, outside = len(self._examples) + len(self._related), len(self._other)
        self._holding = self._in_class + self._out_class
        # Without a second class every word of all examples would weigh nothing: one empty page stands in.
        self._documents = inside + max(1, outside)
        self._classes = {
            word: class_weight(self._in_class[word], inside, self._out_class[word], outside) for word in self._holding
        }
        related = min(self.params.feedback, self.params.feedback_limit / max(1, len(self._related)))
        total: Counter[str] = Counter()
        for pages, share in ((self._examples, 1.0), (self._related, related)):
            for page in pages if share else ():
                total.update({word: share * weight for word, weight in self._vector(page).items()})
        self._standard = StandardVector(self._with_keywords(total))
        self.version += 1

    def _with_keywords(self, learned: Mapping[str, float]) -> dict[str, float]:
        """SearchKeyWordSet: the weightiest learned words, and the user's words at their weight of the strongest."""
        ranked = sorted(learned.items(), key=lambda item: (-item[1], item[0]))[: self.params.learned]
        chosen = {word: weight for word, weight in ranked if weight > 0}
        strongest = max(chosen.values(), default=1.0)
        for word, weight in self._keywords.items():
            chosen[word] = max(chosen.get(word, 0.0), weight * self.params.keyword_share * strongest)
        length = math.sqrt(sum(weight * weight for weight in chosen.values()))
        return {word: weight / length for word, weight in chosen.items()} if length else {}


def telling(judge: object) -> Callable[[bool], None]:
    """How the filter tells a judge what became of a page; nothing for a judge that finds out by itself."""
    return (lambda related: judge.told(related=related)) if isinstance(judge, PaperJudge) else (lambda related: None)


def _parts(word: str) -> list[str]:
    return [stem(part, "en") for part in words(word, stop=False) or [word.lower()]]
