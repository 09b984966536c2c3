"""What long work reports when it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Self

from motherlode.model.plain import AsDict, plain


@dataclass(frozen=True, slots=True)
class FurtherFacts:
    """A report that can hold more than its fields name: further facts are in `other`."""

    other: Mapping[str, Any] = field(default_factory=dict, kw_only=True)

    def to_dict(self) -> dict[str, Any]:
        """The report as values that JSON can hold; further facts stand beside the others."""
        made: dict[str, Any] = plain(self)
        return {**made.pop("other"), **made}

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The report from its dict."""
        names = {each.name for each in fields(cls)}
        own = {name: value for name, value in values.items() if name in names}
        return cls(**own, other={name: value for name, value in values.items() if name not in own})


@dataclass(frozen=True, slots=True)
class CrawlReport(FurtherFacts):
    """What a crawl fetched and kept: `harvest` is the share that was kept, `dropped` and `failed` count by reason."""

    fetched: int = 0
    kept: int = 0
    harvest: float = 0.0
    dropped: Mapping[str, int] = field(default_factory=dict)
    failed: Mapping[str, int] = field(default_factory=dict)
    links_refused: Mapping[str, int] = field(default_factory=dict)
    waiting: int = 0
    on_disk: int = 0
    seconds: float = 0.0
    pages_per_second: float = 0.0
    bytes: int = 0
    ended: str = ""


@dataclass(frozen=True, slots=True)
class HiddenReport(FurtherFacts):
    """What was read of a hidden database, what it cost, and which rows could not be reached.

    `other` has the verdict, its words, the strategy with its reason, k, the estimate, the seconds …
    """

    name: str
    rows: int = 0
    queries: int = 0
    requests: int = 0
    rounds: int = 0
    unreachable: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[str, ...] = ()
    stopped: bool = False
    rows_file: Path | None = None
    certificate_file: Path | None = None
    changes_file: Path | None = None
    """Rows added, removed and changed since the earlier reading, where it was read by difference."""


@dataclass(frozen=True, slots=True)
class WatchReport(AsDict):
    """What watching did: visits, new articles, changes by kind, and notifications made and delivered."""

    visits: int = 0
    new: int = 0
    changes: Mapping[str, int] = field(default_factory=dict)
    failed: Mapping[str, int] = field(default_factory=dict)
    notifications: int = 0
    delivered: int = 0
    hours: float = 0.0


@dataclass(frozen=True, slots=True)
class ExportReport(AsDict):
    """The file that was written and how many rows it has."""

    file: Path
    rows: int
