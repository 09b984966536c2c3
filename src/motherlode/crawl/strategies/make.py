"""A strategy by its name."""

from __future__ import annotations

from motherlode.crawl.graph import LinkGraph
from motherlode.crawl.params import CrawlParams, GeneParams, PathParams
from motherlode.crawl.strategies.base import BestFirst, BreadthFirst, HardFocus, Opic, Strategy
from motherlode.crawl.strategies.learned import Learned
from motherlode.crawl.strategies.path import KeywordPath
from motherlode.crawl.strategies.rank import GeneFactor, PageRank


def make_strategy(
    graph: LinkGraph, crawl: CrawlParams, gene: GeneParams | None = None, path: PathParams | None = None
) -> Strategy:
    """The strategy that the parameters name (D4)."""
    made: dict[str, Strategy] = {
        "breadth-first": BreadthFirst(),
        "best-first": BestFirst(graph),
        "hard-focus": HardFocus(graph),
        "opic": Opic(),
        "pagerank": PageRank(graph, gene),
        "gene": GeneFactor(graph, gene),
        "keywords": KeywordPath(path),
        "ours": Learned(graph, exploration=crawl.exploration, seed=crawl.seed),
    }
    return made[crawl.strategy]
