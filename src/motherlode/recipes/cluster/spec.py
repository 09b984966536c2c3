"""Everything a worker must know, as JSON in the store: a worker that joins later reads the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Engine, text

from motherlode.crawl.cluster.params import ClusterParams
from motherlode.crawl.params import CrawlParams, FetchParams, GeneParams, PathParams
from motherlode.errors import UsageError
from motherlode.model.crawl import ReadPage
from motherlode.model.topic import Keyword, Topic
from motherlode.recipes.crawl_replay import CrawlSettings
from motherlode.sql.engine import reading, writing
from motherlode.topic.params import ThresholdParams, TopicParams

_SETTINGS: Mapping[str, Any] = {
    "crawl": CrawlParams, "topic": TopicParams, "threshold": ThresholdParams, "gene": GeneParams, "path": PathParams,
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
            tuple(topic["seeds"]),
        ),
        settings=CrawlSettings(**{name: made.from_mapping(settings[name]) for name, made in _SETTINGS.items()}),
        fetch=FetchParams.from_mapping(found["fetch"]),
        cluster=ClusterParams.from_mapping(found["cluster"]),
        examples=tuple(
            ReadPage(page["url"], page["title"], page["text"], (), page["language"]) for page in found["examples"]
        ),
        allow_private=found["allow_private"],
        user_agent=found["user_agent"],
        run=found["run"],
    )  # fmt: skip


def set_state(engine: Engine, state: str) -> None:
    """Tells all workers: running, stopping or done."""
    with writing(engine) as connection:
        connection.execute(text("UPDATE crawl_shared SET state = :state WHERE id = 1"), {"state": state})
