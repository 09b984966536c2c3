"""Parameters of the crawl: strategy and stops, limits, the gene factor's letters (D, N9, N10), many workers."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.params import Params, param

STRATEGIES = (
    "learned", "best-first", "breadth-first", "hard-focus", "opic", "pagerank", "gene", "keywords",
)  # fmt: skip

FORMER_NAMES = {"ours": "learned"}
"""Names of strategies that scripts still use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlParams(Params):
    """The crawl: its strategy, its limits and its scope."""

    strategy: str = param(
        "learned", "how the next address is chosen", choices=(*STRATEGIES, *FORMER_NAMES), plugins="strategies"
    )
    max_pages: int = param(1000, "pages to fetch at the most; 0 for no limit", low=0)
    max_depth: int = param(50, "links to follow from a first address at the most", low=0)
    max_seconds: float = param(0.0, "seconds to crawl at the most; 0 for no limit", low=0.0, unit="s")
    until_recall: float = param(
        0.0,
        "stop when about this share of the pages on the topic is found, as the links to those found tell; 0 for no "
        "such limit",
        low=0.0, high=1.0,
    )  # fmt: skip
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
class GeneParams(Params):
    """The gene factor and the link priority of the paper (N9, N10)."""

    rho: float = param(
        0.5, "link priority from which a link inherits its parent's value whole: a rank, or a share of the ranks",
        symbol="ρ", low=0.0,
    )  # fmt: skip
    rho_is: str = param(
        "share",
        "what ρ is: a share of the waiting addresses, those that rank lower (ranks depend on the graph); or a rank",
        choices=("share", "rank"),
    )  # fmt: skip
    sigma: float = param(0.5, "factor for links below ρ", symbol="σ", low=0.0, high=1.0)
    seed_value: float = param(10.0, "value of the first addresses, above all later ones", symbol="Val", low=0.0)
    damping: float = param(0.85, "attenuation factor of PageRank", symbol="D", low=0.0, high=1.0)
    interval: int = param(25, "pages between two sortings of the queue", symbol="T", low=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PathParams(Params):
    """Keyword-guided paths (U1): the words that lead on, stage by stage, separated by |."""

    stages: tuple[str, ...] = param(
        (), "link words of each stage, the goal last; none: the words for colleges, departments and staff in all "
        "languages that Motherlode has tables for",
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterParams(Params):
    """A crawl by many workers: leases and exchange."""

    lease: float = param(
        15.0, "seconds of silence after which a worker counts as dead and its hosts go to others", low=0.5, unit="s"
    )
    hosts: int = param(64, "hosts that one worker holds at the same time", low=1, high=2000)
    batch: int = param(20, "addresses of a host that its worker takes from the store at once", low=1)
    share: float = param(20.0, "seconds between two exchanges of topic and link model", low=0.5, unit="s")
    restarts: int = param(100, "workers that may be started anew after they died", low=0)
