"""What of a text counts when stories are compared: stems, pairs of neighbouring words, numbers."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from scipy import sparse

from motherlode.analyse.vectors import BUCKETS
from motherlode.model.documents import Document
from motherlode.text.language import guess
from motherlode.text.stopwords import EVERYWHERE, STOPWORDS
from motherlode.text.words import stem, words

TITLE_WEIGHT = 3.0
"""How often a title's word counts when there is a text: swept 1–5 on articles, 1 is worse, 2 to 5 alike."""
STORY_TITLE = 2.0
STORY_WORDS = 80
"""The same where stories are gathered, and how much of the text counts there."""
TEXT_CHARACTERS = 3000
"""Of a long text this much is read."""
LEAD_WORDS = 120
"""Of a long text the lead tells the story; swept 60–400 words on articles, best between 60 and 150."""
NAMES_CHARACTERS = 800
"""Of a long text this much is searched for names and numbers."""
SHOUTED = 0.6
"""A title with this share of capital words says nothing of which of them are names."""
LANGUAGE_CHARACTERS = 300
"""Of a long text this much shows its language."""
SHORT_TEXT = 200
"""Characters below which a text is too short to tell its language from its neighbours'."""
LANGUAGE_SAMPLE = 400
"""Short texts that together show the language of a batch."""

HALF = BUCKETS // 2
_MIX = 1_000_003
Numbers = npt.NDArray[np.int64]
_NONE = np.empty(0, dtype=np.int64)
_TOKEN = re.compile(r"[^\W_]+(?:['’\-.&][^\W_]+)*")
_NAMED = re.compile(r"(?<=[\w,)] )[^\W\d_a-z][\w'’.&-]*|(?<![\w.,])\d[\d.,]*")
_POSSESSIVE = re.compile(r"['’]s$")
_OTHER_SCRIPT = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class Words:
    """A document's words as column numbers: of its title and of its text, and the names and numbers among them."""

    title: Numbers
    text: Numbers
    names: Numbers = field(default_factory=lambda: _NONE)


def read_words(documents: Sequence[Document]) -> list[Words]:
    """Each document's words as numbers, read once for everything that compares documents."""
    known: dict[tuple[str, str, str], Words] = {}
    found: list[Words] = []
    for document, language in zip(documents, languages(documents), strict=True):
        key = (document.title, document.content, language)
        if key not in known:
            text = document.content[:TEXT_CHARACTERS]
            names = names_of(document.title, document.content[:NAMES_CHARACTERS], language)
            known[key] = Words(_columns(document.title, language), _columns(text, language), names)
        found.append(known[key])
    return found


