"""Parameters of record extraction."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.extract.units import SIMILARITY
from motherlode.model.params import Params, param

MIN_SIM, EDIT_THRESHOLD = 0.6, 0.3
"""What the papers of D-EEM and MDR set."""

STRATEGIES = ("ours", "derl", "erl", "mdr", "units", "paths")


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordParams(Params):
    """Record lists: which algorithm, and how sure it must be."""

    strategy: str = param(
        "ours",
        "ours; D-EEM with and without data regions (derl, erl); MDR; repeating units and record sets of WEB-UIE "
        "(units, paths)",
        choices=STRATEGIES,
    )
    regions: int = param(3, "most lists given for a page", low=1, high=50)
    least_score: float = param(
        0.0, "expected quality (0 to 1) below which a list is not given, for pages that may hold none", low=0, high=1
    )
    least_listness: float = param(
        0.15,
        "likelihood (0 to 1) that a page holds records at all, below which none are given; 0 where every page does",
        low=0,
        high=1,
    )
    min_sim: float = param(
        MIN_SIM, "similarity from which a level of subtrees is frequent", symbol="minSim", low=0, high=1
    )
    unit_similarity: float = param(SIMILARITY, "similarity from which two units repeat", symbol="S", low=0, high=1)
    least_units: int = param(4, "repeating units, or members of a record set, at the least", symbol="k", low=2)
    edit_threshold: float = param(
        EDIT_THRESHOLD, "normalised distance up to which MDR calls two nodes similar", low=0, high=1
    )
