"""Ways on that are no plain links: frames, image maps, boxes to choose from, buttons, and pages that send on (U1)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from motherlode.dom.tree import Tree
from motherlode.extract.people.records import absolute
from motherlode.university.facts import Link

_REFRESH = re.compile(r"(?i)^\s*\d+(?:\.\d+)?\s*[;,]\s*url\s*=\s*[\"']?([^\"'\s>]+)")
_SENT_ON = re.compile(
    r"(?:window\.|document\.|self\.|top\.)?location(?:\.href)?\s*(?:=|\.(?:replace|assign)\()\s*[\"']([^\"'\s]{1,300})[\"']"
)
"""What a script does that sends to another page at once."""

_IN_CODE = re.compile(
    r"(?:location(?:\.href)?\s*=|window\.open\(|location\.(?:replace|assign)\(|\w{2,30}\()\s*[\"']([^\"'\s]{2,300})[\"']"
)
"""An address in the code of a click: it is set as the location, or handed to a function."""

_ADDRESS = re.compile(
    r"^(?:https?://|/|\.{0,2}/|[\w%~.-]+/)|\.(?:html?|php|aspx?|jsp)(?:$|[?#])|^\?[\w-]+=", re.IGNORECASE
)
_CARRYING = (
    "data-url",
    "data-href",
    "data-link",
    "data-next",
    "data-next-url",
    "hx-get",
    "data-src",
    "data-page-url",
)
_INCLUDES = ("w3-include-html", "include-html", "data-include", "data-include-html", "data-include-path")
"""Attributes whose script puts another file into the page."""

_DOCUMENT = re.compile(r"\.(?:html?|php|aspx?|jsp)(?:$|[?#])", re.IGNORECASE)
LITTLE = 300
"""Characters of text up to which a page whose script sets a location is taken to send on."""

MOST_OPTIONS = 300


def parts_of(tree: Tree, url: str, scripts: str) -> list[str]:
    """The pages that a page consists of or sends to: its frames, and where it refreshes to."""
    found = []
    for tag, name in (("frame", "src"), ("iframe", "src"), ("embed", "src"), ("object", "data")):
        held = [tree.attribute(node, name) for node in tree.found(tag)]
        found += [absolute(part, url) for part in held if tag.endswith("frame") or _DOCUMENT.search(part)]
    for facts in tree.attributes:
        found += [absolute(facts[name] or "", url) for name in _INCLUDES if facts and name in facts]
    for node in tree.found("meta"):
        if tree.attribute(node, "http-equiv").lower() == "refresh":
            match = _REFRESH.match(tree.attribute(node, "content"))
            found.append(absolute(match[1], url) if match else "")
    if len(tree) and len(tree.text_of(0)) < LITTLE:
        found += [absolute(match[1], url) for match in _SENT_ON.finditer(scripts[:20_000])]
    return [address for address in dict.fromkeys(found) if address and address != url]


def further_links(tree: Tree, url: str) -> Iterator[Link]:
    """Links of image maps, of boxes to choose from, and of elements that a click sends on."""
    for node in tree.found("area"):
        if address := absolute(tree.attribute(node, "href"), url):
            yield Link(address, tree.attribute(node, "alt") or tree.attribute(node, "title"))
    for node in tree.found("option")[:MOST_OPTIONS]:
        value = tree.attribute(node, "value").strip()
        if _ADDRESS.search(value) and (address := absolute(value, url)):
            yield Link(address, " ".join(tree.text_of(node).split()), "option", _label_of(tree, node))
    for node, facts in enumerate(tree.attributes):
        if not facts:
            continue
        carried = next((facts[name] for name in _CARRYING if facts.get(name)), None)
        code = facts.get("onclick") or ""
        href = facts.get("href") or ""
        if not carried and href.lower().startswith("javascript:"):
            code = href
        if not carried and code and (match := _IN_CODE.search(code)):
            carried = match[1]
        if carried and _ADDRESS.search(carried) and (address := absolute(carried, url)):
            yield Link(address, " ".join(tree.text_of(node).split())[:200], "click")


def _label_of(tree: Tree, option: int) -> tuple[str, ...]:
    """What a box to choose from is called: its first entry, where that leads nowhere."""
    box = tree.parents[option]
    while box >= 0 and tree.tags[box] != "select":
        box = tree.parents[box]
    if box < 0:
        return ()
    first = next((n for n in range(box, tree.ends[box]) if tree.tags[n] == "option"), option)
    label = " ".join(tree.text_of(first).split())
    return (label,) if label and not _ADDRESS.search(tree.attribute(first, "value")) else ()
