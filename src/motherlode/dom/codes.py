"""Numbers and names of elements: those that the parser gives to common elements are the same in every page."""

from __future__ import annotations

from functools import cache

from selectolax.lexbor import LexborHTMLParser

TEXT = "-text"
COMMENT = "-comment"
_COMMON = (
    "a abbr address applet article aside audio b base blockquote br button canvas center cite code datalist dd del "
    "details dialog dir div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hr i "
    "iframe img input ins label legend li link main map menu meta nav noscript object ol p picture pre script "
    "section small source span strong style sub summary sup svg template textarea time title u ul video"
)
"""Elements whose names need not be read from the parser: their numbers are the same in every page."""

OWN = 256
"""Elements that the parser does not know have an address for a number, different in every page."""


@cache
def numbers() -> dict[int, str]:
    """The names of common elements, of texts and of comments by the parser's numbers."""
    opened = "".join(f"<{tag}></{tag}>" for tag in _COMMON.split())
    rows = "<table><caption></caption><thead><tr><th></th></tr></thead><tbody><tr><td></td></tr></tbody></table>"
    samples = (f"{opened}{rows}<select><option></select>text<!---->", "<frameset><noframes></noframes>")
    roots = [LexborHTMLParser(sample).root for sample in samples]
    return {
        node.tag_id: node.tag or TEXT
        for root in roots
        if root is not None
        for node in root.traverse(include_text=True)
        if node.tag_id < OWN
    }


@cache
def names() -> tuple[str | None, ...]:
    """The names by number, None for numbers that are not the same in every page."""
    return tuple(map(numbers().get, range(OWN)))


HIDDEN_TAGS = frozenset({"script", "style", "noscript", "template", "head", "title"})
"""Elements whose text is not shown."""


@cache
def unshown() -> bytes:
    """Which codes are those of hidden elements."""
    return bytes(name in HIDDEN_TAGS for name in names())


@cache
def code_of(tag: str) -> int:
    """The number of a common element (or of texts) in `Tree.codes`; 0, which no node has, for others."""
    return next((number for number, name in numbers().items() if name == tag), 0)


TEXT_CODE = code_of(TEXT)
COMMENT_CODE = code_of(COMMENT)
