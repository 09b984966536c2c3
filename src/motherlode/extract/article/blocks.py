"""The page's text as a flat list of blocks, from the tree's arrays: one walk, nothing recursive.

A block is a run of text without the start or end of a block-level element in it, or two line breaks in a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import Tree
from motherlode.extract.article.surroundings import Surroundings, surroundings_of
from motherlode.extract.article.text_runs import SPAN_TAGS, Ints, runs_of
from motherlode.kernels import native

__all__ = ["SPAN_TAGS", "Blocks", "Floats", "Ints", "blocks_of", "fold"]

Floats = NDArray[np.float64]

FOLDED = 300
"""Longer texts are never compared with a title."""

_NOT_LETTER = re.compile(r"[\W_]+")


@dataclass
class Blocks:
    """Parallel arrays over the blocks of a page, in document order."""

    texts: list[str]
    starts: Ints
    """Node of the first text."""
    ends: Ints
    """Node after the last text."""
    tags: list[str]
    """Tag of the block-level element around it."""
    chars: Floats
    link_chars: Floats
    link_counts: Floats
    bold_chars: Floats
    around: Surroundings
    _folded: dict[int, str] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def boxes(self) -> Ints:
        """Node of the block-level element around each block."""
        return self.around.boxes

    @cached_property
    def heads(self) -> bytes:
        """Which blocks are headings."""
        return bytes([tag in HEADINGS for tag in self.tags])

    def alike(self, *titles: str) -> dict[int, str]:
        """The folded texts of headings, and of blocks that begin as some part of a title does, by row."""
        heads, texts, known = self.heads, self.texts, "\n".join(titles).lower()
        rows = [row for row, begin in enumerate(self.begins) if begin in known or heads[row]]
        return {row: self.folded(row) for row in rows if len(texts[row]) <= FOLDED}

    def folded(self, row: int) -> str:
        """The text of a row, folded once."""
        text = self._folded.get(row)
        if text is None:
            text = self._folded[row] = fold(self.texts[row])
        return text

    @cached_property
    def begins(self) -> list[str]:
        """The first characters of each text, in lower case."""
        return [text[:BEGINNING].lower() for text in self.texts]


HEADINGS = frozenset(("h1", "h2", "h3"))
BEGINNING = 4
"""Characters by which a block may be recognised as the page's title before it is compared letter by letter."""


def fold_in_python(text: str) -> str:
    """Letters and digits alone, in lower case."""
    return _NOT_LETTER.sub("", text.lower())


fold: Callable[[str], str] = fold_in_python if native() is None else native().folded
"""Letters and digits alone, in lower case, for comparing texts."""


def blocks_of(tree: Tree) -> Blocks:
    """The blocks of a page with what surrounds them."""
    runs = runs_of(tree)
    around = surroundings_of(tree, runs.starts, runs.chars)
    tags = tree.tags
    return Blocks(
        texts=runs.texts,
        starts=runs.starts,
        ends=runs.ends,
        tags=[tags[box] for box in around.boxes.tolist()],
        chars=runs.chars,
        link_chars=runs.links,
        link_counts=runs.counts,
        bold_chars=runs.bolds,
        around=around,
    )
