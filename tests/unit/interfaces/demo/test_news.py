import itertools
import re
from collections import Counter
from datetime import timedelta
from html import unescape
from urllib.parse import urljoin, urlsplit

import feedparser
import pytest
from protego import Protego

from motherlode.dom.tree import parse
from motherlode.errors import UsageError
from motherlode.interfaces.demo.news.story import story
from motherlode.interfaces.demo.web import SampleWeb

from .conftest import Get, getter

HOSTS = ("gazette", "courier", "monitor", "wire", "xicheng", "lanjiang")


def text_of(html: str) -> str:
    tree = parse(html)
    return re.sub(r"\s+", " ", " ".join(text for text in tree.texts if text))


def links_of(html: str, base: str) -> set[tuple[str, str]]:
    found = set()
    for href in re.findall(r'href="([^"]*)"', html, re.IGNORECASE):
        parts = urlsplit(urljoin(base, unescape(href)))
        if parts.scheme == "http" and parts.hostname:
            host = parts.hostname.removesuffix(".localhost")
            found.add((host, parts.path + (f"?{parts.query}" if parts.query else "")))
    return found


def encoding_of(web: SampleWeb, host: str) -> str:
    return next(site.encoding for site in web.truth.news.sites if site.host == host)


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others() -> None:
    first, again, other = (SampleWeb(seed=seed, news_pages=200) for seed in (3, 3, 4))
    keys = list(first.truth.news.articles)
    assert keys == list(again.truth.news.articles)
    for key in keys[::17]:
        host, path = key[: key.index("/")], key[key.index("/") :]
        assert getter(first)(host, path) == getter(again)(host, path)
    assert keys != list(other.truth.news.articles)


def test_the_order_of_asking_does_not_matter() -> None:
    first, again = SampleWeb(seed=1, news_pages=200), SampleWeb(seed=1, news_pages=200)
    keys = list(first.truth.news.articles)[::11]
    forwards = {key: first.truth.news.articles[key] for key in keys}
    assert {key: again.truth.news.articles[key] for key in reversed(keys)} == forwards


def test_every_article_shows_its_truth(web: SampleWeb, get: Get) -> None:
    for key, article in web.truth.news.articles.items():
        assert key == article.key
        reply = get(article.host, article.path)
        assert reply.status == 200, key
        shown = text_of(reply.body.decode(article.encoding))
        assert article.title in shown
        for paragraph in article.paragraphs:
            assert paragraph in shown, key
        for author in article.authors:
            assert author in shown


def test_dates_can_be_read_off_the_page(web: SampleWeb, get: Get) -> None:
    for article in web.truth.news.articles.values():
        html = get(article.host, article.path).body.decode(article.encoding)
        when = article.moment
        match article.host:
            case "gazette" | "monitor":
                assert article.published in html
            case "wire":
                assert article.published.replace("+00:00", "Z") in html
            case "courier":
                assert f"{when.day} {when:%B %Y}" in html
            case "xicheng":
                assert article.published.replace("T", " ") in html
            case _:
                day, clock = article.published.split("T")
                assert "{}年{}月{}日".format(*day.split("-")) + clock[:5] in html


def test_every_link_of_a_walk_leads_somewhere_and_all_listed_articles_are_reached(web: SampleWeb, get: Get) -> None:
    seen: set[tuple[str, str]] = set()
    todo = [(host, "/") for host in HOSTS]
    while todo:
        at = todo.pop()
        if at in seen or at[1].startswith(("/calendar/", "/private/")):
            continue
        seen.add(at)
        reply = get(*at)
        headers = dict(reply.headers)
        assert reply.status in {200, 301, 302} or at[1].startswith(("/share", "/print", "/radar")), at
        if "Location" in headers:
            todo.append((at[0], headers["Location"]))
        elif headers["Content-Type"].startswith("text/html"):
            html = reply.body.decode(encoding_of(web, at[0]))
            todo += [link for link in links_of(html, f"http://{at[0]}.localhost{at[1]}") if link[0] in HOSTS]
    reached = {host + path for host, path in seen}
    assert set(web.truth.news.articles) <= reached


