"""Which cut is the page's main list, by small decision trees, and whether the page holds a list of records at all.

One set of trees is trained to put the best cut of a page first, another to tell how good a cut is. The weights are
made by `python -m benchmarks.train_records`, with the figures of its cross-validation beside them.

Articles repeat things too, such as menus and related stories. A linear model over the features of the best cut and
over what stands beside it, running text and what the page calls itself, tells them apart; its weights are made by
`python -m benchmarks.train_listness`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import as_file, files

import numpy as np

from motherlode.dom.labels import Array, View
from motherlode.dom.tree import Tree
from motherlode.extract.records.features import NAMES
from motherlode.extract.records.hypotheses import Hypothesis
from motherlode.kernels import native as compiled

GRADE_WEIGHT = 5.0
"""What the grade counts beside the order. In cross-validation 2, 3, 5 and 8 all do better than 0 and than the grade
alone: where the order is torn, it mostly stands between a list and a menu, which the grade tells apart."""


@dataclass(frozen=True, slots=True)
class Forest:
    """Decision trees as one table of nodes; a leaf has itself as both children."""

    roots: Array
    feature: Array
    threshold: Array
    left: Array
    right: Array
    value: Array
    depth: int
    base: float
    children: Array = field(init=False)
    """right and left child of every node side by side, so that one look-up takes the step"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "children", np.column_stack((self.right, self.left)).ravel())

    def scores(self, rows: Array) -> Array:
        """The sum of all trees, for every row."""
        x = np.ascontiguousarray(rows, dtype=np.float32)
        if (kernel := compiled()) is not None:
            parts = (self.roots, self.feature, self.threshold, self.children, self.value)
            sums: Array = np.frombuffer(kernel.summed(x, x.shape[1], *parts, self.depth), dtype=np.float64)
            return sums + self.base
        cells = x.ravel()
        at = np.tile(self.roots, len(x))
        line = np.repeat(np.arange(len(x)) * x.shape[1], len(self.roots))
        for _ in range(self.depth):
            below = cells.take(self.feature.take(at) + line) <= self.threshold.take(at)
            at = self.children.take(2 * at + below)
        total: Array = self.value.take(at).reshape(len(x), len(self.roots)).sum(axis=1, dtype=np.float64)
        return total + self.base


@dataclass(frozen=True, slots=True)
class Ranker:
    """Trees that order the cuts of a page, and trees that grade them so that pages can be compared."""

    order: Forest
    grade: Forest

    def scores(self, rows: Array) -> tuple[Array, Array]:
        """How every row compares with the others of its page, and how good it is expected to be (0 to 1)."""
        graded = self.grade.scores(rows)
        return self.order.scores(rows) + GRADE_WEIGHT * graded, np.sqrt(np.clip(graded, 0.0, 1.0))


@lru_cache(maxsize=1)
def ranker() -> Ranker:
    """The shipped weights."""
    with as_file(files("motherlode.extract") / "weights" / "records.npz") as path, np.load(path) as kept:
        arrays = {name: kept[name] for name in kept.files}
    if tuple(arrays["names"].tolist()) != NAMES:
        raise AssertionError("the weights of the record ranker do not fit its features; train it again")
    forests = {}
    for kind in ("order", "grade"):
        parts = {
            name: arrays[f"{kind}_{name}"] for name in ("roots", "feature", "threshold", "left", "right", "value")
        }
        for name in ("roots", "feature", "left", "right"):
            parts[name] = parts[name].astype(np.int64)
        forests[kind] = Forest(**parts, depth=int(arrays[f"{kind}_depth"]), base=float(arrays[f"{kind}_base"]))
    return Ranker(**forests)


LIMIT = 4.0
"""Standardised features beyond this many deviations are cut off, as in training."""

RUNNING, SENTENCE = 120, 60
"""Bytes of UTF-8 from which an unlinked text is running text, and from which it may be a sentence: bytes, because
Chinese says in one character of three bytes what English says in three letters or more."""

PROSE = 0.8
"""Share of records that are mere running text from which there is no list: true of 35 of 646 labelled articles and of
no labelled list; at .7 one list is lost."""

BESIDE = (
    "running text outside", "share of running text outside", "running text inside", "most in one element",
    "most in one element against the list", "running text before", "sentences outside", "running texts outside",
    "linked text", "paragraphs", "articles",
    "says article", "has a publication time", "data say article", "data say list",
)  # fmt: skip
LENGTHS = ("chars", "chars a record", "chars a link", "running text outside")
"""Logarithms of lengths, which count a Chinese character as what it says in letters."""
INPUTS = (*NAMES, "expected quality", *BESIDE)

_ARTICLE = re.compile(r'"@type"\s*:\s*\[?\s*"(?:\w{0,30}Article|BlogPosting|Report)"')
_LIST = re.compile(
    r'"@type"\s*:\s*\[?\s*"(?:ItemList|SearchResultsPage|CollectionPage|ProductCollection|OfferCatalog)"'
)
DENSITY_LEAVES, DENSE_SHARE = 400, 0.3
"""Leaves that tell how dense the writing of a page is, and the share of dense characters from which it is."""
DENSE_LETTERS = 3.0
"""Letters that a character of dense writing stands for; its bytes in UTF-8."""
MOSTLY_STRONG = 0.5
"""Share of records that begin with a heading or bold text from which they are no mere paragraphs."""
_DENSE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_TIMES = frozenset({"article:published_time", "article:author", "datepublished", "pubdate"})
_ENDS = frozenset('.!?\u3002\uff01\uff1f\u2026"\u201d')
MOST_DATA = 200_000
"""Characters of a page's embedded data that are looked at."""


