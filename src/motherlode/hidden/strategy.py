"""The choice of a strategy by what the probe found and what counts as cost."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.errors import UsageError
from motherlode.hidden.batch import Batch
from motherlode.hidden.classic import Binary, Classic, SortBased, ThreeSection
from motherlode.hidden.facts import Facts
from motherlode.hidden.guided import Guided
from motherlode.hidden.plan import History, cheapest_axis, splittable, whole
from motherlode.hidden.sorted_sweep import SortedSweep
from motherlode.hidden.sweep import Costs
from motherlode.model.hidden import Axis, Box, Points

COUNTED = 0.98
"""Share of k that a second try resolves where a count is shown: best of 0.98, 1.0 and 1.04 on land tables of seeds
10 to 12 (1.155, 1.157 and 1.171 times OPT at k = 5000)."""

_CLASSIC: dict[str, type[Classic]] = {"binary": Binary, "sort-based": SortBased, "three-section": ThreeSection}


@dataclass(frozen=True, slots=True)
class Choice:
    """A strategy with the reason for it."""

    name: str
    reason: str


def choose(facts: Facts, wanted: str, cost: str, sort_axes: list[int]) -> Choice:
    """The strategy: the one that is wanted, or the cheapest for what the site shows."""
    if wanted == "sorted" and not sort_axes and facts.sorted_axis is None:
        raise UsageError("--strategy sorted: the site offers no sort key and its answers are not sorted; use guided")
    if wanted == "batch" and not facts.counts:
        raise UsageError("--strategy batch needs an exact count on the result page; use guided")
    if wanted != "auto":
        return Choice(wanted, "chosen by name")
    ordered = (bool(sort_axes) or facts.sorted_axis is not None) and not facts.avoid
    if cost == "rounds" and facts.counts:
        return Choice("batch", "few rounds are wanted and exact counts are shown")
    cheap_overflow = facts.visible or facts.counts or facts.jumps
    if ordered and (cost == "queries" or not cheap_overflow):
        return Choice("sorted", "answers come in order, so each resolves all values but its last")
    return Choice("guided", "exact counts are shown" if facts.counts else "only overflow is shown")


def costs_of(facts: Facts, cost: str) -> tuple[Costs, int | None]:
    """What a leaf and an overflow cost beyond the pages of the rows, and how many rows of an overflow to read."""
    if cost != "pages":
        return Costs(retry_fill=COUNTED if facts.counts else 0.92), None
    if facts.visible or facts.counts:
        return Costs(leaf=0.5, overflow=1.0, retry_fill=0.85), facts.page
    if facts.jumps:
        return Costs(leaf=1.0, overflow=2.0, retry_fill=0.85), facts.page
    return Costs(leaf=0.5, overflow=max(1.0, facts.k / max(facts.page, 1)), retry_fill=0.85), None


def make_planner(
    choice: Choice,
    axes: tuple[Axis, ...],
    facts: Facts,
    cost: str,
    *,
    sort_axes: list[int],
    sample: Points,
    rows: float,
    history: History | None = None,
    boxes: list[Box] | None = None,
) -> Guided | Classic | SortedSweep | Batch:
    """The planner of a choice, over the whole domain or over some boxes of it."""
    costs, enough = costs_of(facts, cost)
    if choice.name in _CLASSIC:
        return _CLASSIC[choice.name](axes, facts.k, boxes=boxes, history=history, enough=enough)
    if choice.name == "sorted" and boxes is None:
        axis = sort_axes[0] if sort_axes else facts.sorted_axis
        return SortedSweep(axes, facts.k, axis or 0, offered=bool(sort_axes),
                           falling=facts.falling and not sort_axes, history=history)  # fmt: skip
    ordered = [i for i in splittable(whole(axes)) if axes[i].kind != "category"]
    if choice.name == "batch" and boxes is None and ordered:
        axis = cheapest_axis(axes, whole(axes), sample, rows, facts.k, ordered)
        return Batch(axes, facts.k, axis, history=history, fair=facts.sorted_axis is None)
    avoid = tuple(number for number, axis in enumerate(axes) if axis.name in facts.avoid)
    return Guided(axes, facts.k, costs=costs, enough=enough, boxes=boxes, avoid=avoid, history=history)
