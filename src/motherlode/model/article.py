"""News elements (N4) and the ordered output of a crawl, TopWebNews (N11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from motherlode.model.evidence import Evidence
from motherlode.model.pages import Link
from motherlode.model.plain import AsDict

PageType = Literal["article", "list", "forum", "product", "other"]


@dataclass(frozen=True, slots=True)
class Article(AsDict):
    """Everything that was read from one page; `published` is ISO 8601, with zone where the page gives one."""

    url: str
    title: str = ""
    published: str = ""
    updated: str = ""
    source: str = ""
    authors: tuple[str, ...] = ()
    content: str = ""
    markdown: str = ""
    language: str = ""
    image: str = ""
    canonical: str = ""
    page_type: PageType = "other"
    links: tuple[Link, ...] = ()
    confidence: float = 0.0
    evidence: Mapping[str, Evidence] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewsItem:
    """One item of TopWebNews: the article with the words, the relativity and where it was found (N11)."""

    article: Article
    divided_title: tuple[str, ...]
    divided_content: tuple[str, ...]
    content_keywords: tuple[str, ...]
    relativity: float
    parent_url: str
    system_time: datetime