def listness(page: View, cut: Hypothesis, row: Array, score: float, dense: float) -> float:
    """How likely a page with this best cut is one of records (0 to 1); `dense` is the page's density."""
    leaves = Leaves.of(page, cut)
    if prose(page, cut, row, leaves):
        return 0.0
    mean, scale, weights, bias = _weights()
    even = np.clip((inputs(page, cut, row, score, leaves, dense) - mean) / scale, -LIMIT, LIMIT)
    return float(1 / (1 + np.exp(-(even @ weights + bias))))


@dataclass(frozen=True, slots=True)
class Leaves:
    """Of every leaf of a page: its bytes, the record before it, whether it lies in it, whether it is running text."""

    size: Array
    owner: Array
    within: Array
    running: Array

    @classmethod
    def of(cls, page: View, cut: Hypothesis) -> Leaves:
        """The leaves as one cut parts them."""
        texts = map(page.tree.texts.__getitem__, page.leaves.tolist())
        size = np.fromiter(
            (len(text) if text.isascii() else len(text.encode("utf-8", "ignore")) for text in texts), np.int64
        )
        owner = np.searchsorted(cut.starts, page.leaves, side="right") - 1
        within = (owner >= 0) & (page.leaves < cut.ends[np.maximum(owner, 0)])
        return cls(size, owner, within, (size >= RUNNING) & ~page.leaf_linked)


def inputs(page: View, cut: Hypothesis, row: Array, score: float, leaves: Leaves, dense: float) -> Array:
    """What the model is asked about, in the order of `INPUTS`."""
    beside = _text_beside(page, cut, leaves)
    found: Array = np.concatenate([row, [score], beside, _elements(page), _declared(page.tree)])
    found[[INPUTS.index(name) for name in LENGTHS]] += np.log(dense)
    return found


def prose(page: View, cut: Hypothesis, row: Array, leaves: Leaves) -> bool:
    """Whether the records are the paragraphs of a text: running text without links, titles or a count that agrees."""
    if row[NAMES.index("first leaf strong")] >= MOSTLY_STRONG or row[NAMES.index("count agrees")] >= 1:
        return False
    within, many = leaves.within, len(cut.starts)
    chars, told, links = (
        np.bincount(leaves.owner[within], values[within], many)
        for values in (page.leaf_chars, page.leaf_chars * leaves.running, page.leaf_linked)
    )
    return bool(((2 * told > chars) & (links == 0)).mean() >= PROSE)


def density(page: View) -> float:
    """How many letters a character of the page stands for: three on a page in Chinese, Japanese or Korean, else one.

    >>> from motherlode.dom.labels import view
    >>> from motherlode.dom.tree import parse
    >>> density(view(parse("<p>天下大事</p>"))), density(view(parse("<p>All under heaven</p>")))
    (3.0, 1.0)
    """
    text = "".join(page.tree.texts[leaf] for leaf in page.leaves[:DENSITY_LEAVES].tolist())
    return DENSE_LETTERS if not text.isascii() and len(_DENSE.findall(text)) > DENSE_SHARE * len(text) else 1.0


def _elements(page: View) -> list[float]:
    """How much of the page is links, and how many paragraphs and articles it has."""
    tree = page.tree
    linked = float(page.leaf_chars[page.leaf_linked].sum()) / max(1, int(page.offset[-1]))
    return [linked, *(float(np.log1p(sum(1 for _ in tree.found(tag)))) for tag in ("p", "article"))]


def _text_beside(page: View, cut: Hypothesis, leaves: Leaves) -> list[float]:
    """Running text inside and outside of the list."""
    size, within, running = leaves.size, leaves.within, leaves.running
    outside = np.where(running & ~within, page.leaf_chars, 0)
    mass = int((page.offset[cut.ends] - page.offset[cut.starts]).sum())
    parents = page.parents[page.leaves].clip(0)
    elements = (parents, page.parents[parents].clip(0))
    most = max(float(np.bincount(above, weights=outside).max(initial=0.0)) for above in elements)
    total, sentences = max(1, int(page.offset[-1])), (size > SENTENCE) & ~within
    ended = sum(page.tree.texts[leaf].rstrip()[-1:] in _ENDS for leaf in page.leaves[sentences].tolist())
    return [
        float(np.log1p(outside.sum())),
        float(outside.sum()) / total,
        float(page.leaf_chars[running & within].sum()) / max(1, mass),
        most / total,
        most / max(1.0, most + mass),
        float(outside[page.leaves < cut.starts[0]].sum()) / total,
        ended / max(1, int(sentences.sum())),
        float(np.log1p(int((running & ~within).sum()))),
    ]


def _declared(tree: Tree) -> list[float]:
    """What the page's head and data call it."""
    metas = [tree.given(node) for node in tree.found("meta")]
    named = {(one.get("property") or one.get("name") or one.get("itemprop") or "").lower(): one for one in metas}
    kind = (named.get("og:type", {}).get("content") or "").lower()
    data = " ".join(text for text in tree.scripts if "@type" in text)[:MOST_DATA]
    return [
        float(kind.startswith("article")),
        float(not _TIMES.isdisjoint(named)),
        float(_ARTICLE.search(data) is not None),
        float(_LIST.search(data) is not None),
    ]


@lru_cache(maxsize=1)
def _weights() -> tuple[Array, Array, Array, float]:
    kept = json.loads((files("motherlode.extract") / "weights" / "listness.json").read_text(encoding="utf-8"))
    if tuple(kept["names"]) != INPUTS:
        raise AssertionError("the weights of listness do not fit the features; train them again")
    return np.asarray(kept["mean"]), np.asarray(kept["scale"]), np.asarray(kept["weights"]), float(kept["bias"])
