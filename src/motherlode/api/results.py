"""Typed results that a caller can walk through, count, and turn into dicts, an Arrow table or a pandas frame."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from motherlode.extras import load
from motherlode.model.plain import plain

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
