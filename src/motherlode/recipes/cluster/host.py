"""One leased host in a worker's hands: its turns, its queue, what it answered."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from motherlode.crawl.cluster.exchange import Offer
from motherlode.crawl.cluster.leases import Lease
from motherlode.crawl.params import FetchParams
from motherlode.crawl.politeness import LONGEST_REST
from motherlode.crawl.robots import RobotsFile


@dataclass(slots=True)
class Held:
    """A leased host; `next` is the moment, on this machine's monotonic clock, before which it is not asked."""

    lease: Lease
    next: float
    delay: float
    failures: int
    queue: list[Offer] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)
    tries: dict[str, int] = field(default_factory=dict)
    lost: bool = False
    surplus: bool = False
    no_turn: bool = False
    robots: RobotsFile | None = None
    asked_robots: tuple[int, str] | None = None
    robots_kept: bool = False
    extra: tuple[Offer, ...] = ()
    filling: asyncio.Lock = field(default_factory=asyncio.Lock)

    @classmethod
    def of(cls, lease: Lease, params: FetchParams, now: float) -> Held:
        """A host just leased: its full gap passes first."""
        delay = max(lease.delay, params.delay)
        return cls(lease, now + max(lease.wait, delay), delay, lease.failures)

    def answered(self, now: float, *, retry_after: float = 0.0) -> None:
        """The gap begins when the answer is here, so that the host never sees two requests closer than that."""
        self.failures = 0
        self.next = now + max(self.delay, retry_after)

    def busy(self, now: float, params: FetchParams, retry_after: float) -> None:
        """429 or 503: slower from now on, and given up when it goes on or the host asks for very long peace."""
        self.failures = params.host_failures if retry_after > LONGEST_REST else self.failures + 1
        self.delay = min(max(2 * self.delay, 0.5), params.max_delay)
        self.next = now + max(self.delay, min(retry_after, params.max_delay))

    def failed(self, now: float, params: FetchParams) -> None:
        """No answer: wait longer each time."""
        self.failures += 1
        self.next = now + max(self.delay, min(2.0**self.failures * 0.1, params.max_delay))
