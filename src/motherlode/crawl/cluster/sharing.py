"""Topic and link model shared by averaging: each worker leaves its own and takes the mean of the others'."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import Engine, text

from motherlode.sql.engine import reading, writing


@dataclass(frozen=True, slots=True)
class Model:
    """What a worker has learned: the threshold, the weights of links, the words of the topic; from so many pages."""

    pages: int
    threshold: float
    links: tuple[float, ...] = ()
    words: Mapping[str, float] = field(default_factory=dict)


def publish(engine: Engine, worker: str, model: Model) -> None:
    """Leaves a worker's model for the others."""
    with writing(engine) as connection:
        connection.execute(
            text(
                "INSERT INTO crawl_models (worker, pages, threshold, links, words)"
                " VALUES (:worker, :pages, :threshold, CAST(:links AS json), CAST(:words AS json))"
                " ON CONFLICT (worker) DO UPDATE SET pages = excluded.pages, threshold = excluded.threshold,"
                " links = excluded.links, words = excluded.words"
            ),
            {
                "worker": worker,
                "pages": model.pages,
                "threshold": model.threshold,
                "links": json.dumps(list(model.links)),
                "words": json.dumps(dict(model.words)),
            },
        )


def others(engine: Engine, worker: str) -> list[Model]:
    """The models of all other workers; those that ended have not learned in vain."""
    with reading(engine) as connection:
        found = connection.execute(
            text("SELECT pages, threshold, links, words FROM crawl_models WHERE worker <> :worker"),
            {"worker": worker},
        ).all()
    return [Model(pages, threshold, tuple(links), words) for pages, threshold, links, words in found]


def mean(models: Sequence[Model]) -> Model:
    """The mean of models, each weighted by the pages that it has seen; of nothing, an empty model."""
    total = sum(model.pages for model in models)
    if not total:
        return Model(0, 0.0)
    longest = max(len(model.links) for model in models)
    links = [
        sum(model.pages * model.links[at] for model in models if len(model.links) == longest)
        / sum(model.pages for model in models if len(model.links) == longest)
        for at in range(longest)
    ]
    words: dict[str, float] = {}
    for model in models:
        for word, weight in model.words.items():
            words[word] = words.get(word, 0.0) + weight * model.pages / total
    threshold = sum(model.threshold * model.pages for model in models) / total
    return Model(total, threshold, tuple(links), words)
