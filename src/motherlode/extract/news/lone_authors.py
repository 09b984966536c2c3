"""Authors of pages where no usual place names one: forum threads, desks, names with a note about them (N4)."""

from __future__ import annotations

import re
from typing import Any

from motherlode.dom.tree import Tree
from motherlode.extract.news.blocks import Blocks, Ints
from motherlode.extract.news.lines import Marked
from motherlode.extract.news.names import is_full_name, names_in
from motherlode.extract.news.surroundings import name_of

_STARTER = re.compile(
    r"^(?:thread starter|started by|topic starter|original poster|thread author)\s{0,9}:?\s{1,9}"
    r"(?P<name>[\w.\- ]{2,30}?)(?:,.*|\s{2,}.*|\s\d.*)?$",
    re.IGNORECASE | re.DOTALL,
)
_USER = re.compile(r"user-?_?name|postuser|message-name|user-details|poster", re.IGNORECASE)
"""Names of elements of forum systems that hold the name of who wrote a post."""

_DESK = re.compile(
    r"^(?:(?:written\s)?by\s)?(?P<name>(?:the\s)?(?:[\w.&]+\s){1,3}(?:staff|team|editors|desk))\b", re.IGNORECASE
)
_VIEWS = re.compile(r"\d")
NEAR, POSTS = 8, 40
"""Blocks after the headline in which a name stands alone, and in which a forum's first post begins."""


def last_resort(tree: Tree, blocks: Blocks, headline: int, content: Ints, marked: Marked, add: Any) -> None:
    """Candidates of little weight, tried in turn until one names somebody."""
    for rule in (_told_of, _glued, _starter, _desk, _user):
        if rule(tree, blocks, headline, content, marked, add):
            return


def _told_of(tree: Tree, blocks: Blocks, headline: int, content: Ints, marked: Marked, add: Any) -> bool:
    """A full name alone near the headline that a note elsewhere on the page is about or stands over."""
    first = int(content[0]) if len(content) else headline
    for row in range(max(headline - 2, 0), min(max(headline + NEAR, first + 2), len(blocks))):
        text = blocks.texts[row]
        if row != headline and len(text) < 40 and is_full_name(text) and _has_note(blocks, row, text):
            add([text], "name with a note", 0.6, int(blocks.starts[row]))
            return True
    return False


def _has_note(blocks: Blocks, row: int, name: str) -> bool:
    return any(
        text == name or text.startswith((f"{name} is ", f"{name} has ", f"{name}, "))
        for text in blocks.texts[row + 3 :]
        if text.startswith(name)
    )


def _glued(tree: Tree, blocks: Blocks, headline: int, content: Ints, marked: Marked, add: Any) -> bool:
    """A line of a name and a date without space between their elements."""
    for row in range(max(headline, 0), min(headline + NEAR, len(blocks))):
        text = blocks.texts[row]
        if len(text) > 100 or _VIEWS.search(text) is None:
            continue
        pieces = [
            " ".join(tree.texts[node].split()) for node in range(int(blocks.starts[row]), int(blocks.ends[row]))
        ]
        named = [piece for piece in pieces if is_full_name(piece)]
        parts = re.split(r"\s[•·|]\s", text)
        named = named or [part.removesuffix(" in") for part in parts[1:] if is_full_name(part.removesuffix(" in"))]
        if named and (len(pieces) > 1 or len(parts) > 1):
            add(named[:1], "name in the time line", 0.6, int(blocks.starts[row]))
            return True
    return False


def _starter(tree: Tree, blocks: Blocks, headline: int, content: Ints, marked: Marked, add: Any) -> bool:
    """Who began a thread, where the page says so."""
    for row in range(min(80, len(blocks))):
        match = _STARTER.match(blocks.texts[row][:80])
        if match:
            add([match["name"].strip()], "thread starter", 0.8, int(blocks.starts[row]))
            return True
    return False


def _desk(tree: Tree, blocks: Blocks, headline: int, content: Ints, marked: Marked, add: Any) -> bool:
    """A desk or team in an element for the author or in a byline."""
    for node, attributes in marked:
        text = tree.text_of(node)[:80] if "author" in name_of(attributes).lower() else ""
        match = _DESK.match(" ".join(text.split()))
        if match:
            add([match["name"]], "desk", 0.4, node)
            return True
    for row in range(max(headline, 0), min(headline + NEAR, len(blocks))):
        text = blocks.texts[row][:80]
        match = _DESK.match(text) if text[:3].lower() == "by " else None
        if match:
            add([match["name"]], "desk", 0.4, int(blocks.starts[row]))
            return True
    return False


def _user(tree: Tree, blocks: Blocks, headline: int, content: Ints, marked: Marked, add: Any) -> bool:
    """The first user of a forum page after its headline."""
    for row in range(headline + 1, min(headline + POSTS, len(blocks))):
        text, box = blocks.texts[row], int(blocks.boxes[row])
        if len(text) > 25 or len(text.split()) > 2:
            continue
        if any(_USER.search(name_of(tree.given(node))) for node in (box, tree.parents[box]) if node >= 0):
            add(names_in(text) or [text], "user", 0.4, int(blocks.starts[row]))
            return True
    return False
