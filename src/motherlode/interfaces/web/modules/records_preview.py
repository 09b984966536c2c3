"""A page to look at: nothing in it runs, nothing is loaded, the records are outlined.

The page is written anew from the tree in which the records were found, so that an outline stands exactly where a
record does, whatever the mark-up looked like.
"""

from __future__ import annotations

import html as escaping
from collections.abc import Awaitable, Callable, Sequence

from nicegui import events, ui

from motherlode.dom.tree import TEXT, Tree, parse
from motherlode.errors import MotherlodeError
from motherlode.interfaces.web.words import t
from motherlode.model.records import Region

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'none'; form-action 'none'"
"""What a previewed page may do: be looked at, nothing else."""

STYLE = (
    "[data-record] { outline: 2px solid #b5651d !important; outline-offset: -2px; "
    "background: rgba(181,101,29,.07) !important; } [data-n] { cursor: pointer; } "
    "[data-record] [data-n]:hover { outline: 1px dashed #b5651d; }"
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


def preview(drawn: str, pointed: Callable[[int, int], Awaitable[None]] | None = None) -> None:
    """The page in a frame that runs nothing and loads nothing; `pointed` is told the record and the node of a click.

    The frame may not run scripts, so that it may belong to this page, which listens to the clicks in it.
    """
    outlined = escaping.escape(drawn, quote=True)
    made = ui.html(
        f'<iframe sandbox="allow-same-origin" title="{escaping.escape(t("Preview"))}" srcdoc="{outlined}" '
        'style="width:100%;height:480px;border:1px solid rgba(128,128,128,.3);border-radius:8px;background:#fff">'
        "</iframe>",
        sanitize=False,
    ).classes("w-full")
    made.props("data-testid=records-preview")
    if pointed is None:
        return

    async def heard(event: events.GenericEventArguments) -> None:
        await pointed(int(event.args["record"]), int(event.args["node"]))

    name = f"pointed-{made.id}"
    ui.on(name, heard)
    ui.run_javascript(_LISTEN.replace("HERE", str(made.id)).replace("NAME", name))


_LISTEN = """
const frame = getElement(HERE)?.$el?.querySelector('iframe');
const listen = () => frame.contentDocument.addEventListener('click', event => {
  event.preventDefault();
  const place = event.target.closest('[data-n]'), record = event.target.closest('[data-record]');
  if (place && record) emitEvent('NAME', {node: Number(place.dataset.n), record: Number(record.dataset.record)});
});
if (frame) frame.contentDocument.querySelector('[data-record]') ? listen() : frame.addEventListener('load', listen);
"""
"""Tells the server where on the page somebody pointed; nothing where the preview was replaced meanwhile."""


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
    node, end, inside = 0, min(len(tree), MOST), 0
    while node < end:
        while open_until and open_until[-1][0] <= node:
            parts.append(open_until.pop()[1])
        tag = tree.tags[node]
        mark = f' data-record="{marks[node]}"' if node in marks else ""
        if node in marks:
            inside = max(inside, tree.ends[node])
        mark += f' data-n="{node}"' if node < inside else ""
        if tag == TEXT:
            words = escaping.escape(tree.texts[node])
            parts.append(f"<span{mark}>{words}</span>" if node in marks else words)
        elif tag in LEFT_OUT or not tag.isalnum():
            node = tree.ends[node]
            continue
        elif tag not in UNWRAPPED or node in marks:
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
