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
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from benchmarks import records_sets
from benchmarks.common import ROOT, arguments
from benchmarks.records_gold import Labelled, load, qualities
from benchmarks.records_gold import hits as hits_of
from benchmarks.records_models import Example, fit
from benchmarks.records_sets import Judge, Sets
from benchmarks.records_synthetic import labelled, sample_web
from motherlode.dom.tree import parse
from motherlode.extract.records.extraction import among, refined, refusal
from motherlode.extract.records.features import NAMES, features
from motherlode.extract.records.formatting import seen as seen_page
from motherlode.extract.records.hypotheses import expanded, root_sets
from motherlode.extract.records.ranking import Ranker

WEIGHTS = ROOT / "src" / "motherlode" / "extract" / "weights"
SETS = ("result-pages", "court-lists")
SYNTHETIC = range(1000, 1140)
"""Seeds of the made pages used for training."""

FEW_KEYS = 5
"""Pages with so few keys are not learned from: their labels leave most rows out, no count can be the truth."""

FOLDS = 5
SEEDS = (0, 1, 2)
"""Ways to deal the sources out to folds; the spread between them shows how much single pages decide."""


def example(page: Labelled, kind: str, weight: float, judge: Judge) -> Example:
    """A page made ready for training, its sets of roots chosen by that judge."""
    seen = seen_page(parse(page.html))
    cuts = refined(seen, expanded(seen, judge.likeliest(seen, root_sets(seen))))
    judged, hit = qualities(seen, cuts, page)
    if page.keys and page.count <= FEW_KEYS:
        weight = 0.0
    return Example(
        page, kind, features(seen, cuts), judged, hit, np.asarray([len(cut.starts) for cut in cuts]), weight
    )


@dataclass
class Tally:
    """P, R, F and perfect pages of one set."""

    hit: int = 0
    found: int = 0
    gold: int = 0
    pages: int = 0
    perfect: int = 0
    worst: list = field(default_factory=list)

    def add(self, page: Labelled, hit: int, found: int, best: float) -> None:
        """One page: what its list hits and holds, borders set right, and the quality of its best cut."""
        self.hit, self.found, self.gold = self.hit + hit, self.found + found, self.gold + page.count
        self.pages += 1
        self.perfect += hit == found == page.count
        value = round(2 * hit / max(1, found + page.count), 2)
        self.worst.append((value, round(best, 2), page.name, page.count, found, hit))

    def figures(self) -> dict:
        """As printed by the scorer."""
        return {
            "P": round(100 * self.hit / max(1, self.found), 2),
            "R": round(100 * self.hit / max(1, self.gold), 2),
            "F": round(200 * self.hit / max(1, self.found + self.gold), 2),
            "perfect": self.perfect,
            "pages": self.pages,
        }


def folds(sources: Sequence[str], seed: int, count: int = FOLDS) -> dict[str, int]:
    """The fold of every source; no source is in training and test at once."""
    shuffled = sorted(set(sources))
    np.random.default_rng(seed).shuffle(shuffled)
    return {source: i % count for i, source in enumerate(shuffled)}


@dataclass
class Material:
    """Everything there is to learn from: labelled pages and made ones, ready for both models."""

    examples: list[Example]
    made: list[Example]
    sets: list[Sets]
    judge: Judge

    @classmethod
    def of(cls, data: Path) -> Material:
        """The pages below a folder with result-pages/ and court-lists/, and made ones."""
        pages = [(page, kind, 1.0) for kind in SETS for page in load(data / kind)]
        extra = [(labelled(seed), "synthetic", 0.5) for seed in SYNTHETIC]
        extra += [(page, "sample", 0.5) for page in sample_web(1)]
        sets = [one for page, _, weight in [*pages, *extra] if (one := records_sets.judged(page, weight))]
        judge = Judge.of(sets)
        return cls([example(*one, judge) for one in pages], [example(*one, judge) for one in extra], sets, judge)

    @property
    def sources(self) -> list[str]:
        """The sources of the labelled pages."""
        return [e.page.source for e in self.examples]

    def without(self, sources: AbstractSet[str]) -> tuple[Ranker, Judge]:
        """Both models, learned from all pages but those of some sources."""
        model = fit([*(e for e in self.examples if e.page.source not in sources), *self.made])
        return model, Judge.of([one for one in self.sets if one.source not in sources])


