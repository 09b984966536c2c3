"""Global schemas, how columns map to them, and what integration makes of several sources (E7–E9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from motherlode.model.evidence import Evidence, Term
from motherlode.model.plain import AsDict

attribute_types = (
    "text", "name", "number", "price", "date", "year", "duration", "measure", "rating", "person", "organisation",
    "category", "place", "address", "phone", "email", "link", "image", "isbn", "doi", "code", "boolean",
)  # fmt: skip
"""What the values of an attribute may be; `name` is what the entity itself is called, `code` a short identifier."""

merge_rules = ("agree", "longest", "newest", "lowest", "highest", "all", "first")
"""How values of several sources become one: what most say, the longest, the newest source's, …"""


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a global schema."""

    name: str
    description: str = ""
    type: str = "text"
    synonyms: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    pattern: str = ""
    many: bool = False
    key: bool = False
    merge: str = "agree"
    low: float | None = None
    high: float | None = None
    units: tuple[str, ...] = ()
    closed: bool = False
    """Only `values` and what fits `pattern` are values; a number lies from `low` to `high`, in one of `units`."""


@dataclass(frozen=True, slots=True)
class Schema:
    """A domain's global schema."""

    name: str
    attributes: tuple[Attribute, ...]
    description: str = ""
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """A column's meaning: the attribute (empty when unknown), the score and its reasons."""

    column: str
    attribute: str
    score: float
    terms: tuple[Term, ...] = ()
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Correction:
    """What a person said a column of a source means; an empty attribute says: none of the schema's."""

    source: str
    column: str
    attribute: str
    label: str = ""
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnnotatedPage:
    """A detail page's entity: attribute → values, each with its evidence, and the labelled rest (E7)."""

    page: str
    values: Mapping[str, tuple[str, ...]]
    raw: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    evidence: Mapping[str, Evidence] = field(default_factory=dict)
    other: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AnnotatedSite:
    """The pages of one site under one schema, with the rule found for each attribute."""

    source: str
    pages: tuple[AnnotatedPage, ...]
    mappings: tuple[ColumnMapping, ...]


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """A record of one source under the global schema; `id` is stable, so that integrating twice changes nothing."""

    source: str
    id: str
    values: Mapping[str, tuple[str, ...]]
    other: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    url: str = ""


@dataclass(frozen=True, slots=True)
class PairDecision:
    """What a person said about two records, each as (source, id): one thing, or two that stay apart."""

    first: tuple[str, str]
    second: tuple[str, str]
    same: bool


@dataclass(frozen=True, slots=True)
class Match:
    """Two records that were weighed: how probably they are one thing, whether they were joined, and why."""

    first: tuple[str, str]
    second: tuple[str, str]
    probability: float
    joined: bool
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """A value with the sources that say so."""

    value: str
    sources: tuple[str, ...]
    raw: str = ""


@dataclass(frozen=True, slots=True)
class Entity(AsDict):
    """One thing of the integrated table: the chosen values, every claim behind them, the records it is made of."""

    id: str
    values: Mapping[str, tuple[str, ...]]
    claims: Mapping[str, tuple[Claim, ...]]
    records: tuple[tuple[str, str], ...]
    other: Mapping[str, tuple[Claim, ...]] = field(default_factory=dict)

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources in which it stands, sorted."""
        return tuple(sorted({source for source, _ in self.records}))
