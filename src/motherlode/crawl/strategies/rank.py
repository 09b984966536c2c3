"""PageRank of the buffered link graph (N10), as a strategy and as the measure of the gene factor (N9)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from motherlode.crawl.graph import LinkGraph
from motherlode.crawl.params import GeneParams
from motherlode.crawl.strategies.base import Plain
from motherlode.model.crawl import Outcome
from motherlode.model.evidence import Term

Floats = NDArray[np.float32]
ROUNDS = 30
"""Rounds of the power method: 0.85³⁰ is 0.8 %, below the difference of neighbours in the queue."""


def pagerank(source: NDArray[np.int32], target: NDArray[np.int32], nodes: int, damping: float) -> Floats:
    """Eq. (3): P(I) = (1 − D) + D · Σ P(J)/Number(J) over the pages J that point to I (N10)."""
    if not nodes:
        return np.zeros(0, dtype=np.float32)
    out = np.bincount(source, minlength=nodes)
    shares = 1.0 / np.maximum(out[source], 1)
    links = csr_matrix((shares, (target, source)), shape=(nodes, nodes))
    rank = np.ones(nodes)
    for _ in range(ROUNDS):
        rank = (1 - damping) + damping * np.asarray(links @ rank)
    return rank.astype(np.float32)


class PageRank(Plain):
    """The most linked address first, by PageRank over what was fetched."""

    name = "pagerank"

    def __init__(self, graph: LinkGraph, params: GeneParams | None = None) -> None:
        self.params = params or GeneParams()
        self._graph = graph
        self._rank: Floats = np.zeros(0, dtype=np.float32)
        self._since = 0

    def observe(self, outcome: Outcome) -> Floats:
        """The rank as of the last interval; new addresses get their least value."""
        self._since += 1
        return self._ranks(np.asarray(outcome.targets, dtype=np.int64))

    def due(self) -> bool:
        """Every T pages."""
        return self._since >= self.params.interval

    def rescore(self, waiting: NDArray[np.int64]) -> Floats:
        """New ranks over the graph as it is."""
        self._since = 0
        graph = self._graph
        self._rank = pagerank(graph.source.used, graph.target.used, graph.nodes, self.params.damping)
        return self._ranks(waiting)

    def why(self, number: int) -> tuple[Term, ...]:
        """The rank."""
        rank = float(self._ranks(np.array([number]))[0])
        return (Term("PageRank", rank, rank, "links from fetched pages"),)

    def _ranks(self, numbers: NDArray[np.int64]) -> Floats:
        if not len(self._rank):
            return np.full(len(numbers), 1 - self.params.damping, dtype=np.float32)
        known = self._rank[np.minimum(numbers, len(self._rank) - 1)]
        return np.where(numbers < len(self._rank), known, 1 - self.params.damping).astype(np.float32)


class GeneFactor(PageRank):
    """Algorithm 3: a link's value is its parent's, whole if its priority is at least ρ, else times σ (N9, N9a)."""

    name = "gene"

    def __init__(self, graph: LinkGraph, params: GeneParams | None = None) -> None:
        super().__init__(graph, params)
        self._ordered: Floats = np.zeros(0, dtype=np.float32)
        """The ranks of the addresses that waited at the last interval, the lowest first."""

    def observe(self, outcome: Outcome) -> Floats:
        """Values of the targets; never thrown away, only lowered."""
        priority = super().observe(outcome)
        return (outcome.relevance * self._factors(priority)).astype(np.float32)

    def rescore(self, waiting: NDArray[np.int64]) -> Floats:
        """The best value over all parents with the ranks as they are now."""
        priority = super().rescore(waiting)
        self._ordered = np.sort(priority)
        graph = self._graph
        graph.refresh()
        best = np.zeros(max(graph.nodes, int(waiting.max(initial=0)) + 1), dtype=np.float32)
        np.maximum.at(best, graph.target.used, graph.value.data[graph.source.used])
        return (best[waiting] * self._factors(priority)).astype(np.float32)

    def why(self, number: int) -> tuple[Term, ...]:
        """Rank against ρ."""
        ranks = self._ranks(np.array([number]))
        factor = float(self._factors(ranks)[0])
        said = f"ρ = {self.params.rho} ({self.params.rho_is}), so the parent's value counts × {factor}"
        return (Term("PageRank", float(ranks[0]), factor, said),)

    def _factors(self, priority: Floats) -> Floats:
        """1 for links whose priority reaches ρ, else σ.

        As a share ρ is held against the part of the waiting addresses that rank lower; before the first ranks nothing
        tells links apart, and all keep their parent's value.
        """
        reached = priority >= self.params.rho
        if self.params.rho_is == "share":
            if not len(self._ordered):
                return np.ones(len(priority), dtype=np.float32)
            lower = np.searchsorted(self._ordered, priority, side="left") / len(self._ordered)
            reached = lower >= self.params.rho
        return np.where(reached, 1.0, self.params.sigma).astype(np.float32)
