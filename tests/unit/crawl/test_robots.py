"""A robots.txt that cannot be read: nothing is fetched, and the reason is not laid on the file."""

from __future__ import annotations

import asyncio

from motherlode.crawl.robots import RobotsFile
from motherlode.errors import FetchError
from motherlode.model.clock import SystemClock
from motherlode.model.pages import Response

PAGE = "http://news.example/a"


async def _told(reply: Response | FetchError) -> tuple[bool, str]:
    async def get(url: str) -> Response:
        if isinstance(reply, FetchError):
            raise reply
        return reply

    robots = RobotsFile(get, SystemClock(), "motherlode")
    return await robots.allowed(PAGE), await robots.trouble(PAGE)


def _reply(status: int, body: bytes = b"") -> Response:
    return Response(
        "http://news.example/robots.txt", "http://news.example/robots.txt", status, (), body, SystemClock().now()
    )


def test_a_host_that_cannot_be_reached_is_named_as_such() -> None:
    unknown = FetchError("news.example: name not known", reason="fetch-error")
    assert asyncio.run(_told(unknown)) == (False, "news.example: name not known")
    assert asyncio.run(_told(_reply(503))) == (False, "it answered 503")


def test_what_a_file_forbids_is_laid_on_the_file() -> None:
    assert asyncio.run(_told(_reply(200, b"User-agent: *\nDisallow: /\n"))) == (False, "")
    assert asyncio.run(_told(_reply(404))) == (True, "")