def cross_validate(material: Material, seed: int) -> dict[str, Tally]:
    """The tallies of every set, each page judged by weights, of both models, that never saw its source."""
    tallies: dict[str, Tally] = {}
    fold = folds(material.sources, seed)
    for f in range(FOLDS):
        unseen = {source for source, number in fold.items() if number == f}
        model, judge = material.without(unseen)
        for e in material.examples:
            if e.page.source in unseen:
                judged(tallies, model, judge, e)
    return tallies


def transfer(material: Material, kind: str) -> dict:
    """The figures of one set by weights that never saw any page of it."""
    tallies: dict[str, Tally] = {}
    model, judge = material.without({e.page.source for e in material.examples if e.kind == kind})
    for e in material.examples:
        if e.kind == kind:
            judged(tallies, model, judge, e)
    return tallies[kind].figures()


def judged(tallies: dict[str, Tally], model: Ranker, judge: Judge, e: Example) -> None:
    """Adds one page, its list found and ranked by these weights as the extractor does it."""
    view = seen_page(parse(e.page.html))
    cuts = refined(view, expanded(view, judge.likeliest(view, root_sets(view))))
    quality, _ = qualities(view, cuts, e.page)
    best = next((one.cut for one in among(view, cuts, model) if not refusal(one)), None)
    hit = hits_of(view, best.starts, best.ends, e.page) if best else 0
    most = float(quality.max()) if len(quality) else 0.0
    tallies.setdefault(e.kind, Tally()).add(e.page, hit, len(best.starts) if best else 0, most)


def save(model: Ranker, figures: dict) -> None:
    """The weights as small numbers, the figures beside them."""
    kept: dict = {"names": np.asarray(NAMES)}
    for kind, forest in (("order", model.order), ("grade", model.grade)):
        for name in ("roots", "feature", "left", "right"):
            kept[f"{kind}_{name}"] = np.asarray(getattr(forest, name), dtype=np.uint16)
        for name in ("threshold", "value"):
            kept[f"{kind}_{name}"] = np.asarray(getattr(forest, name), dtype=np.float32)
        kept[f"{kind}_depth"], kept[f"{kind}_base"] = np.asarray(forest.depth), np.asarray(forest.base)
    WEIGHTS.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(WEIGHTS / "records.npz", **kept)
    (WEIGHTS / "records.json").write_text(json.dumps(figures, indent=1) + "\n")


def spread(runs: Sequence[dict[str, Tally]]) -> dict:
    """Mean and standard deviation of the figures over the seeds."""
    found = {}
    for kind in SETS:
        rows = [run[kind].figures() for run in runs]
        found[kind] = {name: round(float(np.mean([row[name] for row in rows])), 2) for name in rows[0]}
        found[kind]["spread"] = {
            name: round(float(np.std([row[name] for row in rows])), 2) for name in ("P", "R", "F", "perfect")
        }
    return found


def main() -> int:
    """Trains, validates, writes."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--show", type=int, default=0, help="worst pages shown")
    parser.add_argument("--no-validation", action="store_true", help="write new weights, keep the old figures")
    options = parser.parse_args()
    start = time.process_time()
    material = Material.of(options.data)
    print(
        f"{len(material.examples)} pages, {len(material.made)} made ones, {time.process_time() - start:.0f} s",
        flush=True,
    )
    figures = json.loads((WEIGHTS / "records.json").read_text())
    if not options.no_validation:
        runs = [cross_validate(material, seed) for seed in SEEDS]
        figures = {
            "cross-validation": spread(runs),
            "transfer": {"court-lists": transfer(material, "court-lists")},
            "first judgement": records_sets.missed(material.sets),
            "seeds": len(SEEDS),
            "day": f"{datetime.now(UTC):%Y-%m-%d}",
            "features": len(NAMES),
        }
        print(json.dumps(figures, indent=1), f"{time.process_time() - start:.0f} s", flush=True)
        for row in sorted(w for run in runs for t in run.values() for w in t.worst if w[1] - w[0] > 0.005)[
            : options.show
        ]:
            print("  ", row)
    records_sets.save(material.judge)
    save(fit([*material.examples, *material.made]), figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
