"""Parameters of a crawl by many workers."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.params import Params, param


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusterParams(Params):
    """A crawl by many workers: leases and exchange."""

    lease: float = param(
        15.0, "seconds of silence after which a worker counts as dead and its hosts go to others", low=0.5, unit="s"
    )
    hosts: int = param(64, "hosts that one worker holds at the same time", low=1, high=2000)
    batch: int = param(20, "addresses of a host that its worker takes from the store at once", low=1)
    share: float = param(20.0, "seconds between two exchanges of topic and link model", low=0.5, unit="s")
    restarts: int = param(100, "workers that may be started anew after they died", low=0)
