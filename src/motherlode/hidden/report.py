"""The report of a run: rows, cost, verdict, and the certificate: what the answers prove, what is missing."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.special import betaincinv

from motherlode.errors import CertificateRefused, HiddenError
from motherlode.hidden.counts import contradiction
from motherlode.hidden.description import Attribute
from motherlode.hidden.guided import Guided
from motherlode.hidden.plan import Plan, lower_bound, whole
from motherlode.hidden.verify import verify
from motherlode.model.hidden import NO_VALUE, Assumption, Box, Certificate, Leaf, Points, Unreachable

if TYPE_CHECKING:
    from motherlode.hidden.crawl import Crawl


_TAIL = 0.025
"""The chance that the truth lies below the interval, and that it lies above it."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Rows of the site: the best guess, the interval (`high` None when nothing bounds it), and what it rests on."""

    total: int
    low: int
    high: int | None
    basis: str

    def words(self) -> str:
        """For a person: '12,000', '≈ 12,000 (11,000 … 13,500)' or 'at least 900'."""
        if self.high is None:
            return f"at least {self.low:,}"
        if self.low == self.high:
            return f"{self.total:,}"
        return f"≈ {self.total:,} ({self.low:,} … {self.high:,})"


class Census:
    """The rows of the first overflowing answer as marked ones: the share of them met so far tells the share of all.

    The forecasts of a guided sweep are a second opinion; where the two differ the interval holds both.
    """

    def __init__(self, sample: Points) -> None:
        self.sample = sample
        self.met = np.zeros(len(sample), dtype=bool)
        self.rows = 0

    def add(self, box: Box, rows: int) -> None:
        """A box was read whole."""
        inside = np.ones(len(self.sample), dtype=bool)
        for axis, (low, high) in enumerate(box):
            inside &= (self.sample[:, axis] >= low) & (self.sample[:, axis] <= high)
        self.met |= inside
        self.rows += rows

    def estimate(self, planner: Plan | None) -> Estimate:
        """Of the rows in all, from what has been read."""
        met, size = int(self.met.sum()), len(self.sample)
        second = self._forecast(planner)
        if not met or not size:
            if second is None:
                return Estimate(self.rows, self.rows, None, "rows read so far")
            return Estimate(second, self.rows, None, "the forecast of the sweep")
        total = self.rows * size / met
        # the interval of Clopper and Pearson for the share of marked rows met: right for few marked rows too
        least = float(betaincinv(met, size - met + 1, _TAIL))
        most = float(betaincinv(met + 1, size - met, 1 - _TAIL)) if met < size else 1.0
        low, high = max(float(self.rows), self.rows / most), self.rows / least
        if second is not None:
            low, high = max(float(self.rows), min(low, second)), max(high, float(second))
        return Estimate(round(total), round(low), round(high), f"{met} of {size} marked rows met again")

    def _forecast(self, planner: Plan | None) -> int | None:
        if not isinstance(planner, Guided) or not planner.lanes or planner.boxes:
            return None
        ahead = sum(lane.forecast.mass(gap.start, gap.stop) for lane in planner.lanes for gap in lane.gaps)
        return self.rows + round(ahead)


@dataclass(slots=True)
class Report:
    """What a run found and what it cost."""

    rows: int = 0
    queries: int = 0
    requests: int = 0
    rounds: int = 0
    strategy: str = ""
    reason: str = ""
    k: int = 0
    limit_queries: int = 0
    limit_requests: int = 0
    seconds: float = 0.0
    verdict: str = ""
    unreachable: list[Unreachable] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    certificate: Certificate | None = None
    estimate: Estimate | None = None
    stopped: bool = False
    spent: bool = False
    """It ended by itself before all was read: the allowed requests were made, or the site answers no more."""
    changes: dict[str, int] | None = None
    """Rows added, removed and changed since the earlier reading; None where there was none to compare with."""


