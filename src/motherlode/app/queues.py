"""The two queues of a crawl, as they stand on disk: what waits by its value, and the buffered link graph (N9a)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from motherlode.crawl.frontier import WAITING
from motherlode.crawl.journal import Journal
from motherlode.model.plain import AsDict


@dataclass(frozen=True, slots=True)
class WaitingAddress(AsDict):
    """An address of InitialUrlQueue with its value, the page that it was met on, and its distance from a seed."""

    url: str
    value: float
    parent: str
    depth: int


@dataclass(frozen=True, slots=True)
class BufferedPage(AsDict):
    """A page whose links are in the buffered graph, and how many addresses were first met on it."""

    url: str
    links: int


@dataclass(frozen=True, slots=True)
class UrlQueues(AsDict):
    """How many addresses wait and the first of them, how many pages are buffered and those that gave most links."""

    waiting: int
    first: tuple[WaitingAddress, ...]
    buffered: int
    pages: tuple[BufferedPage, ...]


def url_queues(folder: Path, number: int = 100) -> UrlQueues:
    """The queues of the crawl in a project folder; empty where there was none."""
    frontier, _ = Journal(folder / "crawl").restore()
    waiting = frontier.waiting_numbers()
    best = waiting[np.argsort(-frontier.priority[waiting], kind="stable")][:number].tolist()
    parents = frontier.parent[: len(frontier)]
    gave = np.bincount(parents[parents >= 0], minlength=len(frontier))
    most = [n for n in np.argsort(-gave, kind="stable")[:number].tolist() if gave[n]]
    return UrlQueues(
        int((frontier.state[: len(frontier)] == WAITING).sum()),
        tuple(
            WaitingAddress(
                frontier.addresses[n], round(float(frontier.priority[n]), 4),
                frontier.addresses[int(parents[n])] if parents[n] >= 0 else "", int(frontier.depth[n]),
            )
            for n in best
        ),
        int((gave > 0).sum()),
        tuple(BufferedPage(frontier.addresses[n], int(gave[n])) for n in most),
    )  # fmt: skip
