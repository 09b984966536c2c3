"""Parameters of the exploration of universities."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.params import Params, param


@dataclass(frozen=True, slots=True, kw_only=True)
class UniversityParams(Params):
    """Universities (U1): how far and how widely a site is explored."""

    strategy: str = param(
        "site", "site: the whole site as a focused crawl; paper: the chain home, colleges, departments, faculty",
        choices=("site", "paper"),
    )  # fmt: skip
    max_pages: int = param(3000, "pages fetched from one university at the most", low=1)
    parallel: int = param(4, "pages of one university fetched at a time", low=1, high=64)
    promise: float = param(0.6, "how much a page must promise to be fetched once units and people are known", low=-5)
    patience: int = param(24, "pages in a row without a new unit or person after which the exploration ends", low=1)
    blind: int = param(
        60, "pages read breadth first where nothing promises anything and nothing was found yet", low=0
    )
    more: int = param(10, "pages read breadth first after the promising ones, where people were found", low=0)
    profiles: str = param(
        "lacking", "whose own pages are read for titles: lacking: everybody's where lists give hardly any; all: "
        "everybody's whose list lacks one; none", choices=("lacking", "all", "none"),
    )  # fmt: skip
    tries: int = param(
        3, "strategy paper: pages tried where links promise a list and the first does not hold it", low=1
    )
