"""The rule learned for a source: entity item and semantic items, stored and applied to its next pages (E6).

A rule names the record's root by tag, class names and the steps above it, the descendant every record has, how many
siblings belong to a record, and the leaf paths records share. Of all that give back exactly the records of a region
the plainest is kept, with the columns that a person pointed out or dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import accumulate
from typing import Any

from motherlode.dom.tree import TEXT, Tree
from motherlode.errors import ExtractError, UsageError
from motherlode.extract.records.agreement import COMMON
from motherlode.extract.records.assembly import assemble
from motherlode.extract.records.counts import counted
from motherlode.extract.records.rule import (
    Rule,
    ancestor,
    common_steps,
    css_of,
    cut,
    fitting,
    is_shown,
    kind_of,
    leaf_paths,
    match,
    rule_of,
    shown_siblings,
    xpath_of,
)
from motherlode.model.evidence import Verdict
from motherlode.model.records import Column, Record, Region, Wrapper

MOST_COUNTED, LACKING = 500, 0.05
"""The count of a page is believed up to here, and this share of it (or one record) may be lacking: advertisements are
counted by some sites."""
LEAST_FILLED = 0.5
"""A column that was always filled and now in less than this share of the records is missing."""
ALWAYS = 0.9
"""Share of the records of the first page from which a column counts as always filled; a list inside of records never
does, since its parts may come once a record on another page."""
MOST_MISSING = 1 / 3
"""Parts that a page of ten records always had may be optional all the same: one in three may be missing, the first
column never, since it names the record."""


def learn(tree: Tree, region: Region, source: str = "") -> Wrapper:
    """The rule that gives exactly a region's records back on its own page; raises ExtractError where none does."""
    if not region.records:
        raise ExtractError("a wrapper cannot be learned from a list without records")
    rule = learn_rule(tree, region)
    items = tuple(column for column in region.columns)
    return Wrapper(
        source=source,
        entity_xpath=xpath_of(rule),
        entity_css=css_of(rule),
        items=items,
        rule=asdict(rule),
    )


def apply(wrapper: Wrapper, tree: Tree, url: str = "") -> Region:
    """The records a wrapper finds on a page; none where the page does not fit."""
    rule = rule_of(wrapper)
    roots, ranges = cut(tree, rule)
    found = assemble(tree, ranges, roots, 1.0, url, wrapper.items, path=wrapper.entity_xpath, method="wrapper")
    return shaped(tree, found, wrapper.rule)


def verify(wrapper: Wrapper, region: Region, tree: Tree) -> Verdict:
    """Whether what a wrapper found can be right: the page's own count, and the columns that were always filled."""
    found = len(region.records)
    if found == 0:
        return Verdict(False, "empty", f"{wrapper.entity_css} finds nothing on this page")
    said = counted(tree).on_page
    if said is not None and found < said <= MOST_COUNTED and said - found > max(1, LACKING * said):
        return Verdict(False, "count", f"the page says it shows {said} records, the rule finds {found}")
    filled = {column.name: column.filled for column in region.columns}
    required = [column for column in wrapper.items if column.filled >= ALWAYS and column.type != "list"]
    missing = [column for column in required if filled.get(column.name, 0.0) < LEAST_FILLED * column.filled]
    if missing and (missing[0] is required[0] or len(missing) > MOST_MISSING * len(required)):
        names = ", ".join(f"'{column.name}'" for column in missing[:5])
        return Verdict(False, "column", f"the site has changed: {names} was always filled and now is not")
    return Verdict(True, "fits", f"{found} records, {len(required) - len(missing)} of {len(required)} columns filled")


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


POINTED, DROPPED = "pointed", "dropped"
"""Names in a stored rule: columns with their way from a record's root, and paths of columns nobody wants."""

Way = tuple[tuple[str, int], ...]
"""From a record's root to a node: at each step the tag and which of its kind among the brothers."""


def way_to(tree: Tree, root: int, node: int) -> Way:
    """How a node of a record is reached from its root; raises UsageError for a node outside of it."""
    if not root < node < tree.ends[root]:
        raise UsageError("point at something inside a record")
    steps: list[tuple[str, int]] = []
    here = root
    while here != node:
        brothers = tree.children(here)
        child = next(each for each in brothers if each <= node < tree.ends[each])
        steps.append(
            (tree.tags[child], sum(tree.tags[each] == tree.tags[child] for each in brothers if each < child))
        )
        here = child
    return tuple(steps)


def root_of(region: Region, record: int) -> int:
    """The node of a record in the tree of its page; raises UsageError for a record that is not there."""
    if not 0 <= record < len(region.records):
        raise UsageError("this record is not on the page; find the records again")
    return region.roots[record] if record < len(region.roots) else region.records[record].nodes[0]


def text_of(tree: Tree, node: int) -> str:
    """The text of a node, blanks folded."""
    return " ".join(" ".join(tree.texts[n] for n in range(node, tree.ends[node]) if tree.tags[n] == TEXT).split())


def with_column(tree: Tree, region: Region, name: str, way: Way) -> Region:
    """The list with a further column: in every record what stands where the way leads."""
    values = [_value(tree, way, root_of(region, number)) for number in range(len(region.records))]
    filled = sum(bool(value) for value in values) / max(1, len(values))
    path = "/".join(tag if not number else f"{tag}[{number + 1}]" for tag, number in way)
    records = tuple(_with(each, name, value) for each, value in zip(region.records, values, strict=True))
    return replace(region, columns=(*region.columns, Column(name, "text", "", path, filled)), records=records)


def shaped(tree: Tree, region: Region, rule: Mapping[str, Any]) -> Region:
    """The list as a person wants it: without the dropped columns, with those that were pointed out."""
    unwanted = {column.name for column in region.columns if column.path in rule.get(DROPPED, ())}
    if unwanted:
        columns = tuple(column for column in region.columns if column.name not in unwanted)
        records = tuple(
            replace(each, fields={k: v for k, v in each.fields.items() if k not in unwanted})
            for each in region.records
        )
        region = replace(region, columns=columns, records=records)
    for name, way in rule.get(POINTED, ()):
        if name not in {column.name for column in region.columns}:
            region = with_column(tree, region, str(name), tuple((str(tag), int(number)) for tag, number in way))
    return region


def _with(record: Record, name: str, value: str) -> Record:
    return replace(record, fields={**record.fields, name: value}) if value else record


def _value(tree: Tree, way: Sequence[tuple[str, int]], root: int) -> str:
    here = root
    for tag, number in way:
        same = [child for child in tree.children(here) if tree.tags[child] == tag]
        if number >= len(same):
            return ""
        here = same[number]
    return text_of(tree, here)
