"""Authors of pages where no usual place names one: forum threads, desks, names with a note about them (N4)."""

from __future__ import annotations

import re

from motherlode.extract.article.blocks import Blocks
from motherlode.extract.article.elements import name_of
from motherlode.extract.article.fields import votes
from motherlode.extract.article.fields.author_names import BY, MAX_AUTHORS, is_full_name, looks_like_person, names_in
from motherlode.extract.article.fields.dates import find_date
from motherlode.extract.article.fields.votes import Add
from motherlode.extract.article.page import BEGIN, Page

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
_DASH = re.compile(r"(\s[–—-]\s)")
SHORT_DAY = 45
"""Characters of a day and a clock before a dash and a name."""
MOST_ADDRESSES = 80
_CREATORS = frozenset(("author", "creator"))
LONG_NAME = 100
"""Characters of a line that may be little more than names."""
NEAR, POSTS = 8, 40
"""Blocks after the headline in which a name stands alone, and in which a forum's first post begins."""


def last_resort(page: Page, add: Add) -> None:
    """Candidates of little weight, tried in turn until one names somebody."""
    for rule in (_property, _broken_line, _told_of, _glued, _starter, _desk, _user, _address, _signature):
        if rule(page, add):
            return


def _property(page: Page, add: Add) -> bool:
    """Names that RDFa gives: property="author", or the name of a person or account."""
    tree = page.tree
    names: list[str] = []
    first = until = -1
    for node, attributes in page.stated:
        props = {word.rsplit(":", 1)[-1].lower() for word in (attributes.get("property") or "").split()}
        kind = (attributes.get("typeof") or "").lower()
        person = "name" in props and ("person" in kind or "account" in kind)
        if node < until or not (person or not _CREATORS.isdisjoint(props)):
            continue
        names += names_in(attributes.get("content") or tree.text_of(node)[:LONG_NAME])
        first, until = node if first < 0 else first, tree.ends[node]
    if names:
        add(
            list(dict.fromkeys(names))[:MAX_AUTHORS],
            "property of an element",
            votes.AUTHOR["property of an element"],
            first,
        )
    return bool(names)


def _broken_line(page: Page, add: Add) -> bool:
    """A byline that follows a line break inside a block."""
    blocks, headline = page.blocks, page.headline
    first = page.first if len(page.content) else headline
    for row in range(max(min(headline, first), 0), min(max(headline, first) + NEAR, len(blocks))):
        lines = blocks.texts[row][:BEGIN].split("\n")[1:6] if "\n" in blocks.texts[row][:BEGIN] else ()
        for line in lines:
            match = BY.match(line) if len(line) < LONG_NAME else None
            names = names_in(line[match.end() :]) if match else []
            if names:
                add(names, "byline", votes.AUTHOR["broken line"], int(blocks.starts[row]))
                return True
    return False


def _address(page: Page, add: Add) -> bool:
    """A name in an address element, as old pages end with, or as the text of a mail link."""
    tree = page.tree
    for node in tree.found("address")[:MOST_ADDRESSES]:
        named = [line for line in tree.text_of(node)[:LONG_NAME].split("\n") if looks_like_person(line)]
        if named:
            add(named[:1], "address element", votes.AUTHOR["address element"], node)
            return True
    return False


def _signature(page: Page, add: Add) -> bool:
    """A name before place and date on the line that ends the article: 'Camille Dupuis, Lyon, 27/01/2005'."""
    blocks = page.blocks
    last = page.last
    for row in range(max(last - 1, 0), min(last + 3, len(blocks))):
        name, comma, rest = blocks.texts[row][:LONG_NAME].partition(",")
        if comma and len(blocks.texts[row]) < LONG_NAME and looks_like_person(name) and find_date(rest):
            add([name.strip()], "name at the end", votes.AUTHOR["name at the end"], int(blocks.starts[row]))
            return True
    return False


def _told_of(page: Page, add: Add) -> bool:
    """A full name alone near the headline that a note elsewhere on the page is about or stands over."""
    blocks, headline = page.blocks, page.headline
    first = page.first if len(page.content) else headline
    for row in range(max(headline - 2, 0), min(max(headline + NEAR, first + 2), len(blocks))):
        text = blocks.texts[row]
        if row != headline and len(text) < 40 and is_full_name(text) and _has_note(blocks, row, text):
            add([text], "name with a note", votes.AUTHOR["name with a note"], int(blocks.starts[row]))
            return True
    return False


def _has_note(blocks: Blocks, row: int, name: str) -> bool:
    return any(
        text == name or text.startswith((f"{name} is ", f"{name} has ", f"{name}, "))
        for text in blocks.texts[row + 3 :]
        if text.startswith(name)
    )


def _glued(page: Page, add: Add) -> bool:
    """A line of a name and a date without space between their elements."""
    tree, blocks, headline = page.tree, page.blocks, page.headline
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
        when, dash, rest = _DASH.split(text, maxsplit=1) if _DASH.search(text) else (text, "", "")
        if not named and dash and len(when) < SHORT_DAY and looks_like_person(rest) and find_date(when):
            named = parts = [rest, when]
        if named and (len(pieces) > 1 or len(parts) > 1):
            add(named[:1], "name in the time line", votes.AUTHOR["name in the time line"], int(blocks.starts[row]))
            return True
    return False


def _starter(page: Page, add: Add) -> bool:
    """Who began a thread, where the page says so."""
    blocks = page.blocks
    for row in range(min(80, len(blocks))):
        match = _STARTER.match(blocks.texts[row][:80])
        if match:
            add([match["name"].strip()], "thread starter", votes.AUTHOR["thread starter"], int(blocks.starts[row]))
            return True
    return False


def _desk(page: Page, add: Add) -> bool:
    """A desk or team in an element for the author or in a byline."""
    tree, blocks, headline = page.tree, page.blocks, page.headline
    for node, attributes in page.marked:
        text = tree.text_of(node)[:80] if "author" in name_of(attributes).lower() else ""
        match = _DESK.match(" ".join(text.split()))
        if match:
            add([match["name"]], "desk", votes.AUTHOR["desk"], node)
            return True
    for row in range(max(headline, 0), min(headline + NEAR, len(blocks))):
        text = blocks.texts[row][:80]
        match = _DESK.match(text) if text[:3].lower() == "by " else None
        if match:
            add([match["name"]], "desk", votes.AUTHOR["desk"], int(blocks.starts[row]))
            return True
    return False


def _user(page: Page, add: Add) -> bool:
    """The first user of a forum page after its headline."""
    tree, blocks, headline = page.tree, page.blocks, page.headline
    for row in range(headline + 1, min(headline + POSTS, len(blocks))):
        text, box = blocks.texts[row], int(blocks.boxes[row])
        if len(text) > 25 or len(text.split()) > 2:
            continue
        inside = range(box + 1, min(box + 3, tree.ends[box]))
        if any(_USER.search(name_of(tree.given(node))) for node in (box, tree.parents[box], *inside) if node >= 0):
            add(names_in(text) or [text], "user", votes.AUTHOR["user"], int(blocks.starts[row]))
            return True
    return False
