"""One leased host in a worker's hands: its queue, its pace, what it answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from motherlode.app.cluster.heart import Heart
from motherlode.crawl.cluster.exchange import Offer
from motherlode.crawl.cluster.leases import Lease
from motherlode.errors import FetchError
from motherlode.fetch.pace import HostState, Pace
from motherlode.fetch.params import FetchParams
from motherlode.model.ports import Clock


@dataclass(slots=True)
class Held:
    """A leased host."""

    lease: Lease
    pace: HostState
    queue: list[Offer] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)
    lost: bool = False
    surplus: bool = False
    asked_robots: tuple[int, str] | None = None
    robots_kept: bool = False
    extra: tuple[Offer, ...] = ()
    filling: asyncio.Lock = field(default_factory=asyncio.Lock)


class LeasedPace(Pace):
    """The client's pace where a host may only be asked by the worker that holds it: no lease, no request."""

    def __init__(
        self, params: FetchParams, clock: Clock, held: dict[str, Held], heart: Heart, over: Callable[[], bool],
        fetched: Callable[[], int],
    ) -> None:  # fmt: skip
        super().__init__(params, clock)
        self._held, self._heart, self._over, self._fetched = held, heart, over, fetched
        self._under_way = 0

    def leased(self, lease: Lease) -> Held:
        """A host just leased: its full gap passes first."""
        delay = max(lease.delay, self.params.delay)
        state = self._hosts[lease.host] = HostState(delay, self._limit_at(delay), failures=lease.failures)
        state.next = self._clock.monotonic() + max(lease.wait, delay)
        return Held(lease, state)

    def released(self, host: str) -> None:
        """The host is no longer this worker's."""
        self._hosts.pop(host, None)

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """The host may be asked inside; raises FetchError 'given-back' when it is not to be asked any more."""
        async with super().turn(host):
            await self._sure(host)
            self._under_way += 1
            try:
                yield
            finally:
                self._under_way -= 1

    async def _sure(self, host: str) -> None:
        """Waits until the lease is sure and the crawl wants another page."""
        while True:
            held = self._held.get(host)
            if held is None or held.lost or self._over():
                raise FetchError(f"{host} was given back before it was asked", reason="given-back")
            if self._heart.sure() and not self._heart.enough(self._fetched() + self._under_way):
                return
            await asyncio.sleep(0.05)
