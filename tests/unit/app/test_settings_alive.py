"""No setting does nothing: every field of every section is read somewhere, and what nothing reads is refused."""

from __future__ import annotations

import ast
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

import motherlode
from motherlode.app.crawl.command import crawl_settings, project_settings
from motherlode.app.crawl.parts import CrawlSettings, PageReading, crawl_work
from motherlode.app.export import export_project, top_filters
from motherlode.app.jobs import works
from motherlode.app.project import Project
from motherlode.app.settings import Settings, section_classes
from motherlode.crawl.params import CrawlParams, GeneParams
from motherlode.crawl.parts import Address
from motherlode.errors import UsageError
from motherlode.fetch.params import FetchParams
from motherlode.model.article import Article, NewsItem
from motherlode.model.pages import Response
from motherlode.model.params import describe
from motherlode.model.ports import Silent
from motherlode.model.topic import Keyword, Topic

SOURCE = Path(motherlode.__file__).parent
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def read_names() -> set[str]:
    """Every name that some module reads as an attribute of something."""
    found: set[str] = set()
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
                found.add(node.attr)
    return found


def test_every_setting_is_read_somewhere() -> None:
    names = read_names()
    dead = {
        f"[{section}] {info.name}"
        for section, params in section_classes().items()
        for info in describe(params)
        if info.name not in names
    }
    assert dead == set()


TOPIC = Topic("owls", (Keyword("owl"), Keyword("night")), (), ("http://a.example/",))


def settled(settings: CrawlSettings, html: str, depth: int = 1):  # type: ignore[no-untyped-def]
    work = crawl_work(settings, FetchParams(), TOPIC, (), PageReading(duplicates=False))
    url = "http://a.example/1"
    (number,), _ = work.step.frontier.number([url], depth=depth)
    came = Response(url, url, 200, (("Content-Type", "text/html"),), html.encode(), NOW)
    return work.step.settle(Address(number, url, depth), came)


POOR = "<p>bread and butter and salt and pepper</p><a href='/2'>on</a>"


@pytest.mark.parametrize(("follow", "depth", "links"), [(True, 1, 1), (False, 1, 0), (False, 0, 1)])
def test_links_of_dropped_pages_are_followed_as_the_setting_says(follow: bool, depth: int, links: int) -> None:
    made = settled(CrawlSettings(crawl=CrawlParams(follow_dropped=follow)), POOR, depth)
    assert made.code == "unrelated"
    assert sum(len(offers.numbers) for offers in made.offers) == links


def test_first_addresses_are_worth_val_with_the_gene_factor() -> None:
    settings = CrawlSettings(crawl=CrawlParams(strategy="gene"), gene=GeneParams(seed_value=7.0))
    step = crawl_work(settings, FetchParams(), TOPIC, (), PageReading()).step
    assert step.seeds(["http://a.example/", "http://b.example/"], settings.seed_value).values[0] == 7.0
    assert replace(settings, crawl=CrawlParams()).seed_value > 1000


def test_a_crawl_reads_articles_with_the_projects_own_selectors() -> None:
    settings = crawl_settings(Settings({"news": {"selectors": {"a.example title": "h3.head"}}}))
    html = "<title>Site</title><h1>Owls</h1><h3 class=head>Night owls</h3><p>" + "The owl hunts by night. " * 20
    work = crawl_work(settings, FetchParams(), TOPIC, (), PageReading(duplicates=False))
    url = "http://a.example/1"
    came = Response(url, url, 200, (("Content-Type", "text/html"),), html.encode(), NOW)
    page = PageReading(duplicates=False)(came).page
    assert work.extracting(came, page).title == "Night owls"
    assert crawl_settings(Settings({"records": {"strategy": "mdr"}})).records.strategy == "mdr"
    assert crawl_settings(Settings({"people": {"strategy": "paper"}})).people.strategy == "paper"


@pytest.mark.parametrize(("k", "shown"), [(100.0, 5), (40.0, 2), (0.0, 0)])
def test_k_governs_what_is_shown(tmp_path: Path, k: float, shown: int) -> None:
    project = Project.create(tmp_path / "p", {"crawl": {"top_percent": k}})
    project.store.articles.put([
        NewsItem(
            article=Article(url=f"http://a.example/{n}", title=str(n), content=""), divided_title=(),
            divided_content=(), content_keywords=(), relativity=n / 10, parent_url="", system_time=NOW,
        )
        for n in range(1, 6)
    ])  # fmt: skip
    items, total = project.store.articles.list(filters=top_filters(project))
    assert (len(items), total) == (shown, shown)
    assert [item.article.title for item in items] == ["5", "4", "3", "2", "1"][:shown]


def test_k_governs_what_is_exported(tmp_path: Path) -> None:
    project = Project.create(tmp_path / "p", {"crawl": {"top_percent": 50.0}})
    articles = [
        NewsItem(
            article=Article(url=f"http://a.example/{n}", title=str(n), content=""), divided_title=(),
            divided_content=(), content_keywords=(), relativity=n / 10, parent_url="", system_time=NOW,
        )
        for n in range(10)
    ]  # fmt: skip
    project.store.articles.put(articles)
    try:
        assert export_project(project)[1] == 5
        assert export_project(project, top=100.0)[1] == 10
    finally:
        project.close()


@pytest.mark.parametrize("kind", ["crawl", "learn", "hidden", "university", "analyse"])
def test_an_unknown_option_of_a_run_is_refused(kind: str, tmp_path: Path) -> None:
    project = Project.create(tmp_path / "p")
    try:
        with pytest.raises(UsageError, match="unknown option 'max_pagse'"):
            getattr(works, kind)(project, {"max_pagse": 3}, Silent(), lambda: False)
        assert project_settings(project, {"max_pages": 3, "resume": True})[0].crawl.max_pages == 3
    finally:
        project.close()
