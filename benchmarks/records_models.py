"""The models of the record ranker: boosted trees that put a page's best cut first, and trees that grade cuts.

The first minimise the cross-entropy between the softmax over the cuts of a page and a target that falls off steeply
below the best F, so that a cut that misses one record of 25 counts as wrong. Several are grown from different
samples of pages and added up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.tree import ExtraTreeRegressor

from benchmarks.records_gold import Labelled
from motherlode.extract.records.ranking import Forest, Ranker


@dataclass
class Example:
    """All cuts of a page with their features and their quality."""

    page: Labelled
    kind: str
    rows: np.ndarray
    quality: np.ndarray
    hits: np.ndarray
    counts: np.ndarray
    weight: float = 1.0


@dataclass(frozen=True)
class Boosting:
    """How the trees that order cuts are grown; chosen on two seeds of the cross-validation among six settings."""

    trees: int = 150
    step: float = 0.12
    leaves: int = 12
    depth: int = 7
    temperature: float = 0.03
    features: float = 0.4
    pages: float = 0.6
    shrink: float = 0.3
    smallest: int = 8
    seeds: Sequence[int] = (1, 2, 3)


def fit(examples: Sequence[Example], how: Boosting | None = None) -> Ranker:
    """Both models on these pages; pages of weight 0 and pages without a good cut teach nothing."""
    how = how or Boosting()
    examples = [e for e in examples if e.weight > 0 and len(e.quality) and e.quality.max() > 0]
    trees = [tree for seed in how.seeds for tree in _listwise(examples, how, seed)]
    return Ranker(forest(trees, 0.0), graded(examples))


def _listwise(examples: Sequence[Example], how: Boosting, seed: int):
    x = np.concatenate([e.rows for e in examples]).astype(np.float32)
    sizes = np.asarray([len(e.quality) for e in examples])
    first, owner = np.cumsum(sizes) - sizes, np.repeat(np.arange(len(examples)), sizes)
    quality = np.concatenate([e.quality for e in examples])
    target = np.exp((quality - np.maximum.reduceat(quality, first)[owner]) / how.temperature) * (quality > 0)
    target /= np.add.reduceat(target, first)[owner]
    weight = np.asarray([e.weight for e in examples])
    weight = (weight / weight.mean())[owner]
    rng = np.random.default_rng(seed)
    score = np.zeros(len(x))
    for _ in range(how.trees):
        e = np.exp(score - np.maximum.reduceat(score, first)[owner])
        share = e / np.add.reduceat(e, first)[owner]
        slope, bend = (share - target) * weight, share * (1 - share) * weight
        drawn = np.flatnonzero((rng.random(len(examples)) < how.pages)[owner])
        grown = ExtraTreeRegressor(
            max_leaf_nodes=how.leaves, max_depth=how.depth, max_features=how.features, min_samples_leaf=how.smallest,
            random_state=int(rng.integers(2**31)),
        ).fit(x[drawn], -slope[drawn])  # fmt: skip
        leaf, tree = grown.apply(x), grown.tree_
        down = np.bincount(leaf[drawn], weights=slope[drawn], minlength=tree.node_count)
        curve = np.bincount(leaf[drawn], weights=bend[drawn], minlength=tree.node_count)
        value = np.clip(-down / (curve + how.shrink), -3, 3) * how.step
        score += value[leaf]
        yield tree.feature, tree.threshold, tree.children_left, tree.children_right, value / len(how.seeds)


def graded(examples: Sequence[Example]) -> Forest:
    """Sixty small boosted trees that tell how good a cut is, F squared, comparable between pages."""
    x = np.concatenate([e.rows for e in examples])
    y = np.concatenate([e.quality for e in examples]) ** 2
    weight = np.concatenate([np.full(len(e.quality), e.weight / np.sqrt(len(e.quality))) for e in examples])
    model = HistGradientBoostingRegressor(
        max_iter=60, learning_rate=0.12, max_leaf_nodes=8, l2_regularization=5.0, min_samples_leaf=20,
        max_features=0.5, random_state=0, early_stopping=False,
    ).fit(x, y, sample_weight=weight)  # fmt: skip
    trees = []
    for (predictor,) in model._predictors:  # noqa: SLF001 - there is no public way to the trees
        n = predictor.nodes
        leaf = n["is_leaf"].astype(bool)
        trees.append((
            np.where(leaf, -1, n["feature_idx"].astype(int)), n["num_threshold"],
            np.where(leaf, -1, n["left"].astype(int)), np.where(leaf, -1, n["right"].astype(int)),
            np.where(leaf, n["value"], 0.0),
        ))  # fmt: skip
    base = np.ravel(model._baseline_prediction)[0]  # noqa: SLF001
    return forest(trees, float(base))


def forest(trees, base: float) -> Forest:
    """Trees laid end to end, every leaf its own child."""
    feature, threshold, left, right, value, roots = [], [], [], [], [], []
    offset, deepest = 0, 0
    for f, t, a, b, v in trees:
        here = np.arange(len(f))
        leaf = np.asarray(a) < 0
        feature.append(np.where(leaf, 0, f))
        threshold.append(np.where(leaf, 0.0, t))
        left.append(np.where(leaf, here, a) + offset)
        right.append(np.where(leaf, here, b) + offset)
        value.append(np.where(leaf, v, 0.0))
        roots.append(offset)
        depth = np.zeros(len(f), dtype=int)
        for i in here:
            if not leaf[i]:
                depth[a[i]] = depth[b[i]] = depth[i] + 1
        deepest = max(deepest, int(depth.max()))
        offset += len(f)
    joined = [np.concatenate(part) for part in (feature, threshold, left, right, value)]
    return Forest(
        roots=np.asarray(roots),
        feature=joined[0].astype(np.int64),
        threshold=joined[1].astype(np.float32),
        left=joined[2].astype(np.int64),
        right=joined[3].astype(np.int64),
        value=joined[4].astype(np.float32),
        depth=deepest,
        base=base,
    )
