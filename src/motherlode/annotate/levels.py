"""How alike two values of an attribute are, as one of a few levels: the same, nearly, similar, different (E9).

Levels, not sums of similarities, are what Fellegi and Sunter weigh: how often true pairs show a level, and how often
chance does. Values of many pairs are compared at once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz
from rapidfuzz.distance import OSA, JaroWinkler
from rapidfuzz.process import cpdist

from motherlode.annotate.folding import fold, word_list
from motherlode.model.schema import Attribute, SourceRecord

Levels = NDArray[np.int8]

LEVELS = ("the same", "nearly the same", "similar", "different")
SAME, NEAR, SIMILAR, DIFFERENT = range(4)
MISSING = -1

_FAMILIES = {
    "name": "name", "person": "person", "date": "date", "year": "date", "organisation": "words", "place": "words",
    "address": "words", "text": "words", "category": "words", "measure": "code", "duration": "code", "phone": "code",
    "email": "code", "code": "code", "isbn": "exact", "doi": "exact", "number": "code",
}  # fmt: skip
"""How values of a type are compared. What changes from shop to shop (price, rating) and links say nothing."""
LONGEST = 60
"""Texts whose median is longer than this are descriptions, which every source writes anew."""
NEAR_SHARE = 0.15
"""Mistakes a letter that still make nearly the same text: one in seven, and always one."""
LEAST_MISTAKEN = 4
"""A shorter text with one letter changed is another text."""
ALIKE_WORDS, ALIKE_LETTERS = 75.0, 0.88
"""Similar texts: their words in any order (percent), or their letters with the same beginning (Jaro-Winkler)."""
MISSPELT, LEAST_MISSPELT = 80.0, 5
"""Words of so many letters that are so much alike (in percent) are one word: a letter or two of six differ."""
NEAR_NAME, SIMILAR_NAME = 0.82, 0.7
NEAR_PERSON, SIMILAR_PERSON = 0.9, 0.6
"""Similarities of names and people from which they are nearly the same, or similar."""

OTHER_NUMBER, LONGER_TITLE, NOT_THE_SAME = 0.6, 0.92, 0.99
"""What is left of the likeness of titles with other numbers; the least likeness of a title and the same one with a
subtitle behind it; the most of any two that are not the same."""
OTHER_NAME, OTHER_INITIAL, SAME_INITIAL, INITIALS = 0.8, 0.5, 0.1, 0.95
"""What is left of the likeness of people whose surnames, or given names, differ; the likeness of those with other
initials, what the same initial adds, and the likeness of those whose given names are the same or initials. These
numbers were set by hand; half of each but NOT_THE_SAME joins the same of 4,000 made records without an ISBN."""


def family_of(attribute: Attribute) -> str:
    """How the values of an attribute are compared; empty when they say nothing about identity."""
    return _FAMILIES.get(attribute.type, "exact" if attribute.key else "")


@dataclass(frozen=True, slots=True)
class Compared:
    """An attribute whose values are compared, with every record's value as a number (-1: none)."""

    attribute: Attribute
    family: str
    codes: NDArray[np.int64]
    values: tuple[tuple[str, ...], ...]


def compared(attribute: Attribute, records: Sequence[SourceRecord]) -> Compared | None:
    """The attribute made ready; None when it says nothing about identity or no two records have it."""
    family = family_of(attribute)
    known: dict[tuple[str, ...], int] = {}
    codes = np.full(len(records), -1, dtype=np.int64)
    if not family:
        return None
    for place, record in enumerate(records):
        given = record.values.get(attribute.name)
        folded = tuple(_folded(value, family) for value in given) if given else ()
        if any(folded):
            codes[place] = known.setdefault(folded, len(known))
    if (codes >= 0).sum() < 2:
        return None
    if attribute.type == "text" and median(len(value) for value in (v[0] for v in known)) > LONGEST:
        return None
    return Compared(attribute, family, codes, tuple(known))


def _folded(value: str, family: str) -> str:
    if family == "date":
        return re.sub(r"\D", "", value) or fold(value)
    if family in {"code", "exact"}:
        return re.sub(r"[\s-]", "", fold(value))
    return " ".join(word_list(value)) or fold(value)


