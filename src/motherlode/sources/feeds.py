"""Addresses from sitemaps and feeds."""

from __future__ import annotations

import gzip
import re
import zlib
from html import unescape

import feedparser

MAX_ADDRESSES = 50_000
"""Addresses of one sitemap: the limit of the protocol."""

MAX_ENTRIES = 1000
"""Entries of one feed: whole sites stand in sitemaps."""

MAX_UNPACKED = 50_000_000
_LOC = re.compile(rb"<loc>(?:\s{0,200}<!\[CDATA\[)?([^<\]]{1,4000})(?:\]\]>\s{0,200})?</loc>", re.IGNORECASE)
_ENTRY = re.compile(rb"<(item|entry)[\s>/]", re.IGNORECASE)
_FEED = re.compile(rb"<(?:rss|feed|rdf:RDF)[\s>]", re.IGNORECASE)


def sitemap(body: bytes) -> tuple[list[str], list[str]]:
    """The pages and the further sitemaps that a sitemap names; a list of lines is one too."""
    body = unpacked(body)
    found = [unescape(match.decode("utf-8", "replace").strip()) for match in _LOC.findall(body)[:MAX_ADDRESSES]]
    if not found and body.lstrip()[:4].lower() == b"http":
        lines = body.decode("utf-8", "replace").splitlines()
        found = [line.strip() for line in lines[:MAX_ADDRESSES] if line.startswith("http")]
    if b"<sitemapindex" in body[:2000].lower():
        return [], found
    return found, []


def is_feed(body: bytes, content_type: str) -> bool:
    """Whether a body is RSS or Atom."""
    kind = content_type.lower()
    return "rss" in kind or "atom" in kind or ("xml" in kind and bool(_FEED.search(body[:1000])))


def feed(body: bytes) -> list[str]:
    """The addresses of a feed's first entries, which are the newest; the parser takes half a millisecond for each."""
    for number, entry in enumerate(_ENTRY.finditer(body)):
        if number == MAX_ENTRIES:
            body = body[: entry.start()] + (b"</channel></rss>" if entry[1].lower() == b"item" else b"</feed>")
            break
    try:
        parsed = feedparser.parse(body)
    except Exception:  # noqa: BLE001 - the parser raises what it likes: ValueError for &#x110000;, say
        return []
    links = [str(entry.get("link", "")) for entry in parsed.entries]
    return [link for link in dict.fromkeys(links) if link.startswith("http")]


def unpacked(body: bytes) -> bytes:
    """A body that is compressed as a file, decompressed."""
    if not body.startswith(b"\x1f\x8b"):
        return body
    try:
        return zlib.decompressobj(wbits=31).decompress(body, MAX_UNPACKED)
    except (zlib.error, gzip.BadGzipFile):
        return body
