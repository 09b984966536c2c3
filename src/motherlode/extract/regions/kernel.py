"""The compiled kernel of the record extractor (`_cuts.c`), where it was built; twins in Python mean the same."""

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
        from motherlode.extract.regions import _cuts  # type: ignore[attr-defined,unused-ignore]
    except ImportError:
        return None
    kernel: ModuleType = _cuts
    return kernel if getattr(kernel, "VERSION", 0) == VERSION else None


VERSION = 1
"""What the kernel's functions take and give; a library that was built from another source is not used."""
