"""Runs a planner against a table in memory and counts what it cost."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.hidden.simulate import Table
from motherlode.model.hidden import Planner


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
