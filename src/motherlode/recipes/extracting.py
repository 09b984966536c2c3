"""Articles of crawled pages, by the news extractor (N4)."""

from __future__ import annotations

from dataclasses import replace

from motherlode.errors import MotherlodeError
from motherlode.extract.news.extractor import read
from motherlode.model.article import Article
from motherlode.model.crawl import ReadPage
from motherlode.model.pages import Response
from motherlode.pages.decode import decode


def article_of(response: Response, page: ReadPage) -> Article:
    """The page's news elements; a page that the extractor cannot read gives its title and whole text."""
    try:
        found = read(decode(response.body, response.header("content-type")).text, page.url)
    except MotherlodeError:
        return Article(url=page.url, title=page.title, content=page.text, language=page.language, links=page.links)
    return replace(found, url=page.url, title=found.title or page.title, content=found.content or page.text)
