"""What the heads of a table's columns say: names split into two columns, and where positions stand."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from motherlode.dom.tree import Tree
from motherlode.extract.people import titles
from motherlode.extract.people.lexicon import fold_word, load, sections
from motherlode.extract.people.lines import MAX_COLUMNS, Line, signature
from motherlode.extract.people.names import Name, is_token
from motherlode.extract.people.scripts import is_patronymic

_LAST, _FIRST = (re.compile(f"(?:{'|'.join(forms)})$", re.IGNORECASE) for _, forms in sections("name_columns"))
"""What the columns of family and of given names are called."""


def joined(tree: Tree, lines: Sequence[Line]) -> Iterator[tuple[Line, Name, frozenset[int]]]:
    """Names in two columns or on two lines: the family name's line, the whole name, the lines it was made from."""
    yield from _over_two_lines(tree, lines)
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


LEAST_SPLIT = 3
"""Names over two lines in the same kind of place from which they are taken for names."""


def _over_two_lines(tree: Tree, lines: Sequence[Line]) -> Iterator[tuple[Line, Name, frozenset[int]]]:
    """Family names that stand on a line of their own above the given names, in at least three places of one kind."""
    groups: dict[str, list[tuple[Line, Line]]] = defaultdict(list)
    for last, first in pairwise(lines):
        if last.block != first.block or last.place != 0 or len(last.text.split()) != 1 or len(first.text) > MAX_GIVEN:
            continue
        given = first.text.split()
        if is_token(last.text) and last.text[:1].isalpha() and given and all(map(is_token, given)) and len(given) < 4:
            groups[signature(tree, last.block, 0, classes=True)].append((last, first))
    for pairs in groups.values():
        sure = sum(_is_given(first.text) and not titles.find(first.text) for _, first in pairs)
        if len(pairs) < LEAST_SPLIT or sure < SPLIT_SHARE * len(pairs):
            continue
        for last, first in pairs:
            tokens = (*first.text.split(), last.text)
            name = Name(f"{first.text} {last.text}", tokens, inverted=True)
            yield last, name, frozenset({last.number, first.number})


MAX_GIVEN = 40
SPLIT_SHARE = 0.6
"""Share of such pairs of lines whose second line begins with a known given name or ends with a patronymic."""


def _is_given(text: str) -> bool:
    words = text.split()
    return is_patronymic(words[-1]) or fold_word(words[0]) in load().given


def under_heads(tree: Tree, lines: Sequence[Line], says: Callable[[str], bool]) -> frozenset[int]:
    """The lines in columns whose head says something: that they hold positions, or the names of students."""
    starts = [line.node for line in lines]
    found: set[int] = set()
    for table in tree.found("table"):
        rows = [i for i in range(table, tree.ends[table]) if tree.tags[i] == "tr"]
        heads = [tree.text_of(cell) for cell in _cells(tree, rows[0])[:MAX_COLUMNS]] if len(rows) > 1 else []
        columns = [number for number, text in enumerate(heads) if says(" ".join(text.split()))]
        for row in rows[1:] if columns else ():
            cells = _cells(tree, row)
            for cell in (cells[column] for column in columns if column < len(cells) == len(heads)):
                found.update(range(bisect_left(starts, cell), bisect_left(starts, tree.ends[cell])))
    return frozenset(found)


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
