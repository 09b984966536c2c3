"""Compiled kernels, where they were built; twins in Python mean the same and do the work elsewhere."""

from __future__ import annotations

import importlib
import os
from types import ModuleType


def kernel(name: str, version: int) -> ModuleType | None:
    """A kernel by its module's name, or None where it is not built or MOTHERLODE_PURE=1 turns it off.

    The version stands for what its functions take and give: a library built from another source is not used.
    """
    if os.environ.get("MOTHERLODE_PURE") == "1":
        return None
    try:
        found = importlib.import_module(name)
    except ImportError:
        return None
    return found if getattr(found, "VERSION", 0) == version else None
