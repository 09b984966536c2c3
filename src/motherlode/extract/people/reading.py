"""A text read as the name of a unit (U3): what its words say, apart from where it stands.

>>> read("Department of Chemistry").kind, read("MBA Finance").kind, read("Computer Science").kind
('department', 'programme', 'subject')
>>> read("Кафедра физики").kind, read("Institut für Physik").kind, read("物理学院").kind
('department', 'institute', 'college')
>>> read("Department of Physics receives an award").kind
'other'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from motherlode.extract.people import titles
from motherlode.extract.people.lexicon import fold_word, words
from motherlode.extract.people.words import LIKELY, UNIT_KINDS, says_units, staff_score
from motherlode.lang import CJK, compiled, gathered, pattern, section

Reading = Literal[
    "university", "college", "department", "institute", "centre", "laboratory", "chair", "office", "programme",
    "subject", "other",
]  # fmt: skip
ACADEMIC = frozenset({"college", "department", "institute", "chair"})
"""Kinds that are units by their name alone."""

NAMED = ACADEMIC | {"centre", "laboratory"}
"""Kinds that are units where a page of their own, or a list of them, confirms it."""

MAX_UNIT = 110
"""Characters of a unit's name; the longest labelled one has 71."""

MAX_WORDS = 14
MAX_WHOLE = 8
"""Words of a university's name that does not end with its head word: "Technological University Dublin"."""

_POINTING = frozenset(
    {"the", "our", "your", "this", "my", "each", "a", "every", "die", "der", "das", "la", "el", "le", "il"}
)
_EDGES = " ,;:·•|»›>-–—→↗*"
_ABBREVIATION = re.compile(r"(?:^|[\s(])[^\W\d_]{1,5}\.$")
_CONNECTORS = frozenset(
    {"and", "of", "the", "for", "in", "und", "der", "de", "y", "et", "e", "la", "i", "a", "with", "to", ""}
)
_HAN_SUBJECT = re.compile(r"^[\u3400-\u9fff]{2,12}(?:学|工程|科学|技术|管理|语|系统)$")
_YEAR = re.compile(r"(?<![(\d])\b(?:1[89]|20)\d\d\b(?![)\d])")
"""A year outside of brackets: the text tells something about a unit."""

_PUSHING = re.compile(
    r"(?i)^(?:read|view|visit|go to|learn|click|see|next|previous|back|all|show|welcome|about|why|how|our|your|find"
    r"|explore|meet|join|om|über|sobre|acerca|à propos|о|об|про|over|chi|hakkında|o)\b"
)


@dataclass(frozen=True, slots=True)
class UnitReading:
    """What the words of a text say about the unit they may name."""

    name: str
    kind: Reading


@lru_cache(maxsize=50_000)
def read(text: str) -> UnitReading | None:
    """The unit that a text names, or nothing where it has not a unit's shape."""
    name = _without_label(" ".join(text.split()).strip(_EDGES))
    if (
        not 2 <= len(name) <= MAX_UNIT
        or name.count(",") > 4
        or re.search(r"[@{}<>=]|https?:", name)
        or _sentence(name)
        or _YEAR.search(name)
    ):
        return None
    if CJK.search(name):
        return UnitReading(name, _of_dense(name))
    if len(name.split()) > MAX_WORDS:
        return None
    front, _, place = name.partition(", ")
    kind = _of_words(front) if place and len(place.split()) <= 2 else "other"
    kind = _of_words(name) if kind == "other" else kind
    programme = pattern("units", "programmes").search(name.casefold())
    if programme and (kind in ("other", "office") or programme.start() == 0):
        return UnitReading(name, "programme")
    if kind != "other":
        return UnitReading(name, kind)
    return UnitReading(name, "subject" if is_subject(name) else "other")


def unit_named(text: str) -> str:
    """The unit that a text names; empty without one."""
    found = read(text) if len(text) <= MAX_UNIT else None
    return found.name if found is not None and found.kind in NAMED else ""


# A run of spaces is looked at from its beginning alone, so that a long one takes no time.
_LABELLED = re.compile(r"(?<!\s)\s+[-–—|/•·»›]\s+|\s?[|»›:：]\s+|(?<!\s)\s*[：|»]\s*")


def _without_label(name: str) -> str:
    """The name without a label for staff beside it: "Department of Physics: Staff", "Staff – School of Law"."""
    parts = [part.strip(_EDGES) for part in _LABELLED.split(name)]
    if len(parts) != 2 or not all(parts):
        return name
    labels = [staff_score(part) >= LIKELY or says_units(part) for part in parts]
    return parts[labels.index(False)] if sum(labels) == 1 else name


def _sentence(name: str) -> bool:
    """Whether a full stop inside ends a sentence and not an abbreviation ("Dept. of Arabic", "St. Mary's School")."""
    if name.endswith(("!", "?")) or (name.endswith(".") and not _ABBREVIATION.search(name)):
        return True
    for match in re.finditer(r"[.!?]\s+\w", name):
        if match[0][0] != "." or not _ABBREVIATION.search(name[: match.start() + 1]):
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Heads:
    """The head words of one language: what may follow one of them, and what stands in small letters in a name."""

    kinds: tuple[tuple[Reading, re.Pattern[str]], ...]
    follows: frozenset[str]
    joins: frozenset[str]
    strict: bool


