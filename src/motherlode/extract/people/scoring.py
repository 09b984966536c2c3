"""From evidence to a decision: a local score for every candidate, then the vote of the candidates with its path (U8).

Candidates with one path signature stand or fall together: what most of a group is, the rest of it is too.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from motherlode.extract.people.candidates import FEATURES, Candidate

GROUP_FEATURES = ("local", "fine_mean", "fine_share", "fine_size", "coarse_mean", "alone", "known")
"""What the final score is made of, in the order of its weights."""

CLIP = 4.0
"""No single candidate may outvote its group: local log-odds are cut here before they are averaged."""

OWN_CLIP = 8.0
"""A candidate's own evidence may outweigh a group that is mixed."""


@lru_cache(maxsize=1)
def weights() -> Mapping[str, Mapping[str, float]]:
    """The learned weights (benchmarks/train_people.py)."""
    text = (files("motherlode.extract.people") / "weights" / "people.json").read_text()
    loaded: dict[str, dict[str, float]] = json.loads(text)
    return loaded


def score(
    found: Sequence[Candidate],
    pieces: Mapping[str, int],
    known: frozenset[str] = frozenset(),
    learned: Mapping[str, Mapping[str, float]] | None = None,
) -> None:
    """Gives every candidate its local score and its group's; `pieces` counts all texts of a signature."""
    learned = learned or weights()
    for c in found:
        c.local = dot(learned["local"], c.features)
    for c, facts in zip(found, group_features(found, pieces, known), strict=True):
        c.score = dot(learned["group"], facts)


def dot(weight: Mapping[str, float], facts: Mapping[str, float]) -> float:
    """Weighted sum with bias."""
    return weight["bias"] + sum(weight.get(name, 0.0) * value for name, value in facts.items())


def group_features(
    found: Sequence[Candidate], pieces: Mapping[str, int], known: frozenset[str] = frozenset()
) -> list[dict[str, float]]:
    """What the others with the same path say about each candidate."""
    fine, coarse = _groups(found, "fine"), _groups(found, "coarse")
    result = []
    for c in found:
        own = -CLIP if c.vetoed else max(-CLIP, min(CLIP, c.local))
        mean, others = _others(fine[c.fine], own)
        rough, _ = _others(coarse[c.coarse], own)
        named = sum(1 for value in fine[c.fine] if value > 0)
        result.append(
            {
                "local": max(-OWN_CLIP, min(OWN_CLIP, c.local)),
                "fine_mean": mean,
                "fine_share": named / max(pieces.get(c.fine, 1), len(fine[c.fine])),
                "fine_size": math.log1p(others),
                "coarse_mean": rough,
                "alone": float(others == 0),
                "known": float(c.fine in known),
            }
        )
    return result


def _groups(found: Iterable[Candidate], kind: str) -> dict[str, list[float]]:
    groups: dict[str, list[float]] = defaultdict(list)
    for c in found:
        value = -CLIP if c.vetoed else max(-CLIP, min(CLIP, c.local))
        groups[c.fine if kind == "fine" else c.coarse].append(value)
    return groups


def _others(values: Sequence[float], own: float) -> tuple[float, int]:
    count = len(values) - 1
    return ((sum(values) - own) / count, count) if count > 0 else (0.0, 0)


def chosen(found: Sequence[Candidate], accept: float) -> list[Candidate]:
    """The accepted candidates in document order, one reading of each piece of text."""
    least = math.log(max(1e-6, accept) / max(1e-6, 1 - accept))
    kept: dict[int, list[Candidate]] = defaultdict(list)
    for c in sorted(found, key=lambda c: -c.score):
        if c.vetoed or c.score < least:
            continue
        words = set(c.name.tokens)
        if any(other.node == c.node or words & set(other.name.tokens) for other in kept[c.line]):
            continue
        kept[c.line].append(c)
    return sorted((c for group in kept.values() for c in group), key=lambda c: c.node)


def probability(value: float) -> float:
    """Log-odds as a probability."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))


__all__ = ["FEATURES", "GROUP_FEATURES", "chosen", "group_features", "probability", "score", "weights"]
