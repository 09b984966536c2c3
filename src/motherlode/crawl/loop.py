"""The local scheduler: takes the best address when its host's turn comes, and drives one step (D3).

1. the strategy or the frontier names an address          4. the response goes into the archive
2. the host's turn comes (politeness)                     5. the step reads, judges and follows (crawl/step.py)
3. the fetcher brings the answer                          6. page and verdict go to the sink, then to the journal
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from motherlode.crawl.frontier import DONE, WAITING
from motherlode.crawl.journal import Journal, Overflow, Settled
from motherlode.crawl.parts import Address, Made, Offers, Pages, Report, Sink, Turns
from motherlode.crawl.remaining import LEAST_FOUND, Remaining, remaining
from motherlode.crawl.step import Step
from motherlode.errors import FetchError
from motherlode.model.pages import Response
from motherlode.model.ports import Clock, Progress, Silent

RATE_WINDOW = 20.0
"""Seconds over which pages per second are shown."""

TELL_EVERY = 0.1
"""Seconds between two reports of progress: nobody reads more, and at hundreds of pages a second telling is work."""

LOOK_AGAIN = 0.25
"""Seconds after which a crawl that waits looks again, whatever has woken it or not."""

ROOM = 0.5
"""Share of the queue that stays when it overflows: the worse half goes to disk, so that it is seldom done."""


ESTIMATE_EVERY, ESTIMATE_GROWTH = 50, 0.05
"""Fetched pages between two estimates of what is left, and the growth that is waited for in a long crawl."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What the loop drives its step with."""

    fetcher: Pages
    sink: Sink
    clock: Clock
    journal: Journal | None = None
    overflow: Overflow = field(default_factory=lambda: Overflow(None))
    turns: Turns | None = None
    progress: Progress = field(default_factory=Silent)
    stopping: Callable[[], bool] = lambda: False
    on_fetched: Callable[[str], None] = lambda url: None
    on_visit: Callable[[Report], None] = lambda report: None
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when something may be waiting again."""


class Crawl:
    """One crawl in one process."""

    def __init__(self, step: Step, parts: Parts, *, snapshot_every: int = 2000) -> None:
        self.step, self.parts, self.params = step, parts, step.params
        self.frontier = step.frontier
        self.report = Report()
        self._kinds: dict[int, tuple[int, int]] = {}
        """(kind, redirects) of the few addresses that are no plain pages."""
        self._fixed: set[int] = set()
        """First addresses and sitemaps: the strategy does not value them anew."""
        self._snapshot_every = snapshot_every
        self._since_snapshot = 0
        self._active = 0
        self._failure: BaseException | None = None
        self._started = 0.0
        self._recent: deque[float] = deque()
        self._told, self._untold = float("-inf"), 0
        """When progress was told last, and the pages fetched since then."""
        self.left = remaining(step.graph)
        self._next_estimate = ESTIMATE_EVERY

    def offer(self, offers: Offers, *, fixed: bool = False) -> list[tuple[str, float]]:
        """Queues addresses; what is new among them."""
        if not offers.numbers:
            return []
        if offers.kind or offers.hops:
            self._kinds |= dict.fromkeys(offers.numbers, (offers.kind, offers.hops))
        if fixed or offers.kind:
            self._fixed.update(offers.numbers)
        self.frontier.push(offers.numbers, offers.values)
        if self.frontier.waiting > self.params.max_queue:
            self._spill()
        self.parts.wake.set()
        fresh = offers.fresh
        if not fresh:
            return []
        pairs = zip(offers.numbers, offers.urls, offers.values, strict=True)
        return [(url, round(float(value), 4)) for number, url, value in pairs if number in fresh]

    async def run(self) -> Report:
        """Crawls until nothing waits, a limit is reached, it is told to stop, or the store fails."""
        self._started = self.parts.clock.monotonic()
        tasks: set[asyncio.Task[None]] = set()
        reason = "stopped"
        self._ring()
        try:
            while True:
                if self._failure is not None:
                    raise self._failure
                if stop := self._stop_reason():
                    reason = stop
                    break
                number = self._next()
                if number < 0:
                    if not self._active and not self._refill() and not self._resting():
                        reason = "nothing left"
                        break
                    await self._pause()
                    continue
                self._active += 1
                if self.parts.turns is None:
                    await self._visit(number)
                else:
                    task = asyncio.create_task(self._visit(number))
                    tasks.add(task)
                    task.add_done_callback(tasks.discard)
                    await asyncio.sleep(0)  # answers that are here come first: the next choice knows them
            await asyncio.gather(*tasks)
            if self._failure is not None:
                raise self._failure
        finally:
            self._alarm.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._finish(reason)
        self._advance(self.parts.clock.monotonic())  # after all is kept: whoever listens may raise what it likes
        return self.report

    def _finish(self, reason: str) -> None:
        """What was settled is written; a store that failed before is not asked again."""
        self.report.ended = reason
        self.report.seconds = self.parts.clock.monotonic() - self._started
        self.report.waiting = self.frontier.waiting
        self._estimate()
        self.report.on_disk = self.parts.overflow.count
        if self._failure is not None:
            if self.parts.journal is not None:
                self.parts.journal.close()
            return
        self.parts.sink.flush()
        if self.parts.journal is not None:
            self.parts.journal.snapshot(self.frontier)
            self.parts.journal.close()

    def _stop_reason(self) -> str:
        if self.parts.stopping():
            return "told to stop"
        if self.params.max_pages and self.report.fetched >= self.params.max_pages:
            return "page limit"
        if self.params.until_recall and self.left.reached(self.params.until_recall):
            return "recall reached"
        if self.params.max_seconds and self.parts.clock.monotonic() - self._started >= self.params.max_seconds:
            return "time limit"
        return ""

    async def _pause(self) -> None:
        self.parts.wake.clear()
        await self.parts.wake.wait()

    def _ring(self) -> None:
        self.parts.wake.set()
        self._alarm = asyncio.get_running_loop().call_later(LOOK_AGAIN, self._ring)

    def _resting(self) -> bool:
        return self.parts.turns is not None and self.frontier.waiting > 0

    def _next(self) -> int:
        """The address to fetch now, −1 where none may be."""
        limit = self.parts.turns.limit() if self.parts.turns else 1
        room = self.params.max_pages - self.report.fetched - self._active if self.params.max_pages else limit
        if self._active >= limit or room <= 0:
            return -1
        if self.parts.overflow.count and self.frontier.waiting < ROOM / 2 * self.params.max_queue:
            self._refill()
        frontier, strategy = self.frontier, self.step.strategy
        number = strategy.choose(frontier)
        if number < 0 or frontier.state[number] != WAITING or not frontier.take(number):
            number = frontier.pop()
        if number < 0:
            return -1
        if hasattr(strategy, "taken"):
            strategy.taken(number)
        if self.parts.turns is not None:
            host = int(frontier.host[number])
            self.parts.turns.begin(host, frontier.hosts[host])
        return number

    def _spill(self) -> None:
        """The worse half of a queue that is too long goes to disk; the best stay, whenever they came (D3)."""
        frontier = self.frontier
        waiting = frontier.waiting_numbers()
        order = waiting[np.argsort(-frontier.priority[waiting], kind="stable")]
        worse = [n for n in order[int(ROOM * self.params.max_queue) :].tolist() if n not in self._fixed]
        urls = [frontier.addresses[n] for n in worse]
        depths = [int(frontier.depth[n]) for n in worse]
        self.parts.overflow.put(urls, frontier.priority[worse].tolist(), depths)
        for number in worse:
            frontier.done(number, refused=True)

    def _refill(self) -> bool:
        """Brings addresses back from disk when memory has room."""
        if not self.parts.overflow.count:
            return False
        for priority, depth, url in self.parts.overflow.take(max(1, int(ROOM * self.params.max_queue))):
            numbers, _ = self.frontier.number([url], depth=depth)
            self.frontier.push(numbers, [priority])
        return self.frontier.waiting > 0

    def address(self, number: int) -> Address:
        """An address as a step needs it."""
        frontier = self.frontier
        parent = int(frontier.parent[number])
        kind, hops = self._kinds.get(number, (0, 0))
        return Address(
            number, frontier.addresses[number], int(frontier.depth[number]),
            frontier.addresses[parent] if parent >= 0 else "", kind, hops, float(frontier.priority[number]),
        )  # fmt: skip

    async def _known(self, url: str) -> bool:
        number = self.frontier.number_of(url)
        return number >= 0 and int(self.frontier.state[number]) == DONE

    async def _visit(self, number: int) -> None:
        """One address from fetch to journal; what goes wrong here ends the crawl with its reason."""
        address = self.address(number)
        host = int(self.frontier.host[number])
        now = self.parts.clock.monotonic
        try:
            began = now()
            try:
                came: Response | FetchError = await self.parts.fetcher.fetch_here(address.url, self._known)
            except FetchError as error:
                came = error
            self.report.searching += (answered := now()) - began
            if self._failure is None:
                self._settle(address, came)
            self.report.extracting += now() - answered
        except Exception as error:  # noqa: BLE001 - raised again by `run`, which ends the crawl
            self._failure = self._failure or error
        finally:
            self._active -= 1
            if self.parts.turns is not None:
                self.parts.turns.end(host, self.frontier.hosts[host])
            self.parts.wake.set()

    def _settle(self, address: Address, came: Response | FetchError) -> None:
        """Archive first, then the step, then store and journal."""
        place = ("", -1)
        if isinstance(came, Response) and self.step.is_to_be_archived(address, came):
            place = self.parts.sink.archive(came)
        made = self.step.settle(address, came, *place)
        self.report.count(made.counts)
        if "fetched" in made.counts:
            self.parts.on_fetched(came.final_url if isinstance(came, Response) else address.url)
        if made.visit is not None:
            self.parts.sink.put(made.visit)
        elif made.failure is not None:
            self.parts.sink.failed(address, made.failure)
        elif made.code == "unchanged":
            self.parts.sink.unchanged(address.url)
        links = self.follow(made)
        if self.parts.journal is not None:
            self.parts.journal.write(Settled(address.url, made.code, *place, tuple(links), made.also))
            self._snapshot_sometimes()
        self._tell(fetched="fetched" in made.counts)

    def follow(self, made: Made) -> list[tuple[str, float]]:
        """Queues where a page leads; what is new."""
        links = [link for offers in made.offers for link in self.offer(offers)]
        if made.due:
            self.revalue()
        return links

    def revalue(self) -> None:
        """Every waiting address by the newest values, but for those whose value is fixed (N9: re-sorted every T)."""
        frontier = self.frontier
        waiting = frontier.waiting_numbers()
        fixed = np.array(sorted(n for n in self._fixed if frontier.state[n] == WAITING), dtype=np.int64)
        if len(fixed):
            waiting = np.delete(waiting, np.searchsorted(waiting, fixed))
        if len(waiting):
            frontier.reprioritise(waiting, self.step.strategy.rescore(waiting))

    def _estimate(self) -> None:
        """What is left to find, anew after so much growth that its cost stays linear in the crawl."""
        strategy = self.step.strategy
        promised = strategy.chances(self.frontier.waiting_numbers()) if hasattr(strategy, "chances") else None
        self.left = self.report.left = remaining(self.step.graph, promised)
        self._next_estimate = self.report.fetched + max(ESTIMATE_EVERY, int(ESTIMATE_GROWTH * self.report.fetched))

    def _snapshot_sometimes(self) -> None:
        self._since_snapshot += 1
        if self._since_snapshot >= self._snapshot_every and self.parts.journal is not None:
            self.parts.sink.flush()
            self.parts.journal.snapshot(self.frontier)
            self._since_snapshot = 0

    def _tell(self, *, fetched: bool) -> None:
        report = self.report
        now = self.parts.clock.monotonic()
        self._recent.append(now)
        self._untold += fetched
        report.waiting = self.frontier.waiting
        report.seconds = now - self._started
        if fetched and report.fetched >= self._next_estimate:
            self._estimate()
        self.parts.on_visit(report)
        if now - self._told >= TELL_EVERY:
            self._advance(now)

    def _advance(self, now: float) -> None:
        """Progress hears how far the crawl is."""
        report, fetched = self.report, self._untold
        self._told, self._untold = now, 0
        while self._recent and now - self._recent[0] > RATE_WINDOW:
            self._recent.popleft()
        window = max(now - self._recent[0], 1e-3) if self._recent else 1.0
        self.parts.progress.advance(
            fetched,
            pages_per_s=round(len(self._recent) / window, 1) if len(self._recent) > 1 else 0.0,
            kept=report.kept,
            dropped=sum(report.dropped.values()),
            failed=sum(report.failed.values()),
            harvest=f"{report.harvest:.2f}",
            waiting=report.waiting,
            **left_told(report.left),
        )


def left_told(left: Remaining) -> dict[str, str]:
    """The share found as progress shows it, with its bounds; nothing while too little is found."""
    if left.found < LEAST_FOUND:
        return {}
    low, high = left.found / (left.found + left.high), left.found / (left.found + left.low)
    return {"recall": f"about {left.recall:.2f} ({low:.2f}–{high:.2f})"}


def seeded(crawl: Crawl, urls: Sequence[str], value: float) -> None:
    """First addresses into the queue of a crawl."""
    crawl.offer(crawl.step.seeds(urls, value), fixed=True)
