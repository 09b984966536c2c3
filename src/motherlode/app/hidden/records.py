"""Rows of result pages without any selector: the list is found once, its rule carried to every further page (E6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from motherlode.errors import ExtractError
from motherlode.hidden.reading import Row
from motherlode.model.records import Column, Region, Wrapper

if TYPE_CHECKING:  # the extractor is loaded when a page without selectors is read
    from motherlode.dom.tree import Tree

LEAST_ROWS = 3
"""Rows that a page must have to teach the rule: fewer do not show what repeats."""


class RecordReader:
    """Learns the rule on the first page with a list; pages with one row or none are then read by it."""

    def __init__(self) -> None:
        self.wrapper: Wrapper | None = None

    def __call__(self, html: str, url: str) -> list[Row]:
        """The rows of a page: a value for every column of the rule."""
        from motherlode.dom.tree import parse
        from motherlode.extract.records import apply, learn

        tree = parse(html)
        if self.wrapper is not None:
            found = apply(self.wrapper, tree, url)
            if found.records or not self._another_list(tree, url):
                return _rows(found, self.wrapper.items)
        region = self._list(tree, url)
        if region is None:
            return _rows(apply(self.wrapper, tree, url), self.wrapper.items) if self.wrapper is not None else []
        try:
            self.wrapper = learn(tree, region, url)
        except ExtractError:  # no rule gives this page's rows back: they are taken as they are, the next page anew
            return _rows(region, region.columns)
        return _rows(apply(self.wrapper, tree, url), self.wrapper.items)

    def _list(self, tree: Tree, url: str) -> Region | None:
        """The page's list, where it is long enough to teach a rule."""
        from motherlode.extract.records import RecordParams, extract

        regions = extract(tree, url, RecordParams(least_listness=0.0))
        return regions[0] if regions and len(regions[0].records) >= LEAST_ROWS else None

    def _another_list(self, tree: Tree, url: str) -> bool:
        """Whether a page on which the rule finds nothing has a list with the rule's columns: a changed template."""
        if self.wrapper is None:
            return True
        from motherlode.extract.records import extract

        wanted = {column.name for column in self.wrapper.items}
        regions = extract(tree, url)
        if not regions or len(regions[0].records) < LEAST_ROWS:
            return False
        return len(wanted & {column.name for column in regions[0].columns}) * 2 > len(wanted)


def _rows(region: Region, columns: Sequence[Column]) -> list[Row]:
    names = [column.name for column in columns]
    return [{name: record.fields.get(name) for name in names} for record in region.records]
