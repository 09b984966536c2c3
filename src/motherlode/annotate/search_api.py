"""Another evidence source: a search API over HTTP, as the paper used one (E8)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import quote_plus

from motherlode.annotate.folding import label_words
from motherlode.annotate.rel import FAR, name_words, nearest
from motherlode.errors import InputError, UsageError

_TEXT_KEYS = ("snippet", "description", "content", "body", "text", "title", "name")


class SearchApi:
    """Asks `url` (with {query} in it) for a value and an attribute name; reads the snippets of the JSON answer."""

    def __init__(self, url: str, get: Callable[[str], bytes]) -> None:
        if "{query}" not in url:
            raise UsageError(f"the search address {url!r} has no {{query}} in it; write …?q={{query}}")
        self.url, self.get = url, get
        self._answers: dict[str, list[tuple[str, ...]]] = {}

    def together(self, value: str, names: Sequence[str]) -> tuple[float, int]:
        """The smallest distance in the snippets, and in how many of them value and name meet."""
        words = label_words(value)[:12]
        if not words or not names:
            return FAR, 0
        best, count = FAR, 0
        wanted = name_words(names)
        for text in self._ask(f'"{value}" {names[0]}'):
            distance = nearest(text, words, wanted)
            if distance < FAR:
                count += 1
                best = min(best, distance)
        return best, count

    def _ask(self, query: str) -> list[tuple[str, ...]]:
        if query not in self._answers:
            body = self.get(self.url.replace("{query}", quote_plus(query)))
            try:
                answer = json.loads(body)
            except (ValueError, UnicodeDecodeError) as error:
                raise InputError(f"the search API did not answer JSON: {error}") from error
            self._answers[query] = [label_words(text) for text in _texts(answer)]
        return self._answers[query]


def _texts(answer: object) -> Iterator[str]:
    """The snippets of an answer, wherever they stand in it: objects with a text under a usual name."""
    waiting = [answer]
    while waiting:
        at = waiting.pop()
        if isinstance(at, list):
            waiting.extend(at)
        elif isinstance(at, dict):
            found = [at[key] for key in _TEXT_KEYS if isinstance(at.get(key), str)]
            if found:
                yield " ".join(found)
            waiting.extend(value for value in at.values() if isinstance(value, (list, dict)))
