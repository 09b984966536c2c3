"""Checks beside the comparison of stories: growing by a day, passages, bursts."""

from __future__ import annotations

import tempfile
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np

from benchmarks.stories_sets import NOW, bcubed, read_set
from motherlode.analyse.book import StoryBook
from motherlode.analyse.evolution import evolution
from motherlode.analyse.hot import burst
from motherlode.analyse.keeping import KeptStories
from motherlode.analyse.params import EvolutionParams, HotParams, StoryParams
from motherlode.analyse.stories import grow
from motherlode.app.analyse.run import WINDOW, continue_stories
from motherlode.interfaces.demo.news.build import NewsWeb
from motherlode.model.documents import Document, Evolution
from motherlode.sql.engine import connect

SEEDS = (0, 1, 2, 3)
ARTICLES = 600
STREAMED = {"basil": 50, "context-2014": 150, "context-2015": 200, "vietnamese-mds": 100}
"""Sets with times, whose documents are given in twelve runs too, and how many stay open there: far fewer than in a
project, so that most documents of these small sets settle on the way."""
RUNS = 12


def streams(folder: Path) -> list[list[object]]:
    """B³ F1 of dated sets gathered at once and in runs, and how many documents kept the name of their story."""
    rows: list[list[object]] = []
    given = [(name, window) for name, few in STREAMED.items() for window in (few, WINDOW)]
    for name, window in given:
        if not (folder / f"{name}.jsonl").is_file():
            continue
        documents, gold = read_set(folder / f"{name}.jsonl")
        story = {d.id: g for d, g in zip(documents, gold, strict=True)}
        whole = {p.id: p.story for p in grow(StoryBook(), documents, StoryParams())}
        ordered = sorted(documents, key=lambda d: d.published or NOW)
        placed: dict[str, str] = {}
        same = asked = 0
        with tempfile.TemporaryDirectory() as where:
            kept = KeptStories(connect(f"sqlite:///{where}/stories.sqlite"))
            for run in range(1, RUNS + 1):
                seen = ordered[: len(ordered) * run // RUNS]
                found = continue_stories(seen, kept, StoryParams(), window=window)
                now = {p.id: p.story for p in found.placements}
                same += sum(now[i] == before for i, before in placed.items())
                asked, placed = asked + len(placed), now
            settled = len(kept.read(StoryParams())[0].settled)
        scores = [bcubed([story[i] for i in story], [labels[i] for i in story])[2] for labels in (whole, placed)]
        kept_names = round(100 * same / max(asked, 1), 1)
        rows.append([name, *(round(score, 3) for score in scores), window, settled, kept_names])
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