def test_buried_articles_are_linked_from_unrelated_pages_only(web: SampleWeb, get: Get) -> None:
    buried = {key for key, article in web.truth.news.articles.items() if article.buried}
    assert buried
    found: dict[str, set[str]] = {key: set() for key in buried}
    for key, article in web.truth.news.articles.items():
        html = get(article.host, article.path).body.decode(article.encoding)
        for host, path in links_of(html, f"http://{article.host}.localhost{article.path}"):
            if host + path in buried and host + path != key:
                found[host + path].add(article.topic)
    assert all(topics and "flood" not in topics for topics in found.values())
    assert not any(
        f"<loc>http://{key.replace('/', '.localhost/', 1)}</loc>"
        in get(key.split("/")[0], "/sitemap.xml").body.decode()
        for key in buried
    )


def test_gbk_pages_decode_and_some_headers_lie(web: SampleWeb, get: Get) -> None:
    stated = Counter()
    for article in web.truth.news.articles.values():
        if article.host == "lanjiang":
            reply = get(article.host, article.path)
            assert article.title in reply.body.decode("gbk")
            with pytest.raises(UnicodeDecodeError):
                reply.body.decode("utf-8")
            stated[dict(reply.headers)["Content-Type"]] += 1
    assert stated["text/html"] > stated["text/html; charset=utf-8"] > 0


def test_copies_are_near_copies_and_come_later(web: SampleWeb) -> None:
    articles = web.truth.news.articles
    copies = [article for article in articles.values() if article.copy_of]
    assert len(copies) > 15
    for copy in copies:
        original = articles[copy.copy_of]
        assert original.host != copy.host
        assert original.moment < copy.moment
        assert (copy.title, copy.source) == (original.title, articles[copy.copy_of].source)
        here, there = (set(re.findall(r"\w+", article.content)) for article in (copy, original))
        assert len(here & there) / len(here | there) > 0.6
    plain = [a for a in articles.values() if not a.copy_of and a.topic == "flood" and a.language == "en"]
    for first, second in itertools.pairwise(plain):
        here, there = (set(zip(w, w[1:], w[2:], strict=False)) for w in (a.content.split() for a in (first, second)))
        assert len(here & there) / len(here | there) < 0.5


def test_corrections_replace_the_figure_of_an_earlier_article(web: SampleWeb) -> None:
    articles = web.truth.news.articles
    corrections = [article for article in articles.values() if article.corrects]
    assert len(corrections) == 8
    for article in corrections:
        earlier = articles[article.corrects]
        assert earlier.host == article.host
        assert earlier.moment < article.moment
        old, new = dict(earlier.values), dict(article.values)
        assert any(old[name] > new[name] for name in old.keys() & new.keys())


def test_figures_are_the_official_ones_unless_marked_wrong(web: SampleWeb) -> None:
    truth = web.truth.news.story
    seen = Counter()
    for article in web.truth.news.articles.values():
        shown = article.title + article.content
        for name, value in article.values:
            assert (f"{value:,}" if article.language == "en" else str(value)) in shown
            at = web.truth.news.articles[article.copy_of].moment if article.copy_of else article.moment
            assert (value == truth.value(name, at)) != (name in article.wrong)
            seen[name] += 1
    assert set(seen) == {"dead", "missing", "evacuated", "level", "homes", "cost"}


def test_the_story_has_its_shape(web: SampleWeb) -> None:
    told = story()
    parts = {part.name: part for part in told.sub_stories}
    assert [step.kind for step in told.steps].count("merge") == 2
    for article in web.truth.news.articles.values():
        assert (article.topic == "flood") == bool(article.sub_story)
        if article.sub_story and not article.copy_of:
            part = parts[article.sub_story]
            assert part.start <= article.moment <= part.end + timedelta(hours=6)
    counts = Counter(a.sub_story for a in web.truth.news.articles.values() if a.sub_story)
    assert set(counts) == set(parts)
    assert min(counts.values()) >= 4


