"""A page as the crawler needs it, from one lexbor parse: title, text, links with anchor and context."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser

from motherlode.dom.tree import parsed
from motherlode.errors import InputError
from motherlode.kernels import native
from motherlode.model.pages import Link
from motherlode.pages.scan import MAX_ANCHOR, FoundLink, scan
from motherlode.text.urls import MAX_URL, PLAIN_PATH, PLAIN_QUERY, canonical, is_tracking, origin_of

MAX_LINKS = 5_000
"""Links taken from one page; pages with more are link farms or traps, and what is left out is counted."""

_NOT_PAGES = frozenset((
    "jpg", "jpeg", "png", "gif", "webp", "svg", "ico", "bmp", "tif", "tiff", "css", "js", "mjs", "json",
    "map", "woff", "woff2", "ttf", "eot", "otf", "mp3", "mp4", "m4a", "m4v", "oga", "ogg", "ogv", "wav",
    "avi", "mov", "mkv", "webm", "flv", "wmv", "zip", "gz", "tgz", "bz2", "xz", "7z", "rar", "tar", "exe",
    "dmg", "iso", "apk", "msi", "deb", "rpm", "jar", "pdf", "doc", "docx", "xls", "xlsx", "ppt", "pptx",
    "odt", "epub",
))  # fmt: skip
"""Endings of addresses that lead to no page."""

_PLAIN = re.compile(rf"(?:{PLAIN_PATH})(?:{PLAIN_QUERY})?")
_PLAIN_BESIDE = re.compile(rf"[A-Za-z0-9_~-][A-Za-z0-9_~.-]*(?:{PLAIN_PATH})?(?:{PLAIN_QUERY})?")
"""What is canonical as it stands, after an origin or after a folder: most links of most sites, and no parser need
look at them."""

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
    links, left_out = links_by_address(
        found.links, (known or Hrefs()).of_page(joined(found.base, url) or url), max_links
    )
    robots = found.robots.lower()
    return PageView(
        title=found.title[:1000],
        text=found.text,
        links=links,
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


class Addresses(NamedTuple):
    """What the links of one page mean: what is known of those that begin with "/" and of those that stand beside the
    page, and a function from any link to (address, why it is not followed)."""

    rooted: dict[str, tuple[str, str]]
    beside: dict[str, tuple[str, str]]
    ask: Callable[[str], tuple[str, str]]


class Hrefs:
    """Addresses of links as they stand in pages, or why a link is none; those of a folder are worked out once."""

    def __init__(self) -> None:
        self._folders: dict[str, dict[str, tuple[str, str]]] = {}
        self._count = 0

    def of_page(self, base: str) -> Addresses:
        """What the links of a page mean; `base` is what they are relative to."""
        origin = origin_of(base) if base.startswith(("http:", "https:")) else ""
        path = base.partition("?")[0].partition("#")[0]
        folder = path.rpartition("/")[0] + "/"
        rooted, beside = self._folder(origin), self._folder(folder)

        def address(href: str) -> tuple[str, str]:
            first = href[0]
            if first == "/":
                known, before, plain = rooted, origin, _PLAIN
            elif first.isalnum() or first == ".":
                known, before, plain = beside, folder if origin else "", _PLAIN_BESIDE
            else:  # depends on the page's own name or its query, or is spelled in an unusual way
                return _address(href, base, origin, _PLAIN)
            found = known.get(href)
            if found is None:
                found = known[href] = _address(href, base, before, plain)
                self._count += 1
            return found

        return Addresses(rooted, beside, address)

    def _folder(self, name: str) -> dict[str, tuple[str, str]]:
        if self._count >= _CACHED:
            self._folders.clear()
            self._count = 0
        return self._folders.setdefault(name, {})


def _address(href: str, base: str, before: str, plain: re.Pattern[str]) -> tuple[str, str]:
    """The address of a link; `before` stands before those that are `plain`, unless it is empty."""
    try:
        found = plain.fullmatch(href) if before and len(href) <= MAX_URL else None
        is_plain = found is not None and (found[1] is None or not is_tracking(found[1]))
        address = before + href if is_plain else canonical(href, base)
    except InputError as error:
        return "", str(error.facts.get("reason", "bad-url"))
    return (address, "") if is_page_address(address) else ("", "not-a-page")


_SLOTS = (Link.url, Link.anchor, Link.context, Link.rel, Link.path)  # type: ignore[misc]
"""What the native extension fills a link by: the descriptors of its slots, in their order."""


def links_by_address(
    found: list[FoundLink], addresses: Addresses, max_links: int
) -> tuple[tuple[Link, ...], dict[str, int]]:
    """Links by address, each once; the texts of further links to the same address are added to the first one's."""
    kernel = native()
    if kernel is None:
        return links_in_python(found, addresses, max_links)
    links: tuple[tuple[Link, ...], dict[str, int]] = kernel.linked(
        found, tuple(addresses), (Link, _SLOTS), max_links, MAX_ANCHOR
    )
    return links


def links_in_python(
    found: list[FoundLink], addresses: Addresses, max_links: int
) -> tuple[tuple[Link, ...], dict[str, int]]:
    """The same by a loop over the links."""
    links: dict[str, Link] = {}
    left_out: dict[str, int] = {}
    for at, (href, anchor, context, rel) in enumerate(found):
        if len(links) >= max_links:
            left_out["too-many-links"] = len(found) - at
            break
        address, reason = addresses.ask(href)
        if reason:
            left_out[reason] = left_out.get(reason, 0) + 1
            continue
        before = links.get(address)
        if before is None:
            links[address] = Link(address, anchor, context, rel)
        elif anchor and anchor not in before.anchor and len(before.anchor) < MAX_ANCHOR:
            both = f"{before.anchor} {anchor}".strip()
            links[address] = Link(address, both, f"{before.context} {context}", before.rel)
    return tuple(links.values()), left_out


def is_page_address(url: str) -> bool:
    """Whether an address may be a page, by its ending."""
    _, dot, ending = url.partition("?")[0].rpartition(".")
    return not dot or ending.lower() not in _NOT_PAGES
