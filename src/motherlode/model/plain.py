"""Values as JSON can hold them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any


class AsDict:
    """A value that turns into a dict that JSON can hold."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The value with everything in it as JSON can hold it."""
        made: dict[str, Any] = plain(self)
        return made


def plain(value: Any) -> Any:
    """A value as JSON can hold it: dataclasses as objects, dates as ISO 8601, sets as sorted lists."""
    if is_dataclass(value) and not isinstance(value, type):
        return {name: plain(item) for name, item in asdict(value).items()}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted(plain(item) for item in value)
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    if isinstance(value, Path):
        return str(value)
    if hasattr(value, "item") and not isinstance(value, (str, bytes)):
        return value.item()
    return value


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `many` is the plural where it is not made by an s.

    >>> counted(1, "source"), counted(1200, "source"), counted(0, "story", "stories")
    ('1 source', '1,200 sources', '0 stories')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