def report_of(crawl: Crawl) -> Report:
    """What a run found and what it cost, with its certificate."""
    facts = crawl.facts
    rows = crawl.ledger.count()
    certificate = certified(crawl)
    return Report(
        rows=rows,
        queries=crawl.source.queries,
        requests=crawl.source.requests,
        rounds=crawl.rounds,
        strategy=crawl.choice.name,
        reason=crawl.choice.reason,
        k=facts.k,
        limit_queries=lower_bound(rows, max(facts.k, 1)),
        limit_requests=lower_bound(rows, max(facts.page, 1)),
        seconds=round(time.monotonic() - crawl.started, 2),
        verdict=certificate.verdict,
        unreachable=list(certificate.unreachable),
        notes=list(facts.notes),
        certificate=certificate,
        estimate=_final(crawl, rows),
        stopped=crawl.stopped,
        spent=bool(crawl.ended),
        changes=crawl.ledger.difference() if crawl.updating and not crawl.stopped else None,
    )


def _final(crawl: Crawl, rows: int) -> Estimate:
    """After a whole reading the rows are known, but for those in unreachable boxes of unknown size."""
    if crawl.total is not None or crawl.stopped:
        return crawl.estimate()
    known = rows + sum(hole.missing or 0 for hole in crawl.unreachable)
    open_end = any(hole.missing is None for hole in crawl.unreachable)
    return Estimate(known, known, None if open_end else known, "every row that can be reached was read")


def as_json(report: Report) -> dict[str, Any]:
    """The report as the command prints it."""
    made = {name: getattr(report, name) for name in report.__slots__ if name != "certificate"}
    certificate = report.certificate
    if not isinstance(certificate, Certificate):
        raise HiddenError("a report without a certificate")
    return {
        **made,
        "estimate": asdict(report.estimate) if report.estimate else None,
        "unreachable": [asdict(hole) for hole in report.unreachable],
        "certificate": asdict(certificate),
    }


_MOST_COUNTED = 500
"""Counts of wider ranges that a certificate holds."""


def certified(crawl: Crawl) -> Certificate:
    """The certificate of what a run has read; one that its own check refuses says that it is incomplete, and why."""
    made = _certificate(crawl)
    try:
        verify(made)
    except CertificateRefused as refused:
        hole = Unreachable(whole(crawl.axes), f"the proof does not hold: {refused.message}", None, 0)
        made = replace(made, unreachable=(*made.unreachable, hole))
    return made


def _certificate(crawl: Crawl) -> Certificate:
    ledger, facts = crawl.ledger, crawl.facts
    holes, given = _uncertain_cap(crawl, [*crawl.unreachable, *_unread(crawl)], ledger.count())
    holes += _full(crawl, given)
    holes = list({(hole.box, hole.null_axis): hole for hole in holes}.values())
    hidden = {hole.box for hole in holes if hole.null_axis is None}
    leaves = tuple(leaf for leaf in (*ledger.leaves(), *ledger.leaves("null")) if leaf.box not in hidden)
    strays = len(ledger.strays())
    rows = ledger.count()
    if strays and not holes and not (crawl.total is not None and crawl.total == rows):
        reason = f"{strays} rows were shown by a query and by no leaf that should hold them"
        holes.append(Unreachable(whole(crawl.axes), reason, None, 0))
    if crawl.restless and not holes and not (crawl.total is not None and crawl.total == rows):
        holes.append(Unreachable(whole(crawl.axes), "the answers contradicted each other to the end", None, 0))
    counted = _counted(crawl, leaves)
    if crawl.witnessed and not facts.changes:
        wrong = contradiction(crawl, counted, crawl.points("leaf", "null", "extra"))
        if wrong:
            crawl.total = None
            facts.note(wrong)
    refuted = sum(1 for shown in crawl.short if shown < facts.k)
    if refuted and crawl.total is None:
        reason = f"{refuted} answers were found that leave out rows without a sign; there may be others"
        holes.append(Unreachable(whole(crawl.axes), reason, None, 0))
    witness = crawl.total is not None and not crawl.stopped and crawl.total == rows and not holes
    assumptions = [] if witness else _assumptions(crawl, leaves)
    assumptions += given + _always(crawl) + crawl.update.assumptions()
    return Certificate(
        axes=crawl.axes,
        domain=whole(crawl.axes),
        k=facts.k,
        leaves=leaves,
        rows=rows,
        count=crawl.total,
        unreachable=tuple(holes),
        assumptions=tuple(assumptions),
        site=crawl.source.site.url,
        facts={
            "digest": ledger.digest(),
            "strategy": crawl.choice.name,
            "gapless": [made.name for made in crawl.source.attributes if _gapless(crawl, made)],
            "overlapping": [
                made.name for made in crawl.source.attributes if any(made.slack) or made.name in facts.loose
            ],
            "copies": facts.copies,
            "changes": facts.changes,
            "read_by_order": list(crawl.by_order),
            "audit": {"queries": crawl.audit.queries, "rows": crawl.audit.rows, "bound": crawl.audit.bound()},
            "stopped": crawl.stopped,
            "taken_over": crawl.update.taken_over,
        },
        counted=counted if witness else (),
        closed=tuple(f"{name} {side}" for name, sides in facts.closed.items() for side in sides),
    )  # fmt: skip


