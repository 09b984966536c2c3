"""The report of a run: rows, cost, verdict, certificate."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from motherlode.errors import HiddenError
from motherlode.hidden.bounds import lower_bound
from motherlode.hidden.estimate import Estimate
from motherlode.hidden.proof import certified
from motherlode.model.hidden import Certificate, Unreachable

if TYPE_CHECKING:
    from motherlode.hidden.crawl import Crawl


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
