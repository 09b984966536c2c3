"""Texts into words: Chinese by a dictionary, other scripts by their letters, European words by their stems.

>>> words("The council's 12 new ships, sailing north")
['council', 'new', 'ships', 'sailing', 'north']
>>> words("国务院新闻办公室举行发布会", language="zh")
['国务院新闻办公室', '举行', '发布会']
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

import snowballstemmer

from motherlode.kernels import native
from motherlode.text.language import guess, has_plain_letters
from motherlode.text.stopwords import EVERYWHERE, STOPWORDS

_WORD = re.compile(r"[^\W\d_]+(?:['’\-][^\W\d_]+)*|\d+(?:[.,]\d+)*")
_PLAIN_WORD = re.compile(r"[a-z]+(?:['’\-][a-z]+)*")
"""The words of `_WORD` in a text of ASCII letters in lower case; numbers are left out."""
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]+")
_CJK_OR_THAI = re.compile(r"[\u3040-\u30ff\uac00-\ud7af\u0e00-\u0e7f]+")
_POSSESSIVE = re.compile(r"['’]s$")
_STEMMERS = {
    "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish", "fr": "french",
    "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese", "ro": "romanian",
    "ru": "russian", "sv": "swedish", "tr": "turkish", "ar": "arabic", "el": "greek",
}  # fmt: skip
_local = threading.local()


def words(text: str, *, language: str = "", stop: bool = True, numbers: bool = False) -> list[str]:
    """The text's words in order, folded to lower case; `stop` leaves out the commonest ones."""
    language = language or guess(text)
    ignored = STOPWORDS.get(language, EVERYWHERE) if stop else frozenset()
    found: list[str] = []
    if not numbers and has_plain_letters(text):
        found = _PLAIN_WORD.findall(text.lower())
        if "'" in text or "’" in text:
            found = [word[:-2] if word.endswith(("'s", "’s")) else word for word in found]
        return [word for word in found if len(word) > 1 and word not in ignored]
    for token in _WORD.findall(text):
        if token.isascii() and token[0] > "9":
            found.append(token.lower() if "'" not in token else token.lower().removesuffix("'s"))
        elif token[0].isdigit():
            if numbers:
                found.append(token)
        else:
            found.extend(_divided(token) if len(token) <= MOST_KEPT else _divide(token))
    return [word for word in found if word not in ignored and (len(word) > 1 or not word.isascii())]


@cache
def _dictionary() -> Any:
    """The dictionary of Chinese words; a quarter of a second to load, which other languages need not wait for."""
    import rjieba

    return rjieba


def _divide(token: str) -> tuple[str, ...]:
    """Chinese by dictionary, kana, hangul and Thai by pairs of characters, the rest as it is."""
    if _HAN.fullmatch(token):
        return tuple(_dictionary().cut(token))  # nothing of it has a case, and none is white space
    if _HAN.search(token):
        return tuple([word.lower() for word in _dictionary().cut(token) if word.strip()])
    if _CJK_OR_THAI.search(token):
        return tuple([token[i : i + 2] for i in range(max(1, len(token) - 1))])
    return (_POSSESSIVE.sub("", token.lower()),)


MOST_KEPT = 100
"""Characters up to which it is remembered how a run divides: those beside every article of a site come again, and
those of a page in its article."""

_divided = lru_cache(maxsize=5000)(_divide)


def stems(text: str, *, language: str = "", stop: bool = True) -> list[str]:
    """The text's words reduced to their stems, for comparing texts."""
    language = language or guess(text)
    return [stem(word, language) for word in words(text, language=language, stop=stop)]


@lru_cache(maxsize=200_000)
def stem(word: str, language: str = "en") -> str:
    """A word's stem (Snowball); words of languages without a stemmer stay as they are."""
    name = _STEMMERS.get(language)
    if name is None or not word.isalpha():
        return word
    stemmers = _local.__dict__.setdefault("stemmers", {})
    if name not in stemmers:
        stemmers[name] = snowballstemmer.stemmer(name)
    result: str = stemmers[name].stemWord(word)
    return result


def whole_words(stems: Iterable[str], text: str, language: str = "en") -> dict[str, str]:
    """For each stem the most frequent word of the text that has it; the stem itself where the text has none.

    >>> whole_words(["evacu", "flood", "moon"], "They evacuated. Evacuated homes; evacuees and floods, floods.")
    {'evacu': 'evacuated', 'flood': 'floods', 'moon': 'moon'}
    """
    wanted = dict.fromkeys(stems)
    found: dict[str, str] = {}
    counted = Counter(words(text, language=language or "en", stop=False))
    for word, _ in sorted(counted.items(), key=lambda item: (-item[1], len(item[0]), item[0])):
        root = stem(word)
        if root in wanted:
            found.setdefault(root, word)
    return {each: each if each in counted else found.get(each, each) for each in wanted}


_TRIED = 12
"""Places of a text that are looked at for a word that has a stem, before the stem is left as it is."""

_WHOLE = re.compile(r"\w{1,40}")


def lowered(text: str) -> str:
    """The text in lower case; natively, where it is not plain ASCII, in a fifth of the time.

    >>> lowered("Été à Paris – “ΟΔΟΣ”")
    'été à paris – “οδος”'
    """
    kernel = native()
    found: str = text.lower() if kernel is None else kernel.lowered(text)
    return found


def first_words(stems: Iterable[str], text: str) -> list[str]:
    """For each stem the first word of the text that has it; a few searches, so that a crawl can do it for every page.

    >>> first_words(["evacu", "carri", "moon"], "They carry what they can: evacuated, not carried.")
    ['evacuated', 'carry', 'moon']
    """
    text = lowered(text)
    return [_first_word(each, each.removesuffix("i"), text) for each in stems]


def _first_word(root: str, begin: str, text: str) -> str:
    at = -1
    for _ in range(_TRIED):
        if (at := text.find(begin, at + 1)) < 0:
            break
        if at and text[at - 1].isalnum():
            continue
        if (found := _WHOLE.match(text, at)) and root in (found.group(), stem(found.group())):
            return found.group()
    return root
