"""A robots.txt that cannot be read: nothing is fetched, and the reason is not laid on the file."""

from __future__ import annotations

import asyncio

from motherlode.errors import FetchError
from motherlode.fetch.robots import RobotsFile
from motherlode.model.clock import SystemClock
from motherlode.model.pages import Response

PAGE = "http://news.example/a"


async def _told(reply: Response | FetchError) -> tuple[str, str]:
    async def get(url: str) -> Response:
        if isinstance(reply, FetchError):
            raise reply
        return reply

    robots = RobotsFile(get, SystemClock(), "motherlode")
    refusal = await robots.refusal(PAGE)
    return ("", "") if refusal is None else (refusal.reason, refusal.message)


def _reply(status: int, body: bytes = b"") -> Response:
    return Response(
        "http://news.example/robots.txt", "http://news.example/robots.txt", status, (), body, SystemClock().now()
    )


def test_a_host_that_cannot_be_reached_is_named_as_such() -> None:
    unknown = FetchError("news.example: name not known", reason="dns")
    assert asyncio.run(_told(unknown)) == ("dns", "news.example: name not known")
    reason, said = asyncio.run(_told(_reply(500)))
    assert reason == "robots"
    assert "answered 500" in said


def test_what_a_file_forbids_is_laid_on_the_file() -> None:
    assert asyncio.run(_told(_reply(200, b"User-agent: *\nDisallow: /\n"))) == (
        "robots",
        "robots.txt of news.example does not allow http://news.example/a",
    )
    assert asyncio.run(_told(_reply(404))) == ("", "")
