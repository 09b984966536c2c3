"""A value for a field, with where it comes from and what it weighs in the vote."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.dom.tree import TEXT, Tree
from motherlode.extract.news.fields_kernel import compiled
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


def path_of(tree: Tree, node: int) -> str:
    """The way from the root to a node: html/body/div[2]/h1."""
    kernel = compiled()
    if kernel is None:
        return path_in_python(tree, node)
    steps: list[str] = kernel.path(tree.tags, tree.parent_array, tree.end_array, node, TEXT, MOST_STEPS)
    return "/".join(reversed(steps))


def path_in_python(tree: Tree, node: int) -> str:
    """The same by a loop."""
    tags, parents, ends = tree.tags, tree.parents, tree.ends
    steps: list[str] = []
    while node >= 0 and len(steps) < MOST_STEPS:
        tag, parent = tags[node], parents[node]
        if tag != TEXT:
            before = after = 0
            child, end = parent + 1, ends[parent] if parent >= 0 else 0
            while child < end and not (after and child > node):
                if tags[child] == tag:
                    before += child <= node
                    after += child > node
                child = ends[child]
            steps.append(f"{tag}[{before}]" if before + after > 1 else tag)
        node = parent
    return "/".join(reversed(steps))


def evidence(tree: Tree, chosen: Candidate, confidence: float, page: str, detail: str = "") -> Evidence:
    """The evidence of a chosen candidate."""
    path = path_of(tree, chosen.node) if chosen.node >= 0 else ""
    return Evidence(rule=chosen.rule, path=path, page=page, detail=detail, confidence=round(min(confidence, 1.0), 3))
