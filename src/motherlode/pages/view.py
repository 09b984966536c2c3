"""A page as the crawler needs it, from one lexbor parse: title, text, links with anchor and context."""

from __future__ import annotations

import re
from dataclasses import dataclass

import ada_url
from selectolax.lexbor import LexborHTMLParser, LexborNode

from motherlode.dom.tree import flattened
from motherlode.errors import InputError, UnreadableInput
from motherlode.model.pages import Link
from motherlode.text.urls import MAX_URL, canonical

MAX_LINKS = 5_000
"""Links taken from one page; pages with more are link farms or traps, and what is left out is counted."""

MAX_ANCHOR = 300
CONTEXT = 90
"""Characters of context on each side of a link: about fifteen words, as focused crawlers have used."""

_NOT_PAGES = re.compile(
    r"\.(?:jpe?g|png|gif|webp|svg|ico|bmp|tiff?|css|js|mjs|json|map|woff2?|ttf|eot|otf|mp[34]|m4[av]|og[agv]|wav|"
    r"avi|mov|mkv|webm|flv|wmv|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|dmg|iso|apk|msi|deb|rpm|jar|pdf|docx?|xlsx?|pptx?|odt|epub)$",
    re.IGNORECASE,
)
_PLAIN_PATH = re.compile(r"(?:/[A-Za-z0-9_~-][A-Za-z0-9_~.-]*)+/?|/")
"""Paths that are canonical as they stand: most links of most sites, and no parser need look at them."""

_HIDDEN = ["script", "style", "noscript", "template", "svg", "iframe"]
_NAVIGATION = frozenset({"nav", "header", "footer", "aside"})


@dataclass(frozen=True, slots=True)
class PageView:
    """What one parse gives the crawler; `left_out` counts links that were not taken, by reason."""

    title: str
    text: str
    links: tuple[Link, ...]
    language: str
    canonical_url: str
    noindex: bool
    nofollow: bool
    left_out: dict[str, int]


def view(html: str, url: str, *, max_links: int = MAX_LINKS) -> PageView:
    """The crawler's view of a page; raises UnreadableInput for what cannot be parsed."""
    try:
        parser = LexborHTMLParser(flattened(html))
    except Exception as error:  # selectolax raises several kinds
        raise UnreadableInput(f"{url}: the page cannot be parsed: {error}") from error
    parser.strip_tags(_HIDDEN)
    head = _Head(parser)
    links, left_out = _links(parser, _base(head.base, url), max_links)
    body = parser.body
    text = " ".join(body.text(separator=" ").split()) if body is not None else ""
    return PageView(
        title=head.title,
        text=text,
        links=tuple(links),
        language=head.language,
        canonical_url=_joined(head.canonical, url),
        noindex="noindex" in head.robots,
        nofollow="nofollow" in head.robots,
        left_out=left_out,
    )


class _Head:
    """What the page says about itself."""

    def __init__(self, parser: LexborHTMLParser) -> None:
        title = parser.css_first("title")
        self.title = " ".join(title.text().split())[:1000] if title is not None else ""
        root = parser.css_first("html")
        self.language = ((root.attributes.get("lang") or "") if root is not None else "")[:2].lower()
        self.base = self._attribute(parser, "base[href]", "href")
        self.canonical = self._attribute(parser, 'link[rel="canonical"]', "href")
        self.robots = self._attribute(parser, 'meta[name="robots"]', "content").lower()

    def _attribute(self, parser: LexborHTMLParser, selector: str, name: str) -> str:
        node = parser.css_first(selector)
        return (node.attributes.get(name) or "") if node is not None else ""


def _base(base: str, url: str) -> str:
    return _joined(base, url) or url


def _joined(href: str, url: str) -> str:
    if not href or len(href) > MAX_URL:
        return ""
    try:
        return canonical(href, url)
    except InputError:
        return ""


def _links(parser: LexborHTMLParser, base: str, max_links: int) -> tuple[list[Link], dict[str, int]]:
    found: dict[str, Link] = {}
    left_out: dict[str, int] = {}
    texts: dict[int, str] = {}
    origin = _joined("/", base)[:-1]
    for node in parser.css("a[href], area[href]"):
        attributes = node.attributes
        href = attributes["href"]
        if not href or href[0] == "#":
            continue
        if len(found) >= max_links:
            left_out["too-many-links"] = left_out.get("too-many-links", 0) + 1
            continue
        try:
            plain = origin and len(href) <= MAX_URL and _PLAIN_PATH.fullmatch(href)
            address = origin + href if plain else canonical(href, base)
        except InputError as error:
            reason = str(error.facts.get("reason", "bad-url"))
            left_out[reason] = left_out.get(reason, 0) + 1
            continue
        if _NOT_PAGES.search(address.partition("?")[0]):
            left_out["not-a-page"] = left_out.get("not-a-page", 0) + 1
            continue
        anchor = _anchor(node, attributes)
        known = found.get(address)
        if known is None:
            rel = attributes.get("rel") or ""
            found[address] = Link(address, anchor, _context(node, anchor, texts), rel)
        elif anchor and anchor not in known.anchor and len(known.anchor) < MAX_ANCHOR:
            context = f"{known.context} {_context(node, anchor, texts)}"
            found[address] = Link(address, f"{known.anchor} {anchor}".strip(), context, known.rel)
    return list(found.values()), left_out


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
        text = texts[key] = _folded(parent.text())[:20_000]
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


def is_page_address(url: str) -> bool:
    """Whether an address may be a page, by its ending."""
    return not _NOT_PAGES.search(url.partition("?")[0])


def host_and_path(url: str) -> tuple[str, str]:
    """Host and path with query of a canonical address."""
    parsed = ada_url.URL(url)
    return str(parsed.host), f"{parsed.pathname}{parsed.search}"
