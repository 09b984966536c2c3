"""Learns the weights of the record ranker and tells how well it does on sites it has not seen.

`python -m benchmarks.train_records --data DIR` (DIR holds result-pages/ and court-lists/) writes
src/motherlode/extract/weights/records.json with the figures of the cross-validation across sites.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchmarks.common import ROOT, arguments
from benchmarks.records_gold import Labelled, load, quality
from motherlode.dom.labels import view
from motherlode.dom.tree import parse
from motherlode.extract.regions.extraction import candidates
from motherlode.extract.regions.features import NAMES, features
from motherlode.extract.regions.ranking import LIMIT, Ranker

WEIGHTS = ROOT / "src" / "motherlode" / "extract" / "weights" / "records.json"
SETS = ("result-pages", "court-lists")
TEMPERATURE = 0.08
"""How much of the target a cut of lower F gets: e^(-ΔF/T)."""


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
    judged = [quality(seen, cut.starts, cut.ends, page) for cut in cuts]
    return Example(
        page,
        kind,
        rows,
        np.asarray([q for q, _ in judged]),
        np.asarray([h for _, h in judged]),
        np.asarray([len(cut.starts) for cut in cuts]),
        weight,
    )


@dataclass
class Trainer:
    """Softmax over the cuts of a page, Adam, early end by a falling step."""

    hidden: int = 24
    steps: int = 300
    step: float = 0.01
    decay: float = 1e-3
    drop: float = 0.1
    seeds: Sequence[int] = (0, 1, 2)
    temperature: float = TEMPERATURE

    def fit(self, examples: Sequence[Example]) -> Ranker:
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
        return Ranker(
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


def folds(examples: Sequence[Example], count: int = 6, seed: int = 0) -> list[tuple[list[Example], list[Example]]]:
    """Training and test pages; no source is in both."""
    sources = sorted({e.page.source for e in examples})
    np.random.default_rng(seed).shuffle(sources)
    fold = {source: i % count for i, source in enumerate(sources)}
    return [
        ([e for e in examples if fold[e.page.source] != f], [e for e in examples if fold[e.page.source] == f])
        for f in range(count)
    ]


def cross_validate(
    examples: Sequence[Example], trainer: Trainer, extra: Sequence[Example] = (), count: int = 6
) -> dict[str, Tally]:
    """The tallies of every set, each page judged by weights that never saw its source."""
    tallies: dict[str, Tally] = {}
    for train, test in folds(examples, count):
        model = trainer.fit([*train, *extra])
        for e in test:
            tallies.setdefault(e.kind, Tally()).add(e, int(np.argmax(model.scores(e.rows))) if len(e.rows) else 0)
    return tallies


def save(model: Ranker, figures: dict, path: Path = WEIGHTS) -> None:
    """The weights as numbers of four digits."""
    kept: dict = {"names": list(NAMES), "figures": figures}
    for name in Ranker.__dataclass_fields__:
        values = np.asarray(getattr(model, name), dtype=np.float64)
        kept[name] = np.vectorize(lambda value: float(f"{value:.4g}"))(values).tolist()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(kept, separators=(",", ":")) + "\n")


def main() -> int:
    """Trains, validates, writes."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--show", type=int, default=0, help="worst pages shown")
    options = parser.parse_args()
    examples = [example(page, kind) for kind in SETS for page in load(options.data / kind)]
    start = time.process_time()
    tallies = cross_validate(examples, Trainer())
    figures = {kind: tally.figures() for kind, tally in tallies.items()}
    print(json.dumps(figures), f"{time.process_time() - start:.0f} s")
    for tally in tallies.values():
        lost = [w for w in tally.worst if w[1] - w[0] > 0.005]
        for row in sorted(lost)[: options.show]:
            print("  ", row)
    save(Trainer().fit(examples), figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
