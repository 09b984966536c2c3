"""What the lines of a page may tell, by one quick look at each: a date, Chinese names, who wrote it.

Patterns of fields are tried only on lines that have the sign they need.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from motherlode.dom.plain import Attributes
from motherlode.extract.news.dates import HINT
from motherlode.extract.news.fields_kernel import compiled

Marked = Sequence[tuple[int, Attributes]]
"""Elements that say they hold a time or an author, with their attributes."""

DATED, HAN, SIGNED = 1, 2, 4
"""Bits: there may be a date, there are Chinese characters, there may be a byline."""

LINE, BEGIN, END, BRIEF = 600, 300, 60, 100
"""Characters: of a line that may have a date, of its beginning and its end that are looked at, and of a line in which
'by' may stand anywhere."""

_HAN = re.compile(r"[\u4e00-\u9fff]")
_BY = re.compile("by", re.IGNORECASE)
_BYLINE = re.compile(
    r"\A\W*+(?:by|von|par|por|di|door|af|av|oleh|written|posted|reported|story|words|article|text|published|author|autor)"
    r"(?!\w)",
    re.IGNORECASE,
)


def signs_of(texts: list[str]) -> bytes:
    """The bits of every text."""
    kernel = compiled()
    return signs_in_python(texts) if kernel is None else bytes(kernel.signs(texts))


def signs_in_python(texts: list[str]) -> bytes:
    """The same by patterns."""
    return bytes(map(_signs, texts))


def _signs(text: str) -> int:
    dated = len(text) <= LINE and HINT.search(text[:BEGIN]) is not None
    han = not text.isascii() and (_HAN.search(text[:BEGIN]) or _HAN.search(text[BEGIN:][-END:])) is not None
    signed = (_BYLINE.match(text) or (_BY.search(text) if len(text) < BRIEF else None)) is not None
    return (DATED if dated else 0) | (HAN if han else 0) | (SIGNED if signed else 0)
