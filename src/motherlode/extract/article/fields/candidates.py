"""A value for a field, with where it comes from and what it weighs in the vote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from motherlode.dom.tree import TEXT, Tree
from motherlode.model.evidence import Evidence

MOST_STEPS = 64
"""Steps of a path, from its end."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One value that a rule found; `node` is -1 for the head of the page."""

    value: str
    rule: str
    weight: float
    node: int = -1


class Add(Protocol):
    """Takes up a list of names that a rule found."""

    def __call__(self, names: list[str], rule: str, weight: float, node: int = -1) -> None: ...


def path_of(tree: Tree, node: int) -> str:
    """The way from the root to a node: html/body/div[2]/h1."""
    steps: list[str] = []
    while node >= 0 and len(steps) < MOST_STEPS:
        if tree.tags[node] != TEXT:
            steps.append(_step(tree, node))
        node = tree.parents[node]
    return "/".join(reversed(steps))


def _step(tree: Tree, node: int) -> str:
    """The tag of a node, with its number where it has siblings of the same tag."""
    tags, ends, parent = tree.tags, tree.ends, tree.parents[node]
    tag, before, child, end = tags[node], 0, parent + 1, ends[parent] if parent >= 0 else 1
    while child < end:
        if tags[child] == tag:
            if child > node:
                return f"{tag}[{before}]"
            before += 1
        child = ends[child]
    return f"{tag}[{before}]" if before > 1 else tag


def evidence(tree: Tree, chosen: Candidate, confidence: float, page: str, detail: str = "") -> Evidence:
    """The evidence of a chosen candidate."""
    path = path_of(tree, chosen.node) if chosen.node >= 0 else ""
    return Evidence(rule=chosen.rule, path=path, page=page, detail=detail, confidence=round(min(confidence, 1.0), 3))
