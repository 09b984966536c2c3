"""A source: addresses with a number in them."""

from __future__ import annotations

import re

from motherlode.errors import UsageError


def numbered(place: str) -> list[str]:
    """`http://news.example/{n}.html 1-9` gives nine addresses."""
    found = re.fullmatch(r"(\S*\{n\}\S*) (\d{1,9})-(\d{1,9})", place.strip())
    if found is None:
        raise UsageError("write the address with {n} in it and a range, such as: http://news.example/{n}.html 1-9")
    return [found[1].replace("{n}", str(n)) for n in range(int(found[2]), int(found[3]) + 1)]
