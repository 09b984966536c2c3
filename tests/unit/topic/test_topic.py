"""Topic: improved TF-IDF, the judge, the moving threshold."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.model.crawl import ReadPage
from motherlode.model.topic import Keyword, StandardVector
from motherlode.topic.judge import Judge
from motherlode.topic.params import ThresholdParams, TopicParams
from motherlode.topic.threshold import begin, judged, last_threshold, parting
from motherlode.topic.weighting import cosine, improved_tf_idf, search_keywords, standard_vector

BIRDS = [
    "The owl is a bird of prey; its nest lies in old barns and it feeds on voles and mice at night",
    "The sparrow is a small bird whose nest is built under roofs; sparrow flocks feed on seeds and grain",
    "The osprey is a large bird of prey that feeds on fish; its nest of sticks stands on high trees",
]
OTHERS = [
    "The parliament debated the budget and the minister defended new taxes on fuel and energy",
    "The team won the final match after extra time and the striker scored twice in front of the crowd",
    "The bank raised its interest rate and shares fell on the stock market after the announcement",
    "The court heard the appeal of the company against the decision of the competition authority",
]


def page(text: str, n: int = 0) -> ReadPage:
    return ReadPage(f"http://a.example/{n}", text[:20], text, (), "en")


def judge(**params: object) -> Judge:
    return Judge([Keyword("bird"), Keyword("nest", 0.5)], [page(t) for t in BIRDS], TopicParams(**params))  # type: ignore[arg-type]


def test_related_pages_score_above_others() -> None:
    made = judge()
    for n, text in enumerate(OTHERS * 3):
        made.judge(page(text, n))
    near = made.judge(page("A falcon is a bird of prey; the falcon keeps its nest on cliffs and feeds on doves"))
    far = made.judge(page("The railway company ordered new trains and the station was rebuilt last year"))
    assert near.relevance > 0.5 > far.relevance
    assert {"bird", "nest"} & {term.name for term in near.terms}


def test_a_page_of_hardly_any_words_is_not_taken_for_an_article() -> None:
    made = Judge([Keyword("bird")], [page(f"{text} " * 2 + " ".join(OTHERS[:2]), n) for n, text in enumerate(BIRDS)])
    for n, text in enumerate(OTHERS * 3):
        made.judge(page(text, n))
    whole = made.judge(page(f"{BIRDS[0]} {BIRDS[1]} and the other birds of the barns, the roofs and the trees"))
    scrap = made.judge(ReadPage("http://a.example/day", "", "Nothing about birds on this day", (), "en"))
    assert whole.relevance > 0.5 > scrap.relevance


def test_feedback_never_outweighs_the_examples() -> None:
    made = judge(feedback=0.5, feedback_limit=4, refit_every=5)
    for n in range(60):
        made.judge(page(f"The bird keeps a nest while football football football match goal number {n}", n))
    words = [keyword.word for keyword in made.keywords(5)]
    assert "footbal" not in words


@pytest.mark.parametrize("language", ["zh", "de", "ru", ""])
def test_any_language(language: str) -> None:
    texts = {"zh": "足球比赛昨天在北京举行", "de": "Die Eule ist ein Vogel", "ru": "Сова это птица", "": "owl bird"}
    made = Judge([Keyword(texts[language].split()[0])], [ReadPage("u", "", texts[language], (), language)])
    assert made.judge(ReadPage("v", "", texts[language], (), language)).relevance > 0.5


def test_a_topic_in_two_languages_has_a_scale_for_each() -> None:
    chinese = ["暴雨引发洪水，河水冲垮堤坝，村民连夜转移", "洪水淹没农田，救援队用船转移村民，堤坝仍在加固"]
    english = [
        "The flood broke the dam and villagers were moved as the river rose in the night",
        "Flood water covered the fields; rescue teams moved villagers by boat while the dam was mended",
        "After the flood the river fell and the dam held; villagers went home",
    ]
    examples = [ReadPage(f"z{n}", "", text, (), "zh") for n, text in enumerate(chinese)]
    examples += [ReadPage(f"e{n}", "", text, (), "en") for n, text in enumerate(english)]
    made = Judge([Keyword("flood"), Keyword("洪水")], examples)
    off = ["足球队昨晚赢得决赛，前锋两次进球", "央行上调利率，股市下跌", "法院驳回公司上诉"]
    for n, text in enumerate(OTHERS * 2):
        made.judge(page(text, n))
    for n, text in enumerate(off * 3):
        made.judge(ReadPage(f"o{n}", "", text, (), "zh"))
    related = [
        deepcopy(made).judge(ReadPage("a", "", "洪水冲垮堤坝，村民转移到高处", (), "zh")),
        deepcopy(made).judge(page("The flood reached the town; the dam broke and villagers were moved")),
    ]
    others = [
        deepcopy(made).judge(ReadPage("b", "", "球队主场输掉比赛", (), "zh")),
        deepcopy(made).judge(page("The bank cut its rate")),
    ]
    assert min(one.relevance for one in related) > 0.5 > max(one.relevance for one in others)


def test_a_word_that_two_examples_share_by_chance_counts_little() -> None:
    texts = [
        "harbour strike of dock workers; a pelican was seen",
        "dock workers on strike in the harbour; a pelican flew",
        "the strike of dock workers ends in the harbour",
        "dock workers at the harbour vote for a strike",
    ]
    made = Judge([], [page(text, n) for n, text in enumerate(texts)])
    for n, text in enumerate(OTHERS * 4):
        made.judge(page(text, n))
    found = {keyword.word: keyword.weight for keyword in made.keywords(20)}
    assert found["strike"] > 2 * found.get("pelican", 0.0)


def test_a_long_page_does_not_win_by_its_length() -> None:
    made = judge()
    for n, text in enumerate(OTHERS * 3):
        made.judge(page(text, n))
    about = "The heron is a bird of prey on fish and its nest lies in trees. "
    rest = " ".join(f"matter{n} concern{n}" for n in range(400))
    assert deepcopy(made).judge(page(about)).relevance > deepcopy(made).judge(page(about + rest)).relevance


@pytest.mark.parametrize("text", ["", " ", "1234", "\x00", "a" * 100_000])
def test_odd_pages_are_judged(text: str) -> None:
    assert 0 <= judge().judge(page(text)).relevance <= 1


def test_improved_tf_idf_is_normalised_and_prefers_the_class() -> None:
    weights = improved_tf_idf(["a", "a", "b"], {"a": 1, "b": 1}, 10, {"a": 1.0, "b": 0.1})
    assert sum(w * w for w in weights.values()) == pytest.approx(1)
    assert weights["a"] > weights["b"]


def test_search_keywords_hold_the_users_and_learn_more() -> None:
    standard = standard_vector([["owl", "bird"], ["bird", "nest"]], [["tax"]], {"bird": 1.0})
    found = search_keywords(standard, [Keyword("bird", 1.0)], 5)
    assert found[0] == Keyword("bird", 1.0)
    assert {"owl", "nest"} <= {keyword.word for keyword in found}
    assert all(keyword.origin == "learned" for keyword in found[1:])


@settings(deadline=None)
@given(st.dictionaries(st.text(min_size=1, max_size=3), st.floats(0.01, 10), max_size=8))
def test_cosine_laws(weights: dict[str, float]) -> None:
    assert cosine(weights, StandardVector(weights)) == pytest.approx(1.0 if weights else 0.0)
    assert cosine({}, StandardVector(weights)) == 0


@settings(deadline=None)
@given(st.lists(st.booleans(), max_size=600), st.integers(1, 60), st.integers(0, 30))
def test_threshold_stays_in_its_limits(kept: list[bool], interval: int, wanted: int) -> None:
    params = ThresholdParams(interval=interval, wanted=wanted)
    state = begin(params)
    for one in kept:
        state = judged(state, one, params)
        assert params.lowest <= state.value <= params.highest
    assert state.total_related == sum(kept)


def test_threshold_moves_as_algorithm_1_says() -> None:
    params = ThresholdParams(interval=10, wanted=4)
    rich = begin(params)
    for n in range(10):
        rich = judged(rich, n < 9, params)
    assert rich.value == pytest.approx(0.5 * params.alpha)
    mixed = begin(params)
    for n in range(10):
        mixed = judged(mixed, n < 5, replace(params, related_share=0.8))
    assert mixed.value == pytest.approx(0.5 * params.beta)
    poor = begin(params)
    for _ in range(10):
        poor = judged(poor, False, params)
    assert poor.value == pytest.approx(0.5 * params.gamma)
    fixed = begin(params)
    for _ in range(10):
        fixed = judged(fixed, False, replace(params, moving=False))
    assert fixed.value == 0.5


def test_the_last_border_lies_below_pages_that_are_spread_widely_whatever_gaps_they_have() -> None:
    others = [0.05 + 0.1 * n / 150 for n in range(150)]
    on_topic = [*(0.3 + 0.4 * n / 60 for n in range(60)), *(0.8 + 0.2 * n / 60 for n in range(60))]
    params = ThresholdParams(lowest=0.1)
    assert 0.15 < last_threshold(np.array([*others, *on_topic], dtype=np.float32), params, 0.5) < 0.4
    assert 0.15 < last_threshold(np.array([*others, *[0.95] * 40], dtype=np.float32), params, 0.5) < 0.95
    assert last_threshold(np.full(100, 0.2, dtype=np.float32), params, 0.5) == 0.5


@given(st.lists(st.floats(0, 1, width=32), min_size=60, max_size=200), st.integers(0, 59))
@settings(max_examples=50, deadline=None)
def test_the_parting_lies_among_the_values_and_does_not_hang_on_their_order(values: list[float], shift: int) -> None:
    scores = np.array(values)
    found = parting(scores)
    assert found == parting(np.roll(scores, shift))
    assert scores.min() <= found <= scores.max() or (found == np.inf and scores.min() == scores.max())


def test_a_story_far_from_its_examples_is_kept_whole() -> None:
    """Four examples tell of the rescue alone; the other articles share the keywords with them and little else."""
    random = Random(1)
    common = [f"word{n}" for n in range(300)]
    rescue = [f"rescue{n}" for n in range(40)]

    def article(number: int, own: list[str]) -> ReadPage:
        text = " ".join([*random.choices(common, k=60), *own])
        return ReadPage(f"http://site{number % 3}.example/{number}", "news", text, (), "en")

    examples = [article(900 + n, [*rescue, "dam", "flood", "storm"]) for n in range(4)]
    made = Judge([Keyword("dam"), Keyword("flood"), Keyword("storm")], examples)
    story = [at % 3 == 0 for at in range(120)]
    for at, on in enumerate(story):
        made.judge(article(at, ["dam", "flood", "storm", f"part{at % 5}"] if on else random.choices(common, k=4)))
    assert made.settle()
    assert (made.relevances() >= 0.5).tolist() == story


@given(st.lists(st.floats(0, 1, width=32), min_size=60, max_size=200))
@settings(max_examples=50, deadline=None)
def test_the_last_threshold_does_not_hang_on_the_order(values: list[float]) -> None:
    relevances = np.array(values, dtype=np.float32)
    found = last_threshold(relevances, ThresholdParams(), 0.5)
    assert found == last_threshold(relevances[::-1].copy(), ThresholdParams(), 0.5)
    assert 0.175 <= found <= 0.65
    assert last_threshold(relevances, ThresholdParams(moving=False), 0.7) == 0.7


def test_the_settled_judgement_does_not_hang_on_the_order() -> None:
    pages = [page(text, n) for n, text in enumerate([*BIRDS, *OTHERS] * 4)]
    one, other = judge(refit_every=3), judge(refit_every=3)
    for found in pages:
        one.judge(found)
    for found in reversed(pages):
        other.judge(found)
    one.settle()
    other.settle()
    assert np.allclose(one.relevances(), other.relevances()[::-1], atol=1e-3)


def test_keywords_alone_tell_what_speaks_of_them_from_what_names_them() -> None:
    """Every page names a dam beside its text, as sites name their headlines; twelve of sixty pages are about dams."""
    random = Random(3)
    common = [f"word{n}" for n in range(400)]
    made = Judge([Keyword("dam", 2.0), Keyword("spillway")], ())
    about = []
    for at in range(60):
        about.append(at % 5 == 0)
        own = ["dam"] * 8 + ["spillway"] * (at % 2) + ["reservoir"] * 4 if about[-1] else ["dam"] * 2
        text = " ".join([*random.choices(common, k=250), *own])
        made.judge(ReadPage(f"http://site{at % 3}.example/{at}", "the dam" if about[-1] else "other", text, (), "en"))
    assert made.settle()
    assert (made.relevances() >= 0.5).tolist() == about


def test_a_keyword_with_a_number_means_that_number() -> None:
    """Digits part words, so that a crawl for MH17 counted "mh" and went for MH370."""
    made = Judge([Keyword("MH17"), Keyword("COVID-19")], ())
    pages = [("MH17", "MH17 was hit"), ("370", "MH370 is missing, MH 370"), ("virus", "Covid 19 and covid-19 spread")]
    judged = [made.judge(page(f"{text} {BIRDS[0]}", n)) for n, (_, text) in enumerate(pages)]
    assert judged[0].relevance > 2 * judged[1].relevance
    assert judged[2].relevance > 2 * judged[1].relevance
    assert "mh17" in {term.name for term in judged[0].terms}
    assert made.terms("the mh17 report") == [made.vocabulary.number("mh17"), made.vocabulary.number("report")]
