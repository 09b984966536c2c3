"""Clusters as a person names them, and Ray when one of them needs it."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import motherlode
from motherlode.errors import UsageError


@dataclass(frozen=True, slots=True)
class ClusterPlace:
    """A cluster as named on the command line."""

    kind: str
    workers: int = 0
    address: str = ""


def parse_place(given: str) -> ClusterPlace:
    """`local:N`, `ray`, `ray:N`, `ray://host:port[?workers=N]` or `join`."""
    if found := re.fullmatch(r"(local|ray):(\d{1,4})", given):
        if not int(found[2]):
            raise UsageError(f"--cluster {given}: at least one worker is needed")
        return ClusterPlace(found[1], int(found[2]))
    if given in {"ray", "join"}:
        return ClusterPlace(given)
    if given.startswith("ray://"):
        parts = urlsplit(given)
        workers = parse_qs(parts.query).get("workers", ["0"])[0]
        if parts.netloc and workers.isdigit():
            return ClusterPlace("ray", int(workers), f"ray://{parts.netloc}")
    raise UsageError(f"--cluster {given}: use local:N, ray, ray:N, ray://host:port?workers=N or join")


def load_ray() -> Any:
    """Ray, or an error that says how to get it."""
    try:
        import ray
    except ImportError as error:
        raise UsageError("Ray is not installed; pip install 'motherlode[ray]', or use --cluster local:N") from error
    return ray


def start_ray(ray: Any, address: str, workers: int) -> bool:
    """Connects to a cluster, or starts one on this machine; False when there is a connection already."""
    if ray.is_initialized():
        return False
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    quiet = {"log_to_driver": False, "logging_level": "error"}
    if address:
        ray.init(address=address, **quiet)
        return True
    # The workers of this machine find the package where this process found it, installed or not. Ray's own way of
    # setting it would keep it from starting workers ahead of need.
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(motherlode.__file__).parents[1]), *filter(None, [before])])
    try:
        ray.init(num_cpus=workers or None, include_dashboard=False, **quiet)
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
    return True
