"""Learns whether a page holds a list of records at all, and tells what it refuses on sites it has not seen.

`python -m benchmarks.train_listness --data DIR` (DIR holds records/, university/ and news/) writes
src/motherlode/extract/weights/listness.json with the figures of the cross-validation. Pages of records are the
labelled result pages, court lists and faculty lists, made pages, and pages called listing or collection; pages
without are those called article, service or documentation, and those of the sets of articles. Each page goes in with
the best cut, and the expected quality, that a ranker finds which never saw its source: so do the pages that the
shipped weights will meet.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from benchmarks.common import ROOT, arguments
from benchmarks.records_gold import load
from benchmarks.records_synthetic import labelled, sample_web
from benchmarks.train_records import FOLDS, Material, folds
from motherlode.dom.tree import parse
from motherlode.extract.records.extraction import among, refined, refusal
from motherlode.extract.records.formatting import seen
from motherlode.extract.records.hypotheses import expanded, root_sets
from motherlode.extract.records.ranking import INPUTS, LIMIT, Leaves, inputs, prose
from motherlode.pages.decode import decode
from motherlode.text.urls import host_of

WEIGHTS = ROOT / "src" / "motherlode" / "extract" / "weights" / "listness.json"
WITH = {"result-pages", "court-lists", "university", "made", "sample web", "listing", "collection"}
WITHOUT = {"article", "service", "documentation", "np4k", "fundus", "chinese"}
STRENGTH = 0.01
"""Inverse of the regularisation. With every kind left out whole, .01 finds 36 of 41 faculty lists and 15 of 20
listings, .03 finds 30 and 12; forests and boosted trees find no more than either."""

TAKEN = 0.045
"""Share of the mixed articles, their sources left out, that reach a likelihood of one half: the bias is set so."""

LEFT_OUT = {"fundus", "chinese"}
"""Sets that the first validation leaves out whole; the second leaves out each kind. All take part in what ships."""

CUTS = (0.05, 0.1, 0.15, 0.2, 0.3, 0.5)


@dataclass
class Page:
    """A page with its kind and its source."""

    html: str
    kind: str
    source: str


def pages(data: Path) -> Iterator[Page]:
    """All pages of a known kind."""
    for name in ("result-pages", "court-lists"):
        for page in load(data / "records" / name):
            yield Page(page.html, name, page.source)
    for seed in range(2000, 2060):
        yield Page(labelled(seed).html, "made", f"made/{seed}")
    for page in sample_web(7):
        yield Page(page.html, "sample web", page.source)
    for file in sorted((data / "university").rglob("*.htm*")):
        yield Page(_read(file), "university", file.stem)
    for row in _rows(data / "news" / "wcxb"):
        if row["type"] in WITH | WITHOUT:
            yield Page(
                _read(data / "news" / "wcxb" / row["page"]), row["type"], host_of(row.get("url") or row["page"])
            )
    for name in ("np4k", "fundus", "chinese"):
        for row in _rows(data / "news" / name)[:: 3 if name == "np4k" else 1]:
            yield Page(_read(data / "news" / name / row["page"]), name, f"{name}/{row['page']}")


def _rows(folder: Path) -> list[dict[str, str]]:
    with (folder / "gold.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def _read(file: Path) -> str:
    raw = file.read_bytes()
    return decode(gzip.decompress(raw) if file.suffix == ".gz" else raw).text


def fit(rows: np.ndarray, kinds: Sequence[str]) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """Mean, scale, weights and bias; a kind counts by the root of its pages, lists and others alike in all."""
    wanted = np.asarray([kind in WITH for kind in kinds], dtype=int)
    many = Counter(kinds)
    share = np.asarray([many[kind] ** -0.5 for kind in kinds])
    for side in (0, 1):
        share[wanted == side] *= 0.5 * len(kinds) / share[wanted == side].sum()
    mean, scale = rows.mean(0), np.maximum(rows.std(0), 1e-6)
    even = np.clip((rows - mean) / scale, -LIMIT, LIMIT)
    model = LogisticRegression(C=STRENGTH, max_iter=3000).fit(even, wanted, sample_weight=share)
    return mean, scale, model.coef_[0], float(model.intercept_[0])


def likely(rows: np.ndarray, mean: np.ndarray, scale: np.ndarray, weights: np.ndarray, bias: float) -> np.ndarray:
    """The model's answer."""
    return 1 / (1 + np.exp(-(np.clip((rows - mean) / scale, -LIMIT, LIMIT) @ weights + bias)))


