"""Tags with thousands of attributes: the parser compares each with all others, so they are cut before it sees them.

A page is read as the parser's own rules have it: a quoted value may hold ">", a name may hold "<", and what stands in
comments and scripts is no tag.
"""

from __future__ import annotations

import re

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
