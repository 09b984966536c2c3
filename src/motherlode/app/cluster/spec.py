"""Clusters as a person names them, and all a worker must know, as JSON in the store for those that join later."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from sqlalchemy import Engine, text

import motherlode
from motherlode.app.crawl.parts import CrawlSettings, plugin_params
from motherlode.crawl.params import ClusterParams, CrawlParams, GeneParams, PathParams
from motherlode.errors import UsageError
from motherlode.extract.article.params import NewsParams
from motherlode.extract.people.params import PeopleParams
from motherlode.extract.records.params import RecordParams
from motherlode.fetch.params import FetchParams
from motherlode.model.crawl import ReadPage
from motherlode.model.topic import Keyword, Marks, Topic
from motherlode.sql.engine import reading, writing
from motherlode.topic.params import ThresholdParams, TopicParams


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


_SETTINGS: Mapping[str, Any] = {
    "crawl": CrawlParams, "topic": TopicParams, "threshold": ThresholdParams, "gene": GeneParams, "path": PathParams,
    "news": NewsParams, "people": PeopleParams, "records": RecordParams,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Spec:
    """One shared crawl: what to look for, how, and from where."""

    crawl: str
    topic: Topic
    settings: CrawlSettings
    fetch: FetchParams
    cluster: ClusterParams
    examples: tuple[ReadPage, ...] = ()
    allow_private: bool = False
    user_agent: str = ""
    run: int | None = None


def write_spec(engine: Engine, spec: Spec) -> None:
    """Puts the crawl into the store as the running one."""
    with writing(engine) as connection:
        connection.execute(text("DELETE FROM crawl_shared"))
        connection.execute(
            text("INSERT INTO crawl_shared VALUES (1, :crawl, 'running', CAST(:spec AS json))"),
            {"crawl": spec.crawl, "spec": json.dumps(asdict(spec))},
        )


def read_spec(engine: Engine) -> Spec:
    """The crawl in the store; UsageError where none was started."""
    with reading(engine) as connection:
        found = connection.execute(text("SELECT spec FROM crawl_shared WHERE id = 1")).scalar()
    if found is None:
        raise UsageError("no shared crawl was started in this store; start one with --cluster local:N or ray")
    topic, settings = found["topic"], found["settings"]
    return Spec(
        crawl=found["crawl"],
        topic=Topic(
            topic["name"], tuple(Keyword(**word) for word in topic["keywords"]), tuple(topic["examples"]),
            tuple(topic["seeds"]), Marks(**{name: tuple(said) for name, said in topic["marks"].items()}),
        ),
        settings=_settings(settings),
        fetch=FetchParams.from_mapping(found["fetch"]),
        cluster=ClusterParams.from_mapping(found["cluster"]),
        examples=tuple(
            ReadPage(page["url"], page["title"], page["text"], (), page["language"]) for page in found["examples"]
        ),
        allow_private=found["allow_private"],
        user_agent=found["user_agent"],
        run=found["run"],
    )  # fmt: skip


def _settings(found: Mapping[str, Any]) -> CrawlSettings:
    made = CrawlSettings(**{name: params.from_mapping(found[name]) for name, params in _SETTINGS.items()})
    plugin = plugin_params(made.crawl.strategy)
    return made if plugin is None else replace(made, plugin=plugin.from_mapping(found.get("plugin") or {}))


def set_state(engine: Engine, state: str) -> None:
    """Tells all workers: running, stopping or done."""
    with writing(engine) as connection:
        connection.execute(text("UPDATE crawl_shared SET state = :state WHERE id = 1"), {"state": state})
