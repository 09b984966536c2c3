"""Parameters of fetching: politeness and limits."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.params import Params, param

LONGEST_REST = 600.0
"""Seconds of a Retry-After that are waited for; a host that asks for more is given up for this run."""

MAX_BYTES = 100_000_000
"""Larger pages are refused: twice the largest page the extractors are tested with (50 MB)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchParams(Params):
    """Fetching: politeness and limits."""

    concurrency: int = param(32, "fetches at the same time", low=1, high=2000)
    per_host: int = param(2, "fetches at the same time from one host, where no delay is asked", low=1)
    delay: float = param(0.25, "seconds between two fetches from one host", low=0.0, unit="s")
    max_delay: float = param(60.0, "a longer crawl-delay of robots.txt is cut to this", low=0.0, unit="s")
    robots: bool = param(True, "obey robots.txt")
    nofollow: bool = param(True, "do not follow links and pages marked nofollow (rel, robots meta, X-Robots-Tag)")
    noindex: bool = param(True, "do not keep pages marked noindex (robots meta, X-Robots-Tag)")
    timeout: float = param(30.0, "seconds for one page, all redirects together", low=0.1, unit="s")
    max_body: int = param(20_000_000, "bytes of a page after decompression", low=1000)
    max_redirects: int = param(10, "redirects followed for one address", low=0)
    retries: int = param(2, "tries after a failure that may pass", low=0)
    retry_wait: float = param(2.0, "seconds before the first further try; doubles each time", low=0.0, unit="s")
    host_failures: int = param(10, "failures in a row after which a host is given up", low=1)
    sitemaps: bool = param(True, "take addresses from the sitemaps that robots.txt names")
    feeds: bool = param(True, "take addresses from RSS and Atom feeds")
    rendered_hosts: tuple[str, ...] = param((), "hosts whose pages are rendered by Chromium before they are read")
    metrics_port: int = param(0, "port for Prometheus metrics on loopback; 0 for none", low=0, high=65535)
