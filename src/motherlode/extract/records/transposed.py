"""Tables whose records stand in columns: comparison tables, and grids with a row of titles over a row of prices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from motherlode.dom.tree import Tree
from motherlode.extract.records.leaves import shown_texts
from motherlode.extract.records.rule import leaf_paths
from motherlode.model.records import Column, Record, Region

ALIKE = 0.8
"""Share of the filled cells of a row that must be built alike for each of them to belong to another record."""

_CELLS = {"td", "th"}


def turned(tree: Tree, region: Region, url: str = "") -> Region | None:
    """The region with columns as records, or None where its rows are the records."""
    groups = [_rows(tree, record.nodes) for record in region.records]
    if not groups or any(not rows for rows in groups):
        return None
    cells = [[_cells(tree, row) for row in rows] for rows in groups]
    return _comparison(tree, region, cells) or _stacked(tree, region, cells)


def _rows(tree: Tree, nodes: tuple[int, int]) -> list[int]:
    """The table rows of a record, or nothing where it is made of something else."""
    found, i = [], nodes[0]
    while i < nodes[1]:
        if tree.tags[i] == "tr":
            found.append(i)
        elif tree.tags[i] != "-text" or tree.texts[i].strip():
            return []
        i = tree.ends[i]
    return found


def _cells(tree: Tree, row: int) -> list[int]:
    return [child for child in tree.children(row) if tree.tags[child] in _CELLS]


def _comparison(tree: Tree, region: Region, cells: Sequence[Sequence[Sequence[int]]]) -> Region | None:
    """Every row begins with a heading cell and none but the first has more: headings are attributes."""
    rows = [row for group in cells for row in group]
    if len(rows) < 3 or any(len(row) < 3 or len(row) != len(rows[0]) for row in rows):
        return None
    if any(tree.tags[row[0]] != "th" for row in rows) or any(
        tree.tags[c] == "th" for row in rows[1:] for c in row[1:]
    ):
        return None
    table = tree.parents[tree.parents[rows[0][0]]]
    while table > 0 and tree.tags[table] != "table":
        table = tree.parents[table]
    first = next((i for i in range(table, rows[0][0]) if tree.tags[i] == "tr"), -1)
    heads = _cells(tree, first) if first >= 0 else []
    every = [heads, *rows] if len(heads) == len(rows[0]) and first != tree.parents[rows[0][0]] else rows
    if every is not rows and all(tree.tags[c] == "th" for c in heads) and tree.text_of(heads[0]) != "":
        return None
    names = [tree.text_of(row[0]).strip(" :") or "title" for row in every]
    records = []
    for k in range(1, len(rows[0])):
        pieces = [(row[k], tree.ends[row[k]]) for row in every]
        values = [" ".join(shown_texts(tree, *piece)) for piece in pieces]
        fields = {name: value for name, value in zip(names, values, strict=True) if value}
        records.append(_record(tree, pieces, fields))
    columns = tuple(Column(name=name, label=name, path=f"tr[{i + 1}]/td") for i, name in enumerate(names))
    return replace(region, records=tuple(records), columns=columns, method="ours, turned")


def _stacked(tree: Tree, region: Region, cells: Sequence[Sequence[Sequence[int]]]) -> Region | None:
    """Groups of two and more rows whose cells are alike within a row and differ between the rows."""
    depth = len(cells[0])
    if depth < 2 or any(len(group) != depth for group in cells):
        return None
    wide = len(cells[0][0])
    if wide < 2 or any(len(row) > wide for group in cells for row in group):
        return None
    kinds = []
    for level in range(depth):
        paths = [frozenset(_below(tree, cell)) for group in cells for cell in group[level]]
        filled = [path for path in paths if path]
        if not filled or max(filled.count(path) for path in set(filled)) < ALIKE * len(filled):
            return None
        kinds.append(max(set(filled), key=filled.count))
    if any(len(group[level]) < 2 for group in cells[:-1] for level in range(depth)):
        return None
    records = []
    for group in cells:
        for k in range(wide):
            pieces = [(row[k], tree.ends[row[k]]) for row in group if k < len(row)]
            if any(shown_texts(tree, *piece) for piece in pieces):
                values = [" ".join(shown_texts(tree, *piece)) for piece in pieces]
                fields = {f"row {i + 1}": value for i, value in enumerate(values) if value}
                records.append(_record(tree, pieces, fields))
    columns = tuple(Column(name=f"row {i + 1}", path=f"tr[{i + 1}]/td") for i in range(depth))
    return replace(region, records=tuple(records), columns=columns, method="ours, turned")


def _below(tree: Tree, cell: int) -> set[str]:
    return leaf_paths(tree, cell, tree.ends[cell])


def _record(tree: Tree, pieces: Sequence[tuple[int, int]], fields: dict[str, str]) -> Record:
    texts = tuple(text for piece in pieces for text in shown_texts(tree, *piece))
    links = tuple(
        dict.fromkeys(
            tree.attribute(i, "href")
            for start, end in pieces
            for i in range(start, end)
            if tree.tags[i] == "a" and tree.attribute(i, "href")
        )
    )
    return Record(texts=texts, fields=fields, links=links, nodes=(pieces[0][0], pieces[-1][1]))
