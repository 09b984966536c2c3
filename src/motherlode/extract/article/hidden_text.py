"""The text of pages that show it by a program alone: from JSON-LD and from the data of the page's scripts (N4)."""

from __future__ import annotations

import json
import re
from typing import Any

from motherlode.dom.tree import Tree
from motherlode.extract.article import jsonld

POSTS = frozenset(("discussionforumposting", "question", "answer", "comment", "socialmediaposting"))
"""schema.org types whose texts are the posts of a thread."""

LONG = 400
"""Characters of a string in a script from which it may be the article."""

MAX_SCRIPTS = 2_000_000
"""Characters of scripts that are searched; more are the site's programs."""

_STRING = re.compile(r'"((?:[^"\\]|\\.){400,})"')
_SENTENCE = re.compile(r"[.!?。！？](?:\s|$|[\"”’」<]|(?=[\u3040-\u9fff]))")
SENTENCES = 4
LETTERS = 0.55
"""Least share of letters in running text; encoded data and programs have more signs."""


def paragraphs(body: str) -> str:
    """Text of a data field: tags out, lines folded."""
    if "<" in body:
        body = re.sub(r"</p>|<br\s*/?>|</li>|</h\d>", "\n", body)
        body = re.sub(r"<[^<>]{0,500}>", " ", body)
    return "\n\n".join(" ".join(line.split()) for line in re.split(r"[\r\n]+", body) if line.strip())


def thread(objects: list[dict[str, Any]]) -> str:
    """The posts of a forum thread as its JSON-LD tells them, one after another."""
    texts = [jsonld.text_of(item.get("text")) for item in objects if POSTS.intersection(jsonld.types_of(item))]
    return "\n\n".join(dict.fromkeys(paragraphs(text) for text in texts if text))


def longest_string(tree: Tree) -> str:
    """The longest running text among the strings of the page's scripts; empty when there is none."""
    best, searched = "", 0
    for script in tree.scripts:
        searched += len(script)
        if searched > MAX_SCRIPTS:
            break
        for found in _STRING.finditer(script):
            text = _running_text(found[1]) if len(found[1]) > len(best) else ""
            best = max(best, text, key=len)
    return best


def _running_text(quoted: str) -> str:
    """The text of a quoted string, once more unquoted where it holds quoted data; empty when it is no prose."""
    try:
        text = str(json.loads(f'"{quoted}"', strict=False))
    except ValueError:
        return ""
    if text.lstrip()[:1] in ("{", "["):
        inner = [_running_text(found[1]) for found in _STRING.finditer(text)]
        return max(inner, key=len, default="")
    text = paragraphs(text)
    letters = sum(map(str.isalpha, text))
    return text if len(_SENTENCE.findall(text)) >= SENTENCES and letters > LETTERS * len(text) else ""
