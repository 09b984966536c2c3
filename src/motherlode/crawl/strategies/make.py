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

    Where lists of people are wanted, or all keywords name them, the learned strategy is the way by link words (U1):
    with its own order among links that no word names it found less on saved sites (recall .476, harvest .218 against
    .515 and .261, when the words were fewer) and no more on made ones. What links near a list's own, or of its form,
    led to is no help either: recall .65 to .67 instead of .67 on saved sites, .48 to .58 instead of .58 on made ones.
    """
    way = KeywordPath(path)
    wants_people = getattr(graph.relevance, "genre", "") == "people" or way.leads_to(keywords)
    own: dict[str, Callable[[], Strategy]] = {
        "breadth-first": BreadthFirst,
        "best-first": lambda: BestFirst(graph),
        "hard-focus": lambda: HardFocus(graph),
        "opic": Opic,
        "pagerank": lambda: PageRank(graph, gene),
        "gene": lambda: GeneFactor(graph, gene),
        "keywords": lambda: way,
        "learned": lambda: way if wants_people else Learned(graph, exploration=crawl.exploration, seed=crawl.seed),
    }
    name = FORMER_NAMES.get(crawl.strategy, crawl.strategy)
    if name in own:
        return own[name]()
    made: Strategy = load("strategies", name)(graph, plugin)
    return made
