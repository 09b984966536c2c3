"""What the words of names and of short texts say: log-odds learned over hosts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.extract.article.blocks import Blocks, Ints
from motherlode.extract.article.hints import told_by
from motherlode.extract.article.surroundings import Names

Table = NDArray[np.float32]

SHORT_TEXT = 80
"""Longer blocks are judged without their words: the lexicon is for buttons, labels, teasers and notices."""

MAX_SAID = 65_536
"""Names whose log-odds are remembered."""

BEGIN = "\n"
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\d_\u3040-\u30ff\u3400-\u9fff]+|\n")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Log-odds of the words of names and of short texts; empty before training."""

    classes: Mapping[str, float] = field(default_factory=dict)
    texts: Mapping[str, float] = field(default_factory=dict)
    """Words, and pairs of words with a space between them."""
    pairs: Mapping[str, Mapping[str, float]] = field(init=False, repr=False, compare=False)
    """Those of pairs by their first and second word."""
    _said: dict[str, tuple[float, float]] = field(init=False, repr=False, compare=False)
    _compiled: list[Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        pairs: dict[str, dict[str, float]] = {}
        for words, odds in self.texts.items():
            first, space, second = words.partition(" ")
            if space:
                pairs.setdefault(first, {})[second] = odds
        object.__setattr__(self, "pairs", pairs)
        object.__setattr__(self, "_said", {})
        object.__setattr__(self, "_compiled", [])

    def said_by(self, name: str) -> tuple[float, float]:
        """The lowest and the highest log-odds of the words of a name; the pages of a host repeat theirs."""
        odds = [self.classes.get(token, 0.0) for token in told_by(name)[1]]
        said = float(min(odds, default=0.0)), float(max(odds, default=0.0))
        if len(self._said) >= MAX_SAID:
            self._said.clear()
        self._said[name] = said
        return said

    def said_by_all(self, names: Names) -> Table:
        """The lowest and the highest log-odds of the words of each of several names, names × 2."""
        said = [self._said.get(name) or self.said_by(name) for name in names.names]
        return np.asarray(said, dtype=np.float32).reshape(-1, 2)

    def compiled(self, kernel: Any) -> Any:
        """What the words of texts say, as the native extension looks them up; made once."""
        if not self._compiled:
            self._compiled.append(kernel.Words(dict(self.texts)))
        return self._compiled[0]


def named(blocks: Blocks, lexicon: Lexicon, table: Table) -> None:
    """Log-odds of the names around each block: lowest, highest, sum, and of the innermost that says something."""
    names = blocks.around.names
    if len(names):
        lows, highs = lexicon.said_by_all(names).T[:, names.which]
        table[:] = nested(names.firsts, names.lasts, lows, highs, len(blocks))


def nested(firsts: Ints, lasts: Ints, lows: Table, highs: Table, count: int) -> NDArray[np.float64]:
    """Blocks × four numbers, from the ranges of elements, outer ones first, and what their names say."""
    above: list[tuple[int, float, float, float]] = [(count, 0.0, 0.0, 0.0)]
    rows = [(0.0, 0.0, 0.0, 0.0)]
    innermost = np.zeros(count, dtype=np.int64)
    for first, last, smallest, largest in zip(
        firsts.tolist(), lasts.tolist(), lows.tolist(), highs.tolist(), strict=True
    ):
        if not smallest and not largest:
            continue
        while above[-1][0] <= first and len(above) > 1:
            above.pop()
        _, low, high, total = above[-1]
        strongest = smallest if -smallest > largest else largest
        low, high, total = min(low, smallest), max(high, largest), total + strongest
        above.append((last, low, high, total))
        innermost[first:last] = len(rows)
        rows.append((low, high, min(max(total, -8.0), 8.0), strongest))
    return np.asarray(rows, dtype=np.float64)[innermost]


def worded(texts: Sequence[str], lexicon: Lexicon, table: Table) -> None:
    """Mean, lowest and highest log-odds of the words and pairs of words of each short text; zeros for long ones."""
    rows = [row for row, text in enumerate(texts) if len(text) <= SHORT_TEXT]
    if not rows or not lexicon.texts:
        return
    values, begins = odds_of(_marked([texts[row] for row in rows]), lexicon)
    learned = np.add.reduceat(np.count_nonzero(values, axis=0), begins)
    table[rows, 0] = np.add.reduceat(values.sum(axis=0), begins) / (learned + 1)
    table[rows, 1] = np.minimum.reduceat(values.min(axis=0), begins)
    table[rows, 2] = np.maximum.reduceat(values.max(axis=0), begins)


def odds_of(marked: str, lexicon: Lexicon) -> tuple[Table, Ints]:
    """What the lexicon says of each word and of it and the next, two rows; and the places of the marks."""
    words = _WORD.findall(marked)
    values = np.zeros((2, len(words)), dtype=np.float32)
    values[0] = np.fromiter(map(lexicon.texts.get, words, repeat(0.0)), dtype=np.float32, count=len(words))
    paired = [0.0] * len(words)
    for place, seconds in enumerate(map(lexicon.pairs.get, words[:-1])):
        if seconds is not None:
            paired[place] = seconds.get(words[place + 1], 0.0)
    values[1] = paired
    return values, np.asarray([place for place, word in enumerate(words) if word == BEGIN], dtype=np.int64)


def _marked(texts: Sequence[str]) -> str:
    """All texts in small letters, a mark before each."""
    return (BEGIN + BEGIN.join([text.replace(BEGIN, " ") if BEGIN in text else text for text in texts])).lower()


def short_words(texts: Sequence[str]) -> list[str]:
    """The words of all texts in one list, a mark before those of each; Chinese and Japanese characters are words.

    >>> short_words(["Read more:", "分享"])
    ['\\n', 'read', 'more', '\\n', '分', '享']
    """
    return _WORD.findall(_marked(texts))


def word_pairs(words: Sequence[str]) -> list[str]:
    """Neighbours; with the mark, also the first and the last word of a text."""
    return [f"{first} {second}" for first, second in pairwise(words)]
