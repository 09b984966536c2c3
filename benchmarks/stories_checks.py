"""Checks beside the comparison of stories: parameters chosen on other stories, passages, bursts, growing by a day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np

from motherlode.analyse.book import StoryBook
from motherlode.analyse.evolution import evolution
from motherlode.analyse.hot import burst
from motherlode.analyse.params import EvolutionParams, HotParams, StoryParams
from motherlode.analyse.stories import grow
from motherlode.interfaces.demo.news.build import NewsWeb
from motherlode.model.documents import Document, Evolution

Score = Callable[[list[str], list[Any]], tuple[float, float, float]]
SEEDS = (0, 1, 2, 3)
ARTICLES = 600
GRID = (
    (10.0, 0.25, 10), (20.0, 0.2, 10), (20.0, 0.25, 10), (20.0, 0.3, 10), (20.0, 0.4, 10), (40.0, 0.25, 10),
)  # fmt: skip
"""Resolution, likeness and neighbours that are tried when parameters are chosen on one half of the stories."""


def halves(documents: Sequence[Document], gold: Sequence[str], score: Score) -> list[list[object]]:
    """For each half of the stories: B³ F1 with the shipped parameters, with those best on the other half, and with
    those best on this very half.
    """
    names = sorted(set(gold))
    chosen = set(np.random.default_rng(0).permutation(names)[: len(names) // 2].tolist())
    parts = [[i for i, story in enumerate(gold) if (story in chosen) == first] for first in (True, False)]
    found: list[dict[tuple[float, float, int], float]] = []
    for part in parts:
        inside, truth = [documents[i] for i in part], [gold[i] for i in part]

        def f1(params: StoryParams, inside: list[Document] = inside, truth: list[str] = truth) -> float:
            return score(truth, [p.story for p in grow(StoryBook(), inside, params)])[2]

        found.append(
            {each: f1(StoryParams(resolution=each[0], likeness=each[1], neighbours=each[2])) for each in GRID}
        )
    shipped = StoryParams()
    rows: list[list[object]] = []
    for here, there, label in ((0, 1, "first"), (1, 0, "second")):
        best = max(found[there], key=lambda each, of=there: found[of][each])
        rows.append(
            [
                f"{label} half", len(parts[here]),
                round(found[here][shipped.resolution, shipped.likeness, shipped.neighbours], 4),
                f"γ {best[0]:g}, θ {best[1]:g}, k {best[2]}",
                round(found[here][best], 4), round(max(found[here].values()), 4),
            ]
        )  # fmt: skip
    return rows


def passages() -> list[list[object]]:
    """Story links across slices on sample webs of several seeds, each language by itself."""
    rows: list[list[object]] = []
    for language, seed in product(("en", "zh"), SEEDS):
        truth = NewsWeb(seed, ARTICLES).truth
        inside = [
            Document(key, a.title, a.content, a.moment, a.source, language=a.language)
            for key, a in truth.articles.items()
            if a.sub_story and a.language == language
        ]
        graph = evolution(inside, [], EvolutionParams())
        parts = {key: a.sub_story for key, a in truth.articles.items()}
        parents = {part.name: set(part.parents) for part in truth.story.sub_stories}
        precision, recall, found, wanted = _links(graph, parts, parents)
        f1 = 2 * precision * recall / max(precision + recall, 1e-9)
        rows.append(
            [language, seed, len(inside), round(precision, 3), round(recall, 3), round(f1, 3), f"{found} of {wanted}"]
        )
    return rows


def _links(graph: Evolution, parts: dict[str, str], parents: dict[str, set[str]]) -> tuple[float, float, int, int]:
    """Precision and recall of passages, and how many of the splits' and merges' branches have one."""
    part = {e.id: Counter(parts[i] for i in e.documents).most_common(1)[0][0] for e in graph.episodes}
    slices = {e.id: e.slice for e in graph.episodes}
    follows = {
        (a, b)
        for a, b in product(part, part)
        if 0 < slices[b] - slices[a] <= EvolutionParams().reach
        and (part[a] == part[b] or part[a] in parents[part[b]])
    }
    nearest: dict[str, int] = {}
    for a, b in follows:
        nearest[a] = min(nearest.get(a, slices[b]), slices[b])
    wanted = {(a, b) for a, b in follows if slices[b] == nearest[a]}
    found = {(p.source, p.target) for p in graph.passages}
    branches = {(parent, name) for name, given in parents.items() for parent in given}
    hit = {(part[a], part[b]) for a, b in found} & branches
    return (
        len(found & follows) / max(1, len(found)),
        len(found & wanted) / max(1, len(wanted)),
        len(hit),
        len(branches),
    )


def bursts() -> list[list[object]]:
    """Injected bursts of seven standard deviations found, and false alarms in quiet windows, by the usual rate."""
    params = HotParams()
    rows: list[list[object]] = []
    for rate in (0.0, 0.1, 0.5, 2.0, 10.0):
        random = np.random.default_rng(int(rate * 10))
        size = int(rate + 7 * max(rate, 1.0) ** 0.5)
        found = sum(
            burst(int(random.poisson(rate)) + size, random.poisson(rate, params.history).tolist(), params)
            >= params.alarm
            for _ in range(1000)
        )
        counts = random.poisson(rate, 10_000 + params.history).tolist()
        alarms = sum(
            burst(counts[at], counts[at - params.history : at], params) >= params.alarm
            for at in range(params.history, len(counts))
        )
        rows.append([rate, size, found / 10, alarms / 10])
    return rows