def languages(documents: Sequence[Document]) -> list[str]:
    """Each document's language: its own, else guessed; short Latin texts share the guess of their batch."""
    short = [d for d in documents if not d.language and len(d.title) + len(d.content) < SHORT_TEXT]
    step = max(1, len(short) // LANGUAGE_SAMPLE)
    shared = guess("\n".join(d.title or d.content for d in short[::step]))
    found: list[str] = []
    known: dict[str, str] = {}
    for document in documents:
        text = f"{document.title} {document.content[:LANGUAGE_CHARACTERS]}"
        if document.language:
            found.append(document.language[:2].lower())
        elif len(text) < SHORT_TEXT and not _OTHER_SCRIPT.search(text) and shared not in ("zh", "ja", "ko"):
            found.append(shared)
        else:
            if text not in known:
                known[text] = guess(text)
            found.append(known[text])
    return found


def story_rows(documents: Sequence[Words]) -> tuple[sparse.csr_matrix, sparse.csr_matrix]:
    """A row of words and one of names and numbers for each document, as dampened counts."""
    words_of = [(one.title, one.text[:STORY_WORDS]) for one in documents]
    return _rows(words_of, STORY_TITLE), _rows([(one.names, _NONE) for one in documents], 1.0)


def _rows(parts: Sequence[tuple[Numbers, Numbers]], title_weight: float) -> sparse.csr_matrix:
    columns = np.concatenate([_NONE, *(each for pair in parts for each in pair)])
    lengths = np.array([(len(title), len(text)) for title, text in parts], dtype=np.int64).reshape(-1, 2)
    heavy = np.where(lengths[:, 1] > 0, title_weight, 1.0)
    weights = np.repeat(np.column_stack((heavy, np.ones(len(parts)))).ravel(), lengths.ravel())
    ends = np.concatenate(([0], np.cumsum(lengths.sum(axis=1))))
    rows = sparse.csr_matrix((weights, columns, ends), shape=(len(parts), BUCKETS))
    rows.sum_duplicates()
    rows.data = 1.0 + np.log(rows.data)
    return rows


def feature_rows(documents: Sequence[Words], lead: int | None = LEAD_WORDS) -> sparse.csr_matrix:
    """A row for each document: dampened counts (1 + ln of the count) of its words and pairs, hashed into columns.

    Of the text its lead counts, or with None all that was read.
    """
    return _rows([(_with_pairs(one.title), _with_pairs(one.text[:lead])) for one in documents], TITLE_WEIGHT)


def _with_pairs(ids: Numbers) -> Numbers:
    """The words (lower half of the columns) and the pairs of neighbouring words (upper half)."""
    return np.concatenate((ids, word_pairs(ids)))


def word_pairs(ids: Numbers) -> Numbers:
    """The columns of the pairs of neighbouring words."""
    return (ids[:-1] * _MIX + ids[1:]) % HALF + HALF


def _columns(text: str, language: str) -> Numbers:
    return np.array([column(name) for name in tokens(text, language)], dtype=np.int64) if text else _NONE


def names_of(title: str, text: str, language: str) -> Numbers:
    """The columns of names and numbers: words with a capital inside a sentence, and whatever begins with a digit."""
    named, words_there = _names_in(title)
    found = named if len(named) < SHOUTED * words_there else [name for name in named if name[0].isdigit()]
    found = found + _names_in(text)[0]
    return np.array([column(part) for name in found for part in _stems(name, language)], dtype=np.int64)


def _names_in(text: str) -> tuple[list[str], int]:
    """The names and numbers of a text, and how many words it has."""
    named = [word.rstrip(".,-'’") for word in _NAMED.findall(text) if word[0].isupper() or word[0].isdigit()]
    return named, text.count(" ") + 1


@lru_cache(maxsize=500_000)
def column(word: str) -> int:
    """The column of a word: the same on every machine and in every run."""
    return zlib.crc32(word.encode("utf-8", "surrogatepass")) % HALF


def tokens(text: str, language: str) -> Iterable[str]:
    """The text's stems and numbers in order, without the commonest words."""
    if _OTHER_SCRIPT.search(text):
        return words(text, language=language, numbers=True)
    return [name for raw in _TOKEN.findall(text) for name in _stems(raw, language)]


def named_tokens(text: str, language: str) -> list[tuple[str, str]]:
    """The text's stems in order, each with the word as it was written."""
    if _OTHER_SCRIPT.search(text):
        return [(word, word) for word in words(text, language=language) if len(word) > 1]
    found: list[tuple[str, str]] = []
    for raw in _TOKEN.findall(text):
        names = _stems(raw, language)
        if len(names) == 1:
            found.append((names[0], _POSSESSIVE.sub("", raw)))
        else:
            found += ((name, name) for name in names)
    return found


@lru_cache(maxsize=200_000)
def _stems(raw: str, language: str) -> tuple[str, ...]:
    """A word's stem: 'J.C.' as 'jc', 'T-Mobile' as 'tmobil', 'one-month' as two; common and short words give none."""
    ignored = STOPWORDS.get(language, EVERYWHERE)
    if raw.isalpha():
        plain = raw.lower()
        return () if len(plain) < 2 or plain in ignored else (stem(plain, language),)
    word = raw.lower().replace("’", "'").removesuffix("'s")
    parts = word.split("-")
    whole = [word.replace("-", "")] if min(map(len, parts)) < 2 else parts
    found = (part if part[0].isdigit() else part.replace(".", "") for part in whole if part)
    return tuple(stem(part, language) for part in found if len(part) > 1 and part not in ignored)
