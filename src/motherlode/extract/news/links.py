"""The page's links: absolute, with anchor, context and rel (N4)."""

from __future__ import annotations

import re

import numpy as np

from motherlode.dom.tree import TEXT, Tree
from motherlode.errors import InputError
from motherlode.extract.news.blocks import Blocks
from motherlode.model.pages import Link
from motherlode.text.urls import canonical

_PLAIN_PATH = re.compile(r"/(?:[A-Za-z0-9_~.\-][A-Za-z0-9_~./\-]*)?")
_PLAIN_ADDRESS = re.compile(r"https?://[a-z0-9][a-z0-9.\-]*\.[a-z]{2,12}/[A-Za-z0-9_~./\-]*")
"""Addresses that stay as they are: no query, escapes or parameters, and none of these:"""

_NOT_PLAIN = ("/.", "..", "xn--")
MAX_LINKS = 5_000
CONTEXT = 160
"""Characters of the surrounding block that are kept with a link."""


def links_of(tree: Tree, blocks: Blocks, base: str) -> tuple[Link, ...]:
    """All http(s) links in document order, each address once; without a base only absolute ones."""
    found: dict[str, Link] = {}
    known: set[str] = set()
    nodes = tree.found("a")
    rows = np.searchsorted(blocks.starts, nodes, side="right").tolist() if len(blocks) else [0] * len(nodes)
    starts, ends, texts = blocks.starts.tolist(), tree.ends, blocks.texts
    last = blocks.ends.tolist()
    starts.append(len(tree))
    origin, given_of = _origin(base), tree.given
    for node, row in zip(nodes, rows, strict=True):
        attributes = given_of(node)
        href = attributes.get("href")
        if not href or href in known or href[0] == "#":
            continue
        known.add(href)
        url = _canonical(href, base, origin)
        if not url or url in found:
            continue
        anchor = _anchor(tree, node, ends[node])
        place = row if starts[row] < ends[node] else row - 1
        context = texts[place] if place >= 0 and last[place] > node else anchor
        if len(context) > CONTEXT:
            at = context.find(anchor[:40]) if anchor else 0
            begin = max(0, at - (CONTEXT - len(anchor)) // 2)
            context = context[begin : begin + CONTEXT]
        found[url] = Link(url, anchor[:400], context, attributes.get("rel") or "")
        if len(found) >= MAX_LINKS:
            break
    return tuple(found.values())


def _anchor(tree: Tree, node: int, end: int) -> str:
    """The text of a link; most hold a single text."""
    if end == node + 2 and tree.tags[node + 1] == TEXT:
        return " ".join(tree.texts[node + 1].split())
    return tree.text_of(node) if end > node + 1 else ""


def _origin(base: str) -> str:
    """Scheme and host of the base in canonical form, or nothing."""
    try:
        return "/".join(canonical(base).split("/", 3)[:3]) if base else ""
    except InputError:
        return ""


def _canonical(href: str, base: str, origin: str) -> str:
    """The canonical address, or an empty string; plain paths, which most links are, need no parser."""
    if href[0] == "/":
        if origin and _PLAIN_PATH.fullmatch(href) and "/." not in href:
            return origin + href
    elif _PLAIN_ADDRESS.fullmatch(href):
        if not any(mark in href for mark in _NOT_PLAIN):
            return href
    elif href.lstrip()[:11].lower() == "javascript:":
        return ""
    try:
        return canonical(href, base)
    except InputError:
        return ""
