"""Lists that sites keep for programs: feeds (RSS, Atom, JSON) and sitemaps, with their dates and claims."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from calendar import timegm
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from typing import Any

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


_PLACE = re.compile(rb"<loc>(?:\s{0,200}<!\[CDATA\[)?([^<\]]{1,4000})", re.IGNORECASE)
_LASTMOD = re.compile(rb"<lastmod>\s{0,50}([^<]{1,40})", re.IGNORECASE)
_NEWS_DATE = re.compile(rb"<news:publication_date>\s{0,50}([^<]{1,40})", re.IGNORECASE)
_NEWS_TITLE = re.compile(rb"<news:title>(?:\s{0,50}<!\[CDATA\[)?([^<\]]{1,1000})", re.IGNORECASE)
_OFFERED = re.compile(
    rb"<link\b(?=[^>]{0,600}application/(?:rss\+xml|atom\+xml|feed\+json))[^>]{0,600}?href\s{0,3}=\s{0,3}[\"']([^\"'>]{1,600})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Listed:
    """An address that a list names, with the dates it gives."""

    url: str
    title: str = ""
    published: datetime | None = None
    modified: datetime | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """A feed or sitemap: its entries, further lists, how long it claims to hold, and the hub that tells of news."""

    entries: tuple[Listed, ...] = ()
    further: tuple[str, ...] = ()
    ttl: float | None = None
    """Minutes."""
    hub: str = ""
    topic: str = ""
    """The address under which the hub knows the feed."""


def is_json_feed(body: bytes, content_type: str) -> bool:
    """Whether a body is a JSON feed."""
    return "json" in content_type.lower() and b"jsonfeed.org/version" in body[:2000].replace(b"\\/", b"/")


def read_listing(body: bytes, content_type: str) -> Listing | None:
    """The feed or sitemap in a body; None where it is neither."""
    if is_json_feed(body, content_type):
        return _json_feed(body)
    if is_feed(body, content_type):
        return _feed(body)
    plain = unpacked(body)
    head = plain[:2000].lower()
    if b"<urlset" in head or b"<sitemapindex" in head:
        return _sitemap(plain)
    return None


def offered_feeds(body: bytes) -> list[str]:
    """Addresses of feeds that the head of a page offers, as they stand there.

    >>> offered_feeds(b'<link rel="alternate" type="application/atom+xml" href="/atom.xml">')
    ['/atom.xml']
    """
    return [unescape(found.decode("utf-8", "replace")) for found in _OFFERED.findall(body[:200_000])][:10]


def _feed(body: bytes) -> Listing:
    parsed = feedparser.parse(body)
    entries = []
    for entry in parsed.entries[:MAX_ADDRESSES]:
        # Asked as a plain dict: feedparser would give the one date for the other, and warn about it.
        published, updated = (_moment(dict.get(entry, f"{name}_parsed")) for name in ("published", "updated"))
        entries.append(
            Listed(str(entry.get("link", "")), str(entry.get("title", ""))[:1000], published or updated, updated)
        )
    links = {str(link.get("rel", "")): str(link.get("href", "")) for link in parsed.feed.get("links", ())}
    ttl = str(parsed.feed.get("ttl", ""))
    return Listing(
        _once(entries),
        ttl=float(ttl) if ttl.isdigit() else None,
        hub=links.get("hub", ""),
        topic=links.get("self", ""),
    )


def _json_feed(body: bytes) -> Listing:
    try:
        made: Any = json.loads(body)
        items = made.get("items", ()) if isinstance(made, dict) else ()
        entries = [
            Listed(
                str(item.get("url", "")), str(item.get("title", ""))[:1000], _date(item.get("date_published")),
                _date(item.get("date_modified")),
            )
            for item in items[:MAX_ADDRESSES]
            if isinstance(item, dict)
        ]  # fmt: skip
    except (ValueError, RecursionError, TypeError):
        return Listing()
    hubs = [hub for hub in made.get("hubs", ()) if isinstance(hub, dict) and hub.get("type") == "WebSub"]
    return Listing(
        _once(entries), hub=str(hubs[0].get("url", "")) if hubs else "", topic=str(made.get("feed_url", ""))
    )


def _sitemap(body: bytes) -> Listing:
    if b"<sitemapindex" in body[:2000].lower():
        return Listing(further=tuple(sitemap(body)[1]))
    entries = []
    for part in re.split(rb"<url[\s>]", body, flags=re.IGNORECASE)[1 : MAX_ADDRESSES + 1]:
        if place := _PLACE.search(part):
            title = _NEWS_TITLE.search(part)
            entries.append(
                Listed(
                    unescape(place[1].decode("utf-8", "replace").strip()),
                    unescape(title[1].decode("utf-8", "replace").strip()) if title else "",
                    _found_date(_NEWS_DATE.search(part)), _found_date(_LASTMOD.search(part)),
                )
            )  # fmt: skip
    return Listing(_once(entries))


def _once(entries: list[Listed]) -> tuple[Listed, ...]:
    return tuple({entry.url: entry for entry in entries if entry.url.startswith("http")}.values())


def _moment(parsed: Any) -> datetime | None:
    try:
        return datetime.fromtimestamp(timegm(parsed), UTC) if parsed else None
    except (ValueError, OverflowError, TypeError):
        return None


def _found_date(found: re.Match[bytes] | None) -> datetime | None:
    return _date(found[1].decode("ascii", "replace").strip()) if found else None


def _date(text: object) -> datetime | None:
    try:
        made = datetime.fromisoformat(str(text)) if text else None
    except ValueError:
        return None
    return made.replace(tzinfo=UTC) if made is not None and made.tzinfo is None else made
