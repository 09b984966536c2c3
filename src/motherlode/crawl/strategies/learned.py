"""A model over link and graph features, learned online from the crawler's own soft judgements.

Every waiting address has a handful of features on one scale: how relevant its parents are, how much the words of its
links are like the topic, how good its parents are as hubs. A logistic model turns them into the chance that the page
is related. Its weights start from a prior that amounts to best first with keywords and move with what was fetched;
hubs have a lane of their own, by what they bring per fetch (`yields`); a small share of fetches tries other orders,
and a bandit follows whichever order yields more.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motherlode.crawl.frontier import WAITING, Frontier
from motherlode.crawl.graph import LinkGraph, spread
from motherlode.crawl.strategies.base import Plain
from motherlode.crawl.strategies.yields import Yields, sharpened
from motherlode.kernels import native
from motherlode.model.crawl import Outcome
from motherlode.model.evidence import Term

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

FEATURES = (
    "relevance of the parents", "most relevant parent", "anchor and address", "words around the link",
    "number of relevant parents", "parents as hubs", "number of parents", "always",
    "worth of the link's words", "worth of the words around", "neighbouring links", "best hub among the parents",
)  # fmt: skip

PRIOR = np.array([1.8, 0.5, 6.0, 3.0, 0.5, 2.0, -0.3, -3.0, 4.0, 2.0, 1.0, 1.0])
"""Weights before anything is learned: best first with keywords; recall is flat within a factor of two of each."""

PRIOR_STRENGTH = 400.0
"""Precision of the prior. What a crawl fetched is no fair sample of what waits, so that weights learned from it alone
lose: recall and harvest on seven topics of an encyclopedia .76 / .44 at 20, .76 / .45 at 100, .77 / .46 at 400; on
six of a news web .89 / .55, .87 / .55, .88 / .55. One seed each."""

_RIDGE = PRIOR_STRENGTH * np.eye(len(PRIOR))

SHRINK_PARENTS = 2.0
"""An address with one parent is moved this many parents towards the crawl's mean."""

HUB_PRIOR = 3.0
"""A page counts as this many children of its own relevance before its children are known."""

WORTH_SCALE = 3.0
"""Log-odds of a word's worth are divided by this: most lie within ±3."""

SHRINK_NEIGHBOURS = 1.5
"""Links up to three places away in the page count (`REACH`), the nearer the more, beside 1.5 of mean relevance."""

LEAST_BATCH = 5
GROWTH = 0.02
"""All waiting addresses are re-scored after this growth of the fetched pages: the cost stays linear in the crawl."""

MAX_HISTORY = 2000

HUB_GAIN = 2.0
"""What hubs are expected to bring counts twice beside the chance of a single page: their finds lead on.
Swept 1–8 on six news topics: recall .88, .90, .87–.90, .91, harvest .54, .55, .53, .43."""

LOW = 0.2
RECENT, SCALE_HALF_LIFE, SCALE_PRIOR = 1000, 150.0, 3.0
"""Chances below a fifth are held against what such pages of late turned out to be, beside three pages as promised:
a crawl that has found the easy pages is else far too sure of the rest (.032 promised, .002 came) and passes by hubs,
whose yields are counted. Six news topics, one seed: recall .881 → .915, harvest .523 → .548; the encyclopedia
.761 → .763 and .457 → .478. The scale over all chances lost harvest (.437)."""

STREWN = 0.02
GOLDEN = (5**0.5 - 1) / 2
KNOWS_ITS_WAY = 30.0
"""While a crawl finds little (less than LOW of what it fetched, and not yet thirty pages in all), hubs that promise
as much are not taken as they stand in a list: each loses up to this of its log-odds, by the fraction of its number
times the golden ratio, so that any number of tries lies evenly over a list, and hubs met since come behind them. Such
a crawl read the days of a news site month by month, and what happened in another season was missed; nor are its hubs
held against what other pages bring, which is as much while nothing is found. A crawl that does find pages goes by the
list, which often has the newest first: spreading always halved what the sample web gave in 200 fetches (27 articles
instead of 53). So does one that has found many and finds little more: without the second condition recall of six news
topics with examples, three seeds, is .914 instead of .917, and .912 if hubs are never held against others. Crawls by
two keywords from cold starts (benchmarks/cold.py, news, 24 crawls): recall .56 by the list, .68 below LOW, and .693,
.687, .684 if thirty, sixty or a hundred pages end it; ten are too few (.61). With a topic
left out five times the others choose thirty and once sixty; on the topics left out that gives .685 (.679 without)."""

