"""The compiled kernel of an article's fields (`_fields.c`), where it was built; twins in Python mean the same."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from motherlode.dom.kernels import kernel

VERSION = 4
"""What the kernel's functions take and give."""


@cache
def compiled() -> ModuleType | None:
    """The kernel, or None where it is not built or turned off."""
    return kernel("motherlode.extract.news._fields", VERSION)
