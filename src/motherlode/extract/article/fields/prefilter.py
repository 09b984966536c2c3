"""What the lines of a page may tell, by one quick look at each: a date, Chinese names, who wrote it.

Patterns of fields are tried only on lines that have the sign they need.
"""

from __future__ import annotations

import re

from motherlode.extract.article.fields.bylines import FIRST_WORDS
from motherlode.extract.article.fields.dates import HINT
from motherlode.kernels import native

DATED, HAN, SIGNED = 1, 2, 4
"""Bits: there may be a date, there are Chinese characters, there may be a byline."""

LINE, BEGIN, END, BRIEF, LONG = 600, 300, 60, 100, 160
"""Characters: of a line that may have a date, of its beginning and its end that are looked at, of a line in which
'by' may stand anywhere, and of one that may be a byline in any language."""

_HAN = re.compile(r"[\u4e00-\u9fff]")
_BY = re.compile("by", re.IGNORECASE)
_FIRST_WORD = re.compile(r"\A\W*+(\w{1,24})(?!\w)")
_OTHER_WORD = re.compile(r"\A\W*+[0-9A-Za-z_]*[^\W\x00-\x7f]")


def signs_of(texts: list[str]) -> bytes:
    """The bits of every text."""
    kernel = native()
    return signs_in_python(texts) if kernel is None else bytes(kernel.signs(texts, FIRST_WORDS))


def signs_in_python(texts: list[str]) -> bytes:
    """The same by patterns."""
    return bytes(map(_signs, texts))


def _signs(text: str) -> int:
    dated = len(text) <= LINE and HINT.search(text[:BEGIN]) is not None
    han = not text.isascii() and (_HAN.search(text[:BEGIN]) or _HAN.search(text[BEGIN:][-END:])) is not None
    signed = bool(
        ((first := _FIRST_WORD.match(text)) is not None and first[1].lower() in FIRST_WORDS)
        or (_BY.search(text) if len(text) < BRIEF else None)
        or (_OTHER_WORD.match(text) if len(text) < LONG else None)
    )
    return (DATED if dated else 0) | (HAN if han else 0) | (SIGNED if signed else 0)
