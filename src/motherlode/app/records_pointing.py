"""Fields by pointing: what a place on a page belongs to, and a new field from one place of one record (E6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from motherlode.app.records_project import FoundRecords
from motherlode.dom.tree import TEXT, Tree, parse
from motherlode.errors import UsageError
from motherlode.model.records import Column, Record, Region

Way = tuple[tuple[str, int], ...]
"""From a record's root to a node: at each step the tag and which of its kind among the brothers."""


def text_at(found: FoundRecords, node: int) -> str:
    """The text of a node of the page, blanks folded; raises UsageError for a node that is not there."""
    return _text(_tree(found, node), node)


def column_at(found: FoundRecords, at: int, record: int, node: int) -> str:
    """The column of the list that holds what stands at a node of a record; empty where none does."""
    wanted = text_at(found, node)
    fields = found.regions[at].records[record].fields
    said = {name: _folded(value) for name, value in fields.items() if value not in (None, "", [], ())}
    exact = [name for name, text in said.items() if text == wanted]
    within = [name for name, text in said.items() if wanted and (wanted in text or text in wanted)]
    return next(iter(exact or within), "")


def with_field(found: FoundRecords, at: int, record: int, node: int, name: str) -> FoundRecords:
    """What was found, with a further column: in every record what stands where the node stands in this one."""
    region = found.regions[at]
    name = name.strip()
    if not name or name in {column.name for column in region.columns}:
        raise UsageError(f"a column '{name}' is there already, or the name is empty; choose another")
    tree = _tree(found, node)
    way = _way(tree, _root(region, record), node)
    values = [_value(tree, way, _root(region, number)) for number in range(len(region.records))]
    filled = sum(bool(value) for value in values) / len(values)
    path = "/".join(tag if not number else f"{tag}[{number + 1}]" for tag, number in way)
    column = Column(name, "text", "", path, filled)
    records = tuple(_with(each, name, value) for each, value in zip(region.records, values, strict=True))
    regions = list(found.regions)
    regions[at] = replace(region, columns=(*region.columns, column), records=records)
    return replace(found, regions=tuple(regions))


def _with(record: Record, name: str, value: str) -> Record:
    return replace(record, fields={**record.fields, name: value}) if value else record


def _tree(found: FoundRecords, node: int) -> Tree:
    tree = parse(found.html)
    if not 0 <= node < len(tree):
        raise UsageError("this place is not on the page; find the records again")
    return tree


def _root(region: Region, record: int) -> int:
    if not 0 <= record < len(region.records):
        raise UsageError("this record is not on the page; find the records again")
    return region.roots[record] if record < len(region.roots) else region.records[record].nodes[0]


def _way(tree: Tree, root: int, node: int) -> Way:
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


def _value(tree: Tree, way: Way, root: int) -> str:
    here = root
    for tag, number in way:
        same = [child for child in tree.children(here) if tree.tags[child] == tag]
        if number >= len(same):
            return ""
        here = same[number]
    return _text(tree, here)


def _text(tree: Tree, node: int) -> str:
    return " ".join(" ".join(tree.texts[n] for n in range(node, tree.ends[node]) if tree.tags[n] == TEXT).split())


def _folded(value: object) -> str:
    parts: Sequence[object] = value if isinstance(value, (list, tuple)) else [value]
    return " ".join(" ".join(map(str, parts)).split())
