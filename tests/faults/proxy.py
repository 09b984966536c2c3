"""A TCP proxy that can drop the network: connections cut, new ones refused, until it is told to go on."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from typing import Self


class FaultyProxy:
    """Passes bytes between 127.0.0.1:port and a target; `cut` drops everything, `mend` lets it pass again.

    A new connection waits for `late` seconds before its first byte passes.
    """

    def __init__(self, target: tuple[str, int], late: float = 0.0) -> None:
        self._target, self._late = target, late
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._passing = True
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Drops all connections and refuses new ones."""
        with self._lock:
            self._passing = False
            gone, self._open = self._open, set()
        for one in gone:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def mend(self) -> None:
        """Lets connections pass again."""
        with self._lock:
            self._passing = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                passing = self._passing
            try:
                if not passing:
                    raise OSError
                server = socket.create_connection(self._target, 5)
            except OSError:
                client.close()
                continue
            server.settimeout(None)
            with self._lock:
                self._open |= {client, server}
            for source, sink in ((client, server), (server, client)):
                threading.Thread(target=self._pump, args=(source, sink), daemon=True).start()

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        time.sleep(self._late)
        with suppress(OSError):
            while piece := source.recv(65_536):
                sink.sendall(piece)
        for one in (source, sink):
            with self._lock:
                self._open.discard(one)
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
