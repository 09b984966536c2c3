"""The truth about the whole sample web."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.interfaces.demo.truth.news import NewsTruth


@dataclass(frozen=True, slots=True)
class Truth:
    """All there is to know, by kind."""

    news: NewsTruth
