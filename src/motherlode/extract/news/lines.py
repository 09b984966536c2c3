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

LINE, BEGIN, END, BRIEF, LONG = 600, 300, 60, 100, 160
"""Characters: of a line that may have a date, of its beginning and its end that are looked at, of a line in which
'by' may stand anywhere, and of one that may be a byline in any language."""

_HAN = re.compile(r"[\u4e00-\u9fff]")
_BY = re.compile("by", re.IGNORECASE)
_WORDS = (
    r"by|von|par|por|di|door|af|av|oleh|written|posted|reported|story|words|article|text|published|author|autor|"
    r"authors|autora|autore|autorin|autorka|auteur|auteurs|auteure|texte|texto|testo|tekst|teksti|geschrieben|"
    r"geschreven|geplaatst|verfasst|eingestellt|ein|beitrag|scritto|pubblicato|a|escrito|publicado|postado|enviado|"
    r"scris|publicat|skrevet|skriven|forfatter|kirjoittaja|kirjoittanut|toimittaja|napisao|napisala|napsal|napsala|"
    r"yazar|yazan|haber|penulis|ditulis|diposting|przez|pisze"
)
"""First words of bylines; words with other letters than those of ASCII are left to the patterns."""
_BYLINE = re.compile(rf"\A\W*+(?:{_WORDS})(?!\w)", re.IGNORECASE)
_OTHER_WORD = re.compile(r"\A\W*+[0-9A-Za-z_]*[^\W\x00-\x7f]")


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
    signed = (
        _BYLINE.match(text)
        or (_BY.search(text) if len(text) < BRIEF else None)
        or (_OTHER_WORD.match(text) if len(text) < LONG else None)
    ) is not None
    return (DATED if dated else 0) | (HAN if han else 0) | (SIGNED if signed else 0)
