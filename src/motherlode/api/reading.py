"""Articles, records and people of one page, at once or awaited.

One implementation serves all forms: a page is taken as it is given or fetched, then read by one of three functions.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from motherlode.api.inputs import PageInput, fetched_page, kept_page, waited_for
from motherlode.api.results import Results
from motherlode.app.inputs import GivenPage, Unread
from motherlode.errors import ExtractError, MotherlodeError
from motherlode.model.article import Article
from motherlode.model.people import Person
from motherlode.model.records import Record, Region

if TYPE_CHECKING:
    from typing import Unpack

    from motherlode.api.markdown import Markdown
    from motherlode.api.options import ArticleOptions, PeopleOptions, RecordOptions
    from motherlode.app.extract.records import PageRecords

T = TypeVar("T")
Reader = Callable[[GivenPage, Mapping[str, Any]], T]


class Records(Results[Record]):
    """The records of a page's main list; `regions` has all lists, `reason` says why there is none.

    `xpath` and `css` find the records again, `next_page` and `total` are what the page says about the rest.
    """

    def __init__(self, found: PageRecords) -> None:
        super().__init__(found.regions[0].records if found.regions else (), row=_fields)
        self._found = found
        self.regions: tuple[Region, ...] = found.regions
        self.page, self.url, self.reason = found.page, found.url, found.reason
        self.next_page, self.total, self.notes = found.next_page, found.total, found.notes
        self.xpath = found.wrapper.entity_xpath if found.wrapper else ""
        self.css = found.wrapper.entity_css if found.wrapper else ""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the main list's columns."""
        return tuple(column.name for column in self.regions[0].columns) if self.regions else ()

    def to_line(self) -> dict[str, Any]:
        """The page as `motherlode extract records --jsonl` prints it."""
        from motherlode.app.extract.records import line_of

        return line_of(self._found)


def _fields(record: Record) -> dict[str, Any]:
    return dict(record.fields)


def read_article(page: GivenPage, options: Mapping[str, Any]) -> Article | Unread:
    """The article of a page; `options` are those of the article, with `markdown` and `templates` beside them."""
    from motherlode.api.markdown import shaped
    from motherlode.app.extract.articles import article_of
    from motherlode.extract.article import NewsParams

    rest = {name: value for name, value in options.items() if name not in ("markdown", "templates")}
    params = NewsParams.from_mapping(rest)  # a wrong option is the caller's mistake, not the page's
    try:
        found = article_of(page, params, options.get("templates"))
    except MotherlodeError as error:
        return Unread(page.page, error.message)
    return shaped(found, options.get("markdown"))


def read_records(page: GivenPage, options: Mapping[str, Any]) -> Records | Unread:
    """The record lists of a page."""
    from motherlode.app.extract.records import records_of_page
    from motherlode.extract.records import RecordParams

    found = records_of_page(page, RecordParams.from_mapping(options))
    return Unread(page.page, found.error) if found.error else Records(found)


def read_people(page: GivenPage, options: Mapping[str, Any]) -> Results[Person] | Unread:
    """The people of a page."""
    from motherlode.dom.tree import parse
    from motherlode.extract.people import PeopleParams, extract_page
    from motherlode.pages.decode import decode

    params = PeopleParams.from_mapping(options)
    try:
        tree = parse(decode(page.body, page.content_type).text)
        return Results(extract_page(tree, page.url, params, frozenset()).people)
    except MotherlodeError as error:
        return Unread(page.page, error.message)


def _told(found: T | Unread) -> T:
    """What was found; raises ExtractError where the page could not be read."""
    if isinstance(found, Unread):
        raise ExtractError(found.error, page=found.page)
    return found


def one(read: Reader[T | Unread], given: PageInput, url: str, allow_private: bool, options: Mapping[str, Any]) -> T:
    """Reads one page at once."""
    page = kept_page(given, url)
    if page is None:
        page = waited_for(fetched_page(str(given), allow_private=allow_private))
    return _told(read(page, options))


async def awaited(
    read: Reader[T | Unread], given: PageInput, url: str, allow_private: bool, options: Mapping[str, Any]
) -> T:
    """Reads one page without holding the event loop up."""
    page = await asyncio.to_thread(kept_page, given, url)
    if page is None:
        page = await fetched_page(str(given), allow_private=allow_private)
    return _told(await asyncio.to_thread(read, page, options))


def article(
    page: PageInput, *, url: str = "", markdown: Markdown | None = None, allow_private: bool = False,
    **options: Unpack[ArticleOptions],
) -> Article:  # fmt: skip
    """The article on a page: title, times, source, authors, text, links, each with its evidence (N4).

    `page` is an address, a path, HTML as text or bytes, or a saved response; `url` is the page's address where it is
    not known otherwise. `markdown` says what the Markdown holds.

    >>> article("<h1>A bridge opens</h1><p>The bridge was opened, after two years of work, on Monday.</p>").title
    'A bridge opens'
    """
    return one(read_article, page, url, allow_private, {**options, "markdown": markdown})


def records(
    page: PageInput, *, url: str = "", allow_private: bool = False, **options: Unpack[RecordOptions]
) -> Records:
    """The records of a page's main list, found without selectors; `.regions` has all lists (E1–E6).

    >>> rows = "".join(f"<li><a href='/b{n}'>Book {n}</a> <b>$ {n}.50</b></li>" for n in range(1, 9))
    >>> [record.texts for record in records(f"<ul>{rows}</ul>")][:2]
    [('Book 1', '$ 1.50'), ('Book 2', '$ 2.50')]
    """
    return one(read_records, page, url, allow_private, options)


def people(
    page: PageInput, *, url: str = "", allow_private: bool = False, **options: Unpack[PeopleOptions]
) -> Results[Person]:
    """The people on a page with titles, links and e-mail (U5–U8)."""
    return one(read_people, page, url, allow_private, options)
