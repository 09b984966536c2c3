"""The words for units, lists of people and news in many languages, from the tables of `lang` (U1, U3).

>>> staff_score("Academic staff"), staff_score("Преподаватели"), staff_score("News"), staff_score("Physics")
(1.0, 1.0, -1.0, 0.0)
>>> says_units("Schools and departments"), says_units("Кафедры"), says_units("Our history")
(True, True, False)
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import parse_qsl, unquote, urlsplit

from motherlode.extract.people import titles
from motherlode.lang import CJK, gathered, pattern

UNIT_KINDS = ("university", "college", "department", "institute", "centre", "laboratory", "chair", "office")
"""The kinds of units of the tables, in the order in which they are tried."""

LIKELY, PERHAPS = 0.6, 0.4
"""What a label is worth that speaks of staff among other things or by a rank, and one whose word has other meanings.
Only their order and the middle between them count: the weights of pages are learned over them."""

NEARLY_ALL = 0.7
"""Share of a label that the name of a rank must fill for the label to be one."""

LONGEST_LABEL = 60
"""Characters of a link's or heading's text that can name what a page is."""

GLUED = {"words": 4, "never": 6}
"""Letters of a word that is also found inside a word of an address, such as "staff" in "academicstaff".

Words against need two more: the Dutch word for press would else begin "person", and "story" ends "history".
"""


@lru_cache(maxsize=100_000)
def staff_score(text: str) -> float:
    """What a link's text, a heading or a title says about a list of people: 1 for it, 0.4 perhaps, -1 for news."""
    folded = " ".join(text.split()).casefold().strip(" ›»>|·•:→")
    if not folded or len(folded) > LONGEST_LABEL:
        return 0.0
    strong = pattern("staff", "words").search(folded)
    if pattern("staff", "never").search(folded):
        heads = strong is not None and strong.end() == len(folded) and len(folded.split()) <= 3
        return LIKELY if heads and not re.search(r"\b(?:for|to|und|für|and)\b|[/,&]", folded) else -1.0
    if strong:
        return 1.0 if len(folded.split()) <= 5 or CJK.search(folded) else LIKELY
    if _is_rank(folded):
        return LIKELY
    return PERHAPS if pattern("staff", "weak").search(folded) else 0.0


def _is_rank(text: str) -> bool:
    """Whether a label is the name of an academic rank and little else, as pages for one rank have it."""
    title = titles.find(text)
    return title is not None and title.academic and title.end - title.start > NEARLY_ALL * len(text)


@lru_cache(maxsize=100_000)
def says_others(text: str) -> bool:
    """Whether a heading stands over people who do not, or no longer, belong to the staff."""
    folded = " ".join(text.split()).casefold().strip(" ›»>|·•:→")
    return 0 < len(folded) <= LONGEST_LABEL and bool(pattern("staff", "apart").search(folded))


@lru_cache(maxsize=100_000)
def says_units(text: str) -> bool:
    """Whether a link's text or a heading promises a list of units."""
    folded = " ".join(text.split()).casefold().strip(" ›»>|·•:→")
    return 0 < len(folded) <= LONGEST_LABEL and bool(pattern("units", "lists").search(folded))


@lru_cache(maxsize=100_000)
def slug_of(url: str) -> str:
    """The last telling part of an address as words: the folder of an index page, without endings and numbers."""
    path = unquote(urlsplit(url).path)
    parts = [part for part in path.split("/") if part]
    while parts and re.match(r"(?i)^(?:(?:index|default|home|main)(?:\.\w+)?|[\W\d_]+(?:\.\w+)?)$", parts[-1]):
        parts.pop()
    if not parts:
        return ""
    stem = re.sub(r"\.\w{2,5}$", "", parts[-1])
    stem = re.sub(r"([a-z])([A-Z])", r"\1 \2", stem)
    return " ".join(re.split(r"[\W_\d]+", stem)).strip().casefold()


def _asked(url: str) -> list[str]:
    """The values of an address's query that are words: "people.php?type=students" says more than its path."""
    values = (value for _, value in parse_qsl(urlsplit(url).query) if len(value) < LONGEST_LABEL)
    return [" ".join(re.split(r"[\W_\d]+", value)).strip().casefold() for value in values]


@lru_cache(maxsize=100_000)
def slug_score(url: str) -> float:
    """The same for the words of an address, which may be glued together ("academicstaff")."""
    asked = [score for value in _asked(url) if (score := staff_score(value))]
    if asked:
        return asked[-1]
    slug = slug_of(url)
    if not slug or " " in slug or CJK.search(slug):
        return staff_score(slug)
    slug = slug.replace("research", "")  # it ends with the word for searching
    for part in (str.endswith, str.startswith):
        for name, value in (("words", 1.0), ("never", -1.0)):
            words = (word.rstrip("*").replace(" ", "") for word in gathered("staff", name))
            if any(len(word) >= GLUED[name] and word.isascii() and part(slug, word) for word in words):
                return value
    return staff_score(slug_of(url))


@lru_cache(maxsize=100_000)
def slug_says_units(url: str) -> bool:
    """Whether the words of an address promise a list of units."""
    slug = slug_of(url)
    if says_units(slug) or any(map(says_units, _asked(url))):
        return True
    words = (word.replace(" ", "") for word in gathered("units", "lists"))
    return bool(slug) and any(len(w) >= 5 and w.isascii() and slug.endswith(w) for w in words)
