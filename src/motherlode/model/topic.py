"""What a crawl is about (N1, N2)."""

from __future__ import annotations

from dataclasses import dataclass, field

from motherlode.model.plain import AsDict


@dataclass(frozen=True, slots=True)
class Keyword(AsDict):
    """A word of the topic with its weight; `origin` is 'user' or 'learned', `why` says how it was learned."""

    word: str
    weight: float = 1.0
    origin: str = "user"
    why: str = ""


@dataclass(frozen=True, slots=True)
class Marks(AsDict):
    """What a person said of pages that were found and of words: these addresses, those not; not these words."""

    on_topic: tuple[str, ...] = ()
    off_topic: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic: TopKeyWordSet, UrlSet (examples), NewsSet (seeds), and what a person marked.

    Pages that were marked as on topic stand among the examples too.
    """

    name: str
    keywords: tuple[Keyword, ...] = ()
    examples: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()
    marks: Marks = Marks()


@dataclass(frozen=True, slots=True)
class StandardVector:
    """The topic's standard vector: normalised term weights (N3)."""

    weights: dict[str, float] = field(default_factory=dict)
