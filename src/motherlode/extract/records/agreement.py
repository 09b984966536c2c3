"""How far the records of a cut agree in the paths of their leaves, for many cuts at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from motherlode.dom.labels import PAGER, Array, View
from motherlode.extract.records.hypotheses import Hypothesis
from motherlode.kernels import native as compiled

COMMON = 0.5
"""What at least this share of the records has, and two of them, is common to them; rules of wrappers go by it too."""

MOSTLY_FILLED = 0.5
"""Share of the records that must hold text before those without are left out."""

PAGER_SHARE, FEW_PAGERS = 0.9, 0.3
"""Share of a record's letters in words of a pager that makes it one, and share of a cut's records from which such
records are what the cut is about."""

LEAST_COVERAGE = 0.5
"""A record with less than this share of the common paths is an advertisement or a header; chosen by hand."""


STRANGER = 0.2
"""A record with less than this share of the common paths is none, where such records are few."""

MOST_STRANGERS = 0.15

MOST_DROPPED = 0.66
"""A cut keeps at least this share of its records: what a third of them lacks is optional, not wrong."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Records of all cuts laid end to end; `pair_…` arrays run over the distinct paths of every record."""

    sizes: Array
    first: Array
    owner: Array
    starts: Array
    ends: Array
    leaf_start: Array
    leaf_count: Array
    leaf: Array
    leaf_record: Array
    leaf_pair: Array
    pair: Array
    span: int
    pair_times: Array
    pair_owner: Array
    pair_key: Array
    key_owner: Array
    key_having: Array
    key_common: Array
    pair_common: Array
    common_paths: Array
    per_record: Array
    distinct: Array
    coverage: Array


def agreement(page: View, found: Sequence[Hypothesis]) -> Agreement:
    """The leaf paths of every record and which of them most records share."""
    sizes = np.asarray([len(h.starts) for h in found], dtype=np.int64)
    first = np.concatenate(([0], np.cumsum(sizes)[:-1])).astype(np.int64)
    owner = np.repeat(np.arange(len(found)), sizes)
    starts = np.concatenate([h.starts for h in found]).astype(np.int64)
    ends = np.concatenate([h.ends for h in found]).astype(np.int64)
    leaf_start = page.leaf_before[starts].astype(np.int64)
    leaf_count = page.leaf_before[ends] - leaf_start
    span = int(page.leaf_path.max()) + 1 if len(page.leaf_path) else 1
    begin = np.concatenate(([0], np.cumsum(leaf_count)[:-1]))
    leaf = np.repeat(leaf_start - begin, leaf_count) + np.arange(int(leaf_count.sum()))
    record = np.repeat(np.arange(len(starts)), leaf_count)
    pair, leaf_pair, times, key, pair_key, having = _paired(page, leaf_start, leaf_count, owner, leaf, record, span)
    of_record = pair // span
    pair_owner = owner[of_record]
    key_owner = key // span
    key_common = having >= np.maximum(2, COMMON * sizes[key_owner])
    pair_common = key_common[pair_key]
    per_record = np.bincount(of_record, weights=pair_common, minlength=len(starts))
    paths = np.bincount(key_owner, weights=key_common, minlength=len(found))
    return Agreement(
        sizes=sizes, first=first, owner=owner, starts=starts, ends=ends, leaf_start=leaf_start,
        leaf_count=leaf_count, leaf=leaf, leaf_record=record, leaf_pair=leaf_pair, pair=pair, span=span,
        pair_times=times, pair_owner=pair_owner, pair_key=pair_key, key_owner=key_owner, key_having=having,
        key_common=key_common, pair_common=pair_common, common_paths=paths, per_record=per_record,
        distinct=np.bincount(of_record, minlength=len(starts)).astype(np.float64),
        coverage=per_record / np.maximum(1, paths[owner]),
    )  # fmt: skip


