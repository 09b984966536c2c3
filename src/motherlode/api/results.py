"""What calls give back: how far they are, typed results (as dicts, Arrow tables, frames too), and reports."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, Self, TypeVar, overload

from motherlode.extras import load
from motherlode.model.plain import AsDict, plain
from motherlode.model.ports import Progress, Silent

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


T = TypeVar("T")


class Results(Sequence[T], Generic[T]):
    """A sequence of typed results; `remarks` is what a person should know about them.

    >>> found = Results([1, 2], row=lambda number: {"number": number})
    >>> len(found), found[0], found.to_dicts()
    (2, 1, [{'number': 1}, {'number': 2}])
    """

    def __init__(
        self, items: Iterable[T] = (), *, row: Callable[[T], Mapping[str, Any]] | None = None,
        remarks: Iterable[str] = (),
    ) -> None:  # fmt: skip
        self._items = tuple(items)
        self.remarks: tuple[str, ...] = tuple(remarks)
        self._row = row or _row

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Results[T]: ...
    def __getitem__(self, at: int | slice) -> T | Results[T]:
        """One result, or a slice of them."""
        return Results(self._items[at], row=self._row) if isinstance(at, slice) else self._items[at]

    def __len__(self) -> int:
        """How many there are."""
        return len(self._items)

    def __iter__(self) -> Iterator[T]:
        """One after the other."""
        return iter(self._items)

    def __repr__(self) -> str:
        """What it is, with the first few results."""
        shown = ", ".join(map(repr, islice(self._items, 3)))
        return f"<{len(self)} results: {shown}{', …' if len(self) > 3 else ''}>"

    def to_dicts(self) -> list[dict[str, Any]]:
        """Every result as a dict of values that JSON can hold."""
        return [dict(self._row(item)) for item in self._items]

    def to_arrow(self) -> pa.Table:
        """An Arrow table; what is nested is JSON text. Needs the extra `parquet`."""
        arrow = load("pyarrow", "parquet")
        rows = self.to_dicts()
        columns = list(dict.fromkeys(name for row in rows for name in row))
        made = {name: _column([row.get(name) for row in rows]) for name in columns}
        return arrow.table(made)

    def to_pandas(self) -> pd.DataFrame:
        """A pandas frame with a row for every result. Needs the extra `pandas`."""
        return load("pandas", "pandas").DataFrame.from_records(self.to_dicts())


def _row(item: Any) -> Mapping[str, Any]:
    made = plain(item)
    return made if isinstance(made, dict) else {"value": made}


def _column(values: Sequence[Any]) -> list[Any]:
    """A column that Arrow takes: numbers and truth values as they are, anything mixed or nested as text."""
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) <= 1 and kinds <= {str, int, float, bool}:
        return list(values)
    if kinds <= {int, float}:
        return [None if value is None else float(value) for value in values]
    return [
        value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        for value in values
    ]


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


ExportFormat = Literal["jsonl", "csv", "sqlite", "xlsx", "parquet", "warc"]
ExportTable = Literal["articles", "pages", "records", "keywords", "analysis"]


@dataclass(frozen=True, slots=True)
class ExportReport(AsDict):
    """The file that was written and how many rows it has."""

    file: Path
    rows: int


@dataclass(frozen=True, slots=True)
class ProgressEvent:
    """How far a piece of work is; `total` is None while nobody knows it, `note` is a remark for people."""

    label: str
    done: int = 0
    total: int | None = None
    facts: Mapping[str, object] = field(default_factory=dict)
    note: str = ""
    ended: bool = False


ProgressCallback = Callable[[ProgressEvent], object]


class _Calling:
    """A Progress that calls a function with an event at every step."""

    def __init__(self, callback: ProgressCallback) -> None:
        self._callback = callback
        self._label, self._done = "", 0
        self._total: int | None = None
        self._facts: dict[str, object] = {}

    def _tell(self, *, note: str = "", ended: bool = False) -> None:
        self._callback(ProgressEvent(self._label, self._done, self._total, dict(self._facts), note, ended))

    def begin(self, label: str, total: int | None = None) -> None:
        self._label, self._done, self._total = label, 0, total
        self._facts.clear()
        self._tell()

    def advance(self, steps: int = 1, **facts: object) -> None:
        self._done += steps
        self._facts.update(facts)
        self._tell()

    def note(self, text: str) -> None:
        self._tell(note=text)

    def end(self) -> None:
        self._tell(ended=True)


def progress_of(given: ProgressCallback | Progress | None) -> Progress:
    """What the stages take, from a caller's function, from a drawn bar, or from nothing."""
    if given is None:
        return Silent()
    return _Calling(given) if callable(given) else given
