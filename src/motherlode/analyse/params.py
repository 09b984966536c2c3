"""Parameters of the application layer (N12–N15)."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.params import Params, param


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryParams(Params):
    """Stories: how documents are compared and gathered."""

    neighbours: int = param(20, "nearest documents that each document may be linked to", symbol="k", low=1, high=200)
    limit: float = param(
        -0.5,
        "log odds from which two groups are one story; lower makes fewer and larger stories (-0.5 was the best mean "
        "over seven sets, each left out of the weights)",
        low=-10.0,
        high=10.0,
    )
    window: int = param(20_000, "documents clustered at once; more are taken window by window", low=100)
    embed: bool = param(
        False, "compare English headlines by word vectors too, which the extra 'embed' brings (needs no network)"
    )
    memory: float = param(90.0, "days without news after which a story takes no more documents", low=1.0, unit="days")
    copy_likeness: float = param(
        0.8, "share of common five-word pieces from which two texts are near-copies", low=0.3, high=1.0
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TrustParams(Params):
    """Trust: weights of the terms of T = sigmoid(b0 + b1·logit(A) + b2·K + b3·V + b4·O − b5·X) (N12)."""

    base: float = param(-1.2, "where an article of a source rated 0.5 starts", symbol="b0")
    authority: float = param(1.0, "weight of the source's authority", symbol="b1", low=0.0)
    corroboration: float = param(1.0, "weight of independent sources with the same story", symbol="b2", low=0.0)
    transparency: float = param(0.6, "weight of author, date, source, citations", symbol="b3", low=0.0)
    originality: float = param(0.4, "weight of text not found in an earlier item", symbol="b4", low=0.0)
    contradiction: float = param(2.0, "weight of figures against the story's majority", symbol="b5", low=0.0)
    ratings: str = param("", "CSV file of domain, rating (0 to 1) and, if known, owner")
    near: float = param(24.0, "hours within which figures of a story are compared", low=1.0, unit="hours")


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrencyParams(Params):
    """Currency: C = 0.5^(age/h)·(1−S) (N13)."""

    usual_half_life: float = param(
        72.0, "half-life of a story with fewer than six dated documents", low=6.0, unit="hours"
    )
    shortest: float = param(6.0, "shortest half-life", low=0.1, unit="hours")
    longest: float = param(8760.0, "longest half-life", low=1.0, unit="hours")
    superseded: float = param(0.9, "what a wholly superseded article loses", symbol="S", low=0.0, high=1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class HotParams(Params):
    """Hot topics: H = z·ln(1+sources)·N (N14)."""

    window: float = param(24.0, "hours that are looked at", low=0.1, unit="hours")
    history: int = param(30, "windows before it that make a topic's history", low=1)
    alarm: float = param(
        3.7, "burst from which a topic is hot; 3.7 lets one quiet window in 10,000 pass for one", symbol="z", low=0.0
    )
    quiet: float = param(0.25, "documents per window expected of a topic without history", low=0.001)
    doubt: float = param(5.0, "windows of history that this expectation is worth while there is none", low=0.1)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvolutionParams(Params):
    """Evolution: clusters per time slice and the passages between them (N15)."""

    slice_hours: float = param(48.0, "length of a time slice", low=0.1, unit="hours")
    likeness: float = param(0.15, "two groups of a slice are one episode from this likeness on", low=0.0, high=1.0)
    passage: float = param(0.2, "likeness from which an episode goes on into a later one", low=0.0, high=1.0)
    share: float = param(0.6, "a second passage counts from this share of the best one on", low=0.0, high=1.0)
    parent: float = param(
        0.4, "a further parent of a new thread counts from this share of the first one on", low=0.0, high=1.0
    )
    reach: int = param(3, "slices that an episode may be silent", low=1)
