"""What the crawler wants of a parsed page: by the native extension where it is used, else in Python.

Both mean the same, and tests hold them equal.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from motherlode.kernels import walking

MAX_ANCHOR = 300
CONTEXT = 90
"""Characters of context on each side of a link: about fifteen words, as focused crawlers have used."""

MAX_AROUND = 20_000
"""Characters of an element's text in which a link's own text is looked for."""

_HIDDEN = ["script", "style", "noscript", "template", "svg", "iframe"]

FoundLink = tuple[str, str, str, str]
"""href as it stands, anchor, context, rel."""


class Scan(NamedTuple):
    """Title and text with white space folded, what the page says about itself, and links that lead elsewhere."""

    title: str
    text: str
    language: str
    base: str
    canonical: str
    robots: str
    links: list[FoundLink]


def scan(parser: LexborHTMLParser) -> Scan:
    """One page; hidden elements may be gone from the parser afterwards."""
    root = parser.root
    if root is None:
        return Scan("", "", "", "", "", "", [])
    kernel = walking()
    return in_python(parser) if kernel is None else in_kernel(kernel, root, parser.body)


def in_kernel(kernel: Any, root: LexborNode, body: LexborNode | None) -> Scan:
    """By the compiled kernel."""
    return Scan._make(kernel.scan(root, body, MAX_ANCHOR, CONTEXT, MAX_AROUND))


def in_python(parser: LexborHTMLParser) -> Scan:
    """By the parser's selectors."""
    parser.strip_tags(_HIDDEN)
    title, body = parser.css_first("title"), parser.body
    if body is not None and body.parent is None:  # a frameset took its place
        body = None
    return Scan(
        title=" ".join(title.text().split()) if title is not None else "",
        text=" ".join(body.text(separator=" ").split()) if body is not None else "",
        language=_attribute(parser, "html", "lang"),
        base=_attribute(parser, "base[href]", "href"),
        canonical=_attribute(parser, 'link[rel="canonical" i]', "href"),
        robots=_attribute(parser, 'meta[name="robots"]', "content"),
        links=_links(parser),
    )


def _attribute(parser: LexborHTMLParser, selector: str, name: str) -> str:
    node = parser.css_first(selector)
    return (node.attributes.get(name) or "") if node is not None else ""


def _links(parser: LexborHTMLParser) -> list[FoundLink]:
    found: list[FoundLink] = []
    texts: dict[int, str] = {}
    for node in parser.css("a[href], area[href]"):
        attributes = node.attributes
        href = attributes.get("href")
        if href and href[0] != "#":
            anchor = _anchor(node, attributes)
            found.append((href, anchor, _context(node, anchor, texts), attributes.get("rel") or ""))
    return found


def _anchor(node: LexborNode, attributes: dict[str, str | None]) -> str:
    text = " ".join(node.text().split())
    if not text:
        text = attributes.get("title") or attributes.get("aria-label") or ""
        if not text and (image := node.css_first("img[alt]")) is not None:
            text = image.attributes.get("alt") or ""
    return text[:MAX_ANCHOR]


def _context(node: LexborNode, anchor: str, texts: dict[int, str]) -> str:
    """The words around a link inside its block."""
    parent = node.parent
    if parent is None:
        return ""
    key = parent.mem_id
    text = texts.get(key)
    if text is None:
        text = texts[key] = _folded(parent.text())[:MAX_AROUND]
    at = text.find(anchor) if anchor else -1
    if at < 0:
        return text[: 2 * CONTEXT].strip()
    return f"{text[max(0, at - CONTEXT) : at]} {text[at + len(anchor) : at + len(anchor) + CONTEXT]}".strip()


def _folded(text: str) -> str:
    """Every run of white space as one space, also before and after the text."""
    words = text.split()
    if not words:
        return " " if text else ""
    before, after = " " if text[0].isspace() else "", " " if text[-1].isspace() else ""
    return f"{before}{' '.join(words)}{after}"
