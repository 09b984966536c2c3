"""What other pages of the same source tell: text that stands on them too is template (E1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from motherlode.dom.labels import Array, View
from motherlode.dom.tree import TEXT, Tree
from motherlode.extract.records.hypotheses import Hypothesis

LESS_TEMPLATE = 0.4
"""By how much a cut must hold less template than the first to be preferred: labels are template in records too."""

LEAST_COVERAGE = 0.5
"""Share of what differs between the pages that it must hold."""

ABOVE_ALL = 1e3
"""More than any score, so that what is preferred comes first and keeps its order."""

LEAST_DIFFERENT = 0.02
"""With less of the text different the pages are copies of each other and teach nothing."""


def template_shares(page: View, found: Sequence[Hypothesis], siblings: Sequence[Tree]) -> tuple[Array, Array] | None:
    """For every cut the share of its letters that stand on the other pages too, and its share of all other letters.

    The second is the paper's coverage, with letters for nodes (E2). None where the pages are copies of each other.
    """
    texts = [
        {" ".join(text.split()) for text, tag in zip(s.texts, s.tags, strict=True) if tag == TEXT} for s in siblings
    ]
    tree = page.tree
    chars = page.leaf_chars.astype(np.float64)
    same = np.zeros(len(page.leaves))
    for k, node in enumerate(page.leaves.tolist()):
        if tree.tags[node] == TEXT:
            text = " ".join(tree.texts[node].split())
            same[k] = 2 * sum(text in theirs for theirs in texts) >= len(texts)
    different = float((chars * (1 - same)).sum())
    if different < LEAST_DIFFERENT * max(1.0, float(chars.sum())):
        return None
    static = np.concatenate(([0.0], np.cumsum(chars * same)))
    every = np.concatenate(([0.0], np.cumsum(chars)))
    shares, coverage = [], []
    for cut in found:
        begin, stop = page.leaf_before[cut.starts], page.leaf_before[cut.ends]
        mass = float((every[stop] - every[begin]).sum())
        fixed = float((static[stop] - static[begin]).sum())
        shares.append(fixed / mass if mass else 1.0)
        coverage.append((mass - fixed) / different)
    return np.asarray(shares), np.asarray(coverage)


def without_template(scores: Array, shares: Array, coverage: Array) -> Array:
    """The scores with the first cut that is data above the cuts that are template.

    A cut is only passed over for one that holds much less template and at least half of what differs, so that pages
    that teach nothing change nothing.
    """
    top = int(np.argmax(scores))
    better = (shares <= shares[top] - LESS_TEMPLATE) & (coverage >= LEAST_COVERAGE)
    return np.where(better, scores + ABOVE_ALL, scores) if better.any() else scores
