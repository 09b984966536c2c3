"""The record lists of a page, best first."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from motherlode.dom.labels import View, view
from motherlode.dom.tree import TEXT, Tree
from motherlode.extract.regions.agreement import cleaned
from motherlode.extract.regions.features import features
from motherlode.extract.regions.hypotheses import Hypothesis, hypotheses
from motherlode.extract.regions.params import RecordParams
from motherlode.extract.regions.ranking import ranker
from motherlode.model.records import Record, Region


def extract(
    tree: Tree, url: str = "", params: RecordParams | None = None, siblings: Sequence[Tree] = ()
) -> list[Region]:
    """The record lists of a page, the main list first; empty where the page has none."""
    params = params or RecordParams()
    page = view(tree)
    found = ranked(page)
    return [_region(page, cut, score) for cut, score in found[: params.regions]]


def candidates(page: View) -> list[Hypothesis]:
    """Every cut that is worth ranking."""
    found = hypotheses(page)
    return found + cleaned(page, found)


def ranked(page: View) -> list[tuple[Hypothesis, float]]:
    """The cuts of a page, the best first, without those that overlap a better one."""
    found = candidates(page)
    if not found:
        return []
    scores = ranker().scores(features(page, found))
    chances = np.exp(scores - scores.max())
    chances /= chances.sum()
    kept: list[tuple[Hypothesis, float]] = []
    for i in np.argsort(-scores, kind="stable").tolist():
        cut = found[i]
        first, last = int(cut.starts[0]), int(cut.ends[-1])
        if all(last <= int(k.starts[0]) or first >= int(k.ends[-1]) for k, _ in kept):
            kept.append((cut, float(chances[i])))
        if len(kept) >= 20:
            break
    return kept


def _region(page: View, cut: Hypothesis, score: float) -> Region:
    tree = page.tree
    records = []
    for start, end in zip(cut.starts.tolist(), cut.ends.tolist(), strict=True):
        texts = tuple(
            " ".join(tree.texts[i].split()) for i in range(start, end) if tree.tags[i] == TEXT and page.shown[i]
        )
        links = tuple(
            tree.attribute(i, "href") for i in range(start, end) if tree.tags[i] == "a" and tree.attribute(i, "href")
        )
        records.append(Record(texts=texts, links=links, nodes=(start, end)))
    return Region(score=score, path="", columns=(), records=tuple(records), roots=tuple(cut.roots.tolist()))


def why_none(tree: Tree) -> str:
    """The reason for an empty answer."""
    page = view(tree)
    if not len(page.leaves):
        return "the page holds no visible text"
    found = hypotheses(page)
    if not found:
        return "nothing on the page repeats"
    return "what repeats on the page looks like menus or running text, not like records"
