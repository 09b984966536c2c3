"""Drift: made crawls whose topics share words, given by keywords alone, most pages of one host beside the topic."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from motherlode.model.crawl import ReadPage
from motherlode.model.topic import Keyword
from motherlode.topic.judge import Judge
from motherlode.topic.watch import Watch

CASES = {
    "flood": ("flood dam evacuation", "water rescue bridge valley storm", "keyboard finger switch layout typing"),
    "bank": ("bank loan interest", "credit money account branch rate", "river shore sand fishing boat"),
    "jaguar": ("jaguar cat prey", "forest hunter spot night claw", "engine car gearbox dealer leather"),
    "python": ("python snake venom", "skin forest scale egg warm", "code module string loop compiler"),
    "mercury": ("mercury poisoning fish", "metal river health toxic factory", "planet orbit crater probe sun"),
    "strike": ("strike union wages", "worker factory dispute talks march", "goal match striker league penalty"),
    "virus": (
        "virus infection vaccine",
        "spread patient outbreak clinic mask",
        "laptop malware password server patch",
    ),
    "crane": ("crane bird wetland", "wing lake flock nest season", "tower steel site builder hoist"),
    "cell": ("cell membrane protein", "biology tissue growth lab enzyme", "prison guard inmate warden trial"),
    "apple": ("apple orchard harvest", "tree fruit juice farm cider", "phone screen tablet store chip"),
}
COMMON = (
    "people",
    "year",
    "city",
    "week",
    "report",
    "plan",
    "house",
    "group",
    "place",
    "part",
    "day",
    "work",
    "road",
)


def made(case: str) -> list[tuple[ReadPage, bool]]:
    """A crawl: twelve related pages on four hosts, thirty baits of one shop that hold a keyword, and 150 of its pages
    that hold none and share what the baits speak of, eighty others."""
    random = Random(case)
    keywords, shared, own = (words.split() for words in CASES[case])
    pages = []

    def page(kind: str, at: int, host: str, words: list[str], related: bool) -> None:
        text = " ".join(random.choices(words, k=70) + random.choices(COMMON, k=50))
        pages.append((ReadPage(f"http://{host}.example/{kind}/{at}", words[0], text, (), "en"), related))

    for at in range(12):
        page("on", at, f"news{at % 4}", [*random.sample(keywords, 2), *shared], True)
    for at in range(30):
        page("bait", at, "shop", [random.choice(keywords), *own, *random.sample(shared, 2)], True)
    for at in range(150):
        page("beside", at, "shop", [*own, *random.sample(shared, 2)], False)
    for at in range(80):
        page("other", at, f"site{at % 7}", [*random.choices(COMMON, k=9), f"thing{random.randrange(300)}"], False)
    random.shuffle(pages)
    return pages


@pytest.mark.parametrize("case", CASES)
def test_pages_that_only_share_words_with_the_topic_are_not_kept(case: str) -> None:
    judge = Judge([Keyword(word) for word in CASES[case][0].split()], ())
    crawl = made(case)
    for page, _ in crawl:
        judge.judge(page)
    assert judge.settle()
    kept = judge.relevances() >= 0.5
    related = np.array([found for _, found in crawl])
    news = np.array(["/on/" in page.url for page, _ in crawl])
    assert (kept & news).sum() >= 11
    assert (kept & ~related).sum() <= 2


def _watched(hosts: int, text: str) -> tuple[str, ...]:
    """What is said after sixty related pages of so many hosts and a few others."""
    watch = Watch([Keyword("flood"), Keyword("dam")])
    for at in range(6):
        watch.saw(ReadPage(f"http://other{at}.example/", "music", "an evening in the hall", (), "en"), 0.1)
    for at in range(60):
        watch.saw(ReadPage(f"http://shop{at % hosts}.example/{at}", "page", text, (), "en"), 0.9)
    return watch.warnings()


def test_a_crawl_that_runs_away_says_so() -> None:
    said = _watched(1, "a keyboard for one hand " * 9)
    assert any("shop0.example" in line for line in said)
    assert any("none of your words" in line for line in said)


def test_a_crawl_that_stays_on_its_topic_says_nothing() -> None:
    assert _watched(5, "the floods broke the dam") == ()


def test_one_site_alone_is_no_drift() -> None:
    watch = Watch([Keyword("flood")])
    for at in range(60):
        watch.saw(ReadPage(f"http://news.example/{at}", "flood", "the flood broke the dam", (), "en"), 0.9)
    assert watch.warnings() == ()


def test_the_judge_watches_what_it_judges() -> None:
    judge = Judge([Keyword("flood")], ())
    assert judge.warnings() == ()
    for page, _ in made("flood"):
        judge.judge(page)
    assert all("shop.example" in line for line in judge.warnings())
