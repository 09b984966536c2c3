"""Texts as term numbers: a vocabulary that remembers every spelling it has seen, so that counting is quick."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from motherlode.text.language import guess
from motherlode.text.stopwords import EVERYWHERE, STOPWORDS
from motherlode.text.words import stem, words

Ids = NDArray[np.int32]
Floats = NDArray[np.float32]

MAX_TERMS = 400_000
"""Words beyond this number are not numbered; a crawl of a million pages of one language meets about as many."""

MAX_SHORT = 20_000
"""Short texts whose terms are remembered: the links of a site's navigation stand on all its pages."""

_WORD = re.compile(r"[^\W\d_]{2,40}")
_BY_CHARACTERS = frozenset({"zh", "ja", "ko", "th"})


class Vocabulary:
    """Stems by number and back; stop words and numbers have none."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._stems: dict[str, int] = {}
        self._seen: dict[str, dict[str, int]] = {}
        self._short: dict[tuple[str, str], list[int]] = {}

    def __len__(self) -> int:
        return len(self.words)

    def count(self, text: str, language: str = "") -> tuple[Ids, Floats]:
        """The terms of a text and how often each stands in it."""
        counts = self._counts(text, language or guess(text))
        ids = np.fromiter(counts.keys(), dtype=np.int32, count=len(counts))
        return ids, np.fromiter(counts.values(), dtype=np.float32, count=len(counts))

    def terms(self, text: str, language: str = "en") -> list[int]:
        """The different terms of a short text."""
        found = self._short.get((text, language))
        if found is None:
            if len(self._short) >= MAX_SHORT:
                self._short.clear()
            found = self._short[text, language] = list(self._counts(text, language))
        return list(found)

    def number(self, stemmed: str) -> int:
        """The number of a stem; a new one while there is room, else −1."""
        found = self._stems.get(stemmed)
        if found is None:
            if len(self.words) >= MAX_TERMS:
                return -1
            found = self._stems[stemmed] = len(self.words)
            self.words.append(stemmed)
        return found

    def _counts(self, text: str, language: str) -> dict[int, int]:
        known = self._seen.get(language)
        if known is None:
            known = self._seen[language] = {}
        tokens = words(text, language=language) if language in _BY_CHARACTERS else _WORD.findall(text.lower())
        counts: dict[int, int] = {}
        for token, times in Counter(tokens).items():
            number = known.get(token)
            if number is None:
                ignored = token in STOPWORDS.get(language, EVERYWHERE)
                number = known[token] = -1 if ignored else self.number(stem(token, language))
            if number >= 0:
                counts[number] = counts.get(number, 0) + times
        return counts


def log_weighted(counts: Floats) -> Floats:
    """Term frequencies damped: 1 + log."""
    return (1.0 + np.log(counts)).astype(np.float32)
