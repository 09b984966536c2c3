"""A value for a field, with where it comes from and what it weighs in the vote."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.dom.tree import TEXT, Tree
from motherlode.model.evidence import Evidence


@dataclass(frozen=True, slots=True)
class Candidate:
    """One value that a rule found; `node` is -1 for the head of the page."""

    value: str
    rule: str
    weight: float
    node: int = -1


def path_of(tree: Tree, node: int) -> str:
    """The way from the root to a node: html/body/div[2]/h1."""
    steps: list[str] = []
    while node >= 0 and len(steps) < 64:
        tag, parent = tree.tags[node], tree.parents[node]
        if tag != TEXT:
            same = [child for child in tree.children(parent) if tree.tags[child] == tag] if parent >= 0 else [node]
            steps.append(tag if len(same) == 1 else f"{tag}[{same.index(node) + 1}]")
        node = parent
    return "/".join(reversed(steps))


def evidence(tree: Tree, chosen: Candidate, confidence: float, page: str, detail: str = "") -> Evidence:
    """The evidence of a chosen candidate."""
    path = path_of(tree, chosen.node) if chosen.node >= 0 else ""
    return Evidence(rule=chosen.rule, path=path, page=page, detail=detail, confidence=round(min(confidence, 1.0), 3))
