"""Patterns that a person gives: matched in time that grows with the text alone, so that none can hang a run.

>>> bool(user_pattern(r"/(a+)+$").search("/" + "a" * 10_000 + "!"))
False
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import re2

from motherlode.errors import UsageError

MAX_PATTERN = 2000
"""Characters of one pattern."""


def fits(pattern: str, text: str) -> bool:
    """Whether the whole of a text fits a pattern that a person gave.

    >>> fits("[0-9]{4}", "2024"), fits("(a+)+b", "a" * 5000)
    (True, False)
    """
    return _compiled(pattern).fullmatch(text) is not None


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> Any:
    return user_pattern(pattern)


def user_pattern(pattern: str, where: str = "") -> Any:
    """The compiled pattern, with `search`, `match` and `fullmatch`; raises UsageError for what is none."""
    place = f" in {where}" if where else ""
    if len(pattern) > MAX_PATTERN:
        raise UsageError(f"the pattern{place} has {len(pattern)} characters; {MAX_PATTERN} are allowed")
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(pattern, options=options)
    except re2.error as error:
        said = error.args[0].decode("utf-8", "replace") if isinstance(error.args[0], bytes) else str(error)
        raise UsageError(
            f"{pattern!r}{place} is not a regular expression of RE2 ({said}); look-around and back-references, which"
            " can take for ever, are left out of it"
        ) from error
