"""Which pairs of records are one thing, by weights learned without labels (Fellegi and Sunter, by EM; E9).

For every attribute and level two shares are known: how often true pairs show the level (m) and how often chance does
(u). The sum of log(m/u) over the attributes, with how rare true pairs are, is the log-odds of a pair. u comes from
pairs drawn at random, m from expectation and maximisation over the candidate pairs. Both begin from what the type of
an attribute lets expect, which is all that a handful of records has; thousands of records outweigh it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motherlode.annotate.levels import DIFFERENT, LEVELS, SAME, Compared, compared, levels_of
from motherlode.model.evidence import Term
from motherlode.model.schema import Schema, SourceRecord

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

EXPECTED: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "name": ((0.7, 0.2, 0.05, 0.05), (0.0005, 0.0005, 0.02, 0.979)),
    "person": ((0.6, 0.25, 0.08, 0.07), (0.002, 0.002, 0.01, 0.986)),
    "date": ((0.7, 0.12, 0.08, 0.1), (0.01, 0.02, 0.05, 0.92)),
    "words": ((0.6, 0.15, 0.1, 0.15), (0.05, 0.02, 0.03, 0.9)),
    "code": ((0.75, 0.1, 0.0, 0.15), (0.01, 0.01, 0.0, 0.98)),
    "exact": ((0.9, 0.0, 0.0, 0.1), (0.0002, 0.0, 0.0, 0.9998)),
}
"""What a family of values lets expect before anything is counted: m and u of the four levels."""
TRUE_SHOWN, CHANCE_SHOWN = 20.0, 300.0
"""How many true and chance pairs the expectation is worth."""
RANDOM_PAIRS = 30_000
"""Pairs drawn to see what chance does."""
ROUNDS = 60
RARE = 0.05
"""A value counts as at most so much rarer than the attribute's values are on average."""
RARE_SHOWN = 50.0
"""How many values the average is worth against the count of one value."""
KEY_ERRORS, KEY_PAIRS = 0.03, 30
"""Keys that differ in more than this share of the pairs that are sure without them are mistaken now and then: they
are weighed, not obeyed. So many sure pairs are needed to say it."""
SURE = 0.999
LEAST = 1e-7
LEAST_SHARE, MOST_SHARE, SETTLED = 1e-12, 0.5, 1e-6
"""Bounds of the share of true pairs, so that its log-odds stay a number, and the change that ends the rounds."""


@dataclass(frozen=True, slots=True)
class Linkage:
    """The learned weights: log(m/u) for every attribute and level, and the log-odds of any pair."""

    compared: tuple[Compared, ...]
    weights: Floats
    rare: tuple[Floats, ...]
    prior: float
    unsure_keys: frozenset[str]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Candidate pairs with the level of every attribute (-1: not told by both)."""

    first: Places
    second: Places
    levels: NDArray[np.int8]


def compare_pairs(first: Places, second: Places, what: Sequence[Compared]) -> Pairs:
    """The levels of pairs of records."""
    levels = [levels_of(each, first, second) for each in what]
    table = np.stack(levels, axis=1) if levels else np.zeros((len(first), 0), dtype=np.int8)
    return Pairs(first, second, table)


def ready(records: Sequence[SourceRecord], schema: Schema) -> tuple[Compared, ...]:
    """The attributes that say something about identity, with the records' values."""
    found = (compared(attribute, records) for attribute in schema.attributes)
    return tuple(each for each in found if each is not None)


