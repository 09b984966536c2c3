"""The application layer against the truth of the sample web's three-week story."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta

import pytest

from motherlode.analyse.book import StoryBook
from motherlode.analyse.currency import currency
from motherlode.analyse.evolution import evolution
from motherlode.analyse.hot import scan
from motherlode.analyse.params import CurrencyParams, EvolutionParams, HotParams, StoryParams, TrustParams
from motherlode.analyse.sources import Ratings
from motherlode.analyse.stories import grow
from motherlode.analyse.trust import trust
from motherlode.app.analyse.run import find_stories
from motherlode.interfaces.demo.news.build import NewsWeb
from motherlode.interfaces.demo.truth import NewsTruth
from motherlode.model.documents import Document, Stories


@dataclass(frozen=True)
class Sample:
    truth: NewsTruth
    documents: list[Document]
    stories: Stories


@pytest.fixture(scope="module")
def sample() -> Sample:
    truth = NewsWeb(0, 600).truth
    documents = [
        Document(
            key, a.title, a.content, a.moment, a.source, f"http://{a.host}.localhost{a.path}", a.authors, a.language
        )
        for key, a in truth.articles.items()
    ]
    return Sample(truth, documents, find_stories(documents))


def _b3(gold: list[object], got: list[object]) -> float:
    joint, by_gold, by_got = Counter(zip(gold, got, strict=True)), Counter(gold), Counter(got)
    precision = sum(n * n / by_got[c] for (_, c), n in joint.items()) / len(gold)
    recall = sum(n * n / by_gold[g] for (g, _), n in joint.items()) / len(gold)
    return 2 * precision * recall / (precision + recall)


def test_parts_of_the_story_and_other_events_are_told_apart(sample: Sample) -> None:
    truth = sample.truth.articles
    story = {p.id: p.story for p in sample.stories.placements}
    gold: list[object] = [(truth[d.id].sub_story or truth[d.id].story, d.language) for d in sample.documents]
    assert _b3(gold, [story[d.id] for d in sample.documents]) >= 0.78


def test_copies_are_found_and_nothing_else(sample: Sample) -> None:
    truth = sample.truth.articles
    found = {p.id: p.copy_of for p in sample.stories.placements}
    copies = {key for key, a in truth.items() if a.copy_of}
    originals = {truth[key].copy_of for key in copies}
    hits = sum(bool(found[key]) or bool(found[truth[key].copy_of]) for key in copies)
    assert hits >= 0.85 * len(copies)
    assert not {key for key, of in found.items() if of} - copies - originals


def test_corrections_are_more_current_than_what_they_correct(sample: Sample) -> None:
    now = max(d.published for d in sample.documents if d.published) + timedelta(hours=1)
    degrees = {a.id: a for a in currency(sample.documents, sample.stories.placements, CurrencyParams(), now)}
    pairs = [(key, a.corrects) for key, a in sample.truth.articles.items() if a.corrects]
    assert pairs
    assert all((degrees[old].value or 0) < (degrees[new].value or 0) for new, old in pairs)


def test_wrong_figures_are_contradicted(sample: Sample) -> None:
    truth = sample.truth.articles
    ratings = Ratings({f"{site.host}.localhost": site.rating for site in sample.truth.sites})
    found = trust(sample.documents, sample.stories.placements, TrustParams(), ratings)
    against = {a.id for a in found for t in a.terms if t.name == "contradiction" and t.value > 0}
    wrong = {key for key, a in truth.items() if a.wrong}
    main = {key for key, a in truth.items() if a.sub_story}
    assert len(wrong & against) >= len(wrong) / 2
    assert len(against & main - wrong) <= 0.05 * len(main)
    assert all(a.state == "known" for a in found)


def test_every_burst_is_found_and_nothing_but_the_storm_beside(sample: Sample) -> None:
    first = min(d.published for d in sample.documents if d.published)
    last = max(d.published for d in sample.documents if d.published)
    moments = [first + timedelta(hours=6 * i) for i in range(int((last - first) / timedelta(hours=6)) + 2)]
    alarms = scan(sample.documents, sample.stories, HotParams(), moments)
    inside = {s.id: set(s.documents) for s in sample.stories.stories}
    alarmed = [inside[topic.story] for _, topic in alarms]
    for burst in sample.truth.bursts:
        assert any(set(burst.articles) & documents for documents in alarmed), burst.name
    injected = {key for burst in sample.truth.bursts for key in burst.articles}
    storm = {key for key, a in sample.truth.articles.items() if a.sub_story}
    assert all(documents & (injected | storm) for documents in alarmed)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_passages_follow_the_parts_of_the_story(sample: Sample, language: str) -> None:
    truth = sample.truth.articles
    parents = {s.name: set(s.parents) for s in sample.truth.story.sub_stories}
    inside = [d for d in sample.documents if truth[d.id].sub_story and d.language == language]
    graph = evolution(inside, sample.stories.placements, EvolutionParams())
    part = {e.id: Counter(truth[i].sub_story for i in e.documents).most_common(1)[0][0] for e in graph.episodes}
    follows = {
        (e.id, f.id)
        for e in graph.episodes
        for f in graph.episodes
        if 0 < f.slice - e.slice <= 3 and (part[e.id] == part[f.id] or part[e.id] in parents[part[f.id]])
    }
    slices = {e.id: e.slice for e in graph.episodes}
    nearest = {a: min(slices[y] for x, y in follows if x == a) for a, _ in follows}
    wanted = {(a, b) for a, b in follows if slices[b] == nearest[a]}
    found = {(p.source, p.target) for p in graph.passages}
    precision, recall = len(found & follows) / len(found), len(found & wanted) / len(wanted)
    assert 2 * precision * recall / (precision + recall) >= 0.7
    branches = {(parent, s.name) for s in sample.truth.story.sub_stories for parent in s.parents}
    assert len({(part[a], part[b]) for a, b in found} & branches) >= 0.7 * len(branches)


def test_adding_a_day_to_a_hundred_costs_a_day_and_keeps_names() -> None:
    truth = NewsWeb(1, 1212).truth.articles
    documents = sorted((a for a in truth.values()), key=lambda a: a.moment)
    size = len(documents) // 101
    days = [
        [
            Document(a.key, a.title, a.content, a.moment + timedelta(days=day), a.source, language=a.language)
            for a in documents[day * size : (day + 1) * size]
        ]
        for day in range(101)
    ]
    grow(StoryBook(), days[100], StoryParams())  # words are read once before anything is timed
    book = StoryBook()
    names: dict[str, str] = {}
    for day in days[:100]:
        names |= {p.id: p.story for p in grow(book, day, StoryParams())}
    on_top = min(_cpu(lambda: grow(book, days[100], StoryParams())) for _ in range(3))
    alone = min(_cpu(lambda: grow(StoryBook(), days[100], StoryParams())) for _ in range(3))
    assert on_top <= 3 * alone + 0.02
    assert book.stories.keys() | {one.gone for one in book.joined} >= set(names.values())


def _cpu(work: object) -> float:
    start = time.process_time()
    work()  # type: ignore[operator]
    return time.process_time() - start
