"""A value for a field, with where it comes from and what it weighs in the vote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from motherlode.dom.tree import TEXT, Tree
from motherlode.kernels import native
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
    kernel = native()
    if kernel is None:
        return path_in_python(tree, node)
    path: list[str] = kernel.path(tree.tags, tree.parent_array, tree.end_array, node, TEXT, MOST_STEPS)
    return "/".join(reversed(path))


def path_in_python(tree: Tree, node: int) -> str:
    """The same by array operations."""
    steps: list[str] = []
    while node >= 0 and len(steps) < MOST_STEPS:
        tag, parent = tree.tags[node], tree.parents[node]
        if tag != TEXT:
            same = _alike(tree, node, parent) if parent >= 0 else [node]
            steps.append(f"{tag}[{same.index(node) + 1}]" if len(same) > 1 else tag)
        node = parent
    return "/".join(reversed(steps))


def _alike(tree: Tree, node: int, parent: int) -> list[int]:
    """The children of a parent that have the tag of one of them."""
    inside = slice(parent + 1, tree.ends[parent])
    same = (tree.parent_array[inside] == parent) & (tree.codes[inside] == tree.codes[node])
    nodes: list[int] = (np.flatnonzero(same) + parent + 1).tolist()
    return nodes if tree.codes[node] else [one for one in nodes if tree.tags[one] == tree.tags[node]]


def evidence(tree: Tree, chosen: Candidate, confidence: float, page: str, detail: str = "") -> Evidence:
    """The evidence of a chosen candidate."""
    path = path_of(tree, chosen.node) if chosen.node >= 0 else ""
    return Evidence(rule=chosen.rule, path=path, page=page, detail=detail, confidence=round(min(confidence, 1.0), 3))
