"""The page's links: absolute, with anchor, context and rel (N4)."""

from __future__ import annotations

import re

import numpy as np

from motherlode.dom.tree import Tree, code_of
from motherlode.errors import InputError
from motherlode.extract.article.blocks import Blocks, Ints
from motherlode.kernels import native
from motherlode.model.pages import Link
from motherlode.text.urls import MAX_URL, canonical

_PART = r"[A-Za-z0-9_~./%=+:,()!*@\-]+"
_PATH = rf"/(?:{_PART})?"
_HOST = r"https?://[a-z0-9][a-z0-9.\-]*\.[a-z]{2,12}"
_PLAIN = re.compile(rf"(?:(?:{_HOST}|(?!//)){_PATH}(?:\?{_PART}(?:&{_PART})*)?|{_HOST})(?=#|\Z)")
"""Addresses that stay as they are, fragments apart, unless they step upwards or have a coded name of a host."""

TRACKING = (
    "utm_", "fbclid", "gclid", "dclid", "yclid", "gbraid", "wbraid", "msclkid", "igshid", "mc_", "_g", "spm",
    "ref_src", "php", "jsess", "sess", "sid", "asp", "cfid", "cftok",
)  # fmt: skip
"""How the names begin of what may be a tracking parameter or a session."""

_TRACKED = re.compile(rf"[?&](?:{'|'.join(TRACKING)})", re.IGNORECASE)

LINK = code_of("a")
MAX_LINKS = 5_000
CONTEXT = 160
"""Characters of the surrounding block that are kept with a link."""

SAMPLE, ANCHOR = 40, 400
"""Characters of the anchor by which it is found in the block, and that are kept of it."""


def links_of(tree: Tree, blocks: Blocks, base: str) -> tuple[Link, ...]:
    """All http(s) links in document order, each address once; without a base only absolute ones."""
    nodes, urls = _addresses(tree, base)
    anchors, rels = tree.nodes.texts_of(nodes), tree.nodes.values(nodes, "rel")
    found: list[Link] = []
    for url, anchor, rel, row in zip(urls, anchors, rels, rows_of(tree, blocks, nodes), strict=True):
        context = blocks.texts[row] if row >= 0 else anchor
        if len(context) > CONTEXT:
            at = context.find(anchor[:SAMPLE]) if anchor else 0
            begin = max(0, at - (CONTEXT - len(anchor)) // 2)
            context = context[begin : begin + CONTEXT]
        found.append(Link(url, anchor[:ANCHOR], context, rel or ""))
    return tuple(found)


def _addresses(tree: Tree, base: str) -> tuple[Ints, list[str]]:
    """The elements that are the first to link to an address, and their addresses."""
    nodes = (tree.codes == LINK).nonzero()[0]
    hrefs = tree.nodes.values(nodes, "href")
    origin, folder = _home(base)
    base = base if origin else ""  # a base that is no address must not cost the absolute links
    kernel = native()
    if kernel is None:
        places, urls = addresses_in_python(hrefs, base, origin)
        return nodes[places], urls
    packed, urls = kernel.addresses(
        hrefs, origin, folder, MAX_URL, MAX_LINKS, TRACKING, lambda href: _canonical(href, base, origin)
    )
    return nodes[np.frombuffer(packed, dtype=np.int64)], urls


def addresses_in_python(hrefs: list[str | None], base: str, origin: str) -> tuple[list[int], list[str]]:
    """The places of the first links to each address, and the addresses."""
    found: dict[str, int] = {}
    known: set[str | None] = {None, ""}
    for place, href in enumerate(hrefs):
        if href in known or href is None or href[0] == "#":
            continue
        known.add(href)
        url = _canonical(href, base, origin)
        if url and url not in found:
            found[url] = place
            if len(found) >= MAX_LINKS:
                break
    return list(found.values()), list(found)


def rows_of(tree: Tree, blocks: Blocks, nodes: Ints) -> list[int]:
    """The rows of the blocks that links stand in, -1 for those that stand in none."""
    kernel = native()
    if kernel is None:
        return rows_in_python(tree, blocks, nodes)
    rows: list[int] = kernel.standing(nodes, blocks.starts, blocks.ends, tree.end_array)
    return rows


def rows_in_python(tree: Tree, blocks: Blocks, nodes: Ints) -> list[int]:
    """The same by array operations."""
    if not len(blocks):
        return [-1] * len(nodes)
    rows = np.searchsorted(blocks.starts, nodes, side="right")
    starts = np.append(blocks.starts, len(tree))
    places = np.where(starts[rows] < tree.end_array[nodes], rows, rows - 1)
    inside: list[int] = np.where((places >= 0) & (blocks.ends[places] > nodes), places, -1).tolist()
    return inside


def _home(base: str) -> tuple[str, str]:
    """Scheme and host of the base in canonical form, and the same with the path up to its last slash where that is
    plain; both empty for what is no address."""
    try:
        address = canonical(base) if base else ""
    except InputError:
        return "", ""
    origin = "/".join(address.split("/", 3)[:3])
    folder = address.partition("?")[0].rpartition("/")[0] + "/"
    return origin, folder if plain_size(folder) == len(folder) > len(origin) else ""


def _canonical(href: str, base: str, origin: str) -> str:
    """The canonical address, or an empty string; plain ones, which most links are, need no parser."""
    size = plain_size(href) if len(href) <= MAX_URL else 0
    if size and not ("?" in href and _TRACKED.search(href, 0, size)):
        if href[0] != "/":
            return href[:size] if href.find("/", 8, size) > 0 else href[:size] + "/"
        if origin:
            return origin + href[:size]
    return _parsed(href, base)


def _parsed(href: str, base: str) -> str:
    """The canonical address by the parser, or an empty string."""
    if len(href) > MAX_URL or href.lstrip()[:11].lower().startswith(("javascript:", "mailto:", "tel:")):
        return ""
    try:
        return canonical(href, base)
    except InputError:
        return ""


def plain_size(href: str) -> int:
    """How many characters of an address are canonical as they stand, tracking apart; 0 where a parser must tell.

    After a host alone comes a slash.
    """
    kernel = native()
    return plain_size_in_python(href) if kernel is None else int(kernel.plain(href))


def plain_size_in_python(href: str) -> int:
    """The same by patterns."""
    plain = _PLAIN.match(href)
    return 0 if plain is None or _steps(plain[0]) else plain.end()


def _steps(address: str) -> bool:
    """Whether the path steps upwards or the host has a coded name."""
    path = address.partition("?")[0]
    host = path.split("/", 3)[2] if path[0] != "/" else ""
    return "/." in path or ".." in path or "%2e" in path.lower() or "xn--" in host
