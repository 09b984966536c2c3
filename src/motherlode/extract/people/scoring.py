"""From evidence to a decision: a local score for every candidate, then the vote of the candidates with its path (U8).

Candidates with one path signature stand or fall together: what most of a group is, the rest of it is too.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from motherlode.extract.people.candidates import FEATURES, Candidate

GROUP_FEATURES = (
    "local",
    "fine_mean",
    "fine_share",
    "coarse_mean",
    "alone",
    "known",
    "fine_title",
    "fine_clean",
)
"""What the final score is made of, in the order of its weights."""

CLIP = 4.0
"""No single candidate may outvote its group: local log-odds are cut here before they are averaged."""

MIN_TITLED = 2
"""Other members of a group that are needed before their titles and words count for it."""

SUREST, FURTHEST = 1e-6, 30.0
"""The least probability and the furthest log-odds that are told from certainty, so that logarithms stay numbers."""

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
        own = _vote(c)
        group = fine[c.fine]
        rough, many = coarse[c.coarse].without(own)
        mean, others = group.without(own)
        if others < MIN_TITLED <= many and rough > mean:
            group, mean, others = coarse[c.coarse], rough, many
        result.append(
            {
                "local": max(-OWN_CLIP, min(OWN_CLIP, c.local)),
                "fine_mean": mean,
                "fine_share": group.named / max(pieces.get(c.fine, 1), group.count),
                "coarse_mean": rough,
                "alone": float(others == 0),
                "known": float(c.fine in known),
                "fine_title": group.titles(c),
                "fine_clean": (group.clean - c.clean) / others if others >= MIN_TITLED else 0.0,
            }
        )
    return result


@dataclass(slots=True)
class Group:
    """The votes of the candidates with one path."""

    total: float = 0.0
    count: int = 0
    named: int = 0
    titled: int = 0
    clean: int = 0

    def titles(self, c: Candidate) -> float:
        """The share of the others that have a title beside them; from three on it says what the group is."""
        others = self.count - 1
        return (self.titled - c.titled) / others if others >= MIN_TITLED else 0.0

    def without(self, own: float) -> tuple[float, int]:
        """Mean vote and number of the others."""
        others = self.count - 1
        return ((self.total - own) / others, others) if others > 0 else (0.0, 0)


def _vote(c: Candidate) -> float:
    return -CLIP if c.vetoed else max(-CLIP, min(CLIP, c.local))


def _groups(found: Iterable[Candidate], kind: str) -> dict[str, Group]:
    groups: dict[str, Group] = defaultdict(Group)
    for c in found:
        group = groups[c.fine if kind == "fine" else c.coarse]
        vote = _vote(c)
        group.total += vote
        group.count += 1
        group.named += vote > 0
        group.titled += c.titled and not c.vetoed
        group.clean += c.clean and not c.vetoed
    return groups


def chosen(found: Sequence[Candidate], accept: float) -> list[Candidate]:
    """The accepted candidates in document order, one reading of each piece of text."""
    least = math.log(max(SUREST, accept) / max(SUREST, 1 - accept))
    kept: dict[int, list[Candidate]] = defaultdict(list)
    for c in sorted(found, key=lambda c: -c.score):
        if c.vetoed or c.score < least or _bare_word(c):
            continue
        if any(_same_place(other, c) or _overlap(other, c) for other in kept[c.line]):
            continue
        kept[c.line].append(c)
    return sorted((c for group in kept.values() for c in group), key=lambda c: (c.node, c.offset))


def _bare_word(c: Candidate) -> bool:
    """Whether a candidate is a single word that nothing near shows to be somebody's name."""
    facts = c.features
    shown = ("honorific", "title_after", "title_near", "email_match", "image", "degree")
    return bool(facts.get("single")) and not any(facts.get(name) for name in shown)


def _overlap(one: Candidate, other: Candidate) -> bool:
    """Whether two names of a line read the same words; those of a list may share a given name."""
    return not (one.listed and other.listed) and bool(set(one.name.tokens) & set(other.name.tokens))


def _same_place(one: Candidate, other: Candidate) -> bool:
    return one.node == other.node and one.offset == other.offset


def probability(value: float) -> float:
    """Log-odds as a probability."""
    return 1 / (1 + math.exp(-max(-FURTHEST, min(FURTHEST, value))))


__all__ = ["FEATURES", "GROUP_FEATURES", "chosen", "group_features", "probability", "score", "weights"]
