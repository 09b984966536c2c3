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
    """Entries as a pattern for texts of any letters, and those of ASCII one by one: most texts have none of them."""

    def __init__(self, entries: tuple[str, ...]) -> None:
        forms = {
            entry: re.escape(entry.rstrip()).replace("\\ ", r"\s") + (r"\b" if entry[-1] == " " else "")
            for entry in entries
        }
        self.pattern = re.compile("|".join(forms.values()), re.IGNORECASE)
        self.plain = tuple(entry.lower() for entry in entries if entry.isascii() and " " not in entry)
        self.spaced = tuple(
            (entry.split()[0].lower(), re.compile(form, re.IGNORECASE))
            for entry, form in forms.items()
            if entry.isascii() and " " in entry
        )

    def in_text(self, text: str) -> bool:
        """Whether an entry is in a text."""
        if not text.isascii():
            return self.pattern.search(text) is not None
        low = text.lower()
        for entry in self.plain:
            if entry in low:
                return True
        return any(first in low and form.search(text) is not None for first, form in self.spaced)


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