def learn(
    what: Sequence[Compared],
    pairs: Pairs,
    sources: Places,
    *,
    within: bool = False,
    labels: Mapping[tuple[int, int], bool] | None = None,
) -> Linkage:
    """Weights from the candidate pairs of different sources (of all, `within`); `labels` fixes some pairs.

    A labelled pair counts for as many as the expectation is worth by itself, since somebody looked at it.
    """
    total = _possible(sources, within=within)
    chance = _chance(what, sources, within=within)
    across = np.ones(len(pairs.first), bool) if within else sources[pairs.first] != sources[pairs.second]
    known = labels or {}
    told = np.array([known.get(pair, -1) for pair in zip(pairs.first.tolist(), pairs.second.tolist(), strict=True)])
    told = told.astype(np.int8).reshape(-1)
    use = across | (told >= 0)
    rows, counts, truth = _patterns(pairs.levels[use], told[use])
    share, true_share = _maximise(rows, counts, truth, what, chance, total)
    weights = _ordered(np.log(np.maximum(true_share, LEAST)) - np.log(np.maximum(chance, LEAST)))
    linkage = Linkage(
        tuple(what), weights, tuple(_rare(each, chance[at, SAME], sources) for at, each in enumerate(what)),
        float(np.log(share) - np.log1p(-share)), frozenset(),
    )  # fmt: skip
    return Linkage(linkage.compared, weights, linkage.rare, linkage.prior, _mistaken_keys(linkage, pairs, across))


