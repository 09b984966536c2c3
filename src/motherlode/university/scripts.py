"""What a page's scripts would write into it, read without a browser: menus, lists of people, and included parts.

Many sites keep their menu or their staff as an array in a script, or let the script put another file into the page.
Entries of arrays are written out as plain HTML behind the page, where they are read like everything else.

>>> from_script('[{title: "Staff", url: "/s"}, {title: "News", url: "/n"}, {title: "Map", url: "/m"}]')
'<ul><li><a href="/s">Staff</a></li><li><a href="/n">News</a></li><li><a href="/m">Map</a></li></ul>'
"""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files

from motherlode.extract.people.reading import ACADEMIC, read
from motherlode.extract.people.titles import find as find_title

LEAST_ENTRIES = 3
"""Entries from which an array of a script is a menu or a list."""

NESTED = 3
"""Levels of objects in objects that are read, the innermost first: somebody's links may be an object of their own."""

MOST = 2_000_000
"""Characters of scripts that are read."""

_SCRIPT = re.compile(r"<script\b([^>]*)>(.*?)</script\s*>", re.IGNORECASE | re.DOTALL)
_SOURCE = re.compile(r"\bsrc\s*=\s*[\"']([^\"']+)[\"']", re.IGNORECASE)
_OBJECT = re.compile(r"\{[^{}]{5,4000}\}")
_PAIR = re.compile(
    r"[\"']?(\w{1,30})[\"']?\s*:\s*(?:\"((?:[^\"\\]|\\.){0,1000})\"|'((?:[^'\\]|\\.){0,1000})'|`([^`$]{0,1000})`)"
)
_ANCHOR = re.compile(
    r"<a\b[^>]{0,300}?href=\\?[\"']([^\"'\\]{1,300})\\?[\"'][^>]{0,200}>([^<>]{1,120})<", re.IGNORECASE
)
_INCLUDED = re.compile(
    r"(?:\.load|fetch|\.get|\.ajax|include\w*|import)\s*\(\s*[\"']([^\"'\s]{1,200}?\.(?:html?|php|json|js))\b"
)
_ASKS = re.compile(r"\bfetch\(|\.ajax\(|\.get(?:JSON)?\(|XMLHttpRequest|axios")
_DATA_FILE = re.compile(r"[\"'`]([\w./~-]{1,200}\.json)[\"'`]")
"""A file of data that a script names where it asks for files."""

_STRING = re.compile(r"(?<=[\[,])\s{0,9}[\"']([^\W\d_a-z][^\"'<>{}\\]{5,80})[\"'](?=\s{0,9}[,\]])")
"""A string that is an entry of an array."""

_PAGE = r"[\w./%~-]{2,120}\.(?:html?|php|aspx?)|/[\w./%~-]{2,120}"
_BESIDE = re.compile(rf"[\"']([^\"'<>{{}}\n]{{2,60}})[\"']\s*[,:]\s*[\"']({_PAGE})[\"']")
"""A text and the address of a page side by side, as in an array of pairs."""

_BARRED = re.compile(rf"(?<=[\"';,])([^\"'<>{{}}\n|;,]{{2,60}})\|({_PAGE})(?=[\"';,])")
"""The same inside one string, which a script takes apart: "Staff|staff.html;News|news.html"."""

_ROW = re.compile(r"\[\s{0,9}[\"']([^\"'<>\n]{3,80})[\"']\s{0,9},\s{0,9}[\"']([^\"'<>\n]{3,120})[\"']")
"""Two strings that begin an array, which may be somebody's name and position."""

_KEYS = tomllib.loads((files("motherlode.university") / "keys.toml").read_text(encoding="utf-8"))
"""Names of the keys of objects, by what they hold."""

_LIBRARIES = re.compile(
    r"(?i)jquery|bootstrap|angular|react|vue|swiper|slick|owl|font|analytics|gtag|polyfill|\.min\.js|vendor|plugins?/|wp-includes"
)


def script_text(page: str) -> str:
    """The text of a page's own scripts."""
    return "\n".join(body for _, body in _SCRIPT.findall(page) if body.strip())[:MOST]


def unfolded(page: str) -> str:
    """The HTML that the scripts of a page hold: links of arrays and strings, cards of people; empty without any."""
    return from_script(script_text(page))


