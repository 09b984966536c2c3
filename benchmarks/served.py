"""Serves a saved web on loopback, so that crawlers with clients of their own can be measured on real pages.

python -m benchmarks.served ARCHIVE.warc.gz   (prints its address, then 'ready')

The web must be one host whose pages name each other without it. Links that lead out of the archive are taken out, so
that a client reads as many pages as it fetches.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
from collections.abc import Collection
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from aiohttp import web
from fastwarc.warc import ArchiveIterator, WarcRecordType

_HREF = re.compile(rb"""(<a\b[^>]*?\s)href(\s*=\s*)("[^"]*"|'[^']*'|[^\s>]+)""", re.IGNORECASE)


def pages_of(archive: Path) -> dict[str, tuple[bytes, str]]:
    """Path → body and content type of every page."""
    found: dict[str, tuple[bytes, str]] = {}
    with archive.open("rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response):
            path = unquote(urlsplit(str(record.headers["WARC-Target-URI"])).path)
            found.setdefault(path, (record.reader.read(), str(record.http_content_type or "text/html")))
    return {path: (_without_dead_links(path, body, found.keys()), kind) for path, (body, kind) in found.items()}


def _without_dead_links(path: str, body: bytes, paths: Collection[str]) -> bytes:
    """The page with every link renamed that leads to no page of the archive."""

    def kept(match: re.Match[bytes]) -> bytes:
        link = match[3].strip(b"\"'").decode("utf-8", "replace")
        try:
            target = unquote(urlsplit(urljoin(f"http://host{path}", link)).path)
        except ValueError:
            target = ""
        alive = target in paths and not urlsplit(link).netloc
        return match[0] if alive else match[1] + b"data-left-out" + match[2] + match[3]

    return _HREF.sub(kept, body)


async def serve(pages: dict[str, tuple[bytes, str]]) -> None:
    """Answers until the process is ended."""

    async def answer(request: web.Request) -> web.Response:
        body, kind = pages.get(request.path, (b"", ""))
        return web.Response(body=body, headers={"Content-Type": kind}) if kind else web.Response(status=404)

    application = web.Application()
    application.router.add_route("GET", "/{path:.*}", answer)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    sys.stdout.write(f"http://{host}:{port}\nready\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


def main() -> None:
    """Reads the archive and serves it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("archive", type=Path)
    asyncio.run(serve(pages_of(parser.parse_args().archive)))


if __name__ == "__main__":
    main()
