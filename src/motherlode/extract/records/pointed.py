"""Columns that a person pointed out or dropped: kept with a rule, made again on every page that it reads (E6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from motherlode.dom.tree import TEXT, Tree
from motherlode.errors import UsageError
from motherlode.model.records import Column, Record, Region

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
