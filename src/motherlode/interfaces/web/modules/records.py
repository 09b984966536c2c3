"""Records: a page with its records outlined, the table beside it, the rule that finds them again (E)."""

from __future__ import annotations

import html as escaping
from dataclasses import dataclass
from typing import Any

from lxml import etree, html
from nicegui import events, ui

from motherlode.dom.tree import parse
from motherlode.errors import MotherlodeError
from motherlode.extract.regions import RecordParams, extract
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.words import t
from motherlode.model.records import Region
from motherlode.model.schema import ColumnMapping
from motherlode.pages.decode import decode
from motherlode.recipes import mapping
from motherlode.recipes.fetching import SimpleFetcher
from motherlode.recipes.project import Project
from motherlode.text.urls import canonical, host_of

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'none'; form-action 'none'"
"""What a previewed page may do: be looked at, nothing else."""

OUTLINE = "outline: 2px solid #b5651d !important; outline-offset: -2px; background: rgba(181,101,29,.07) !important;"
ACTIVE = ("script", "iframe", "object", "embed", "form", "link", "meta", "base", "noscript", "template")


@dataclass(frozen=True, slots=True)
class Found:
    """A page and its record lists."""

    url: str
    html: str
    regions: list[Region]


async def show(state: State, project: Project) -> None:
    """An address or an upload in; the page, the table and the rule out."""
    frame.heading("Records", "Paste an address of a result page, or upload saved pages.")
    result = ui.column().classes("w-full")

    async def draw(found: Found) -> None:
        result.clear()
        with result:
            await _result(project, found)
        if found.regions:
            await frame.work(project.store.records.put, found.url, host_of(found.url) or found.url, found.regions)

    async def fetch() -> None:
        with frame.told():
            url = canonical(str(address.value or ""))
            response = await SimpleFetcher(allow_private=project.params.allow_private).fetch(url)
            body, kind = response.body, response.header("content-type")
            await draw(await frame.work(_find, body, kind, response.final_url, project))

    async def uploaded(event: events.UploadEventArguments) -> None:
        with frame.told():
            body = await event.file.read()
            await draw(await frame.work(_find, body, "", f"file:{event.file.name}", project))

    with frame.card(), ui.row().classes("items-center w-full"):
        address = (
            ui.input(t("Address of a result page"))
            .props("outlined dense")
            .classes("grow")
            .props('data-testid="records-url"')
        )
        address.on("keydown.enter", fetch)
        ui.button(t("Find records"), icon="search", on_click=fetch).props('data-testid="records-find"')
        picker = ui.upload(on_upload=uploaded, auto_upload=True, max_file_size=32 * 1024 * 1024).classes("hidden")
        picker.props('data-testid="records-file"')
        ui.button(t("Upload pages"), icon="upload_file", on_click=lambda: picker.run_method("pickFiles")).props(
            "outline"
        )


def _find(body: bytes, kind: str, url: str, project: Project) -> Found:
    text = decode(body, kind).text
    regions = extract(parse(text), url if "://" in url else "", project.settings.get(RecordParams))
    return Found(url, text, regions)


async def _result(project: Project, found: Found) -> None:
    if not found.regions:
        frame.empty("No list of records was found on this page.", "search_off")
        return
    for number, region in enumerate(found.regions[:3]):
        title = f"{len(region.records)} {t('Records')} · {t('Score')} {region.score:.2f}"
        box = ui.expansion(title, value=number == 0).classes("ml-card w-full").props(f'data-testid="region-{number}"')
        with box, ui.row().classes("w-full"):
            with ui.column().style("flex: 1 1 420px; min-width: 300px"):
                ui.label(region.path).classes("text-caption").style("font-family: monospace")
                _table(region)
            with ui.column().style("flex: 1 1 420px; min-width: 300px"):
                _preview(found.html, region)
        if number == 0 and region.columns:
            await _mapping(project, host_of(found.url) or found.url, region)


async def _mapping(project: Project, source: str, region: Region) -> None:
    """The columns' meaning under a schema; a person may choose another, and the choice is learned from."""
    names = await frame.work(mapping.schema_names, project)
    with frame.card("Mapping"):
        schema = ui.select(names, label=t("Schema"), value=None).props('outlined dense data-testid="schema"')
        schema.style("min-width: 220px")
        place = ui.column().classes("w-full gap-1")

    async def draw() -> None:
        place.clear()
        if not schema.value:
            return
        with frame.told():
            name = str(schema.value)
            known = await frame.work(mapping.schema_of, project, name)
            found = await frame.work(mapping.mappings_of, project, source, region, name)
            choices = ["", *(attribute.name for attribute in known.attributes)]
            with place:
                for each in found:
                    _mapped(project, source, region, name, each, choices)

    schema.on_value_change(draw)


def _mapped(
    project: Project, source: str, region: Region, schema: str, found: ColumnMapping, choices: list[str]
) -> None:
    async def chosen(event: events.ValueChangeEventArguments[Any]) -> None:
        with frame.told():
            await frame.work(mapping.correct, project, source, region, schema, found.column, str(event.value or ""))
            frame.saved()

    with ui.row().classes("items-center w-full"):
        ui.label(found.column).classes("text-weight-medium").style("min-width: 140px")
        field = ui.select(choices, value=found.attribute if found.attribute in choices else "", on_change=chosen)
        field.props(f'outlined dense data-testid="map-{found.column}"').style("min-width: 180px")
        why = "; ".join(term.reason or term.name for term in found.terms[:3])
        ui.label(f"{found.score:.2f}  {why}").classes("text-caption ml-quiet")


def _table(region: Region) -> None:
    names = [c.name for c in region.columns][:12]
    if names:
        columns = [{"name": n, "field": n, "label": n, "align": "left"} for n in names]
        rows: list[dict[str, Any]] = [
            {"key": at, **{n: _cell(record.fields.get(n)) for n in names}} for at, record in enumerate(region.records)
        ]
    else:
        columns = [{"name": "text", "field": "text", "label": t("Text"), "align": "left"}]
        rows = [{"key": at, "text": " | ".join(record.texts)} for at, record in enumerate(region.records)]
    ui.table(columns=columns, rows=rows, row_key="key", pagination=10).classes("w-full").props(
        "wrap-cells dense"
    ).props('data-testid="records-table"')


def _cell(value: object) -> str:
    return "" if value is None else ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _preview(text: str, region: Region) -> None:
    """The page in a frame that runs nothing and loads nothing."""
    outlined = escaping.escape(harmless_page(text, [record.path for record in region.records]), quote=True)
    ui.html(
        f'<iframe sandbox="" title="{t("Preview")}" srcdoc="{outlined}" '
        'style="width:100%;height:460px;border:1px solid rgba(128,128,128,.3);border-radius:8px"></iframe>',
        sanitize=False,
    ).classes("w-full").props('data-testid="records-preview"')


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
            element.drop_tree()
    for element in tree.iter():
        for name in list(element.attrib):
            if name.lower().startswith("on") or name.lower() in ("srcdoc", "href", "action", "formaction", "srcset"):
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
    except (etree.XPathError, MotherlodeError):
        return []
    return [each for each in found if isinstance(each.tag, str)] if isinstance(found, list) else []
