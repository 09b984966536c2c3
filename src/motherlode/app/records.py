"""Records of single pages into a project (E1–E6): found, pointed at, and kept with the rule of their source.

The page to point at is written anew from the tree in which the records were found, so that an outline stands exactly
where a record does, whatever the mark-up looked like. Nothing in it runs, and nothing is loaded.
"""

from __future__ import annotations

import html as escaping
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from motherlode.app.project import Project
from motherlode.dom.tree import TEXT, Tree, parse
from motherlode.errors import ExtractError, MotherlodeError, UsageError
from motherlode.extract.records import RecordParams, apply, extract, learn, verify, why_none
from motherlode.extract.records.wrapper import DROPPED, POINTED, root_of, text_of, way_to, with_column
from motherlode.model.records import Region, Wrapper
from motherlode.pages.decode import decode
from motherlode.text.urls import host_of


@dataclass(frozen=True, slots=True)
class FoundRecords:
    """A page, its record lists (the main one first), the rule that finds them again, or why there are none."""

    page: str
    source: str
    html: str
    regions: tuple[Region, ...]
    wrapper: Wrapper | None = None
    reason: str = ""
    by_rule: bool = False
    """whether the source's kept rule read the main list"""


def source_of(page: str) -> str:
    """The source of a page: its host, or the file's name."""
    return host_of(page) or page


def find_records(
    body: bytes, content_type: str, page: str, params: RecordParams, kept: Wrapper | None = None
) -> FoundRecords:
    """The record lists of a page and the rule of the main one; nothing is kept.

    `kept` is the rule that the project has for the source: where it fits the page, it reads the main list, with the
    columns that a person named, dropped or pointed out. Where it does not fit, `reason` says why.
    """
    text = decode(body, content_type).text
    tree = parse(text)
    url, source, unfit = page if "://" in page else "", source_of(page), ""
    regions = tuple(extract(tree, url, params))
    if kept is not None:
        main = apply(kept, tree, url)
        verdict = verify(kept, main, tree)
        if verdict.kept:
            others = tuple(each for each in regions if not _overlap(each, main))
            return FoundRecords(page, source, text, (main, *others), kept, verdict.reason, by_rule=True)
        unfit = verdict.reason
    if not regions:
        return FoundRecords(page, source, text, (), reason=unfit or why_none(tree))
    try:
        return FoundRecords(page, source, text, regions, learn(tree, regions[0], source), reason=unfit)
    except ExtractError as error:
        return FoundRecords(page, source, text, regions, reason=f"no rule was learned: {error.message}")


def regions_of(
    body: bytes, content_type: str, page: str, params: RecordParams, kept: Wrapper | None
) -> tuple[Region, ...]:
    """The record lists alone, as `find_records` finds them."""
    return find_records(body, content_type, page, params, kept).regions


def _overlap(one: Region, other: Region) -> bool:
    if not one.records or not other.records:
        return False
    return (
        one.records[0].nodes[0] < other.records[-1].nodes[1] and other.records[0].nodes[0] < one.records[-1].nodes[1]
    )


def keep_records(project: Project, found: FoundRecords, now: datetime) -> None:
    """Puts what was found on a page into the project, with the rule of its source."""
    if found.wrapper is not None:
        project.store.records.keep_wrapper(found.wrapper, now.isoformat(timespec="seconds"))
    project.store.records.put(found.page, found.source, found.regions)


def renamed(found: FoundRecords, at: int, names: dict[str, str]) -> FoundRecords:
    """What was found, with other names for columns of the list at this place; an empty name drops the column."""
    region = found.regions[at]
    wanted = [names.get(column.name, column.name).strip() for column in region.columns]
    kept = [name for name in wanted if name]
    if len(set(kept)) < len(kept):
        raise UsageError("two columns cannot have the same name; choose another")
    new = {column.name: name for column, name in zip(region.columns, wanted, strict=True)}
    columns = tuple(replace(column, name=new[column.name]) for column in region.columns if new[column.name])
    records = tuple(
        replace(record, fields={new.get(n, n): value for n, value in record.fields.items() if new.get(n, n)})
        for record in region.records
    )
    regions = list(found.regions)
    regions[at] = replace(region, columns=columns, records=records)
    wrapper = found.wrapper if found.wrapper is None or at else _renamed_rule(found.wrapper, new)
    return replace(found, regions=tuple(regions), wrapper=wrapper)


def _renamed_rule(wrapper: Wrapper, new: dict[str, str]) -> Wrapper:
    """The rule with the names that a person gave; what was dropped is left out of the next pages too."""
    gone = [item.path for item in wrapper.items if not new.get(item.name, item.name)]
    items = tuple(
        replace(item, name=new.get(item.name, item.name)) for item in wrapper.items if new.get(item.name, item.name)
    )
    rule: dict[str, Any] = dict(wrapper.rule)
    pointed = [[new.get(name, name), way] for name, way in rule.get(POINTED, ()) if new.get(name, name)]
    return replace(wrapper, items=items, rule={**rule, POINTED: pointed, DROPPED: [*rule.get(DROPPED, ()), *gone]})


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
