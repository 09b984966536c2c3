"""A worker of a shared crawl: leases hosts, asks them in turn, settles each page before it asks the host again.

A page is settled in one transaction with its row, its article and the proof that its host is still leased here; so a
worker that dies loses nothing that was kept, and of each of its hosts at most the fetches under way are repeated.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection

from motherlode.crawl.cluster.exchange import Exchange, Offer, Settlement
from motherlode.crawl.cluster.leases import Leases
from motherlode.crawl.cluster.sharing import mean, others, publish
from motherlode.crawl.cluster.tables import SITEMAP, prepare
from motherlode.crawl.fetch import MAY_PASS, LiveFetcher
from motherlode.crawl.robots import LASTS, MAX_ROBOTS, RobotsFile, Rules
from motherlode.errors import FetchError, MotherlodeError, RobotsRefused, StoreUnavailable
from motherlode.model.clock import SystemClock
from motherlode.model.pages import Response
from motherlode.model.ports import Clock
from motherlode.pages.archive import Archive
from motherlode.recipes.cluster.heart import Heart
from motherlode.recipes.cluster.host import Held
from motherlode.recipes.cluster.judging import SITEMAP_SCORE, Judging, address
from motherlode.recipes.cluster.spec import read_spec
from motherlode.recipes.crawl_parts import validators
from motherlode.store.pages import StoredPage
from motherlode.store.store import Store

log = logging.getLogger(__name__)

LOOK = 0.1
"""Seconds between two looks for hosts to lease."""

STORE_WAIT = 300.0
"""Seconds for which a worker waits for a lost store, with everything it has fetched in hand."""


class Worker:
    """One worker; `run` ends when the crawl is over, when it is told to stop, or when it has lost its place."""

    def __init__(
        self, store_url: str, name: str, archive: Path, *, stopping: Callable[[], bool] = lambda: False,
        clock: Clock | None = None,
    ) -> None:  # fmt: skip
        self.name = name
        self.clock = clock or SystemClock()
        self._stopping = stopping
        self.store = Store.at(store_url)
        prepare(self.store.engine)
        self.spec = read_spec(self.store.engine)
        self.leases = Leases(self.store.engine)
        self.exchange = Exchange(self.store.engine, name, self._keep)
        self.archive = Archive(archive)
        self.judging = Judging(self.spec, self.store, self.archive, self.clock)
        self.heart = Heart(self.leases, name, self.spec, self.clock, self._own)
        self._under_way = 0
        self.held: dict[str, Held] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._settling: asyncio.Queue[tuple[Settlement, asyncio.Future[bool]]] = asyncio.Queue()
        self._known: dict[str, StoredPage] = {}
        self.judging.rows.known = self._known
        self._shared_at = self.clock.monotonic()

    async def run(self) -> bool:
        """Works until the crawl is over; False when its leases were taken away."""
        self.leases.join(self.name, f"{socket.gethostname()}:{os.getpid()}")
        self.heart.start()
        fetch = self.spec.fetch
        live = LiveFetcher(
            fetch, self.clock, allow_private=self.spec.allow_private, user_agent=self.spec.user_agent, pace=self,
            validators=lambda url: validators(self._known.get(url)),
        )  # fmt: skip
        try:
            async with live:
                self.live = live
                writer = asyncio.create_task(self._write())
                try:
                    await self._work(writer)
                finally:
                    writer.cancel()
        finally:
            self.heart.stop()
            with suppress(StoreUnavailable):
                self.leases.leave(self.name)
            self.archive.close()
            self.store.close()
        return self.heart.alive

    async def _work(self, writer: asyncio.Task[None]) -> None:
        most = min(self.spec.cluster.hosts, self.spec.fetch.concurrency)
        while not self._over():
            if writer.done():
                writer.result()
            fair = self.heart.fair(most)
            for host in list(self.held)[fair:]:
                self.held[host].surplus = True
            if len(self.held) < fair and self.heart.sure():
                await self._lease(fair - len(self.held))
            if self.clock.monotonic() - self._shared_at > self.spec.cluster.share:
                await self._share()
            await asyncio.sleep(LOOK)
        await asyncio.gather(*self._tasks.values())

    def _over(self) -> bool:
        return self._stopping() or self.heart.over

    async def _lease(self, number: int) -> None:
        longest = self.spec.fetch.max_delay + self.spec.cluster.lease
        try:
            found = await asyncio.to_thread(self.leases.take, self.name, number, longest, list(self.held))
        except StoreUnavailable:
            return
        for lease in found:
            held = self.held[lease.host] = Held.of(lease, self.spec.fetch, self.clock.monotonic())
            self._tasks[lease.host] = asyncio.create_task(self._serve(held))

    async def _serve(self, held: Held) -> None:
        """Asks one host until nothing waits there, or it is to be given back."""
        try:
            first = await self._take(held)
            if first is not None:
                await self._visit(held, first)
                slots = 1 if held.delay > 0 else self.spec.fetch.per_host
                await asyncio.gather(*(self._slot(held) for _ in range(slots)))
            if not held.lost:
                rest = held.next - self.clock.monotonic()
                await asyncio.to_thread(self.leases.release, held.lease, rest)
        except StoreUnavailable as error:
            log.warning("%s is given up for now: %s", held.lease.host, error)
        finally:
            del self.held[held.lease.host], self._tasks[held.lease.host]

    async def _slot(self, held: Held) -> None:
        while self._goes_on(held):
            offer = await self._take(held)
            if offer is None:
                return
            await self._visit(held, offer)

    async def _take(self, held: Held) -> Offer | None:
        """The best waiting address of the host, with what earlier runs know of it; None when nothing waits."""
        async with held.filling:
            if not held.queue:
                batch, taken = self.spec.cluster.batch, list(held.taken)
                found = await asyncio.to_thread(self.exchange.batch, held.lease.host, batch, taken)
                known = await asyncio.to_thread(self.store.pages.get, [offer.url for offer in found])
                self._known.update(known)
                held.queue = found[::-1]
            offer = held.queue.pop() if held.queue else None
        if offer is not None:
            held.taken.add(offer.url)
        return offer

    def _own(self) -> int:
        return self.exchange.counts.get("fetched", 0)

    def _goes_on(self, held: Held) -> bool:
        return not (held.lost or held.surplus or self._over())

    async def _turn(self, held: Held) -> bool:
        """Waits until the host may be asked and the lease is sure; False when it is not to be asked any more."""
        while not held.lost and not self._over():
            rest = held.next - self.clock.monotonic()
            if rest <= 0 and self.heart.sure() and not self.heart.enough(self._own() + self._under_way):
                return True
            await asyncio.sleep(min(max(rest, 0.01), 0.25))
        held.no_turn = True
        return False

    async def _visit(self, held: Held, offer: Offer) -> None:
        try:
            response = await self._fetched(held, offer)
        except FetchError as error:
            if not self._again(held, offer, error):
                await self._settle(held, offer, error)
        else:
            if response is not None:
                await self._settle(held, offer, response)
        finally:
            held.taken.discard(offer.url)

    async def _fetched(self, held: Held, offer: Offer) -> Response | None:
        """The answer in the host's turn; None when there is no turn any more."""
        if held.failures >= self.spec.fetch.host_failures:
            raise FetchError(f"{held.lease.host} was given up after many failures", reason="host-given-up")
        allowed = not self.spec.fetch.robots or await self._rules_of(held).allowed(offer.url)
        await self._remember_robots(held)
        if held.no_turn or (allowed and not await self._turn(held)):
            return None
        if not allowed:
            raise RobotsRefused(f"robots.txt does not allow {offer.url[:200]}", reason="robots")
        self._under_way += 1
        try:
            response = await self.live.get(offer.url, conditional=True, follow=False)
        except FetchError as error:
            self._missed(held, error.reason)
            raise
        finally:
            self._under_way -= 1
        held.answered(self.clock.monotonic())
        return response

    def _missed(self, held: Held, reason: str) -> None:
        now = self.clock.monotonic()
        if reason in {"http-429", "http-503"}:
            return  # `heard` has slowed down already
        if reason in {"redirected", "private-address"} or reason.startswith("http-"):
            held.next = now + held.delay
        else:
            held.failed(now, self.spec.fetch)

    def _again(self, held: Held, offer: Offer, error: FetchError) -> bool:
        """Whether the address is tried once more, later."""
        tried = held.tries.get(offer.url, 0)
        if error.reason not in MAY_PASS or tried >= self.spec.fetch.retries:
            return False
        held.tries[offer.url] = tried + 1
        held.next = max(held.next, self.clock.monotonic() + self.spec.fetch.retry_wait * 2**tried)
        held.queue.append(offer)
        return True

    async def _settle(self, held: Held, offer: Offer, came: Response | FetchError) -> None:
        counts, offers = self._made(offer, came)
        page, article = self.judging.rows.rows()
        self._known.pop(offer.url, None)
        offers, held.extra = (*offers, *held.extra), ()
        rest = held.next - self.clock.monotonic()
        settlement = Settlement(
            offer.url, held.lease.host, held.lease.token, max(0.0, rest), held.failures, offers, counts, page, article
        )
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._settling.put_nowait((settlement, done))
        held.lost |= not await done

    def _made(self, offer: Offer, came: Response | FetchError) -> tuple[tuple[str, ...], tuple[Offer, ...]]:
        """What is counted and what follows; rows are left with `judging.rows`."""
        if isinstance(came, FetchError):
            if came.reason == "redirected":
                return ("redirected",), self.judging.redirect(offer, str(came.facts["target"]))
            return (("failed: sitemap",) if offer.kind == SITEMAP else self.judging.failed(offer, came)), ()
        if offer.kind == SITEMAP:
            return ("sitemaps",), self.judging.sitemap(offer, came)
        try:
            return self.judging.page(offer, came)
        except StoreUnavailable:
            raise
        except MotherlodeError as error:
            return self.judging.failed(offer, error), ()

    async def _write(self) -> None:
        """Settles what has come together while the last transaction ran."""
        while True:
            batch = [await self._settling.get()]
            while not self._settling.empty():
                batch.append(self._settling.get_nowait())
            written = await self._settled([item for item, _ in batch])
            for item, done in batch:
                if not done.done():
                    done.set_result(item.url in written)

    async def _settled(self, items: Sequence[Settlement]) -> set[str]:
        """The addresses written; a lost store is waited for."""
        until = self.clock.monotonic() + STORE_WAIT
        while True:
            try:
                return await asyncio.to_thread(self.exchange.settle, items)
            except StoreUnavailable as error:
                if self.clock.monotonic() > until:
                    raise
                log.warning("waiting for the store: %s", error)
                await asyncio.sleep(0.5)

    def _keep(self, connection: Connection, settled: Sequence[Settlement]) -> None:
        self.store.pages.write(connection, [item.page for item in settled if item.page is not None])
        self.store.articles.write(connection, [item.article for item in settled if item.article is not None])

    async def _share(self) -> None:
        self._shared_at = self.clock.monotonic()
        engine = self.store.engine
        with suppress(StoreUnavailable):
            await asyncio.to_thread(publish, engine, self.name, self.judging.model())
            self.judging.learn_from(mean(await asyncio.to_thread(others, engine, self.name)))

    def _rules_of(self, held: Held) -> RobotsFile:
        """The host's robots.txt: as another worker left it, or asked for in the host's turn."""
        if held.robots is None:
            held.robots = RobotsFile(
                lambda url: self._robots_file(held, url), self.clock, self.spec.user_agent,
                lambda _, rules: self._heard_rules(held, rules),
            )  # fmt: skip
        return held.robots

    async def _robots_file(self, held: Held, url: str) -> Response:
        lease = held.lease
        if lease.robots_status and lease.robots_age < LASTS:
            return Response(url, url, lease.robots_status, (), lease.robots.encode(), self.clock.now())
        for attempt in range(self.spec.fetch.retries + 1):
            if not await self._turn(held):
                break
            try:
                reply = await self.live.get(url, obey=False, limit=MAX_ROBOTS)
            except FetchError as error:
                self._missed(held, error.reason)
                if error.reason not in MAY_PASS or attempt == self.spec.fetch.retries:
                    raise
                held.next += self.spec.fetch.retry_wait * 2**attempt
            else:
                held.answered(self.clock.monotonic())
                held.asked_robots = (reply.status, reply.body[:MAX_ROBOTS].decode("utf-8", "replace"))
                return reply
        raise FetchError(f"{url} was not asked for: the host is given back", reason="given-back")

    async def _remember_robots(self, held: Held) -> None:
        """Leaves the robots.txt and the gap it asks for in the lease, before the first page is fetched."""
        if held.asked_robots is not None and not held.robots_kept:
            held.robots_kept = True
            await asyncio.to_thread(self.leases.remember_robots, held.lease, *held.asked_robots, held.delay)

    def _heard_rules(self, held: Held, rules: Rules) -> None:
        """A crawl-delay is honoured up to the limit; sitemaps are offered like other addresses."""
        if rules.delay > 0:
            before = held.delay
            held.delay = min(max(rules.delay, before), self.spec.fetch.max_delay)
            held.next += held.delay - before
        if self.spec.fetch.sitemaps and held.asked_robots is not None:
            held.extra += tuple(
                Offer(url, SITEMAP_SCORE, 0, "", SITEMAP) for given in rules.sitemaps if (url := address(given))
            )

    def heard(self, host: str, status: int, seconds: float, retry_after: float) -> None:
        """An answer came (see crawl.fetch.Pace)."""
        held = self.held.get(host)
        if held is not None and status in {429, 503}:
            held.busy(self.clock.monotonic(), self.spec.fetch, retry_after)

    def failed(self, host: str, reason: str) -> None:
        """Counted where the fetch failed."""

    def given_up(self, host: str) -> bool:
        """Decided before the fetch."""
        return False

    def rest(self, host: str) -> float:
        """Waited for before the fetch, which neither follows redirects nor tries again."""
        return 0.0
