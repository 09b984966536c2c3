"""One reading of an imitated site in memory: rows, certificate, and whether the certificate told the truth."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from motherlode.errors import MotherlodeError
from motherlode.hidden.crawl import Crawl
from motherlode.hidden.description import description_of
from motherlode.hidden.ledger import Ledger
from motherlode.hidden.params import HiddenParams
from motherlode.hidden.report import Report
from motherlode.hidden.source import WebSource
from motherlode.hidden.verify import verify


async def at_once(seconds: float) -> None:
    """Waits for nothing: time is an argument of the source."""


@dataclass(frozen=True)
class Outcome:
    """What a run said, and what is true."""

    verdict: str
    missing: int
    extra: int
    report: Report | None = None
    error: str = ""
    kinds: tuple[str, ...] = ()

    @property
    def lies(self) -> bool:
        """The law: the output is complete, or the certificate says that it may not be."""
        return self.verdict == "complete" and (self.missing > 0 or self.extra > 0)


def read_site(
    site: Any,
    values: dict[str, Any] | None = None,
    params: HiddenParams | None = None,
    ledger: Ledger | None = None,
    resume: bool = False,
) -> Outcome:
    """Reads a site that stands in memory and compares with its truth; a ledger of its own is kept."""
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    ledger = ledger or Ledger(engine, "run")
    source = WebSource(description_of(values or site.describe()), site, None, at_once)
    try:
        report = asyncio.run(Crawl(source, ledger, params or HiddenParams(workers=2)).run(resume=resume))
    except MotherlodeError as error:
        return Outcome("refused", len(site.truth()), 0, error=f"{type(error).__name__}: {error.message}")
    rows = list(ledger.rows())
    shown = sorted(
        json.dumps({key: value for key, value in row.items() if key != "_id"}, sort_keys=True) for row in rows
    )
    truth = site.truth()
    missing, extra = _less(truth, shown), _less(shown, site.ever())
    missing += len(site.always_ids() - {row.get("id") for row in rows})
    assert report.certificate is not None
    verify(report.certificate, rows)
    engine.dispose()
    kinds = tuple(dict.fromkeys(one.kind for one in report.certificate.assumptions))
    return Outcome(report.certificate.verdict, missing, extra, report, kinds=kinds)


def _less(one: list[str], other: list[str]) -> int:
    from collections import Counter

    return sum((Counter(one) - Counter(other)).values())
