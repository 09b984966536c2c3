"""The page in English and Chinese: the English sentence is the key."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from nicegui import ui

COOKIE = "motherlode_language"
CHINESE: dict[str, str] = tomllib.loads(
    files("motherlode.interfaces.web").joinpath("chinese.toml").read_text(encoding="utf-8")
)

NAMES = {
    "pages_per_s": "pages a second", "pages_per_second": "pages a second", "limit_requests": "fewest requests possible",
    "limit_queries": "fewest queries possible", "links_refused": "links refused", "on_disk": "waiting on disk",
    "harvest": "harvest rate", "recall": "share found, estimated", "parts": "parts added up",
    "parts_killed": "killed parts, not counted here",
}  # fmt: skip
"""Words for names of figures that programs read."""


def language() -> str:
    """The reader's language: 'en' or 'zh'; what the browser asks for until the reader chooses."""
    request = ui.context.client.request
    chosen = request.cookies.get(COOKIE)
    if chosen in ("en", "zh"):
        return chosen
    return "zh" if request.headers.get("accept-language", "").lower().startswith("zh") else "en"


def t(text: str) -> str:
    """A sentence in the reader's language."""
    if language() == "zh":
        return CHINESE.get(text, text)
    return NAMES.get(text, text)
