"""Fields by pointing: what a place on a page belongs to, and a new field from one place of one record (E6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from motherlode.app.records.project import FoundRecords
from motherlode.dom.tree import Tree, parse
from motherlode.errors import UsageError
from motherlode.extract.records.pointed import POINTED, root_of, text_of, way_to, with_column


def text_at(found: FoundRecords, node: int) -> str:
    """The text of a node of the page, blanks folded; raises UsageError for a node that is not there."""
    return text_of(_tree(found, node), node)


def column_at(found: FoundRecords, at: int, record: int, node: int) -> str:
    """The column of the list that holds what stands at a node of a record; empty where none does."""
    wanted = text_at(found, node)
    fields = found.regions[at].records[record].fields
    said = {name: _folded(value) for name, value in fields.items() if value not in (None, "", [], ())}
    exact = [name for name, text in said.items() if text == wanted]
    within = [name for name, text in said.items() if wanted and (wanted in text or text in wanted)]
    return next(iter(exact or within), "")


def with_field(found: FoundRecords, at: int, record: int, node: int, name: str) -> FoundRecords:
    """What was found, with a further column: in every record what stands where the node stands in this one.

    A column of the main list is in the rule of its source from now on, and on every page that the rule reads.
    """
    region = found.regions[at]
    name = name.strip()
    if not name or name in {column.name for column in region.columns}:
        raise UsageError(f"a column '{name}' is there already, or the name is empty; choose another")
    tree = _tree(found, node)
    way = way_to(tree, root_of(region, record), node)
    regions = list(found.regions)
    regions[at] = with_column(tree, region, name, way)
    wrapper = found.wrapper
    if at == 0 and wrapper is not None:
        pointed = [*wrapper.rule.get(POINTED, ()), [name, [list(step) for step in way]]]  # type: ignore[misc]
        items = (*wrapper.items, regions[0].columns[-1])
        wrapper = replace(wrapper, items=items, rule={**wrapper.rule, POINTED: pointed})
    return replace(found, regions=tuple(regions), wrapper=wrapper)


def _tree(found: FoundRecords, node: int) -> Tree:
    tree = parse(found.html)
    if not 0 <= node < len(tree):
        raise UsageError("this place is not on the page; find the records again")
    return tree


def _folded(value: object) -> str:
    parts: Sequence[object] = value if isinstance(value, (list, tuple)) else [value]
    return " ".join(" ".join(map(str, parts)).split())