def test_bursts_are_bursts(web: SampleWeb) -> None:
    articles = web.truth.news.articles
    for burst in web.truth.news.bursts:
        assert len(burst.articles) >= 8
        for key in burst.articles:
            assert articles[key].topic == burst.topic
            assert burst.start <= articles[key].moment < burst.end + timedelta(hours=4)
    assert {burst.language for burst in web.truth.news.bursts} == {"en", "zh"}


def test_the_web_of_an_earlier_moment_lacks_only_what_came_later() -> None:
    moment = story().sub_stories[2].start
    early, late = SampleWeb(news_pages=300, until=moment), SampleWeb(news_pages=300)
    there = {key: article for key, article in late.truth.news.articles.items() if article.moment <= moment}
    assert 100 < len(there) < 300
    assert dict(early.truth.news.articles) == there
    newest = max(there.values(), key=lambda article: article.moment)
    assert getter(early)(newest.host, newest.path).status == 200
    after = next(article for key, article in late.truth.news.articles.items() if key not in there)
    assert getter(early)(after.host, after.path).status == 404


def test_robots_sitemaps_and_feeds_parse(web: SampleWeb, get: Get) -> None:
    for site in web.truth.news.sites:
        rules = Protego.parse(get(site.host, "/robots.txt").body.decode())
        assert not rules.can_fetch(f"http://{site.host}.localhost/private/x", "motherlode")
        assert rules.can_fetch(f"http://{site.host}.localhost/", "motherlode")
        assert rules.crawl_delay("motherlode") == (0.01 if site.host in {"monitor", "lanjiang"} else None)
        listed = [a for a in web.truth.news.articles.values() if a.host == site.host and not a.buried]
        if site.host == "courier":
            assert not list(rules.sitemaps)
            continue
        assert list(rules.sitemaps) == [f"http://{site.host}.localhost/sitemap.xml"]
        assert get(site.host, "/sitemap.xml").body.decode().count("<loc>") == len(listed)
    for host, path in (("gazette", "/feed.xml"), ("wire", "/atom.xml"), ("xicheng", "/rss.xml")):
        feed = feedparser.parse(get(host, path).body)
        assert not feed.bozo
        assert len(feed.entries) == 30
        newest = feed.entries[0]
        key = newest.link.removeprefix("http://").replace(".localhost", "", 1)
        assert web.truth.news.articles[key].title == newest.title


def test_many_pages_are_listed_in_an_index_of_sitemaps() -> None:
    get = getter(SampleWeb(news_pages=6000))
    index = get("gazette", "/sitemap.xml").body.decode()
    parts = re.findall(r"<loc>http://gazette.localhost([^<]+)</loc>", index)
    assert parts == ["/sitemap-1.xml", "/sitemap-2.xml"]
    assert get("gazette", parts[0]).body.decode().count("<loc>") == 1000
    assert get("gazette", "/sitemap-3.xml").status == 404


def test_the_calendar_has_no_end(get: Get) -> None:
    path = "/calendar/2025/03/"
    seen = set()
    for _ in range(500):
        html = get("monitor", path).body.decode()
        assert html not in seen
        seen.add(html)
        path = re.findall(r'rel="next" href="([^"]+)"', html)[0]
    assert path == "/calendar/2066/11/"


@pytest.mark.parametrize(
    "path", ["/nothing", "/item/999999", "/item/x", "/desk/none", "/desk/world?offset=99999", "/calendar/2025/03/"]
)
def test_other_addresses_are_not_found(get: Get, path: str) -> None:
    assert get("wire", path).status == 404


def test_too_few_pages_are_refused() -> None:
    with pytest.raises(UsageError, match="200"):
        SampleWeb(news_pages=50)
