"""The frame around every page: header, menu, and how things are told to the reader."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from importlib.resources import files
from typing import Any, TypeVar, cast
from urllib.parse import quote

from nicegui import events, run, ui

from motherlode.api.serving import OpenProject
from motherlode.errors import MotherlodeError
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web.words import COOKIE, language, t

MENU = (
    ("sources", "Sources", "travel_explore"),
    ("topic", "Topic", "label"),
    ("parameters", "Parameters", "tune"),
    ("run", "Run", "play_circle"),
    ("results", "Results", "article"),
    ("stories", "Stories", "auto_stories"),
    ("watch", "Watch", "visibility"),
    ("records", "Records", "view_list"),
    ("hidden", "Hidden databases", "storage"),
    ("network", "Network", "hub"),
    ("analysis", "Analysis", "insights"),
)
NEXT = {
    "sources": "topic",
    "topic": "parameters",
    "parameters": "run",
    "run": "results",
    "results": "stories",
    "stories": "analysis",
}
DARK = "motherlode_dark"
STYLE = files("motherlode.interfaces.web").joinpath("style.css").read_text(encoding="utf-8")

T = TypeVar("T")


def address(project: str, module: str) -> str:
    """Where a page of a project lies."""
    return f"/p/{quote(project)}/{module}"


def api(project: str, path: str) -> str:
    """Where something of a project lies in the REST API."""
    return f"/api/projects/{quote(project)}/{path}"


def asked(name: str, otherwise: str = "") -> str:
    """What this page's address says under a name: filters, sort and tab stand there, so that links can be sent."""
    return str(ui.context.client.request.query_params.get(name, otherwise))


def remember(values: Mapping[str, object]) -> None:
    """Writes what is shown into the address of this page; an empty value leaves it."""
    wanted = json.dumps({name: str(value) for name, value in values.items()}).replace("<", "\\u003c")
    ui.run_javascript(
        f"const here = new URL(location); for (const [name, value] of Object.entries({wanted}))"
        " value ? here.searchParams.set(name, value) : here.searchParams.delete(name);"
        " history.replaceState(history.state, '', here)"
    )


@contextmanager
def page(project: str, here: str) -> Iterator[None]:
    """The frame; what is made inside stands in the middle."""
    request = ui.context.client.request
    cookie = request.cookies.get(DARK, "")
    dark = ui.dark_mode(None if cookie == "" else cookie == "1")
    ui.add_css(STYLE)
    ui.add_head_html(f"<script>document.documentElement.lang = '{language()}'; {_UNSAVED}{_ONCE}{_IN_ORDER}</script>")
    ui.colors(
        primary="#2f5d62", secondary="#5e8b7e", accent="#8f4e14", negative="#b3261e", positive="#2e7d4f",
        info="#1d5b79", warning="#8a5a00",
    )  # fmt: skip
    named = {path: label for path, label, _ in MENU}
    ui.page_title(
        " · ".join(part for part in (t(named[here]) if here in named else "", project, "Motherlode") if part)
    )
    ui.link(t("Skip to the content"), "#content").classes("ml-skip")
    with ui.header(elevated=False).classes("ml-header items-center no-wrap q-py-xs gap-2"):
        if project:
            opener = ui.button(icon="menu").props("flat round color=white dense data-testid=menu")
            opener.props["aria-label"] = t("Menu")
        ui.link("Motherlode", "/").classes("text-h6")
        if project:
            ui.label(project).classes("ellipsis").style("min-width: 0; opacity: .85")
        ui.space()
        _languages()
        _dark(dark)
    if project:
        drawer = ui.left_drawer(value=None, bordered=True).props("width=264 breakpoint=900").classes("q-px-none")
        opener.on_click(drawer.toggle)
        with drawer:
            _menu(project, here)
    with ui.column().classes("ml-page").props('id=content role=main tabindex="-1"'):
        yield
        if project and here in NEXT:
            _next(project, here, named)


_UNSAVED = """
addEventListener('input', event => { if (event.target.closest('[data-unsaved]')) window.mlUnsaved = true; });
addEventListener('beforeunload', event => { if (window.mlUnsaved) event.preventDefault(); });
"""
"""What is written into an element with `data-unsaved` and not saved is not lost without a question."""

_ONCE = """
addEventListener('click', event => {
  const button = event.detail > 1 && event.target.closest('button.q-btn');
  if (button && !button.closest('.q-table__bottom') && !button.ariaPressed) event.stopImmediatePropagation();
}, true);
"""
"""A double click begins something once; pages of a table and what can be pressed in and out may be clicked fast."""

