"""The tour: every stage on the sample web, into one project, held against the truth."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from motherlode.analyse.keeping import KeptRatings, KeptStories
from motherlode.analyse.params import EvolutionParams
from motherlode.annotate.keeping import Keeping
from motherlode.annotate.schema_files import ready_schema
from motherlode.app.analyse.documents import documents_of_articles
from motherlode.app.analyse.run import analyse, keep, moment_of
from motherlode.app.annotate.inputs import Source
from motherlode.app.annotate.run import annotate_and_integrate, table_rows
from motherlode.app.crawl.command import as_dict, project_settings
from motherlode.app.crawl.run import CrawlCallbacks, crawl_project
from motherlode.app.hidden.project import keep_description, read_site
from motherlode.app.jobs.control import StoredProgress
from motherlode.app.project import Project
from motherlode.app.university import facts_of
from motherlode.dom.tree import parse
from motherlode.errors import ExtractError, MotherlodeError
from motherlode.export import write_table
from motherlode.extract.people.params import PeopleParams, UnitParams
from motherlode.extract.records import RecordParams, apply, extract, learn
from motherlode.fetch.named import named_client
from motherlode.interfaces.demo.land import description
from motherlode.interfaces.demo.news.story import hold_against
from motherlode.interfaces.demo.server import Server, serve, short
from motherlode.interfaces.demo.truth import ArticleTruth
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.model.clock import SystemClock
from motherlode.model.ports import Progress
from motherlode.model.topic import Keyword
from motherlode.network.store import NetworkStore
from motherlode.pages.decode import decode
from motherlode.store.topics import NEWS_SET, URL_SET
from motherlode.text.urls import host_of
from motherlode.university.explore import Tools, explore_all
from motherlode.university.model import UniversityParams


@dataclass(frozen=True, slots=True)
class Stop:
    """The project, the sample web with its truth, the server that shows it, and where progress goes."""

    project: Project
    web: SampleWeb
    server: Server
    progress: Progress
    registry_rows: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the closing table: what was done, what was found, how it compares with the truth."""

    step: str
    found: str
    truth: str
    seconds: float = 0.0


def key_of(url: str) -> str:
    """The name of an article in the sample web's truth: host and path."""
    host = host_of(url)
    return short(host.partition(":")[0]) + url.split(host, 1)[1]


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


PAGES = 4
"""Result pages read of each source."""


def read_shops(stop: Stop) -> Line:
    """Records without selectors from sources of three domains; scripted pages are left to `--browser`."""
    sources = [s for domain in stop.web.truth.domains for s in domain.sources if not s.scripted]
    params = stop.project.settings.get(RecordParams)
    store, at = stop.project.store.records, SystemClock().now().isoformat(timespec="seconds")
    found = wanted = perfect = pages = 0
    stop.progress.begin("record lists", len(sources))
    for source in sources:
        wrapper = None
        for page in source.pages[:PAGES]:
            url = stop.server.url(page.host, page.path)
            tree = parse(page_text(url))
            regions = extract(tree, url, params)
            if wrapper is None and regions:
                with suppress(ExtractError):  # a page that no rule gives back teaches none, the next one may
                    wrapper = learn(tree, regions[0], source.host)
                    store.keep_wrapper(wrapper, at)
            elif wrapper is not None:
                reused = apply(wrapper, tree, url)
                regions = [reused, *regions[1:]] if len(reused.records) >= len(page.records) else regions
            store.put(url, source.host, regions)
            number = len(regions[0].records) if regions else 0
            found, wanted, pages = found + number, wanted + len(page.records), pages + 1
            perfect += number == len(page.records)
        stop.progress.advance(1, records=found)
    stop.progress.end()
    return Line(
        "records",
        f"{found} records on {pages} result pages of {len(sources)} sources",
        f"{wanted} records are there; {perfect} of {pages} pages have exactly theirs",
    )


def page_text(url: str) -> str:
    """A page as text."""
    response = asyncio.run(named_client(allow_private=True).fetch(url))
    return decode(response.body, response.header("content-type")).text


def join_bookshops(stop: Stop) -> Line:
    """One table of books with every value's sources, in the project's exports."""
    domain, schema = stop.web.truth.books, ready_schema("books")
    sources = []
    shown: dict[int, None] = {}
    for source in domain.sources:
        pages = []
        for page in source.pages[:PAGES]:
            url = stop.server.url(page.host, page.path)
            pages.append((url, page_text(url), url))
            shown.update(dict.fromkeys(record.entity for record in page.records))
        sources.append(Source(source.host, pages=pages))
    keeping = Keeping(stop.project.engine)
    found = annotate_and_integrate(sources, schema, kind="list", keeping=keeping, progress=stop.progress)
    columns, rows = table_rows(found.entities, schema)
    write_table(stop.project.folder / "exports" / "books.xlsx", "xlsx", columns, rows, name="books")
    records = sum(len(source.records) for source in found.sources)
    return Line(
        "one table of books",
        f"{len(found.entities)} books from {records} records of {len(sources)} shops",
        f"{len(shown)} different books stand on those pages",
    )


