"""Parameters of the people extractor."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.params import Params, param

STRATEGIES = ("signatures", "paper", "lexicon")


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleParams(Params):
    """People on listing pages (U4–U8): how names are told, and the paper's own thresholds."""

    strategy: str = param(
        "signatures",
        "signatures: all evidence, by path; paper: definitions 1–3 and algorithm 1; lexicon: listed names only",
        choices=STRATEGIES,
    )
    accept: float = param(0.5, "probability from which a name is accepted", low=0.0, high=1.0)
    staff: float = param(
        0.5, "probability from which a page presents its people; below it mentions of people are left out", low=0.0,
        high=1.0,
    )  # fmt: skip
    names_file: str = param("", "a text file with further names, one a line")
    inherit: bool = param(True, "names without a title take the rank of the heading above them")
    prose: bool = param(True, "read names in running text where a page has no list")
    match_rate: float = param(
        0.75, "strategy paper: share of units that hold a listed name", symbol="W", low=0.0, high=1.0
    )
    similarity: float = param(0.8, "strategy paper: similarity of two subtrees", symbol="S", low=0.0, high=1.0)
    min_units: int = param(3, "strategy paper: more repeating units than this make a set", symbol="k", low=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitParams(Params):
    """Colleges and departments (U2, U3)."""

    strategy: str = param(
        "place",
        "place: words, place and programmes told apart; paper: definitions 1 and 2",
        choices=("place", "paper"),
    )
    match_rate: float = param(
        0.5, "share of a record set that must read as units; the paper says 0.65", symbol="W", low=0.0, high=1.0
    )
    min_units: int = param(2, "more records than this make a set; the paper says 4", symbol="s", low=1)
    programme_share: float = param(
        0.34, "share of degree programmes above which a set is none of units", low=0.0, high=1.0
    )
