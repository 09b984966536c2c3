"""A page to look at: nothing in it runs, nothing is loaded, the records are outlined.

The page is written anew from the tree in which the records were found, so that an outline stands exactly where a
record does, whatever the mark-up looked like.
"""

from __future__ import annotations

import html as escaping
from collections.abc import Sequence

from nicegui import ui

from motherlode.dom.tree import TEXT, Tree, parse
from motherlode.errors import MotherlodeError
from motherlode.interfaces.web.words import t
from motherlode.model.records import Region

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'none'; form-action 'none'"
"""What a previewed page may do: be looked at, nothing else."""

STYLE = (
    "[data-record] { outline: 2px solid #b5651d !important; outline-offset: -2px; "
    "background: rgba(181,101,29,.07) !important; }"
)
LEFT_OUT = frozenset(
    ("script", "iframe", "frame", "frameset", "object", "embed", "applet", "link", "meta", "base", "noscript",
     "template", "style", "title", "head", "svg", "math", "video", "audio", "portal")
)  # fmt: skip
UNWRAPPED = frozenset(("html", "body", "form", "input", "button", "select", "option", "textarea"))
VOID = frozenset(("area", "br", "col", "hr", "img", "wbr"))
KEPT = (
    "class",
    "style",
    "colspan",
    "rowspan",
    "width",
    "height",
    "align",
    "valign",
    "bgcolor",
    "color",
    "dir",
    "alt",
)
MOST = 400_000
"""Nodes drawn at the most; a browser stalls on more."""


def preview(drawn: str) -> None:
    """The page in a frame that runs nothing and loads nothing."""
    outlined = escaping.escape(drawn, quote=True)
    ui.html(
        f'<iframe sandbox="" title="{escaping.escape(t("Preview"))}" srcdoc="{outlined}" '
        'style="width:100%;height:480px;border:1px solid rgba(128,128,128,.3);border-radius:8px;background:#fff">'
        "</iframe>",
        sanitize=False,
    ).classes("w-full").props("data-testid=records-preview")


def drawn_page(text: str, region: Region) -> str:
    """The page without anything active, the region's records marked; empty where it cannot be read."""
    try:
        tree = parse(text)
    except MotherlodeError:
        return ""
    styles = "".join(node.text(deep=True).replace("<", "") for node in tree.parser.css("style"))
    body = "".join(_written(tree, _marks(tree, region)))
    return (
        f'<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<style>{styles}</style><style>{STYLE}</style></head><body>{body}</body></html>"
    )


def _marks(tree: Tree, region: Region) -> dict[int, int]:
    """Node → number of the record that begins there: every outermost node of a record."""
    marks: dict[int, int] = {}
    for number, record in enumerate(region.records):
        node, end = record.nodes
        while node < min(end, len(tree)):
            if tree.tags[node] != TEXT or tree.texts[node].strip():
                marks[node] = number
            node = tree.ends[node]
    return marks


def _written(tree: Tree, marks: dict[int, int]) -> Sequence[str]:
    parts: list[str] = []
    open_until: list[tuple[int, str]] = []
    node, end = 0, min(len(tree), MOST)
    while node < end:
        while open_until and open_until[-1][0] <= node:
            parts.append(open_until.pop()[1])
        tag = tree.tags[node]
        mark = f' data-record="{marks[node]}"' if node in marks else ""
        if tag == TEXT:
            words = escaping.escape(tree.texts[node])
            parts.append(f"<span{mark}>{words}</span>" if mark else words)
        elif tag in LEFT_OUT or not tag.isalnum():
            node = tree.ends[node]
            continue
        elif tag not in UNWRAPPED or mark:
            name = "span" if tag in UNWRAPPED else tag
            parts.append(f"<{name}{_attributes(tree, node)}{mark}>")
            if name not in VOID:
                open_until.append((tree.ends[node], f"</{name}>"))
        node += 1
    parts.extend(closing for _, closing in reversed(open_until))
    return parts


def _attributes(tree: Tree, node: int) -> str:
    given = tree.given(node)
    kept = [(name, given.get(name)) for name in KEPT]
    image = given.get("src") or ""
    if image.startswith("data:image/"):
        kept.append(("src", image))
    return "".join(f' {name}="{escaping.escape(value, quote=True)}"' for name, value in kept if value)
