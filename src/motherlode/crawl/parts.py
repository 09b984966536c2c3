"""What a crawl is put together from, and what passes between its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from motherlode.crawl.remaining import Remaining
from motherlode.model.crawl import Judgement, ReadPage
from motherlode.model.evidence import Term, Verdict
from motherlode.model.pages import Response

PAGE, SITEMAP = 0, 1
"""Kinds of address: a page is read and judged, a sitemap only names further addresses."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address whose turn has come, as a step needs it."""

    number: int
    url: str
    depth: int = 0
    parent: str = ""
    kind: int = PAGE
    hops: int = 0
    """Redirects that led here from another host."""
    value: float = 0.0


@dataclass(frozen=True, slots=True)
class Reading:
    """A page as read, with what was noticed on the way; `duplicate` names an earlier page with the same text."""

    page: ReadPage
    encoding: str = ""
    digest: str = ""
    simhash: int | None = None
    duplicate: str = ""
    link_share: float = 0.0
    noindex: bool = False
    left_out: dict[str, int] = field(default_factory=dict)

    def of_page(self, page: ReadPage) -> Reading:
        """The same with another page, as every page of a crawl needs it: by hand it takes a tenth of `replace`."""
        return Reading(
            page, self.encoding, self.digest, self.simhash, self.duplicate, self.link_share, self.noindex,
            self.left_out,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Visit:
    """Everything about one fetched page, for the store; `file` and `offset` are its place in the archive."""

    number: int
    judged: int
    response: Response
    reading: Reading
    judgement: Judgement
    verdict: Verdict
    parent_url: str
    depth: int
    why: tuple[Term, ...]
    file: str = ""
    offset: int = -1


@dataclass(frozen=True, slots=True)
class Offers:
    """Addresses that a step found, with their values; all of one depth, parent and kind."""

    numbers: Sequence[int] = ()
    urls: Sequence[str] = ()
    values: Sequence[float] = ()
    depth: int = 0
    parent: str = ""
    kind: int = PAGE
    hops: int = 0
    fresh: frozenset[int] = frozenset()
    """The numbers that were never met before."""


@dataclass(frozen=True, slots=True)
class Made:
    """What came of one address: its code, what is counted for it, the rows it gives, and where it leads."""

    code: str
    counts: Mapping[str, int]
    visit: Visit | None = None
    failure: Verdict | None = None
    also: str = ""
    """The address at the end of redirects, settled with this one."""
    offers: tuple[Offers, ...] = ()
    due: bool = False
    """Whether the strategy wants to value all waiting addresses anew."""


class Sink(Protocol):
    """Where pages and verdicts go."""

    def archive(self, response: Response) -> tuple[str, int]:
        """Keeps a response as it came; its place, or ('', -1)."""
        ...

    def put(self, visit: Visit) -> None:
        """Keeps what was made of a page."""
        ...

    def failed(self, address: Address, verdict: Verdict) -> None:
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


class Pages(Protocol):
    """A fetcher for schedulers: redirects to other hosts and to what is known come out as FetchError 'redirected'."""

    async def fetch_here(self, url: str, known: Known, /) -> Response:
        """The response, redirects within the host followed."""
        ...


class Known(Protocol):
    """Whether an address was settled before."""

    async def __call__(self, url: str, /) -> bool: ...


@dataclass(slots=True)
class Report:
    """What a crawl did: counts by reason, harvest, time."""

    fetched: int = 0
    kept: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    links_refused: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    searching: float = 0.0
    """Seconds of waiting for answers, added up over all fetches, which run side by side (N17a)."""
    extracting: float = 0.0
    """Seconds of reading, judging and keeping what came."""
    bytes: int = 0
    waiting: int = 0
    on_disk: int = 0
    ended: str = ""
    left: Remaining = field(default_factory=lambda: Remaining(0, 0.0, 0.0, 0.0, 0.0))
    """Pages on the topic that are left to find, as estimated last."""

    @property
    def harvest(self) -> float:
        """Kept share of the fetched pages."""
        return self.kept / self.fetched if self.fetched else 0.0

    def count(self, counts: Mapping[str, int]) -> None:
        """Adds what a step, or a whole worker, counted: 'fetched', 'kept', 'bytes', or 'kind: reason'."""
        groups = {"dropped": self.dropped, "failed": self.failed, "refused": self.links_refused}
        for name, number in counts.items():
            group, _, reason = name.partition(": ")
            if reason:
                groups[group][reason] += number
            elif name == "fetched":
                self.fetched += number
            elif name == "kept":
                self.kept += number
            elif name == "bytes":
                self.bytes += number
