"""Hot topics: bursts found, quiet windows silent. Evolution: splits and merges as they were put in."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from motherlode.analyse.evolution import evolution, splits_and_merges
from motherlode.analyse.hot import burst, hot_remarks, hot_topics, last_burst_remark
from motherlode.analyse.params import EvolutionParams, HotParams
from motherlode.app.analyse.run import find_stories
from motherlode.model.documents import Document, Placement

DAY = datetime(2026, 3, 2, tzinfo=UTC)


def test_no_false_alarm_in_a_thousand_quiet_windows() -> None:
    params = HotParams()
    random = np.random.default_rng(7)
    alarms = 0
    for rate in (0.1, 0.5, 2.0, 10.0):
        counts = random.poisson(rate, 1000 + params.history).tolist()
        for at in range(params.history, len(counts)):
            alarms += burst(counts[at], counts[at - params.history : at], params) >= params.alarm
    assert alarms == 0


@pytest.mark.parametrize("rate", [0.0, 0.5, 2.0, 10.0])
def test_every_injected_burst_is_found(rate: float) -> None:
    params = HotParams()
    random = np.random.default_rng(3)
    size = int(rate + 7 * max(rate, 1.0) ** 0.5)
    for _ in range(200):
        history = random.poisson(rate, params.history).tolist()
        assert burst(int(random.poisson(rate)) + size, history, params) >= params.alarm


def test_more_documents_never_make_a_topic_colder() -> None:
    params = HotParams()
    for history in ([], [1, 0, 2], [5] * 30):
        found = [burst(count, history, params) for count in range(40)]
        assert found == sorted(found)


def test_a_burst_is_reported_with_its_words_and_reasons() -> None:
    quiet = [
        Document(
            f"q{i}", f"Council debates {word} budget", published=DAY - timedelta(days=i), source=f"q{i % 3}.example"
        )
        for i, word in enumerate(("school", "road", "library", "harbour", "museum", "theatre", "bridge", "park"))
    ]
    angles = ("seen from orbit", "lights the night", "closes airports", "drives villagers out", "spews ash", "roars",
              "stuns scientists", "darkens the sky", "wakes after a century")  # fmt: skip
    sudden = [
        Document(
            f"v{i}", f"Volcano Hekla erupts and {angle}", published=DAY - timedelta(hours=i), source=f"s{i}.example"
        )
        for i, angle in enumerate(angles)
    ]
    documents = [*quiet, *sudden]
    topics = hot_topics(documents, find_stories(documents), HotParams(), DAY)
    assert [t.hot for t in topics][:1] == [True]
    assert sum(t.hot for t in topics) == 1
    assert topics[0].sources == len(angles)
    assert "hekla" in " ".join(topics[0].words).lower()
    assert {term.name for term in topics[0].terms} == {"burst", "sources", "novelty"}


WORDS = {
    "storm": "storm gale coast waves roofs harbour wind landfall gusts trees",
    "rescue": "rescue divers helicopters missing search dogs survivors boats relatives lifted",
    "dam": "dam spillway cracks reservoir engineers concrete seepage pumps embankment gates",
    "court": "court trial judge verdict lawyer witness prosecutor appeal sentence jury",
}


def test_where_nothing_is_hot_now_the_last_burst_is_told() -> None:
    storm = [
        Document(
            f"s{i}",
            f"Storm Ada hits the coast of Orrick, wave {i}",
            published=DAY + timedelta(hours=i),
            source=f"p{i}",
        )
        for i in range(12)
    ]
    quiet = Document("q", "Choir of Velden sings in the harbour", published=DAY + timedelta(days=9), source="p1")
    found = find_stories([*storm, quiet])
    now = DAY + timedelta(days=9)
    assert not any(topic.hot for topic in hot_topics([*storm, quiet], found, HotParams(), now))
    told = last_burst_remark([*storm, quiet], found, HotParams(), now)
    assert "Storm Ada" in told
    assert "2026-03-03" in told
    assert last_burst_remark([quiet], find_stories([quiet]), HotParams(), now) == ""
    assert hot_remarks([*storm, quiet], found, [], HotParams(), now) == ("judged at 2026-03-11 00:00", told)
    young = hot_remarks([quiet], find_stories([quiet]), [], HotParams(), now)
    assert [line.split(":")[0].split(" in ")[0] for line in young[1:]] == ["too little history", "no story burst"]


def _items(day: int, *kinds: str, count: int = 6) -> list[Document]:
    words = " ".join(WORDS[kind] for kind in kinds).split()
    return [
        Document(
            f"{'-'.join(kinds)}-{day}-{i}",
            " ".join(words[(i + j) % len(words)] for j in range(6)),
            " ".join(words[(3 * i + j) % len(words)] for j in range(len(words))),
            DAY + timedelta(days=2 * day, hours=i),
        )
        for i in range(count)
    ]


def test_a_split_and_a_merge_are_found_exactly() -> None:
    documents = [
        *_items(0, "rescue", "dam"),
        *_items(1, "rescue"), *_items(1, "dam"),
        *_items(2, "rescue"), *_items(2, "dam"),
        *_items(3, "rescue", "dam"),
    ]  # fmt: skip
    placed = [Placement(d.id, "s1") for d in documents]
    graph = evolution(documents, placed, EvolutionParams())
    by_slice = [[e for e in graph.episodes if e.slice == number] for number in range(4)]
    assert [len(found) for found in by_slice] == [1, 2, 2, 1]
    assert sorted(p.kind for p in graph.passages) == ["continue", "continue", "merge", "merge", "split", "split"]
    assert by_slice[0][0].begins == "birth"
    assert by_slice[0][0].ends == "split"
    assert by_slice[3][0].begins == "merge"
    assert by_slice[3][0].ends == "death"


def test_birth_continuation_and_death() -> None:
    documents = [*_items(0, "storm"), *_items(1, "storm"), *_items(1, "court"), *_items(2, "court")]
    graph = evolution(documents, [Placement(d.id, "s") for d in documents], EvolutionParams())
    fates = {e.documents[0].rsplit("-", 1)[0]: (e.begins, e.ends) for e in graph.episodes}
    assert fates == {
        "storm-0": ("birth", "continue"),
        "storm-1": ("continue", "death"),
        "court-1": ("birth", "continue"),
        "court-2": ("continue", "death"),
    }


BACKGROUND = "the valley of the river was flooded by the storm in early spring and many lost their homes"


def _retold(day: int, kind: str, *parents: str) -> list[Document]:
    """A new part of a saga: words of its own, what every part says, and of each parent a sentence told before."""
    return [
        Document(
            item.id,
            item.title,
            ". ".join([item.content, BACKGROUND, *(" ".join(WORDS[parent].split()[2:8]) for parent in parents)]),
            item.published,
        )
        for item in _items(day, kind)
    ]


@pytest.mark.parametrize("parents", [("dam",), ("rescue",), ("rescue", "dam")])
def test_a_new_part_grew_out_of_those_whose_words_it_takes_up(parents: tuple[str, ...]) -> None:
    documents = [
        *_retold(0, "rescue"), *_retold(0, "dam"), *_retold(0, "storm"),
        *_retold(1, "rescue"), *_retold(1, "dam"), *_retold(1, "court", *parents),
    ]  # fmt: skip
    graph = evolution(documents, [], EvolutionParams())
    of = {e.id: e.documents[0].split("-")[0] for e in graph.episodes}
    assert {of[p.source] for p in graph.passages if of[p.target] == "court"} == set(parents)
    turns = Counter(kind for kind, _, _ in splits_and_merges(graph.passages))
    assert turns == Counter(split=len(parents), merge=len(parents) - 1)


def test_a_phrase_that_a_part_goes_on_using_is_its_own() -> None:
    before = [*_retold(0, "rescue"), *_retold(0, "dam"), *_retold(1, "rescue"), *_retold(1, "dam")]
    graph = evolution([*before, *_retold(1, "court", "dam"), *_retold(4, "court", "dam")], [], EvolutionParams())
    of = {e.id: e.documents[0].split("-")[0] for e in graph.episodes}
    kept = {of[p.source] for p in graph.passages if of[p.target] == "court"}
    assert kept == {"court", "dam"}, "the parent says it more often"
    again = [item for day in (4, 5, 6) for item in _retold(day, "court", "dam")]
    graph = evolution([*before, *_retold(1, "court", "dam"), *again], [], EvolutionParams())
    of = {e.id: e.documents[0].split("-")[0] for e in graph.episodes}
    assert {of[p.source] for p in graph.passages if of[p.target] == "court"} == {"court"}


def test_a_part_grew_out_of_one_that_began_earlier_in_the_same_slice() -> None:
    later = [
        replace(d, published=d.published + timedelta(hours=20)) for d in _retold(0, "court", "dam") if d.published
    ]
    graph = evolution([*_retold(0, "rescue"), *_retold(0, "dam"), *later], [], EvolutionParams())
    of = {e.id: e.documents[0].split("-")[0] for e in graph.episodes}
    assert {e.slice for e in graph.episodes} == {0}
    assert [(of[p.source], of[p.target]) for p in graph.passages] == [("dam", "court")]
    assert "alike" not in graph.passages[0].reason, "episodes of one slice are not compared"


def test_what_every_part_says_makes_no_parent() -> None:
    documents = [*_retold(0, "rescue"), *_retold(0, "dam"), *_retold(1, "court")]
    graph = evolution(documents, [], EvolutionParams())
    assert not graph.passages


def test_undated_documents_are_left_out_and_counted() -> None:
    assert evolution([Document("a", "x")], [], EvolutionParams()).remarks == (
        "1 documents without a date are left out",
    )
    assert evolution([], [], EvolutionParams()).episodes == ()
