"""Step 1: a focused crawl for the main story over six news sites in two languages."""

from __future__ import annotations

from motherlode.app.crawl.command import as_dict, project_settings
from motherlode.app.crawl.run import CrawlCallbacks, crawl_project
from motherlode.app.jobs.control import StoredProgress
from motherlode.interfaces.demo.tour.step import Line, Stop, key_of
from motherlode.interfaces.demo.truth.news import ArticleTruth
from motherlode.model.clock import SystemClock
from motherlode.model.topic import Keyword
from motherlode.store.topics import NEWS_SET, URL_SET

MAX_PAGES = {"en": 280, "zh": 140}
EXAMPLES = 4
"""Example articles for each language."""


def crawl_story(stop: Stop) -> Line:
    """Finds the articles of the main story; a few example articles and keywords are all it is told.

    A crawl for each language: the words of one say nothing about pages in the other.
    """
    truth, store = stop.web.truth.news, stop.project.store
    wanted = {a.key: a for a in truth.articles.values() if a.story == truth.story.name and not a.mentions}
    fetched = 0
    sites: list[str] = []
    examples: list[str] = []
    words: list[Keyword] = []
    for language, pages in MAX_PAGES.items():
        own = [stop.server.url(site.host) for site in truth.sites if site.language == language]
        chosen = [stop.server.url(a.host, a.path) for a in _examples(list(wanted.values()), language)]
        topic = truth.topic(truth.story.topic, language)
        store.topics.set_sources(NEWS_SET, own)
        store.topics.set_sources(URL_SET, chosen)
        store.topics.set_keywords([Keyword(word) for word in topic.keywords])
        fetched += _crawl(stop, pages)
        sites, examples = [*sites, *own], [*examples, *chosen]
        words += [Keyword(word) for word in topic.keywords]
    store.topics.set_sources(NEWS_SET, sites)
    store.topics.set_sources(URL_SET, examples)
    store.topics.set_keywords(words)
    kept = {key_of(page.url) for page in store.pages.all(kept=True)}
    return Line(
        "focused crawl",
        f"{len(kept)} pages kept of {fetched} fetched",
        f"{len(kept & wanted.keys())} of {len(kept)} are on the story, which has {len(wanted)} articles",
    )


def _crawl(stop: Stop, pages: int) -> int:
    """One run; how many pages it fetched."""
    store, clock = stop.project.store, SystemClock()
    options = {"max_pages": pages, "content_only": True}
    run = store.runs.start("crawl", options, clock.now())
    progress = StoredProgress(store, run, clock, stop.progress)
    settings, fetch = project_settings(stop.project, options)
    report = crawl_project(stop.project, settings, fetch, callbacks=CrawlCallbacks(progress, run=run))
    progress.write()
    store.runs.update(run, state="done", ended_at=clock.now().isoformat(), report=as_dict(report))
    return report.fetched


def _examples(articles: list[ArticleTruth], language: str) -> list[ArticleTruth]:
    found = [a for a in articles if a.language == language and not a.buried and not a.copy_of]
    return found[:: max(1, len(found) // EXAMPLES)][:EXAMPLES]
