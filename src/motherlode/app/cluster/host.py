"""One leased host in a worker's hands: its queue, its pace, what it answered; and the worker's heart.

The heart beats in a thread of its own, so that a long page does not look like death.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from motherlode.app.cluster.spec import Spec
from motherlode.crawl.cluster.exchange import Offer
from motherlode.crawl.cluster.leases import SURE, Lease, Leases, Pulse, SilenceWatch
from motherlode.errors import FetchError, StoreError
from motherlode.fetch.pace import HostState, Pace
from motherlode.fetch.params import FetchParams
from motherlode.model.ports import Clock


class Heart:
    """Says that the worker lives, hears how the crawl stands, and takes the hosts of those that fell silent."""

    def __init__(self, leases: Leases, worker: str, spec: Spec, clock: Clock, own: Callable[[], int]) -> None:
        self._own = own
        self._leases, self._worker, self._spec, self._clock = leases, worker, spec, clock
        self._watch = SilenceWatch(spec.cluster.lease)
        self._most = spec.cluster.hosts
        self._sure_until = 0.0
        self._fair = 1
        self._last = Pulse(alive=True, crawl="", state="")
        self._own_then = 0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"heart of {worker}", daemon=True)
        self.alive = True
        self.over = False

    def start(self) -> None:
        """The first beat, then one every fifth of a lease."""
        self._beat()
        self._thread.start()

    def stop(self) -> None:
        """No more beats."""
        self._end.set()
        self._thread.join()

    def sure(self) -> bool:
        """Whether nobody can have taken this worker's hosts yet."""
        return self.alive and self._clock.monotonic() < self._sure_until

    def fair(self, most: int) -> int:
        """Hosts that this worker may hold."""
        return min(most, self._fair)

    def enough(self, own: int) -> bool:
        """Whether, with what all have fetched at the last beat and this one since, the limit of pages is reached."""
        limit = self._spec.settings.crawl.max_pages
        since = (own - self._own_then) * max(1, len(self._last.beats))
        return bool(limit) and self._last.fetched + since >= limit

    def _run(self) -> None:
        while not self._end.wait(min(2.0, self._spec.cluster.lease / 5)):
            try:
                self._beat()
            except StoreError:
                self._watch.forget()  # no news from anybody: silence proves nothing now

    def _beat(self) -> None:
        before = self._clock.monotonic()
        own = self._own()
        pulse = self._leases.beat(self._worker, self._most)
        self._last, self._own_then = pulse, own
        self.alive = self.alive and pulse.alive
        self.over = self.over or not pulse.alive or pulse.crawl != self._spec.crawl or pulse.state != "running"
        self._fair = pulse.fair(self._most)
        self._sure_until = before + SURE * self._spec.cluster.lease
        others = {worker: beat for worker, beat in pulse.beats.items() if worker != self._worker}
        for worker, beat in self._watch.silent(others, self._clock.monotonic()):
            self._leases.release_worker(worker, beat)


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
