"""What every reproduced table or figure gives back."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A table of figures with remarks: what agrees with the paper, what does not."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    remarks: tuple[str, ...] = ()