def _possible(sources: Places, *, within: bool) -> float:
    """How many pairs there are at all."""
    sizes = np.bincount(sources)
    inside = float((sizes * (sizes - 1) // 2).sum())
    every = len(sources) * (len(sources) - 1) / 2
    return max(1.0, every if within else every - inside)


def _chance(what: Sequence[Compared], sources: Places, *, within: bool) -> Floats:
    """u: how often two records drawn at random show each level."""
    if len(sources) * (len(sources) - 1) // 2 <= RANDOM_PAIRS:
        first, second = np.triu_indices(len(sources), 1)
    else:
        first, second = np.random.default_rng(0).integers(0, len(sources), (2, RANDOM_PAIRS))
    keep = (first != second) if within else sources[first] != sources[second]
    first, second = first[keep], second[keep]
    matched = 1 / max(1.0, len(sources) / max(1, len(np.unique(sources))))
    found = np.zeros((len(what), len(LEVELS)))
    for at, each in enumerate(what):
        expected = np.array(EXPECTED[each.family][1])
        seen = np.bincount(levels_of(each, first, second) + 1, minlength=5)[1:5].astype(float)
        if (
            seen.sum()
        ):  # of pairs drawn at random one in so many is a true pair: few records would look alike by chance
            seen[SAME] = max(0.0, seen[SAME] - matched * seen.sum())
        found[at] = (seen + CHANCE_SHOWN * expected) / (seen.sum() + CHANCE_SHOWN)
    return found


def _patterns(levels: NDArray[np.int8], told: NDArray[np.int8]) -> tuple[NDArray[np.int8], Floats, NDArray[np.int8]]:
    """The different rows of levels, how often each is there, and what was said about it."""
    if not len(levels):
        return levels, np.zeros(0), np.zeros(0, dtype=np.int8)
    rows, counts = np.unique(np.column_stack((levels, told)), axis=0, return_counts=True)
    weight = counts.astype(float)
    weight[rows[:, -1] >= 0] *= TRUE_SHOWN
    return rows[:, :-1], weight, rows[:, -1]


def _maximise(
    rows: NDArray[np.int8],
    counts: Floats,
    truth: NDArray[np.int8],
    what: Sequence[Compared],
    chance: Floats,
    total: float,
) -> tuple[float, Floats]:
    """The share of true pairs, and m, after expectation and maximisation; u stays as chance has it."""
    expected = np.array([EXPECTED[each.family][0] for each in what]).reshape(len(what), len(LEVELS))
    true_share = expected.copy()
    begin = 1 / (2 * np.sqrt(2 * total))  # half of the records of a source have a partner in the other
    share = begin
    logs = np.log(np.maximum(chance, LEAST))
    for _ in range(ROUNDS):
        odds = (
            np.log(share) - np.log1p(-share) + _summed(_ordered(np.log(np.maximum(true_share, LEAST)) - logs), rows)
        )
        likely = np.where(truth >= 0, truth, 1 / (1 + np.exp(-np.clip(odds, -60, 60))))
        mass = likely * counts
        for at in range(len(what)):
            seen = np.bincount(rows[:, at] + 1, weights=mass, minlength=5)[1:5]
            true_share[at] = (seen + TRUE_SHOWN * expected[at]) / (seen.sum() + TRUE_SHOWN)
        before = share
        free = float(mass[truth < 0].sum()) if len(mass) else 0.0
        share = float(np.clip((free + begin) / (total + 1), LEAST_SHARE, MOST_SHARE))
        if abs(share - before) <= SETTLED * before:
            break
    return share, true_share


def _ordered(weights: Floats) -> Floats:
    """Weights that never rise from a level to a lower one; being different never speaks for a pair."""
    made = np.minimum.accumulate(weights, axis=1)
    made[:, DIFFERENT] = np.minimum(made[:, DIFFERENT], 0.0)
    made[:, SAME] = np.maximum(made[:, SAME], 0.0)
    return made


def _summed(weights: Floats, levels: NDArray[np.int8]) -> Floats:
    total = np.zeros(len(levels))
    for at in range(weights.shape[0]):
        padded = np.concatenate(([0.0], weights[at]))
        total += padded[levels[:, at] + 1]
    return total


def _rare(what: Compared, same: float, sources: Places) -> Floats:
    """What every value adds to the weight of being the same: a rare surname says more than a common one."""
    count = np.bincount(what.codes[what.codes >= 0], minlength=len(what.values)).astype(float)
    others = np.maximum(0.0, count - len(np.unique(sources)))
    share = (others + RARE_SHOWN * same) / (count.sum() + RARE_SHOWN)
    return np.asarray(np.clip(np.log(same) - np.log(share), np.log(RARE), -np.log(RARE)))


def odds(linkage: Linkage, pairs: Pairs, without: frozenset[str] = frozenset()) -> Floats:
    """The log-odds of every pair; the attributes in `without` say nothing."""
    total = np.full(len(pairs.first), linkage.prior)
    for at, each in enumerate(linkage.compared):
        if each.attribute.name in without:
            continue
        level = pairs.levels[:, at]
        total += np.concatenate(([0.0], linkage.weights[at]))[level + 1]
        same = level == SAME
        total[same] += linkage.rare[at][each.codes[pairs.first[same]]]
    return total


def probability(log_odds: Floats) -> Floats:
    """From 0 to 1."""
    return np.asarray(1 / (1 + np.exp(-np.clip(log_odds, -60, 60))))


def _mistaken_keys(linkage: Linkage, pairs: Pairs, across: NDArray[np.bool_]) -> frozenset[str]:
    """Keys that often differ where everything else says that two records are one."""
    found = set()
    for at, each in enumerate(linkage.compared):
        if each.attribute.key and each.family != "exact":
            sure = across & (probability(odds(linkage, pairs, frozenset({each.attribute.name}))) >= SURE)
            levels = pairs.levels[sure, at]
            both = levels[levels >= 0]
            if len(both) >= KEY_PAIRS and (both != SAME).mean() > KEY_ERRORS:
                found.add(each.attribute.name)
    return frozenset(found)


def explained(linkage: Linkage, pairs: Pairs, at: int) -> tuple[Term, ...]:
    """What every attribute says about one pair: its level and its weight, beside how rare true pairs are."""
    terms = [Term("any pair", 1.0, round(linkage.prior, 2), "how rare true pairs are")]
    for place, each in enumerate(linkage.compared):
        level = int(pairs.levels[at, place])
        if level < 0:
            continue
        weight = float(linkage.weights[place, level])
        if level == SAME:
            weight += float(linkage.rare[place][each.codes[pairs.first[at]]])
        terms.append(Term(each.attribute.name, 1 - level / DIFFERENT, round(weight, 2), LEVELS[level]))
    return tuple(terms)
