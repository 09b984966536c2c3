"""Numbers for Prometheus about a running crawl."""

from __future__ import annotations

from typing import Any

from motherlode.errors import UsageError
from motherlode.extras import need


class Metrics:
    """Gauges and counters on a port of the loopback; nothing when the port is 0."""

    def __init__(self, port: int) -> None:
        self._server: Any = None
        self._last: dict[tuple[str, str], int] = {}
        if not port:
            return
        need("server")
        from prometheus_client import CollectorRegistry, Counter, Gauge, start_http_server

        self._registry = CollectorRegistry()
        self._pages = Counter("motherlode_pages", "Pages by outcome", ["outcome"], registry=self._registry)
        self._bytes = Counter("motherlode_bytes", "Bytes of pages", registry=self._registry)
        self._waiting = Gauge("motherlode_waiting", "Addresses in the queue", registry=self._registry)
        self._harvest = Gauge("motherlode_harvest", "Kept share of the fetched pages", registry=self._registry)
        self._threshold = Gauge("motherlode_threshold", "The moving threshold", registry=self._registry)
        try:
            self._server, _ = start_http_server(port, addr="127.0.0.1", registry=self._registry)
        except OSError as error:
            raise UsageError(f"metrics_port {port} cannot be used: {error.strerror}; choose another") from error

    def update(self, report: Any, threshold: float) -> None:
        """The newest numbers."""
        if self._server is None:
            return
        outcomes = {"kept": report.kept, **report.dropped, **report.failed}
        for outcome, count in outcomes.items():
            self._increase(self._pages.labels(outcome), ("pages", outcome), count)
        self._increase(self._bytes, ("bytes", ""), report.bytes)
        self._waiting.set(report.waiting)
        self._harvest.set(report.harvest)
        self._threshold.set(threshold)

    def _increase(self, counter: Any, key: tuple[str, str], value: int) -> None:
        before = self._last.get(key, 0)
        if value > before:
            counter.inc(value - before)
            self._last[key] = value

    def close(self) -> None:
        """Stops the server."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None
