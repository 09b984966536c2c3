"""Tables and figures of the papers, made anew; what every one of them gives back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motherlode.extras import need


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


@contextmanager
def drawing(
    file: Path, size: tuple[float, float], panels: int = 1, *, dpi: float | None = None, **look: Any
) -> Iterator[tuple[Any, Any]]:
    """A picture and its panel or panels, made without a display; it is in the file when the block ends."""
    need("plot")
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, panels, figsize=size, **look)
    yield figure, axes
    if "layout" not in look:
        figure.tight_layout()
    figure.savefig(file, dpi=dpi)
    plt.close(figure)
