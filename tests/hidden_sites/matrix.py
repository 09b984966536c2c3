"""The matrix {order} × {count} × {paging} × {faults} × {lies} × {types}: one random cell for every seed."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.hidden_sites.liars import CHANGING
from tests.hidden_sites.odd import EVERY_LIE, EVERY_SHORT, OddSite
from tests.hidden_sites.running import Outcome
from tests.hidden_sites.table_site import CATEGORIES, TableSite, Ways

ORDERS = ("random", "insertion", "rising", "falling", "unsteady")
COUNTS = ("none", "exact", "capped", "far-capped", "plus", "near", "rounded")
PAGINGS = ("page", "offset", "cursor", "next", "link")
FAULTS = ("", "errors", "empty", "short", "cut", "nothing", "lower caps", "stubborn")
CUTTING = frozenset({"empty", "short", "lower caps", "stubborn"})
FINER = frozenset({"fractions", "zones", "whole numbers", "equal ends"})
KINDS = (("number",), ("date",), ("time",), ("category", "number"), ("number", "date"), ("date", "category"))


def site_of(seed: int, **fixed: Any) -> TableSite:
    """The site of a seed: each part of its ways drawn by itself, `fixed` ones given."""
    rng = np.random.default_rng([seed, 77])

    def pick(choices: Any, first: float = 0.0) -> Any:
        return choices[0] if rng.random() < first else choices[int(rng.integers(len(choices)))]

    decimals = int(pick((0, 0, 1, 3)))
    drawn: dict[str, Any] = {
        "order": pick(ORDERS, 0.2), "count": pick(COUNTS), "paging": pick(PAGINGS), "fault": pick(FAULTS, 0.1),
        "kinds": pick(KINDS), "k": int(pick((12, 20, 40))), "page": int(pick((4, 10, 20))),
        "message": bool(rng.random() < 0.3), "past": int(pick((404, 422, 400, 200))),
        "exclusive": pick(("both", "low", "high", "none"), 0.5), "nulls": float(pick((0.0, 0.0, 0.0, 0.05))),
        "ids": bool(rng.random() < 0.8), "shared_ids": bool(rng.random() < 0.1), "decimals": decimals,
        "shown_decimals": max(0, decimals - int(rng.random() < 0.15)), "hidden_value": bool(rng.random() < 0.2),
        "listed": int(pick((7, 7, 4))), "rate": float(pick((0.01, 0.05))),
        "hours": bool(rng.random() < 0.15),
    }  # fmt: skip
    rows = int(pick((2, 12, 40, 90) if drawn["order"] == "unsteady" else (2, 12, 40, 90, 200)))
    drawn["lie"] = pick(EVERY_LIE) if rng.random() < 0.6 else ""
    if drawn["lie"] in {"any case", "beginnings", "two values", "trimmed"} and "category" not in drawn["kinds"]:
        drawn["kinds"] = ("category", "number")
    if drawn["lie"] in {"whole numbers", "points as thousands"} and "number" not in drawn["kinds"]:
        drawn["kinds"] = ("number",)
    if drawn["lie"] == "null as nought":
        drawn |= {"nulls": 0.05, "kinds": ("number", "date")}
    if drawn["lie"] == "distinct rows":
        drawn["ids"] = False
    if drawn["lie"] == "ends differ":
        drawn["kinds"] = ("number", "date")
    return OddSite(Ways(**{**drawn, **fixed}), rows=rows, seed=seed)


def broken_assumptions(site: TableSite, found: Outcome) -> list[str]:
    """The named assumptions that the site breaks: what excuses "complete if" with rows missing."""
    ways, lie = site.ways, site.ways.lie
    broken = {
        "nulls": ways.nulls > 0,
        "values": ways.listed < len(CATEGORIES) or lie in {"any case", "beginnings", "two values", "trimmed"},
        "ends": ways.hidden_value,
        "step": ways.decimals > ways.shown_decimals
        or ways.hours
        or lie in {"fractions", "zones", "whole numbers", "equal ends"},
        "cap": ways.fault in {"empty", "short", "lower caps", "stubborn"}
        or ways.order == "unsteady"
        or lie in EVERY_SHORT,
        "copies": not ways.ids or ways.order == "unsteady",
        "rest": ways.order == "unsteady" or lie in CHANGING or lie == "old counts",
        "order": ways.nulls > 0,
    }
    return [kind for kind in found.kinds if broken.get(kind)]
