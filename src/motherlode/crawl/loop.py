"""The loop: takes the best address, fetches, judges, follows — with live pages or archived ones alike (D1–D3).

1. the strategy or the frontier names an address          5. the judge gives its relevance, the filter a verdict
2. the host's turn comes (politeness)                     6. links are filtered, numbered and valued
3. the fetcher brings the page                            7. page and verdict go to the sink, then to the journal
4. the reader makes text and links of it                  8. every interval all waiting addresses are valued anew
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np

from motherlode.crawl.frontier import DONE, WAITING
from motherlode.crawl.journal import Settled
from motherlode.crawl.params import CrawlParams
from motherlode.crawl.parts import Filter, Parts, Reading, Report, Sink, Turns, Visit
from motherlode.crawl.strategies.base import SEED_PRIORITY
from motherlode.crawl.traps import Traps
from motherlode.errors import FetchError, MotherlodeError, RobotsRefused
from motherlode.model.crawl import Outcome
from motherlode.model.evidence import Verdict
from motherlode.model.pages import Link, Response

__all__ = ["Crawl", "Filter", "Parts", "Reading", "Report", "Sink", "Turns", "Visit"]

RATE_WINDOW = 20.0
"""Seconds over which pages per second are shown."""

MAX_SETTLED = 50_000
"""Addresses whose checks are remembered: the links of a site come again on every page."""


class Crawl:
    """One crawl."""

    def __init__(self, parts: Parts, params: CrawlParams, *, snapshot_every: int = 2000) -> None:
        self.parts = parts
        self.params = params
        self.report = Report()
        self.traps = Traps()
        self._settled_links: dict[str, tuple[str, str]] = {}
        self._snapshot_every = snapshot_every
        self._since_snapshot = 0
        self._active = 0
        self._wake = asyncio.Event()
        self._started = 0.0
        self._recent: list[float] = []

    def seed(self, urls: Sequence[str], *, priority: float = SEED_PRIORITY) -> None:
        """First addresses, with a value above all later ones (N9)."""
        frontier = self.parts.frontier
        known = [found for url in urls if (found := self.parts.find(url))]
        numbers, _ = frontier.number(list(dict.fromkeys(known)))
        frontier.push(numbers, [priority - at for at in range(len(numbers))])
        self._wake.set()

    def discover(self, urls: Sequence[str]) -> None:
        """Addresses from sitemaps and feeds: valued by their words alone, as links of a page of mean relevance."""
        links = tuple(Link(url) for url in urls)
        allowed = self._allowed(links, depth=0)
        if allowed:
            numbers, new = self.parts.frontier.number([link.url for link in allowed], depth=1)
            waiting = [n for n in numbers if n in set(new)]
            if waiting:
                values = self.parts.strategy.rescore(np.asarray(waiting, dtype=np.int64))
                self.parts.frontier.push(waiting, values.tolist())
                self._wake.set()

    async def run(self) -> Report:
        """Crawls until nothing waits, a limit is reached or it is told to stop."""
        clock = self.parts.clock
        self._started = clock.monotonic()
        tasks: set[asyncio.Task[None]] = set()
        try:
            while True:
                reason = self._stop_reason()
                if reason:
                    break
                limit = self.parts.turns.limit() if self.parts.turns else 1
                room = self.params.max_pages - self.report.fetched - self._active if self.params.max_pages else limit
                number = self._next() if self._active < limit and room > 0 else -1
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
                    await asyncio.sleep(0)
            if tasks:
                await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            self._finish(reason if "reason" in locals() and reason else "stopped")
        return self.report

    def _finish(self, reason: str) -> None:
        self.report.ended = reason
        self.report.seconds = self.parts.clock.monotonic() - self._started
        self.report.waiting = self.parts.frontier.waiting
        self.report.on_disk = self.parts.overflow.count
        self.parts.sink.flush()
        if self.parts.journal is not None:
            self.parts.journal.snapshot(self.parts.frontier)
            self.parts.journal.close()

    def _stop_reason(self) -> str:
        if self.parts.stopping():
            return "told to stop"
        if self.params.max_pages and self.report.fetched >= self.params.max_pages:
            return "page limit"
        if self.params.max_seconds and self.parts.clock.monotonic() - self._started >= self.params.max_seconds:
            return "time limit"
        return ""

    async def _pause(self) -> None:
        self._wake.clear()
        alarm = asyncio.get_running_loop().call_later(0.25, self._wake.set)
        try:
            await self._wake.wait()
        finally:
            alarm.cancel()

    def wake(self) -> None:
        """Something may be waiting again."""
        self._wake.set()

    def _resting(self) -> bool:
        return self.parts.turns is not None and self.parts.frontier.waiting > 0

    def _next(self) -> int:
        frontier, strategy = self.parts.frontier, self.parts.strategy
        number = strategy.choose(frontier)
        if number >= 0 and frontier.state[number] == WAITING and frontier.take(number):
            pass
        else:
            number = frontier.pop()
        if number < 0:
            return -1
        if hasattr(strategy, "taken"):
            strategy.taken(number)
        if self.parts.turns is not None:
            host = int(frontier.host[number])
            self.parts.turns.begin(host, frontier.hosts[host])
        return number

    def _refill(self) -> bool:
        """Brings addresses back from disk when memory has room."""
        if not self.parts.overflow.count:
            return False
        frontier = self.parts.frontier
        for priority, depth, _, url in self.parts.overflow.take(max(100, self.params.max_queue // 2)):
            numbers, _ = frontier.number([url], depth=depth)
            frontier.push(numbers, [priority])
        return frontier.waiting > 0

    async def _visit(self, number: int) -> None:
        frontier = self.parts.frontier
        url = frontier.addresses[number]
        host = int(frontier.host[number])
        try:
            response = await self.parts.fetcher.fetch(url)
        except FetchError as error:
            self._fail(number, url, error)
        else:
            self._settle(number, url, response)
        finally:
            self._active -= 1
            if self.parts.turns is not None:
                self.parts.turns.end(host, frontier.hosts[host])
            self._wake.set()

    def _fail(self, number: int, url: str, error: MotherlodeError) -> None:
        reason = str(error.facts.get("reason", "unreadable"))
        self.report.failed[reason] += 1
        frontier = self.parts.frontier
        frontier.done(number)
        if not isinstance(error, RobotsRefused):
            self.report.fetched += 1
            self.parts.on_fetched(url)
            self.parts.progress.advance(1)
        self.parts.sink.failed(
            url, Verdict(False, reason, error.message), self._parent(number), int(frontier.depth[number])
        )
        if self.parts.journal is not None:
            self.parts.journal.write(Settled(url, reason))

    def _parent(self, number: int) -> str:
        parent = int(self.parts.frontier.parent[number])
        return self.parts.frontier.addresses[parent] if parent >= 0 else ""

    def _settle(self, number: int, url: str, response: Response) -> None:
        """Steps 4 to 8 for a page that came."""
        frontier = self.parts.frontier
        self.report.fetched += 1
        self.report.bytes += len(response.body)
        self.parts.on_fetched(response.final_url)
        frontier.done(number)
        if response.status == 304:
            self.report.dropped["unchanged"] += 1
            self.parts.sink.unchanged(url)
            if self.parts.journal is not None:
                self.parts.journal.write(Settled(url, "unchanged"))
            self._tell()
            return
        also, known = self._same_page(number, response)
        if known:
            self.report.dropped["same-address"] += 1
            if self.parts.journal is not None:
                self.parts.journal.write(Settled(url, "same-address", also=also))
            self._tell()
            return
        try:
            reading = self.parts.read(response)
        except MotherlodeError as error:
            self.report.fetched -= 1
            self._fail(number, url, error)
            return
        visit = self._judge(number, response, reading)
        file, offset = self.parts.sink.put(visit)
        links = self._follow(visit)
        if self.parts.journal is not None:
            self.parts.journal.write(Settled(url, visit.verdict.code, file, offset, tuple(links), also))
            self._since_snapshot += 1
            if self._since_snapshot >= self._snapshot_every:
                self.parts.sink.flush()
                self.parts.journal.snapshot(frontier)
                self._since_snapshot = 0
        self._tell()

    def _same_page(self, number: int, response: Response) -> tuple[str, bool]:
        """A redirect's target is settled too; True when it had been fetched before."""
        if response.final_url == response.url:
            return "", False
        frontier = self.parts.frontier
        (other,), _ = frontier.number([response.final_url], parent=number, depth=int(frontier.depth[number]))
        if other == number:
            return "", False
        known = int(frontier.state[other]) == DONE
        frontier.done(other)
        return response.final_url, known

    def judge_again(self, number: int, response: Response, reading: Reading) -> Visit:
        """A page of an earlier run through the judge; it counts as kept or dropped, not as fetched."""
        return self._judge(number, response, reading)

    def connect(self, visit: Visit) -> None:
        """The links of a page of an earlier run into graph and strategy, and new ones into the queue."""
        self._follow(visit)

    def _judge(self, number: int, response: Response, reading: Reading) -> Visit:
        judgement = self.parts.relevance.judge(reading.page)
        if reading.duplicate:
            verdict = Verdict(False, "duplicate", f"the same text as {reading.duplicate}", judgement.relativity)
        else:
            verdict = self.parts.keep(judgement, reading, response)
        if verdict.kept:
            self.report.kept += 1
        else:
            self.report.dropped[verdict.code] += 1
        depth = int(self.parts.frontier.depth[number])
        judged = len(self.parts.relevance.relevances()) - 1
        why = self.parts.strategy.why(number)
        return Visit(number, judged, response, reading, judgement, verdict, self._parent(number), depth, why)

    def _allowed(self, links: Sequence[Link], depth: int) -> list[Link]:
        """Links worth following, under the web's own spelling of their addresses."""
        if depth >= self.params.max_depth:
            self.report.links_refused["too-deep"] += len(links)
            return []
        kept: list[Link] = []
        refused = self.report.links_refused
        settled = self._settled_links
        for link in links:
            address, reason = settled.get(link.url) or self._checked(link.url)
            if reason:
                refused[reason] += 1
            else:
                kept.append(link if address == link.url else Link(address, link.anchor, link.context, link.rel))
        return kept

    def _checked(self, url: str) -> tuple[str, str]:
        """The web's own spelling of an address, and why it is not followed; kept where nothing can change it."""
        address = self.parts.find(url)
        if not address:
            return "", "not-archived"
        reason, counted = self.parts.scope.refusal(address), False
        if not reason:
            reason, counted = self.traps.refusal_and_whether_counted(address)
        if not counted:
            if len(self._settled_links) >= MAX_SETTLED:
                self._settled_links.clear()
            self._settled_links[url] = address, reason
        return address, reason

    def _follow(self, visit: Visit) -> list[tuple[str, float]]:
        """Numbers, values and queues the links of a page; what was queued."""
        frontier = self.parts.frontier
        for reason, count in visit.reading.left_out.items():
            self.report.links_refused[reason] += count
        links = self._allowed(visit.reading.page.links, visit.depth)
        numbers, new = frontier.number([k.url for k in links], parent=visit.number, depth=visit.depth + 1)
        relevance = visit.judgement.relevance
        self.parts.graph.add(visit.number, relevance, numbers, links)
        values = self.parts.strategy.observe(
            Outcome(visit.number, visit.response.final_url, relevance, visit.depth, numbers, links)
        )
        if values is None:
            return []
        fresh = set(new)
        if frontier.waiting >= self.params.max_queue and new:
            kept = [(n, v) for n, v in zip(numbers, values.tolist(), strict=True) if n in fresh]
            urls = [frontier.addresses[n] for n, _ in kept]
            self.parts.overflow.put(urls, [v for _, v in kept], visit.response.url, visit.depth + 1)
            return []
        frontier.push(numbers, values.tolist())
        if self.parts.strategy.due():
            waiting = frontier.waiting_numbers()
            waiting = waiting[frontier.priority[waiting] < SEED_PRIORITY / 2]
            if len(waiting):
                frontier.reprioritise(waiting, self.parts.strategy.rescore(waiting))
        return [
            (frontier.addresses[n], round(float(v), 4)) for n, v in zip(numbers, values, strict=True) if n in fresh
        ]

    def _tell(self) -> None:
        report = self.report
        now = self.parts.clock.monotonic()
        self._recent.append(now)
        while self._recent and now - self._recent[0] > RATE_WINDOW:
            self._recent.pop(0)
        window = max(now - self._recent[0], 1e-3)
        report.waiting = self.parts.frontier.waiting
        report.seconds = now - self._started
        self.parts.on_visit(report)
        self.parts.progress.advance(
            1,
            pages_per_s=round(len(self._recent) / window, 1) if len(self._recent) > 1 else 0.0,
            kept=report.kept,
            dropped=sum(report.dropped.values()),
            failed=sum(report.failed.values()),
            harvest=f"{report.harvest:.2f}",
            waiting=report.waiting,
        )
