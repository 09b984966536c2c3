"""What counts as a list of links, and when such lists are wanted."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from motherlode.app.crawl.judging import LIST_SHARE, Extracting
from motherlode.app.crawl.parts import CrawlSettings, PageReading, lists_wanted
from motherlode.app.crawl.replay import replay
from motherlode.crawl.parts import Reading
from motherlode.crawl.replay import ReplayFetcher
from motherlode.model.crawl import ReadPage
from motherlode.model.pages import Response
from motherlode.model.topic import Keyword, Topic
from motherlode.topic.params import ThresholdParams, TopicParams

SENTENCE = "The dam above the town was opened on Monday, and the people below it were told to leave their houses. "
MENU = "".join(f"<li><a href='/s/{n}'>Section number {n} of the paper with a long name</a>" for n in range(60))
ARTICLE = f"<ul>{MENU}</ul><article><h1>The dam is opened</h1>{f'<p>{SENTENCE * 2}</p>' * 6}</article>"
NOTE = "<h1>The dam is opened</h1><p>The dam was opened.</p><ul>" + "".join(
    f"<li><a href='/note{n}'>The dam: note number {n} about the water behind it</a>" for n in range(8)
)


def answer(name: str, body: str, head: str = "<title>Dam</title>") -> Response:
    page = f"<html><head>{head}</head><body>{body}</body></html>"
    html = (("Content-Type", "text/html; charset=utf-8"),)
    url = f"http://paper.example/{name}"
    return Response(url, url, 200, html, page.encode(), datetime.now(UTC))


def read(response: Response) -> Reading:
    return PageReading(duplicates=False)(response)


def test_an_article_between_large_menus_is_no_list() -> None:
    response = answer("2026/dam", ARTICLE)
    reading = read(response)
    assert reading.link_share > LIST_SHARE
    assert not Extracting().is_list(response, reading.page, reading.link_share)


def test_a_page_of_links_is_a_list() -> None:
    response = answer("2026/", NOTE)
    reading = read(response)
    assert Extracting().is_list(response, reading.page, reading.link_share)


TIME = "<title>Dam</title><meta property='article:published_time' content='2026-03-01'>"
SAID = "Engineers opened the old dam above Velbridge town on Monday night"
HEADLINE = f"<title>{SAID} | The Paper</title>"


@pytest.mark.parametrize(
    ("head", "body", "listed"),
    [
        (TIME, NOTE, False),
        (HEADLINE, NOTE.replace("The dam is opened", SAID), False),
        (HEADLINE, NOTE, True),
        ("<title>The dam is opened</title>", NOTE, True),
    ],
    ids=["it says when it was published", "its heading says something", "no heading says that", "it has a name"],
)
def test_a_short_note_between_many_links_is_told_from_a_list(head: str, body: str, *, listed: bool) -> None:
    response = answer("2026/note", body, head)
    reading = read(response)
    assert Extracting().is_list(response, reading.page, reading.link_share) is listed


def test_lists_are_wanted_where_most_examples_are_lists() -> None:
    note, article = (ReadPage("http://paper.example/", "", "", links_only=listed) for listed in (True, False))
    assert not lists_wanted(TopicParams(), [])
    assert not lists_wanted(TopicParams(), [note, article])
    assert lists_wanted(TopicParams(), [note, note, article])
    assert lists_wanted(TopicParams(genre="products"), [])


def crawled(examples: tuple[str, ...], rule: str = "kept") -> tuple[int, int]:
    """How many of the eight notes are kept, and how many count as lists."""
    notes = [answer(f"note{n}", f"{NOTE}<p>Number {n}") for n in range(8)]
    fetcher = ReplayFetcher({page.url: at for at, page in enumerate(notes)}, notes.__getitem__)
    words = (Keyword("dam", 2.0), Keyword("water", 1.0))
    topic = Topic(name="dam", keywords=words, seeds=("http://paper.example/note0",), examples=examples)
    settings = CrawlSettings(threshold=ThresholdParams(rule=rule, threshold=0.0, lowest=0.0))
    report, _ = replay(fetcher, topic, settings)
    return report.kept, report.dropped["list-page"]


EXAMPLES = ("http://paper.example/note1", "http://paper.example/note2")


@pytest.mark.parametrize("rule", ["kept", "paper"])
def test_notes_among_links_are_kept_where_the_examples_are_such_notes(rule: str) -> None:
    assert crawled((), rule) == (0, 8)
    assert crawled(EXAMPLES, rule) == (8, 0)
