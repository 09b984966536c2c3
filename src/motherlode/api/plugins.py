"""Extractors of installed packages over pages that a person names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from motherlode.app.inputs import is_address, listed
from motherlode.app.plugins import extracted
from motherlode.fetch.named import named_client
from motherlode.model import plugins


def found_by(
    name: str, pages: Sequence[str], given: Mapping[str, Any], *, allow_private: bool = False
) -> Iterator[dict[str, Any]]:
    """One line a page: what the extractor of that name finds with these parameters, or why it finds nothing."""
    kind = getattr(plugins.load("extractors", name), "Params", None)
    items = listed(pages)
    fetcher = named_client(allow_private=allow_private) if any(map(is_address, items)) else None
    return extracted(name, items, kind.from_mapping(given, where=name) if kind else None, fetcher)
