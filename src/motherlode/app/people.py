"""People from pages that a person names: files, folders, archives and addresses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from motherlode.app.inputs import Unread, pages_of
from motherlode.dom.tree import parse
from motherlode.errors import MotherlodeError
from motherlode.extract.people import PeopleParams, extract_page
from motherlode.model.people import Person
from motherlode.model.plain import plain
from motherlode.model.ports import Fetcher
from motherlode.pages.decode import decode


@dataclass(frozen=True, slots=True)
class PageOfPeople:
    """The people of one page, or why it could not be read."""

    page: str
    url: str = ""
    people: tuple[Person, ...] = ()
    error: str = ""


def people_of(
    items: Iterable[str],
    params: PeopleParams | None = None,
    fetcher: Fetcher | None = None,
    *,
    same_site: bool = False,
) -> Iterator[PageOfPeople]:
    """The people of every page; with `same_site` the paths learned on a page help to read the next ones."""
    params = params or PeopleParams()
    known: frozenset[str] = frozenset()
    for given in pages_of(items, fetcher):
        if isinstance(given, Unread):
            yield PageOfPeople(given.page, error=given.error)
            continue
        try:
            tree = parse(decode(given.body, given.content_type).text)
            found = extract_page(tree, given.url, params, known)
        except MotherlodeError as error:
            yield PageOfPeople(given.page, given.url, error=error.message)
            continue
        if same_site:
            known |= found.signatures
        yield PageOfPeople(given.page, given.url, found.people)


def line_of(page: PageOfPeople) -> dict[str, Any]:
    """A page as the line that scripts read."""
    line: dict[str, Any] = {"page": page.page, "url": page.url}
    return {**line, "error": page.error, "people": []} if page.error else {**line, "people": plain(page.people)}
