"""The page in English and Chinese: the English sentence is the key."""

from __future__ import annotations

from nicegui import ui

from motherlode.interfaces.web.chinese import CHINESE
from motherlode.interfaces.web.chinese_params import PARAMS

COOKIE = "motherlode_language"


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
        return CHINESE.get(text) or PARAMS.get(text) or text
    return NAMES.get(text, text)