_IN_ORDER = """
{
  let done = false;
  const ahead = document.prerendering || performance.getEntriesByType('navigation')[0]?.deliveryType;
  Object.defineProperty(window, 'did_handshake', {get: () => done || !ahead, set: value => { done = value; }});
}
"""
"""What is typed and pressed before the page is connected is sent in that order once it is.

NiceGUI lets every event look for the handshake by a clock of its own, so that a click could overtake the text. The
connection keeps what it is given before it stands; only a page that was fetched ahead shakes hands later.
"""


def _menu(project: str, here: str) -> None:
    with ui.element("nav").classes("w-full") as menu, ui.list().classes("w-full"):
        menu.props["aria-label"] = t("Menu")
        for path, label, icon in MENU:
            item = ui.item().props(f"clickable data-testid=menu-{path}" + (" active" if path == here else ""))
            item.props["href"] = address(project, path)
            if path == here:
                item.props["aria-current"] = "page"
            with item:
                with ui.item_section().props("avatar"):
                    ui.icon(icon)
                with ui.item_section():
                    ui.label(t(label))


def _next(project: str, here: str, named: Mapping[str, str]) -> None:
    """The way on, for people who do this for the first time."""
    with ui.row().classes("w-full justify-end"):
        link = ui.link(f"{t('Next')}: {t(named[NEXT[here]])} →", address(project, NEXT[here]))
        link.props("data-testid=next")


def _languages() -> None:
    other = "en" if language() == "zh" else "zh"
    shown = "English" if other == "en" else "中文"
    button = ui.button(shown, on_click=lambda: _set_cookie(COOKIE, other)).props("flat dense color=white")
    button.props(f"data-testid=language lang={other}").classes("shrink-0")


def _dark(dark: ui.dark_mode) -> None:
    def flip() -> None:
        dark.toggle() if dark.value is not None else dark.enable()
        ui.run_javascript(
            f"document.cookie='{DARK}={1 if dark.value else 0};path=/;samesite=strict;max-age=31536000'"
        )

    button = ui.button(icon="contrast", on_click=flip).props("flat round dense color=white data-testid=dark")
    button.props["aria-label"] = t("Light or dark")
    button.classes("shrink-0")


def _set_cookie(name: str, value: str) -> None:
    ui.run_javascript(f"document.cookie='{name}={value};path=/;samesite=strict;max-age=31536000';location.reload()")


def heading(text: str, help_text: str = "") -> None:
    """The page's title and a sentence on what to do here."""
    with ui.column().classes("gap-0 w-full"):
        title(t(text))
        if help_text:
            ui.label(t(help_text)).classes("ml-quiet")


def title(text: str) -> None:
    """The page's title as it stands: the name of something that was found."""
    ui.label(text).classes("text-h5").props('role=heading aria-level="1"').style("overflow-wrap: anywhere")


@contextmanager
def card(title: str = "", help_text: str = "") -> Iterator[None]:
    """A box with a title."""
    with ui.card().classes("ml-card"):
        if title:
            with ui.column().classes("gap-0"):
                ui.label(title).classes("text-subtitle1 text-weight-medium").props('role=heading aria-level="2"')
                if help_text:
                    ui.label(help_text).classes("ml-quiet text-caption")
        yield


@contextmanager
def dialog(title: str, mark: str = "") -> Iterator[ui.dialog]:
    """A box over the page with a title and a button that closes it; it opens when it is filled."""
    with ui.dialog() as made, ui.card().classes("w-full").style("max-width: 960px").props(f"data-testid={mark}"):
        with ui.row().classes("w-full items-start no-wrap"):
            ui.label(title).classes("text-h6 grow").style("overflow-wrap: anywhere")
            close = ui.button(icon="close", on_click=made.close).props("flat round dense autofocus")
            close.props["aria-label"] = t("Close")
        yield made
    made.open()


def exports(formats: Iterable[str], mark: str, address: Callable[[str], str]) -> None:
    """A button with the formats of a file; `address` says where the file in a format is made."""
    with ui.button(t("Export"), icon="download").props(f"outline data-testid=export-{mark}"), ui.menu():
        for name in formats:
            item = ui.menu_item(name, on_click=lambda name=name: ui.navigate.to(address(name), new_tab=True))
            item.props(f"data-testid=export-{mark}-{name}")


