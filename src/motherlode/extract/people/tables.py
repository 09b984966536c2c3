"""Names that a table splits into two columns, "Last name" and "First name"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from motherlode.dom.tree import Tree
from motherlode.extract.people.lines import MAX_COLUMNS, Line
from motherlode.extract.people.names import Name, is_token

_LAST = re.compile(
    r"^(?:last|family|sur)[\s-]*name$|^surname$|^(?:nach|familien)name$|^nom(?: de famille)?$|^apellidos?$|^cognome$"
    r"|^фамилия$|^姓$",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"^(?:first|given|fore)[\s-]*names?$|^vorname$|^prénoms?$|^nombres?$|^nome$|^имя(?: отчество)?$|^名$",
    re.IGNORECASE,
)


def joined(tree: Tree, lines: Sequence[Line]) -> Iterator[tuple[Line, Name, frozenset[int]]]:
    """For every row of such a table: the line of the family name, the whole name, and the lines it was made from."""
    starts = [line.node for line in lines]
    for table, tag in enumerate(tree.tags):
        if tag != "table":
            continue
        rows = [i for i in range(table, tree.ends[table]) if tree.tags[i] == "tr"]
        columns = _columns(tree, rows[0]) if rows else None
        if columns is None:
            continue
        for row in rows[1:]:
            found = _joined_row(tree, lines, starts, row, columns)
            if found is not None:
                yield found


def is_column_head(tree: Tree, node: int) -> bool:
    """Whether the node stands in a row of headers only, which name the columns."""
    at = node
    while at >= 0 and tree.tags[at] not in ("th", "td", "body"):
        at = tree.parents[at]
    if at < 0 or tree.tags[at] != "th" or tree.parents[at] < 0:
        return False
    row = tree.parents[at]
    cells, cell = 0, row + 1
    while cell < tree.ends[row] and cells < MAX_COLUMNS:
        if tree.tags[cell] == "td":
            return False
        cells += tree.tags[cell] == "th"
        cell = tree.ends[cell]
    return cells > 1


def _cells(tree: Tree, row: int) -> list[int]:
    return [cell for cell in tree.children(row) if tree.tags[cell] in ("td", "th")]


def _columns(tree: Tree, row: int) -> tuple[int, int] | None:
    texts = [tree.text_of(cell).strip(" :*") for cell in _cells(tree, row)[:20]]
    last = next((i for i, text in enumerate(texts) if _LAST.match(text)), None)
    first = next((i for i, text in enumerate(texts) if _FIRST.match(text)), None)
    return (last, first) if last is not None and first is not None else None


def _joined_row(
    tree: Tree, lines: Sequence[Line], starts: Sequence[int], row: int, columns: tuple[int, int]
) -> tuple[Line, Name, frozenset[int]] | None:
    cells = _cells(tree, row)
    if max(columns) >= len(cells):
        return None
    found = []
    for column in columns:
        place = bisect_left(starts, cells[column])
        if place >= len(lines) or lines[place].node >= tree.ends[cells[column]]:
            return None
        found.append(lines[place])
    last, first = found
    tokens = (*first.text.split(), *last.text.split())
    if not 2 <= len(tokens) <= 7 or not all(map(is_token, tokens)):
        return None
    return last, Name(f"{first.text} {last.text}", tokens, inverted=True), frozenset({last.number, first.number})
