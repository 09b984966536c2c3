"""Which blocks are content: the learned judgement, then what the page as a whole says (N4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import Tree
from motherlode.extract.news import features, model
from motherlode.extract.news.blocks import Blocks, Floats

LONG = 60
"""A text so long that stands twice is a copy for another screen size, not a refrain."""


def judge_blocks(tree: Tree, blocks: Blocks, facts: features.PageFacts, judge: model.Judge | None = None) -> Floats:
    """The probability of being content for every block."""
    if not len(blocks):
        return np.zeros(0)
    judge = judge or model.shipped()
    local = features.local_features(tree, blocks, facts, judge.lexicon)
    context = features.context_features(tree, blocks, judge.first.judge(local))
    both = np.concatenate([local, context], axis=1)
    judged: Floats = np.mean([network.judge(both) for network in judge.second], axis=0)
    return judged


def choose_blocks(blocks: Blocks, judged: Floats, keep: float) -> NDArray[np.bool_]:
    """The blocks that are kept: sure enough, or the best ones of a page where nothing is; copies once."""
    chosen = judged > keep
    if len(blocks) and not (chosen * blocks.chars).sum() > 0:
        chosen = judged >= max(float(judged.max()) * 0.7, 0.05)
    seen: set[str] = set()
    for row in np.flatnonzero(chosen):
        text = blocks.texts[row]
        if len(text) > LONG:
            if text in seen:
                chosen[row] = False
            seen.add(text)
    return chosen
