"""Patterns of who wrote an article, made from the bylines in the tables of languages.

A table has words for "by" (before a name, with or without a colon), roles (the same: "author"), labels, which say
many things and count only before a colon or a stroke ("words") or, where the language has them "spaced", before a
space, too, endings (for "by" after a date at the end of a line),
and leads, which are taken off the beginning of what a page gives as its author and found by rules of their own.
"""

from __future__ import annotations

import re

from motherlode.lang import any_of, words

PLAIN = words("bylines", "by") + words("bylines", "role")
"""What stands before a name without a colon, too."""

LABELS = words("bylines", "label")
_BY, _LABEL = any_of(PLAIN), any_of(LABELS)
HAN_WRITER, HAN_REPORTER, HAN_EDITOR = (words("bylines", key) for key in ("writer", "reporter", "editor"))
"""What Chinese lines call those who wrote an article, reported for it, and edited it."""

_SPACED = any_of(words("bylines", "spaced"))
_LEADS = any_of((*words("bylines", "lead"), *HAN_WRITER, *HAN_REPORTER, *HAN_EDITOR))
_MARK = r"[:：/＝|丨]"
LEAD = re.compile(
    rf"^(?:(?:{_BY})(?!\w)\s*{_MARK}?\s*|(?:{_LABEL})\s*{_MARK}\s*"
    rf"|(?:{_LEADS})\s*[:：/丨|]?\s*)",
    re.IGNORECASE,
)
"""What is taken off the beginning of what a page gives as its author."""

BY = re.compile(
    rf"^\W*(?:(?:{_BY})(?:\s?{_MARK}\s*|\s+)|(?:{_SPACED})\s|(?:{_LABEL})\s?{_MARK}\s*)(?-i:(?=[^\Wa-z_]))",
    re.IGNORECASE,
)
"""A line that begins with who wrote it."""

LABEL = re.compile(rf"^(?:{_BY}|{_LABEL})\s?[:：]?$", re.IGNORECASE)
"""A line that says that the next one is who wrote it."""

BY_AT_END = re.compile(
    rf"\d.{{0,80}}?(?<!\w)(?:(?:{any_of(words('bylines', 'ending') + words('bylines', 'role'))})"
    rf"(?:\s{{0,9}}[:：]\s{{0,9}}|\s{{1,9}})|(?:{_LABEL})\s?[:：]\s{{0,9}})"
    r"((?-i:[^\W\da-z_])[^\d|,;:()\n]{1,40})$",
    re.IGNORECASE | re.DOTALL,
)
"""A line that ends with who wrote it, after a date: Posted on 12 March by Ann Lee."""

FIRST_WORDS = frozenset(re.split(r"\W", entry.lower())[0] for entry in PLAIN + LABELS)
"""Words that a byline begins with, for a quick look at lines before the patterns."""

SPEAKING = frozenset(word for entry in PLAIN + LABELS for word in entry.lower().split())
"""All words of bylines, none of which is part of a plain name."""
