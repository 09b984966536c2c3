"""The Web-news model, in the paper's order: its sets, equations 1 to 3, Algorithms 1 to 3, output and form."""

from __future__ import annotations

import json
import math
import re
from dataclasses import fields
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from motherlode.app.crawl.command import crawl_settings
from motherlode.app.crawl.parts import CrawlSettings, CrawlWork, PageReading, crawl_work
from motherlode.app.export import TOP_WEB_NEWS
from motherlode.app.presets import preset_of
from motherlode.app.settings import Settings
from motherlode.crawl.graph import LinkGraph
from motherlode.crawl.params import GeneParams
from motherlode.crawl.parts import Address, Made
from motherlode.crawl.strategies.rank import GeneFactor, pagerank
from motherlode.fetch.params import FetchParams
from motherlode.interfaces.cli.app import app
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.model.crawl import Outcome, ReadPage
from motherlode.model.pages import Link, Response
from motherlode.model.topic import Keyword, StandardVector, Topic
from motherlode.topic.algorithm1 import Counted, decided, passed, started
from motherlode.topic.paper import PaperJudge
from motherlode.topic.params import ThresholdParams, TopicParams
from motherlode.topic.weighting import class_weight, cosine, improved_tf_idf, standard_vector

NOW = datetime(2026, 1, 1, tzinfo=UTC)
PAPER = preset_of("paper-001").values


def settings(**over: dict[str, object]) -> CrawlSettings:
    """The preset of the paper with some values of sections changed."""
    return crawl_settings(Settings({name: {**values, **over.get(name, {})} for name, values in PAPER.items()}))


def page(text: str, title: str = "", url: str = "http://a.example/x") -> ReadPage:
    return ReadPage(url, title, text, (), "en")


# 3 Notations: definition 3.2.4, SearchKeyWordSet may be larger than TopKeyWordSet

EXAMPLES = (
    page("Missile hits airliner; airliner crash kills passengers", "crash"),
    page("Airliner crash: investigators find missile parts in Ukraine", "crash"),
)
OTHERS = (
    page("Football match ends in a draw after late goal"),
    page("Bank raises rates as prices climb in the shops"),
)


def test_search_keywords_are_deduced_from_examples_and_user_and_are_more_than_the_users() -> None:
    judge = PaperJudge([Keyword("crash", 2.0)], EXAMPLES, TopicParams(judge="paper"), OTHERS)
    found = [keyword.word for keyword in judge.keywords(100)]
    assert {"crash", "missil", "airlin"} <= set(found)
    assert not {"footbal", "bank", "goal"} & set(found)


# 4.1 The definition layer, equation 1


def test_equation_1_by_hand() -> None:
    """F·log(N/n + 0.01)·W over the root of the sum of squares: N = 4 texts, 'crash' in 2 of them, 'match' in 1."""
    found = improved_tf_idf(["crash", "crash", "match"], {"crash": 2, "match": 1}, 4, {"crash": 0.9, "match": 0.2})
    crash, match = 2 * math.log(4 / 2 + 0.01) * 0.9, 1 * math.log(4 / 1 + 0.01) * 0.2
    length = math.sqrt(crash**2 + match**2)
    assert found == pytest.approx({"crash": crash / length, "match": match / length})
    assert found["crash"] == pytest.approx(0.9765, abs=1e-4)


def test_equation_1_a_word_of_the_class_weighs_more_than_one_spread_over_all() -> None:
    assert class_weight(4, 4, 0, 4) == pytest.approx(0.9)
    assert class_weight(2, 4, 2, 4) == pytest.approx(0.5)
    assert class_weight(0, 4, 4, 4) == pytest.approx(0.1)


def test_the_standard_vector_has_one_value_a_keyword_and_length_1() -> None:
    judge = PaperJudge([Keyword("crash")], EXAMPLES, TopicParams(judge="paper", learned=3), OTHERS)
    weights = judge.vector.weights
    assert len(weights) == 3 + (0 if "crash" in list(weights)[:3] else 1)
    assert math.sqrt(sum(weight**2 for weight in weights.values())) == pytest.approx(1.0)


# 4.3.1 Content relativity, equation 2


