"""What a crawl is put together from, and what passes between its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from motherlode.crawl.frontier import Frontier
from motherlode.crawl.graph import LinkGraph
from motherlode.crawl.journal import Journal
from motherlode.crawl.overflow import Overflow
from motherlode.crawl.strategies.base import Strategy
from motherlode.crawl.traps import Scope
from motherlode.model.crawl import Judgement, ReadPage, Relevance
from motherlode.model.evidence import Term, Verdict
from motherlode.model.pages import Response
from motherlode.model.ports import Clock, Fetcher, Progress, Silent


@dataclass(frozen=True, slots=True)
class Reading:
    """A page as read, with what was noticed on the way; `duplicate` names an earlier page with the same text."""

    page: ReadPage
    encoding: str = ""
    digest: str = ""
    simhash: int | None = None
    duplicate: str = ""
    link_share: float = 0.0
    left_out: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Visit:
    """Everything about one fetched page, for the sink."""

    number: int
    judged: int
    response: Response
    reading: Reading
    judgement: Judgement
    verdict: Verdict
    parent_url: str
    depth: int
    why: tuple[Term, ...]


class Sink(Protocol):
    """Where visits go."""

    def put(self, visit: Visit) -> tuple[str, int]:
        """Keeps a page; its place in the archive, or ('', -1)."""
        ...

    def failed(self, url: str, verdict: Verdict, parent_url: str, depth: int) -> None:
        """An address that gave no page."""
        ...

    def unchanged(self, url: str) -> None:
        """A page of an earlier run that has not changed since (304)."""
        ...

    def flush(self) -> None:
        """Everything put so far is in the store."""
        ...


class Filter(Protocol):
    """Says whether a judged page is kept (N6)."""

    def __call__(self, judgement: Judgement, reading: Reading, response: Response, /) -> Verdict:
        """The verdict."""
        ...


class Turns(Protocol):
    """Politeness: whose turn it is."""

    def begin(self, host: int, name: str) -> None:
        """A fetch from this host begins."""
        ...

    def end(self, host: int, name: str) -> None:
        """It has ended."""
        ...

    def limit(self) -> int:
        """Fetches that may run at the same time just now."""
        ...


@dataclass(slots=True)
class Report:
    """What a crawl did: counts by reason, harvest, time."""

    fetched: int = 0
    kept: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    links_refused: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    bytes: int = 0
    waiting: int = 0
    on_disk: int = 0
    ended: str = ""

    @property
    def harvest(self) -> float:
        """Kept share of the fetched pages."""
        return self.kept / self.fetched if self.fetched else 0.0


@dataclass(slots=True)
class Parts:
    """What a crawl is put together from."""

    frontier: Frontier
    graph: LinkGraph
    strategy: Strategy
    relevance: Relevance
    fetcher: Fetcher
    read: Callable[[Response], Reading]
    keep: Filter
    sink: Sink
    scope: Scope
    clock: Clock
    find: Callable[[str], str] = str
    journal: Journal | None = None
    overflow: Overflow = field(default_factory=lambda: Overflow(None))
    turns: Turns | None = None
    progress: Progress = field(default_factory=Silent)
    stopping: Callable[[], bool] = lambda: False
    on_fetched: Callable[[str], None] = lambda url: None
    on_visit: Callable[[Report], None] = lambda report: None
