"""A site of the sample web: a host name and a function from requests to replies, and what all sites share.

They share a cache of rendered pages, robots.txt, sitemaps, feeds and pictures.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime
from html import escape
from typing import Protocol

HTML: tuple[tuple[str, str], ...] = (("Content-Type", "text/html; charset=utf-8"),)


@dataclass(frozen=True, slots=True)
class Request:
    """What a client asked; header names in lower case, `origins` says where the sites of this web are served."""

    method: str
    path: str
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    origins: Mapping[str, str] = field(default_factory=dict)

    def origin(self, host: str) -> str:
        """The scheme, host and port under which a site of this web is reached ('http://gazette.localhost:8080')."""
        return self.origins.get(host, f"http://{host}.localhost")


@dataclass(frozen=True, slots=True)
class Reply:
    """What the site answers; `delay` seconds pass first.

    Broken replies: `cut` bytes are held back from the end of the body, `reset` tears the connection down instead of
    closing it, `endless` repeats the body until the client goes away.
    """

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = HTML
    delay: float = 0.0
    cut: int = 0
    reset: bool = False
    endless: bool = False


class Site(Protocol):
    """One host of the sample web; `host` is its name without '.localhost'."""

    host: str

    def respond(self, request: Request, /) -> Reply:
        """The reply; called from the server's one event loop, so it must be quick."""
        ...


CACHE_BYTES = 96 * 1024 * 1024
"""Rendered pages that one site keeps."""
SITEMAP_LENGTH = 1000
"""Addresses in one sitemap before an index of sitemaps is needed."""
_XML = "application/xml; charset=utf-8"


class PageCache:
    """Replies that were made before, up to a number of bytes."""

    def __init__(self, limit: int = CACHE_BYTES) -> None:
        self._limit = limit
        self._kept: OrderedDict[str, Reply] = OrderedDict()
        self._size = 0

    def get(self, key: str, make: Callable[[], Reply]) -> Reply:
        """The reply of that key, made when it is not there."""
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = make()
            self._size += len(found.body)
            while self._size > self._limit:
                _, gone = self._kept.popitem(last=False)
                self._size -= len(gone.body)
        return found


def target_of(request: Request) -> str:
    """Path and query."""
    return f"{request.path}?{request.query}" if request.query else request.path


def page(
    html: str, *, encoding: str = "utf-8", content_type: str = "", modified: datetime | None = None, status: int = 200
) -> Reply:
    """An HTML page with its tag for conditional GET."""
    body = html.encode(encoding, "xmlcharrefreplace")
    headers = [
        ("Content-Type", content_type or f"text/html; charset={encoding}"),
        ("ETag", f'"{zlib.crc32(body):08x}"'),
    ]
    if modified:
        headers.append(("Last-Modified", format_datetime(modified.astimezone(UTC), usegmt=True)))
    return Reply(status, body, tuple(headers))


def redirect(location: str, status: int = 301) -> Reply:
    """A redirect."""
    body = f'<a href="{escape(location)}">moved</a>'.encode()
    return Reply(status, body, (("Content-Type", "text/html; charset=utf-8"), ("Location", location)))


def missing(
    html: str = "<!DOCTYPE html><title>Not found</title><h1>Not found</h1>", encoding: str = "utf-8"
) -> Reply:
    """404."""
    return page(html, status=404, encoding=encoding)


def plain(html_title: str, *texts: str, encoding: str = "utf-8", language: str = "en") -> Reply:
    """A small page of its own, such as 'About us'."""
    body = "".join(f"<p>{escape(text)}</p>" for text in texts)
    return page(
        f'<!DOCTYPE html><html lang="{language}"><head><meta charset="{encoding}"><title>{escape(html_title)}</title>'
        f'</head><body><h1>{escape(html_title)}</h1>{body}<p><a href="/">Home</a></p></body></html>',
        encoding=encoding,
    )