def test_equation_2_by_hand() -> None:
    """(3·1 + 4·1) / (5 · √3): the page has 3 and 4, the topic's vector 1, 1 and 1."""
    assert cosine({"a": 3.0, "b": 4.0}, StandardVector({"a": 1.0, "b": 1.0, "c": 1.0})) == pytest.approx(
        7 / (5 * math.sqrt(3))
    )


def test_the_crawl_judges_by_equations_1_and_2_themselves() -> None:
    words = [["crash", "missile"], ["crash", "airliner", "missile"]]
    other = [["football", "match"]]
    texts = ["crash missile", "crash airliner missile"]
    judge = PaperJudge(
        [], [page(text) for text in texts], TopicParams(judge="paper", title_weight=1), [page("football match")]
    )
    asked = ["missile", "match", "missile"]
    holding = {"crash": 2, "missile": 2, "airliner": 1, "football": 1, "match": 1}
    classes = {
        word: class_weight(sum(word in w for w in words), 2, sum(word in w for w in other), 1) for word in holding
    }
    vector = improved_tf_idf(asked, holding, 3, classes)
    expected = cosine(vector, standard_vector(words, other))
    judged = judge.judge(page(" ".join(asked)))
    assert judged.relativity == judged.relevance == pytest.approx(expected)
    assert 0 < expected < 1


# Algorithm 1

ONE = ThresholdParams(
    rule="paper", threshold=0.2, wanted=3, interval=4, alpha=1.5, related_share=0.5, beta=1.2, gamma=0.5, lowest=0.0,
    highest=1.0,
)  # fmt: skip


def run(params: ThresholdParams, relativities: list[float], times: list[float] | None = None) -> tuple[Counted, str]:
    state, lists = started(params, 0.0), ""
    for at, relativity in enumerate(relativities):
        state, related = decided(state, relativity, (times or [0.0] * len(relativities))[at], params)
        lists += "R" if related else "I"
    return state, lists


def test_relativity_at_the_threshold_or_above_goes_into_the_related_list() -> None:
    assert run(ONE, [0.3, 0.2, 0.19])[1] == "RRI"


def test_alpha_where_more_was_extracted_than_expected() -> None:
    state, lists = run(ONE, [0.9, 0.9, 0.9, 0.9, 0.25])
    assert (state.value, state.reason[0]) == (pytest.approx(0.3), "α")
    assert lists == "RRRRI"


def test_beta_where_much_was_extracted_and_the_related_share_is_below_mu() -> None:
    state, _ = run(ONE, [0.9, 0.1, 0.1, 0.1, 0.1])
    assert (state.value, state.reason[0]) == (pytest.approx(0.24), "β")


def test_gamma_where_less_was_extracted_than_expected() -> None:
    params = ThresholdParams(rule="paper", threshold=0.2, wanted=5, interval=4, gamma=0.5, lowest=0.0)
    state, lists = run(params, [0.9, 0.9, 0.9, 0.9, 0.15])
    assert (state.value, state.reason[0]) == (pytest.approx(0.1), "γ")
    assert lists == "RRRRR"


def test_extracted_means_extracted_and_not_kept() -> None:
    state, _ = run(ONE, [0.0, 0.0, 0.9])
    assert (state.extracted, state.total_extracted, state.related, state.total_related) == (3, 3, 1, 1)


def test_sums_of_the_interval_begin_anew_and_totals_go_on() -> None:
    state, _ = run(ONE, [0.9, 0.0, 0.9, 0.0, 0.9])
    assert (state.extracted, state.related) == (1, 1)
    assert (state.total_extracted, state.total_related) == (5, 3)


def test_t_is_a_time_and_initial_time_starts_it() -> None:
    timed = ThresholdParams(rule="paper", threshold=0.2, wanted=1, seconds=10.0, initial_time=5.0, alpha=1.5)
    state, _ = run(timed, [0.9, 0.9, 0.9], [0.0, 4.0, 14.9])
    assert state.intervals == 0
    assert passed(state, 15.0, timed).intervals == 1
    assert passed(state, 15.0, timed).initial_time == 15.0


def test_a_threshold_without_movement_stays() -> None:
    assert run(ThresholdParams(rule="paper", threshold=0.2, moving=False, interval=2), [0.9] * 9)[0].value == 0.2


