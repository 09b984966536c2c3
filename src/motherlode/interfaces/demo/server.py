"""The sample web on a real HTTP server: one thread, one event loop, many hosts.

with serve(SampleWeb(seed=0).sites) as server:
    print(server.url("gazette", "/robots.txt"))
    ...
    print(server.log[-1])
"""

from __future__ import annotations

import asyncio
import errno
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from motherlode.errors import InputError, UsageError
from motherlode.interfaces.demo.http import Compressor, Connection, make_request, text_reply
from motherlode.interfaces.demo.site import Reply, Site

Names = Literal["localhost", "address"]
_PORT_TRIES = 20
"""A free port of 127.0.0.1 may be taken on another loopback address; then the next free one is tried."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One request that was answered; `time` is monotonic, `path` includes the query."""

    time: float
    host: str
    method: str
    path: str
    status: int


class Server:
    """A running sample web."""

    def __init__(self, sites: Sequence[Site], names: Names = "localhost") -> None:
        self.port = 0
        self.names: Names = names
        self._sites = {short(site.host): site for site in sites}
        if len(self._sites) < len(sites):
            raise UsageError("two sites of the sample web have the same host; give each its own")
        self._addresses = (
            {host: f"127.0.1.{i}" for i, host in enumerate(self._sites, 1)} if names == "address" else {}
        )
        if len(self._addresses) > 254:
            raise UsageError("at most 254 sites can have a loopback address of their own")
        self._routes: dict[str, str] = {}
        self._origins: dict[str, str] = {}
        self._log: list[LogLine] = []
        self._lock = threading.Lock()
        self._loop = asyncio.new_event_loop()
        self._servers: list[asyncio.Server] = []
        self._clients: set[asyncio.Transport] = set()

    @property
    def hosts(self) -> tuple[str, ...]:
        """The sites' names."""
        return tuple(self._sites)

    @property
    def log(self) -> tuple[LogLine, ...]:
        """All requests so far, oldest first."""
        with self._lock:
            return tuple(self._log)

    def clear_log(self) -> None:
        """Forgets the requests so far."""
        with self._lock:
            self._log.clear()

    def url(self, host: str, path: str = "/") -> str:
        """The address of a page; the host may be given with or without '.localhost'."""
        try:
            return self._origins[short(host)] + path
        except KeyError:
            known = ", ".join(self._sites)
            raise UsageError(f"no site {host!r} in this sample web; there are: {known}") from None

    def _answer(self, host: str, method: str, target: str, headers: dict[str, str], body: bytes) -> Reply:
        name = self._routes.get(host.rpartition(":")[0] or host) or self._routes.get(host.lower().rpartition(":")[0])
        if name is None:
            reply = text_reply(421, f"no site {host[:100]!r} here; there are: {', '.join(self._sites)}")
        elif method not in {"GET", "HEAD", "POST"}:
            reply = text_reply(405)
        else:
            try:
                reply = self._sites[name].respond(make_request(method, target, headers, body, self._origins))
            except Exception as error:  # noqa: BLE001 - a faulty site answers 500, the others go on
                reply = text_reply(500, f"the site {name} failed: {error!r}")
        line = LogLine(time.monotonic(), name or host, method, target, reply.status)
        with self._lock:
            self._log.append(line)
        return reply

    async def _listen(self, port: int) -> None:
        compressor = Compressor()
        for attempt in range(_PORT_TRIES):
            try:
                bound = port
                for address in ("127.0.0.1", *self._addresses.values()):
                    server = await self._loop.create_server(
                        lambda: Connection(self._answer, compressor, self._loop, self._clients),
                        address,
                        bound,
                        backlog=1024,
                    )
                    self._servers.append(server)
                    bound = server.sockets[0].getsockname()[1]
                break
            except OSError as error:
                await self._close()
                if port or error.errno != errno.EADDRINUSE or attempt == _PORT_TRIES - 1:
                    raise
        self.port = bound
        for host in self._sites:
            where = self._addresses.get(host, f"{host}.localhost")
            self._origins[host] = f"http://{where}:{self.port}"
            self._routes |= {where: host, f"{host}.localhost": host}

    async def _close(self) -> None:
        for server in self._servers:
            server.close()
        self._servers.clear()
        for client in list(self._clients):
            client.abort()
        await asyncio.sleep(0)

    def _run(self, port: int, ready: threading.Event, failure: list[OSError]) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._listen(port))
        except OSError as error:
            failure.append(error)
        ready.set()
        if not failure:
            self._loop.run_forever()
            self._loop.run_until_complete(self._close())
        pending = asyncio.all_tasks(self._loop)
        for task in pending:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())


def short(host: str) -> str:
    """The name of a site without '.localhost'."""
    return host.lower().removesuffix(".localhost")


@contextmanager
def serve(sites: Sequence[Site], port: int = 0, *, names: Names = "localhost") -> Iterator[Server]:
    """A server over these sites until the block ends; port 0 takes a free one.

    Each site is reached as http://HOST.localhost:PORT/; with names="address" the server's own addresses are
    http://127.0.1.N:PORT/, for clients that cannot resolve *.localhost.
    """
    server = Server(sites, names)
    ready, failure = threading.Event(), list[OSError]()
    thread = threading.Thread(target=server._run, args=(port, ready, failure), name="sample web", daemon=True)  # noqa: SLF001
    thread.start()
    ready.wait()
    try:
        if failure:
            raise InputError(f"cannot listen on port {port}: {failure[0]}; choose another port") from failure[0]
        yield server
    finally:
        if not failure:
            server._loop.call_soon_threadsafe(server._loop.stop)  # noqa: SLF001
        thread.join()
        server._loop.close()  # noqa: SLF001
