"""Articles of crawled pages, by the news extractor (N4)."""

from __future__ import annotations

from dataclasses import replace

from motherlode.errors import MotherlodeError
from motherlode.extract.news.extractor import read
from motherlode.model.article import Article
from motherlode.model.crawl import ReadPage
from motherlode.model.pages import Response
from motherlode.pages.decode import decode

FRONT_LINKS = 10
"""A host's front page with so many links is a list, whatever its teasers look like."""

LEAST_CONTENT = 200
"""Characters of content from which a page is judged by it alone."""


class Extracting:
    """Extracts a page once, though several ask for it in turn."""

    def __init__(self) -> None:
        self._last: tuple[Response, Article] | None = None

    def __call__(self, response: Response, page: ReadPage) -> Article:
        """The page's article."""
        if self._last is None or self._last[0] is not response:
            self._last = (response, article_of(response, page))
        return self._last[1]

    def is_list(self, response: Response, page: ReadPage) -> bool:
        """Whether the extractor takes the page for a list."""
        front = page.url.count("/") <= 3 and page.url.endswith("/") and len(page.links) >= FRONT_LINKS
        return front or self(response, page).page_type == "list"


def article_of(response: Response, page: ReadPage) -> Article:
    """The page's news elements; a page that the extractor cannot read gives its title and whole text."""
    try:
        found = read(decode(response.body, response.header("content-type")).text, page.url)
    except MotherlodeError:
        return Article(url=page.url, title=page.title, content=page.text, language=page.language, links=page.links)
    return replace(found, url=page.url, title=found.title or page.title, content=found.content or page.text)


def judged_text(extracting: Extracting, response: Response, page: ReadPage, *, content_only: bool) -> ReadPage:
    """The page with the text that is judged: all of it, or the article's title and content.

    The article's own title leaves out the site's name, which would make every page of the site look alike.
    """
    if not content_only:
        return page
    article = extracting(response, page)
    text = article.content if len(article.content) > LEAST_CONTENT else page.text
    return replace(page, text=text, title=article.title)