def from_script(text: str) -> str:
    """The same for the text of a script or of a JSON file."""
    links, cards = list(_anchors(text)), []
    for entry in _entries(text):
        link, card = _menu_entry(entry), _card(entry)
        if card:
            cards.append(card)
        elif link:
            links.append(link)
    cards += [
        f"<h3>{html.escape(_plain(name))}</h3><p>{html.escape(_plain(position))}</p>"
        for name, position in _ROW.findall(text)
        if find_title(position) and not find_title(name)
    ]
    named = {text for text in _STRING.findall(text) if (unit := read(text)) is not None and unit.kind in ACADEMIC}
    made = (
        "<ul>" + "".join(f"<li>{html.escape(text)}</li>" for text in sorted(named)) + "</ul>"
        if len(named) > 1
        else ""
    )
    if len(links) >= LEAST_ENTRIES:
        made += "<ul>" + "".join(f"<li>{link}</li>" for link in dict.fromkeys(links)) + "</ul>"
    if len(cards) >= LEAST_ENTRIES:
        made += "<div>" + "".join(f'<div class="card">{card}</div>' for card in dict.fromkeys(cards)) + "</div>"
    return made


def included(page: str) -> list[str]:
    """The files that a page's scripts put into it, and its own scripts that may hold a menu or a list."""
    found = []
    for attributes, body in _SCRIPT.findall(page):
        source = _SOURCE.search(attributes)
        if source and not _LIBRARIES.search(source[1]):
            found.append(html.unescape(source[1]))
        found += included_by(body)
    return list(dict.fromkeys(found))


def included_by(script: str) -> list[str]:
    """The files that a script puts into the page."""
    named = _DATA_FILE.findall(script[:MOST]) if _ASKS.search(script) else []
    return list(dict.fromkeys([*_INCLUDED.findall(script[:MOST]), *named]))


def _entries(text: str) -> Iterator[dict[str, str]]:
    for _ in range(NESTED):
        found = False
        for match in _OBJECT.finditer(text):
            found = True
            pairs = {key.casefold(): _plain(a or b or c) for key, a, b, c in _PAIR.findall(match[0])}
            if len(pairs) > 1:
                yield pairs
        if not found:
            return
        text = _OBJECT.sub("0", text)


def _plain(value: str) -> str:
    """A string of a script as the text it stands for."""
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda m: chr(int(m[1], 16)), value)
    return html.unescape(re.sub(r"\\(.)", r"\1", text)).strip()


def _first(entry: dict[str, str], kind: str) -> str:
    return next((entry[key] for key in _KEYS[kind] if entry.get(key)), "")


def _menu_entry(entry: dict[str, str]) -> str:
    pages = (value for value in entry.values() if re.fullmatch(_PAGE, value))
    label, address = _first(entry, "labels"), _first(entry, "addresses") or next(pages, "")
    if not label or not address or len(label) > 120 or re.search(r"\s|^#|^javascript:", address):
        return ""
    return f'<a href="{html.escape(address)}">{html.escape(label)}</a>'


def _card(entry: dict[str, str]) -> str:
    """Somebody: a name with a position, an e-mail address or a picture."""
    parts = next(
        ((one, other) for one, other in _KEYS["parts_of_names"] if entry.get(one) and entry.get(other)), None
    )
    name = f"{entry[parts[0]]} {entry[parts[1]]}" if parts else _first(entry, "names")
    position, mail = _first(entry, "positions"), _first(entry, "mails")
    if not name or not (position or mail or _first(entry, "pictures")) or len(name) > 100:
        return ""
    address = _first(entry, "addresses")
    heading = f'<a href="{html.escape(address)}">{html.escape(name)}</a>' if address else html.escape(name)
    lines = [f"<h3>{heading}</h3>", *(f"<p>{html.escape(text)}</p>" for text in (position, mail) if text)]
    return "".join(lines)


def _anchors(text: str) -> Iterator[str]:
    """Links that stand as HTML in the strings of a script."""
    for address, label in _ANCHOR.findall(text):
        if "${" not in address and label.strip() and "${" not in label:
            yield f'<a href="{html.escape(address)}">{html.escape(_plain(label))}</a>'
    for label, address in _BESIDE.findall(text) + _BARRED.findall(text):
        if not re.fullmatch(_PAGE, label):
            yield f'<a href="{html.escape(address)}">{html.escape(_plain(label))}</a>'
