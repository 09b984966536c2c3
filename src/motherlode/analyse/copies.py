"""Near-copies: texts that share most of their five-word pieces (minhash with banding), whatever their number."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from motherlode.analyse.features import Numbers, Words
from motherlode.model.documents import Document

HASHES = 64
"""Numbers of a signature: the likeness is estimated to ± 0.06."""
BAND = 4
"""Numbers of a band: texts that share half of their pieces meet in one of the sixteen bands nine times of ten."""
PIECE = 5
"""Words of a piece."""
SHORT = 12
"""Texts of fewer words are copies only when they have the same words."""

_PRIME = np.uint64((1 << 31) - 1)
_random = np.random.default_rng(20140310)
_FACTORS = _random.integers(1, int(_PRIME), HASHES, dtype=np.uint64)
_SHIFTS = _random.integers(0, int(_PRIME), HASHES, dtype=np.uint64)

Signature = npt.NDArray[np.uint64]


def signature(words: Numbers) -> Signature:
    """The text's signature; short texts get one that only the same words in the same order give."""
    ids = words.astype(np.uint64)
    if len(ids) < SHORT:
        whole = _pieces(ids, max(1, len(ids)))
        return (whole[:1] * _FACTORS + _SHIFTS) % _PRIME
    pieces = _pieces(ids, PIECE)
    return np.asarray(((pieces[:, None] * _FACTORS + _SHIFTS) % _PRIME).min(axis=0), dtype=np.uint64)


def _pieces(ids: npt.NDArray[np.uint64], length: int) -> npt.NDArray[np.uint64]:
    total = np.full(max(1, len(ids) - length + 1), length, dtype=np.uint64)
    for offset in range(min(length, len(ids))):
        total = (total * np.uint64(1_000_003) + ids[offset : offset + len(total)]) % _PRIME
    return total


def pieces_of(read: Words) -> set[int]:
    """The five-word pieces of a text as numbers; a short text is one piece, an empty one none."""
    words = read.text if len(read.text) else read.title
    if not len(words):
        return set()
    return set(_pieces(words.astype(np.uint64), min(PIECE, len(words))).tolist())


def copy_leaders(documents: Sequence[Document], read: Sequence[Words], likeness: float) -> Numbers:
    """For every document the place of the earliest one that it is a near-copy of, its own place when of none."""
    by_words: dict[bytes, int] = {}
    bands: dict[tuple[int, bytes], list[int]] = {}
    signatures: dict[int, Signature] = {}
    leaders = np.arange(len(documents), dtype=np.int64)
    for place in by_time(documents):
        words = read[place].text if len(read[place].text) else read[place].title
        same = by_words.setdefault(words.tobytes(), place)
        if same != place and len(words):
            leaders[place] = leaders[same]
            continue
        if len(words) < SHORT:
            continue
        mine = signature(words)
        leader = _find(mine, bands, signatures, likeness)
        if leader >= 0:
            leaders[place] = leader
            continue
        signatures[place] = mine
        for number in range(0, HASHES, BAND):
            bands.setdefault((number, mine[number : number + BAND].tobytes()), []).append(place)
    return leaders


def _find(
    mine: Signature, bands: dict[tuple[int, bytes], list[int]], signatures: dict[int, Signature], likeness: float
) -> int:
    """The earliest leader whose signature agrees often enough, or −1."""
    candidates: set[int] = set()
    for number in range(0, HASHES, BAND):
        candidates.update(bands.get((number, mine[number : number + BAND].tobytes()), ()))
    alike = [p for p in candidates if np.count_nonzero(signatures[p] == mine) >= likeness * HASHES]
    return min(alike, default=-1)


def by_time(documents: Sequence[Document]) -> list[int]:
    """Places in order of publication; undated documents last, else as given."""
    dated = [(d.published.timestamp(), i) for i, d in enumerate(documents) if d.published]
    return [i for _, i in sorted(dated)] + [i for i, d in enumerate(documents) if not d.published]
