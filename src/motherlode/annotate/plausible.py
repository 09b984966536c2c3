"""What can be a value of an attribute at all: its form, its range, its unit, its vocabulary (E7).

An empty cell is better than nonsense. A text that does not fit is refused whatever its place says, and a bare number
or word that no label, markup, pattern or vocabulary speaks for is not taken for a value.

>>> plausible("352 pages", Attribute("pages", type="number", low=1, high=10_000, units=("pages",)))
True
>>> plausible("9780306406157", Attribute("isbn_10", type="isbn", pattern=r"(?:\\d[- ]?){9}[\\dXx]"))
False
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motherlode.annotate.evidence import LEAF_FEATURES
from motherlode.annotate.folding import clean, fold, split_label, word_list
from motherlode.annotate.leaves import Leaf
from motherlode.annotate.matching import Matcher
from motherlode.annotate.normalise import read_isbn, read_number
from motherlode.model.schema import Attribute
from motherlode.text.patterns import fits

Mask = NDArray[np.bool_]

SPOKEN_FOR = frozenset({"number", "rating", "measure", "duration", "code", "category", "boolean", "text"})
"""Types whose values are found everywhere on a page: something must say what they are."""
SPEAKING = ("own_label", "label", "itemprop", "markup", "pattern", "vocabulary")
LABELS = ("own_label", "label", "itemprop")
LEAST_SUPPORT = 0.5
"""How much of a label, a class name, a pattern or a vocabulary must speak for such a value."""
NAMED_BY_LABEL = frozenset({"price", "date", "year", "phone", "email", "link", "place"})
"""Types whose values tell what they are, but not whose: a page has many prices and dates."""
GENERAL = {
    "price": frozenset({"price", "cost", "preis", "prix", "precio", "prezzo", "价格"}),
    "date": frozenset({"date", "datum", "fecha", "data", "日期"}),
    "year": frozenset({"year", "jahr", "année", "año", "anno", "年份"}),
    "phone": frozenset({"phone", "telephone", "tel", "telefon", "téléphone", "teléfono", "电话"}),
    "email": frozenset({"email", "mail", "e mail", "邮箱"}),
    "link": frozenset({"website", "url", "homepage", "link", "web site", "网址"}),
    "place": frozenset({"place", "location", "where", "ort", "lieu", "lugar", "luogo", "地点"}),
}
"""Attributes called like their type: the page's first such value may be theirs. A fax, a budget, a birthday is more
than a telephone number, a price, a date: a label or markup must say so."""
HINTED = 0.3
"""How much of a label must name such an attribute: `Date` has a part of `publication date`."""
LISTED = frozenset({"price", "date", "year"})
CROWDED = 0.3
"""A page with three prices in the same place (a `crowd` of log2(3) / 5) lists other things there: none of them is its
own without a label."""
EVERY_PAGE = 4
"""A text that stands on so many pages, and on all of a site, is the template's, unless a label names it."""
CLEAR_SUPPORT = 0.9
"""How well a label must name the attribute of such a text, unless the schema knows it as a value: `Availability:`,
not `Choose a category`."""
NOTHING = frozenset(
    {"n/a", "na", "n.a", "-", "--", "unknown", "not available", "not specified", "and", "or", "k.a", "无"}
)
"""What pages write where they have no value."""
MOST_WORDS = 6
"""A number or rating with more words is a sentence that holds a number."""
RUNNING_TEXT = 3
"""A description (a text of which the longest is kept) has at least so many words."""
_ISBN = re.compile(r"(?<![\dA-Za-z-])(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx](?![\dA-Za-z])")
_OUT_OF = re.compile(r"(\d{1,9}(?:[.,]\d{1,9})?)\s{0,9}(?:/|out of|of|von|sur)\s{0,9}(5|10|100)\b", re.IGNORECASE)
_STARS = re.compile(r"[★☆]|\bstars?\b|\bsterne?\b", re.IGNORECASE)
_POSTCODE = re.compile(r"\d{4,6}(?:-\d{4})?")
_DECIMALS = re.compile(r"\d[.,]\d{1,2}(?!\d)")
_NUMBERS = re.compile(r"\d+(?:[.,]\d+)*")


def plausible(text: str, attribute: Attribute) -> bool:
    """Whether a text can be a value of the attribute; what the schema does not say is not asked."""
    return _plausible(text, attribute)


@lru_cache(maxsize=200_000)
def _plausible(text: str, attribute: Attribute) -> bool:
    value = clean(split_label(text)[1])
    if fold(value) in NOTHING or not _of_type(value, attribute):
        return False
    return not attribute.closed or _known(value, attribute)


def _of_type(value: str, attribute: Attribute) -> bool:
    match attribute.type:
        case "isbn":
            found = _ISBN.search(value)
            if found is None or not read_isbn(value):
                return False
            return not attribute.pattern or fits(attribute.pattern, found[0])
        case "number":
            return _one_number(value, attribute) and _in_range(value, attribute) and _in_unit(value, attribute)
        case "rating":
            return _rating(value) and _in_range(value, attribute)
        case "measure" | "duration":
            return bool(_NUMBERS.search(value)) and _in_range(value, attribute) and _in_unit(value, attribute)
        case "person":
            return any(char.isalpha() for char in value) and sum(char.isdigit() for char in value) <= 4
        case "price" | "year":
            return _in_range(value, attribute)
        case "place":
            return any(char.isalpha() for char in value) or _POSTCODE.fullmatch(value) is not None
        case "text" | "category" | "organisation":
            short = attribute.type == "text" and attribute.merge == "longest" and len(word_list(value)) < RUNNING_TEXT
            told = attribute.pattern and fits(attribute.pattern, value)
            return not short and (any(char.isalpha() for char in value) or bool(told))
    return True


