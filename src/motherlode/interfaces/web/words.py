"""The page in English and Chinese: the English sentence is the key."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

from nicegui import ui

COOKIE = "motherlode_language"
_FILE = tomllib.loads(files("motherlode.interfaces.web").joinpath("chinese.toml").read_text(encoding="utf-8"))
REMARKS: dict[str, str] = _FILE.pop("sentences_of_the_analysis")
"""Sentences that the analysis makes, with places for what differs."""

CHINESE: dict[str, str] = _FILE

NAMES = {
    "pages_per_s": "pages a second", "pages_per_second": "pages a second", "limit_requests": "fewest requests possible",
    "limit_queries": "fewest queries possible", "links_refused": "links refused", "on_disk": "waiting on disk",
    "harvest": "harvest rate", "recall": "share found, estimated", "parts": "parts added up",
    "parts_killed": "killed parts, not counted here",
}  # fmt: skip
"""Words for names of figures that programs read."""

ONE = {
    "{n} articles": "{n} article", "{n} sources": "{n} source", "{n} objects": "{n} object", "{n} pages": "{n} page",
    "{n} sources of records": "{n} source of records", "{n} databases": "{n} database", "{n} records": "{n} record",
    "{n} people": "{n} person", "{n} addresses saved": "{n} address saved", "{n} sites to look at": "{n} site to look at",
    "{n} answers": "{n} answer", "{n} keywords saved": "{n} keyword saved",
}  # fmt: skip
"""The English words for one of what is counted; Chinese has no plural."""


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


def number_of(text: str, number: int) -> str:
    """A sentence that begins with a counted noun, such as "{n} articles", with its number in the reader's language."""
    if language() == "en" and number == 1:
        text = ONE[text]
    return t(text).format(n=f"{number:,}")


def sentence(text: str) -> str:
    """What the analysis says in a sentence of its own, in the reader's language."""
    return in_chinese(text) if language() == "zh" else text


def in_chinese(text: str) -> str:
    """A sentence of the analysis in Chinese, part by part; what no form fits stays as it is.

    >>> in_chinese("judged at 2026-03-01 12:00")
    '评估时刻 2026-03-01 12:00'
    """
    for form, chinese in _forms():
        found = form.fullmatch(text)
        if found is not None:
            parts = {
                name: value if name == "title" else in_chinese(value) for name, value in found.groupdict().items()
            }
            return chinese.format(**parts)
    return text


@cache
def _forms() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Patterns of the remarks, those with the most words first: a shorter one may fit the same sentence."""
    made = [
        (re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(english)), re.DOTALL), chinese)
        for english, chinese in REMARKS.items()
    ]
    return tuple(sorted(made, key=lambda pair: -len(pair[0].pattern)))
