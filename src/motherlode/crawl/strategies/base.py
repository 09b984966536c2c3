"""What a strategy is, and the plain ones: breadth first, best first, hard focus, OPIC (D1–D4)."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from motherlode.crawl.frontier import Frontier
from motherlode.crawl.graph import Column, LinkGraph
from motherlode.model.crawl import Outcome
from motherlode.model.evidence import Term

Floats = NDArray[np.float32]
SEED_PRIORITY = 1e6
"""First addresses come before everything else."""


class Strategy(Protocol):
    """Gives links a value; the frontier keeps them in order."""

    name: str

    def observe(self, outcome: Outcome) -> Floats | None:
        """Learns from a fetched page; the priorities of its targets, or None when they are not to be followed."""
        ...

    def due(self) -> bool:
        """Whether all waiting addresses want new priorities."""
        ...

    def rescore(self, waiting: NDArray[np.int64]) -> Floats:
        """New priorities for waiting addresses."""
        ...

    def choose(self, frontier: Frontier) -> int:
        """An address to fetch outside the order, −1 to take the best one."""
        ...

    def why(self, number: int) -> tuple[Term, ...]:
        """How an address came to its priority."""
        ...


class Plain:
    """A strategy that never re-scores and never leaves the order."""

    name = "plain"

    def due(self) -> bool:
        """Never."""
        return False

    def rescore(self, waiting: NDArray[np.int64]) -> Floats:
        """Not used."""
        return np.zeros(len(waiting), dtype=np.float32)

    def choose(self, frontier: Frontier) -> int:
        """Always the best one."""
        return -1

    def why(self, number: int) -> tuple[Term, ...]:
        """The strategy's name says it all."""
        return (Term(self.name, 0.0, 0.0),)


class BreadthFirst(Plain):
    """First met, first fetched (D4)."""

    name = "breadth-first"

    def __init__(self) -> None:
        self._met = 0

    def observe(self, outcome: Outcome) -> Floats:
        """The later an address was met, the lower."""
        count = len(outcome.targets)
        found = -(self._met + np.arange(count, dtype=np.float32))
        self._met += count
        return found.astype(np.float32)


class BestFirst(Plain):
    """The parent's relevance and the anchor's likeness to the topic (D2, D4)."""

    name = "best-first"

    def __init__(self, graph: LinkGraph) -> None:
        self._graph = graph
        self._terms: dict[int, tuple[float, float]] = {}

    def observe(self, outcome: Outcome) -> Floats:
        """Relevance of the parent plus likeness of anchor and address."""
        edges = self._graph.edges_of_last()
        anchor = np.minimum(self._graph.anchor_score.data[edges], 1.0)
        return (outcome.relevance + anchor).astype(np.float32)


class HardFocus(BestFirst):
    """Best first, but the links of a page below the threshold are not followed: D1 read literally."""

    name = "hard-focus"

    def __init__(self, graph: LinkGraph, threshold: float = 0.5) -> None:
        super().__init__(graph)
        self.threshold = threshold

    def observe(self, outcome: Outcome) -> Floats | None:  # type: ignore[override]
        """None for a page below the threshold, unless it is a first address."""
        if outcome.relevance < self.threshold and outcome.depth > 0:
            return None
        return super().observe(outcome)


class Opic(Plain):
    """On-line page importance: every page passes its cash to what it links to."""

    name = "opic"

    def __init__(self) -> None:
        self._cash = Column(np.float32)

    def observe(self, outcome: Outcome) -> Floats:
        """The cash of each target after this page gave its own away."""
        targets = np.asarray(outcome.targets, dtype=np.int64)
        self._cash.reach(max([outcome.page, *outcome.targets]) + 1)
        cash = self._cash.data
        own = float(cash[outcome.page]) or 1.0
        cash[outcome.page] = 0.0
        if len(targets):
            np.add.at(cash, targets, own / len(targets))
        return cash[targets].astype(np.float32)
