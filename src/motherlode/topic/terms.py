"""Texts as term numbers: a vocabulary that remembers every spelling it has seen, so that counting is quick."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from motherlode.kernels import native
from motherlode.text.language import guess
from motherlode.text.stopwords import EVERYWHERE, STOPWORDS
from motherlode.text.words import lowered, stem, words

Ids = NDArray[np.int32]
Floats = NDArray[np.float32]

MAX_TERMS = 400_000
"""Words beyond this number are not numbered; a crawl of a million pages of one language meets about as many."""

_WORD = re.compile(r"[^\W\d_]{2,40}")
_BY_CHARACTERS = frozenset({"zh", "ja", "ko", "th"})

_HAN = "\u3400-\u9fff"
_WITH_NUMBER = re.compile(rf"([^\W\d_{_HAN}]{{0,40}})([\s-]?)(\d{{1,20}}[^\W_{_HAN}]{{0,20}})")
_TO_LETTERS = str.maketrans("0123456789", "ᚠᚢᚦᚨᚱᚲᚷᚹᚺᚾ")
_TO_DIGITS = {letter: digit for digit, letter in _TO_LETTERS.items()}
"""Digits part words, so that those of a name the user gave are read as letters that no page is written in."""


class Vocabulary:
    """Stems by number and back; stop words and numbers have none."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._stems: dict[str, int] = {}
        self._seen: dict[str, tuple[dict[str, int], bytearray]] = {}
        """For every language the numbers of the words met, and a table by their hashes for the native extension."""
        self._names: dict[str, str] = {}
        self._name = re.compile(r"(?!)")

    def __len__(self) -> int:
        return len(self.words)

    def count(self, text: str, language: str = "") -> tuple[Ids, Floats]:
        """The terms of a text and how often each stands in it."""
        return self._counted(text, language or guess(text))

    def terms(self, text: str, language: str = "en") -> list[int]:
        """The different terms of a short text."""
        found: list[int] = self._counted(text, language)[0].tolist()
        return found

    def packed(self, texts: Sequence[str], language: str, most: int) -> list[bytes]:
        """For each of some short texts its first terms, as the bytes of their numbers, four each."""
        kernel = native()
        lines = "\n".join(texts)
        apart = not texts or lines.count("\n") == len(texts) - 1
        if kernel is None or language in _BY_CHARACTERS or not apart:
            return [self._counted(text, language)[0][:most].tobytes() for text in texts]
        lines = lowered(lines)
        if self._names:  # line by line: a name may not reach from one text into the next
            lines = "\n".join([self._name.sub(_as_letters, line) for line in lines.split("\n")])
        found: list[bytes] = kernel.terms(lines, *self._asking(language), most) if texts else []
        return found

    def names(self, keyword: str) -> tuple[list[str], str]:
        """The words with a number in a keyword, and what is left of it; from now on each of them is one term.

        So MH17 is not MH370. A word that stands apart from its number stays a word too.

        >>> Vocabulary().names("MH17 or Flight 17")
        (['mh17', 'flight17'], ' or flight')
        """
        found, keyword = [], keyword.lower()
        for word, _, number in _WITH_NUMBER.findall(keyword):
            found.append(word + number)
            self._names[found[-1]] = rf"{re.escape(word)}[\s-]?{re.escape(number)}"
        if found:
            self._name = re.compile(rf"(?<![^\W_{_HAN}])(?:{'|'.join(self._names.values())})(?![^\W_{_HAN}])")
        return found, _WITH_NUMBER.sub(lambda name: name[1] if name[2] else "", keyword)

    def number(self, stemmed: str) -> int:
        """The number of a stem; a new one while there is room, else −1."""
        found = self._stems.get(stemmed)
        if found is None:
            if len(self.words) >= MAX_TERMS:
                return -1
            found = self._stems[stemmed] = len(self.words)
            self.words.append(stemmed)
        return found

    def _asking(self, language: str) -> tuple[dict[str, int], bytearray, Callable[[str], int]]:
        """The words of a language that are known, as they are and by their hashes, and who numbers the others."""
        known = self._seen.get(language)
        if known is None:
            known = self._seen[language] = {}, bytearray()

        def ask(word: str) -> int:
            ignored = word in STOPWORDS.get(language, EVERYWHERE)
            if ignored:
                return -1
            return self.number(stem(word.translate(_TO_DIGITS) if self._names else word, language))

        return *known, ask

    def _counted(self, text: str, language: str) -> tuple[Ids, Floats]:
        """Terms and counts, in the order in which they are met."""
        known, table, ask = self._asking(language)
        text = lowered(text)
        if self._names:
            text = self._name.sub(_as_letters, text)
        if language in _BY_CHARACTERS:
            return counted(words(text, language=language), known, ask)
        kernel = native()
        if kernel is None:
            return counted(_WORD.findall(text), known, ask)
        ids, counts = kernel.count(text, known, table, ask)
        return np.frombuffer(ids, dtype=np.int32), np.frombuffer(counts, dtype=np.float32)


def _as_letters(name: re.Match[str]) -> str:
    """A name with a number as one word of letters, after its own word where that stands apart."""
    word, _, number = re.sub(r"[\s-]", " ", name[0]).rpartition(" ")
    return f" {word} {(word + number).translate(_TO_LETTERS)} "


def counted(tokens: Iterable[str], known: dict[str, int], ask: Callable[[str], int]) -> tuple[Ids, Floats]:
    """How often each term stands among words; what is not known is asked for and remembered, −1 counts nothing."""
    counts: dict[int, int] = {}
    for token, times in Counter(tokens).items():
        number = known.get(token)
        if number is None:
            number = known[token] = ask(token)
        if number >= 0:
            counts[number] = counts.get(number, 0) + times
    ids = np.fromiter(counts.keys(), dtype=np.int32, count=len(counts))
    return ids, np.fromiter(counts.values(), dtype=np.float32, count=len(counts))


def log_weighted(counts: Floats) -> Floats:
    """Term frequencies damped: 1 + log."""
    return (1.0 + np.log(counts)).astype(np.float32, copy=False)
