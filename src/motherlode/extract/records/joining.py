"""One list in several parts: runs of records of one form that a heading or a row of another kind divides.

A ranker that looks at one cut at a time takes the longer part for the list. Two parts are one list when their records
are the same kind of element in the same place, or in neighbours of one kind, and hold the same kinds of text.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from motherlode.dom.labels import View
from motherlode.extract.records.hypotheses import Hypothesis

ALIKE = 0.5
"""Share of the kinds of text of one part's records that the other part's records must have, both ways; chosen by
hand. Categories beside results have about a third."""

COMMON = 0.5
"""A kind of text belongs to a part when this share of its records has it."""


def one_list(page: View, first: Hypothesis, second: Hypothesis) -> bool:
    """Whether two cuts that do not overlap are parts of one list."""
    tree = page.tree
    a, b = int(first.roots[0]), int(second.roots[0])
    if tree.tags[a] != tree.tags[b] or first.shifted != second.shifted:
        return False
    above, other = _parent(page, first), _parent(page, second)
    if above < 0 or other < 0:
        return False
    beside = tree.parents[above] == tree.parents[other] and page.kind[above] == page.kind[other]
    if above != other and not beside:
        return False
    mine, its = _kinds(page, first), _kinds(page, second)
    return len(mine & its) > ALIKE * max(len(mine), len(its))


def joined(first: Hypothesis, second: Hypothesis) -> Hypothesis:
    """The records of both cuts in the order of the page."""
    order = np.argsort(np.concatenate((first.starts, second.starts)), kind="stable")
    roots, starts, ends = (
        np.concatenate((getattr(first, name), getattr(second, name)))[order] for name in ("roots", "starts", "ends")
    )
    return replace(first, roots=roots, starts=starts, ends=ends, split=0)


def _parent(page: View, cut: Hypothesis) -> int:
    """The node right above all roots; -1 where they have several."""
    parents = page.parents[cut.roots]
    return int(parents[0]) if bool((parents == parents[0]).all()) else -1


def _kinds(page: View, cut: Hypothesis) -> set[tuple[str, bool]]:
    """Tags right above texts, each as a link or not, that most records have."""
    tree, having = page.tree, Counter[tuple[str, bool]]()
    for start, end in zip(cut.starts.tolist(), cut.ends.tolist(), strict=True):
        having.update({
            (tree.tags[tree.parents[int(page.leaves[at])]], bool(page.leaf_linked[at]))
            for at in page.leaf_range(start, end)
        })  # fmt: skip
    return {kind for kind, count in having.items() if count >= COMMON * len(cut.starts)}
