"""Whether bytes are UTF-8, without making a text of them.

>>> looked("naïve".encode()) == VALID | HIGH, looked("naïve".encode("latin-1"))
(True, 0)
"""

from __future__ import annotations

import re
from functools import cache
from types import ModuleType

from motherlode.kernels import kernel

VALID, HIGH, CONTROL = 1, 2, 4
"""Bits: UTF-8, with characters beyond ASCII, with some of U+0080 to U+009F, which no person writes."""

_CONTROL = re.compile(rb"\xc2[\x80-\x9f]")


@cache
def compiled() -> ModuleType | None:
    """The kernel (`_utf8.c`), or None where it is not built or turned off."""
    return kernel("motherlode.text._utf8", 1)


def looked(body: bytes) -> int:
    """The bits of a body; 0 where it is not UTF-8."""
    fast = compiled()
    return looked_in_python(body) if fast is None else int(fast.looked(body))


def looked_in_python(body: bytes) -> int:
    """The same by decoding."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return 0
    return VALID | (0 if body.isascii() else HIGH) | (CONTROL if _CONTROL.search(body) else 0)
