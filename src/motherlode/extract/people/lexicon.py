"""The word lists of the data folder, and names as one vote among several (U5): log-odds that a word is part of one.

>>> lexicon = load()
>>> lexicon.log_odds("Maria") > 1 > -1 > lexicon.log_odds("department")
True
"""

from __future__ import annotations

import gzip
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from motherlode.errors import UnreadableInput


@lru_cache(maxsize=16)
def entries(name: str) -> tuple[str, ...]:
    """The lines of a list, comments and empty lines left out."""
    text = (files("motherlode.extract.people") / "data" / f"{name}.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line.strip() and not line.startswith("#"))


@lru_cache(maxsize=16)
def words(name: str) -> frozenset[str]:
    """All words of a list."""
    return frozenset(word for line in entries(name) for word in line.split())


@lru_cache(maxsize=16)
def sections(name: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The sections of a list in their order: what stands in [brackets], and the lines under it."""
    found: list[tuple[str, list[str]]] = []
    for line in entries(name):
        if line.startswith("[") and line.endswith("]") and not line.startswith("[^"):
            found.append((line[1:-1], []))
        elif found:
            found[-1][1].append(line)
    return tuple((head, tuple(lines)) for head, lines in found)


GIVEN, FAMILY = 2.2, 1.8
"""Log-odds of a listed name; both lists together count for more. Swept 1–3 on the labelled pages: flat."""

WORD = (-1.0, -1.2, -1.5, -1.8, -2.2, -2.6, -3.0, -3.2, -3.4, -3.6)
"""Log-odds of an ordinary English word by its frequency class, the commonest last."""

ALSO_NAME = 0.6
"""Share of that for a word that is a listed name, too; half of it costs .2 of F on sites left out, twice nothing."""

UNKNOWN = 0.4
"""A capitalised word in neither list is a name a little more often than not: the lists know few names."""


_PLAIN = str.maketrans({"ß": "ss", "ł": "l", "ø": "o", "ı": "i"})
"""Letters that have no accent to take away."""


def fold_word(word: str) -> str:
    """A word for looking up: lower case, without accents, letters only."""
    if word.isascii():
        return "".join(c for c in word.lower() if c.isalpha())
    split = unicodedata.normalize("NFKD", word.lower().translate(_PLAIN))
    kept = "".join(c for c in split if c.isalpha() and not unicodedata.combining(c))
    return unicodedata.normalize("NFC", kept)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Given names, family names and ordinary words, all folded."""

    given: frozenset[str]
    family: frozenset[str]
    words: dict[str, int]

    def is_name(self, word: str) -> bool:
        """Whether the word stands in one of the name lists."""
        folded = fold_word(word)
        return folded in self.given or folded in self.family

    def log_odds(self, word: str) -> float:
        """Log-odds that the word is part of a name; hyphenated parts are averaged."""
        parts = [fold_word(part) for part in word.replace("’", "'").split("-")]
        scores = [self._one(part) for part in parts if part]
        return sum(scores) / len(scores) if scores else 0.0

    def _one(self, folded: str) -> float:
        score = (GIVEN if folded in self.given else 0.0) + (FAMILY if folded in self.family else 0.0)
        level = self.words.get(folded)
        if level is not None:
            score += WORD[level] if not score else WORD[level] * ALSO_NAME
        return score if score or level is not None else UNKNOWN


@lru_cache(maxsize=1)
def load() -> Lexicon:
    """The lexicon that comes with the package (its origin: data/README.md)."""
    raw = (files("motherlode.extract.people") / "data" / "names.txt.gz").read_bytes()
    given, family, words = set(), set(), {}
    for line in gzip.decompress(raw).decode().splitlines():
        word, _, marks = line.partition("\t")
        if "g" in marks:
            given.add(word)
        if "f" in marks:
            family.add(word)
        place = marks.find("w")
        if place >= 0:
            words[word] = int(marks[place + 1])
    return Lexicon(frozenset(given), frozenset(family), words)


@lru_cache(maxsize=8)
def from_file(path: str) -> Lexicon:
    """The lexicon with a user's own names in a text file, which count as given and family names."""
    base = load()
    try:
        own = frozenset(map(fold_word, Path(path).read_text(encoding="utf-8").split() if path else ())) - {""}
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"the list of names {path} cannot be read: {error}") from error
    return Lexicon(base.given | own, base.family | own, base.words) if own else base
