"""Labelled pages in other clothes, so that the judge of blocks learns what carries over to pages of other kinds.

A page keeps its text and its order, and loses what its publisher's system happens to write: the names of elements,
the elements of HTML 5, the head's descriptions, or its script. What a reader would still find, the judge must find.
"""

from __future__ import annotations

import html
import re
import zlib
from dataclasses import dataclass

import numpy as np

_PIECE = re.compile(
    r"(<script\b.*?</script\s*>|<style\b.*?</style\s*>|<!--.*?-->|<![^>]*>|</?[a-zA-Z][^<>]*>)",
    re.DOTALL | re.IGNORECASE,
)
_TAG = re.compile(r"<(/?)([a-zA-Z][\w:-]*)")
_TOLD = re.compile(r"<meta\b(?![^>]*charset)[^>]*>|<script[^>]*ld\+json.*?</script\s*>", re.DOTALL | re.IGNORECASE)
_NAMES = re.compile(
    r"\s(?:class|id|role|itemprop|itemscope|itemtype|data-[\w-]+|aria-[\w-]+)\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>]+)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_STOP = re.compile(r"([.,?!:;])(?=\s|$|[\"”’)])")
_GAP = re.compile(r"(?<=[\u4e00-\u9fff，。？！：；]) +(?=[\u4e00-\u9fff])")
_STOPS = dict(zip(".,?!:;", "。，？！：；", strict=True))
LETTERS = 2.8
"""Letters of a European word that one Chinese character stands for."""

FIRST_HAN, HAN = 0x4E00, 3000
KEPT_NAMES = frozenset(("meta", "link", "script", "html"))
BOXES = frozenset(("div", "section", "article", "main", "aside", "header", "footer", "nav", "figure", "form"))
CELL = ("<table><tr><td>", "</td></tr></table>")
PLAIN = {
    "p": ("", "<br><br>"),
    "figcaption": ("<br>", "<br>"),
    "ul": ("<br>", "<br>"),
    "ol": ("<br>", "<br>"),
    "li": ("·", "<br>"),
    "button": ("", " "),
    "blockquote": ("<br>", "<br>"),
    "time": ("", ""),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), ("<br><font size=4><b>", "</b></font><br>")),
}
"""What pages of the turn of the century wrote instead."""


@dataclass(frozen=True, slots=True)
class Clothes:
    """What a page loses."""

    unnamed: bool = False
    """Class, id and role."""
    untold: bool = False
    """Meta elements and JSON-LD."""
    tables: bool = False
    """Boxes become tables, paragraphs line breaks."""
    cells: bool = False
    """With tables, list items become cells."""
    han: bool = False
    """Words become Chinese characters."""


def drawn(rng: np.random.Generator, *, is_han: bool) -> Clothes:
    """Clothes by lot; no page keeps its own."""
    unnamed, tables, han, untold, cells = rng.random(5) < (0.7, 0.5, 0.5, 0.5, 0.5)
    han = han and not is_han
    return Clothes(
        unnamed=bool(unnamed or tables or not (han or untold)),
        untold=bool(untold or han),
        tables=bool(tables),
        cells=bool(cells),
        han=bool(han),
    )


def han(text: str) -> str:
    """The text with a few Chinese characters for every word, the same for the same word."""

    def characters(found: re.Match[str]) -> str:
        word = found[0].lower()
        seed = zlib.crc32(word.encode())
        return "".join(
            chr(FIRST_HAN + (seed * (place + 7) >> 3) % HAN) for place in range(max(1, round(len(word) / LETTERS)))
        )

    return _GAP.sub("", _STOP.sub(lambda found: _STOPS[found[1]], _WORD.sub(characters, text)))


def dressed(page: str, clothes: Clothes) -> str:
    """The page in these clothes."""
    pieces = _PIECE.split(_TOLD.sub("", page) if clothes.untold else page)
    for place, piece in enumerate(pieces):
        if place % 2 == 0:
            if clothes.han and piece.strip():
                pieces[place] = html.escape(han(html.unescape(piece)), quote=False)
        elif not piece.startswith("<!") and piece[:7].lower() not in ("<script", "<style "):
            pieces[place] = _tag(piece, clothes)
    return "".join(pieces)


def _tag(piece: str, clothes: Clothes) -> str:
    found = _TAG.match(piece)
    if found is None:
        return piece
    closing, name = bool(found[1]), found[2].lower()
    if clothes.tables and (name in BOXES or (clothes.cells and name == "li")):
        return CELL[closing]
    if clothes.tables and name in PLAIN:
        return PLAIN[name][closing]
    return _NAMES.sub("", piece) if clothes.unnamed and not closing and name not in KEPT_NAMES else piece
