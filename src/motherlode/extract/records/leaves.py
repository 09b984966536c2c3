"""The leaves of a record, each with a key that says which semantic item it is (E6).

A key is the path from the record's root to the leaf: tags, the class names that tell a kind, the place of table
cells, and for bare text what stands before it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from motherlode.dom.labels import class_names
from motherlode.dom.tree import HIDDEN_TAGS, TEXT, Tree
from motherlode.errors import MotherlodeError
from motherlode.text.urls import canonical

_CELLS = frozenset({"td", "th"})
_WORTHLESS = re.compile(r"^[\s|·•›»«\-–—:;,./()\[\]{}<>\xa0]*$")


class Leaf(NamedTuple):
    """A text or image of a record."""

    node: int
    key: str
    text: str
    link: str = ""
    image: bool = False


def shown_texts(tree: Tree, start: int, end: int) -> tuple[str, ...]:
    """All texts between two nodes in document order, white space folded."""
    tags, texts, ends = tree.tags, tree.texts, tree.ends
    found = []
    i = start
    while i < end:
        tag = tags[i]
        if tag == TEXT:
            folded = " ".join(texts[i].split())
            if folded:
                found.append(folded)
        elif tag in HIDDEN_TAGS:
            i = ends[i]
            continue
        i += 1
    return tuple(found)


def leaves_of(tree: Tree, start: int, end: int) -> list[Leaf]:
    """The leaves between two nodes with their keys; punctuation that only separates is left out."""
    tags, ends, attributes = tree.tags, tree.ends, tree.attributes
    found: list[Leaf] = []
    open_nodes: list[tuple[int, str, str]] = []  # end, key, link
    before: list[str] = [""]  # what stood last on each open level
    cells: list[int] = [0]
    i = start
    while i < end:
        while open_nodes and i >= open_nodes[-1][0]:
            open_nodes.pop()
            before.pop()
            cells.pop()
        tag = tags[i]
        above, link = (open_nodes[-1][1], open_nodes[-1][2]) if open_nodes else ("", "")
        if tag == TEXT:
            text = " ".join(tree.texts[i].split())
            if text and not _WORTHLESS.match(text):
                found.append(Leaf(i, f"{above}/text(){before[-1]}", text, link))
            i += 1
            continue
        if tag in HIDDEN_TAGS:
            i = ends[i]
            continue
        part = _part(tag, attributes[i].get("class") if attributes[i] else None)
        if tag in _CELLS:
            cells[-1] += _span(attributes[i].get("colspan"))
            part += f"[{cells[-1]}]"
        elif tag not in {"br", "hr", "wbr"}:
            cells[-1] += 1
        before[-1] = f"|{tag}"
        key = f"{above}/{part}"
        if tag == "img":
            found.append(Leaf(i, key, attributes[i].get("alt") or "", attributes[i].get("src") or "", image=True))
        if ends[i] > i + 1:
            href = attributes[i].get("href") or "" if tag == "a" else ""
            open_nodes.append((ends[i], key, href or link))
            before.append("")
            cells.append(0)
        i += 1
    return found


def seen_from(leaves: list[Leaf], url: str, known: dict[str, str]) -> list[Leaf]:
    """The leaves with addresses made absolute, where the page's own is known; one that cannot be read stays as it is.

    `known` remembers the addresses of a page.
    """
    if not url:
        return leaves
    for link in {leaf.link for leaf in leaves if leaf.link and leaf.link not in known}:
        try:
            known[link] = canonical(link, base=url) or link
        except (MotherlodeError, ValueError):
            known[link] = link
    return [leaf._replace(link=known[leaf.link]) if leaf.link else leaf for leaf in leaves]


@lru_cache(maxsize=8192)
def _part(tag: str, value: str | None) -> str:
    names = class_names(value) if value else ""
    return f"{tag}.{'.'.join(names.split())}" if names else tag


def _span(value: str | None) -> int:
    return max(1, min(100, int(value))) if value and value.isdigit() else 1
