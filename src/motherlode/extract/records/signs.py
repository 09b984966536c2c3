"""What a page says about its own list, as features of cuts: its count, numbered records, the pager that follows."""

from __future__ import annotations

import re

import numpy as np

from motherlode.dom.labels import NUMBERING, PAGER, Array, View
from motherlode.dom.tree import TEXT, code_of
from motherlode.extract.records.agreement import Agreement
from motherlode.extract.records.counts import Counted, range_in

NAMES = (
    "count agrees", "count stated", "counts up", "counts from first", "number leads", "round count", "pager after",
    "follows count", "chars a link",
)  # fmt: skip

ROUND = frozenset({5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 150, 200, 250, 500})
"""How many results pages show by default; 128 of 143 labelled result pages show one of these."""

ROUND_GRID = frozenset({9, 12, 16, 18, 24, 27, 32, 36, 48, 72, 96})
"""The same for grids of cards, whose rows have two, three or four."""

GRID_WORTH = 0.5
"""What such a number of a grid is worth beside a round one."""

FARTHEST = 2.0
"""Logarithm of how many times more or fewer records than stated make no difference any more."""

COUNTING = 0.5
"""Share of the records whose numbers must count up by one before their first number says anything."""

AFTER = 15
"""Leaves behind a list among which its pager is looked for; chosen by hand."""

NEAR = 60
"""Leaves between "1-20 of 345" and the list it speaks of, at the most; chosen by hand."""

_DIGITS = re.compile(r"\d+")


def stated(page: View) -> tuple[Counted, int]:
    """The range of records that a page states ("1-20 of 345"), and the text node that begins it; -1 for none.

    All texts count, the dash between two bold numbers too, which is no leaf.
    """
    texts = page.tree.texts
    nodes = np.flatnonzero(page.shown & (page.tree.codes == code_of(TEXT))).tolist()
    said, place = range_in([texts[node] for node in nodes])
    return said, nodes[place] if place >= 0 else -1


def signs(page: View, agreed: Agreement) -> dict[str, Array]:
    """The features of `NAMES`, one value a cut."""
    said, node = stated(page)
    place = int(page.leaf_before[node]) if node >= 0 else -1
    put = _counts(agreed.sizes, said)
    begin = agreed.leaf_start[agreed.first]
    put["follows count"] = ((place >= 0) & (begin >= place) & (begin - place <= NEAR)).astype(np.float64)
    put |= _numbering(page, agreed, said)
    last = agreed.first + agreed.sizes - 1
    behind = agreed.leaf_start[last] + agreed.leaf_count[last]
    words = _sums((page.leaf_kind & PAGER) > 0)
    put["pager after"] = np.minimum(3, words[np.minimum(behind + AFTER, len(page.leaves))] - words[behind]) / 3
    linked = _sums(page.leaf_linked)
    chars = _sums(np.where(page.leaf_linked, page.leaf_chars, 0))
    stop = agreed.leaf_start + agreed.leaf_count
    links = np.add.reduceat(linked[stop] - linked[agreed.leaf_start], agreed.first)
    put["chars a link"] = np.log1p(
        np.add.reduceat(chars[stop] - chars[agreed.leaf_start], agreed.first) / np.maximum(1, links)
    )
    return put


def _sums(values: Array) -> Array:
    total = np.zeros(len(values) + 1, dtype=np.int64)
    np.cumsum(values, out=total[1:])
    return total


def _counts(sizes: Array, said: Counted) -> dict[str, Array]:
    """Whether a cut has as many records as the page says, or as pages like to show."""
    count = said.on_page
    agrees = np.zeros(len(sizes))
    if count:
        agrees = np.where(sizes == count, 1.0, -np.minimum(FARTHEST, np.abs(np.log(sizes / count))))
    round_count = [1.0 if size in ROUND else GRID_WORTH if size in ROUND_GRID else 0.0 for size in sizes.tolist()]
    return {
        "count agrees": agrees,
        "count stated": np.full(len(sizes), float(count is not None)),
        "round count": np.asarray(round_count),
    }


def _numbering(page: View, agreed: Agreement, said: Counted) -> dict[str, Array]:
    """How far the first numbers of the records count up by one, and whether they begin where the page's do."""
    count = len(page.leaves)
    numbered = np.flatnonzero((page.leaf_kind & NUMBERING) > 0)
    if len(numbered) == 0:
        return {name: np.zeros(len(agreed.sizes)) for name in ("counts up", "counts from first", "number leads")}
    numbers = np.full(count + 1, -1, dtype=np.int64)
    nodes = page.leaves[numbered].tolist()
    numbers[numbered] = [_number(page, node) for node in nodes]
    following = np.full(count + 1, count, dtype=np.int64)
    following[numbered] = numbered
    following = np.minimum.accumulate(following[::-1])[::-1]
    at = following[agreed.leaf_start]
    there = at < agreed.leaf_start + agreed.leaf_count
    value = np.where(there, numbers[at], -(10**9))
    up = np.zeros(len(value), dtype=bool)
    up[1:] = (value[1:] - value[:-1] == 1) & (agreed.owner[1:] == agreed.owner[:-1])
    share = np.add.reduceat(up.astype(np.float64), agreed.first) / np.maximum(1, agreed.sizes - 1)
    head = value[agreed.first]
    right = (head % 10 == 1) if said.first is None else (head == said.first) | (head == 1)
    leads = np.add.reduceat((there & (at == agreed.leaf_start)).astype(np.float64), agreed.first) / agreed.sizes
    return {
        "counts up": share,
        "counts from first": np.where(share > COUNTING, np.where(right, 1.0, -1.0), 0.0),
        "number leads": np.where(share > COUNTING, leads, 0.0),
    }


def _number(page: View, node: int) -> int:
    if page.tree.tags[node] != TEXT:
        return -1
    digits = _DIGITS.search(page.tree.texts[node][:60])
    return int(digits[0]) if digits else -1
