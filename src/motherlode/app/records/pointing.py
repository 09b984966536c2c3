"""Fields by pointing: a page to point at, what a place on it means, a field from one place of one record (E6).

The page is written anew from the tree in which the records were found, so that an outline stands exactly where a
record does, whatever the mark-up looked like. Nothing in it runs, and nothing is loaded.
"""

from __future__ import annotations

import html as escaping
from collections.abc import Sequence
from dataclasses import replace

from motherlode.app.records.project import FoundRecords
from motherlode.dom.tree import TEXT, Tree, parse
from motherlode.errors import MotherlodeError, UsageError
from motherlode.extract.records.pointed import POINTED, root_of, text_of, way_to, with_column
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
    "class", "style", "colspan", "rowspan", "width", "height", "align", "valign", "bgcolor", "color", "dir", "alt",
)  # fmt: skip
MOST = 400_000
"""Nodes drawn at the most; a browser stalls on more."""


def text_at(found: FoundRecords, node: int) -> str:
    """The text of a node of the page, blanks folded; raises UsageError for a node that is not there."""
    return text_of(_tree(found, node), node)


def column_at(found: FoundRecords, at: int, record: int, node: int) -> str:
    """The column of the list that holds what stands at a node of a record; empty where none does."""
    wanted = text_at(found, node)
    fields = found.regions[at].records[record].fields
    said = {name: _folded(value) for name, value in fields.items() if value not in (None, "", [], ())}
    exact = [name for name, text in said.items() if text == wanted]
    within = [name for name, text in said.items() if wanted and (wanted in text or text in wanted)]
    return next(iter(exact or within), "")


def with_field(found: FoundRecords, at: int, record: int, node: int, name: str) -> FoundRecords:
    """What was found, with a further column: in every record what stands where the node stands in this one.

    A column of the main list is in the rule of its source from now on, and on every page that the rule reads.
    """
    region = found.regions[at]
    name = name.strip()
    if not name or name in {column.name for column in region.columns}:
        raise UsageError(f"a column '{name}' is there already, or the name is empty; choose another")
    tree = _tree(found, node)
    way = way_to(tree, root_of(region, record), node)
    regions = list(found.regions)
    regions[at] = with_column(tree, region, name, way)
    wrapper = found.wrapper
    if at == 0 and wrapper is not None:
        pointed = [*wrapper.rule.get(POINTED, ()), [name, [list(step) for step in way]]]  # type: ignore[misc]
        items = (*wrapper.items, regions[0].columns[-1])
        wrapper = replace(wrapper, items=items, rule={**wrapper.rule, POINTED: pointed})
    return replace(found, regions=tuple(regions), wrapper=wrapper)


def _tree(found: FoundRecords, node: int) -> Tree:
    tree = parse(found.html)
    if not 0 <= node < len(tree):
        raise UsageError("this place is not on the page; find the records again")
    return tree


def _folded(value: object) -> str:
    parts: Sequence[object] = value if isinstance(value, (list, tuple)) else [value]
    return " ".join(" ".join(map(str, parts)).split())


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
