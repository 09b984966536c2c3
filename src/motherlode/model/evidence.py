"""Why: where a value comes from, how a score came about, what was decided."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a value comes from: the rule that took it, the node it stood in, the page."""

    rule: str
    path: str = ""
    page: str = ""
    detail: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Term:
    """One named part of a score: its value, what it added, and the reason in words."""

    name: str
    value: float
    contribution: float
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision with its reason: `code` is a short stable word for counting, `reason` a sentence."""

    kept: bool
    code: str
    reason: str
    score: float | None = None
    terms: tuple[Term, ...] = ()
