"""The plainest rule that gives back exactly the records of a region (E6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from motherlode.dom.tree import TEXT, Tree
from motherlode.errors import ExtractError
from motherlode.extract.records.agreement import COMMON
from motherlode.extract.records.matching import (
    ancestor,
    cut,
    fitting,
    is_shown,
    kind_of,
    leaf_paths,
    match,
    names_of,
    shown_siblings,
)
from motherlode.extract.records.rule import Rule
from motherlode.model.records import Region

MOST_STEPS = 12
"""Steps above the record's root that a rule may name."""

MOST_OTHERS = 200
"""Nodes beside the records up to which a rule looks for what they have and records lack."""

MOST_TRIED = 8
"""Descendants that records have, and that the others have, which are tried with each other, the nearest first."""


def learn_rule(tree: Tree, region: Region) -> Rule:
    """The plainest rule that gives exactly these records; raises ExtractError where there is none."""
    if len(region.roots) != len(region.records):
        raise ExtractError("records that stand in the columns of a table have no rule")
    wanted, before = [record.nodes for record in region.records], _leaves_before(tree)
    nearest, best = 0, -1.0
    for rule in _rules(tree, list(region.roots), wanted):
        _, ranges = cut(tree, rule)
        if len(ranges) == len(wanted) and _held(before, ranges) == _held(before, wanted):
            return rule
        fit = len(set(ranges) & set(wanted)) / max(1, len(ranges), len(wanted))
        if fit > best:
            nearest, best = len(ranges), fit
    raise ExtractError(
        f"no rule gives back these {len(wanted)} records; the nearest gives {nearest}, {max(0.0, best):.0%} the same"
    )


def _rules(tree: Tree, roots: Sequence[int], wanted: Sequence[tuple[int, int]]) -> Iterator[Rule]:
    """Rules by the roots of the hypothesis, then such that end before siblings of other kinds, then such that name
    where records begin: after a mended border that may be another element."""
    begins = [start for start, _ in wanted]
    for named, strict in ((roots, False), (roots, True), (begins, False), (begins, True)):
        if named is begins and begins == roots:
            return
        inside = [
            list(shown_siblings(tree, tree.ends[root], end)) for root, (_, end) in zip(named, wanted, strict=True)
        ]
        plain = Rule(
            steps=common_steps(tree, named)[:1],
            shift=_shift_of(tree, named[0], wanted[0][0]),
            width=1 + max(map(len, inside)),
            inner=tuple(sorted({kind_of(tree, node) for row in inside for node in row})) if strict else None,
        )
        yield from _fuller(tree, plain, named, wanted)
        yield from _without_others(tree, plain, named)


def _leaves_before(tree: Tree) -> list[int]:
    """For every node the texts and images before it."""
    shown = (tag == "img" or (tag == TEXT and is_shown(tree, node)) for node, tag in enumerate(tree.tags))
    return list(accumulate(shown, initial=0))


def _held(before: Sequence[int], ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """What ranges hold: borders that differ by blanks and empty elements alone are the same."""
    return [(before[start], before[end]) for start, end in ranges]


def _fuller(tree: Tree, plain: Rule, roots: Sequence[int], wanted: Sequence[tuple[int, int]]) -> Iterator[Rule]:
    """Rules that find all roots, each also with the leaf paths that records share."""
    shared = _shared(tree, wanted)
    for steps, has, group in _forms(tree, roots):
        rule = replace(plain, steps=steps, has=has, group=group)
        if set(roots) <= set(match(tree, rule)):
            yield rule
            if shared:
                yield replace(rule, shared=shared)


def _without_others(tree: Tree, plain: Rule, roots: Sequence[int]) -> Iterator[Rule]:
    """Rules that tell records from what else fits the steps by a descendant that only the others have."""
    steps, wanted = common_steps(tree, roots), set(roots)
    owned: set[tuple[str, ...]] = set().union(*(_paths_below(tree, root) for root in roots))
    for has in ((), *_descendants(tree, roots)[:MOST_TRIED]):
        for length in {min(3, len(steps)), len(steps)}:
            rule = replace(plain, steps=steps[:length], has=has)
            others = [node for node in fitting(tree, rule) if node not in wanted]
            if 0 < len(others) <= MOST_OTHERS:
                for lacks in [path for path in _descendants(tree, others) if path not in owned][:MOST_TRIED]:
                    yield replace(rule, lacks=lacks)


def _forms(tree: Tree, roots: Sequence[int]) -> Iterator[tuple[Any, tuple[str, ...], tuple[int, int]]]:
    """Rules from plain to particular: some steps with class names, the same without, then what records must have."""
    steps = common_steps(tree, roots)
    bare = tuple((tag, ()) for tag, _ in steps)
    lengths = [n for n in (3, 2, 4, 5, 6, 8, len(steps), 1) if n <= len(steps)]
    for has in ((), *_descendants(tree, roots)):
        for length in dict.fromkeys(lengths):
            yield steps[:length], has, (0, -1)
            if steps[:length] != bare[:length]:
                yield bare[:length], has, (0, -1)
    for level in (1, 2, 3):
        owners = {ancestor(tree, root, level) for root in roots}
        if len(owners) == 1:
            for has in ((), *_descendants(tree, roots)[:MOST_TRIED]):
                found = fitting(tree, Rule(steps=steps, has=has))
                order = list(dict.fromkeys(ancestor(tree, node, level) for node in found))
                yield steps, has, (level, order.index(min(owners)) if owners <= set(order) else -1)


def common_steps(tree: Tree, roots: Sequence[int], most: int = MOST_STEPS) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Tags and shared class names from the roots upwards, as far as all roots agree on the tags."""
    steps: list[tuple[str, tuple[str, ...]]] = []
    level = list(dict.fromkeys(roots))
    while level and len(steps) < most:
        tags = {tree.tags[node] for node in level}
        if len(tags) != 1 or min(level) <= 0:
            break
        names = set(names_of(tree, level[0]))
        for node in level[1:]:
            names &= set(names_of(tree, node))
        steps.append((tags.pop(), tuple(sorted(names))))
        level = list(dict.fromkeys(tree.parents[node] for node in level))
    return tuple(steps) or ((tree.tags[roots[0]], ()),)


def _descendants(tree: Tree, roots: Sequence[int]) -> list[tuple[str, ...]]:
    """Paths of tags that all roots have below them, the shortest first."""
    common: set[tuple[str, ...]] | None = None
    for root in roots:
        paths = _paths_below(tree, root)
        common = paths if common is None else common & paths
        if not common:
            return []
    return sorted(common or (), key=lambda path: (len(path), path))[:40]


def _paths_below(tree: Tree, root: int) -> set[tuple[str, ...]]:
    """Paths of tags below a node, as far as rules look."""
    paths: set[tuple[str, ...]] = set()
    base = tree.depths[root]
    trail: list[str] = []
    for i in range(root + 1, min(tree.ends[root], root + 400)):
        depth = tree.depths[i] - base
        if depth > 5 or not is_shown(tree, i):
            continue
        del trail[depth - 1 :]
        trail.append(tree.tags[i])
        if len(trail) == depth:
            paths.add(tuple(trail))
    return paths


def _shift_of(tree: Tree, root: int, start: int) -> int:
    return sum(1 for _ in shown_siblings(tree, start, root))


def _shared(tree: Tree, ranges: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    counts: Counter[str] = Counter(path for span in ranges for path in leaf_paths(tree, *span))
    return tuple(sorted(path for path, times in counts.items() if times >= max(2, COMMON * len(ranges))))
