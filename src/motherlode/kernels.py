"""The native extension (`native/`), where it is built and fits; Python means the same and does the work elsewhere.

MOTHERLODE_PURE=1 turns it off. Where it is not used, one line in the log says why, and `why_not` keeps saying so.
"""

from __future__ import annotations

import logging
import os
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

API = 5
"""What the functions take and give: an extension that was built from another source is not used."""

PARSER = (1, 0), (2, 0)
"""Versions of selectolax whose library the extension may walk: the first, and the first that is too new. Older ones
export other functions; newer ones may lay out their nodes anew, and pyproject.toml does not allow them."""

_log = logging.getLogger("motherlode")


class _Found:
    """What was found, once: the extension, whether it is bound to the parser, and why not."""

    def __init__(self) -> None:
        self.native: Any = None
        self.walks = False
        self.reason = ""
        if os.environ.get("MOTHERLODE_PURE") == "1":
            self.reason = "MOTHERLODE_PURE=1 turns it off"
            return
        try:
            built = import_module("motherlode._native")
            if built.API != API:
                raise ImportError(f"it was built from another source (API {built.API}, not {API})")
            self.native = built
            self._bind()
        except (ImportError, AttributeError, TypeError) as error:
            what = "not used" if self.native is None else "used without its walk"
            self.reason = str(error)
            _log.warning("the native extension is %s, Python does the work: %s", what, error)

    def _bind(self) -> None:
        """Binds the extension to the parser's library; raises ImportError where they do not fit."""
        from selectolax import lexbor
        from selectolax.lexbor import LexborHTMLParser, LexborNode

        least, beyond = PARSER
        if not least <= (installed := parser_version()) < beyond:
            raise ImportError(f"selectolax {'.'.join(map(str, installed))} is not of the range that was tried")
        root = LexborHTMLParser('<html a="1"><head></head><body>é').root
        if root is None:
            raise ImportError("the parser gives no tree")
        self.native.bind(lexbor.__file__, LexborNode, root, root.tag_id)
        self.walks = True


@cache
def _found() -> _Found:
    return _Found()


def parser_version() -> tuple[int, ...]:
    """The first two numbers of the installed parser's version."""
    try:
        numbers = version("selectolax").split(".")
    except PackageNotFoundError:
        return (0,)
    return tuple(int(number) for number in numbers[:2] if number.isdecimal())


def native() -> Any:
    """The extension, or None."""
    return _found().native


def walking() -> Any:
    """The extension where it is bound to the parser, or None."""
    return _found().native if _found().walks else None


def why_not() -> str:
    """Why the extension, or its walk, is not used; empty where all of it is."""
    return _found().reason
