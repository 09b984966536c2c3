"""A text read as the name of a unit (U3): what its words say, apart from where it stands.

>>> read("Department of Chemistry").kind, read("MBA Finance").kind, read("Computer Science").kind
('department', 'programme', 'subject')
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from motherlode.extract.people.lexicon import fold_word
from motherlode.extract.people.wordlists import sections, words

Reading = Literal["college", "department", "programme", "subject", "other"]
LinkKind = Literal["colleges", "departments", "people"]

MAX_UNIT = 90
"""Characters of a unit's name."""

_PATTERNS = {
    head: re.compile("|".join(f"(?:{line})" for line in lines), re.IGNORECASE) for head, lines in sections("units")
}
_CONNECTORS = frozenset(
    {
        "and",
        "of",
        "the",
        "for",
        "in",
        "und",
        "der",
        "de",
        "y",
        "et",
        "e",
        "la",
        "i",
        "a",
        "with",
        "to",
        "",
    }
)
_HAN_SUBJECT = re.compile(r"^[\u3400-\u9fff]{2,12}(?:学|工程|科学|技术|管理|语|系统)$")


@dataclass(frozen=True, slots=True)
class UnitReading:
    """What the words of a text say about the unit they may name."""

    name: str
    kind: Reading


@lru_cache(maxsize=50_000)
def read(text: str) -> UnitReading | None:
    """The unit that a text names, or nothing where it has not a unit's shape."""
    name = " ".join(text.split()).strip(" ,;:·•|»›>-–—")
    if not 2 <= len(name) <= MAX_UNIT or name.count(",") > 4 or re.search(r"[@{}<>=]|https?:|[.!?]\s+\w", name):
        return None
    if _PATTERNS["programme"].search(name):
        return UnitReading(name, "programme")
    if _PATTERNS["not"].search(name):
        return UnitReading(name, "other")
    if _PATTERNS["department"].search(name):
        return UnitReading(name, "department")
    if _PATTERNS["college"].search(name):
        return UnitReading(name, "college")
    if is_subject(name):
        return UnitReading(name, "subject")
    return UnitReading(name, "other")


def is_subject(name: str) -> bool:
    """Whether every word of the name is a word of subjects, such as "Electrical and Computer Engineering" (U3)."""
    if _HAN_SUBJECT.match(name):
        return True
    parts = [fold_word(part) for part in re.split(r"[\s,/&+\-]+", re.sub(r"\([^)]*\)|['’]s?\b", " ", name))]
    known = words("subjects")
    content = [part for part in parts if part not in _CONNECTORS]
    return bool(content) and all(part in known for part in content) and name[:1].isupper()


def link_score(anchor: str, url: str, kind: LinkKind) -> float:
    """How much a link's words promise a page of that kind (U1): 1 for a full match, 0.5 for the address only."""
    text = " ".join(anchor.split()).strip(" ›»>|·•:")
    score = 0.0
    if 1 < len(text) <= 60 and _PATTERNS[f"link {kind}"].search(text):
        whole = bool(re.fullmatch(r"[\w'’]+", text)) or len(text.split()) <= 3
        score = 1.0 if whole else 0.7
    tail = re.split(r"[?#]", url)[0].rstrip("/").rsplit("/", 1)[-1]
    slug = re.sub(r"\.\w{2,5}$", "", tail).replace("-", " ").replace("_", " ")
    if slug and _PATTERNS[f"link {kind}"].search(slug):
        score += 0.5 if not score else 0.2
    return score
