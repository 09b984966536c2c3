"""A worker of a shared crawl: leases hosts, asks them in turn, settles each page before it asks the host again.

A page is settled in one transaction with its row, its article and the proof that its host is still leased here; so a
worker that dies loses nothing that was kept, and of each of its hosts at most the fetches under way are repeated.
"""

from __future__ import annotations

import asyncio
import logging
import os
import platform
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
from sqlalchemy import Connection

from motherlode.app.cluster.host import Heart, Held, LeasedPace
from motherlode.app.cluster.spec import read_spec
from motherlode.app.crawl.parts import CrawlWork, PageReading, addresses, crawl_work, validators
from motherlode.app.crawl.sink import Rows
from motherlode.crawl.cluster.exchange import Exchange, Model, Offer, Settlement, mean, others, publish
from motherlode.crawl.cluster.leases import Leases, prepare
from motherlode.crawl.parts import PAGE, SITEMAP, Address, Made
from motherlode.errors import FetchError, StoreUnavailable
from motherlode.fetch.client import Client
from motherlode.fetch.robots import LASTS, MAX_ROBOTS, Rules
from motherlode.model.article import NewsItem
from motherlode.model.clock import SystemClock
from motherlode.model.pages import Response
from motherlode.model.ports import Clock
from motherlode.pages.archive import Archive
from motherlode.store.pages import StoredPage
from motherlode.store.store import Store
from motherlode.text.urls import host_of

SHARED_WORDS = 1000


def model_of(work: CrawlWork) -> Model:
    """What this worker has learned so far."""
    weights = getattr(work.step.strategy, "weights", ())
    words = {word.word: word.weight for word in work.judge.keywords(SHARED_WORDS)}
    pages = len(work.judge.relevances())
    return Model(pages, work.keep.state.value, tuple(float(weight) for weight in weights), words)


def learn_from(work: CrawlWork, others: Model) -> None:
    """Takes the mean of the others' models beside the worker's own."""
    if not others.pages:
        return
    work.judge.share(others.words, others.pages)
    if others.links and hasattr(work.step.strategy, "prior"):
        work.step.strategy.prior = np.asarray(others.links)
    if work.keep.params.moving:
        own = len(work.judge.relevances())
        value = (own * work.keep.state.value + others.pages * others.threshold) / (own + others.pages)
        work.keep.state = replace(work.keep.state, value=value)


log = logging.getLogger(__name__)

LOOK = 0.1
"""Seconds between two looks for hosts to lease."""

STORE_WAIT = 300.0
"""Seconds for which a worker waits for a lost store, with everything it has fetched in hand."""


