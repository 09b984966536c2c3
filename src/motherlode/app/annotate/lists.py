"""List pages of a source: the record extractor's main list of every page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from motherlode.dom.tree import parse
from motherlode.errors import MotherlodeError
from motherlode.extract.records import RecordParams, extract
from motherlode.model.records import Region

LEAST_RECORDS = 4
"""Fewer records a page are no list."""
LEAST_SHARE = 0.5
"""A page whose main list holds less of its text than this is not a list page."""


SAME_LABELS = 0.5
"""Share of the first texts of records that other pages have too, from which they are labels and no data."""


def lists_of(
    pages: Sequence[tuple[str, str, str]], wanted: str = "auto", params: RecordParams | None = None
) -> list[Region]:
    """The main list of every list page; empty when they are detail pages (or `wanted` says so).

    By D-EEM with data regions the pages of a source are held against each other (E1).
    """
    if wanted == "detail":
        return []
    found: list[Region] = []
    lists = 0
    regional = params is not None and params.strategy == "derl"
    for at, (_name, html, url) in enumerate(pages):
        try:
            tree = parse(html)
            beside = [parse(other) for other in _beside(pages, at)] if regional else []
            regions = extract(tree, url, params, beside)
        except MotherlodeError:
            continue  # told by the reading of detail pages, where such a page is an error of its own
        if regions and len(regions[0].records) >= LEAST_RECORDS:
            lists += _share(regions[0], len(tree.text_of(0)) if len(tree) else 0) >= LEAST_SHARE
            found.append(regions[0])
    if wanted == "auto" and found and are_labels(found):
        return []
    return found if wanted == "list" or lists >= 0.6 * len(pages) else []


def _beside(pages: Sequence[tuple[str, str, str]], at: int) -> list[str]:
    """The page after this one, or the one before it: D-EEM compares two pages of a source."""
    return [pages[other][1] for other in (at + 1, at - 1) if 0 <= other < len(pages)][:1]


def are_labels(lists: Sequence[Region]) -> bool:
    """Whether the "records" are the rows of tables with a label and a value: detail pages, one thing each.

    Of several pages the same labels come back; of a single page they end in a colon or stand as headings of rows.
    """
    heads = [[record.texts[0].strip() for record in region.records if record.texts] for region in lists]
    if len(heads) > 1:
        pages = Counter(text for page in heads for text in set(page))
        shares = [sum(pages[text] >= 0.5 * len(heads) for text in page) / max(1, len(page)) for page in heads]
        return sum(shares) / len(shares) >= SAME_LABELS
    short = [record for record in lists[0].records if 2 <= len(record.texts) <= 3]
    colons = sum(record.texts[0].rstrip().endswith((":", "：")) for record in short)
    return colons >= SAME_LABELS * len(lists[0].records)


def _share(region: Region, total: int) -> float:
    return sum(len(text) for record in region.records for text in record.texts) / max(1, total)
