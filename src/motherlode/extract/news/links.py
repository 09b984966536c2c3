"""The page's links: absolute, with anchor, context and rel (N4)."""

from __future__ import annotations

import numpy as np

from motherlode.dom.tree import Tree
from motherlode.errors import InputError
from motherlode.extract.news.blocks import Blocks
from motherlode.model.pages import Link
from motherlode.text.urls import canonical

MAX_LINKS = 5_000
CONTEXT = 160
"""Characters of the surrounding block that are kept with a link."""


def links_of(tree: Tree, blocks: Blocks, base: str) -> tuple[Link, ...]:
    """All http(s) links in document order, each address once; without a base only absolute ones."""
    found: dict[str, Link] = {}
    nodes = [node for node, tag in enumerate(tree.tags) if tag == "a"]
    rows = np.searchsorted(blocks.starts, nodes, side="right").tolist() if len(blocks) else [0] * len(nodes)
    count = len(blocks)
    for node, row in zip(nodes, rows, strict=True):
        attributes = tree.attributes[node]
        href = (attributes.get("href") or "").strip()
        if not href or href[0] == "#" or href[:11].lower() == "javascript:":
            continue
        try:
            url = canonical(href, base)
        except InputError:
            continue
        if url in found or len(found) >= MAX_LINKS:
            continue
        anchor = tree.text_of(node) if tree.ends[node] > node + 1 else ""
        context = ""
        if count:
            place = row if row < count and blocks.starts[row] < tree.ends[node] else max(row - 1, 0)
            text = blocks.texts[place]
            at = text.find(anchor[:40]) if anchor else 0
            begin = max(0, at - (CONTEXT - len(anchor)) // 2) if len(text) > CONTEXT else 0
            context = text[begin : begin + CONTEXT]
        found[url] = Link(url=url, anchor=anchor[:400], context=context, rel=attributes.get("rel") or "")
    return tuple(found.values())
