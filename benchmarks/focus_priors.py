"""Do link priors carry over? The learned strategy with priors fitted on other topics, and on the other web.

python -m benchmarks.focus_priors --data DIR   (DIR/crawl as for benchmarks.focus)

Every topic is crawled once with the prior that is shipped; features of the links fetched and of those still waiting,
with their true labels, make the training set. A prior fitted on all topics has seen the topic it is measured on; the
two others have not seen the topic, or the whole web.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import numpy as np
from numpy.typing import NDArray

from benchmarks.common import arguments, keep
from benchmarks.focus import WEBS, Cached, CachedPages, run
from motherlode.app.crawl.parts import CrawlSettings
from motherlode.app.crawl.replay import open_replay, replay, topic_of
from motherlode.crawl.params import CrawlParams
from motherlode.crawl.strategies import learned

Doubles = NDArray[np.float64]
SHIPPED = learned.PRIOR.copy()

PAGES, STRENGTH, ROUNDS = 2000.0, 3.0, 25
"""All training topics together count as so many pages; the shipped prior holds the fitted weights with this ridge."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Links of one crawl: features, true labels, and where they come from."""

    web: str
    topic: str
    features: Doubles
    labels: Doubles


@contextmanager
def prior(weights: Doubles) -> Iterator[None]:
    """Crawls inside begin with these weights."""
    before, learned.PRIOR = learned.PRIOR, weights
    try:
        yield
    finally:
        learned.PRIOR = before


@contextmanager
def noted() -> Iterator[dict[int, Doubles]]:
    """The features of every link as they were when its turn came, of the crawls inside."""
    found: dict[int, Doubles] = {}
    plain = learned.Learned.taken

    def taken(strategy: learned.Learned, number: int) -> None:
        plain(strategy, number)
        found[number] = strategy._features_at[number].copy()  # noqa: SLF001

    learned.Learned.taken = taken  # type: ignore[method-assign]
    try:
        yield found
    finally:
        learned.Learned.taken = plain  # type: ignore[method-assign]


def sample(web: CachedPages, read: Cached, name: str, entry: dict) -> Sample:
    """One crawl with the shipped prior."""
    settings = CrawlSettings(crawl=CrawlParams(max_pages=len(web) // 10))
    with noted() as taken:
        _, crawl = replay(web, topic_of(entry, name), settings, read=read)
    strategy, relevant = crawl.step.strategy, set(entry["relevant"])
    assert isinstance(strategy, learned.Learned)
    waiting = crawl.frontier.waiting_numbers()
    features = np.concatenate([np.array(list(taken.values())), strategy._features(waiting)])  # noqa: SLF001
    numbers = [*taken, *waiting.tolist()]
    labels = np.array([crawl.frontier.addresses[n] in relevant for n in numbers], dtype=np.float64)
    return Sample(name, entry["topic"], features, labels)


def fitted(samples: Sequence[Sample]) -> Doubles:
    """Logistic weights by Newton's method, every topic counting alike, held by the shipped prior."""
    features = np.concatenate([one.features for one in samples])
    labels = np.concatenate([one.labels for one in samples])
    weights = np.concatenate([np.full(len(one.labels), PAGES / len(samples) / len(one.labels)) for one in samples])

    def loss(weights_of: Doubles) -> float:
        odds = features @ weights_of
        held = 0.5 * STRENGTH * float(np.square(weights_of - SHIPPED).sum())
        return float(weights @ (np.logaddexp(0.0, odds) - labels * odds)) + held

    found = SHIPPED.copy()
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(features @ found, -30, 30)))
        slope = features.T @ (weights * (chance - labels)) + STRENGTH * (found - SHIPPED)
        curve = (features * (weights * chance * (1 - chance))[:, None]).T @ features
        step = np.linalg.solve(curve + STRENGTH * np.eye(len(found)), slope)
        # A whole step may overshoot where most chances are near 0: it is halved until the loss falls.
        size = next((0.5**n for n in range(30) if loss(found - 0.5**n * step) < loss(found)), 0.0)
        found = found - size * step
    return found


def main() -> None:
    """Collects, fits, crawls again, and keeps the table."""
    options = arguments(__doc__ or "").parse_args()
    folder: Path = options.data / "crawl"
    webs = {name: (CachedPages(open_replay(folder / f"{name}.warc.gz")), Cached()) for name in WEBS}
    topics = {name: json.loads((folder / f"{name}-topics.json").read_text()) for name in WEBS}
    if options.quick:
        topics = {name: entries[:2] for name, entries in topics.items()}
    samples = [sample(*webs[name], name, entry) for name in WEBS for entry in topics[name]]
    ways: dict[str, Callable[[str, str], list[Sample]]] = {
        "shipped": lambda web, topic: [],
        "fitted, seen": lambda web, topic: samples,
        "fitted, topic left out": lambda web, topic: [s for s in samples if (s.web, s.topic) != (web, topic)],
        "fitted, web left out": lambda web, topic: [s for s in samples if s.web != web],
    }
    tables, facts = [], {}
    for name, title in WEBS.items():
        rows: list[list[object]] = []
        for way, chosen in ways.items():
            figures = []
            for entry in topics[name]:
                known = chosen(name, entry["topic"])
                with prior(fitted(known) if known else SHIPPED):
                    figures.append(run(*webs[name], entry, "learned", 0))
            print(name, way, figures, flush=True)
            facts[f"{name}, {way}"] = figures
            rows.append(
                [way, mean(r for r, _ in figures), mean(h for _, h in figures)]
                + [f"{r:.2f} / {h:.2f}" for r, h in figures]
            )
        tables.append((title, ["prior", "recall@10 %", "harvest@R", *(e["topic"] for e in topics[name])], rows))
    keep(
        "focus_priors", "Link priors with topics and webs left out", tables, facts=facts,
        remarks=[
            "shipped: weights set by hand on the encyclopedia's topics; they know nothing of the news web.",
            "fitted: logistic regression on the links of crawls. One seed; no setting differs between rows.",
            "The lane of hubs has no fitted weights; its constants were chosen on the topics of both webs.",
        ],
    )  # fmt: skip


if __name__ == "__main__":
    main()