def empty(text: str, icon: str = "inbox", *, link: tuple[str, str] | None = None) -> None:
    """What to do next where there is nothing yet; `link` is (words, address) of the place to do it."""
    with ui.column().classes("ml-empty items-center"):
        ui.icon(icon, size="42px").classes("ml-quiet")
        ui.label(text).classes("ml-quiet")
        if link is not None:
            ui.link(*link).classes("text-weight-medium")


def facts(values: Mapping[str, Any]) -> None:
    """Figures with their names, as tiles."""
    with ui.element("div").classes("ml-facts"):
        for name, value in values.items():
            with ui.element("div").classes("ml-fact"):
                with ui.element("b"):
                    ui.label(short(value)).style("display: inline")
                with ui.element("span"):
                    ui.label(t(name)).style("display: inline")


def short(value: Any) -> str:
    """A value for people: figures rounded, lists counted out."""
    if isinstance(value, bool):
        return t("yes") if value else t("no")
    if isinstance(value, float):
        return f"{value:,.2f}".rstrip("0").rstrip(".") if abs(value) >= 0.01 else f"{value:.2g}"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {short(each)}" for key, each in value.items()) or "–"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(short, value)) or "–"
    return str(value) if value not in (None, "") else "–"


async def work(call: Callable[..., T], *arguments: object, **named: object) -> T:
    """Runs something slow beside the page; raises what it raises."""
    return cast("T", await run.io_bound(call, *arguments, **named))


@contextmanager
def told() -> Iterator[None]:
    """Errors of Motherlode become a message on the page; nothing else is lost."""
    try:
        yield
    except MotherlodeError as error:
        tell(error)


@contextmanager
def busy(button: ui.button) -> Iterator[None]:
    """The button turns while its work is under way, a second press of it does nothing, and errors are told."""
    button.props("loading")
    button.disable()
    try:
        with told():
            yield
    finally:
        button.enable()
        button.props(remove="loading")


def button(words: str, icon: str, act: Callable[[], Awaitable[None]], props: str) -> None:
    """A button that turns while its work is under way, and tells what went wrong."""

    async def pressed() -> None:
        with busy(made):
            await act()

    made = ui.button(words, icon=icon, on_click=pressed).props(props)


def picker(
    words: str, uploaded: Callable[[events.UploadEventArguments], Awaitable[None]], props: str, most: int, **more: Any
) -> None:
    """A button that asks for a file of at most so many bytes and hands it on; it can be chosen again afterwards."""

    async def handed(event: events.UploadEventArguments) -> None:
        await uploaded(event)
        field.reset()

    field = ui.upload(on_upload=handed, auto_upload=True, max_file_size=most, **more)
    field.props(props).classes("hidden")
    ui.button(words, icon="upload_file", on_click=lambda: field.run_method("pickFiles")).props("outline")


@contextmanager
def tabs(named: Mapping[str, str], props: str = "align=left") -> Iterator[None]:
    """Tabs with their words; the one that is open stands in the address. What is made inside are their panels."""
    first = asked("tab")
    with ui.tabs(on_change=lambda event: remember({"tab": event.value})).props(props) as made:
        for name, words in named.items():
            ui.tab(name, label=words).props(f"data-testid=tab-{name}")
    with ui.tab_panels(made, value=first if first in named else next(iter(named))).classes("w-full"):
        yield


async def allow_private(project: OpenProject) -> None:
    """Lets a project reach private and loopback addresses from now on."""
    values = {name: dict(section) for name, section in project.settings.values.items()}
    values.setdefault("project", {})["allow_private"] = True
    await work(project.write_settings, values)


def analysing(state: State, project: OpenProject) -> None:
    """The button that analyses a project's articles and shows the page anew."""
    words, work = t("Analyse the articles"), partial(finished, state, project, "analyse", 600)
    button(words, "insights", work, "data-testid=analyse")


def tell(error: MotherlodeError) -> None:
    """An error in words."""
    failed(error.message)


def failed(text: str) -> None:
    """A failure in words."""
    ui.notify(text, type="negative", multi_line=True, timeout=12_000, close_button=t("Close"))


async def finished(state: State, project: OpenProject, kind: str, seconds: float) -> None:
    """Runs a job to its end and shows the page anew, or tells why it failed."""
    started = await work(state.jobs.start, project, kind, {})
    done = await work(state.jobs.wait, project, started.id, seconds)
    if done.state == "failed":
        failed(str(done.report.get("error", "")))
    else:
        ui.navigate.reload()


def saved(text: str = "") -> None:
    """Tells that it worked; nothing is unsaved any more."""
    ui.notify(text or t("Saved"), type="positive")
    ui.run_javascript("window.mlUnsaved = false")
