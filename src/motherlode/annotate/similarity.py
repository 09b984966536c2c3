"""How alike two records are, attribute by attribute (E9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz

from motherlode.annotate.folding import fold, word_list
from motherlode.model.evidence import Term
from motherlode.model.schema import Attribute, Schema

Values = Mapping[str, tuple[str, ...]]

WEIGHTS: dict[str, float] = {
    "name": 4.0, "person": 2.0, "year": 1.0, "date": 1.0, "organisation": 1.0, "place": 1.0, "address": 2.0,
    "phone": 2.0, "email": 2.0, "code": 1.5, "isbn": 3.0, "doi": 3.0, "measure": 0.7, "duration": 0.7,
}  # fmt: skip
"""How much an attribute of a type says about identity; what changes from shop to shop (price, rating, stock) and
free text say nothing."""
MISSPELT, LEAST_MISSPELT = 80.0, 5
"""Words of so many letters that are so much alike (in percent) are one word: a letter or two of six differ."""

CONTRADICTED = 0.55
"""Names less alike than this belong to different things whatever else agrees."""


def compare(first: Values, second: Values, schema: Schema) -> tuple[float, tuple[Term, ...]]:
    """The similarity of two records from 0 to 1, with what every attribute added."""
    total = weight_sum = 0.0
    terms: list[Term] = []
    names_differ = keys_agree = keys_differ = False
    for attribute in schema.attributes:
        weight = WEIGHTS.get(attribute.type, 0.0)
        mine, other = first.get(attribute.name), second.get(attribute.name)
        if not mine or not other or not (weight or attribute.key):
            continue
        score = alike(mine, other, attribute)
        if attribute.key:
            weight = max(weight, 3.0)
            keys_agree |= score >= 1.0
            keys_differ |= score < 1.0
        if attribute.type == "name" and score < CONTRADICTED:
            names_differ = True
        total += weight * score
        weight_sum += weight
        terms.append(Term(attribute.name, score, weight * score))
    if not weight_sum:
        return 0.0, ()
    similarity = total / weight_sum
    if keys_agree and not names_differ:
        similarity = max(similarity, 0.95)
    elif keys_differ or names_differ:
        similarity = min(similarity, 0.5)
    return similarity, tuple(terms)


def alike(first: Sequence[str], second: Sequence[str], attribute: Attribute) -> float:
    """The similarity of two values of an attribute, lists by their best partners."""
    if attribute.many and (len(first) > 1 or len(second) > 1):
        few, many = sorted((first, second), key=len)
        return sum(max(_one(a, b, attribute.type) for b in many) for a in few) / len(few)
    return _one(first[0], second[0], attribute.type)


def _one(first: str, second: str, kind: str) -> float:
    if first == second:
        return 1.0
    if kind in {"isbn", "doi", "phone", "email", "link", "number", "boolean"}:
        return 0.0
    if kind in {"date", "year"}:
        return _dates(first, second)
    if kind == "code":
        return float(fold(first).replace("-", "").replace(" ", "") == fold(second).replace("-", "").replace(" ", ""))
    if kind == "person":
        return people_alike(first, second)
    a, b = " ".join(word_list(first)), " ".join(word_list(second))
    if a == b:
        return 1.0
    if kind == "name":
        return names_alike(a, b)
    return fuzz.token_set_ratio(a, b) / 100


def names_alike(first: str, second: str) -> float:
    """Titles: word order and small mistakes matter little, another number makes another thing."""
    if {w for w in first.split() if w.isdigit()} ^ {w for w in second.split() if w.isdigit()}:
        return 0.6 * fuzz.token_sort_ratio(first, second) / 100
    full = fuzz.token_sort_ratio(first, second) / 100
    shorter, longer = sorted((first, second), key=len)
    if longer.startswith(shorter + " ") and len(shorter) >= 0.5 * len(longer):
        return max(full, 0.92)
    return min(full, _common_words(first.split(), second.split()))


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
        return 1.0 if sorted(a) == sorted(b) else 0.8 * fuzz.ratio(" ".join(a), " ".join(b)) / 100
    for mine, other in zip(a[:-1], b[:-1], strict=False):
        if mine != other and not (mine[0] == other[0] and 1 in (len(mine), len(other))):
            return 0.5 if mine[0] != other[0] else 0.8 * fuzz.ratio(mine, other) / 100 + 0.1
    return 0.95


def _dates(first: str, second: str) -> float:
    shorter, longer = sorted((first, second), key=len)
    if longer.startswith(shorter):
        return 1.0
    return 0.5 if first[:4] == second[:4] else 0.0
