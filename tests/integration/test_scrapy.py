"""The Scrapy extra with a real spider in a process of its own against a real server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import motherlode
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.site import Reply, Request

pytest.importorskip("scrapy")

SPIDER = """
import json, sys
import scrapy
from scrapy.crawler import CrawlerProcess

class Spider(scrapy.Spider):
    name = "birds"
    start_urls = [sys.argv[1]]
    def parse(self, response):
        yield {"url": response.url, "relevance": response.meta["motherlode_relevance"]}
        for href in response.css("a::attr(href)").getall():
            yield response.follow(href)

process = CrawlerProcess({
    "SCHEDULER": "motherlode.interfaces.scrapy.scheduler.FocusedScheduler",
    "SPIDER_MIDDLEWARES": {"motherlode.interfaces.scrapy.scheduler.JudgingMiddleware": 50},
    "MOTHERLODE_KEYWORDS": {"bird": 1.0, "owl": 0.5},
    "MOTHERLODE_STRATEGY": sys.argv[3],
    "CONCURRENT_REQUESTS": 1, "TELNETCONSOLE_ENABLED": False, "LOG_LEVEL": "ERROR",
    "FEEDS": {sys.argv[2]: {"format": "jsonlines"}},
})
process.crawl(Spider)
process.start()
"""


class Forest:
    """Two branches of thirty pages: one about birds, one about taxes."""

    host = "forest"

    def respond(self, request: Request, /) -> Reply:
        path = request.path
        if path == "/":
            return Reply(body=b'<a href="/tax/0">a tax law</a> <a href="/bird/0">the owl, a bird</a>')
        kind, _, number = path.strip("/").partition("/")
        if kind not in {"tax", "bird"}:
            return Reply(status=404)
        n = int(number)
        text = "The owl is a bird" if kind == "bird" else "The tax is a law"
        link = "".join(f'<a href="/{kind}/{m}">{text} {m}</a>' for m in range(n + 1, min(n + 5, 30)))
        return Reply(body=f"<title>{text}</title><p>{text} number {n}, and more of the {kind}</p>{link}".encode())


@pytest.mark.parametrize("strategy", ["best-first", "learned"])
def test_a_spider_fetches_the_promising_branch_first(tmp_path: Path, strategy: str) -> None:
    script = tmp_path / "spider.py"
    script.write_text(SPIDER)
    output = tmp_path / "items.jsonl"
    with serve([Forest()], names="address") as server:
        environment = {**os.environ, "PYTHONPATH": str(Path(motherlode.__file__).parents[1])}
        command = [sys.executable, str(script), server.url("forest"), str(output), strategy]
        done = subprocess.run(command, env=environment, capture_output=True, timeout=100, check=False)
    assert output.exists(), done.stderr.decode()[-2000:]
    items = [json.loads(line) for line in output.read_text().splitlines()]
    assert len(items) == 61
    assert sum("/bird/" in item["url"] for item in items[:31]) >= 22
    assert all(item["relevance"] > 0.5 for item in items if "/bird/" in item["url"])
