"""The paper's Rel: how closely the values of an item and the name of an attribute stand together (E7, E8).

Rel(K, A) = α · (1 − Itemspan(K, A) / max Itemspan) + (1 − α) · Itemtimes(K, A) / Σ Itemtimes. The paper's eq. (5)
prints the first term without `1 −`, which would reward distance; its text says that nearer is closer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from motherlode.annotate.folding import label_words
from motherlode.model.schema import Attribute

SAMPLED_VALUES = 8
"""Values of an item that are looked up; more change the means little and cost queries."""
FAR = 200.0
"""Context distance, in words, that stands for `never together`."""


class EvidenceSource(Protocol):
    """Where Rel looks values and attribute names up together: an index of pages, or a search API (E8)."""

    def together(self, value: str, names: Sequence[str], /) -> tuple[float, int]:
        """The smallest distance in words between the value and one of the names, and in how many texts they meet."""
        ...


def rel(
    values: Sequence[str], attributes: Sequence[Attribute], source: EvidenceSource, alpha: float = 0.5
) -> NDArray[np.float32]:
    """Rel of one item with every attribute (eq. 5 to 7)."""
    chosen = list(dict.fromkeys(value for value in values if value.strip()))[:SAMPLED_VALUES]
    if not chosen or not attributes:
        return np.zeros(len(attributes), dtype=np.float32)
    spans = np.zeros((len(chosen), len(attributes)))
    times = np.zeros((len(chosen), len(attributes)))
    for place, attribute in enumerate(attributes):
        names = (attribute.name.replace("_", " "), *attribute.synonyms)
        for row, value in enumerate(chosen):
            span, count = source.together(value, names)
            spans[row, place], times[row, place] = min(span, FAR), count
    item_span, item_times = spans.mean(axis=0), times.mean(axis=0)
    closeness = 1.0 - item_span / max(float(item_span.max()), 1e-9)
    share = item_times / max(float(item_times.sum()), 1e-9)
    found: NDArray[np.float32] = (alpha * closeness + (1 - alpha) * share).astype(np.float32)
    found[item_times == 0] = 0.0
    return found


def nearest(words: Sequence[str], value: Sequence[str], names: Sequence[Sequence[str]]) -> float:
    """The smallest number of words between a value and one of the names in a text; FAR when they do not meet."""
    at_value = _places(words, value)
    if not at_value:
        return FAR
    best = FAR
    for name in names:
        for start in _places(words, name):
            end = start + len(name)
            for begin in at_value:
                gap = begin - end if begin >= end else start - (begin + len(value))
                if gap >= 0:
                    best = min(best, float(gap))
    return best


def _places(words: Sequence[str], wanted: Sequence[str]) -> list[int]:
    if not wanted:
        return []
    first, size = wanted[0], len(wanted)
    return [at for at, word in enumerate(words) if word == first and list(words[at : at + size]) == list(wanted)]


def name_words(names: Sequence[str]) -> list[tuple[str, ...]]:
    """The names as words, as they are compared with a text's."""
    return [words for words in dict.fromkeys(label_words(name) for name in names) if words]
