"""A table in memory that answers like a hidden database: at most k rows, a fixed order, perhaps a count (H);

and what a planner costs that reads it.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from motherlode.model.hidden import Axis, Planner, Points, Query, Seen

Order = Literal["random", "insertion", "sorted", "falling"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shows:
    """What the simulated site shows: its cap, a count, sort keys, and how overflow can be seen."""

    k: int = 5000
    page: int = 25
    count: bool = False
    sort: bool = False
    visible: bool = True
    jumps: bool = False


class Table:
    """Rows as coordinates behind a query interface; it counts the queries and the page requests itself."""

    def __init__(
        self, axes: tuple[Axis, ...], points: Points, shows: Shows, order: Order = "random", seed: int = 0
    ) -> None:
        self.axes, self.shows = axes, shows
        self.queries = self.requests = 0
        rank: NDArray[np.int64] = np.arange(len(points))
        if order == "random":
            rank = np.random.default_rng([seed, 9]).permutation(len(points))
        elif order == "sorted":
            rank = np.argsort(np.argsort(points[:, 0], kind="stable"))
        elif order == "falling":
            rank = len(points) - 1 - np.argsort(np.argsort(points[:, 0], kind="stable"))
        self._in_order = order == "sorted"
        self._by_first = np.argsort(points[:, 0], kind="stable")
        self.points = points[self._by_first]
        self._rank = rank[self._by_first]

    def showing(self, shows: Shows) -> Table:
        """The same rows behind another site, with a bill of its own."""
        made = copy(self)
        made.shows, made.queries, made.requests = shows, 0, 0
        return made

    def __len__(self) -> int:
        return len(self.points)

    def ask(self, query: Query) -> Seen:
        """The server's answer; the same query gives the same answer."""
        low, high = query.box[0]
        first, last = np.searchsorted(self.points[:, 0], [low, high + 1])
        rows = np.arange(first, last)
        for number, (axis, span) in enumerate(zip(self.axes, query.box, strict=True)):
            if number and span != axis.full:
                column = self.points[rows, number]
                rows = rows[(column >= span[0]) & (column <= span[1])]
        overflow = len(rows) > self.shows.k
        total = len(rows)
        wanted = self.shows.k
        if overflow and query.enough is not None and (self.shows.visible or self.shows.count or self.shows.jumps):
            wanted = min(self.shows.k, query.enough)
        if overflow:
            rows = self._first(rows, wanted, query)
        requests = self._requests(total, wanted, overflow)
        self.queries += 1
        self.requests += requests
        return Seen(self.points[rows], overflow, total if self.shows.count else None, requests)

    def _first(self, rows: NDArray[np.int64], wanted: int, query: Query) -> NDArray[np.int64]:
        if query.sort is None and not self._in_order:
            first = rows[np.argpartition(self._rank[rows], wanted - 1)[:wanted]]
            return first[np.argsort(self._rank[first])]
        if query.sort in {None, 0} and not query.descending:  # the rows lie in this order
            return rows[:wanted]
        keys = self.points[rows, query.sort or 0]
        order = np.lexsort((self._rank[rows], -keys if query.descending else keys))
        return rows[order[:wanted]]

    def _requests(self, total: int, wanted: int, overflow: bool) -> int:
        page, k = self.shows.page, self.shows.k
        if overflow:
            return max(1, -(-wanted // page))
        pages = max(1, -(-total // page))
        looked_ahead = self.shows.jumps and not (self.shows.visible or self.shows.count)
        return pages + (1 if looked_ahead and total <= k - page else 0)


@dataclass(frozen=True, slots=True)
class Bill:
    """Queries, page requests, rounds of waiting, rows read and rows that stay hidden."""

    queries: int
    requests: int
    rounds: int
    rows: int
    leaves: int
    unreachable: int


def simulate(planner: Planner, table: Table, workers: int = 1) -> Bill:
    """Asks until the planner is done; one round is as many queries as the planner has ready for the workers."""
    rounds = 0
    while not planner.done:
        batch = planner.propose(workers)
        if not batch:
            break
        rounds += 1
        for query, seen in [(query, table.ask(query)) for query in batch]:
            planner.learn(query, seen)
    rows = sum(leaf.rows for leaf in planner.leaves)
    return Bill(table.queries, table.requests, rounds, rows, len(planner.leaves), len(planner.unreachable))
