"""Trains the weights of detail-page annotation on SWDE-like data and writes them into the package.

python -m benchmarks.train_annotate --data FOLDER
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression

from benchmarks.common import ROOT, arguments
from benchmarks.swde import LabelledSite, load
from motherlode.annotate.detail import Described, describe
from motherlode.annotate.evidence import ITEM_FEATURES, LEAF_FEATURES, Linear, expanded
from motherlode.annotate.matching import Matcher

WEIGHTS = ROOT / "src" / "motherlode" / "annotate" / "weights" / "detail.json"
NEGATIVES = 150
"""Wrong leaves or items a site and attribute: the 60 with most evidence and 90 at random."""
HARDEST = 60
FOREIGN, FOREIGN_WEIGHT = 25, 5.0
"""Texts a site that are shown to an attribute without labels, of labelled values and of others; what they weigh."""
STRENGTH = 1.0
"""Inverse of the ridge penalty; 0.3 and 3 gave the same within 0.3 points."""


Rows = tuple[np.ndarray, np.ndarray, np.ndarray]
SPEAKING = [
    LEAF_FEATURES.index(name)
    for name in ("own_label", "label", "second_label", "itemprop", "markup", "pattern", "vocabulary")
]


@dataclass(slots=True)
class Ready:
    """A labelled site with its features."""

    labelled: LabelledSite
    matcher: Matcher
    found: Described
    parts: dict[str, Rows] = field(default_factory=dict)


def make_ready(sites: Sequence[LabelledSite]) -> list[Ready]:
    """Features of every site."""
    matchers = [Matcher(labelled.schema) for labelled in sites]
    return [
        Ready(labelled, matcher, describe(labelled.site, matcher))
        for labelled, matcher in zip(sites, matchers, strict=True)
    ]


def rows(one: Ready, level: str, rng: np.random.Generator) -> Rows:
    """Features, answers and weights of one site; every labelled attribute weighs the same.

    Attributes of the schema without labels learn from what they are not: the values of the labelled ones, and some
    texts that nothing speaks for.
    """
    parts: list[Rows] = []
    rights = {name: _right(one, name, level) for name in one.labelled.attributes}
    every = one.found.plain if level == "leaf" else one.found.items
    taken = np.flatnonzero(np.any(list(rights.values()), axis=0))
    for at, attribute in enumerate(one.labelled.schema.attributes):
        if attribute.name in rights:
            right = rights[attribute.name]
            chosen, positives = _sample(right, every[:, at], rng)
            negatives = len(chosen) - positives
            weights = np.where(right[chosen], 10 / max(1, positives), 40 / max(1, negatives))
            parts.append((every[chosen, at], right[chosen], weights))
        else:
            spoken = every[:, at][:, SPEAKING].max(axis=1)
            others = np.flatnonzero(spoken < 0.3)
            others = rng.choice(others, min(FOREIGN, len(others)), replace=False)
            values = taken[every[taken, at][:, SPEAKING[:2]].max(axis=1) < 0.5]
            values = rng.choice(values, min(FOREIGN, len(values)), replace=False)
            chosen = np.concatenate([others, values])
            weights = np.full(len(chosen), FOREIGN_WEIGHT / max(1, len(chosen)))
            parts.append((every[chosen, at], np.zeros(len(chosen), dtype=bool), weights))
    return _together(parts)


def _right(one: Ready, name: str, level: str) -> np.ndarray:
    right = np.array([leaf.folded in one.labelled.gold[leaf.page].get(name, ()) for leaf in one.found.leaves])
    return right if level == "leaf" else np.array([right[ids].mean() >= 0.5 for ids in one.found.members])


def _together(parts: Sequence[Rows]) -> Rows:
    features, answers, weights = (np.concatenate([part[i] for part in parts]) for i in range(3))
    return features, answers, weights


def _sample(right: np.ndarray, base: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, int]:
    positives, negatives = np.flatnonzero(right), np.flatnonzero(~right)
    if len(negatives) > NEGATIVES:
        strongest = negatives[np.argsort(-base[negatives][:, :11].sum(axis=1), kind="stable")[:HARDEST]]
        negatives = np.unique(np.concatenate([strongest, rng.choice(negatives, NEGATIVES - HARDEST, replace=False)]))
    return np.concatenate([positives, negatives]), len(positives)


def fit(sites: Sequence[Ready]) -> dict[str, Mapping[str, Any]]:
    """Both judgements learned from the sites, in the form of the weights file."""
    names = {"item": LEAF_FEATURES + ITEM_FEATURES, "leaf": LEAF_FEATURES}
    return {level: _fit_one([part_of(one, level) for one in sites], names[level]) for level in names}


def part_of(one: Ready, level: str) -> Rows:
    """A site's rows for one of the judgements: made once, and the same in whatever company it is learned from."""
    if level not in one.parts:
        rng = np.random.default_rng(zlib.crc32(f"{one.labelled.name} {level}".encode()))
        one.parts[level] = rows(one, level, rng)
    return one.parts[level]


def _fit_one(parts: Sequence[Rows], names: Sequence[str]) -> Mapping[str, Any]:
    features, answers, weights = _together(parts)
    mean, scale = features.mean(axis=0), features.std(axis=0) + 1e-3
    scaling = Linear(tuple(names), mean, scale, np.zeros(0), 0.0)
    model = LogisticRegression(C=STRENGTH, solver="newton-cholesky", max_iter=30, tol=1e-3)
    model.fit(expanded(features, scaling), answers, sample_weight=weights)
    return {
        "names": list(names),
        "mean": [round(float(x), 5) for x in mean],
        "scale": [round(float(x), 5) for x in scale],
        "weights": [round(float(x), 5) for x in model.coef_[0]],
        "bias": round(float(model.intercept_[0]), 5),
    }


def main() -> None:
    """Trains on all sites of the folder."""
    given = arguments(str(__doc__)).parse_args()
    made = fit(make_ready(load(given.data)))
    WEIGHTS.write_text(json.dumps(made, indent=0) + "\n", encoding="utf-8")
    print(f"written: {WEIGHTS}")


if __name__ == "__main__":
    main()
