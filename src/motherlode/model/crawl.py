"""What a crawl passes between its parts: pages as read, judgements, and who judges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from motherlode.model.evidence import Term
from motherlode.model.pages import Link


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page as the crawler reads it: its words and its links."""

    url: str
    title: str
    text: str
    links: tuple[Link, ...] = ()
    language: str = ""
    genre: float = 0.5
    """How much the page is of the kind that is wanted, as far as the extractors tell; a half says nothing."""
    links_only: bool = False
    """Whether an example page is a list of links, so that such pages are wanted."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Relativity (a cosine, N5), relevance (the same on a scale from 0 to 1 with 1/2 at the border), and why."""

    relativity: float
    relevance: float
    terms: tuple[Term, ...] = ()


class Relevance(Protocol):
    """Judges pages and link texts; learns from what it judged. Pages are numbered in the order they were judged."""

    version: int

    def judge(self, page: ReadPage) -> Judgement:
        """How much a page is about the topic; the page is remembered under the next number."""
        ...

    def relevances(self) -> NDArray[np.float32]:
        """The relevance of every page judged so far, by the newest standard vector."""
        ...

    def packed_terms(self, texts: Sequence[str], most: int) -> list[bytes]:
        """For each of some short texts its first terms, as the bytes of their numbers, four each."""
        ...

    def weights(self) -> NDArray[np.float32]:
        """The weight of every term, by its number."""
        ...

    def worth(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """For every term how much more relevant pages are that hold it (log-odds), and the term's own weight."""
        ...


@dataclass(frozen=True, slots=True)
class Outcome:
    """A fetched page as a strategy sees it: its number, its judgement, the link numbers it leads to."""

    page: int
    url: str
    relevance: float
    depth: int
    targets: Sequence[int]
    links: Sequence[Link]
