"""Parameters of reading a hidden database."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.params import Params, param

STRATEGIES = ("auto", "guided", "batch", "sorted", "sort-based", "binary", "three-section")


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenParams(Params):
    """Reading a hidden database: the strategy, what counts as cost, and how hard to ask."""

    strategy: str = param("auto", "how ranges are split", choices=STRATEGIES)
    cost: str = param(
        "pages", "what to save: queries, page requests or rounds of waiting", choices=("queries", "pages", "rounds")
    )
    workers: int = param(4, "requests under way at once", low=1, high=64)
    delay: float = param(
        0.0, "seconds between two requests to the site; a longer crawl-delay of robots.txt is kept", low=0.0, unit="s"
    )
    max_requests: int = param(
        0, "stop after so many page requests and say honestly what is left; 0 for no limit", low=0
    )
    audit: int = param(
        12, "random queries that check a reading which no count confirms, at the most; 0 for none", low=0, high=1000
    )
