"""People and units of universities (U3–U8): names with titles, links and e-mail; colleges and departments."""

from __future__ import annotations

from motherlode.dom.tree import Tree
from motherlode.extract.people.page import PeoplePage, by_signatures
from motherlode.extract.people.paper import by_lexicon, by_paper
from motherlode.extract.people.params import PeopleParams, UnitParams
from motherlode.extract.people.units import units
from motherlode.model.people import Person


def extract(tree: Tree, url: str = "", params: PeopleParams | None = None) -> list[Person]:
    """The people of a page in the order in which they stand there (U5–U8)."""
    return list(extract_page(tree, url, params).people)


def extract_page(
    tree: Tree, url: str = "", params: PeopleParams | None = None, known: frozenset[str] = frozenset()
) -> PeoplePage:
    """The people that a page presents, and the path signatures that won; nobody where it only mentions some."""
    params = params or PeopleParams()
    found = judge_page(tree, url, params, known)
    return found if found.staff >= params.staff else PeoplePage((), frozenset(), found.staff)


def judge_page(
    tree: Tree,
    url: str = "",
    params: PeopleParams | None = None,
    known: frozenset[str] = frozenset(),
    shared: frozenset[str] = frozenset(),
    expected: frozenset[str] = frozenset(),
) -> PeoplePage:
    """All people of a page and how likely it presents them; `known` are signatures learned on the site's other pages.

    `shared` are parts of titles that every page of the site has, `expected` the keys of people whose page it is.
    """
    params = params or PeopleParams()
    if params.strategy == "paper":
        return PeoplePage(tuple(by_paper(tree, url, params)))
    if params.strategy == "lexicon":
        return PeoplePage(tuple(by_lexicon(tree, url, params)))
    return by_signatures(tree, url, params, known, shared=shared, expected=expected)


__all__ = ["PeoplePage", "PeopleParams", "UnitParams", "extract", "extract_page", "judge_page", "units"]