def judged_unseen(data: Path) -> tuple[np.ndarray, list[str], np.ndarray]:
    """The inputs of every page, its kind and its fold, each ranked by models that never saw its source."""
    material, every = Material.of(data / "records"), list(pages(data))
    fold = folds([page.source for page in every], seed=0)
    rows, kinds, number = [], [], []
    for f in range(FOLDS):
        unseen = {source for source, at in fold.items() if at == f}
        model, judge = material.without(unseen)
        for page in every:
            if page.source not in unseen:
                continue
            view = seen(parse(page.html))
            cuts = refined(view, expanded(view, judge.likeliest(view, root_sets(view))))
            found = among(view, cuts, model)
            if not found or refusal(found[0]):
                continue
            best = found[0]
            leaves = Leaves.of(view, best.cut)
            if not prose(view, best.cut, best.row, leaves):
                rows.append(inputs(view, best.cut, best.row, best.score, leaves, best.density))
                kinds.append(page.kind)
                number.append(f)
    return np.asarray(rows), kinds, np.asarray(number)


def judged_apart(table: np.ndarray, kinds: Sequence[str], fold: np.ndarray, left_out: set[str]) -> np.ndarray:
    """The likelihood of every page by weights that never saw its source; of some kinds, no page of the whole kind."""
    named, judged = np.asarray(kinds), np.zeros(len(table))
    for f in range(FOLDS):
        for kind in set(named[fold == f]):
            unseen = (fold != f) & (named != kind) if kind in left_out else fold != f
            here = (fold == f) & (named == kind)
            judged[here] = likely(table[here], *fit(table[unseen], named[unseen].tolist()))
    return judged


def shift(judged: np.ndarray, kinds: Sequence[str], articles: int) -> float:
    """What the log-odds need so that `TAKEN` of all mixed articles, also those where nothing repeats, reach 0."""
    odds = np.log(judged / (1 - judged))
    highest = np.sort(odds[np.asarray(kinds) == "article"])[::-1]
    return -float(highest[min(int(TAKEN * articles), len(highest) - 1)]) - 1e-6


def refused(judged: np.ndarray, kinds: Sequence[str], cut: float) -> dict[str, float]:
    """The share of each kind's pages below a likelihood."""
    by_kind = defaultdict(list)
    for kind, value in zip(kinds, judged, strict=True):
        by_kind[kind].append(value < cut)
    return {kind: round(float(np.mean(below)), 3) for kind, below in by_kind.items()}


def learn(table: np.ndarray, kinds: Sequence[str], fold: np.ndarray, articles: int) -> dict[str, object]:
    """The weights with the figures of both validations, as they ship."""
    judged = judged_apart(table, kinds, fold, LEFT_OUT)
    moved = shift(judged, kinds, articles)
    figures = {}
    for name, left_out in (("by source", LEFT_OUT), ("by kind", WITH | WITHOUT)):
        values = judged if left_out is LEFT_OUT else judged_apart(table, kinds, fold, left_out)
        values = 1 / (1 + np.exp(-(np.log(values / (1 - values)) + moved)))
        figures[name] = {str(cut): refused(values, kinds, cut) for cut in CUTS}
        print(name, json.dumps(figures[name], indent=1))
    mean, scale, weights, bias = fit(table, kinds)
    kept: dict[str, object] = {"names": INPUTS, "mean": mean.round(5).tolist(), "scale": scale.round(5).tolist()}
    kept |= {
        "weights": weights.round(5).tolist(),
        "bias": round(bias + moved, 5),
        "refused, cross-validated": figures,
    }
    return kept


def main() -> None:
    """Trains, validates across sources and across kinds, writes."""
    options = arguments(__doc__ or "").parse_args()
    table, kinds, fold = judged_unseen(options.data)
    articles = sum(page.kind == "article" for page in pages(options.data))
    WEIGHTS.write_text(json.dumps(learn(table, kinds, fold, articles)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
