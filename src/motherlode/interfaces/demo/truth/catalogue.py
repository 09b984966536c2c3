"""The truth about bookshops, paper libraries and shops: entities, and every record as its page shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Value = str | int | float | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entity:
    """A book, paper or product with its true values by schema attribute: dates ISO, people as 'First Last'."""

    id: int
    domain: str
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class OfferTruth:
    """An offer nested in a record."""

    seller: str
    price: str
    condition: str


@dataclass(frozen=True, slots=True)
class RecordTruth:
    """One record of a source: its values as the result page shows them, and as its own page (`url`) shows them.

    `conflicts` names the attributes for which this source is wrong; what is not in `values` is missing.
    """

    entity: int
    url: str
    values: Mapping[str, str]
    detail: Mapping[str, str]
    offers: tuple[OfferTruth, ...] = ()
    conflicts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultPageTruth:
    """A result page: its records in order, and the place of the first among all."""

    host: str
    path: str
    first: int
    total: int
    records: tuple[RecordTruth, ...]


@dataclass(frozen=True, slots=True)
class SourceTruth:
    """A source: `labels` are the words beside the values on the result pages, empty where there is none."""

    host: str
    name: str
    domain: str
    language: str
    layout: str
    labels: Mapping[str, str]
    detail_labels: Mapping[str, str]
    pages: tuple[ResultPageTruth, ...]
    comparison: ResultPageTruth | None = None
    search: str = "/search?q="
    scripted: bool = False

    @property
    def records(self) -> tuple[RecordTruth, ...]:
        """All records of the source."""
        return tuple(record for page in self.pages for record in page.records)


@dataclass(frozen=True, slots=True)
class DomainTruth:
    """A domain: its entities and its sources."""

    domain: str
    entities: Mapping[int, Entity]
    sources: tuple[SourceTruth, ...]

    def source(self, host: str) -> SourceTruth:
        """A source by host."""
        return next(source for source in self.sources if source.host == host)
