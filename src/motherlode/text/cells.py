"""Cells of a spreadsheet.

>>> harmless("=1+1")
"'=1+1"
"""

from __future__ import annotations

from typing import Any

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Cells that begin so are run as formulas by spreadsheet programs, some of which take the wide signs of Chinese and
Japanese keyboards for the narrow ones; an apostrophe in front makes them text."""


def harmless(value: Any) -> Any:
    """A cell that no spreadsheet program runs as a formula; numbers stay as they are."""
    if isinstance(value, str) and value.startswith(FORMULA_STARTS):
        return "'" + value
    return value