def empty_registry(stop: Stop) -> Line:
    """Every deal of the registry, with the certificate kept beside them."""
    keep_description(stop.project, "registry", description(stop.server.url("registry", "/api")))
    report = read_site(stop.project, "registry", stop.progress)
    proof = "not complete" if report["unreachable"] else "certified"
    return Line(
        "hidden database",
        f"{report['rows']} rows in {report['queries']} queries, {report['requests']} requests; {proof}",
        f"{stop.registry_rows} rows; no fewer than {report['limit_requests']} requests are possible",
    )


def map_universities(stop: Stop) -> Line:
    """Colleges, departments and people of three universities."""
    settings, network = stop.project.settings, NetworkStore(stop.project.engine)
    tools = Tools(
        named_client(allow_private=True),
        settings.get(UniversityParams),
        settings.get(PeopleParams),
        settings.get(UnitParams),
        progress=stop.progress,
    )
    truth = stop.web.truth.universities
    found = asyncio.run(explore_all([stop.server.url(each.host) for each in truth], tools))
    at = SystemClock().now().isoformat(timespec="seconds")
    for university in found:
        network.insert(facts_of(university, at))
    people = sum(1 for each in truth for _ in each.people())
    departments = sum(len(c.departments) for each in truth for c in each.colleges)
    return Line(
        "universities",
        f"{sum(len(c.departments) for u in found for c in u.colleges)} departments, {sum(u.found for u in found)} people",
        f"{departments} departments, {people} people are there",
    )


def analyse_articles(stop: Stop) -> Line:
    """Analyses the project's articles at the time of the newest one."""
    truth = stop.web.truth.news
    latest = max(article.moment for article in truth.articles.values()) + timedelta(days=30)
    documents = documents_of_articles(stop.project.store.articles.all(), latest)
    now, _ = moment_of(documents, latest)
    found = analyse(
        documents, stop.project.settings, now, stop.progress,
        kept=KeptStories(stop.project.engine), rated=KeptRatings(stop.project.engine),
    )  # fmt: skip
    keep(found, stop.project.store.results, now)
    keys = {document.id: key_of(document.id) for document in documents}
    articles = {name: truth.articles[key] for name, key in keys.items() if key in truth.articles}
    reach = stop.project.settings.get(EvolutionParams).reach
    turns = hold_against(found.evolution, truth.story, articles, reach)
    return Line(
        "analysis",
        f"{len(found.stories.stories)} stories, {sum(t.hot for t in found.hot)} hot, "
        f"{turns.told} splits and merges of {len(found.evolution.episodes)} episodes",
        f"the main story has {len(truth.story.sub_stories)} parts in two languages; these articles show {turns.there} "
        f"splits and merges: {len(turns.missed)} missed, {len(turns.false)} false",
    )


REGISTRY_ROWS = 20_000
"""Deals in the registry of the tour; the paper's table of 1,578,826 takes minutes."""

STEPS: tuple[tuple[str, Callable[[Stop], Line]], ...] = (
    ("focused crawl", crawl_story),
    ("records", read_shops),
    ("one table of books", join_bookshops),
    ("hidden database", empty_registry),
    ("universities", map_universities),
    ("analysis", analyse_articles),
)


def tour(folder: Path, progress: Progress, *, seed: int = 0, port: int = 0) -> Iterator[Line]:
    """Runs every step into a new project in `folder`; a step that fails says why, and the tour goes on."""
    ratings = folder / "ratings.csv"
    settings: dict[str, dict[str, Any]] = {
        "project": {"name": "demo", "allow_private": True},
        "trust": {"ratings": str(ratings)},
    }
    project = Project.create(folder, settings)
    clock = SystemClock()
    web = SampleWeb(seed, registry_rows=REGISTRY_ROWS)
    rated = [f"{site.host}.localhost,{site.rating}" for site in web.truth.news.sites]
    ratings.write_text("\n".join(["domain,rating", *rated]) + "\n", encoding="utf-8")
    try:
        with serve(web.sites, port) as server:
            stop = Stop(project, web, server, progress, REGISTRY_ROWS)
            for name, step in STEPS:
                start = clock.monotonic()
                try:
                    line = step(stop)
                except MotherlodeError as error:
                    line = Line(name, f"failed: {error.message}", "")
                yield replace(line, seconds=clock.monotonic() - start)
    finally:
        project.close()
