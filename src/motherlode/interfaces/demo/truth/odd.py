"""The truth about the odd site: pages that go wrong on purpose."""

from __future__ import annotations

from dataclasses import dataclass


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
