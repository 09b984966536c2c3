"""Cells of a table or a spreadsheet.

>>> harmless("=1+1")
"'=1+1"
>>> as_it_was(harmless("=1+1")), as_it_was(harmless("'=1+1"))
('=1+1', "'=1+1")
"""

from __future__ import annotations

import json
from typing import Any

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Cells that begin so are run as formulas by spreadsheet programs, some of which take the wide signs of Chinese and
Japanese keyboards for the narrow ones; an apostrophe in front makes them text."""


def cell_text(value: Any) -> str:
    """A value as a table shows it; what is nested as JSON. No value is an empty cell."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)


def harmless(value: Any) -> Any:
    """A cell that no spreadsheet program runs as a formula; numbers stay as they are."""
    return "'" + value if isinstance(value, str) and _like_a_formula(value) else value


def as_it_was(cell: str) -> str:
    """The text of a cell that was made harmless."""
    return cell[1:] if cell.startswith("'") and _like_a_formula(cell) else cell


def _like_a_formula(text: str) -> bool:
    """Apostrophes that stand before a formula already are passed over: then no two texts give the same cell."""
    return text.lstrip("'").startswith(FORMULA_STARTS)
