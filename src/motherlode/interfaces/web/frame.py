"""The frame around every page: header, menu, and how things are told to the reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar, cast

from nicegui import run, ui

from motherlode.errors import MotherlodeError
from motherlode.interfaces.web.words import COOKIE, language, t

MENU = (
    ("sources", "Sources", "travel_explore"),
    ("topic", "Topic", "label"),
    ("parameters", "Parameters", "tune"),
    ("run", "Run", "play_circle"),
    ("results", "Results", "article"),
    ("records", "Records", "view_list"),
    ("hidden", "Hidden databases", "storage"),
    ("network", "Network", "hub"),
    ("analysis", "Analysis", "insights"),
)

STYLE = """
:root { --ml-line: rgba(128,128,128,.25); }
body { font-family: system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; }
.ml-page { width: 100%; max-width: 1240px; margin: 0 auto; padding: 16px; gap: 16px; }
.ml-card { width: 100%; border: 1px solid var(--ml-line); border-radius: 10px; box-shadow: none; }
.ml-quiet { opacity: .72; }
.ml-empty { width: 100%; padding: 40px 16px; text-align: center; }
.ml-text { white-space: pre-wrap; line-height: 1.55; overflow-wrap: anywhere; }
.ml-log { font-family: ui-monospace, monospace; font-size: 12px; white-space: pre-wrap; max-height: 260px;
          overflow: auto; width: 100%; }
.ml-textarea { font-family: ui-monospace, monospace; font-size: 13px; padding: 8px; border: 1px solid var(--ml-line);
               border-radius: 6px; background: transparent; color: inherit; resize: vertical; }
.q-table td { overflow-wrap: anywhere; white-space: normal; }
.q-table th { white-space: nowrap; }
"""
DARK = "motherlode_dark"

T = TypeVar("T")


@contextmanager
def page(project: str, here: str) -> Iterator[None]:
    """The frame; what is made inside stands in the middle."""
    request = ui.context.client.request
    cookie = request.cookies.get(DARK, "") if request is not None else ""
    dark = ui.dark_mode(None if cookie == "" else cookie == "1")
    ui.add_css(STYLE)
    ui.colors(primary="#2f5d62", secondary="#5e8b7e", accent="#b5651d")
    with ui.header(elevated=False).classes("items-center q-py-xs").props("bordered"):
        if project:
            drawer_button = ui.button(icon="menu").props("flat round color=white dense").props('data-testid="menu"')
            drawer_button.props(f'aria-label="{t("Help")}"')
        ui.link("Motherlode", "/").classes("text-white text-h6 no-underline")
        if project:
            ui.label(project).classes("text-white ml-quiet ellipsis").style("max-width: 40vw")
        ui.space()
        _languages()
        _dark(dark)
    if project:
        drawer = ui.left_drawer(value=None, bordered=True).props("width=220 breakpoint=900")
        drawer_button.on_click(drawer.toggle)
        with drawer:
            _menu(project, here)
    with ui.column().classes("ml-page"):
        yield


def _menu(project: str, here: str) -> None:
    with ui.list().classes("w-full"):
        for path, label, icon in MENU:
            target = f"/p/{project}/{path}"
            with ui.item(on_click=lambda target=target: ui.navigate.to(target)).props(
                f'data-testid="menu-{path}"'
            ) as item:
                item.props("clickable" + (" active" if path == here else ""))
                with ui.item_section().props("avatar"):
                    ui.icon(icon)
                with ui.item_section():
                    ui.label(t(label))


def _languages() -> None:
    other = "en" if language() == "zh" else "zh"
    shown = "English" if other == "en" else "中文"
    ui.button(shown, on_click=lambda: _set_cookie(COOKIE, other)).props("flat dense color=white no-caps").props(
        'data-testid="language"'
    )


def _dark(dark: ui.dark_mode) -> None:
    def flip() -> None:
        dark.toggle() if dark.value is not None else dark.enable()
        ui.run_javascript(
            f"document.cookie='{DARK}={1 if dark.value else 0};path=/;samesite=strict;max-age=31536000'"
        )

    ui.button(icon="contrast", on_click=flip).props(f'flat round dense color=white aria-label="{t("Dark")}"').props(
        'data-testid="dark"'
    )


def _set_cookie(name: str, value: str) -> None:
    ui.run_javascript(f"document.cookie='{name}={value};path=/;samesite=strict;max-age=31536000';location.reload()")


def heading(text: str, help_text: str = "") -> None:
    """The page's title and a sentence on what to do here."""
    with ui.column().classes("gap-0 w-full"):
        ui.label(t(text)).classes("text-h5")
        if help_text:
            ui.label(t(help_text)).classes("ml-quiet")


@contextmanager
def card(title: str = "") -> Iterator[None]:
    """A box with a title."""
    with ui.card().classes("ml-card"):
        if title:
            ui.label(t(title)).classes("text-subtitle1 text-weight-medium")
        yield


def empty(text: str, icon: str = "inbox") -> None:
    """What to do next where there is nothing yet."""
    with ui.column().classes("ml-empty items-center"):
        ui.icon(icon, size="42px").classes("ml-quiet")
        ui.label(t(text)).classes("ml-quiet")


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


def tell(error: MotherlodeError) -> None:
    """An error in words."""
    ui.notify(error.message, type="negative", multi_line=True, timeout=12_000, close_button=t("Close"))


def saved(text: str = "Saved") -> None:
    """Tells that it worked."""
    ui.notify(t(text), type="positive")
