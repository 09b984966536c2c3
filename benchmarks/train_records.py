"""Learns the weights of the record ranker and tells how well it does on sites it has not seen.

`python -m benchmarks.train_records --data DIR` (DIR holds result-pages/ and court-lists/) writes
src/motherlode/extract/weights/records.npz and, beside it, records.json with the figures of the cross-validation:
each page judged by weights that never saw another page of its source.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from sklearn.ensemble import ExtraTreesRegressor, HistGradientBoostingRegressor

from benchmarks.common import ROOT, arguments
from benchmarks.records_gold import Labelled, load, qualities
from benchmarks.records_synthetic import labelled, sample_web
from motherlode.dom.labels import view
from motherlode.dom.tree import parse
from motherlode.extract.regions.extraction import candidates
from motherlode.extract.regions.features import NAMES, features
from motherlode.extract.regions.ranking import LIMIT, Forest, Network, Ranker

WEIGHTS = ROOT / "src" / "motherlode" / "extract" / "weights"
SETS = ("result-pages", "court-lists")
SYNTHETIC = range(1000, 1100)
"""Seeds of the made pages used for training."""


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


def example(page: Labelled, kind: str, weight: float = 1.0) -> Example:
    """A page made ready for training."""
    seen = view(parse(page.html))
    cuts = candidates(seen)
    rows = features(seen, cuts)
    judged, hit = qualities(seen, cuts, page)
    if page.keys and page.count < 5:
        weight *= 0.3
    return Example(page, kind, rows, judged, hit, np.asarray([len(cut.starts) for cut in cuts]), weight)


@dataclass
class Trainer:
    """The network: softmax over the cuts of a page, Adam with a falling step."""

    hidden: int = 24
    steps: int = 350
    step: float = 0.01
    decay: float = 1e-3
    drop: float = 0.1
    seeds: Sequence[int] = (0, 1, 2)
    temperature: float = 0.08
    """how much of the target a cut of lower F gets: e^(-ΔF/T)"""

    def fit(self, examples: Sequence[Example]) -> Network:
        """The weights of several starts, joined into one wider layer."""
        examples = [e for e in examples if len(e.quality) and e.quality.max() > 0]
        x = np.concatenate([e.rows for e in examples]).astype(np.float32)
        mean, scale = x.mean(0), x.std(0) + 1e-6
        x = np.clip((x - mean) / scale, -LIMIT, LIMIT)
        sizes = np.asarray([len(e.quality) for e in examples])
        first = np.concatenate(([0], np.cumsum(sizes)[:-1]))
        owner = np.repeat(np.arange(len(examples)), sizes)
        q = np.concatenate([e.quality for e in examples])
        target = np.exp((q - 1) / self.temperature) * (q > 0)
        target /= np.maximum(np.add.reduceat(target, first), 1e-12)[owner]
        weight = np.asarray([e.weight for e in examples])
        weight = (weight / weight.sum())[owner]
        parts = [self._fit(x, first, owner, target, weight, seed) for seed in self.seeds]
        count = len(parts)
        return Network(
            mean=mean,
            scale=scale,
            hidden=np.concatenate([p["A"] for p in parts], axis=1),
            bias=np.concatenate([p["a"] for p in parts]),
            out=np.concatenate([p["B"] for p in parts]) / count,
            linear=sum(p["C"] for p in parts) / count,
        )

    def _fit(self, x, first, owner, target, weight, seed):
        rng = np.random.default_rng(seed)
        width = x.shape[1]
        p = {
            "A": rng.normal(0, 1 / np.sqrt(width), (width, self.hidden)).astype(np.float32),
            "a": np.zeros(self.hidden, np.float32),
            "B": rng.normal(0, 1 / np.sqrt(self.hidden), self.hidden).astype(np.float32),
            "C": np.zeros(width, np.float32),
        }
        m = {k: np.zeros_like(v) for k, v in p.items()}
        v = {k: np.zeros_like(w) for k, w in p.items()}
        for turn in range(1, self.steps + 1):
            seen = x * (rng.random(width) > self.drop)
            h = np.tanh(seen @ p["A"] + p["a"])
            f = h @ p["B"] + seen @ p["C"]
            e = np.exp(f - np.maximum.reduceat(f, first)[owner])
            g = ((e / np.add.reduceat(e, first)[owner] - target) * weight).astype(np.float32)
            dz = np.outer(g, p["B"]) * (1 - h * h)
            grad = {"B": h.T @ g, "C": seen.T @ g, "A": seen.T @ dz, "a": dz.sum(0)}
            step = self.step * (1 - turn / (self.steps + 1))
            for k in list(p):
                d = grad[k] + (self.decay * p[k] if k != "a" else 0)
                m[k] = 0.9 * m[k] + 0.1 * d
                v[k] = 0.999 * v[k] + 0.001 * d**2
                p[k] = p[k] - step * (m[k] / (1 - 0.9**turn)) / (np.sqrt(v[k] / (1 - 0.999**turn)) + 1e-8)
        return p


def random_forest(x, y, weight) -> Forest:
    """Forty extremely randomised trees."""
    model = ExtraTreesRegressor(
        40, min_samples_leaf=2, max_features=0.4, max_leaf_nodes=600, random_state=0, n_jobs=1
    ).fit(x, y, sample_weight=weight)
    trees = [
        (t.feature, t.threshold, t.children_left, t.children_right, t.value[:, 0, 0] / len(model.estimators_))
        for t in (e.tree_ for e in model.estimators_)
    ]
    return _forest(trees, 0.0)


def boosted_forest(x, y, weight) -> Forest:
    """A hundred and twenty small boosted trees."""
    model = HistGradientBoostingRegressor(
        max_iter=120, learning_rate=0.1, max_leaf_nodes=10, l2_regularization=5.0, min_samples_leaf=20,
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
    return _forest(
        trees,
        float(
            np.ravel(model._baseline_prediction)[0]  # noqa: SLF001
        ),
    )


def _forest(trees, base: float) -> Forest:
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


def fit(examples: Sequence[Example]) -> Ranker:
    """All models on these pages; every page weighs the same whatever its number of cuts."""
    examples = [e for e in examples if len(e.quality)]
    x = np.concatenate([e.rows for e in examples])
    y = np.concatenate([e.quality for e in examples]) ** 2
    weight = np.concatenate([np.full(len(e.quality), e.weight / np.sqrt(len(e.quality))) for e in examples])
    return Ranker(Trainer().fit(examples), (random_forest(x, y, weight), boosted_forest(x, y, weight)))


@dataclass
class Tally:
    """P, R, F and perfect pages of one set."""

    hit: int = 0
    found: int = 0
    gold: int = 0
    pages: int = 0
    perfect: int = 0
    worst: list = field(default_factory=list)

    def add(self, e: Example, chosen: int) -> None:
        """One page with the cut that was chosen."""
        hit, found, gold = int(e.hits[chosen]), int(e.counts[chosen]), e.page.count
        self.hit, self.found, self.gold = self.hit + hit, self.found + found, self.gold + gold
        self.pages += 1
        self.perfect += hit == found == gold
        best = float(e.quality.max())
        self.worst.append((round(float(e.quality[chosen]), 2), round(best, 2), e.page.name, gold, found, hit))

    def figures(self) -> dict:
        """As printed by the scorer."""
        return {
            "P": round(100 * self.hit / max(1, self.found), 2),
            "R": round(100 * self.hit / max(1, self.gold), 2),
            "F": round(200 * self.hit / max(1, self.found + self.gold), 2),
            "perfect": self.perfect,
            "pages": self.pages,
        }


def folds(examples: Sequence[Example], count: int = 5, seed: int = 0) -> list[tuple[list[Example], list[Example]]]:
    """Training and test pages; no source is in both."""
    sources = sorted({e.page.source for e in examples})
    np.random.default_rng(seed).shuffle(sources)
    fold = {source: i % count for i, source in enumerate(sources)}
    return [
        ([e for e in examples if fold[e.page.source] != f], [e for e in examples if fold[e.page.source] == f])
        for f in range(count)
    ]


def cross_validate(examples: Sequence[Example], extra: Sequence[Example] = ()) -> dict[str, Tally]:
    """The tallies of every set, each page judged by weights that never saw its source."""
    tallies: dict[str, Tally] = {}
    for train, test in folds(examples):
        model = fit([*train, *extra])
        for e in test:
            tallies.setdefault(e.kind, Tally()).add(e, int(np.argmax(model.scores(e.rows)[0])) if len(e.rows) else 0)
    return tallies


def save(model: Ranker, figures: dict) -> None:
    """The weights as small numbers, the figures beside them."""
    kept: dict = {"names": np.asarray(NAMES)}
    for name in Network.__dataclass_fields__:
        kept[f"network_{name}"] = np.asarray(getattr(model.network, name), dtype=np.float32)
    for kind, forest in zip(("random", "boosted"), model.forests, strict=True):
        for name in ("roots", "feature", "left", "right"):
            kept[f"{kind}_{name}"] = np.asarray(getattr(forest, name), dtype=np.uint16)
        for name in ("threshold", "value"):
            kept[f"{kind}_{name}"] = np.asarray(getattr(forest, name), dtype=np.float32)
        kept[f"{kind}_depth"], kept[f"{kind}_base"] = np.asarray(forest.depth), np.asarray(forest.base)
    WEIGHTS.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(WEIGHTS / "records.npz", **kept)
    (WEIGHTS / "records.json").write_text(json.dumps(figures, indent=1) + "\n")


def main() -> int:
    """Trains, validates, writes."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--show", type=int, default=0, help="worst pages shown")
    options = parser.parse_args()
    examples = [example(page, kind) for kind in SETS for page in load(options.data / kind)]
    made = [example(labelled(seed), "synthetic", 0.5) for seed in SYNTHETIC]
    made += [example(page, "sample", 0.5) for page in sample_web(1)]
    start = time.process_time()
    tallies = cross_validate(examples, made)
    figures = {kind: tally.figures() for kind, tally in tallies.items()}
    print(json.dumps(figures), f"{time.process_time() - start:.0f} s", len(made), flush=True)
    for tally in tallies.values():
        for row in sorted(w for w in tally.worst if w[1] - w[0] > 0.005)[: options.show]:
            print("  ", row)
    save(fit([*examples, *made]), {"cross-validation": figures, "features": len(NAMES)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
