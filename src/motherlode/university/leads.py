"""Ways on that are no plain links: frames, image maps, boxes to choose from, buttons, and pages that send on (U1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from motherlode.dom.tree import Tree
from motherlode.extract.people.records import absolute
from motherlode.university.facts import Link

_REFRESH = re.compile(r"(?i)^\s*\d+(?:\.\d+)?\s*[;,]\s*url\s*=\s*[\"']?([^\"'\s>]+)")
_SENT_ON = re.compile(
    r"(?:window\.|document\.|self\.|top\.)?location(?:\.href)?\s*(?:=|\.(?:replace|assign)\()\s*[\"']([^\"'\s]{1,300})[\"']"
)
"""What a script does that sends to another page at once."""

_IN_CODE = re.compile(
    r"(?:location(?:\.href)?\s*=|window\.open\(|location\.(?:replace|assign)\(|\w{2,30}\()\s*[\"']([^\"'\s]{1,300})[\"']"
)
"""An address in the code of a click: it is set as the location, or handed to a function."""

_ADDRESS = re.compile(
    r"^(?:https?://|/|\.{0,2}/|[\w%~.-]+/)|\.(?:html?|php|aspx?|jsp)(?:$|[?#])|^\?[\w-]+=", re.IGNORECASE
)
_CARRYING = (
    "data-url", "data-href", "data-link", "data-next", "data-next-url", "hx-get", "data-src", "data-page-url",
)  # fmt: skip
_WORDS = ("data-page", "data-section", "data-view", "data-load", "data-target", "data-route")
_FUNCTION = re.compile(
    r"function\s{1,9}(\w{2,40})\s{0,9}\(|(\w{2,40})\s{0,9}[:=]\s{0,9}(?:async\s{1,9})?(?:function\b|\(?\w{0,20}\)?\s{0,9}=>)"
)
_GLUED = re.compile(
    r"[\"']([\w./?=&%#-]{0,80})[\"']\s{0,9}\+\s{0,9}[\w.()]{1,40}(?:\s{0,9}\+\s{0,9}[\"']([\w./?=&%-]{1,40})[\"'])?"
    r"|`([\w./?=&%-]{0,80})\$\{[\w.()]{1,40}\}([\w./?=&%-]{0,40})`"
)
"""An address that code makes from a word: 'pages/' + name + '.html'."""

_CALLED = re.compile(r"(\w{2,40})\s{0,9}\(")
BODY = 400
"""Characters of a function in which it makes its address."""

MOST_SCRIPT = 200_000
LONGEST_WORD = 60
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


def further_links(tree: Tree, url: str, scripts: str) -> Iterator[Link]:
    """Links of image maps, of boxes to choose from, and of elements that a click sends on."""
    for node in tree.found("area"):
        if address := absolute(tree.attribute(node, "href"), url):
            yield Link(address, tree.attribute(node, "alt") or tree.attribute(node, "title"))
    forms = _forms(scripts)
    for node in tree.found("option")[:MOST_OPTIONS]:
        box = _box_of(tree, node)
        value = _completed(tree.attribute(node, "value").strip(), tree.attribute(box, "onchange"), forms)
        if box >= 0 and (address := absolute(value, url)):
            yield Link(address, _text(tree, node), "option", _label_of(tree, box))
    for node, facts in enumerate(tree.attributes):
        if not facts:
            continue
        carried = _first(facts, _CARRYING)
        code, href = facts.get("onclick") or "", facts.get("href") or ""
        if href.lower().startswith("javascript:"):
            code = href
        if not carried and (match := _IN_CODE.search(code)):
            carried = _completed(match[1], code, forms)
        if not carried and len(forms) == 1:  # one function makes all addresses, from a word that the element carries
            word = _first(facts, _WORDS)
            word = word or (href[1:].strip("!/") if "location.hash" in scripts and href[:1] == "#" else "")
            carried = word and _completed(word, "", forms)
        if _ADDRESS.search(carried) and (address := absolute(carried, url)):
            yield Link(address, _text(tree, node), "click")


def _first(facts: Mapping[str, str | None], names: Iterable[str]) -> str:
    return next((value for name in names if (value := facts.get(name))), "")


def _text(tree: Tree, node: int) -> str:
    return " ".join(tree.text_of(node).split())[:200]


def _forms(scripts: str) -> dict[str, tuple[str, str]]:
    """What functions put before and behind the word they are given to make an address, by their names."""
    found = {}
    for match in _FUNCTION.finditer(scripts[:MOST_SCRIPT]):
        glued = _GLUED.search(scripts, match.end(), match.end() + BODY)
        if glued and _ADDRESS.search((form := _sides(glued))[0] + "x" + form[1]):
            found[match[1] or match[2]] = form
    return found


def _sides(glued: re.Match[str]) -> tuple[str, str]:
    return glued[1] or glued[3] or "", glued[2] or glued[4] or ""


def _completed(word: str, code: str, forms: Mapping[str, tuple[str, str]]) -> str:
    """The address that code makes from a word; the word itself where it is an address; empty without either."""
    if _ADDRESS.search(word):
        return word
    glued = _GLUED.search(code)
    called = next((forms[name] for name in _CALLED.findall(code) if name in forms), None)
    if called is None and not code and len(forms) == 1:
        called = next(iter(forms.values()))
    form = _sides(glued) if glued else called
    made = form[0] + word + form[1] if form and word and len(word) <= LONGEST_WORD else ""
    return made if _ADDRESS.search(made) and not re.search(r"\s", made) else ""


def _box_of(tree: Tree, option: int) -> int:
    """The box that an option stands in; -1 without one."""
    box = tree.parents[option]
    while box >= 0 and tree.tags[box] != "select":
        box = tree.parents[box]
    return box


def _label_of(tree: Tree, box: int) -> tuple[str, ...]:
    """What a box to choose from is called: its first entry, where that leads nowhere."""
    first = next((n for n in range(box, tree.ends[box]) if tree.tags[n] == "option"), box)
    label = _text(tree, first)
    return (label,) if label and not _ADDRESS.search(tree.attribute(first, "value")) else ()
