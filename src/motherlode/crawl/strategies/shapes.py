"""Addresses fall into classes by their shape: pages of one shape lead to much the same.

>>> shapes = Shapes()
>>> [shapes.of(f"http://a.example/2014/{month}/archive.html") for month in ("06", "07", "08")]
[0, 1, 1]
>>> shapes.names[1]
'a.example/N/N/archive.html'
"""

from __future__ import annotations

import re

LONGEST_NAME = 20
MOST_NAMES = 20
"""A folder keeps its name in the shape unless it is long, or one of more than twenty beside each other."""

MAX_CLASSES = 20_000
"""Shapes beyond this number share one class, so that a trap that makes up folders does not fill the memory."""

SEVERAL = "//"
"""Stands for the folders of a name that was met in two of them."""

_DIGITS = re.compile(r"\d+")


class Shapes:
    """Numbers classes in the order in which they are met."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._known: dict[str, int] = {}
        self._folders: dict[str, str] = {}
        self._beside: dict[str, set[str]] = {}

    def __len__(self) -> int:
        return len(self.names)

    def of(self, url: str) -> int:
        """The class of an address: numbers and the names of single pages do not count.

        The last part counts when it stands in two folders at least: `index.html` and `archive.html` are kinds of
        page, and a title is a page.
        """
        path, _, query = url.partition("://")[2].partition("?")
        host, *parts = path.split("/")
        shape = host
        for part in parts[:-1]:
            shape = f"{shape}/{self._folder(part, shape)}"
        name, dot, ending = parts[-1].rpartition(".") if parts else ("", "", "")
        if not dot:
            name, ending = ending, ""
        shape = f"{shape}/{self._page(name, parts)}{dot}{ending}"
        if query:
            shape += "?" + "&".join(sorted({pair.partition("=")[0] for pair in query.split("&")}))
        return self._number(shape)

    def _folder(self, name: str, above: str) -> str:
        if name.isdigit():
            return "N"
        if len(name) == 1 or len(name) > LONGEST_NAME or name.count("-") + name.count("_") > 1:
            return "*"
        beside = self._beside.setdefault(above, set())
        if name not in beside and len(beside) < MOST_NAMES:
            beside.add(name)
        return _DIGITS.sub("N", name) if name in beside else "*"

    def _page(self, name: str, parts: list[str]) -> str:
        plain = _DIGITS.sub("N", name)
        if plain in ("", "N"):
            return plain
        folder = "/".join(parts[:-1])
        if self._folders.setdefault(plain, folder) != folder:
            self._folders[plain] = SEVERAL
        return plain if self._folders[plain] == SEVERAL else "*"

    def _number(self, shape: str) -> int:
        number = self._known.get(shape)
        if number is None:
            if len(self.names) >= MAX_CLASSES:
                return MAX_CLASSES - 1
            number = self._known[shape] = len(self.names)
            self.names.append(shape)
        return number