def test_feedback_the_vector_takes_up_words_of_related_pages_and_stays_on_topic() -> None:
    judge = PaperJudge([Keyword("crash")], EXAMPLES, TopicParams(judge="paper", refit_every=2), OTHERS)
    assert "separatist" not in judge.vector.weights
    for at in range(4):
        judge.judge(
            page("Crash of the airliner: separatists hold the missile launcher", url=f"http://a.example/{at}")
        )
        judge.told(related=True)
    assert "separatist" in judge.vector.weights
    assert max(judge.vector.weights, key=lambda word: judge.vector.weights[word]) in {"crash", "airlin", "missil"}


# 4.3.2 Equation 3 and Algorithm 2


def test_equation_3_by_hand() -> None:
    """A → B, A → C, C → B with D = 0.5: P(A) = 0.5, P(C) = 0.5 + 0.5·P(A)/2, P(B) = 0.5 + 0.5·(P(A)/2 + P(C))."""
    rank = pagerank(np.array([0, 0, 2], dtype=np.int32), np.array([1, 2, 1], dtype=np.int32), 3, 0.5)
    assert rank.tolist() == pytest.approx([0.5, 0.5 + 0.5 * (0.25 + 0.625), 0.625])


# 4.3.3 Algorithm 3, the gene factor


def _graph() -> LinkGraph:
    return LinkGraph(PaperJudge([Keyword("crash")], (), TopicParams(judge="paper")))


def _outcome(graph: LinkGraph, number: int, relevance: float, targets: list[int]) -> Outcome:
    links = [Link(f"http://a.example/{target}") for target in targets]
    graph.relevance.judge(page("crash", url=f"http://a.example/{number}"))
    graph.add(number, relevance, targets, links)
    return Outcome(number, f"http://a.example/{number}", relevance, 0, targets, links)


def test_a_link_below_rho_inherits_its_parents_value_times_sigma_and_is_never_thrown_away() -> None:
    graph = _graph()
    gene = GeneFactor(graph, GeneParams(rho=0.2, rho_is="rank", sigma=0.25))
    assert gene.observe(_outcome(graph, 0, 0.8, [1, 2])).tolist() == pytest.approx([0.2, 0.2])


def test_a_link_at_rho_or_above_inherits_its_parents_value() -> None:
    graph = _graph()
    gene = GeneFactor(graph, GeneParams(rho=0.15, rho_is="rank", sigma=0.25))
    assert gene.observe(_outcome(graph, 0, 0.8, [1, 2])).tolist() == pytest.approx([0.8, 0.8])


def test_rho_as_a_share_tells_links_apart_on_any_graph() -> None:
    graph = _graph()
    gene = GeneFactor(graph, GeneParams(rho=0.5, rho_is="share", sigma=0.5))
    for number in range(4):  # every page links to 10; 11 … 14 have one link each
        gene.observe(_outcome(graph, number, 0.8, [10, 11 + number]))
    waiting = np.array([10, 11, 12, 13, 14])
    assert max(gene._ranks(waiting)) < 0.5, "as a rank 0.5 would be out of reach"
    values = gene.rescore(waiting)
    assert values[0] == pytest.approx(2 * values[1])


def test_val_puts_the_first_addresses_before_all_others_or_not_as_it_is_set() -> None:
    first = {}
    for val in (10.0, 0.1):
        chosen = settings(gene={"seed_value": val})
        work = _work(chosen)
        offers = work.step.seeds(["http://a.example/1", "http://a.example/2"], chosen.seed_value)
        work.step.frontier.push(offers.numbers, offers.values)
        made = _settled(work, "/1", NEWS + "<a href='/deeper'>more</a>", depth=0)
        for found in made.offers:
            work.step.frontier.push(found.numbers, found.values)
        first[val] = work.step.frontier.addresses[work.step.frontier.pop()]
    assert first == {10.0: "http://a.example/2", 0.1: "http://a.example/deeper"}


# The filter in a crawl

NEWS = "<title>Airliner crash</title><article><h1>Airliner crash</h1>" + "".join(
    f"<p>The airliner crash was caused by a missile, investigators said on day {n}. Parts of it were found.</p>"
    for n in range(8)
)
COOKING = "<title>Soup</title><article><h1>Soup</h1>" + "".join(
    f"<p>Cook the soup with pepper and salt for {n} minutes and serve it while it is hot. Bread goes with it.</p>"
    for n in range(8)
)