def _full(crawl: Crawl, given: list[Assumption]) -> list[Unreachable]:
    """Leaves with as many rows as the site shows at most, which no count calls whole."""
    k = crawl.facts.k
    full = [
        leaf
        for leaf in crawl.ledger.leaves()
        if leaf.count is None and not leaf.overflow and leaf.rows >= (2 * k if leaf.descending else k) and not given
    ]
    return [Unreachable(leaf.box, "as many rows are shown as the site shows at most", None) for leaf in full]


def _unread(crawl: Crawl) -> list[Unreachable]:
    """What a run that was stopped has not asked for."""
    if not crawl.stopped:
        return []
    left = crawl.total - crawl.ledger.count() if crawl.total is not None else None
    why = crawl.ended or "it was stopped"
    if left is None:
        why += f"; the site seems to hold {crawl.estimate().words()} rows"
    return [Unreachable(whole(crawl.axes), f"the reading did not come to its end: {why}", left, 0)]


def _uncertain_cap(crawl: Crawl, holes: list[Unreachable], rows: int) -> tuple[list[Unreachable], list[Assumption]]:
    """A point with as many rows as were ever shown is no hole where nothing else says that the site has a cap."""
    facts = crawl.facts
    if rows > facts.k or facts.visible or crawl.short or crawl.stopped or facts.unsteady:
        return holes, []
    points = [hole for hole in holes if hole.null_axis is None and hole.missing is None]
    if not points or len(points) != len(holes):
        return holes, []
    for leaf in crawl.ledger.leaves("part"):
        crawl.ledger.promote(leaf.box)
    text = f"an answer of {facts.k} rows is whole: the site shows more where there are more"
    return [], [Assumption("cap", text, "no answer showed more, and no sign of a cap was seen")]


def _counted(crawl: Crawl, leaves: tuple[Leaf, ...]) -> tuple[tuple[Box, int], ...]:
    """The counts of wider ranges that consist of whole leaves; the rows must add up to them."""
    free = [axis.full for axis in crawl.axes]
    made = [
        (box, count) for box, count in crawl.counted.items() if any(s != f for s, f in zip(box, free, strict=True))
    ]
    return tuple(pair for pair in made[:_MOST_COUNTED] if NO_VALUE not in pair[0])


