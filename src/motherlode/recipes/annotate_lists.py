"""List pages of a source: the record extractor's main list of every page."""

from __future__ import annotations

from collections.abc import Sequence

from motherlode.dom.tree import parse
from motherlode.errors import MotherlodeError
from motherlode.extract.regions import extract
from motherlode.model.records import Region

LEAST_RECORDS = 4
"""Fewer records a page are no list."""
LEAST_SHARE = 0.5
"""A page whose main list holds less of its text than this is not a list page."""


def lists_of(pages: Sequence[tuple[str, str, str]], wanted: str = "auto") -> list[Region]:
    """The main list of every list page; empty when they are detail pages (or `wanted` says so)."""
    if wanted == "detail":
        return []
    found: list[Region] = []
    lists = 0
    for _name, html, url in pages:
        try:
            tree = parse(html)
            regions = extract(tree, url=url)
        except MotherlodeError:
            continue  # told by the reading of detail pages, where such a page is an error of its own
        if regions and len(regions[0].records) >= LEAST_RECORDS:
            lists += _share(regions[0], len(tree.text_of(0)) if len(tree) else 0) >= LEAST_SHARE
            found.append(regions[0])
    return found if wanted == "list" or lists >= 0.6 * len(pages) else []


def _share(region: Region, total: int) -> float:
    return sum(len(text) for record in region.records for text in record.texts) / max(1, total)
