"""Trains the weights of detail-page annotation on SWDE-like data and writes them into the package.

python -m benchmarks.train_annotate --data FOLDER
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression

from benchmarks.common import ROOT, arguments
from benchmarks.swde import LabelledSite, load
from motherlode.annotate.detail import ALL_FEATURES, Described, describe, taught_features
from motherlode.annotate.matching import Matcher
from motherlode.annotate.profiles import Profile, teach
from motherlode.annotate.weights import Linear, expanded

WEIGHTS = ROOT / "src" / "motherlode" / "annotate" / "weights" / "detail.json"
NEGATIVES = 150
"""Wrong leaves or items a site and attribute: the 60 with most evidence and 90 at random."""
HARDEST = 60
TEACHERS = 2
"""Other sites of the vertical that teach each site in training."""
STRENGTH = 1.0
"""Inverse of the ridge penalty; 0.3 and 3 gave the same within 0.3 points."""


@dataclass(slots=True)
class Ready:
    """A labelled site with its features, and what each other site of its vertical teaches about it."""

    labelled: LabelledSite
    matcher: Matcher
    found: Described
    taught: dict[str, dict[str, np.ndarray]]
    profiles: dict[str, Profile]


def make_ready(sites: Sequence[LabelledSite]) -> list[Ready]:
    """Features of every site, with and without each other site of its vertical as teacher."""
    ready = []
    for labelled in sites:
        matcher = Matcher(labelled.schema)
        ready.append(
            Ready(labelled, matcher, describe(labelled.site, matcher), {}, teach(labelled.site, labelled.gold))
        )
    for one in ready:
        for other in ready:
            if other is not one and other.labelled.vertical == one.labelled.vertical:
                one.taught[other.labelled.name] = taught_features(one.found, one.labelled.site, other.profiles)
    return ready


def teachers(one: Ready) -> list[str]:
    """The sites that teach this one in training: the next ones of its vertical, so that each teaches as often."""
    names = sorted(one.taught)
    start = sum(name < one.labelled.name for name in names)
    return [names[(start + step) % len(names)] for step in range(min(TEACHERS, len(names)))]


def rows(one: Ready, teacher: str, level: str, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features, answers and weights of one site; every attribute weighs the same."""
    features, answers, weights = [], [], []
    names = [attribute.name for attribute in one.labelled.schema.attributes]
    for name in one.labelled.attributes:
        at = names.index(name)
        right = np.array([leaf.folded in one.labelled.gold[leaf.page].get(name, ()) for leaf in one.found.leaves])
        base = one.found.plain[:, at]
        taught = one.taught.get(teacher, {}).get(name) if teacher else None
        if teacher and taught is None:
            continue
        if level == "item":
            right = np.array([right[ids].mean() >= 0.5 for ids in one.found.members])
            base = one.found.items[:, at]
            taught = None if taught is None else np.stack([taught[ids].mean(axis=0) for ids in one.found.members])
        chosen, positives = _sample(right, base, rng)
        part = base[chosen] if taught is None else np.concatenate([base[chosen], taught[chosen]], axis=1)
        features.append(part)
        answers.append(right[chosen])
        negatives = len(chosen) - positives
        weights.append(np.where(right[chosen], 10 / max(1, positives), 40 / max(1, negatives)))
    if not features:
        return np.zeros((0, 0)), np.zeros(0), np.zeros(0)
    return np.concatenate(features), np.concatenate(answers), np.concatenate(weights)


def _sample(right: np.ndarray, base: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, int]:
    positives, negatives = np.flatnonzero(right), np.flatnonzero(~right)
    if len(negatives) > NEGATIVES:
        strongest = negatives[np.argsort(-base[negatives][:, :11].sum(axis=1), kind="stable")[:HARDEST]]
        negatives = np.unique(np.concatenate([strongest, rng.choice(negatives, NEGATIVES - HARDEST, replace=False)]))
    return np.concatenate([positives, negatives]), len(positives)


def fit(sites: Sequence[Ready], seed: int = 0) -> dict[str, Mapping[str, Any]]:
    """The four judgements learned from the sites, in the form of the weights file."""
    rng = np.random.default_rng(seed)
    return {
        name: _fit_one(
            sites, "item" if name.startswith("item") else "leaf", name.endswith("taught"), rng, ALL_FEATURES[name]
        )
        for name in ("item", "leaf", "item_taught", "leaf_taught")
    }


def _fit_one(
    sites: Sequence[Ready], level: str, taught: bool, rng: np.random.Generator, names: Sequence[str]
) -> Mapping[str, Any]:
    parts = [rows(one, t, level, rng) for one in sites for t in (teachers(one) if taught else [""])]
    features, answers, weights = (np.concatenate([part[i] for part in parts if len(part[1])]) for i in range(3))
    mean, scale = features.mean(axis=0), features.std(axis=0) + 1e-3
    scaling = Linear(tuple(names), mean, scale, np.zeros(0), 0.0)
    model = LogisticRegression(C=STRENGTH, max_iter=150, tol=1e-3)
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
