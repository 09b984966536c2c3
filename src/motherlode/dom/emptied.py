"""Pages without the contents of scripts and styles: two fifths of real pages' bytes, which no reader of a tree wants.

The elements stay, with a space for a text, and so does everything else of the tree: contents are left out where the
parser reads them as text and nowhere else. Where it may read tags in another way than is done here (in drawings that
hold other things than drawings do, in lists of options that hold other things than options, in templates of columns),
all that follows is left as it is.
"""

from __future__ import annotations

import re

from motherlode.dom.crowded import MARKUP, RAW_END

DRAWN = (
    "a", "animate", "animatemotion", "animatetransform", "circle", "clippath", "defs", "desc", "ellipse", "feblend",
    "fecolormatrix", "fecomposite", "feflood", "fegaussianblur", "feimage", "femerge", "femergenode", "feoffset",
    "filter", "g", "image", "line", "lineargradient", "marker", "mask", "metadata", "mpath", "path", "pattern",
    "polygon", "polyline", "radialgradient", "rect", "script", "set", "stop", "style", "svg", "switch", "symbol",
    "text", "textpath", "title", "tspan", "use", "view",
)  # fmt: skip
"""Elements of drawings that end a drawing by no means."""

PICKED = ("hr", "optgroup", "option", "script", "select")
"""What stands in a list of options: the parser has ways of its own with other elements there."""

DOUBTS = DRAWN, PICKED

_WORDED = ("desc", "script", "style", "title")
"""Elements of drawings whose contents are something else where the drawing has ended."""

_ODD = frozenset(("frameset", "math", "plaintext"))
"""Elements in which others are read in other ways, or not at all."""

_INSIDE = re.compile(rf"[^<]*+</({'|'.join(_WORDED)})(?=[\t\n\f\r />])", re.IGNORECASE | re.ASCII)
_NESTED = re.compile(r"<!--.*<script", re.IGNORECASE | re.ASCII | re.DOTALL)
_READ = re.compile(r"&|ld\+json", re.IGNORECASE | re.ASCII)
"""What a script's tag has when its text is data that is read, or may be: a type can be spelled with references."""


def emptied(html: str) -> str:
    """The page; a space between the tags of scripts, but for JSON-LD, and of styles."""
    html = html.encode("utf-8", "ignore").decode()  # lone surrogates never come to the parser
    kept, last, at, doubts = [], 0, 0, _Doubts()
    while (markup := MARKUP.search(html, at)) is not None:
        at = markup.end()
        name, closes = _small(markup["name"] or ""), bool(markup["close"])
        if doubts.about(name, closes, html, markup.start(), at):
            break
        if name in RAW_END and not closes and not doubts.drawings:
            closing = RAW_END[name].search(html, at)
            if closing is None or (name == "script" and _NESTED.search(html, at, closing.start())):
                break
            if closing.start() > at and _is_unread(name, html, *markup.span("attributes")):
                kept.append(html[last:at])
                last = closing.start()
            at = closing.start()
    return " ".join([*kept, html[last:]]) if kept else html


class _Doubts:
    """Whether the parser may read what follows in another way."""

    def __init__(self) -> None:
        self.drawings = 0
        """Elements of drawings that are open."""
        self.picking = self.templated = False
        """Within a list of options; after the start of a template."""

    def about(self, name: str, closes: bool, html: str, start: int, end: int) -> bool:
        """Looks at a tag, or at what is none and has no name."""
        if not name:
            return self.drawings > 0 and html.startswith("<!", start) and not html.startswith("<!--", start)
        if self.drawings:
            doubted = name not in DRAWN or (name in _WORDED and not closes and not ends_at_once(name, html, end))
        else:
            doubted = (self.picking and name not in PICKED) or name in _ODD or (self.templated and name == "col")
        if name == "select":
            self.picking = not closes
        elif name == "template":
            self.templated = True
        elif name == "svg":
            self.drawings = max(0, self.drawings - 1) if closes else self.drawings + 1
        return doubted


def scripts(html: str) -> list[str]:
    """The contents of scripts in the order in which they stand in the page; drawings have none."""
    html = html.encode("utf-8", "ignore").decode()
    found, at, drawings = [], 0, 0
    while (markup := MARKUP.search(html, at)) is not None:
        at = markup.end()
        name, closes = _small(markup["name"] or ""), bool(markup["close"])
        if name in ("svg", "math"):
            drawings = max(0, drawings - 1) if closes else drawings + 1
        elif name in RAW_END and not closes and not drawings:
            closing = RAW_END[name].search(html, at)
            end = closing.start() if closing else len(html)
            if name == "script" and end > at:
                found.append(html[at:end])
            at = end
    return found


def _is_unread(name: str, html: str, start: int, end: int) -> bool:
    """Whether no reader of trees wants the text of an element with these attributes."""
    return name == "style" or (name == "script" and not _READ.search(html, start, end))


def _small(name: str) -> str:
    """A name with its ASCII letters small; others never are those of an element that is looked for."""
    return name.lower() if name.isascii() else "-"


def ends_at_once(name: str, html: str, at: int) -> bool:
    """Whether nothing but text is before the end tag."""
    end = _INSIDE.match(html, at)
    return end is not None and end[1].lower() == name
