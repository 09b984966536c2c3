"""The compiled kernel of the article extractor (`_blocks.c`), where it was built; twins in Python mean the same."""

from __future__ import annotations

import os
from functools import cache
from types import ModuleType


@cache
def compiled() -> ModuleType | None:
    """The kernel, or None where it is not built or MOTHERLODE_PURE=1 turns it off."""
    if os.environ.get("MOTHERLODE_PURE") == "1":
        return None
    try:
        from motherlode.extract.news import _blocks  # type: ignore[attr-defined,unused-ignore]
    except ImportError:
        return None
    kernel: ModuleType = _blocks
    return kernel if getattr(kernel, "VERSION", 0) == VERSION else None


VERSION = 5
"""What the kernel's functions take and give; a library that was built from another source is not used."""