def _paired(
    page: View, leaf_start: Array, leaf_count: Array, owner: Array, leaf: Array, record: Array, span: int
) -> tuple[Array, ...]:
    """The distinct paths of every record, and of every cut, as `record * span + path` and `cut * span + path`.

    Of the first: which of them each leaf is, and how often it comes; of the second: which each of the first is, and
    how many records have it.
    """
    if (kernel := compiled()) is not None:
        paths = np.ascontiguousarray(page.leaf_path, dtype=np.int32)
        return tuple(
            np.frombuffer(part, np.int64) for part in kernel.paired(leaf_start, leaf_count, owner, paths, span)
        )
    pair, leaf_pair, times = np.unique(record * span + page.leaf_path[leaf], return_inverse=True, return_counts=True)
    of_cut = owner[pair // span] * span + pair % span
    key, pair_key, having = np.unique(of_cut, return_inverse=True, return_counts=True)
    return pair, leaf_pair.reshape(-1), times, key, pair_key.reshape(-1), having


def loosened(page: View) -> View:
    """The page with leaves told apart by what stands right above them instead of by their paths."""
    return replace(page, leaf_path=page.kind[page.parents[page.leaves]] * 2 + page.leaf_linked)


def _pagers(page: View, agreed: Agreement) -> Array:
    """Records that are nothing but words of a pager, where the other records are not."""
    words = (page.leaf_kind & PAGER) > 0
    total = np.concatenate(([0], np.cumsum(np.where(words, page.leaf_chars, 0))))
    stop = agreed.leaf_start + agreed.leaf_count
    chars = page.offset[agreed.ends] - page.offset[agreed.starts]
    only: Array = (total[stop] - total[agreed.leaf_start] >= PAGER_SHARE * chars) & (chars > 0)
    share = np.add.reduceat(only.astype(np.float64), agreed.first) / agreed.sizes
    return only & (share[agreed.owner] < FEW_PAGERS)


def without_empty(page: View, found: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Cuts without records that hold no text, where most records do."""
    if not found:
        return []
    sizes = np.asarray([len(cut.starts) for cut in found], dtype=np.int64)
    first = np.cumsum(sizes) - sizes
    ends, starts = np.concatenate([cut.ends for cut in found]), np.concatenate([cut.starts for cut in found])
    filled = page.offset[ends] > page.offset[starts]
    count = np.add.reduceat(filled.astype(np.int64), first)
    lessened = (count < sizes) & (count >= np.maximum(2, MOSTLY_FILLED * sizes))
    made: dict[tuple[bytes, bytes], Hypothesis] = {}
    for cut, fewer, at in zip(found, lessened.tolist(), first.tolist(), strict=True):
        if fewer:
            keep = filled[at : at + len(cut.starts)]
            cut = replace(cut, roots=cut.roots[keep], starts=cut.starts[keep], ends=cut.ends[keep])
        made.setdefault((cut.starts.tobytes(), cut.ends.tobytes()), cut)
    return list(made.values())


def without_strangers(page: View, found: Sequence[Hypothesis], agreed: Agreement) -> list[Hypothesis]:
    """Cuts without heading rows, pagers and the like: few records that share almost nothing with the others.

    A record in another layer has other paths, but more than half of the kinds of leaves: it is no stranger.
    """
    stranger = agreed.coverage < STRANGER
    if stranger.any():
        stranger &= agreement(loosened(page), found).coverage <= LEAST_COVERAGE
    stranger |= _pagers(page, agreed)
    count = np.add.reduceat(stranger.astype(np.int64), agreed.first)
    few = (count > 0) & (count <= np.maximum(1, MOST_STRANGERS * agreed.sizes)) & (agreed.sizes - count >= 2)
    made = list(found)
    if not few.any():
        return made
    for i in np.flatnonzero(few).tolist():
        keep = ~stranger[agreed.first[i] : agreed.first[i] + agreed.sizes[i]]
        base = found[i]
        made[i] = replace(base, roots=base.roots[keep], starts=base.starts[keep], ends=base.ends[keep])
    unique = {(cut.starts.tobytes(), cut.ends.tobytes()): cut for cut in reversed(made)}
    return list(unique.values())[::-1]


def cleaned(
    page: View, found: Sequence[Hypothesis], agreed: Agreement, others: Sequence[Hypothesis]
) -> list[Hypothesis]:
    """Cuts without the records that share less than half of the common paths, where `others` do not have them yet."""
    seen = {(h.starts.tobytes(), h.ends.tobytes()) for h in others}
    keep = (agreed.coverage >= LEAST_COVERAGE) & ~_pagers(page, agreed)
    kept = np.add.reduceat(keep.astype(np.int64), agreed.first)
    made = []
    for i in np.flatnonzero((kept < agreed.sizes) & (kept >= np.maximum(2, MOST_DROPPED * agreed.sizes))).tolist():
        part = keep[agreed.first[i] : agreed.first[i] + agreed.sizes[i]]
        base = found[i]
        fresh = replace(
            base, roots=base.roots[part], starts=base.starts[part], ends=base.ends[part], dropped=int((~part).sum())
        )
        key = (fresh.starts.tobytes(), fresh.ends.tobytes())
        if key not in seen:
            seen.add(key)
            made.append(fresh)
    return made
