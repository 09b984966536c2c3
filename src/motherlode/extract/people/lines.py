"""A page as the lines a reader sees: blocks cut at line breaks, with the runs of text in them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from motherlode.dom.tree import HIDDEN_TAGS, TEXT, Tree

INLINE = frozenset(
    {"a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "dfn", "em", "font", "i", "ins", "kbd",
     "label", "mark", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u", "var",
     "nobr", "wbr"}
)  # fmt: skip
SKIPPED = HIDDEN_TAGS | {"select", "textarea", "svg", "datalist", "iframe", "object", "canvas", "math"}
CHROME = re.compile(
    r"(?:^|[\s_\-])(?:nav|navbar|menu|footer|breadcrumbs?|sidebar|topbar|navigation|dropdown|copyright|pagination|pager|cookie)(?:$|[\s_\-\d])",
    re.IGNORECASE,
)
EMAIL = re.compile(
    r"[\w.+\-]{1,64}\s?(?:@|\[at\]|\(at\)|＠|\{at\})\s?[\w\-]{1,63}(?:\s?(?:\.|\[dot\]|\(dot\))\s?[\w\-]{1,63}){1,8}",
    re.IGNORECASE,
)
_AT = re.compile(r"@|＠|[\[({]\s?at\s?[\])}]", re.IGNORECASE)
MAX_LINE = 2000
"""Characters of a line in which e-mail addresses are searched."""

HEADINGS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6}


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of a line inside one link or one element."""

    node: int
    text: str
    link: int = -1


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a page: its block element, its number within it, its runs in order."""

    number: int
    block: int
    place: int
    text: str
    runs: tuple[Run, ...]
    heading: int = 0
    bold: bool = False
    chrome: bool = False

    @property
    def node(self) -> int:
        """The first text node."""
        return self.runs[0].node


def lines_of(tree: Tree, *, pictures: bool = False) -> list[Line]:
    """All visible lines in document order; with `pictures` the descriptions of images are lines, too."""
    found: list[Line] = []
    pending: list[tuple[int, str]] = []
    block = -1
    places: dict[int, int] = {}
    hidden_until = 0
    own_block: list[int] = []
    tags, parents, ends = tree.tags, tree.parents, tree.ends
    chrome = _chrome(tree)

    def flush() -> None:
        nonlocal pending
        if pending:
            made = _line(tree, len(found), block, places.get(block, 0), pending, chrome)
            if made is not None:
                found.append(made)
                places[block] = places.get(block, 0) + 1
            pending = []

    for i, tag in enumerate(tags):
        parent = parents[i]
        own_block.append(own_block[parent] if parent >= 0 and (tag == TEXT or tag in INLINE) else i)
        if i < hidden_until:
            continue
        if tag in SKIPPED:
            hidden_until = ends[i]
            continue
        if tag == "br" or tag == "hr":
            flush()
            continue
        if pictures and tag == "img" and (described := tree.attribute(i, "alt").strip()):
            flush()
            block = own_block[parent] if parent >= 0 else i
            pending.append((i, described))
            flush()
            continue
        if own_block[i] != block:
            flush()
            block = own_block[i]
        if tag == TEXT and not tree.texts[i].isspace():
            pending.append((i, tree.texts[i]))
        elif tag == TEXT and pending:
            pending[-1] = (pending[-1][0], pending[-1][1] + " ")
    flush()
    return found


def _chrome(tree: Tree) -> list[bool]:
    """For every node whether it stands in a menu, a footer or the like."""
    found: list[bool] = []
    for i, tag in enumerate(tree.tags):
        parent = tree.parents[i]
        inside = parent >= 0 and found[parent]
        if not inside and tag != TEXT and tag not in ("body", "html", "main"):
            facts = tree.attributes[i]
            inside = tag in ("nav", "footer", "menu", "button", "option") or (
                bool(facts)
                and tag not in INLINE
                and bool(
                    CHROME.search(f"{facts.get('class') or ''} {facts.get('id') or ''} {facts.get('role') or ''}")
                )
            )
        found.append(inside)
    return found


def _line(
    tree: Tree, number: int, block: int, place: int, pending: list[tuple[int, str]], chrome: list[bool]
) -> Line | None:
    text = " ".join(_apart(tree, pending).split())
    if not text:
        return None
    runs: list[Run] = []
    keys: list[int] = []
    heading, bold = 0, True
    for node, part in pending:
        link, key, strong = -1, tree.parents[node], False
        above = tree.parents[node]
        while above >= 0 and above != tree.parents[block]:
            tag = tree.tags[above]
            if tag == "a" and link < 0:
                link = key = above
            strong = strong or tag in ("b", "strong", "th") or tag in HEADINGS
            heading = heading or HEADINGS.get(tag, 0)
            above = tree.parents[above]
        bold = bold and strong
        if runs and keys[-1] == key:
            runs[-1] = Run(runs[-1].node, runs[-1].text + part, link)
        else:
            runs.append(Run(node, part, link))
            keys.append(key)
    folded = tuple(Run(run.node, " ".join(run.text.split()), run.link) for run in runs if run.text.strip())
    if not heading or not folded:
        heading = heading or _heading_above(tree, block)
    return Line(number, block, place, text, folded, heading, bold, chrome[block]) if folded else None


def _apart(tree: Tree, pending: list[tuple[int, str]]) -> str:
    """The text of a line, with a space where two elements touch and the second begins a word.

    Style sheets part them on the screen: an avatar's initials, the name and the title often have no space between.
    """
    made = ""
    last = -1
    for node, part in pending:
        touching = made[-1:].isalpha() and part[:1].isupper() and tree.parents[node] != last
        capital = made[-1:].isupper() and not made[-2:-1].isalpha() and part[:2].isupper()
        made += " " + part if touching and not capital else part
        last = tree.parents[node]
    return made


def _heading_above(tree: Tree, block: int) -> int:
    """The level of a heading around the block, such as <h3><div>…</div></h3>, or 0."""
    above, steps = block, 0
    while above >= 0 and steps < 3:
        level = HEADINGS.get(tree.tags[above], 0)
        if level:
            return level
        above, steps = tree.parents[above], steps + 1
    return 0


_labels: WeakKeyDictionary[Tree, dict[tuple[int, bool, bool], str]] = WeakKeyDictionary()
_PASSING = re.compile(r"\d{2,}|active|first|last|odd|even")
"""Classes that tell one record from the next and not its kind."""

MAX_COLUMNS = 64


def signature(tree: Tree, node: int, place: int, *, classes: bool, blocks: bool = False, depth: int = 12) -> str:
    """The path of a node without indices (U2): tags, classes, columns of cells; or only the tags of its `blocks`."""
    known = _labels.setdefault(tree, {})
    parts: list[str] = []
    at = node
    while at >= 0 and len(parts) < depth:
        label = known.get((at, classes, blocks))
        if label is None:
            label = known[at, classes, blocks] = _label(tree, at, classes, blocks)
        if label:
            parts.append(label)
        at = tree.parents[at]
    return "/".join(reversed(parts)) + f"#{min(place, 1)}"


def _label(tree: Tree, node: int, classes: bool, blocks: bool) -> str:
    tag = tree.tags[node]
    if tag == TEXT:
        return ""
    label = tag
    if blocks:
        return "" if tag in INLINE else tag
    if classes:
        names = sorted(name for name in tree.attribute(node, "class").split()[:20] if not _PASSING.search(name))
        label += "".join("." + name for name in names)
    return f"{label}[{_column(tree, node)}]" if tag in ("td", "th") else label


def _column(tree: Tree, cell: int) -> int:
    row = tree.parents[cell]
    column, sibling = 0, row + 1
    while row >= 0 and sibling < cell and column < MAX_COLUMNS:
        if tree.tags[sibling] in ("td", "th"):
            span = tree.attribute(sibling, "colspan")
            column += int(span) if span.isdecimal() and len(span) < 3 else 1
        sibling = tree.ends[sibling]
    return column


def addresses_in(text: str) -> list[str]:
    """The e-mail addresses of a line; lines without an @ and endless ones are not searched."""
    if len(text) > MAX_LINE or not _AT.search(text):
        return []
    return EMAIL.findall(text)


def mails_of(tree: Tree, line: Line) -> list[str]:
    """The addresses that a line shows or links to."""
    linked = [tree.attribute(run.link, "href") for run in line.runs if run.link >= 0]
    return addresses_in(line.text) + [href[7:] for href in linked if href[:7].lower() == "mailto:"]
