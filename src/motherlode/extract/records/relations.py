"""How the cuts of a page stand to each other, as features: the same records and more, or cut finer, or coarser."""

from __future__ import annotations

import numpy as np

from motherlode.dom.labels import Array, View
from motherlode.extract.records.agreement import Agreement
from motherlode.extract.records.likely import MOST_VARIATION, TINY

NAMES = (
    "better superset", "better subset", "superset ratio", "better finer", "finer ratio", "finer variation",
    "finer headed", "better coarser", "mass rank", "merit rank", "votes rank",
)  # fmt: skip

AT_ONCE = 8192
"""Records whose cuts are paired in one step; bounds the memory of large pages."""

MOST_LOOKED_AT = 400
"""Records of a cut that decide whether it is a finer cut of another."""

SAME_RECORDS, NEARLY = 0.8, 0.15
"""Share of a cut's records that a larger cut must have to hold it, and by how much less its records may agree to be
looked at. These and the shares below define features; what they are worth is learned."""

FALLING, FINER, FINEST, FINER_TEXT = 0.9, 1.3, 30, 0.6
"""A finer cut has this share of its records inside records of the coarser one, so many times more records at the
least and at the most, and this share of the text."""

DEEPER = 0.05
"""Of finer cuts that agree nearly alike the one with most records is looked at: days hold tables, tables rows."""


def relations(page: View, agreed: Agreement, mass: Array, merit: Array, votes: Array) -> dict[str, Array]:
    """The features of `NAMES`, one value a cut; `merit` says how well the records of a cut agree."""
    gain = merit[None, :] - merit[:, None]
    put = _nesting(_shared(page, agreed), agreed.sizes, gain)
    put |= _finer(page, agreed, mass, gain)
    for name, values in (("mass rank", mass), ("merit rank", merit), ("votes rank", votes)):
        order = np.argsort(np.argsort(-values, kind="stable"))
        put[name] = order / max(1, len(values) - 1)
    return put


def _nesting(shared: Array, sizes: Array, gain: Array) -> dict[str, Array]:
    """Whether a cut into more, or fewer, of the same records would agree better."""
    inside = (sizes[None, :] > sizes[:, None]) & (shared >= SAME_RECORDS * sizes[:, None])
    near = inside & (gain > -NEARLY)
    return {
        "better superset": np.where(inside, gain, -1.0).max(axis=1),
        "better subset": np.where(inside.T, gain, -1.0).max(axis=1),
        "superset ratio": np.log(np.where(near, sizes[None, :] / sizes[:, None], 1.0).max(axis=1)),
    }


def _shared(page: View, agreed: Agreement) -> Array:
    """How many records every two cuts share: those that begin and end with the same letters."""
    count = len(agreed.sizes)
    letters = int(page.offset[-1]) + 1
    key = page.offset[agreed.starts].astype(np.int64) * letters + page.offset[agreed.ends]
    order = np.argsort(key, kind="stable")
    key, owner = key[order], agreed.owner[order]
    begin = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1])))
    times = np.diff(np.append(begin, len(key)))
    low, high = np.repeat(begin, times), np.repeat(begin + times, times)
    shared = np.zeros(count * count, dtype=np.int64)
    for part in range(0, len(key), AT_ONCE):
        first, width = low[part : part + AT_ONCE], (high - low)[part : part + AT_ONCE]
        mine = np.repeat(owner[part : part + AT_ONCE], width)
        other = np.repeat(first - (np.cumsum(width) - width), width) + np.arange(int(width.sum()))
        shared += np.bincount(mine * count + owner[other], minlength=count * count)
    return shared.reshape(count, count)


