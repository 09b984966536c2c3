"""Step 1: a focused crawl for the main story over six news sites in two languages."""

from __future__ import annotations

from motherlode.interfaces.demo.server import short
from motherlode.interfaces.demo.tour.step import Line, Stop
from motherlode.interfaces.demo.truth.news import ArticleTruth
from motherlode.model.clock import SystemClock
from motherlode.model.topic import Keyword
from motherlode.recipes.crawl import Wishes, crawl_project
from motherlode.recipes.crawl_command import as_dict, project_settings
from motherlode.store.topics import NEWS_SET, URL_SET
from motherlode.text.urls import host_of

MAX_PAGES = 400
EXAMPLES = 3
"""Example articles for each language."""


def crawl_story(stop: Stop) -> Line:
    """Finds the articles of the main story; a few example articles and keywords are all it is told."""
    truth, store = stop.web.truth.news, stop.project.store
    wanted = {a.key: a for a in truth.articles.values() if a.story == truth.story.name and not a.mentions}
    store.topics.set_sources(NEWS_SET, [stop.server.url(site.host) for site in truth.sites])
    store.topics.set_sources(URL_SET, [stop.server.url(a.host, a.path) for a in _examples(list(wanted.values()))])
    words = [word for topic in truth.topics if topic.name == truth.story.topic for word in topic.keywords]
    store.topics.set_keywords([Keyword(word) for word in words])
    options = {"max_pages": MAX_PAGES, "content_only": True}
    clock = SystemClock()
    run = store.runs.start("crawl", options, clock.now())
    settings, fetch = project_settings(stop.project, options)
    report = crawl_project(stop.project, settings, fetch, wishes=Wishes(stop.progress, run=run))
    store.runs.update(run, state="done", ended_at=clock.now().isoformat(), report=as_dict(report))
    kept = {_key(page.url) for page in store.pages.all(kept=True)}
    return Line(
        "focused crawl",
        f"{report.kept} pages kept of {report.fetched} fetched",
        f"{len(kept & wanted.keys())} of {len(kept)} are on the story, which has {len(wanted)} articles",
    )


def _examples(articles: list[ArticleTruth]) -> list[ArticleTruth]:
    chosen = []
    for language in ("en", "zh"):
        found = [a for a in articles if a.language == language and not a.buried and not a.copy_of]
        chosen += found[:: max(1, len(found) // EXAMPLES)][:EXAMPLES]
    return chosen


def _key(url: str) -> str:
    host = host_of(url)
    return short(host.partition(":")[0]) + url.split(host, 1)[1]
