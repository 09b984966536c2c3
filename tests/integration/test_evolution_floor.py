"""Splits and merges told of the sample web's story in two languages: few false, few missed (N15)."""

from __future__ import annotations

import pytest

from motherlode.analyse.evolution import evolution
from motherlode.analyse.params import EvolutionParams
from motherlode.app.analyse.documents import read_date
from motherlode.app.extract.articles import article_of
from motherlode.app.inputs import GivenPage
from motherlode.interfaces.demo.news.build import NewsWeb
from motherlode.interfaces.demo.news.story import hold_against
from motherlode.interfaces.demo.site import Request
from motherlode.model.clock import SystemClock
from motherlode.model.documents import Document

SEEDS = (0, 1, 2)
FLOORS = {"written": (5, 7), "read": (2, 7)}
"""False and missed at most, of 33 and 31 that the articles show; `benchmarks.evolution` has more seeds."""


def _written(web: NewsWeb) -> list[Document]:
    return [
        Document(key, a.title, a.content, a.moment, a.source, language=a.language)
        for key, a in web.truth.articles.items()
        if a.sub_story
    ]


def _read(web: NewsWeb) -> list[Document]:
    sites, now, found = {site.host: site for site in web.sites}, SystemClock().now(), []
    for key, a in web.truth.articles.items():
        if a.sub_story:
            url = f"http://{a.host}.localhost{a.path}"
            reply = sites[a.host].respond(Request("GET", a.path))
            article = article_of(GivenPage(url, url, reply.body, dict(reply.headers)["Content-Type"]))
            moment, _ = read_date(article.published, now)
            found.append(Document(key, article.title, article.content, moment, language=article.language))
    return found


@pytest.mark.parametrize(("way", "documents_of"), [("written", _written), ("read", _read)])
def test_few_splits_and_merges_are_false_or_missed(way: str, documents_of: object) -> None:
    params = EvolutionParams()
    false, missed = [], []
    for seed in SEEDS:
        web = NewsWeb(seed, 600)
        graph = evolution(documents_of(web), [], params)  # type: ignore[operator]
        turns = hold_against(graph, web.truth.story, web.truth.articles, params.reach)
        assert turns.told - len(turns.false) == turns.there - len(turns.missed)
        false += [(seed, *turn) for turn in turns.false]
        missed += [(seed, *turn) for turn in turns.missed]
    most_false, most_missed = FLOORS[way]
    assert len(false) <= most_false, false
    assert len(missed) <= most_missed, missed
