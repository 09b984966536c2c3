"""Keyword-guided paths (U1): home → schools → departments → faculty, by the words of the links."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motherlode.crawl.params import PathParams
from motherlode.crawl.strategies.base import Plain
from motherlode.model.crawl import Outcome
from motherlode.model.evidence import Term

Floats = NDArray[np.float32]


class KeywordPath(Plain):
    """A link whose words name a later stage comes first; other links keep a tenth of their parent's value."""

    name = "keywords"

    def __init__(self, params: PathParams | None = None) -> None:
        stages = (params or PathParams()).stages
        self._stages = [
            re.compile("|".join(_pattern(word.strip()) for word in stage.split("|")), re.IGNORECASE)
            for stage in stages
        ]
        self._value: dict[int, float] = {}
        self._word: dict[int, str] = {}

    def leads_to(self, keywords: Sequence[str]) -> bool:
        """Whether all keywords name what the last stage leads to, as 'faculty' and 'professor' do."""
        return bool(keywords) and all(self._stages[-1].search(f"{word} {word}s") for word in keywords)

    def observe(self, outcome: Outcome) -> Floats:
        """Stage number plus one for named links, with the parent's value as a tie-break."""
        own = self._value.get(outcome.page, 1.0)
        found = []
        for number, link in zip(outcome.targets, outcome.links, strict=True):
            text = f"{link.anchor} {link.url.rsplit('/', 2)[-1]} {link.url.rstrip('/').rsplit('/', 1)[-1]}"
            text = text.replace("-", " ").replace("_", " ")
            value = 0.1 * own
            for stage, words in enumerate(self._stages, 1):
                if match := words.search(text):
                    value = max(value, stage + 0.1 * own + 0.2 * outcome.relevance)
                    self._word[number] = match[0]
            value = max(value, self._value.get(number, 0.0))
            self._value[number] = value
            found.append(value)
        return np.asarray(found, dtype=np.float32)

    def why(self, number: int) -> tuple[Term, ...]:
        """The word that led here."""
        value = self._value.get(number, 0.0)
        return (Term("path", value, value, f"link word '{self._word.get(number, '')}'"),)


def _pattern(word: str) -> str:
    """A word by itself; words of scripts without spaces begin or end the link's text."""
    escaped = re.escape(word)
    return rf"\b{escaped}\b" if word.isascii() else rf"(?<!\S){escaped}|{escaped}(?!\S)"
