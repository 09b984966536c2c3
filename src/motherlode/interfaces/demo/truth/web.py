"""The truth about the whole sample web."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.interfaces.demo.truth.catalogue import DomainTruth
from motherlode.interfaces.demo.truth.news import NewsTruth
from motherlode.interfaces.demo.truth.universities import UniversityTruth


@dataclass(frozen=True, slots=True)
class OddPage:
    """A page that goes wrong: what `kind` of trouble, and what is right about it.

    `text` stands on the page when it is read rightly, `leads_to` is where a redirect ends.
    """

    path: str
    kind: str
    text: str = ""
    encoding: str = "utf-8"
    leads_to: str = ""


@dataclass(frozen=True, slots=True)
class OddTruth:
    """All odd pages, and the host whose robots.txt fails."""

    host: str
    pages: tuple[OddPage, ...]
    host_without_robots: str

    def of(self, kind: str) -> tuple[OddPage, ...]:
        """The pages with that trouble."""
        return tuple(page for page in self.pages if page.kind == kind)


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