def _work(chosen: CrawlSettings) -> CrawlWork:
    topic = Topic("crash", (Keyword("crash"),), (), ("http://a.example/",))
    return crawl_work(
        chosen,
        FetchParams(),
        topic,
        EXAMPLES,
        PageReading(duplicates=False),
        others=(*OTHERS, page("Soup and bread")),
    )


def _settled(work: CrawlWork, path: str, html: str, depth: int = 1) -> Made:
    url = f"http://a.example{path}"
    (number,), _ = work.step.frontier.number([url], depth=depth)
    came = Response(url, url, 200, (("Content-Type", "text/html"),), html.encode(), NOW)
    return work.step.settle(Address(number, url, depth), came)


def test_a_blocked_channel_opens_a_sub_channel() -> None:
    """An irrelevant page's links keep waiting at a low value, so that what lies behind it is still found."""
    work = _work(settings())
    made = _settled(work, "/1", COOKING + "<a href='/behind'>on</a>")
    assert made.code == "unrelated"
    assert [url for offers in made.offers for url in offers.urls] == ["http://a.example/behind"]


def test_what_is_stored_as_relativity_is_the_cosine() -> None:
    work = _work(settings())
    made = _settled(work, "/1", NEWS)
    assert made.visit is not None
    assert made.visit.judgement.relevance == made.visit.judgement.relativity
    assert made.visit.verdict.reason.startswith(f"relativity {made.visit.judgement.relativity:.3f} ≥ threshold 0.050")


# 5 The experiment: figure 5's parameters, TopWebNews, and a crawl of a story end to end


def test_figure_5_every_parameter_of_the_form_has_its_symbol() -> None:
    shown = {
        info.metadata["symbol"]
        for params in (ThresholdParams, GeneParams, type(settings().crawl))
        for info in fields(params)
        if info.metadata.get("symbol")
    }
    assert {"α", "μ", "β", "γ", "Threshold", "Sum(T)", "ρ", "σ", "Val", "InitialTime", "T", "k"} <= shown


def test_definition_3_2_6_top_web_news_has_the_papers_items() -> None:
    assert {
        "url", "title", "pubtime", "pubsource", "content", "dividedtitle", "dividedcontent", "contentkeyword",
        "relativity", "parenturl", "systemtime",
    } <= TOP_WEB_NEWS.keys()  # fmt: skip


def test_the_sample_story_in_paper_mode_end_to_end_by_the_command(tmp_path: Path) -> None:
    """Most of a story is found, nearly all that is kept belongs to it, and Algorithm 1 has the last word."""
    web = SampleWeb(seed=1, news_pages=200)
    story = max((t for t in web.truth.news.topics if t.language == "en"), key=lambda t: len(t.articles))
    with serve(web.sites) as server:
        address = {key: server.url(key.partition("/")[0], "/" + key.partition("/")[2]) for key in story.articles}
        examples = sorted(address.values())[::7][:4]
        call = ["crawl", str(tmp_path / "p"), "--preset", "paper-001", "--allow-private", "--delay", "0", "--json"]
        call += [part for site in web.truth.news.sites for part in ("--seed", server.url(site.host))]
        call += [part for url in examples for part in ("--example", url)]
        call += [part for word in story.keywords for part in ("--keyword", word)]
        done = CliRunner().invoke(app, [*call, "--scope", "hosts", "--max-pages", "180", "--top-percent", "50"])
        assert done.exit_code == 0, done.output
        CliRunner().invoke(app, ["export", str(tmp_path / "p"), "--what", "pages"])
        top = json.loads(CliRunner().invoke(app, ["export", str(tmp_path / "p"), "--top", "50", "--json"]).stdout)
    queues = json.loads(CliRunner().invoke(app, ["crawl", str(tmp_path / "p"), "--queues", "5", "--json"]).stdout)
    values = [address["value"] for address in queues["first"]]
    assert len(values) == 5
    assert values == sorted(values, reverse=True)
    assert queues["buffered"] > 10
    pages = [json.loads(line) for line in (tmp_path / "p/exports/pages.jsonl").read_text("utf-8").splitlines()]
    kept = {row["url"] for row in pages if row["kept"]}
    right = kept & set(address.values())
    assert len(right) >= 0.7 * len(address)
    assert len(right) >= 0.8 * len(kept)
    assert all(re.match(r"relativity 0\.\d+ ≥ threshold", row["reason"]) for row in pages if row["kept"])
    assert top["rows"] == math.ceil(len(kept) / 2)
