"""The sample web as a process of its own: python -m motherlode.interfaces.demo --port 8080 --news-pages 20000."""

from __future__ import annotations

import argparse
import signal
import sys
import threading

from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.site import Request
from motherlode.interfaces.demo.web import SampleWeb


def main() -> int:
    """Serves until it is interrupted; prints one line for each site when it is ready."""
    parser = argparse.ArgumentParser(prog="python -m motherlode.interfaces.demo", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--news-pages", type=int, default=600)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--universities", type=int, default=3)
    parser.add_argument("--entities", type=int, default=240, help="books, papers and products in each catalogue")
    parser.add_argument("--registry-rows", type=int, default=50_000, help="1578826 in the paper")
    parser.add_argument("--crawl-delay", type=float, default=0.01, help="seconds, in some robots.txt; 0 for none")
    parser.add_argument("--names", choices=("localhost", "address"), default="localhost")
    parser.add_argument("--warm", action="store_true", help="render every article before the first request")
    given = parser.parse_args()
    web = SampleWeb(
        given.seed,
        news_pages=given.news_pages,
        universities=given.universities,
        entities=given.entities,
        registry_rows=given.registry_rows,
        crawl_delay=given.crawl_delay,
    )
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    with serve(web.sites, given.port, names=given.names) as server:
        if given.warm:
            by_host = {site.host: site for site in web.sites}
            origins = {host: server.url(host, "") for host in server.hosts}
            for key in web.truth.news.articles:
                host, _, rest = key.partition("/")
                path, _, query = f"/{rest}".partition("?")
                by_host[host].respond(Request("GET", path, query, origins=origins))
        for host in server.hosts:
            sys.stdout.write(f"{server.url(host)}\n")
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        ended.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