def robots(origin: str, *, disallow: Sequence[str], delay: float = 0.0, sitemap: bool = True) -> Reply:
    """robots.txt."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in disallow)]
    if delay:
        lines.append(f"Crawl-delay: {delay:g}")
    lines += ["", "User-agent: BadBot", "Disallow: /"]
    if sitemap:
        lines += ["", f"Sitemap: {origin}/sitemap.xml"]
    return Reply(200, ("\n".join(lines) + "\n").encode(), (("Content-Type", "text/plain; charset=utf-8"),))


def sitemap(origin: str, target: str, entries: Sequence[tuple[str, datetime | None]]) -> Reply:
    """/sitemap.xml: all addresses, or an index of /sitemap-N.xml when there are many."""
    parts = -(-len(entries) // SITEMAP_LENGTH)
    name = target.removeprefix("/sitemap").removesuffix(".xml")
    if not name and parts > 1:
        items = "".join(f"<sitemap><loc>{origin}/sitemap-{n}.xml</loc></sitemap>" for n in range(1, parts + 1))
        return _xml(f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{items}</sitemapindex>')
    if name and not (name[1:].isdigit() and 1 <= int(name[1:]) <= parts):
        return missing()
    first = (int(name[1:]) - 1) * SITEMAP_LENGTH if name else 0
    items = "".join(
        f"<url><loc>{escape(origin + path)}</loc>{f'<lastmod>{when.isoformat()}</lastmod>' if when else ''}</url>"
        for path, when in entries[first : first + SITEMAP_LENGTH]
    )
    return _xml(f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{items}</urlset>')


FeedEntry = tuple[str, str, datetime, str]
"""Title, absolute address, time, summary."""


def rss(origin: str, title: str, entries: Iterable[FeedEntry]) -> Reply:
    """An RSS 2.0 feed."""
    items = "".join(
        f"<item><title>{escape(name)}</title><link>{escape(url)}</link><guid>{escape(url)}</guid>"
        f"<pubDate>{format_datetime(when)}</pubDate><description>{escape(text)}</description></item>"
        for name, url, when, text in entries
    )
    return _xml(
        f'<rss version="2.0"><channel><title>{escape(title)}</title><link>{origin}/</link>'
        f"<description>{escape(title)}</description>{items}</channel></rss>"
    )


def atom(origin: str, title: str, entries: Sequence[FeedEntry]) -> Reply:
    """An Atom feed."""
    newest = max((when for _, _, when, _ in entries), default=datetime(2025, 1, 1, tzinfo=UTC))
    items = "".join(
        f'<entry><title>{escape(name)}</title><link href="{escape(url)}"/><id>{escape(url)}</id>'
        f"<updated>{when.isoformat()}</updated><summary>{escape(text)}</summary></entry>"
        for name, url, when, text in entries
    )
    return _xml(
        f'<feed xmlns="http://www.w3.org/2005/Atom"><title>{escape(title)}</title><id>{origin}/</id>'
        f'<updated>{newest.isoformat()}</updated><link rel="self" href="{origin}/atom.xml"/>{items}</feed>'
    )


def picture(number: int) -> Reply:
    """A landscape that differs from number to number."""
    hue, hill = number * 47 % 360, 60 + number * 31 % 80
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 240"><defs><linearGradient id="s" x1="0" y1="0" x2="0" '
        f'y2="1"><stop offset="0" stop-color="hsl({hue},45%,70%)"/><stop offset="1" stop-color="hsl({hue},35%,90%)"/>'
        f'</linearGradient></defs><rect width="480" height="240" fill="url(#s)"/><circle cx="{80 + number * 13 % 320}" '
        f'cy="60" r="26" fill="#fff" opacity=".8"/><path d="M0 240V{240 - hill}Q120 {140 - hill} 240 {230 - hill}T480 '
        f'{220 - hill}V240Z" fill="hsl({(hue + 140) % 360},25%,45%)"/></svg>'
    )
    return Reply(200, svg.encode(), (("Content-Type", "image/svg+xml"),))


def _xml(text: str) -> Reply:
    return Reply(200, f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode(), (("Content-Type", _XML),))
