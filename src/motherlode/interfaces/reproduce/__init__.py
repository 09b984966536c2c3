"""Tables and figures of the papers, made anew; what every one of them gives back."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A table of figures with remarks: what agrees with the paper, what does not."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    remarks: tuple[str, ...] = ()


def verdict(holds: bool, claim: str, found: str) -> str:
    """A remark that says in words whether what the paper shows holds here.

    >>> verdict(False, "the first is above the second", "3 against 4")
    "The paper's shape does not hold here: the first is above the second (3 against 4)."
    """
    return f"The paper's shape {'holds' if holds else 'does not hold'} here: {claim} ({found})."