LEAST_GAIN = 0.05
"""A link's value must rise by this much before it is sent again: smaller changes do not alter the order by much."""


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
        spec = self.spec
        read = PageReading(duplicates=False, prints=True, fetch=spec.fetch, agent=spec.user_agent)
        self.work = crawl_work(spec.settings, spec.fetch, spec.topic, spec.examples, read)
        self.step = self.work.step
        self.rows = Rows(self.work.judge, self.clock, run=spec.run, extract=self.work.extracting)
        self._offered: dict[int, float] = {}
        self.heart = Heart(self.leases, name, self.spec, self.clock, self._own)
        self.held: dict[str, Held] = {}
        self.pace = LeasedPace(self.spec.fetch, self.clock, self.held, self.heart, self._over, self._own)
        self.client = Client(
            self.spec.fetch, self.clock, allow_private=self.spec.allow_private, user_agent=self.spec.user_agent,
            pace=self.pace, validators=lambda url: validators(self._known.get(url)), on_rules=self._heard_rules,
            robots_file=self._robots_file,
        )  # fmt: skip
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._settling: asyncio.Queue[tuple[Settlement, asyncio.Future[bool]]] = asyncio.Queue()
        self._known: dict[str, StoredPage] = {}
        self.rows.known = self._known
        self._shared_at = self.clock.monotonic()

    async def run(self) -> bool:
        """Works until the crawl is over; False when its leases were taken away."""
        self.leases.join(self.name, f"{platform.node()}:{os.getpid()}")
        self.heart.start()
        try:
            async with self.client:
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
            held = self.held[lease.host] = self.pace.leased(lease)
            self._tasks[lease.host] = asyncio.create_task(self._serve(held))

    async def _serve(self, held: Held) -> None:
        """Asks one host until nothing waits there, or it is to be given back."""
        try:
            first = await self._take(held)
            if first is not None:
                await self._visit(held, first)
                slots = held.pace.limit
                await asyncio.gather(*(self._slot(held) for _ in range(slots)))
            if not held.lost:
                rest = self.pace.rest(held.lease.host)
                await asyncio.to_thread(self.leases.release, held.lease, rest)
        except StoreUnavailable as error:
            log.warning("%s is given up for now: %s", held.lease.host, error)
        finally:
            del self.held[held.lease.host], self._tasks[held.lease.host]
            self.pace.released(held.lease.host)

    async def _slot(self, held: Held) -> None:
        while not (held.lost or held.surplus or self._over()):
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

    async def _visit(self, held: Held, offer: Offer) -> None:
        try:
            came: Response | FetchError = await self.client.fetch_here(offer.url, self._is_done)
        except FetchError as error:
            came = error
        try:
            await self._remember_robots(held)
            if not (isinstance(came, FetchError) and came.reason == "given-back"):
                await self._settle(held, offer, came)
        finally:
            held.taken.discard(offer.url)

    async def _is_done(self, url: str) -> bool:
        return await asyncio.to_thread(self.exchange.is_done, url)

    async def _settle(self, held: Held, offer: Offer, came: Response | FetchError) -> None:
        """Archive first, then the step, then one transaction for page, article, links and counts."""
        (number,), _ = self.step.frontier.number([offer.url], depth=offer.depth)
        address = Address(number, offer.url, offer.depth, offer.parent, offer.kind, offer.hops, offer.score)
        place = ("", -1)
        if isinstance(came, Response) and self.step.is_to_be_archived(address, came):
            archived = self.archive.write(came)
            place = (archived.file, archived.offset)
        made = self.step.settle(address, came, *place)
        page, article = self._rows(address, made)
        self._known.pop(offer.url, None)
        offers, held.extra = (*self._offers(made), *held.extra), ()
        held.queue = [waiting for waiting in held.queue if waiting.url != made.also]
        settlement = Settlement(
            offer.url, held.lease.host, held.lease.token, max(0.0, self.pace.rest(held.lease.host)),
            held.pace.failures, offers, made.counts, made.also, page, article,
        )  # fmt: skip
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._settling.put_nowait((settlement, done))
        held.lost |= not await done

    def _rows(self, address: Address, made: Made) -> tuple[StoredPage | None, NewsItem | None]:
        """The rows that an address gives."""
        if made.visit is not None:
            return self.rows.page(made.visit), self.rows.item(made.visit) if made.visit.verdict.kept else None
        if made.failure is not None:
            return self.rows.failed(address, made.failure), None
        return self.rows.unchanged(address.url) if made.code == "unchanged" else None, None

    def _offers(self, made: Made) -> list[Offer]:
        """Addresses that were not offered yet, or with a lower value."""
        found = []
        for offers in made.offers:
            values = offers.values
            if made.due and offers.kind == PAGE and offers.numbers:
                values = self.step.strategy.rescore(np.asarray(offers.numbers, dtype=np.int64)).tolist()
            for number, url, value in zip(offers.numbers, offers.urls, values, strict=True):
                if value > self._offered.get(number, -np.inf):
                    self._offered[number] = value + LEAST_GAIN
                    found.append(Offer(url, value, offers.depth, offers.parent, offers.kind, offers.hops))
        return found

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
            await asyncio.to_thread(publish, engine, self.name, model_of(self.work))
            if self.spec.settings.topic.learning:
                learn_from(self.work, mean(await asyncio.to_thread(others, engine, self.name)))

    async def _robots_file(self, url: str) -> Response:
        """The host's robots.txt: as another worker left it, or asked for in the host's turn."""
        held = self.held[host_of(url)]
        lease = held.lease
        if lease.robots_status and lease.robots_age < LASTS:
            return Response(url, url, lease.robots_status, (), lease.robots.encode(), self.clock.now())
        reply = await self.client.robots_file(url)
        held.asked_robots = (reply.status, reply.body[:MAX_ROBOTS].decode("utf-8", "replace"))
        return reply

    async def _remember_robots(self, held: Held) -> None:
        """Leaves the robots.txt and the gap it asks for in the lease, before the first page is fetched."""
        if held.asked_robots is not None and not held.robots_kept:
            held.robots_kept = True
            await asyncio.to_thread(self.leases.remember_robots, held.lease, *held.asked_robots, held.pace.delay)

    def _heard_rules(self, host: str, rules: Rules) -> None:
        """Sitemaps are offered like other addresses."""
        held = self.held.get(host)
        if self.spec.fetch.sitemaps and held is not None and held.asked_robots is not None:
            made = self.step.sitemaps(addresses(rules.sitemaps))
            held.extra += tuple(
                Offer(url, value, kind=SITEMAP) for url, value in zip(made.urls, made.values, strict=True)
            )
