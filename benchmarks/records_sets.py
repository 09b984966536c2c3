"""Trains the first judgement of the record extractor: which sets of repeating nodes are worth a close look.

Each set is judged by the best cut it leads to; a linear model learns to put the sets with the best cuts first.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.common import ROOT
from benchmarks.records_gold import Labelled, qualities
from motherlode.dom.labels import View
from motherlode.dom.tree import parse
from motherlode.extract.records.extraction import refined
from motherlode.extract.records.formatting import seen as seen_page
from motherlode.extract.records.hypotheses import expanded, root_sets
from motherlode.extract.records.likely import MOST_SETS, NAMES, RootSet, set_features, shaped

FILE = ROOT / "src" / "motherlode" / "extract" / "weights" / "record_sets.json"

MOST_JUDGED = 70
"""Sets of a page used for training, those with most votes first."""


@dataclass
class Sets:
    """The sets of a page: features, and the F of the best cut of each."""

    source: str
    rows: np.ndarray
    best: np.ndarray
    weight: float


def judged(page: Labelled, weight: float) -> Sets | None:
    """A page's sets with their judgement; None where nothing on it repeats."""
    seen = seen_page(parse(page.html))
    sets = sorted(root_sets(seen), key=lambda one: -one[1])[:MOST_JUDGED]
    if not sets:
        return None
    cuts = [refined(seen, expanded(seen, [one])) for one in sets]
    quality, _ = qualities(seen, [cut for some in cuts for cut in some], page)
    stop = np.cumsum([len(some) for some in cuts])
    best = [max(quality[b - len(some) : b], default=0.0) for some, b in zip(cuts, stop, strict=True)]
    return Sets(page.source, set_features(seen, sets), np.asarray(best), weight)


@dataclass(frozen=True)
class Judge:
    """The linear model: which sets of a page to keep."""

    mean: np.ndarray
    scale: np.ndarray
    weights: np.ndarray

    @classmethod
    def of(cls, pages: Sequence[Sets], temperature: float = 0.05, steps: int = 400, decay: float = 1e-3) -> Judge:
        """Learned from pages: softmax over the sets of a page, Adam with a falling step."""
        return cls(*_fit(pages, temperature, steps, decay))

    def best(self, rows: np.ndarray, most: int = MOST_SETS) -> np.ndarray:
        """The places of the sets to keep."""
        merit = shaped(rows, self.mean, self.scale) @ self.weights
        return np.sort(np.argsort(-merit, kind="stable")[:most])

    def likeliest(self, page: View, sets: Sequence[RootSet]) -> list[RootSet]:
        """The sets of a page to keep."""
        return [sets[i] for i in self.best(set_features(page, sets)).tolist()] if sets else []


def _fit(pages: Sequence[Sets], temperature: float, steps: int, decay: float):
    every = np.concatenate([page.rows for page in pages])
    mean, scale = every.mean(0), every.std(0) + 1e-6
    x = shaped(every, mean, scale)
    sizes = np.asarray([len(page.best) for page in pages])
    first, owner = np.cumsum(sizes) - sizes, np.repeat(np.arange(len(pages)), sizes)
    quality = np.concatenate([page.best for page in pages])
    target = np.exp((quality - np.maximum.reduceat(quality, first)[owner]) / temperature)
    target /= np.add.reduceat(target, first)[owner]
    weight = np.asarray([page.weight for page in pages])
    weight = (weight / weight.sum())[owner]
    w = np.zeros(x.shape[1])
    m, v = w.copy(), w.copy()
    for turn in range(1, steps + 1):
        f = x @ w
        e = np.exp(f - np.maximum.reduceat(f, first)[owner])
        g = x.T @ ((e / np.add.reduceat(e, first)[owner] - target) * weight) + decay * w
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        w = w - 0.05 * (1 - turn / (steps + 1)) * (m / (1 - 0.9**turn)) / (np.sqrt(v / (1 - 0.999**turn)) + 1e-8)
    return mean, scale, w


def missed(pages: Sequence[Sets], folds: int = 5) -> dict[str, float]:
    """How often the best set is not among those kept, on sources the weights have not seen; the loss of F."""
    sources = sorted({page.source for page in pages})
    np.random.default_rng(0).shuffle(sources)
    fold = {source: i % folds for i, source in enumerate(sources)}
    lost = []
    for f in range(folds):
        judge = Judge.of([page for page in pages if fold[page.source] != f])
        unseen = [page for page in pages if fold[page.source] == f and page.weight == 1.0]
        lost += [float(page.best.max() - page.best[judge.best(page.rows)].max()) for page in unseen]
    return {
        "pages": len(lost),
        "missed": sum(loss > 0.005 for loss in lost),
        "F lost": round(float(np.mean(lost)), 4),
    }


def save(judge: Judge) -> None:
    """The weights, as the package reads them."""
    kept: dict[str, object] = {"names": NAMES}
    for name in ("mean", "scale", "weights"):
        kept[name] = [round(float(value), 5) for value in getattr(judge, name)]
    FILE.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
