"""Learns what the evidence for "one story" is worth, and writes it to src/motherlode/analyse/weights/stories.json.

    python -m benchmarks.train_stories --data ../shared/data/stories
    python -m benchmarks.train_stories --data ../shared/data/stories --embed     writes weights/headlines.json

Pairs of groups are met on three ways through every view of every set: two by plain rules, one led by the labels with
three errors in a hundred, so that groups of all sizes are seen. What is learned is the share of a pair's documents
that belong together, by logistic regression whose likenesses have no negative weight; every set counts alike.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from scipy import optimize, sparse

from benchmarks.stories_sets import View, family, labelled, views
from motherlode.analyse.book import StoryBook
from motherlode.analyse.evidence import ANY_SIGN, MEANING, TERMS, Pairs, Weights
from motherlode.analyse.features import read_words
from motherlode.analyse.linking import link
from motherlode.analyse.params import StoryParams
from motherlode.analyse.stories import lay_out
from motherlode.analyse.vectors import Array, Labels

ROWS = 1000
"""Pairs kept of a view."""
LARGE = 3000
"""Documents above which a set is only learned from in samples: its pairs would take minutes and say nothing new."""
PENALTY = 30.0
"""On the squares of the weights; 1, 10, 30 and 100 were tried on left-out pairs, flat between 10 and 100."""
OUT = Path("src/motherlode/analyse/weights")


@dataclass(frozen=True, slots=True)
class Lesson:
    """The evidence of a view's pairs, how far each is one story, and how many documents hang on it."""

    name: str
    rows: Array
    share: Array
    weight: Array


def lesson(view: View, seed: int = 0, embed: bool = False) -> Lesson:
    """What one view teaches, with vectors of headlines where they are asked for."""
    params = StoryParams(embed=embed)
    chance = np.random.default_rng(seed)
    _, gold = np.unique(view.gold, return_inverse=True)
    kept: list[tuple[Array, Array, Array]] = []

    def note(labels: Labels, pairs: Pairs, rows: Array, odds: Array, led: bool) -> Array:
        share, smaller = _share(gold, labels, pairs)
        best = np.full(len(labels), -np.inf)
        np.maximum.at(best, pairs.left, odds)
        np.maximum.at(best, pairs.right, odds)
        near = np.flatnonzero((odds >= best[pairs.left] - 0.15) | (odds >= best[pairs.right] - 0.15))
        near = chance.choice(near, 1200, replace=False) if len(near) > 1200 else near
        kept.append((rows[near], share[near], smaller[near]))
        right = (share > 0.5) ^ (chance.random(len(share)) < 0.03)
        return np.where(right, odds + 10.0, -10.0) if led else odds

    for led, plain, limit in ((False, _alike, 1.6), (False, _unusual, 1.3), (True, _unusual, 0.0)):
        book = StoryBook()
        table = lay_out(book, view.documents, read_words(view.documents), params)
        link(table.groups, table.links, book.gaps, plain, limit, watch=partial(note, led=led))
    rows, share, weight = (np.concatenate(part) for part in zip(*kept, strict=True))
    some = chance.choice(len(rows), ROWS, replace=False) if len(rows) > ROWS else np.arange(len(rows))
    return Lesson(view.name, rows[some], share[some], weight[some])


def _alike(rows: Array) -> Array:
    """A plain rule for small groups: likeness, and how unusual it is around a document."""
    return np.asarray(2.0 * rows[:, TERMS.index("likeness")] + 0.5 * rows[:, TERMS.index("around")])


def _unusual(rows: Array) -> Array:
    """A plain rule that lets large groups grow: how unusual the likeness in words is."""
    return np.asarray(rows[:, TERMS.index("words and length")] / np.maximum(rows[:, TERMS.index("length")], 0.1))


def _share(gold: Labels, labels: Labels, pairs: Pairs) -> tuple[Array, Array]:
    """The share of document pairs across each pair of groups that are one story, and the size of the smaller."""
    count = len(labels)
    members = sparse.csr_matrix((np.ones(count), (labels, gold)), shape=(count, int(gold.max()) + 1))
    sizes = np.asarray(members.sum(axis=1)).ravel()
    same = np.asarray(members[pairs.left].multiply(members[pairs.right]).sum(axis=1)).ravel()
    a, b = sizes[pairs.left], sizes[pairs.right]
    return same / (a * b), np.minimum(a, b)


def fit(lessons: Iterable[Lesson], terms: tuple[str, ...] = TERMS) -> Weights:
    """Weighted logistic regression over the first columns; every set counts alike, every view of a set too."""
    chosen = list(lessons)
    views_of = {name: sum(one.name == name for one in chosen) for name in {one.name for one in chosen}}
    rows = np.vstack([one.rows[:, : len(terms)] for one in chosen])
    share = np.concatenate([one.share for one in chosen])
    weight = 6000 * np.concatenate([one.weight / one.weight.sum() / views_of[one.name] for one in chosen])
    mean, deviation = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    x = np.column_stack(((rows - mean) / deviation, np.ones(len(rows))))
    penalty = np.array([PENALTY] * len(terms) + [1e-6])

    def cost(found: Array) -> tuple[float, Array]:
        odds = x @ found
        likely = 1 / (1 + np.exp(-np.clip(odds, -30, 30)))
        value = float((weight * (np.logaddexp(0, odds) - share * odds)).sum() + (penalty * found**2).sum() / 2)
        return value, x.T @ (weight * (likely - share)) + penalty * found

    bounds = [(None if name in ANY_SIGN else 0.0, None) for name in terms] + [(None, None)]
    start = np.zeros(len(terms) + 1)
    found = optimize.minimize(cost, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 300}).x
    worth = found[:-1] / deviation
    return Weights(tuple(worth.tolist()), float(found[-1] - worth @ mean))


def lessons_of(folder: Path, embed: bool = False) -> list[Lesson]:
    """The lessons of all labelled sets of a folder."""
    found: list[Lesson] = []
    for file in labelled(folder):
        every = views(file, ("all", "small", "lone", "mixed"))
        found += [lesson(view, embed=embed) for view in every if len(view.documents) <= LARGE]
        sys.stderr.write(f"{file.stem}: {len(found)} views\n")
    return found


def left_out(lessons: Iterable[Lesson], name: str, terms: tuple[str, ...] = TERMS) -> Weights:
    """The weights learned without a set and without its kin."""
    return fit((one for one in lessons if family(one.name) != family(name)), terms)


def main() -> None:
    """Writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--embed", action="store_true", help="with the vectors of headlines of the extra embed")
    given = parser.parse_args()
    terms = (*TERMS, MEANING) if given.embed else TERMS
    weights = fit(lessons_of(given.data, given.embed), terms)
    kept = {
        "made by": "python -m benchmarks.train_stories" + (" --embed" if given.embed else ""),
        "terms": {name: round(value, 5) for name, value in zip(terms, weights.terms, strict=True)},
        "base": round(weights.base, 5),
    }
    (OUT / ("headlines.json" if given.embed else "stories.json")).write_text(
        json.dumps(kept, indent=1) + "\n", encoding="utf-8"
    )


if __name__ == "__main__":
    main()
