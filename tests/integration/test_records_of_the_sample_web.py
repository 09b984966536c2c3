"""The shops and libraries of the sample web: every record, exactly; scripted pages through a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from motherlode.dom.layout import boxes
from motherlode.dom.tree import parse
from motherlode.extract.records import RecordParams, apply, extract, learn
from motherlode.fetch.browser import BlockingBrowser, available
from motherlode.interfaces.demo.site import Request
from motherlode.interfaces.demo.truth import ResultPageTruth, SourceTruth
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.model.records import Region


@pytest.fixture(scope="module")
def web() -> SampleWeb:
    return SampleWeb(0, news_pages=200, universities=1)


def html_of(web: SampleWeb, page: ResultPageTruth) -> str:
    site = next(site for site in web.sites if site.host == page.host)
    path, _, query = page.path.partition("?")
    body = site.respond(Request("GET", path, query)).body
    return body.decode("utf-8") if isinstance(body, bytes) else body


def sources(web: SampleWeb) -> Iterator[SourceTruth]:
    for domain in (web.truth.books, web.truth.papers, web.truth.products):
        yield from domain.sources


def exact(region: Region | None, page: ResultPageTruth) -> bool:
    records = region.records if region else ()
    return len(records) == len(page.records) and all(
        any(link.endswith(truth.url) for link in record.links)
        for record, truth in zip(records, page.records, strict=True)
    )


def test_every_record_of_every_layout(web: SampleWeb) -> None:
    for source in sources(web):
        for page in () if source.scripted else source.pages[:2]:
            regions = extract(parse(html_of(web, page)), f"http://{page.host}.localhost{page.path}")
            assert exact(regions[0] if regions else None, page), f"{page.host}{page.path}"


def test_pages_together_are_never_below_single_pages(web: SampleWeb) -> None:
    for source in sources(web):
        if source.scripted or len(source.pages) < 2:
            continue
        first, second = (parse(html_of(web, page)) for page in source.pages[:2])
        assert exact(extract(first, siblings=[second])[0], source.pages[0]), source.host


def test_a_rule_learned_on_one_page_reads_the_others(web: SampleWeb) -> None:
    for source in sources(web):
        if source.scripted:
            continue
        tree = parse(html_of(web, source.pages[0]))
        rule = learn(tree, extract(tree)[0], source.host)
        for page in source.pages[1:6]:
            assert exact(apply(rule, parse(html_of(web, page))), page), f"{page.host}{page.path} {rule.entity_css}"


@pytest.mark.browser
def test_a_page_written_by_script(web: SampleWeb) -> None:
    if not available():
        pytest.skip("no Chromium or no playwright: rendered pages are NOT tested")
    source = next(source for source in sources(web) if source.scripted)
    page = source.pages[0]
    with BlockingBrowser() as render:
        tree = parse(render(html_of(web, page)))
    assert exact(extract(tree)[0], page)
    assert len(boxes(tree)) > 50
    assert len(extract(tree, "", RecordParams(strategy="paths"))[0].records) >= 5
