"""The leaves of a record, each with a key that says which semantic item it is, and what kind of value it is (E6).

A key is the path from the record's root to the leaf: tags, the class names that tell a kind, the place of table
cells, and for bare text what stands before it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from motherlode.dom.labels import class_names
from motherlode.dom.tree import HIDDEN_TAGS, TEXT, Tree
from motherlode.errors import MotherlodeError
from motherlode.lang import any_of
from motherlode.lang.months import named
from motherlode.text.urls import canonical

_CELLS = frozenset({"td", "th"})
_BREAKS = frozenset({"br", "hr", "wbr"})
_LAST_CELL = re.compile(r"\[\d+\]$")
_WORTHLESS = re.compile(r"^[\s|·•›»«\-–—:;,./()\[\]{}<>\xa0]*$")


class Leaf(NamedTuple):
    """A text or image of a record."""

    node: int
    key: str
    text: str
    link: str = ""
    image: bool = False


def shown_texts(tree: Tree, start: int, end: int) -> tuple[str, ...]:
    """All texts between two nodes in document order, white space folded."""
    tags, texts, ends = tree.tags, tree.texts, tree.ends
    found = []
    i = start
    while i < end:
        tag = tags[i]
        if tag == TEXT:
            folded = " ".join(texts[i].split())
            if folded:
                found.append(folded)
        elif tag in HIDDEN_TAGS:
            i = ends[i]
            continue
        i += 1
    return tuple(found)


def leaves_of(tree: Tree, start: int, end: int) -> tuple[list[Leaf], tuple[str, ...]]:
    """The leaves between two nodes with their keys, without punctuation that only separates; and all texts there as
    `shown_texts` gives them."""
    tags, ends, classes, texts = tree.tags, tree.ends, tree.classes, tree.texts
    found: list[Leaf] = []
    shown: list[str] = []
    above, link, before, cells = "", "", "", 0  # of the open element: key, address, what stood last in it, its cells
    levels: list[tuple[int, str, str, str, int]] = []
    i, stop = start, end
    while i < end:
        while i >= stop:
            stop, above, link, before, cells = levels.pop()
        tag = tags[i]
        if tag == TEXT:
            text = " ".join(texts[i].split())
            if text:
                shown.append(text)
                if not _WORTHLESS.match(text):
                    found.append(Leaf(i, f"{above}/text(){before}", text, link))
            i += 1
            continue
        if tag in HIDDEN_TAGS:
            i = ends[i]
            continue
        part = _part(tag, classes[i])
        if tag in _CELLS:
            cells += _span(tree.given(i).get("colspan"))
            part += f"[{cells}]"
        elif tag not in _BREAKS:
            cells += 1
        before = f"|{tag}"
        key = f"{above}/{part}"
        if tag == "img":
            given = tree.given(i)
            found.append(Leaf(i, key, given.get("alt") or "", given.get("src") or "", image=True))
        if ends[i] > i + 1:
            levels.append((stop, above, link, before, cells))
            above, link = key, (tree.given(i).get("href") or link if tag == "a" else link)
            stop, before, cells = ends[i], "", 0
        i += 1
    return found, tuple(shown)


def seen_from(leaves: list[Leaf], url: str, known: dict[str, str]) -> list[Leaf]:
    """The leaves with addresses made absolute, where the page's own is known; one that cannot be read stays as it is.

    `known` remembers the addresses of a page.
    """
    if not url:
        return leaves
    for link in {leaf.link for leaf in leaves if leaf.link and leaf.link not in known}:
        try:
            known[link] = canonical(link, base=url) or link
        except (MotherlodeError, ValueError):
            known[link] = link
    return [Leaf(*leaf[:3], known[leaf.link], leaf.image) if leaf.link else leaf for leaf in leaves]


@lru_cache(maxsize=8192)
def _part(tag: str, value: str | None) -> str:
    names = class_names(value) if value else ""
    return f"{tag}.{'.'.join(names.split())}" if names else tag


def _span(value: str | None) -> int:
    return max(1, min(100, int(value))) if value and value.isdigit() else 1


@lru_cache(maxsize=4096)
def path_of(key: str, turn: int = 0) -> str:
    """A leaf's key as a relative XPath a person can read; two keys never give the same.

    >>> path_of("/tr/td.price.new[2]/text()|br", 1)
    "tr/td[2][contains(@class, 'price')][contains(@class, 'new')]/text()[preceding-sibling::*[1][self::br]][2]"
    """
    steps = []
    for part in key.split("/")[1:]:
        part, _, before = part.partition("|")
        cell = _LAST_CELL.search(part)
        place = cell[0] if cell else ""
        tag, *names = part.removesuffix(place).split(".")
        tests = "".join(f"[contains(@class, '{name}')]" for name in names)
        steps.append(tag + place + tests + (f"[preceding-sibling::*[1][self::{before}]]" if before else ""))
    return "/".join(steps) + (f"[{turn + 1}]" if turn else "")


_MONTH = rf"(?:{any_of(named('en'))})[a-z]*"
_CURRENCY = r"(?:[$€£¥₹₽₩]|US\$|CA\$|A\$|USD|EUR|GBP|CHF|JPY|CNY|RMB|SEK|NOK|DKK|PLN|CZK|kr\.?|zł|元|円)"
_AMOUNT = r"\d{1,3}(?:[,.\s\u00a0']\d{3})*(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?"
_PATTERNS = {
    "email": r"(?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    "doi": r"(?:(?:doi:?\s*)|(?:https?://(?:dx\.)?doi\.org/))?10\.\d{4,9}/\S+",
    "isbn": r"(?:isbn(?:-1[03])?:?\s*(?:97[89][-\s]?)?\d[\d-]{7,14}[\dx]|97[89][-\s]?\d[\d\s-]{8,13}[\dx])",
    "link": r"(?:https?://|www\.)\S+",
    "price": (
        rf"(?:[a-z ]{{0,12}}:?\s*)?(?:{_CURRENCY}\s?(?:{_AMOUNT})|(?:{_AMOUNT})(?:,-|,–)?\s?{_CURRENCY})"
        rf"(?:\s?[-–]\s?{_CURRENCY}?\s?(?:{_AMOUNT}))?(?:\s*/?\s*\w{{1,10}})?"
    ),
    "date": (
        rf"(?:\w{{3,10}},?\s+)?(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}(?:[T\s]\d{{2}}:\d{{2}}\S*)?|"
        rf"\d{{1,2}}[-/.]\d{{1,2}}[-/.]\d{{2,4}}|{_MONTH}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|"
        rf"\d{{1,2}}\.?\s+{_MONTH}\.?,?\s+\d{{4}}|{_MONTH}\.?\s+\d{{4}}|\d{{4}}年\d{{1,2}}月(?:\d{{1,2}}日)?)"
        r"(?:,?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?)?"
    ),
    "phone": r"(?:tel\.?:?\s*)?(?:\+\d{1,3}[\s.-]?)?(?:\(\d{2,5}\)[\s.-]?)?\d{2,5}(?:[\s.-]\d{2,8}){1,4}",
    "number": r"[#№(]?[-+−]?(?:\d+|\d{1,3}(?:[,.\s\u00a0']\d{3})+)(?:[.,]\d+)?\s?%?\)?",
    "boolean": r"(?:yes|no|true|false|ja|nein|✓|✗|✔|✘)",
}
_KINDS = {kind: re.compile(f"^{pattern}$", re.IGNORECASE) for kind, pattern in _PATTERNS.items()}
LOOKED_AT = 40
"""Values of a column that decide its type."""

_TELLING = re.compile(r"[\d@✓✗✔✘]|^(?:https?:|www\.)|^(?:yes|no|true|false|ja|nein)$", re.IGNORECASE)
"""A text without any of these is just text."""

_LEAST_SHARE = 0.7
"""Share of a column's values that must be of a type; one value in four may be 'n/a', 'sold out' and the like."""


def type_of(text: str) -> str:
    """The type of one text; "text" where no other fits.

    >>> [type_of(t) for t in ("$ 12.50", "3 May 2021", "10.1000/182", "42", "a@b.org", "Moby Dick")]
    ['price', 'date', 'doi', 'number', 'email', 'text']
    """
    text = text.strip()
    if not text or len(text) > 80 or not _TELLING.search(text):
        return "text"
    return _kind_of(text)


@lru_cache(maxsize=4096)
def _kind_of(text: str) -> str:
    for kind, pattern in _KINDS.items():
        if pattern.match(text) and (kind != "phone" or sum(c.isdigit() for c in text) >= 7):
            return kind
    return "text"


def column_type(texts: Sequence[str]) -> str:
    """The type that most values of a column share."""
    if not texts:
        return "text"
    counts: dict[str, int] = {}
    for text in texts[:LOOKED_AT]:
        kind = type_of(text)
        counts[kind] = counts.get(kind, 0) + 1
    best = max(counts, key=lambda kind: (counts[kind], kind))
    return best if counts[best] >= _LEAST_SHARE * min(len(texts), LOOKED_AT) else "text"