def _one_number(value: str, attribute: Attribute) -> bool:
    if "%" in value and "%" not in attribute.units:
        return False
    if attribute.units and "%" not in attribute.units and _DECIMALS.search(value):
        return False  # pages, doors and reviews are counted; what is measured is a `measure`
    return len(_NUMBERS.findall(value)) == 1 and len(value.split()) <= MOST_WORDS


def _rating(value: str) -> bool:
    """`4.5`, `4 out of 5`, `87 %`, `★★★★`, `3 stars`; no count of reviews."""
    if _OUT_OF.search(value) or "★" in value:
        return True
    number = read_number(value)
    if not number or len(value.split()) > MOST_WORDS or len(_NUMBERS.findall(value)) != 1:
        return False
    if "%" in value or _STARS.search(value):
        return 0 <= float(number) <= 100
    return 0 <= float(number) <= 10 and not any(char.isalpha() for char in value)


def _in_range(value: str, attribute: Attribute) -> bool:
    if attribute.low is None and attribute.high is None:
        return True
    number = read_number(value)
    if not number:
        return False
    low = attribute.low if attribute.low is not None else -float("inf")
    high = attribute.high if attribute.high is not None else float("inf")
    return low <= float(number) <= high


def _in_unit(value: str, attribute: Attribute) -> bool:
    """Whether the words beside the number are units of the attribute; a bare number has the unit of its label."""
    words = [word for word in word_list(value) if not word.isdigit()]
    return not attribute.units or not words or any(word in _units(attribute) for word in words)


@lru_cache(maxsize=1000)
def _units(attribute: Attribute) -> frozenset[str]:
    return frozenset(word for unit in attribute.units for word in word_list(unit))


def _known(value: str, attribute: Attribute) -> bool:
    if attribute.pattern and fits(attribute.pattern, value):
        return True
    parts = [part for part in re.split(r"\s{0,9}(?:[,;/|]| and | & )\s{0,9}", fold(value)) if part]
    return bool(parts) and all(part in _vocabulary(attribute) for part in parts)


@lru_cache(maxsize=1000)
def _vocabulary(attribute: Attribute) -> frozenset[str]:
    return frozenset(fold(value) for value in (*attribute.values, *attribute.examples))


def implausible(leaves: Sequence[Leaf], attributes: Sequence[Attribute]) -> Mask:
    """Which leaves cannot be values of which attributes; shape (leaves, attributes)."""
    found = np.zeros((len(leaves), len(attributes)), dtype=bool)
    for at, attribute in enumerate(attributes):
        found[:, at] = [not plausible(leaf.text, attribute) for leaf in leaves]
    return found


def unspoken(
    plain: NDArray[np.floating], members: Sequence[Sequence[int]], matcher: Matcher, everywhere: Mask
) -> Mask:
    """Which leaves nothing speaks for where something must: neither the leaf itself nor the place it shares with
    other pages, or a label of the leaf's own that names something else; `everywhere` marks the texts that all pages
    of the site have."""
    if not len(plain):
        return np.zeros(plain.shape[:2], dtype=bool)
    labels, known = _most(plain, LABELS), _most(plain, ("vocabulary",)) >= CLEAR_SUPPORT
    types = np.array([attribute.type for attribute in matcher.attributes])
    needy = np.isin(types, list(SPOKEN_FOR))[None, :]
    special = np.array([_special(attribute) for attribute in matcher.attributes])[None, :]
    found: Mask = needy & (_shared(_most(plain, SPEAKING), members) < LEAST_SUPPORT)
    found |= special & ~labelled(plain, members, HINTED) & ~known
    labelled_here = _most(plain, ("other_label",)) + _most(plain, ("firm_label",)) > 0
    foreign = labelled_here & (labels < HINTED) & ~known
    found |= foreign & (needy | special & (_most(plain, ("markup",)) < CLEAR_SUPPORT))
    listed = np.isin(types, list(LISTED)) & [not attribute.many for attribute in matcher.attributes]
    crowded = (_most(plain, ("crowd",)) > CROWDED) & (_most(plain, ("in_title",)) == 0)
    found |= listed[None, :] & (labels < HINTED) & crowded
    steady = needy | (types == "person")[None, :]
    found |= steady & everywhere[:, None] & (labels < np.where(known, LEAST_SUPPORT, CLEAR_SUPPORT))
    return found


def labelled(plain: NDArray[np.floating], members: Sequence[Sequence[int]], least: float = LEAST_SUPPORT) -> Mask:
    """Which leaves a label or markup names an attribute for, on their page or in their place on the others."""
    found: Mask = _shared(_most(plain, (*LABELS, "markup")), members) >= least
    return found


def _most(plain: NDArray[np.floating], names: Sequence[str]) -> NDArray[np.floating]:
    """The strongest of some features, for every leaf and attribute."""
    found: NDArray[np.floating] = plain[:, :, [LEAF_FEATURES.index(name) for name in names]].max(axis=2)
    return found


def _shared(support: NDArray[np.floating], members: Sequence[Sequence[int]]) -> NDArray[np.floating]:
    """Support of a leaf or, where that is more, the mean of the place it shares with other pages."""
    shared = support.copy()
    for ids in members:
        shared[ids] = np.maximum(shared[ids], support[ids].mean(axis=0))
    return shared


def _special(attribute: Attribute) -> bool:
    """Whether an attribute of a type that tells itself means more than the type says."""
    called = fold(attribute.name.replace("_", " "))
    return attribute.type in NAMED_BY_LABEL and called not in GENERAL[attribute.type]
