"""Words before a date, and names of elements around it, that tell what happened then, from the tables of languages.

Entries are beginnings of words, or any part of one; a space at the end stands for the end of a word.
"""

from __future__ import annotations

import re
from functools import lru_cache

from motherlode.lang import words

_RELATED = (
    "related", "recommend", "comment", "sidebar", "widget", "latest", "popular", "teaser", "footer", "mostread",
    "most-read",
)  # fmt: skip


class _Words:
    """Entries as a pattern, and those of ASCII letters apart: one quick look tells that most texts have none."""

    def __init__(self, entries: tuple[str, ...]) -> None:
        forms = [
            re.escape(entry.rstrip()).replace("\\ ", r"\s") + (r"\b" if entry[-1] == " " else "") for entry in entries
        ]
        self.pattern = re.compile("|".join(forms), re.IGNORECASE)
        self.parts = tuple(entry.split()[0].lower() for entry in entries if entry.isascii())

    def in_text(self, text: str) -> bool:
        """Whether an entry is in a text."""
        if text.isascii():
            low = text.lower()
            if not any(part in low for part in self.parts):
                return False
        return self.pattern.search(text) is not None


_UPDATED, _PUBLISHED = _Words(words("times", "updated")), _Words(words("times", "published"))
_OF_OTHERS = _Words(_RELATED)


@lru_cache(maxsize=4096)
def told_by(around: str) -> tuple[bool, bool, bool]:
    """Whether the names around a time speak of an update, of publication, of other articles; many are alike."""
    return of_update(around), of_publication(around), _OF_OTHERS.in_text(around)


@lru_cache(maxsize=2048)
def of_update(text: str) -> bool:
    """Whether a text speaks of a change."""
    return _UPDATED.in_text(text)


@lru_cache(maxsize=2048)
def of_publication(text: str) -> bool:
    """Whether a text speaks of publication."""
    return _PUBLISHED.in_text(text)
