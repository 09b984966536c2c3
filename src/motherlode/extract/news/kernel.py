"""The compiled kernels of the article extractor, where they were built; twins in Python mean the same."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import NamedTuple

from motherlode.dom.kernels import kernel

VERSION = 9
"""What the functions of `_blocks.c` take and give."""


@cache
def compiled() -> ModuleType | None:
    """The kernel of blocks, or None where it is not built or turned off."""
    return kernel("motherlode.extract.news._blocks", VERSION)


@cache
def surrounding() -> ModuleType | None:
    """The kernel of what surrounds blocks, or None."""
    return kernel("motherlode.extract.news._around", 2)


class Judging(NamedTuple):
    """The kernels that judge blocks, one for each step."""

    words: ModuleType
    numbers: ModuleType
    context: ModuleType
    network: ModuleType


_VERSIONS = {"words": 2, "numbers": 3, "context": 1, "network": 1}


@cache
def judging() -> Judging | None:
    """The kernels that judge blocks: all of them, or None."""
    found = [kernel(f"motherlode.extract.news._{name}", version) for name, version in _VERSIONS.items()]
    built = [one for one in found if one is not None]
    return Judging(*built) if len(built) == len(found) else None