@cache
def _heads() -> tuple[_Heads, ...]:
    found = []
    for code, table in section("units").items():
        kinds = tuple(
            (kind, compiled(word.casefold() for word in table.get(kind, ()) if not CJK.search(word)))
            for kind in UNIT_KINDS
        )
        joins = frozenset(table.get("joins", ())) | frozenset({"&", "-", "–", "/"})
        found.append(_Heads(kinds, frozenset(table.get("follows", ())), joins, code == "en"))  # type: ignore[arg-type]
    return tuple(found)


def _of_words(name: str) -> Reading:
    """The kind of a name in a script with spaces: a head word that is followed up, or that ends the name."""
    folded = name.casefold()
    if (
        _PUSHING.search(name)
        or not (name[0].isupper() or not name[0].isalpha())
        or pattern("units", "never").search(folded)
    ):
        return "other"
    if any(folded.endswith(" " + word) for word in gathered("units", "university") if " " in word):
        return "university"
    best: tuple[int, Reading] | None = None
    ending: Reading | None = None
    whole = False
    for kind, start, after, heads in _matches(name, folded):
        before = folded[:start].split()
        if before and titles.find(" ".join(before)) is not None:
            return "other"
        whole = whole or (kind == "university" and len(_bare(folded)) > 1)
        if not after and folded[start:] == "faculty":
            continue  # "Geography Faculty" are people
        if not after and ((before and before[-1] not in _POINTING) or (not before and kind == "office")):
            ending = ending if ending not in (None, "university") else kind
        elif (
            after
            and (_goes_on(after, heads, start == 0) or (start == 0 and kind in NAMED and _bare_head(name, heads)))
            and (best is None or start < best[0])
        ):
            best = (start, kind)
    if best is None or (ending == "office" and best[0] > 0):
        return ending or ("university" if whole and len(folded.split()) <= MAX_WHOLE else "other")
    return best[1]


def _matches(name: str, folded: str) -> Iterator[tuple[Reading, int, list[str], _Heads]]:
    """The head words in a name: kind, place, the words behind it, and its language."""
    english = _english()
    for heads in _heads():
        for kind, search in heads.kinds:
            for match in search.finditer(folded):
                after = folded[match.end() :].lstrip(".").split()
                if heads.strict and not _titled(name, heads.joins):
                    continue
                if after or heads.strict or match[0] not in english:
                    yield kind, match.start(), after, heads


@cache
def _english() -> frozenset[str]:
    """The head words of English, whose names are written with capitals also where another language has the word."""
    table = section("units")["en"]
    return frozenset(word for kind in UNIT_KINDS for word in table[kind])


def _bare(folded: str) -> list[str]:
    return [word for word in folded.split() if word not in _POINTING]


def _goes_on(after: list[str], heads: _Heads, first: bool) -> bool:
    """Whether what follows a head word makes it a name: "of …", or any word where the language joins without one."""
    if heads.follows:
        word = after[0]
        joined = word in heads.follows or any(word.startswith(form) for form in heads.follows if form[-1] in "'’")
        return joined and (len(after) > 1 or word not in heads.follows)
    return first


def _bare_head(name: str, heads: _Heads) -> bool:
    """Whether a head word of another language than English begins a name without a joining word: "UFR Sciences".

    Every word must be capitalised, as in the names that pages give their units so, or be one of subjects.
    """
    head, _, behind = name.partition(" ")
    if heads.strict or head.casefold() in _english() or not behind[:1].isupper() or re.search(r"[:;()\d]", name):
        return False
    return _titled(name, heads.joins) or is_subject(behind)


def _titled(name: str, joins: frozenset[str]) -> bool:
    """Whether every word but the small ones begins with a capital, as names of units do in English."""
    bare = re.sub(r"\([^)]*\)", " ", name)
    return all(
        word[0].isupper() or not word[0].isalpha() or word.casefold() in joins
        for word in re.split(r"[\s/]+", bare)
        if word
    )


def _of_dense(name: str) -> Reading:
    """The kind of a name in Chinese, Japanese or Korean, by its longest known ending."""
    bare = re.sub(r"[（(][^（(）)]{0,200}[）)]$", "", name).replace(" ", "")
    if len(bare) > 24 or re.search(r"[，。！？、：；,!?]", bare):
        return "other"
    if any(word in bare for word in gathered("units", "never") if CJK.search(word)):
        return "other"
    best: tuple[int, Reading] = (0, "other")
    for kind in UNIT_KINDS:
        for word in gathered("units", kind):
            if CJK.search(word) and bare.endswith(word) and len(bare) > len(word) > best[0]:
                best = (len(word), kind)  # type: ignore[assignment]
    if any(bare.endswith(word) for word in gathered("units", "programmes") if CJK.search(word)):
        return "programme"
    if best[1] == "other" and _HAN_SUBJECT.match(bare):
        return "subject"
    return best[1]


def is_subject(name: str) -> bool:
    """Whether every word of the name is a word of subjects, such as "Electrical and Computer Engineering" (U3)."""
    parts = [fold_word(part) for part in re.split(r"[\s,/&+\-]+", re.sub(r"\([^)]*\)|['’]s?\b", " ", name))]
    known = words("subjects")
    content = [part for part in parts if part not in _CONNECTORS]
    return bool(content) and all(part in known for part in content) and name[:1].isupper()