MAX, BEST_HUB, ANCHOR, ANCHOR_WORTH, COUNT, SUM, HUB, CONTEXT, CONTEXT_WORTH, BESIDE = range(10)
HIGHEST, ADDED, ROWS = slice(MAX, COUNT), slice(COUNT, BESIDE), 10
"""What is known of every address over its links: of the first four the highest, of the others the sum."""


class Learned(Plain):
    """A link model and a lane for hubs."""

    name = "learned"

    def __init__(self, graph: LinkGraph, *, exploration: float = 0.03, seed: int = 0) -> None:
        self._graph = graph
        self._random = np.random.default_rng(seed)
        self._exploration = exploration
        self.weights: Doubles = PRIOR.copy()
        self.prior: Doubles = PRIOR
        self._sums: Floats = np.zeros((ROWS, 1024), dtype=np.float32)
        self._features_at: dict[int, Doubles] = {}
        self._history: Doubles = np.zeros((MAX_HISTORY + 1, len(FEATURES)))
        self._history_pages: list[int] = []
        self._since = 0
        self._arm_of: dict[int, str] = {}
        self._yield = {"model": [4.0, 1.0], "early": [1.0, 2.0], "random": [1.0, 3.0]}
        self._oldest = 0
        self._mean_value = 0.3
        self._yields = Yields(graph, gain=HUB_GAIN)
        self._shift = 0.0
        self._finds_little = True

    def observe(self, outcome: Outcome) -> Floats:
        """Learns what the fetched page was, and values its targets."""
        self._since += 1
        self._mean_value += (outcome.relevance - self._mean_value) / max(1, len(self._graph.pages.used))
        features = self._features_at.pop(outcome.page, None)
        if features is not None:
            self._history[len(self._history_pages)] = features
            self._history_pages.append(self._graph.pages.size - 1)
            if len(self._history_pages) > MAX_HISTORY:
                forgotten = MAX_HISTORY // 4
                self._history[: MAX_HISTORY + 1 - forgotten] = self._history[forgotten:].copy()
                del self._history_pages[:forgotten]
        arm = self._arm_of.pop(outcome.page, "model")
        hits = self._yield[arm]
        hits[0] = 0.97 * hits[0] + outcome.relevance
        hits[1] = 0.97 * hits[1] + 1 - outcome.relevance
        targets = np.asarray(outcome.targets, dtype=np.int64)
        self._yields.met(outcome.page, outcome.url, targets, outcome.links)
        self._add_edges(outcome, targets)
        odds = self._features(targets) @ self.weights
        return self._priorities(targets, odds, STREWN if self._finds_little else 0.0)

    def due(self) -> bool:
        """After a few pages at first, later after a fixed growth."""
        return self._since >= max(LEAST_BATCH, GROWTH * self._graph.pages.size)

    def rescore(self, waiting: NDArray[np.int64]) -> Floats:
        """Judges, graph and weights anew."""
        self._since = 0
        self._graph.refresh()
        self._recompute()
        self._learn()
        self._fit_scale()
        self._reach(int(waiting.max(initial=0)) + 1)
        odds = self._features(waiting) @ self.weights
        self._yields.refresh(waiting, _chance(odds))
        pages = self._graph.pages.used
        found = float(sharpened(self._graph.value.data[pages]).sum())
        self._finds_little = found < min(LOW * len(pages), KNOWS_ITS_WAY)
        return self._priorities(waiting, odds, STREWN * (waiting * GOLDEN % 1.0) if self._finds_little else 0.0)

    def chances(self, waiting: NDArray[np.int64]) -> Doubles:
        """The chance of being related of every address that waits, by the newest weights."""
        self._reach(int(waiting.max(initial=0)) + 1)
        return _chance(self._features(waiting) @ self.weights)

    def choose(self, frontier: Frontier) -> int:
        """Now and then an address of another order: the one met first, or any; what yields more is tried more."""
        if self._graph.pages.size < 30 or self._random.random() >= self._exploration * 2:
            return -1
        draws = {arm: self._random.beta(max(0.1, good), max(0.1, bad)) for arm, (good, bad) in self._yield.items()}
        arm = max(draws, key=lambda name: draws[name])
        if arm == "model" and self._random.random() < 0.5:
            arm = "random" if self._random.random() < 0.5 else "early"
        if arm == "model":
            return -1
        number = self._early(frontier) if arm == "early" else self._any(frontier)
        if number >= 0:
            self._arm_of[number] = arm
        return number

    def taken(self, number: int) -> None:
        """Remembers what was known about an address when it was chosen: only that may be learned from."""
        self._reach(number + 1)
        features = self._features(np.array([number], dtype=np.int64))[0]
        self._features_at[number] = features
        odds = min(max(float(features @ self.weights), -30.0), 30.0)
        self._yields.taken(number, float(1 / (1 + np.exp(-odds))))

    def why(self, number: int) -> tuple[Term, ...]:
        """Each feature with its value and what it added."""
        values = self._features_at.get(number)
        if values is None:
            self._reach(number + 1)
            values = self._features(np.array([number], dtype=np.int64))[0]
        rounded = [[round(value, 4) for value in row.tolist()] for row in (values, values * self.weights)]
        terms = tuple(map(Term, FEATURES, *rounded))
        expected = self._yields.expected(number)
        if expected <= 0:
            return terms
        rates, _ = self._yields.rates(np.array([number], dtype=np.int64), above_others=not self._finds_little)
        rate = round(float(rates[0]), 4)
        return (*terms, Term("hub", round(expected, 4), rate, "related pages expected through it"))

    def _early(self, frontier: Frontier) -> int:
        while self._oldest < len(frontier) and frontier.state[self._oldest] != WAITING:
            self._oldest += 1
        return self._oldest if self._oldest < len(frontier) else -1

    def _any(self, frontier: Frontier) -> int:
        for _ in range(50):
            number = int(self._random.integers(len(frontier)))
            if frontier.state[number] == WAITING:
                return number
        return -1

    def _reach(self, size: int) -> None:
        held = self._sums.shape[1]
        if size > held:
            larger = np.zeros((ROWS, max(size, 2 * held)), dtype=np.float32)
            larger[:, :held] = self._sums
            self._sums = larger

    def _add_edges(self, outcome: Outcome, targets: NDArray[np.int64]) -> None:
        """The new page's links into the running sums; hubs are put right at the next re-scoring."""
        self._reach(self._graph.nodes)
        if not len(targets):
            return
        edges, graph, value = self._graph.edges_of_last(), self._graph, outcome.relevance
        hub = 0.5 * value + 0.5 * self._mean_value
        kernel = native()
        if kernel is not None:
            words = [column.data[edges] for column in graph.words]
            kernel.added(targets, value, hub, *words, self._sums)
            return
        new: Floats = np.empty((BESIDE, len(targets)), dtype=np.float32)
        new[MAX], new[BEST_HUB], new[COUNT], new[SUM], new[HUB] = value, hub, 1, value, hub
        for row, column in zip((ANCHOR, ANCHOR_WORTH, CONTEXT, CONTEXT_WORTH), graph.words, strict=True):
            new[row] = column.data[edges]
        held = self._sums[:BESIDE].take(targets, axis=1)
        first = held[COUNT] == 0
        held[HIGHEST] = np.where(first, new[HIGHEST], np.maximum(held[HIGHEST], new[HIGHEST]))
        held[ADDED] += new[ADDED]
        self._sums[:BESIDE, targets] = held

    def _recompute(self) -> None:
        """All sums from the edges, with the newest relevances and hub values."""
        graph, nodes = self._graph, self._graph.nodes
        self._reach(nodes)
        self._mean_value = float(graph.value.data[graph.pages.used].mean()) if graph.pages.size else 0.3
        kernel = native()
        if kernel is not None:
            kernel.gathered(
                graph.source.used, graph.target.used, tuple(graph.beside()),
                tuple(column.used for column in graph.words), graph.value.data[:nodes], graph.fetched.data[:nodes],
                self._mean_value, HUB_PRIOR, SHRINK_NEIGHBOURS, self._sums,
            )  # fmt: skip
            return
        source, target = graph.source.used.astype(np.int64), graph.target.used.astype(np.int64)
        size = self._sums.shape[1]
        parents = graph.value.data[source]
        hubs = self._hubs(source, target)[source]
        self._sums[COUNT] = np.bincount(target, minlength=size)
        for row, values in (
            (MAX, parents), (BEST_HUB, hubs), (ANCHOR, graph.anchor_score.used),
            (ANCHOR_WORTH, graph.anchor_worth.used),
        ):  # fmt: skip
            column = np.full(size, -np.inf, dtype=np.float32)
            np.maximum.at(column, target, values)
            self._sums[row] = np.where(np.isinf(column), 0.0, column)
        for row, values in (
            (SUM, parents), (HUB, hubs), (CONTEXT, graph.context_score.used),
            (CONTEXT_WORTH, graph.context_worth.used), (BESIDE, self._neighbours(target)),
        ):  # fmt: skip
            self._sums[row] = np.bincount(target, weights=values, minlength=size)

    def _neighbours(self, target: NDArray[np.int64]) -> Floats:
        """For every link how relevant the pages are that the links beside it led to: lists hold things alike."""
        graph = self._graph
        fetched = graph.fetched.data[: graph.nodes]
        values = np.where(fetched, graph.value.data[: graph.nodes] - self._mean_value, 0.0).astype(np.float32)
        good, seen = spread(graph.beside(), values[target], fetched.astype(np.float32)[target])
        return (good / (seen + SHRINK_NEIGHBOURS)).astype(np.float32)

    def _hubs(self, source: NDArray[np.int64], target: NDArray[np.int64]) -> Floats:
        """How relevant a page's fetched children are, starting from its own relevance."""
        graph, nodes = self._graph, self._graph.nodes
        known = np.flatnonzero(graph.fetched.data[target])
        parents = source[known]
        children = np.bincount(parents, minlength=nodes)
        good = np.bincount(parents, weights=graph.value.data[target[known]], minlength=nodes)
        start = 0.5 * graph.value.data[:nodes] + 0.5 * self._mean_value
        return ((good + HUB_PRIOR * start) / (children + HUB_PRIOR)).astype(np.float32)

    def _features(self, numbers: NDArray[np.int64]) -> Doubles:
        found: Doubles = np.empty((len(numbers), len(FEATURES)))
        mean, kernel = self._mean_value, native()
        if kernel is not None:
            summed: Floats = np.empty(len(numbers), dtype=np.float32)
            kernel.features(self._sums, numbers, mean, SHRINK_PARENTS, WORTH_SCALE, summed, found)
            found[:, 4] = np.log1p(summed)
            found[:, 6] = np.log1p(found[:, 6])
            return found
        sums = self._sums.take(numbers, axis=1)
        count = sums[COUNT].astype(np.float64)
        shrunk, least_one = count + SHRINK_PARENTS, np.maximum(count, 1)
        found[:, 0] = (sums[SUM] + SHRINK_PARENTS * mean) / shrunk
        found[:, 1] = sums[MAX]
        found[:, 2] = np.minimum(sums[ANCHOR], 1.0)
        found[:, 3] = np.minimum(sums[CONTEXT] / least_one, 1.0)
        found[:, 4] = np.log1p(sums[SUM])
        found[:, 5] = (sums[HUB] + SHRINK_PARENTS * mean) / shrunk
        found[:, 6] = np.log1p(count)
        found[:, 7] = 1.0
        found[:, 8] = sums[ANCHOR_WORTH] / WORTH_SCALE
        found[:, 9] = sums[CONTEXT_WORTH] / least_one / WORTH_SCALE
        found[:, 10] = sums[BESIDE] / (count + 1)
        found[:, 11] = sums[BEST_HUB]
        return found

    def _priorities(
        self, numbers: NDArray[np.int64], odds: Doubles, strewn: NDArray[np.floating] | float = 0.0
    ) -> Floats:
        """Log-odds of being related, or of what a hub brings per fetch, whichever is higher; hubs less `strewn`."""
        brought, rates = self._yields.rates(numbers, above_others=not self._finds_little)
        if self._shift:
            odds = odds + self._shift * np.maximum(0.0, 1 - _chance(odds) / LOW)
        found: Floats = (np.maximum(odds, np.log(rates)) - strewn * (brought > 0)).astype(np.float32)
        return found

    def _fit_scale(self) -> None:
        """By how much pages of a low chance turn out worse than the model says, hubs left aside."""
        pages = self._graph.pages.used[-RECENT:].astype(np.int64)
        chances, single = self._yields.single(pages)
        weights = 0.5 ** ((len(pages) - 1 - np.arange(len(pages))) / SCALE_HALF_LIFE) * (single & (chances < LOW))
        came = float(weights @ sharpened(self._graph.value.data[pages]))
        self._shift = min(0.0, float(np.log((came + SCALE_PRIOR) / (weights @ chances + SCALE_PRIOR))))

    def _learn(self) -> None:
        """Maximum a posteriori weights by Newton's method over what was fetched."""
        if len(self._history_pages) < 20:
            return
        pages = self._graph.pages.used
        features = self._history[: len(self._history_pages)]
        labels = sharpened(self._graph.value.data[pages[self._history_pages]])
        weights = self.weights
        for _ in range(3):
            chance = _chance(features @ weights)
            slope = features.T @ (chance - labels) + PRIOR_STRENGTH * (weights - self.prior)
            curve = (features * (chance * (1 - chance) + 1e-3)[:, None]).T @ features
            weights = weights - np.linalg.solve(curve + _RIDGE, slope)
        self.weights = weights


def _chance(odds: Doubles) -> Doubles:
    """Log-odds as a probability."""
    found: Doubles = 1 / (1 + np.exp(-np.minimum(np.maximum(odds, -30), 30)))
    return found
