"""Parameters of the exploration of universities."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.params import Params, param


@dataclass(frozen=True, slots=True, kw_only=True)
class UniversityParams(Params):
    """Universities (U1): how far and how widely a site is explored."""

    max_pages: int = param(3000, "pages fetched from one university at the most", low=1)
    tries: int = param(3, "pages tried where links promise a list and the first does not hold it", low=1)
    parallel: int = param(4, "pages of one university fetched at a time", low=1, high=64)
    following_pages: int = param(20, "further pages of a list of people that are followed", low=0)
    more_lists: int = param(2, "further lists of people of one department (staff, emeriti) that are followed", low=0)
    confident: float = param(
        0.7, "how sure a link's words must be to be followed before the page itself is read", low=0
    )
