"""Articles of crawled pages, by the news extractor (N4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from motherlode.dom.tree import Tree, parse
from motherlode.errors import MotherlodeError
from motherlode.extract.article.params import NewsParams
from motherlode.extract.article.pipeline import extract
from motherlode.extract.people.params import PeopleParams
from motherlode.extract.records.params import RecordParams
from motherlode.model.article import Article
from motherlode.model.crawl import ReadPage
from motherlode.model.pages import Response
from motherlode.pages.decode import decode

FRONT_LINKS = 10
"""A host's front page with so many links is a list, whatever its teasers look like."""

LIST_SHARE = 0.5
"""Share of a page's text inside links from which it is a list, unless the extractor sees an article.

Of 812 labelled articles 35 lie above it, and the extractor takes all of these for articles. Of 47 labelled lists it
finds 18 by itself and 23 with this share; the share alone would find three more and lose the 35 articles.
"""

LEAST_CONTENT = 200
"""Characters of content from which a page is judged by it alone."""


class Extracting:
    """Parses and extracts a page once, though several ask for it in turn; with the settings of each extractor."""

    def __init__(
        self, news: NewsParams | None = None, people: PeopleParams | None = None, records: RecordParams | None = None
    ) -> None:
        self.news, self.people, self.records = (
            news or NewsParams(),
            people or PeopleParams(),
            records or RecordParams(),
        )
        self._last: tuple[Response, Article] | None = None
        self._parsed: tuple[Response, Tree] | None = None
        self.tree_of_last: Callable[[Response], Tree | None] = lambda response: None
        """The tree of a page that somebody else has just parsed."""

    def tree(self, response: Response) -> Tree:
        """The page's tree; raises MotherlodeError for what cannot be read."""
        if self._parsed is None or self._parsed[0] is not response:
            tree = self.tree_of_last(response)
            if tree is None:
                tree = parse(decode(response.body, response.header("content-type")).text)
            self._parsed = (response, tree)
        return self._parsed[1]

    def __call__(self, response: Response, page: ReadPage) -> Article:
        """The page's article."""
        if self._last is None or self._last[0] is not response:
            self._last = (response, self._article(response, page))
        return self._last[1]

    def is_list(self, response: Response, page: ReadPage, link_share: float) -> bool:
        """Whether the page is a list of links: a front page, or by the extractor, or by the share of its links."""
        if page.url.count("/") <= 3 and page.url.endswith("/") and len(page.links) >= FRONT_LINKS:
            return True
        kind = self(response, page).page_type
        return kind == "list" or (kind != "article" and link_share > LIST_SHARE)

    def _article(self, response: Response, page: ReadPage) -> Article:
        """The page's news elements; a page that the extractor cannot read gives its title and whole text."""
        try:
            found = extract(self.tree(response), page.url, self.news)
        except MotherlodeError:
            return Article(
                url=page.url, title=page.title, content=page.text, language=page.language, links=page.links
            )
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
