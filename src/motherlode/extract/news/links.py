"""The page's links: absolute, with anchor, context and rel (N4)."""

from __future__ import annotations

import re

import numpy as np

from motherlode.dom.tree import TEXT, Tree
from motherlode.errors import InputError
from motherlode.extract.news.blocks import Blocks
from motherlode.model.pages import Link
from motherlode.text.urls import canonical

_PLAIN_PATH = re.compile(r"(?:/(?!\.{1,2}(?:/|$))[A-Za-z0-9_~.\-]+)+/?|/")
"""Paths that stay as they are: no query, escapes, parameters or dot segments."""

_PLAIN_ADDRESS = re.compile(
    r"https?://(?!xn--)[a-z0-9]+(?:\.(?!xn--)[a-z0-9]+)*\.[a-z]{2,12}" + f"(?:{_PLAIN_PATH.pattern})"
)
MAX_LINKS = 5_000
CONTEXT = 160
"""Characters of the surrounding block that are kept with a link."""


def links_of(tree: Tree, blocks: Blocks, base: str) -> tuple[Link, ...]:
    """All http(s) links in document order, each address once; without a base only absolute ones."""
    found: dict[str, Link] = {}
    nodes = tree.places.get("a", [])
    rows = np.searchsorted(blocks.starts, nodes, side="right").tolist() if len(blocks) else [0] * len(nodes)
    count, starts, ends = len(blocks), blocks.starts.tolist(), tree.ends
    origin = _origin(base)
    for node, row in zip(nodes, rows, strict=True):
        attributes = tree.attributes[node]
        href = (attributes.get("href") or "").strip()
        if not href or href[0] == "#" or href[:11].lower() == "javascript:":
            continue
        url = _canonical(href, base, origin)
        if not url:
            continue
        if url in found or len(found) >= MAX_LINKS:
            continue
        anchor = _anchor(tree, node, ends[node])
        context = ""
        if count:
            place = row if row < count and starts[row] < ends[node] else max(row - 1, 0)
            text = blocks.texts[place]
            at = text.find(anchor[:40]) if anchor else 0
            begin = max(0, at - (CONTEXT - len(anchor)) // 2) if len(text) > CONTEXT else 0
            context = text[begin : begin + CONTEXT]
        found[url] = Link(url=url, anchor=anchor[:400], context=context, rel=attributes.get("rel") or "")
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
        if origin and _PLAIN_PATH.fullmatch(href):
            return origin + href
    elif _PLAIN_ADDRESS.fullmatch(href):
        return href
    try:
        return canonical(href, base)
    except InputError:
        return ""