def _assumptions(crawl: Crawl, leaves: tuple[Leaf, ...]) -> list[Assumption]:
    """What a reading rests on that no count of everything confirms."""
    made: list[Assumption] = []
    for number, axis in enumerate(crawl.axes):
        if all(leaf.box[number] == axis.full for leaf in leaves):
            continue
        made += _of_axis(crawl, number, leaves)
    k, facts = crawl.facts.k, crawl.facts
    counted = sum(1 for leaf in leaves if leaf.count is not None)
    evidence = [crawl.audit.words()]
    if counted:
        evidence.append(f"{counted} of {len(leaves)} leaves show as many rows as the site counts there")
    if crawl.short:
        evidence.append(f"the site did cut {len(crawl.short)} answers lower, at {min(crawl.short)} rows and more")
    if k:  # a run that ended before it was known has read no answer either
        text = f"an answer of fewer than {k} rows, or one that was empty twice, is whole"
        made.append(Assumption("cap", text, "; ".join(evidence)))
    changes = f"{facts.changes} signs of a change were seen" if facts.changes else "no sign of a change was seen"
    made.append(Assumption("rest", "the table did not change while it was read", changes))
    for name in crawl.by_order:
        said = "every answer stood in that order"
        made.append(Assumption("order", f"overflowing answers stand in the order of {name} without gaps", said))
    return made


def _of_axis(crawl: Crawl, number: int, leaves: tuple[Leaf, ...]) -> list[Assumption]:
    axis, facts = crawl.axes[number], crawl.facts
    attribute = crawl.source.attributes[number]
    free = crawl.source.free[number]
    seen = (
        f"of {free} rows shown without asking for {axis.name}, none does" if free else "nothing was asked without it"
    )
    made: list[Assumption] = []
    if not any(leaf.box[number] == NO_VALUE for leaf in leaves):
        made.append(
            Assumption("nulls", f"no row lacks a value of {axis.name}", seen.replace("does", "lacks it"), number)
        )
    if axis.kind == "category":
        text = f"{axis.name} has no value beyond the {len(axis.values)} that were asked for"
        made.append(Assumption("values", text, seen.replace("does", "has another"), number))
        return made
    closed = facts.closed.get(axis.name, [])
    low, high = attribute.text(axis.low), attribute.text(axis.high)
    for side, text in (("low", f"below {low}"), ("high", f"above {high}")):
        if side not in closed:
            evidence = "the site could not be asked for what lies there"
            made.append(Assumption("ends", f"no row has a value of {axis.name} {text}", evidence, number))
    if not _gapless(crawl, attribute):
        steps = "days" if axis.kind == "date" else f"steps of {attribute.width.normalize():f}"
        text = f"no value of {axis.name} lies between two {steps}"
        made.append(Assumption("step", text, f"all {crawl.ledger.count()} rows stand on such a step", number))
    return made


def _gapless(crawl: Crawl, attribute: Attribute) -> bool:
    """Whether two ranges side by side leave no value between them, whatever its step.

    A range that takes in one end leaves no gap either, but that it does was seen on a value as it is shown: one that
    is shown rounded may lie beside its own end.
    """
    if attribute.inclusive == "overlap":
        return attribute.name in crawl.facts.takes_ends
    return attribute.inclusive == "half"


def _always(crawl: Crawl) -> list[Assumption]:
    """What even an exact count cannot rule out."""
    facts = crawl.facts
    made: list[Assumption] = []
    if facts.copies:
        text = "equal rows of one answer are different rows, and none was shown twice instead of another"
        made.append(Assumption("copies", text, f"{facts.copies} rows are equal to another one in all they show"))
    if facts.changes and crawl.total is not None:
        text = "no row was put in place of another between two pages of one answer"
        made.append(Assumption("rest", text, f"{facts.changes} signs of a change were seen and read again"))
    if crawl.all_earlier:
        said = (
            f"an earlier run had read all {crawl.ledger.count()} rows; --update compares them with the site of today"
        )
        made.append(Assumption("rest", "the table is still what it was when it was read", said))
    return made
