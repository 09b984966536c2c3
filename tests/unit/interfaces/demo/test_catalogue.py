import json
import re
from collections import Counter
from html import unescape

import pytest
from protego import Protego

from motherlode.dom.tree import parse
from motherlode.interfaces.demo.catalogue.build import CatalogueSite, catalogues
from motherlode.interfaces.demo.catalogue.entities import entities, isbn
from motherlode.interfaces.demo.truth import SourceTruth
from motherlode.interfaces.demo.web import SampleWeb

from .conftest import Get

HOSTS = (
    "foliant", "pageturn", "altbuch", "papertrail", "scholarstack", "lunwen", "volthaus", "technook", "gadgetry",
)  # fmt: skip


def source_of(web: SampleWeb, host: str) -> SourceTruth:
    return next(source for domain in web.truth.domains for source in domain.sources if source.host == host)


def text_of(html: str) -> str:
    return re.sub(r"\s+", " ", " ".join(text.strip() for text in parse(html).texts if text))


@pytest.mark.parametrize("host", HOSTS)
def test_every_record_stands_on_its_page_in_order(web: SampleWeb, get: Get, host: str) -> None:
    source = source_of(web, host)
    assert len(source.pages) > 3
    for page in source.pages:
        reply = get(host, page.path)
        assert reply.status == 200
        html = reply.body.decode()
        shown = html if source.scripted else text_of(html)
        assert str(page.total) in text_of(html)
        at = 0
        for record in page.records:
            name = record.values.get("title") or record.values["name"]
            at = shown.index(name, at)
            for value in record.values.values():
                assert (value if not source.scripted else json.dumps(value, ensure_ascii=False)[1:-1]) in shown
            for offer in record.offers:
                assert offer.seller in shown
                assert offer.price in shown


@pytest.mark.parametrize("host", HOSTS)
def test_every_entity_has_a_page_of_its_own(web: SampleWeb, get: Get, host: str) -> None:
    for record in source_of(web, host).records[::5]:
        shown = text_of(get(host, record.url).body.decode())
        labels = source_of(web, host).detail_labels
        for attribute, value in record.detail.items():
            assert value in shown
            assert labels[attribute] in shown


@pytest.mark.parametrize("host", HOSTS)
def test_the_pages_link_to_each_other(web: SampleWeb, get: Get, host: str) -> None:
    source = source_of(web, host)
    path, seen = "/search?q=", []
    while path:
        seen.append(path)
        html = get(host, path).body.decode()
        found = re.search(r'rel="next" href="([^"]+)"', html)
        path = unescape(found[1]) if found else ""
    assert seen == [page.path for page in source.pages]
    for href in set(re.findall(r'href="([^"]+)"', get(host, "/").body.decode() + html)):
        assert get(host, unescape(href)).status == 200, href


def test_searching_finds_what_holds_all_words(web: SampleWeb, get: Get) -> None:
    site = next(site for site in web.sites if site.host == "foliant")
    assert isinstance(site, CatalogueSite)
    record = site.results().records[0]
    found = site.results(record.values["isbn_13"])
    assert found.records == (record,)
    assert "1–1 of 1" in text_of(get("foliant", found.path).body.decode())
    assert "No results" in text_of(get("foliant", "/search?q=qwertz").body.decode())
    assert get("foliant", "/search?q=&page=99").status == 404
    assert get("foliant", "/search?q=&page=-1").status == 200


def test_sources_overlap_differ_and_err(web: SampleWeb) -> None:
    for domain in web.truth.domains:
        sets = [{record.entity for record in source.records} for source in domain.sources]
        assert all(len(found) == len(source.records) for found, source in zip(sets, domain.sources, strict=True))
        assert set.intersection(*sets)
        assert all(len(first & second) > 60 for first in sets for second in sets)
        wrong = Counter(name for source in domain.sources for record in source.records for name in record.conflicts)
        assert wrong
        assert any(len(record.values) < len(source.labels) for source in domain.sources for record in source.records)
    books = {source.host: {r.entity: r for r in source.records} for source in web.truth.books.sources}
    both = next(iter(books["foliant"].keys() & books["altbuch"].keys()))
    assert books["foliant"][both].values["author"] != books["altbuch"][both].values["author"]


def test_special_layouts(web: SampleWeb, get: Get) -> None:
    grid = get("pageturn", "/search?q=").body.decode()
    assert max(row.count("<td") for row in grid.split("<tr>")) == 4
    assert 'class="ad"' in get("foliant", "/search?q=").body.decode()
    assert any(len(record.offers) > 2 for record in source_of(web, "technook").records)
    comparison = source_of(web, "technook").comparison
    assert comparison is not None
    html = get("technook", comparison.path).body.decode()
    assert all(record.detail["model_number"] in text_of(html) for record in comparison.records)
    scripted = get("gadgetry", "/search?q=").body.decode()
    first = source_of(web, "gadgetry").records[0]
    assert first.values["name"] not in re.sub(r"<script.*?</script>", "", scripted, flags=re.DOTALL)


def test_robots_and_sitemaps(web: SampleWeb, get: Get) -> None:
    for host in HOSTS:
        rules = Protego.parse(get(host, "/robots.txt").body.decode())
        assert not rules.can_fetch(f"http://{host}.localhost/cart", "motherlode")
        assert get(host, "/sitemap.xml").body.count(b"<loc>") == len(source_of(web, host).records) + 1


def test_catalogues_depend_on_the_seed_alone() -> None:
    assert catalogues(1, 30, 0)[1] == catalogues(1, 30, 0)[1]
    assert catalogues(1, 30, 0)[1] != catalogues(2, 30, 0)[1]
    titles = [entity.values["title"] for entity in entities(0, "books", 400).values()]
    assert len(titles) == len(set(titles))
    assert isbn(30640615) == "9780306406157"
