"""Pages that would take quadratic time to parse: elements that nest too deep, tags with too many attributes.

What counts is how the parser nests, not how the page looks: a slash at the end of a tag closes nothing but elements
of drawings, an end tag without a start tag closes nothing, and tags in comments, attributes and scripts are none.
Where it is hard to tell, an element counts as open.

Tags with thousands of attributes are cut: the parser compares each with all others. They are read as the parser's own
rules have it: a quoted value may hold ">", a name may hold "<", and what stands in comments and scripts is no tag.
"""

from __future__ import annotations

import re
from collections import Counter

MOST_ATTRIBUTES = 2000
"""50,000 attributes in one tag keep the parser busy for nine seconds, 2,000 for some milliseconds."""

WHITE = "\t\n\f\r "
_ATTRIBUTE = (
    rf"[{WHITE}/]*+[^{WHITE}/>][^{WHITE}/>=]*+"
    rf"(?:[{WHITE}]*+=[{WHITE}]*+(?:\"[^\"]*+\"?+|'[^']*+'?+|[^{WHITE}>\"'][^{WHITE}>]*+)?+)?+"
)
MARKUP = re.compile(
    r"<!--(?:-?>|.*?(?:--!?>|\Z))|<(?:[!?]|/(?=[^a-zA-Z]))[^>]*+>?+"
    rf"|<(?P<close>/?)(?P<name>[a-zA-Z][^{WHITE}/>]*+)(?P<attributes>(?:{_ATTRIBUTE})*+)[{WHITE}/]*+>?+",
    re.DOTALL,
)
_ONE = re.compile(_ATTRIBUTE)
RAW = ("iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp")
"""Elements whose content is text up to their end tag, whatever it looks like."""

RAW_END = {name: re.compile(rf"</{name}(?=[{WHITE}/>])", re.IGNORECASE | re.ASCII) for name in RAW}


def thinned(html: str, most: int = MOST_ATTRIBUTES) -> str:
    """The page; of a tag with too many attributes only the first ones."""
    kept, last, at, drawings = [], 0, 0, 0
    while (markup := MARKUP.search(html, at)) is not None:
        at = markup.end()
        name = (markup["name"] or "").lower()
        start, end = markup.span("attributes")
        if end - start > most and (cut := _after(most, html, start, end)) < end:
            kept.append(html[last:cut])
            last = end
        if name in ("svg", "math"):
            shut = html.endswith("/>", end, at)
            drawings = max(0, drawings - 1) if markup["close"] else drawings + (not shut)
        elif name in RAW_END and not markup["close"] and not drawings:
            closing = RAW_END[name].search(html, at)
            at = closing.start() if closing else len(html)
    return "".join([*kept, html[last:]]) if kept else html


def _after(most: int, html: str, start: int, end: int) -> int:
    """Where the last attribute ends that may stay."""
    for _ in range(most):
        one = _ONE.match(html, start, end)
        if one is None:
            return end
        start = one.end()
    return start


CHECKED_FROM = 20_000
"""Pages with fewer tags cannot nest deep enough to hurt (15,000 nested elements parse in half a second)."""

MAX_DEPTH = 512
"""Deeper elements are dropped and their text kept; Chromium's parser uses the same limit."""

NOT_NESTING = (
    "area", "base", "body", "br", "col", "colgroup", "dd", "dt", "embed", "head", "hr", "html", "img", "input", "li",
    "link", "meta", "optgroup", "option", "p", "param", "source", "tbody", "td", "tfoot", "th", "thead", "tr",
    "track", "wbr",
)  # fmt: skip
"""Elements that hold no others, or end where the next of their kind begins; in drawings they nest like any other."""

LEAVING = (
    "annotation-xml", "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em",
    "embed", "font", "foreignobject", "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing",
    "menu", "meta", "mi", "mn", "mo", "ms", "mtext", "nobr", "ol", "p", "pre", "ruby", "s", "small", "span", "strike",
    "strong", "sub", "sup", "table", "tt", "u", "ul", "var",
)  # fmt: skip
"""Elements in a drawing or formula with which the page's own elements go on."""

_INSIDE = re.compile(r"[^<]*+</(desc|title)(?=[\t\n\f\r />])", re.IGNORECASE | re.ASCII)
_SMALL = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def flattened(html: str, max_depth: int = MAX_DEPTH, checked_from: int = CHECKED_FROM) -> str:
    """The page without tags deeper than `max_depth` and attributes beyond counting: both take quadratic time."""
    html = thinned(html)
    if html.count("<") < checked_from:
        return html
    kept, last, at, depths = [], 0, 0, Depths(max_depth)
    while (markup := MARKUP.search(html, at)) is not None:
        at = markup.end()
        if markup["name"] is None:
            continue
        name, closes = markup["name"].translate(_SMALL), bool(markup["close"])
        shut = html.endswith("/>", markup.end("attributes"), at)
        if depths.too_deep(name, closes, shut, html, at):
            kept.append(html[last : markup.start()])
            last = at
        if name in RAW_END and not closes and not depths.drawings:
            closing = RAW_END[name].search(html, at)
            at = closing.start() if closing else len(html)
    return "".join([*kept, html[last:]]) if kept else html


class Depths:
    """How deep the tags of a page nest, one after another."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.depth = 0
        self.drawings = 0
        """Drawings and formulas that are open."""
        self._drawing = False
        """Whether what comes is an element of a drawing for sure."""
        self._open: Counter[str] = Counter()
        self._dropped: Counter[str] = Counter()

    def too_deep(self, name: str, closes: bool, shut: bool, html: str, at: int) -> bool:
        """Looks at the next tag, which ends at `at`; whether it is to be dropped."""
        if name in ("svg", "math"):
            if closes:
                self.drawings = max(0, self.drawings - 1)
            elif not shut:
                self._drawing = self._drawing if self.drawings else True
                self.drawings += 1
        elif self.drawings and not closes and self._leaves(name, shut, html, at):
            self._drawing = False
        if closes:
            return self._closed(name)
        if not self.drawings and (name in NOT_NESTING or name in RAW_END):
            return False
        if shut and (name in ("svg", "math") or (self.drawings and self._drawing)):
            return False
        return self._opened(name)

    def _leaves(self, name: str, shut: bool, html: str, at: int) -> bool:
        return name in LEAVING or (name in ("title", "desc") and not shut and not ends_at_once(name, html, at))

    def _opened(self, name: str) -> bool:
        if self.depth >= self.most:
            self._dropped[name] += 1
            return True
        self._open[name] += 1
        self.depth += 1
        return False

    def _closed(self, name: str) -> bool:
        if self._dropped[name] > 0:
            self._dropped[name] -= 1
            return True
        if self._open[name] > 0:
            self._open[name] -= 1
            self.depth -= 1
        return False


def ends_at_once(name: str, html: str, at: int) -> bool:
    """Whether nothing but text is before the end tag of a drawing's title or description."""
    end = _INSIDE.match(html, at)
    return end is not None and end[1].lower() == name
