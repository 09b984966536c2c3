"""A strategy by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from motherlode.crawl.graph import LinkGraph
from motherlode.crawl.params import FORMER_NAMES, CrawlParams, GeneParams, PathParams
from motherlode.crawl.strategies.base import BestFirst, BreadthFirst, HardFocus, Opic, Strategy
from motherlode.crawl.strategies.learned import Learned
from motherlode.crawl.strategies.path import KeywordPath
from motherlode.crawl.strategies.rank import GeneFactor, PageRank
from motherlode.model.params import Params
from motherlode.model.plugins import load


def make_strategy(
    graph: LinkGraph, crawl: CrawlParams, gene: GeneParams | None = None, path: PathParams | None = None,
    plugin: Params | None = None, keywords: Sequence[str] = (),
) -> Strategy:  # fmt: skip
    """The strategy that the parameters name (D4): one of ours, or a plug-in, made of the graph and its parameters.

    Where lists of people are wanted, or all keywords name them, link words lead the learned strategy to them (U1).
    """
    found = KeywordPath(path)
    way = found if getattr(graph.relevance, "genre", "") == "people" or found.leads_to(keywords) else None
    own: dict[str, Callable[[], Strategy]] = {
        "breadth-first": BreadthFirst,
        "best-first": lambda: BestFirst(graph),
        "hard-focus": lambda: HardFocus(graph),
        "opic": Opic,
        "pagerank": lambda: PageRank(graph, gene),
        "gene": lambda: GeneFactor(graph, gene),
        "keywords": lambda: found,
        "learned": lambda: Learned(graph, exploration=crawl.exploration, seed=crawl.seed, way=way),
    }
    name = FORMER_NAMES.get(crawl.strategy, crawl.strategy)
    if name in own:
        return own[name]()
    made: Strategy = load("strategies", name)(graph, plugin)
    return made
