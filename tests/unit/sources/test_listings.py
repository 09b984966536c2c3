"""Feeds and sitemaps with their dates and claims."""

from __future__ import annotations

import gzip
import json

import pytest

from motherlode.sources.listings import offered_feeds, read_listing

RSS = b"""<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><ttl>30</ttl>
<atom:link rel="hub" href="http://hub.example/"/><atom:link rel="self" href="http://a.example/feed"/>
<item><title>One</title><link>http://a.example/1</link><pubDate>Sun, 01 Mar 2026 10:00:00 GMT</pubDate></item>
<item><title>None</title></item></channel></rss>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>One</title><link href="http://a.example/1"/>
<published>2026-03-01T10:00:00Z</published><updated>2026-03-01T11:00:00Z</updated></entry></feed>"""
NEWS = b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="x"><url><loc>http://a.example/1</loc>
<lastmod>2026-03-01T11:00:00+00:00</lastmod><news:news><news:publication_date>2026-03-01T10:00:00+00:00
</news:publication_date><news:title>One</news:title></news:news></url></urlset>"""
JSON = json.dumps(
    {"version": "https://jsonfeed.org/version/1.1", "feed_url": "http://a.example/f.json",
     "hubs": [{"type": "WebSub", "url": "http://hub.example/"}],
     "items": [{"url": "http://a.example/1", "title": "One", "date_published": "2026-03-01T10:00:00Z"}, "odd"]}
).encode()  # fmt: skip


@pytest.mark.parametrize(
    ("body", "kind"),
    [(RSS, "application/rss+xml"), (ATOM, "text/xml"), (NEWS, "application/xml"),
     (gzip.compress(NEWS), "application/gzip"), (JSON, "application/feed+json")],
)  # fmt: skip
def test_every_kind_of_list_gives_address_title_and_date(body: bytes, kind: str) -> None:
    listing = read_listing(body, kind)
    assert listing is not None
    (entry,) = listing.entries
    assert (entry.url, entry.title) == ("http://a.example/1", "One")
    assert entry.published is not None
    assert entry.published.isoformat() == "2026-03-01T10:00:00+00:00"


def test_what_a_feed_says_of_itself() -> None:
    listing = read_listing(RSS, "application/rss+xml")
    assert listing is not None
    assert (listing.ttl, listing.hub, listing.topic) == (30.0, "http://hub.example/", "http://a.example/feed")
    other = read_listing(JSON, "application/json")
    assert other is not None
    assert (other.hub, other.topic) == ("http://hub.example/", "http://a.example/f.json")


def test_dates_of_change_are_apart_from_dates_of_publication() -> None:
    for body, kind in ((ATOM, "application/atom+xml"), (NEWS, "text/xml")):
        listing = read_listing(body, kind)
        assert listing is not None
        modified = listing.entries[0].modified
        assert modified is not None
        assert modified.hour == 11


def test_an_index_names_further_sitemaps_and_a_page_is_no_list() -> None:
    index = read_listing(
        b"<sitemapindex><sitemap><loc>http://a.example/s.xml</loc></sitemap></sitemapindex>", "text/xml"
    )
    assert index is not None
    assert index.further == ("http://a.example/s.xml",)
    assert read_listing(b"<html><body>no list</body></html>", "text/html") is None


@pytest.mark.parametrize(
    "body", [b"", b"\x00\xff", b'{"version": "https://jsonfeed.org/version/1", "items": 3}', b"<rss><"]
)
def test_broken_lists_give_nothing(body: bytes) -> None:
    for kind in ("application/rss+xml", "application/json", "text/xml"):
        listing = read_listing(body, kind)
        assert listing is None or listing.entries == ()


def test_feeds_that_a_page_offers() -> None:
    page = b"<link href='/atom.xml' type='application/atom+xml'><link rel=stylesheet href='/x.css'>"
    assert offered_feeds(page) == ["/atom.xml"]
