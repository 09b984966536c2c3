"""D-EEM as the paper writes it: data regions from two pages (E1, E2), entity regions by frequent subtrees (E3–E5)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import combinations, pairwise

import numpy as np

from motherlode.dom.labels import Array
from motherlode.dom.similarity import sequence_similarity
from motherlode.dom.tree import HIDDEN_TAGS, TEXT, Tree
from motherlode.extract.records.likely import TINY
from motherlode.extract.records.params import EDIT_THRESHOLD, MIN_SIM

Ranges = list[tuple[int, int]]

SAMPLED = 12
"""Subtrees of a level compared pairwise; larger levels are sampled evenly. Chosen by hand."""


def places(tree: Tree) -> list[str]:
    """For every node its place: tags with the index among like siblings, to lay two pages over each other."""
    found: list[str] = []
    counts: list[dict[str, int]] = []
    for i, tag in enumerate(tree.tags):
        parent = tree.parents[i]
        counts.append({})
        above = found[parent] if parent >= 0 else ""
        number = 0
        if parent >= 0:
            number = counts[parent].get(tag, 0)
            counts[parent][tag] = number + 1
        found.append(f"{above}/{tag}{number}" if tree.depths[i] < 200 else above)
    return found


def differing(tree: Tree, other: Tree) -> Array:
    """S_diff: which text nodes differ from the node at the same place of another page of the source (E1)."""
    theirs = {
        place: tree_text for place, tree_text in zip(places(other), other.texts, strict=True) if tree_text.strip()
    }
    marks = np.zeros(len(tree), dtype=bool)
    hidden_until = 0
    for i, place in enumerate(places(tree)):
        if tree.tags[i] in HIDDEN_TAGS:
            hidden_until = max(hidden_until, tree.ends[i])
        if i < hidden_until or tree.tags[i] != TEXT:
            continue
        text = tree.texts[i].strip()
        if text and theirs.get(place, "").strip() != text:
            marks[i] = True
    return marks


def aggregation(tree: Tree, marks: Array) -> Array:
    """Aggregation of every subtree: harmonic mean of difference and coverage (E2)."""
    total = int(marks.sum())
    if total == 0:
        return np.zeros(len(tree))
    before = np.concatenate(([0], np.cumsum(marks)))
    nodes = np.arange(len(tree))
    inside = before[tree.end_array] - before[nodes]
    difference = inside / (tree.end_array - nodes)
    coverage = inside / total
    both: Array = 2 * difference * coverage / np.maximum(difference + coverage, TINY)
    return both


def data_region(tree: Tree, others: Sequence[Tree]) -> int:
    """The element with the largest aggregation against other pages of the source (E2); the body without others."""
    body = next((i for i, tag in enumerate(tree.tags) if tag == "body"), 0)
    if not others:
        return body
    marks = np.logical_or.reduce([differing(tree, other) for other in others])
    scores = aggregation(tree, marks)
    elements = np.asarray([tag != TEXT for tag in tree.tags])
    scores[~elements] = -1
    return int(np.argmax(scores)) if scores.max() > 0 else body


def minimised(tree: Tree, node: int) -> tuple[list[list[int]], list[tuple[str, ...]], list[int]]:
    """The region's tree without texts and with single-child chains merged (E3): children, labels, original nodes."""
    children: list[list[int]] = [[]]
    labels: list[tuple[str, ...]] = [()]
    origin: list[int] = [node]
    waiting = deque([(node, 0)])
    while waiting:
        real, mine = waiting.popleft()
        label = [tree.tags[real]]
        below = _elements(tree, real)
        while len(below) == 1:
            label.append(tree.tags[below[0]])
            below = _elements(tree, below[0])
        labels[mine] = tuple(label)
        for child in below:
            children[mine].append(len(labels))
            waiting.append((child, len(labels)))
            labels.append(())
            children.append([])
            origin.append(child)
    return children, labels, origin


def _elements(tree: Tree, node: int) -> list[int]:
    return [c for c in tree.children(node) if tree.tags[c] != TEXT and tree.tags[c] not in HIDDEN_TAGS]


def entity_regions(tree: Tree, region: int, min_sim: float = MIN_SIM) -> list[Ranges]:
    """Best frequent subtrees below a node, searched from the top: frequent, and not below the next level (E5, E5a).

    Definition 5 asks for more than every deeper level; figure 3 compares the records with the level right below them.
    The figure is followed: links of authors, three levels below, are alike to the letter and no record ever is. Where
    a level and the next are equally alike, the upper one is taken: its parts are alike because it is.
    """
    children, labels, origin = minimised(tree, region)
    strings: list[tuple[str, ...]] = list(labels)
    for i in range(len(children) - 1, -1, -1):
        if len(strings[i]) < 400:
            strings[i] = labels[i] + tuple(part for child in children[i] for part in strings[child])[:400]
    scores = [multi_similarity([strings[c] for c in row]) if len(row) >= 2 else 0.0 for row in children]
    found: list[Ranges] = []
    waiting = [0]
    while waiting:
        node = waiting.pop()
        if scores[node] >= min_sim and scores[node] >= max((scores[child] for child in children[node]), default=0.0):
            found.append([(origin[c], tree.ends[origin[c]]) for c in children[node]])
            continue
        waiting += children[node]
    return found


def multi_similarity(sequences: Sequence[Sequence[str]]) -> float:
    """MultiSim: mean pairwise similarity of the subtrees of one level (E4)."""
    if len(sequences) > SAMPLED:
        step = len(sequences) / SAMPLED
        sequences = [sequences[int(i * step)] for i in range(SAMPLED)]
    pairs = [sequence_similarity(a, b) for a, b in combinations(sequences, 2)]
    return sum(pairs) / len(pairs) if pairs else 0.0


LONGEST = 5
"""Siblings of a generalised node, at the most."""


def mdr_regions(tree: Tree, threshold: float = EDIT_THRESHOLD) -> list[Ranges]:
    """MDR: runs of adjacent generalised nodes (1 to LONGEST siblings) whose tag strings are alike."""
    found: list[Ranges] = []
    waiting = [0] if len(tree) else []
    while waiting:
        node = waiting.pop()
        below = _elements(tree, node)
        best = _best_run(tree, below, threshold) if 2 <= len(below) <= 3000 else []
        if best:
            found.append(best)
        covered = {i for start, end in best for i in below if start <= i < end}
        waiting += [child for child in below if child not in covered]
    return found


def _best_run(tree: Tree, below: Sequence[int], threshold: float) -> Ranges:
    sequences = [tuple(t for t in tree.tags[n : tree.ends[n]] if t != TEXT)[:200] for n in below]
    best: Ranges = []
    best_cover = 0
    for size in range(1, min(LONGEST, len(below) // 2) + 1):
        for offset in range(size):
            units = [range(i, i + size) for i in range(offset, len(below) - size + 1, size)]
            strings = [tuple(tag for i in unit for tag in sequences[i]) for unit in units]
            run = [0]
            for k, (a, b) in enumerate(pairwise(strings), 1):
                if 1 - sequence_similarity(a, b) <= threshold:
                    run.append(k)
                    if len(run) >= 2 and len(run) * size > best_cover:
                        best_cover = len(run) * size
                        best = [(below[units[u][0]], tree.ends[below[units[u][-1]]]) for u in run]
                else:
                    run = [k]
    return best