def _finer(page: View, agreed: Agreement, mass: Array, gain: Array) -> dict[str, Array]:
    """Whether the records of a cut fall into records of another cut that agree better, or into fewer ones.

    Only records between the first and the last of the coarser cut count: a finer cut may go on elsewhere.
    """
    count, sizes = len(agreed.sizes), agreed.sizes
    record_of = _record_of(page, agreed)
    looked = np.flatnonzero(np.arange(len(agreed.starts)) - agreed.first[agreed.owner] < MOST_LOOKED_AT)
    owner, filled = agreed.owner[looked], agreed.leaf_count[looked] > 0
    head, tail = agreed.leaf_start[looked], (agreed.leaf_start + agreed.leaf_count)[looked] - 1
    edge = np.searchsorted(owner, np.arange(count))
    chars = (page.offset[agreed.ends] - page.offset[agreed.starts])[looked]
    of_head = record_of[:, head]
    falls = (of_head >= 0) & (of_head == record_of[:, tail]) & filled
    last = agreed.first + sizes - 1
    begin, stop = agreed.leaf_start[agreed.first], (agreed.leaf_start + agreed.leaf_count)[last]
    between = (head >= begin[:, None]) & (tail < stop[:, None]) & filled
    inside = np.add.reduceat(falls, edge, axis=1, dtype=np.int64)
    near = np.add.reduceat(between, edge, axis=1, dtype=np.int64)
    text = np.add.reduceat(falls * chars, edge, axis=1, dtype=np.int64)
    seen = np.minimum(mass[:, None], np.where(sizes > MOST_LOOKED_AT, text.max(axis=1), mass)[:, None])
    finer = (inside >= FALLING * near) & (inside >= FINER * sizes[:, None]) & (inside <= FINEST * sizes[:, None])
    finer &= text >= FINER_TEXT * seen
    value = np.where(finer, gain, -1.0)
    deeper = np.minimum(value, 0.0) + DEEPER * np.log(np.maximum(1.0, inside / sizes[:, None]))
    best = np.where(finer, deeper, -np.inf).argmax(axis=1)
    at = np.arange(count)
    there = finer[at, best]
    return {
        "better finer": value[at, best],
        "finer ratio": np.where(there, np.log(np.maximum(1, inside[at, best]) / sizes), 0.0),
        "finer variation": _variation(of_head, agreed, edge, np.where(there, best, -1)),
        "finer headed": _headed(record_of, agreed, np.where(there, best, -1)),
        "better coarser": np.where(finer.T, gain, -1.0).max(axis=1),
    }


def _record_of(page: View, agreed: Agreement) -> Array:
    """For every cut and leaf the record that holds the leaf; -1 for none."""
    leaves = len(page.leaves) + 1
    found = np.full((len(agreed.sizes), leaves), -1, dtype=np.int32)
    places = np.repeat(agreed.owner * leaves, agreed.leaf_count) + agreed.leaf
    found.ravel()[places] = agreed.leaf_record
    return found


def _variation(of_head: Array, agreed: Agreement, edge: Array, best: Array) -> Array:
    """How unevenly the records of the finer cut fall into those of every cut: groups are uneven, parts are even."""
    made = np.zeros(len(best))
    stops = np.append(edge[1:], of_head.shape[1])
    for i in np.flatnonzero(best >= 0).tolist():
        falls = of_head[i, edge[best[i]] : stops[best[i]]] - agreed.first[i]
        times = np.bincount(falls[falls >= 0], minlength=int(min(agreed.sizes[i], MOST_LOOKED_AT)))
        mean = times.sum() / len(times)
        spread = float(np.sqrt(max(0.0, (times * times).sum() / len(times) - mean * mean)))
        made[i] = min(MOST_VARIATION, spread / max(TINY, mean))
    return made


def _headed(record_of: Array, agreed: Agreement, best: Array) -> Array:
    """Share of the records of every cut that begin outside the records of its finer cut: under a heading."""
    outside = np.zeros(len(agreed.starts))
    finer = best[agreed.owner]
    known = np.flatnonzero((finer >= 0) & (agreed.leaf_count > 0))
    outside[known] = record_of[finer[known], agreed.leaf_start[known]] < 0
    share: Array = np.add.reduceat(outside, agreed.first) / agreed.sizes
    return share
