"""Texts as they are compared: entities and white space folded, labels split from their values.

>>> fold("  Pub.&nbsp;Date:  June\\n2010 ")
'pub. date: june 2010'
>>> split_label("Publisher: Harlequin")
('Publisher', 'Harlequin')
>>> clean(": 9780316125581 |")
'9780316125581'
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

_LABEL = re.compile(r"^([^\W\d][^:：=\n]{0,40}?)\s*[:：=](?!//)\s*(?=\S)(.+)$", re.DOTALL)
_EDGES = " \t\r\n\u00a0:：|,;>»›•·*–—-=/\\"
_WORD = re.compile(r"[^\W\d_]+|\d+")
_HAN = re.compile(r"[\u3400-\u9fff]")
_POSSESSIVE = re.compile(r"['’]s\b")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
MAX_LABEL_WORDS = 5
"""Longer texts in front of a colon are sentences, not labels."""


def squeeze(text: str) -> str:
    """The text with entities decoded and white space folded, letters left as they are."""
    if "&" in text:
        text = html.unescape(text)
    return " ".join(text.replace("\u00a0", " ").replace("\u200b", "").split())


def fold(text: str) -> str:
    """The text as it is compared."""
    return squeeze(unicodedata.normalize("NFKC", html.unescape(text))).casefold()


def clean(value: str) -> str:
    """A value without the separators that stand around it."""
    value = squeeze(value)
    stripped = value.strip(_EDGES)
    return stripped or value


def split_label(text: str) -> tuple[str, str]:
    """("Label", "value") of a text such as `Label: value`; the label is empty when there is none."""
    found = _LABEL.match(text)
    if not found or len(found[1].split()) > MAX_LABEL_WORDS:
        return "", text
    return found[1].strip(), found[2].strip()


@lru_cache(maxsize=100_000)
def word_list(text: str) -> tuple[str, ...]:
    """Words and numbers of a label, a class name or a value; camelCase and snake_case are divided."""
    found: list[str] = []
    for word in _WORD.findall(_CAMEL.sub(" ", _POSSESSIVE.sub("", unicodedata.normalize("NFKC", text)))):
        word = word.casefold()
        found.extend(word) if _HAN.search(word) else found.append(word)
    return tuple(found)


def plain_word(word: str) -> str:
    """A word without a plural ending, so that `authors` meets `author`."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


@lru_cache(maxsize=100_000)
def label_words(text: str) -> tuple[str, ...]:
    """The words of a label, plural endings removed."""
    return tuple(plain_word(word) for word in word_list(text))
