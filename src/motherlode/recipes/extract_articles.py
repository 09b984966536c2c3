"""Articles from pages that a person names: read, decoded, parsed once and extracted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from motherlode.dom.tree import parse
from motherlode.errors import MotherlodeError
from motherlode.extract.news import HostTemplate, NewsParams, extract
from motherlode.model.article import Article
from motherlode.model.ports import Fetcher
from motherlode.pages.decode import decode
from motherlode.recipes.inputs import GivenPage, Unread, pages_of
from motherlode.text.mojibake import repaired


@dataclass(frozen=True, slots=True)
class ExtractedPage:
    """A page's article, and how the page was named."""

    page: str
    article: Article


def extract_articles(
    items: Sequence[str],
    params: NewsParams | None = None,
    fetcher: Fetcher | None = None,
    template_of: Callable[[str], HostTemplate | None] = lambda host: None,
) -> Iterator[ExtractedPage | Unread]:
    """An article or the reason why there is none, for every page of `items`, one at a time."""
    for page in pages_of(items, fetcher):
        if isinstance(page, Unread):
            yield page
            continue
        try:
            yield ExtractedPage(page.page, article_of(page, params))
        except MotherlodeError as error:
            yield Unread(page.page, error.message)


def article_of(page: GivenPage, params: NewsParams | None = None, template: HostTemplate | None = None) -> Article:
    """The article of one page given as bytes."""
    text = repaired(decode(page.body, page.content_type).text)
    return extract(parse(text), page.url, params, template)
