"""Servers and names that lead where they must not: redirects, changed DNS answers, headers."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from motherlode.errors import AddressRefused, FetchError, InputError
from motherlode.fetch import guard
from motherlode.fetch.client import Client
from motherlode.fetch.params import FetchParams
from motherlode.interfaces.demo.server import Server, serve
from motherlode.interfaces.demo.site import Reply, Request
from motherlode.model.clock import SystemClock
from motherlode.text.urls import canonical

PARAMS = FetchParams(timeout=5.0, retries=0, robots=False, max_body=100_000)


class Leading:
    """Redirects to whatever the query names."""

    host = "leading"

    def __init__(self) -> None:
        self.seen: list[Request] = []

    def respond(self, request: Request, /) -> Reply:
        self.seen.append(request)
        if request.path == "/to":
            return Reply(302, headers=(("Location", request.query),))
        if request.path == "/endless":
            return Reply(body=b"<p>more" * 1000, endless=True)
        return Reply(body=b"<p>inside")


@pytest.fixture
def site() -> Leading:
    return Leading()


@pytest.fixture
def server(site: Leading) -> Iterator[Server]:
    with serve([site]) as made:
        yield made


class Names:
    """A resolver under the test's control: the answers of a name, one after the other."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.asked = 0

    async def __call__(self, host: str, port: int) -> list[Any]:
        address = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        return [(socket.AF_INET, address)]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    """Takes the place of the system's resolver; everything above it is the real thing."""
    made = Names("127.0.0.1")
    monkeypatch.setattr(guard, "look_up", made)
    return made


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1/", "http://169.254.169.254/latest/meta-data", "http://[::1]/", "http://0x7f000001/",
        "http://2130706433/", "http://127.1/", "http://[::ffff:10.0.0.1]/", "http://localhost/", "http://x.localhost/",
        "http://0/", "http://[64:ff9b::7f00:1]/",
    ],
)  # fmt: skip
async def test_private_addresses_are_refused_however_they_are_written(target: str) -> None:
    async with Client(PARAMS, SystemClock(), allow_private=False, user_agent="test") as fetcher:
        with pytest.raises(AddressRefused):
            await fetcher.fetch(canonical(target))


@pytest.mark.parametrize("target", ["file:///etc/passwd", "gopher://127.0.0.1/", "javascript:1", "http://"])
async def test_redirects_to_other_schemes_end_in_an_error(target: str, server: Server) -> None:
    async with Client(PARAMS, SystemClock(), allow_private=True, user_agent="test") as fetcher:
        with pytest.raises(FetchError):
            await fetcher.fetch(server.url("leading", f"/to?{target}"))


async def test_a_name_whose_answer_changes_is_checked_where_the_connection_is_made(names: Names) -> None:
    """Rebinding: the first answer is public and passes a check made early; the connection asks again."""
    names.answers = ["93.184.216.34", "127.0.0.1"]
    resolver = guard.GuardedResolver(allow_private=False)
    assert (await resolver.resolve("rebind.example", 80))[0]["host"] == "93.184.216.34"
    with pytest.raises(AddressRefused, match="private"):
        await resolver.resolve("rebind.example", 80)
    assert names.asked == 2


async def test_the_connection_goes_to_the_address_that_was_checked(names: Names) -> None:
    found = await guard.GuardedResolver(allow_private=True).resolve("any.example", 80)
    assert found[0]["host"] == "127.0.0.1"
    assert found[0]["flags"] & socket.AI_NUMERICHOST, "no second look-up can give another address"


@pytest.mark.parametrize("address", ["http://a.example/\r\nX-Evil: 1", "http://a.example/ HTTP/1.1\r\nHost: b"])
def test_line_breaks_in_addresses_never_reach_the_wire(address: str) -> None:
    try:
        assert not set(canonical(address)) & {"\r", "\n", " "}
    except InputError:
        return


async def test_line_breaks_in_a_redirect_never_reach_the_wire(server: Server, site: Leading) -> None:
    async with Client(PARAMS, SystemClock(), allow_private=True, user_agent="test") as fetcher:
        await fetcher.fetch(server.url("leading", "/to?/inside%0d%0aX-Evil:%201"))
    assert "x-evil" not in site.seen[-1].headers


async def test_an_endless_stream_is_cut(server: Server) -> None:
    async with Client(PARAMS, SystemClock(), allow_private=True, user_agent="test") as fetcher:
        found = await fetcher.fetch(server.url("leading", "/endless"))
    assert found.truncated
    assert len(found.body) == PARAMS.max_body
