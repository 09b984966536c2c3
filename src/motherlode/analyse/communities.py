"""Communities of a weighted graph by modularity (Louvain's method with a queue of nodes to look at again)."""

from __future__ import annotations

from collections import deque

import numpy as np
from scipy import sparse

from motherlode.analyse.vectors import Labels, Matrix, compact

TINY = 1e-12
"""A gain below this is rounding."""


def communities(graph: Matrix, resolution: float, seed: int = 0) -> Labels:
    """A community number for every node of the symmetric graph; a higher resolution gives smaller communities."""
    random = np.random.default_rng(seed)
    labels: Labels = np.arange(graph.shape[0], dtype=np.int64)
    graph = sparse.csr_matrix(graph)
    while True:
        moved = _sweep(graph, resolution, random)
        if moved is None:
            return compact(labels)
        labels = moved[labels]
        count = int(moved.max()) + 1
        nodes = graph.shape[0]
        members = sparse.csr_matrix((np.ones(nodes), (np.arange(nodes), moved)), shape=(nodes, count))
        graph = sparse.csr_matrix(members.T @ graph @ members)


def _sweep(graph: Matrix, resolution: float, random: np.random.Generator) -> Labels | None:
    """Moves nodes to the neighbouring community of the largest gain until none gains; None when nothing moved."""
    degrees = np.asarray(graph.sum(axis=1)).ravel()
    total = float(degrees.sum())
    if total <= 0:
        return None
    count = graph.shape[0]
    degree = [float(value) for value in degrees.tolist()]
    starts: list[int] = graph.indptr.tolist()
    others: list[int] = graph.indices.tolist()
    weights: list[float] = graph.data.tolist()
    community = list(range(count))
    volume = degree.copy()
    waiting = deque(random.permutation(count).tolist())
    queued = [True] * count
    scale = resolution / total
    any_moved = False
    while waiting:
        node = waiting.popleft()
        queued[node] = False
        own = community[node]
        span = range(starts[node], starts[node + 1])
        towards: dict[int, float] = {own: 0.0}
        for place in span:
            other = others[place]
            if other != node:
                group = community[other]
                towards[group] = towards.get(group, 0.0) + weights[place]
        pull = scale * degree[node]
        volume[own] -= degree[node]
        best, gain = own, towards[own] - pull * volume[own] + TINY
        for group, weight in towards.items():
            if weight - pull * volume[group] > gain:
                best, gain = group, weight - pull * volume[group]
        volume[best] += degree[node]
        if best != own:
            community[node] = best
            any_moved = True
            for place in span:
                other = others[place]
                if community[other] != best and not queued[other]:
                    queued[other] = True
                    waiting.append(other)
    return compact(community) if any_moved else None
