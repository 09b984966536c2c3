"""The shared frontier: addresses offered in batches, taken by the holder of their host, settled once.

Topic and link model are shared by averaging: each worker leaves its own and takes the mean of the others'.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, text

from motherlode.crawl.cluster.leases import DONE, WAITING, held
from motherlode.crawl.parts import PAGE
from motherlode.errors import StoreError
from motherlode.sql.engine import reading, writing
from motherlode.text.urls import host_of

TRIES = 5
"""Times a write is tried that lost against another one (deadlock); the second try is alone as a rule."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An address to fetch, with the value of the best link to it."""

    url: str
    score: float
    depth: int = 0
    parent: str = ""
    kind: int = PAGE
    hops: int = 0
    """Redirects that led here."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """An address that is done with, the gap its host needs from now on, and what it gave."""

    url: str
    host: str
    token: int
    rest: float
    failures: int = 0
    offers: tuple[Offer, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    also: str = ""
    """The address at the end of redirects within the host, which is done with too."""
    page: Any = None
    article: Any = None


@dataclass(slots=True)
class Totals:
    """What all workers together have done."""

    counts: dict[str, int] = field(default_factory=dict)
    waiting: bool = False


Write = Callable[[Connection, Sequence[Settlement]], None]


class Exchange:
    """Addresses and settlements of the shared crawl; `keep` writes the pages in the transaction that settles them."""

    def __init__(self, engine: Engine, worker: str = "", keep: Write = lambda connection, settled: None) -> None:
        self.engine, self.worker, self._keep = engine, worker, keep
        self.counts: dict[str, int] = {}

    def offer(self, offers: Sequence[Offer]) -> None:
        """Adds addresses that are new and raises the value of those that wait."""
        self._try(lambda connection: _add(connection, offers))

    def batch(self, host: str, number: int, without: Sequence[str] = ()) -> list[Offer]:
        """The best waiting addresses of a host."""
        with reading(self.engine) as connection:
            found = connection.execute(
                text(
                    "SELECT url, score, depth, parent, kind, hops FROM crawl_urls WHERE host = :host AND state = 0"
                    " AND NOT url = ANY(CAST(:without AS text[])) ORDER BY score DESC, url LIMIT :number"
                ),
                {"host": host, "number": number, "without": list(without)},
            ).all()
        return [Offer(*row) for row in found]

    def settle(self, settled: Sequence[Settlement]) -> set[str]:
        """Writes what was settled while its hosts are held, all in one transaction; the addresses that were written.

        What belongs to a host whose lease is lost is left out: whoever holds it now fetches the address again.
        """
        mine = {item.host: item.token for item in settled}

        def give(connection: Connection) -> None:
            still = held(connection, mine)
            _add(connection, [offer for item in settled if item.host in still for offer in item.offers])

        def write(connection: Connection) -> tuple[set[str], dict[str, int]]:
            still = held(connection, mine)
            ours = [item for item in settled if item.host in still]
            counts = dict(self.counts)
            for item in ours:
                for name, number in item.counts.items():
                    counts[name] = counts.get(name, 0) + number
            if ours:
                _pace(connection, ours)
                _finish(connection, [item.url for item in ours])
                _finish_also(connection, {item.also: item.host for item in ours if item.also})
                self._keep(connection, ours)
                connection.execute(
                    text("UPDATE crawl_workers SET counts = CAST(:counts AS json) WHERE worker = :worker"),
                    {"counts": json.dumps(counts), "worker": self.worker},
                )
            return {item.url for item in ours}, counts

        if any(item.offers for item in settled):
            self._try(give)
        written: set[str]
        written, self.counts = self._try(write)
        return written

    def totals(self) -> Totals:
        """The counts of all workers, the dead ones too, and whether anything waits."""
        with reading(self.engine) as connection:
            rows = connection.execute(text("SELECT counts FROM crawl_workers")).all()
            waiting = connection.execute(text("SELECT 1 FROM crawl_urls WHERE state = 0 LIMIT 1")).first()
        totals = Totals(waiting=waiting is not None)
        for (counts,) in rows:
            for name, value in counts.items():
                totals.counts[name] = totals.counts.get(name, 0) + value
        return totals

    def is_done(self, url: str) -> bool:
        """Whether an address is settled."""
        with reading(self.engine) as connection:
            wanted = text("SELECT 1 FROM crawl_urls WHERE url = :url AND state = :done")
            return connection.execute(wanted, {"url": url, "done": DONE}).first() is not None

    def waiting(self) -> int:
        """How many addresses wait."""
        with reading(self.engine) as connection:
            return int(connection.execute(text("SELECT count(*) FROM crawl_urls WHERE state = 0")).scalar() or 0)

    def _try(self, write: Callable[[Connection], Any]) -> Any:
        for attempt in range(TRIES):
            try:
                with writing(self.engine) as connection:
                    return write(connection)
            except StoreError as error:
                if "deadlock" not in error.message.lower() or attempt == TRIES - 1:
                    raise
        raise StoreError("the shared crawl cannot be written")


def _add(connection: Connection, offers: Sequence[Offer]) -> None:
    """Sorted by address, so that two workers that offer the same ones wait for each other instead of locking up."""
    best: dict[str, Offer] = {}
    for offer in offers:
        known = best.get(offer.url)
        if known is None or offer.score > known.score:
            best[offer.url] = offer
    if not best:
        return
    rows = [best[url] for url in sorted(best)]
    urls = [row.url for row in rows]
    hosts = [host_of(url) for url in urls]
    connection.execute(
        text(
            "INSERT INTO crawl_hosts (host) SELECT DISTINCT unnest(CAST(:hosts AS text[])) AS host ORDER BY host"
            " ON CONFLICT (host) DO NOTHING"
        ),
        {"hosts": hosts},
    )
    connection.execute(
        text(
            "INSERT INTO crawl_urls (url, host, kind, state, score, depth, parent, hops)"
            " SELECT url, host, kind, :waiting, score, depth, parent, hops FROM unnest(CAST(:urls AS text[]),"
            " CAST(:hosts AS text[]), CAST(:kinds AS smallint[]), CAST(:scores AS real[]), CAST(:depths AS int[]),"
            " CAST(:parents AS text[]), CAST(:hops AS smallint[]))"
            " AS new(url, host, kind, score, depth, parent, hops) ORDER BY url"
            " ON CONFLICT (url) DO UPDATE SET score = excluded.score"
            " WHERE crawl_urls.state = 0 AND crawl_urls.score < excluded.score"
        ),
        {
            "waiting": WAITING,
            "urls": urls,
            "hosts": hosts,
            "kinds": [row.kind for row in rows],
            "scores": [float(row.score) for row in rows],
            "depths": [row.depth for row in rows],
            "parents": [row.parent for row in rows],
            "hops": [row.hops for row in rows],
        },
    )


def _finish(connection: Connection, urls: Sequence[str]) -> None:
    connection.execute(
        text("SELECT 1 FROM crawl_urls WHERE url = ANY(:urls) ORDER BY url FOR UPDATE"), {"urls": sorted(urls)}
    )
    connection.execute(
        text("UPDATE crawl_urls SET state = :done WHERE url = ANY(:urls)"), {"done": DONE, "urls": list(urls)}
    )


def _finish_also(connection: Connection, hosts: dict[str, str]) -> None:
    """Addresses that were reached by a redirect: settled though nobody may have offered them."""
    for url in sorted(hosts):
        connection.execute(
            text(
                "INSERT INTO crawl_urls (url, host, kind, state, score, depth, parent)"
                " VALUES (:url, :host, :page, :done, 0, 0, '') ON CONFLICT (url) DO UPDATE SET state = :done"
            ),
            {"url": url, "host": hosts[url], "page": PAGE, "done": DONE},
        )


def _pace(connection: Connection, settled: Sequence[Settlement]) -> None:
    """The time before which nobody may ask each host again."""
    last = {item.host: item for item in settled}
    connection.execute(
        text(
            "UPDATE crawl_hosts h SET next_at = crawl_now() + new.rest, failures = new.failures"
            " FROM unnest(CAST(:hosts AS text[]), CAST(:rests AS double precision[]), CAST(:failures AS int[]))"
            " AS new(host, rest, failures) WHERE h.host = new.host"
        ),
        {
            "hosts": list(last),
            "rests": [item.rest for item in last.values()],
            "failures": [item.failures for item in last.values()],
        },
    )


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
