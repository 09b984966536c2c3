"""What the address of a page says about its place on a site."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import unquote, urlsplit

from motherlode.lang import pattern

HEADLINE = 9
"""Words in the last part of an address from which it is a headline."""


@lru_cache(maxsize=100_000)
def page_key(url: str) -> str:
    """An address for comparing: without its scheme, a leading "www." and the name of an index page."""
    parts = urlsplit(url)
    path = re.sub(r"(?i)/(?:index|default|home)\.\w+$", "/", parts.path)
    return f"{parts.netloc.removeprefix('www.')}{path.rstrip('/')}{'?' + parts.query if parts.query else ''}"


@lru_cache(maxsize=100_000)
def folder_of(url: str) -> str:
    """The folder an address stands for: itself, or the one of an index page; empty for a page that is no folder."""
    path = unquote(urlsplit(url).path)
    if path.endswith("/"):
        return path
    head, _, last = path.rpartition("/")
    if re.match(r"(?i)^(?:index|default|home)\.\w+$", last):
        return head + "/"
    return path + "/" if "." not in last else ""


@lru_cache(maxsize=100_000)
def in_news(url: str) -> bool:
    """Whether an address lies in a folder of news, events or the like."""
    folders = [part for part in unquote(urlsplit(url).path).casefold().split("/") if part][:-1]
    never = pattern("staff", "never")
    for folder in folders:
        words = [word for word in re.split(r"[\W_\d]+", folder) if word and word != "and"]
        if words and all(never.fullmatch(word) for word in words):
            return True
    return False


_LANGUAGE_HOME = re.compile(
    r"(?i)^/(?:en|eng|english|de|deutsch|fr|es|it|pt|nl|sv|ru|rus|cn|zh|chinese|ja|jp|ko|ar|pl|tr|int|international)"
    r"(?:[-_][a-z]{2})?(?:/(?:(?:index|default|home)\.\w+)?)?$|^/(?:index|home)[-_.](?:en|eng|english|ru|cn|de)\.\w+$"
)


def is_language_home(url: str) -> bool:
    """Whether an address is the home page of the site in another language, which is the whole and no unit of it."""
    return _LANGUAGE_HOME.match(urlsplit(url).path) is not None


_LANGUAGE = re.compile(
    r"(?i)^\W{0,3}(?:in |på |на |auf |en )?(?:english|svenska|deutsch|français|español|italiano|português|русск\w\w"
    r"|українськ\w{2,3}|polski|türkçe|中文|日本語|한국어|हिन्दी|eng|rus)(?: version|版|英文)?\W{0,3}$|^英文版?$"
)


def says_language(text: str) -> bool:
    """Whether a link's text is the name of a language, so that it leads to the same page in it."""
    return _LANGUAGE.match(text) is not None


def is_headline(url: str) -> bool:
    """Whether the last part of an address is a whole headline."""
    parts = [part for part in unquote(urlsplit(url).path).split("/") if part]
    return bool(parts) and len(re.split(r"[\W_]+", parts[-1])) > HEADLINE
