"""Regions from the ranges of their records: texts, columns, fields."""

from __future__ import annotations

from collections.abc import Sequence

from motherlode.dom.tree import Tree
from motherlode.extract.records.columns import tabulate
from motherlode.extract.records.rule import Rule, common_steps, xpath_of
from motherlode.model.evidence import Term
from motherlode.model.records import Column, Record, Region


def assemble(
    tree: Tree,
    ranges: Sequence[tuple[int, int]],
    roots: Sequence[int],
    score: float,
    url: str = "",
    known: Sequence[Column] = (),
    *,
    path: str = "",
    method: str = "ours",
    terms: tuple[Term, ...] = (),
) -> Region:
    """A region with its texts, columns and fields from the ranges of its records."""
    table = tabulate(tree, ranges, known, url)
    records = tuple(
        Record(texts=texts, fields=row, links=links, nodes=nodes)
        for nodes, texts, row, links in zip(ranges, table.texts, table.rows, table.links, strict=True)
    )
    return Region(
        score=score,
        path=path or path_to(tree, roots),
        columns=table.columns,
        records=records,
        terms=terms,
        roots=tuple(roots),
        method=method,
    )


def path_to(tree: Tree, roots: Sequence[int]) -> str:
    """A readable XPath of some roots: the steps they share, with class names."""
    return xpath_of(Rule(steps=common_steps(tree, roots, 4))) if roots else ""
