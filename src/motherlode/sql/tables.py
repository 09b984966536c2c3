"""Tables by their columns: those that make up the key, and the others, each with a value in every row."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Column, MetaData, String, Table
from sqlalchemy.types import TypeEngine

Kind = TypeEngine[Any] | type[TypeEngine[Any]]
MOMENT = String(40)
"""A moment as ISO 8601 with its zone."""


def table(
    name: str, metadata: MetaData, key: Mapping[str, Kind], columns: Mapping[str, Kind], *,
    optional: Collection[str] = (),
) -> Table:  # fmt: skip
    """A table with these columns in their order; only those that are `optional` may have no value."""
    keys = [Column(column, kind, primary_key=True) for column, kind in key.items()]
    others = [Column(column, kind, nullable=column in optional) for column, kind in columns.items()]
    return Table(name, metadata, *keys, *others)
