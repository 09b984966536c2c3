"""One crawler of benchmarks/crawl.py in a process of its own; prints pages, CPU seconds and seconds as JSON.

Every client but the last obeys robots.txt, follows the links of the seeds' hosts breadth-first or by its own order,
scores each page by the topic's words, and writes the page into a compressed WARC file.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sqlite3
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from motherlode.pages.archive import LEVEL, compress  # the peers' WARC files are packed as ours are

CONCURRENCY = 16
PER_HOST = 8


class Clock:
    """CPU time and time since the client was ready to begin."""

    def __init__(self) -> None:
        self._cpu, self._wall = time.process_time(), time.monotonic()

    def tell(self, pages: int, **more: object) -> None:
        """One line of JSON."""
        cpu, wall = time.process_time() - self._cpu, time.monotonic() - self._wall
        sys.stdout.write(json.dumps({"pages": pages, "cpu": cpu, "wall": wall, **more}) + "\n")


class PeerStore:
    """What the peers do with a page: a score by the topic's words, a line of JSON, a record in a WARC file."""

    def __init__(self, folder: Path, words: list[str]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._warc = (folder / "pages.warc.gz").open("wb")
        self._lines = (folder / "pages.jsonl").open("w", encoding="utf-8")
        self._word = re.compile("|".join(map(re.escape, words)), re.IGNORECASE)
        self.pages = 0

    def put(self, url: str, title: str, text: str, body: bytes) -> None:
        """Scores and writes one page."""
        self.pages += 1
        score = len(self._word.findall(text)) / max(1, len(text))
        self._lines.write(json.dumps({"url": url, "title": title, "text": text, "score": score}) + "\n")
        head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {len(body)}\r\n\r\n"
        self._warc.write(compress(head.encode() + body + b"\r\n\r\n", LEVEL, wbits=31))


RELATED = 3
"""Words of the topic from which a peer that extracts articles takes a page for related."""

NEAR_BITS = 3
"""Bits in which the simhashes of near-duplicates differ at most, as in ours."""


class FullStore(PeerStore):
    """What ours does with a page, by common means: near-duplicates, rows in SQLite, articles of related pages."""

    def __init__(self, folder: Path, words: list[str], article: Callable[[str, str], dict[str, Any]]) -> None:
        super().__init__(folder, words)
        self._article = article
        self._base = sqlite3.connect(folder / "pages.sqlite")
        self._base.execute("PRAGMA journal_mode=WAL")
        self._base.execute("CREATE TABLE pages (url TEXT PRIMARY KEY, title TEXT, score REAL, code TEXT)")
        self._base.execute("CREATE TABLE articles (url TEXT PRIMARY KEY, data TEXT)")
        self._near: list[dict[int, list[int]]] = [{} for _ in range(NEAR_BITS + 1)]
        self.articles = 0

    def full(self, url: str, title: str, text: str, body: bytes, html: str) -> None:
        """Scores and writes one page, and its article if it is related and new."""
        self.put(url, title, text, body)
        hits = len(self._word.findall(text))
        code = "near-duplicate" if self._is_near(text) else "related" if hits >= RELATED else "unrelated"
        if code == "related":
            self.articles += 1
            data = json.dumps(self._article(html, url), default=str)
            self._base.execute("INSERT OR REPLACE INTO articles VALUES (?, ?)", (url, data))
        self._base.execute("INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?)", (url, title, float(hits), code))
        if self.pages % 50 == 0:
            self._base.commit()

    def _is_near(self, text: str) -> bool:
        """Whether a page with nearly the same simhash came before: one of its four parts is the same."""
        from trafilatura.deduplication import Simhash

        found = Simhash(text).hash
        parts = [(found >> (16 * n)) & 0xFFFF for n in range(NEAR_BITS + 1)]
        near = any(
            (found ^ other).bit_count() <= NEAR_BITS
            for table, part in zip(self._near, parts, strict=True)
            for other in table.get(part, ())
        )
        for table, part in zip(self._near, parts, strict=True):
            table.setdefault(part, []).append(found)
        return near


def by_trafilatura(html: str, url: str) -> dict[str, Any]:
    """An article with all fields."""
    from trafilatura import bare_extraction

    found = bare_extraction(html, url=url, with_metadata=True)
    return found.as_dict() if found is not None else {}


def by_resiliparse(html: str, url: str) -> dict[str, Any]:
    """The quickest there is: the main text alone, without date or author."""
    from resiliparse.extract.html2text import extract_plain_text

    return {"url": url, "text": extract_plain_text(html, main_content=True)}


def ours(seeds: list[str], words: list[str], pages: int, folder: Path) -> None:
    """Motherlode as a user runs it, with delays set to 0."""
    from motherlode.app.crawl.command import as_dict, crawl_settings
    from motherlode.app.crawl.run import CrawlCallbacks, crawl_project
    from motherlode.app.project import Project
    from motherlode.fetch.params import FetchParams
    from motherlode.model.ports import Silent
    from motherlode.model.topic import Keyword
    from motherlode.store.topics import NEWS_SET

    fetch = {"delay": 0.0, "per_host": PER_HOST, "concurrency": CONCURRENCY, "sitemaps": False, "feeds": False}
    values = {"project": {"allow_private": True}, "crawl": {"max_pages": pages, "scope": "hosts"}, "fetch": fetch}
    project = Project.create(folder / "project", values)
    project.store.topics.set_sources(NEWS_SET, seeds)
    project.store.topics.set_keywords([Keyword(word) for word in words])
    fetched: list[str] = []
    callbacks = CrawlCallbacks(Silent(), on_fetched=fetched.append)
    clock = Clock()
    report = crawl_project(
        project, crawl_settings(project.settings), project.settings.get(FetchParams), callbacks=callbacks
    )
    clock.tell(report.fetched, report=as_dict(report))
    project.close()
    (folder / "fetched.txt").write_text("\n".join(fetched))


def scrapy(seeds: list[str], words: list[str], pages: int, folder: Path, *, tuned: bool, full: bool) -> None:
    """Scrapy with its own link extractor and duplicate filter, or with lexbor, ada and a set of addresses.

    `full` does what ours does: a queue on disk that survives a kill, near-duplicates, a database, articles.
    """
    from ada_url import URL
    from scrapy import Request, Spider
    from scrapy.crawler import CrawlerProcess
    from scrapy.linkextractors import LinkExtractor
    from selectolax.lexbor import LexborHTMLParser

    whole = FullStore(folder, words, by_resiliparse if tuned else by_trafilatura) if full else None
    store, hosts = whole or PeerStore(folder, words), {URL(seed).host for seed in seeds}

    def put(response: Any, title: str, text: str) -> None:
        if whole is not None:
            whole.full(response.url, title, text, response.body, response.text)
        else:
            store.put(response.url, title, text, response.body)

    seen = set(seeds)

    class Plain(Spider):
        name = "plain"
        start_urls = seeds
        extractor = LinkExtractor(allow=[re.escape(host) for host in hosts])

        def parse(self, response: Any) -> Any:
            if store.pages >= pages or not hasattr(response, "text"):
                return
            text = " ".join(response.xpath("//body//text()[not(ancestor::script or ancestor::style)]").getall())
            put(response, response.css("title::text").get(""), text)
            for link in self.extractor.extract_links(response):
                yield Request(link.url)

    class Tuned(Spider):
        name = "tuned"
        start_urls = seeds

        def parse(self, response: Any) -> Any:
            if store.pages >= pages or not hasattr(response, "text"):
                return
            tree = LexborHTMLParser(response.text)
            tree.strip_tags(["script", "style"])
            title = tree.css_first("title")
            text = tree.body.text(separator=" ") if tree.body is not None else ""
            put(response, title.text() if title is not None else "", text)
            for node in tree.css("a[href]"):
                try:
                    joined = URL(node.attributes["href"] or "", base=response.url)
                except ValueError:
                    continue
                joined.hash = ""
                if joined.host in hosts and joined.href not in seen:
                    seen.add(joined.href)
                    yield Request(joined.href, dont_filter=True)

    settings: dict[str, Any] = {
        "LOG_ENABLED": False,
        "ROBOTSTXT_OBEY": True,
        "CONCURRENT_REQUESTS": CONCURRENCY,
        "CONCURRENT_REQUESTS_PER_DOMAIN": PER_HOST,
        "DOWNLOAD_DELAY": 0,
        "TELNETCONSOLE_ENABLED": False,
        "CLOSESPIDER_PAGECOUNT": pages,
    }
    if tuned:
        settings |= {"COOKIES_ENABLED": False, "RETRY_ENABLED": False, "REFERER_ENABLED": False}
    if full:
        settings |= {"JOBDIR": str(folder / "job")}
    process = CrawlerProcess(settings)
    process.crawl(Tuned if tuned else Plain)
    clock = Clock()
    process.start()
    clock.tell(store.pages, articles=whole.articles if whole else 0)


def crawlee(seeds: list[str], words: list[str], pages: int, folder: Path) -> None:
    """Crawlee's ParselCrawler with its storage in memory."""
    import logging

    from crawlee import ConcurrencySettings
    from crawlee.crawlers import ParselCrawler
    from crawlee.storage_clients import MemoryStorageClient

    store = PeerStore(folder, words)

    async def run() -> None:
        crawler = ParselCrawler(
            max_requests_per_crawl=pages,
            respect_robots_txt_file=True,
            storage_client=MemoryStorageClient(),
            configure_logging=False,
            concurrency_settings=ConcurrencySettings(
                min_concurrency=CONCURRENCY, desired_concurrency=CONCURRENCY, max_concurrency=CONCURRENCY
            ),
        )

        @crawler.router.default_handler
        async def handle(context: Any) -> None:
            body = await context.http_response.read()
            texts = context.selector.xpath("//body//text()[not(ancestor::script or ancestor::style)]").getall()
            title = context.selector.css("title::text").get("")
            store.put(context.request.url, title, " ".join(texts), body)
            await context.enqueue_links(strategy="same-hostname")

        await crawler.run(seeds)

    logging.disable(logging.CRITICAL)
    clock = Clock()
    asyncio.run(run())
    clock.tell(store.pages)


def fetch_only(urls: list[str]) -> None:
    """The limit: aiohttp reads the same pages and does nothing with them."""
    import aiohttp

    async def run() -> int:
        left, done = iter(urls), 0

        async def work(session: aiohttp.ClientSession) -> None:
            nonlocal done
            for url in left:
                async with session.get(url) as reply:
                    await reply.read()
                done += 1

        async with aiohttp.ClientSession() as session:
            await asyncio.gather(*(work(session) for _ in range(CONCURRENCY)))
        return done

    clock = Clock()
    clock.tell(asyncio.run(run()))


SCRAPY = {
    "scrapy-full": {"tuned": False, "full": True},
    "scrapy-tuned-full": {"tuned": True, "full": True},
    "scrapy": {"tuned": False, "full": False},
    "scrapy-tuned": {"tuned": True, "full": False},
}


def main() -> None:
    """Runs the client that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("client", choices=("ours", *SCRAPY, "crawlee", "fetch-only"))
    parser.add_argument("--seeds", nargs="+", default=[])
    parser.add_argument("--words", nargs="+", default=[], help="the topic's words")
    parser.add_argument("--pages", type=int, default=1500)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--profile", type=Path, help="file for cProfile's figures")
    given = parser.parse_args()
    seeds, words, pages, folder = given.seeds, given.words, given.pages, given.folder
    clients: dict[str, Callable[[], None]] = {
        "ours": lambda: ours(seeds, words, pages, folder),
        **{name: partial(scrapy, seeds, words, pages, folder, **options) for name, options in SCRAPY.items()},
        "crawlee": lambda: crawlee(seeds, words, pages, folder),
        "fetch-only": lambda: fetch_only((folder / "fetched.txt").read_text().split("\n")[:pages]),
    }
    if given.profile is None:
        clients[given.client]()
        return
    import cProfile

    cProfile.runctx("work()", {"work": clients[given.client]}, {}, str(given.profile))


if __name__ == "__main__":
    main()
