"""Parameters of the crawl: strategy and stops, politeness and limits, the gene factor's letters (D, N9, N10)."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.params import Params, param

STRATEGIES = (
    "ours", "best-first", "breadth-first", "hard-focus", "opic", "pagerank", "gene", "keywords",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlParams(Params):
    """The crawl: its strategy, its limits and its scope."""

    strategy: str = param("ours", "how the next address is chosen", choices=STRATEGIES)
    max_pages: int = param(1000, "pages to fetch at the most; 0 for no limit", low=0)
    max_depth: int = param(50, "links to follow from a first address at the most", low=0)
    max_seconds: float = param(0.0, "seconds to crawl at the most; 0 for no limit", low=0.0, unit="s")
    max_queue: int = param(5_000_000, "addresses waiting in memory; what is over goes to disk", low=100)
    scope: str = param(
        "domains", "where links may lead: any, domains or hosts of the first addresses",
        choices=("any", "domains", "hosts"),
    )  # fmt: skip
    include: tuple[str, ...] = param((), "regular expressions: only addresses that match one are fetched")
    exclude: tuple[str, ...] = param((), "regular expressions: addresses that match one are not fetched")
    exploration: float = param(0.02, "share of fetches that try what the model does not favour", low=0.0, high=0.5)
    seed: int = param(0, "seed of the exploration's choices")
    top_percent: float = param(100.0, "share of the articles that TopWebNews shows", symbol="k", low=0.0, high=100.0)
    follow_dropped: bool = param(True, "follow links of pages that were dropped, at a lower value (N9)")


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchParams(Params):
    """Fetching: politeness and limits."""

    concurrency: int = param(32, "fetches at the same time", low=1, high=2000)
    per_host: int = param(2, "fetches at the same time from one host, where no delay is asked", low=1)
    delay: float = param(0.25, "seconds between two fetches from one host", low=0.0, unit="s")
    max_delay: float = param(60.0, "a longer crawl-delay of robots.txt is cut to this", low=0.0, unit="s")
    robots: bool = param(True, "obey robots.txt")
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


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneParams(Params):
    """The gene factor and the link priority of the paper (N9, N10)."""

    rho: float = param(0.5, "link priority from which a link inherits its parent's value whole", symbol="ρ", low=0.0)
    sigma: float = param(0.5, "factor for links below ρ", symbol="σ", low=0.0, high=1.0)
    seed_value: float = param(10.0, "value of the first addresses, above all later ones", symbol="Val", low=0.0)
    damping: float = param(0.85, "attenuation factor of PageRank", symbol="D", low=0.0, high=1.0)
    interval: int = param(25, "pages between two sortings of the queue", symbol="T", low=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PathParams(Params):
    """Keyword-guided paths (U1): the words that lead on, stage by stage, separated by |."""

    stages: tuple[str, ...] = param(
        (
            "academics|schools|colleges|faculties|divisions|院系设置|学院|院系",
            "departments|programs|institutes|school of|college of|department of|系所设置|系所|系",
            "faculty|people|staff|directory|professors|our team|师资队伍|师资|教师|教授|人员",
        ),
        "link words of each stage, the goal last",
    )
