"""A page to look at: nothing in it runs, nothing is loaded, the records are outlined."""

from __future__ import annotations

import html as escaping
from typing import Any

from lxml import etree, html
from nicegui import ui

from motherlode.interfaces.web.words import t
from motherlode.model.records import Region

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'none'; form-action 'none'"
"""What a previewed page may do: be looked at, nothing else."""

OUTLINE = "outline: 2px solid #b5651d !important; outline-offset: -2px; background: rgba(181,101,29,.07) !important;"
ACTIVE = ("script", "iframe", "frame", "object", "embed", "form", "link", "meta", "base", "noscript", "template")
DROPPED = ("srcdoc", "href", "action", "formaction", "srcset", "background", "ping", "poster")


def preview(text: str, region: Region) -> None:
    """The page in a frame that runs nothing and loads nothing."""
    outlined = escaping.escape(harmless_page(text, [record.path for record in region.records]), quote=True)
    ui.html(
        f'<iframe sandbox="" title="{escaping.escape(t("Preview"))}" srcdoc="{outlined}" '
        'style="width:100%;height:480px;border:1px solid rgba(128,128,128,.3);border-radius:8px;background:#fff">'
        "</iframe>",
        sanitize=False,
    ).classes("w-full").props("data-testid=records-preview")


def harmless_page(text: str, paths: list[str]) -> str:
    """A page without anything active, the elements at `paths` outlined, under a policy that allows styles only."""
    try:
        tree: Any = html.document_fromstring(
            text.encode("utf-8", "replace"), parser=html.HTMLParser(encoding="utf-8")
        )
    except (etree.ParserError, ValueError):
        return ""
    for path in paths:
        for element in _at(tree, path):
            element.set("style", f"{element.get('style', '')};{OUTLINE}")
    for element in list(tree.iter(*ACTIVE)):
        parent = element.getparent()
        if parent is not None:
            element.drop_tag() if element.tag == "form" else element.drop_tree()
    for element in tree.iter():
        for name in list(element.attrib):
            if name.lower().startswith("on") or name.lower() in DROPPED:
                del element.attrib[name]
    head = tree.find("head")
    if head is None:
        head = etree.SubElement(tree, "head")
        tree.insert(0, head)
    head.insert(0, html.fragment_fromstring(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'))
    shown: str = html.tostring(tree, encoding="unicode")
    return shown


def _at(tree: Any, path: str) -> list[Any]:
    if not path:
        return []
    try:
        found = tree.xpath(path)
    except etree.XPathError:
        return []
    return [each for each in found if isinstance(each.tag, str)] if isinstance(found, list) else []
