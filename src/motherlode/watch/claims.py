"""What hosts claim about their pages, and how far each has deserved to be believed.

A claim is an ETag or date that says "unchanged", a sitemap's lastmod that says "changed", or a lifetime that says
"nothing new before". Each is held against what a visit shows, and believed with the share of times it was true. A tag
is held against pages that did change: on one that rests it is right whatever it says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Claim = Literal["unchanged", "lastmod", "lifetime"]

FIRST_TRUE, FIRST_ALL = 3.0, 4.0
"""Every claim begins as if it had been true three times in four."""

BELIEVED = 0.5
"""A claim that is true less often is not asked about any more."""

CHECK_EVERY = 6
"""After so many 'unchanged' in a row a page is asked for whole, so that a tag that always says so is found out."""

LONGEST = 1.0
"""Hours that a claimed lifetime is waited for at the most."""


class Claims:
    """Counts of true and of all claims, by host and kind."""

    def __init__(self) -> None:
        self._counts: dict[str, dict[str, list[float]]] = {}

    def heard(self, host: str, claim: Claim, *, true: bool) -> None:
        """A claim was held against the page; a lie weighs like three truths, since most visits find nothing new."""
        counts = self._counts.setdefault(host, {}).setdefault(claim, [0.0, 0.0])
        counts[0] += 1.0 if true else 0.0
        counts[1] += 1.0 if true else 3.0
        if counts[1] > 100:
            counts[0], counts[1] = counts[0] / 2, counts[1] / 2

    def trust(self, host: str, claim: Claim) -> float:
        """The share of a host's claims that are expected to be true."""
        true, heard = self._counts.get(host, {}).get(claim, (0.0, 0.0))
        return (true + FIRST_TRUE) / (heard + FIRST_ALL)

    def believed(self, host: str, claim: Claim) -> bool:
        """Whether the claim is worth anything."""
        return self.trust(host, claim) >= BELIEVED

    def rows(self, host: str) -> dict[str, list[float]]:
        """What is remembered of a host."""
        return self._counts.get(host, {})

    def restore(self, host: str, rows: Mapping[str, list[float]]) -> None:
        """What was remembered of a host."""
        self._counts[host] = {name: list(pair) for name, pair in rows.items()}


def lifetime(cache_control: str, ttl_minutes: float | None) -> float:
    """Hours that a list claims to hold: its max-age, or the ttl of a feed; 0 where it says nothing.

    >>> lifetime("public, max-age=1800", None), lifetime("no-store", 15)
    (0.5, 0.25)
    """
    for part in cache_control.lower().split(","):
        name, _, value = part.strip().partition("=")
        if name in {"max-age", "s-maxage"} and value.strip('"').isdigit():
            return min(LONGEST, int(value.strip('"')) / 3600)
    return min(LONGEST, ttl_minutes / 60) if ttl_minutes else 0.0
