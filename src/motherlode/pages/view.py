"""A page as the crawler needs it, from one lexbor parse: title, text, links with anchor and context."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from motherlode.dom.tree import parsed
from motherlode.errors import InputError
from motherlode.model.pages import Link
from motherlode.pages.scan import MAX_ANCHOR, FoundLink, scan
from motherlode.text.urls import MAX_URL, canonical, origin_of

MAX_LINKS = 5_000
"""Links taken from one page; pages with more are link farms or traps, and what is left out is counted."""

_NOT_PAGES = re.compile(
    r"\.(?:jpe?g|png|gif|webp|svg|ico|bmp|tiff?|css|js|mjs|json|map|woff2?|ttf|eot|otf|mp[34]|m4[av]|og[agv]|wav|"
    r"avi|mov|mkv|webm|flv|wmv|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|dmg|iso|apk|msi|deb|rpm|jar|pdf|docx?|xlsx?|pptx?|odt|epub)$",
    re.IGNORECASE,
)
_PLAIN_PATH = re.compile(r"(?:/[A-Za-z0-9_~-][A-Za-z0-9_~.-]*)+/?|/")
"""Paths that are canonical as they stand: most links of most sites, and no parser need look at them."""

_CACHED = 20_000
"""Addresses remembered as they stand in pages: a site's navigation stands on every one of them."""


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


def view(
    html: str | LexborHTMLParser, url: str, *, max_links: int = MAX_LINKS, known: Hrefs | None = None
) -> PageView:
    """The crawler's view of a page, a text or parsed already; raises UnreadableInput for what cannot be parsed.

    `known` remembers from page to page what a site's links mean.
    """
    found = scan(parsed(html) if isinstance(html, str) else html)
    links, left_out = _links(found.links, joined(found.base, url) or url, max_links, known or Hrefs())
    robots = found.robots.lower()
    return PageView(
        title=found.title[:1000],
        text=found.text,
        links=tuple(links),
        language=found.language[:2].lower(),
        canonical_url=joined(found.canonical, url),
        noindex="noindex" in robots or robots.strip() == "none",
        nofollow="nofollow" in robots or robots.strip() == "none",
        left_out=left_out,
    )


def joined(href: str, url: str) -> str:
    """The canonical address of a link on a page, or an empty string where it is none."""
    if not href or len(href) > MAX_URL:
        return ""
    try:
        return canonical(href, url)
    except InputError:
        return ""


class Hrefs:
    """Addresses of links as they stand in pages, or why a link is none; those of a folder are worked out once."""

    def __init__(self) -> None:
        self._folders: dict[str, dict[str, tuple[str, str]]] = {}
        self._count = 0

    def of_page(self, base: str) -> Callable[[str], tuple[str, str]]:
        """A function from what stands in a page to (address, why it is not followed)."""
        origin = origin_of(base) if base.startswith(("http:", "https:")) else ""
        path = base.partition("?")[0].partition("#")[0]
        rooted, beside = self._folder(origin), self._folder(path.rpartition("/")[0] + "/")

        def address(href: str) -> tuple[str, str]:
            first = href[0]
            if first == "/":
                known = rooted
            elif first.isalnum() or first == ".":
                known = beside
            else:  # depends on the page's own name or its query, or is spelled in an unusual way
                return _address(href, base, origin)
            found = known.get(href)
            if found is None:
                found = known[href] = _address(href, base, origin)
                self._count += 1
            return found

        return address

    def _folder(self, name: str) -> dict[str, tuple[str, str]]:
        if self._count >= _CACHED:
            self._folders.clear()
            self._count = 0
        return self._folders.setdefault(name, {})


def _address(href: str, base: str, origin: str) -> tuple[str, str]:
    try:
        plain = origin and len(href) <= MAX_URL and _PLAIN_PATH.fullmatch(href)
        address = origin + href if plain else canonical(href, base)
    except InputError as error:
        return "", str(error.facts.get("reason", "bad-url"))
    return (address, "") if is_page_address(address) else ("", "not-a-page")


def _links(found: Sequence[FoundLink], base: str, max_links: int, known: Hrefs) -> tuple[list[Link], dict[str, int]]:
    """Links by address, each once; the texts of further links to the same address are added to the first one's."""
    links: dict[str, Link] = {}
    left_out: dict[str, int] = {}
    address_of = known.of_page(base)
    for at, (href, anchor, context, rel) in enumerate(found):
        if len(links) >= max_links:
            left_out["too-many-links"] = len(found) - at
            break
        address, reason = address_of(href)
        if reason:
            left_out[reason] = left_out.get(reason, 0) + 1
            continue
        before = links.get(address)
        if before is None:
            links[address] = Link(address, anchor, context, rel)
        elif anchor and anchor not in before.anchor and len(before.anchor) < MAX_ANCHOR:
            both = f"{before.anchor} {anchor}".strip()
            links[address] = Link(address, both, f"{before.context} {context}", before.rel)
    return list(links.values()), left_out


def is_page_address(url: str) -> bool:
    """Whether an address may be a page, by its ending."""
    path = url.partition("?")[0]
    dot = path.rfind(".")
    return dot < 0 or not _NOT_PAGES.match(path, dot)
