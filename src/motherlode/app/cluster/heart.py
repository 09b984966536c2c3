"""A worker's heart: beats in a thread of its own, so that a long page does not look like death."""

from __future__ import annotations

import threading
from collections.abc import Callable

from motherlode.app.cluster.spec import Spec
from motherlode.crawl.cluster.leases import SURE, Leases, Pulse, SilenceWatch
from motherlode.errors import StoreError
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
