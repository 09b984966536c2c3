"""What a worker has learned, as the others can use it: threshold, weights of links, words of the topic."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motherlode.app.crawl.parts import CrawlWork
from motherlode.crawl.cluster.sharing import Model

SHARED_WORDS = 1000


def model_of(work: CrawlWork) -> Model:
    """What this worker has learned so far."""
    weights = getattr(work.step.strategy, "weights", ())
    words = {word.word: word.weight for word in work.judge.keywords(SHARED_WORDS)}
    pages = len(work.judge.relevances())
    return Model(pages, work.keep.state.value, tuple(float(weight) for weight in weights), words)


def learn_from(work: CrawlWork, others: Model) -> None:
    """Takes the mean of the others' models beside the worker's own."""
    if not others.pages:
        return
    work.judge.share(others.words, others.pages)
    if others.links and hasattr(work.step.strategy, "prior"):
        work.step.strategy.prior = np.asarray(others.links)
    if work.keep.params.moving:
        own = len(work.judge.relevances())
        value = (own * work.keep.state.value + others.pages * others.threshold) / (own + others.pages)
        work.keep.state = replace(work.keep.state, value=value)
