"""Addresses from sitemaps and feeds."""

from __future__ import annotations

import gzip

from motherlode.sources.listings import feed, is_feed, sitemap


def test_sitemaps() -> None:
    pages = b"<urlset><url><loc> http://a.example/1?a=1&amp;b=2 </loc></url></urlset>"
    assert sitemap(gzip.compress(pages)) == (["http://a.example/1?a=1&b=2"], [])
    assert sitemap(b"<sitemapindex><sitemap><loc>http://a.example/s.xml</loc>") == ([], ["http://a.example/s.xml"])
    assert sitemap(b"http://a.example/1\nhttp://a.example/2\n")[0] == ["http://a.example/1", "http://a.example/2"]
    assert sitemap(b"\x1f\x8b broken") == ([], [])


def test_feeds() -> None:
    body = b'<rss version="2.0"><channel><item><link>http://a.example/1</link></item></channel></rss>'
    assert is_feed(body, "application/rss+xml")
    assert is_feed(body, "text/xml")
    assert not is_feed(b"<html>", "text/html")
    assert feed(body) == ["http://a.example/1"]
    assert feed(b"\x00\xff") == []
