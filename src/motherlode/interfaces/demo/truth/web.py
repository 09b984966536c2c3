"""The truth about the whole sample web."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.interfaces.demo.truth.catalogue import DomainTruth
from motherlode.interfaces.demo.truth.news import NewsTruth
from motherlode.interfaces.demo.truth.odd import OddTruth
from motherlode.interfaces.demo.truth.universities import UniversityTruth


@dataclass(frozen=True, slots=True)
class Truth:
    """All there is to know, by kind."""

    news: NewsTruth
    universities: tuple[UniversityTruth, ...]
    books: DomainTruth
    papers: DomainTruth
    products: DomainTruth
    odd: OddTruth

    def university(self, host: str) -> UniversityTruth:
        """A university by host."""
        return next(item for item in self.universities if item.host == host)

    @property
    def domains(self) -> tuple[DomainTruth, ...]:
        """Books, papers and products."""
        return (self.books, self.papers, self.products)
