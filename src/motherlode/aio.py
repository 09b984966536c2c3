"""The functions of `motherlode` to await: pages are fetched by the running loop and read in a thread.

>>> import asyncio
>>> asyncio.run(article("<h1>A bridge opens</h1><p>It was opened, after two years of work, on Monday.</p>")).title
'A bridge opens'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from motherlode.api.reading import awaited, read_article, read_people, read_records

if TYPE_CHECKING:
    from typing import Unpack

    from motherlode.api.inputs import PageInput
    from motherlode.api.markdown import Markdown
    from motherlode.api.options import ArticleOptions, PeopleOptions, RecordOptions
    from motherlode.api.reading import Records
    from motherlode.api.results import Results
    from motherlode.model.article import Article
    from motherlode.model.people import Person

__all__ = ["article", "people", "records"]


async def article(
    page: PageInput, *, url: str = "", markdown: Markdown | None = None, allow_private: bool = False,
    **options: Unpack[ArticleOptions],
) -> Article:  # fmt: skip
    """As `motherlode.article`."""
    return await awaited(read_article, page, url, allow_private, {**options, "markdown": markdown})


async def records(
    page: PageInput, *, url: str = "", allow_private: bool = False, **options: Unpack[RecordOptions]
) -> Records:
    """As `motherlode.records`."""
    return await awaited(read_records, page, url, allow_private, options)


async def people(
    page: PageInput, *, url: str = "", allow_private: bool = False, **options: Unpack[PeopleOptions]
) -> Results[Person]:
    """As `motherlode.people`."""
    return await awaited(read_people, page, url, allow_private, options)
