"""Keyword-guided paths (U1): home → schools → departments → faculty, by the words of the links."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from urllib.parse import unquote, urlsplit

import numpy as np
from numpy.typing import NDArray

from motherlode.crawl.params import PathParams
from motherlode.crawl.strategies.base import Plain
from motherlode.lang import pattern
from motherlode.model.crawl import Outcome
from motherlode.model.evidence import Term

Floats = NDArray[np.float32]

COLLEGE, DEPARTMENT, STAFF = 1.0, 2.0, 3.0
STAGES: tuple[tuple[float, str, tuple[str, ...]], ...] = (
    (STAFF, "staff", ("words",)),
    (DEPARTMENT, "units", ("department", "chair", "institute")),
    (COLLEGE, "units", ("college", "lists")),
    (0.5, "staff", ("weak",)),
)
"""The stages by the tables of all languages, the goal first. A word with other meanings too ("contact") comes behind
the stages: recall and harvest are .61 / .37 on the saved sites with it there, .59 / .40 without it, .61 / .28 with it
before colleges, and .58 / .26, .58 / .26, .51 / .20 on the sample universities (`benchmarks/genre.py`)."""

AGAINST = 1.5
"""What a word of news, students and the like takes off. Recall and harvest on 40 sites of `university_made` are
.66 / .56, .69 / .57, .68 / .57 at 0, 1.5 and 3 (there the mean place of a list, and one fetch more than lists)."""

LONGEST_LABEL = 60
"""Characters of a link's text that can name what lies behind it."""

_INDEX = re.compile(r"/(?:index|default|home)\.\w+$", re.IGNORECASE)


class KeywordPath(Plain):
    """A link whose words name a later stage comes first; other links keep a tenth of their parent's value."""

    name = "keywords"

    def __init__(self, params: PathParams | None = None) -> None:
        self._stage: Callable[[str, str], tuple[float, str]] = _stage_by_tables
        if stages := (params or PathParams()).stages:
            self._stage = _by_words(stages)
        self._value: dict[int, float] = {}
        self._word: dict[int, str] = {}
        self._first: dict[str, int] = {}

    def leads_to(self, keywords: Sequence[str]) -> bool:
        """Whether all keywords name what the last stage leads to, as 'faculty' and 'professor' do."""
        return bool(keywords) and all(self._stage(f"{word} {word}s", "")[0] >= STAFF for word in keywords)

    def observe(self, outcome: Outcome) -> Floats:
        """The stage with the parent's value as a tie-break; an index page whose folder was met comes last."""
        own = self._value.get(outcome.page, 1.0)
        self._first.setdefault(_INDEX.sub("/", outcome.url), outcome.page)
        found = []
        for number, link in zip(outcome.targets, outcome.links, strict=True):
            stage, word = self._stage(link.anchor, link.url)
            value = 0.1 * own
            if stage:
                value += stage + 0.2 * outcome.relevance
                self._word[number] = word
            if self._first.setdefault(_INDEX.sub("/", link.url), number) != number:
                value = 0.0
            value = max(value, self._value.get(number, value))
            self._value[number] = value
            found.append(value)
        return np.asarray(found, dtype=np.float32)

    def why(self, number: int) -> tuple[Term, ...]:
        """The word that led here."""
        value = self._value.get(number, 0.0)
        return (Term("path", value, value, f"link word '{self._word.get(number, '')}'"),)


@lru_cache(maxsize=100_000)
def _stage_by_tables(anchor: str, url: str) -> tuple[float, str]:
    """The stage that a link's text or the last part of its address names, less what speaks against it; the word.

    >>> _stage_by_tables("Кафедры", ""), _stage_by_tables("Read on", "http://a.example/phys/staff_list.html")
    ((1.0, 'кафедры'), (3.0, 'staff'))
    """
    folders = [part for part in unquote(urlsplit(_INDEX.sub("/", url)).path).split("/") if part]
    slug = " ".join(re.split(r"[\W_\d]+", re.sub(r"\.\w+$", "", folders[-1]))).strip() if folders else ""
    best, said, against = 0.0, "", 0.0
    for text in (anchor, slug):
        label = text.casefold()
        if not label or len(label) > LONGEST_LABEL:
            continue
        if pattern("staff", "never").search(label):
            against = AGAINST
            continue
        tried = ((value, pattern(part, name).search(label)) for value, part, names in STAGES for name in names)
        value, word = next(((value, match[0]) for value, match in tried if match), (0.0, ""))
        if value > best:
            best, said = value, word
    return best - against, said


def _by_words(stages: Sequence[str]) -> Callable[[str, str], tuple[float, str]]:
    """The stages by a user's own words."""
    patterns = [
        re.compile("|".join(_pattern(word.strip()) for word in stage.split("|")), re.IGNORECASE) for stage in stages
    ]

    def stage(anchor: str, url: str) -> tuple[float, str]:
        text = f"{anchor} {url.rsplit('/', 2)[-1]} {url.rstrip('/').rsplit('/', 1)[-1]}"
        text = text.replace("-", " ").replace("_", " ")
        found = [(float(n), match[0]) for n, words in enumerate(patterns, 1) if (match := words.search(text))]
        return found[-1] if found else (0.0, "")

    return stage


def _pattern(word: str) -> str:
    """A word by itself; words of scripts without spaces begin or end the link's text."""
    escaped = re.escape(word)
    return rf"\b{escaped}\b" if word.isascii() else rf"(?<!\S){escaped}|{escaped}(?!\S)"