def levels_of(what: Compared, first: NDArray[np.int64], second: NDArray[np.int64]) -> Levels:
    """The level of every pair of records."""
    a, b = what.codes[first], what.codes[second]
    found = np.full(len(a), DIFFERENT, dtype=np.int8)
    found[a == b] = SAME
    missing = (a < 0) | (b < 0)
    found[missing] = MISSING
    differ = np.flatnonzero((a != b) & ~missing)
    if not len(differ) or (what.family == "exact" and not what.attribute.many):
        return found
    pairs, back = np.unique(a[differ] * len(what.values) + b[differ], return_inverse=True)
    left = [what.values[at] for at in pairs // len(what.values)]
    right = [what.values[at] for at in pairs % len(what.values)]
    found[differ] = _unlike(left, right, what)[back]
    return found


def _unlike(left: Sequence[tuple[str, ...]], right: Sequence[tuple[str, ...]], what: Compared) -> Levels:
    """The levels of values that are not the same as a whole; of lists, the shorter one's best partners count."""
    ones: list[str] = []
    others: list[str] = []
    starts: list[int] = []
    owners: list[int] = []
    for place, (mine, other) in enumerate(zip(left, right, strict=True)):
        few, many = (mine, other) if len(mine) <= len(other) else (other, mine)
        for value in few:
            starts.append(len(ones))
            owners.append(place)
            ones.extend([value] * len(many))
            others.extend(many)
    best = np.minimum.reduceat(_single(ones, others, what.family), starts).astype(float)
    owner = np.array(owners)
    mean = np.bincount(owner, weights=best) / np.bincount(owner)
    longer = np.array([len(mine) != len(other) for mine, other in zip(left, right, strict=True)])
    found = np.ceil(mean).astype(np.int8)
    found[longer & (found == SAME)] = NEAR
    return found


def _single(left: Sequence[str], right: Sequence[str], family: str) -> Levels:
    if family == "date":
        return np.array([_dates(a, b) for a, b in zip(left, right, strict=True)], dtype=np.int8)
    if family == "name":
        return _names(left, right)
    if family == "exact":
        return np.where(np.array(left) == np.array(right), SAME, DIFFERENT).astype(np.int8)
    found = _texts(left, right, similar=family != "code")
    if family == "person":
        found = np.minimum(found, _people(left, right))
    return found


def _names(left: Sequence[str], right: Sequence[str]) -> Levels:
    found = np.full(len(left), DIFFERENT, dtype=np.int8)
    alike = cpdist(left, right, scorer=fuzz.token_sort_ratio)
    for at, (a, b) in enumerate(zip(left, right, strict=True)):
        if alike[at] >= 100 * SIMILAR_NAME or a.startswith(b) or b.startswith(a):
            found[at] = _by(names_alike(a, b), NEAR_NAME, SIMILAR_NAME)
    return found


def _people(left: Sequence[str], right: Sequence[str]) -> Levels:
    found = np.full(len(left), DIFFERENT, dtype=np.int8)
    alike = cpdist(left, right, scorer=fuzz.token_sort_ratio)
    for at, (a, b) in enumerate(zip(left, right, strict=True)):
        if alike[at] >= 100 * SIMILAR_PERSON or a.rpartition(" ")[2] == b.rpartition(" ")[2]:
            found[at] = _by(people_alike(a, b), NEAR_PERSON, SIMILAR_PERSON)
    return found


def _by(score: float, near: float, similar: float) -> int:
    return SAME if score >= 1.0 else NEAR if score >= near else SIMILAR if score >= similar else DIFFERENT


def _texts(left: Sequence[str], right: Sequence[str], *, similar: bool) -> Levels:
    """Nearly the same: a mistake or two. Similar: the same words or the same beginning."""
    plain, other = [text.replace(" ", "") for text in left], [text.replace(" ", "") for text in right]
    longest = np.array([max(len(a), len(b)) for a, b in zip(plain, other, strict=True)])
    mistakes = cpdist(plain, other, scorer=OSA.distance)
    found = np.full(len(left), DIFFERENT, dtype=np.int8)
    if similar:
        alike = cpdist(left, right, scorer=fuzz.token_sort_ratio) >= ALIKE_WORDS
        alike |= cpdist(plain, other, scorer=JaroWinkler.similarity) >= ALIKE_LETTERS
        held = cpdist(left, right, scorer=fuzz.token_set_ratio) >= 100
        found[alike | held] = SIMILAR
    found[(mistakes <= np.maximum(1, NEAR_SHARE * longest)) & (longest >= LEAST_MISTAKEN)] = NEAR
    found[mistakes == 0] = SAME
    return found


def _dates(first: str, second: str) -> int:
    """Nearly the same: told less exactly, a digit wrong, day and month exchanged. Similar: the same year."""
    shorter, longer = sorted((first, second), key=len)
    if longer.startswith(shorter) and len(shorter) >= 4:
        return NEAR
    exchanged = first[:4] + first[6:8] + first[4:6]
    if len(first) == len(second) == 8 and (exchanged == second or OSA.distance(first, second) == 1):
        return NEAR
    return SIMILAR if first[:4] == second[:4] else DIFFERENT


def names_alike(first: str, second: str) -> float:
    """Titles: word order and small mistakes matter little, another number makes another thing."""
    if {w for w in first.split() if w.isdigit()} ^ {w for w in second.split() if w.isdigit()}:
        return OTHER_NUMBER * fuzz.token_sort_ratio(first, second) / 100
    full = fuzz.token_sort_ratio(first, second) / 100
    shorter, longer = sorted((first, second), key=len)
    if longer.startswith(shorter + " ") and 2 * len(shorter) >= len(longer):
        return max(full, LONGER_TITLE)
    return min(full, NOT_THE_SAME, _common_words(first.split(), second.split()))


def _common_words(first: Sequence[str], second: Sequence[str]) -> float:
    """The share of letters in words of both names, spelling mistakes forgiven; 1 if one has all of the other's words.

    Letters alone would take "A history of bread" for "A history of bells".
    """
    left = Counter(second)
    alone = []
    for word in first:
        if left[word]:
            left[word] -= 1
        else:
            alone.append(word)
    rest = list(left.elements())
    for word in tuple(alone):
        twin = max(rest, key=lambda other: fuzz.ratio(word, other), default="")
        if max(len(word), len(twin)) >= LEAST_MISSPELT and fuzz.ratio(word, twin) >= MISSPELT:
            alone.remove(word)
            rest.remove(twin)
    if not alone or not rest:
        return 1.0
    return 1 - sum(map(len, [*alone, *rest])) / sum(map(len, [*first, *second]))


def people_alike(first: str, second: str) -> float:
    """Names of persons: the surname and the first letters of the given names decide."""
    a, b = word_list(first), word_list(second)
    if not a or not b:
        return 0.0
    if a[-1] != b[-1]:
        return 1.0 if sorted(a) == sorted(b) else OTHER_NAME * fuzz.ratio(" ".join(a), " ".join(b)) / 100
    for mine, other in zip(a[:-1], b[:-1], strict=False):
        if mine != other and not (mine[0] == other[0] and 1 in (len(mine), len(other))):
            return OTHER_INITIAL if mine[0] != other[0] else OTHER_NAME * fuzz.ratio(mine, other) / 100 + SAME_INITIAL
    return INITIALS
