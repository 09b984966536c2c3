"""What a template gets to show: articles, lists and home pages as values, and small pieces of HTML they share."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from html import escape

from motherlode.interfaces.demo.news.plan import Plan

SECTIONS = ("world", "business", "science", "culture", "sport", "local")


@dataclass(frozen=True, slots=True)
class Brand:
    """A news site as its readers know it."""

    host: str
    name: str
    language: str
    encoding: str
    offset: int
    sections: dict[str, str]
    per_page: int
    rating: float
    feed: str = ""
    sitemap: bool = True
    trap: bool = False
    slow_robots: bool = False

    def local(self, moment: datetime) -> datetime:
        """The moment on the site's own clock."""
        return moment.astimezone(timezone(timedelta(hours=self.offset)))


@dataclass(frozen=True, slots=True)
class Entry:
    """A link to an article as lists show it."""

    title: str
    href: str
    moment: datetime
    section: str
    number: int
    teaser: str = ""


@dataclass(frozen=True, slots=True)
class ArticleView:
    """An article with everything around it; times are on the site's clock."""

    number: int
    title: str
    paragraphs: tuple[str, ...]
    authors: tuple[str, ...]
    source: str
    source_href: str
    moment: datetime
    updated: datetime | None
    section: str
    url: str
    related: list[Entry]
    latest: list[Entry]
    comments: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class ListView:
    """A page of a section's list."""

    section: str
    page: int
    pages: int
    total: int
    entries: list[Entry]
    latest: list[Entry]
    href: Callable[[int], str]


class Template(ABC):
    """How one site looks and how its addresses are made."""

    brand: Brand
    articles: re.Pattern[str]
    """Addresses of articles, with their number."""
    lists: re.Pattern[str]
    """Addresses of a section's list, with the section and the page."""
    address: str
    """The address of an article, from its number, section, day and slug."""
    section_addresses: tuple[str, str] = ("", "")
    """Of a section's list: its first page, a further one."""

    def path(self, plan: Plan, title: str, /) -> str:
        """The address of an article."""
        day = self.brand.local(plan.moment)
        return self.address.format(number=plan.number, section=plan.section, day=day, slug=slug(title))

    def number(self, target: str, /) -> int:
        """The number of the article that an address means, -1 when it means none."""
        found = self.articles.match(target)
        return int(found[1]) if found else -1

    def section_path(self, section: str, page: int, /) -> str:
        """The address of a page of a section's list."""
        return self.section_addresses[page > 1].format(section=section, page=page)

    def section_of(self, target: str, /) -> tuple[str, int] | None:
        """Section and page of such an address."""
        found = self.lists.match(target)
        return (found[1], int(found[2] or 1)) if found and found[1] in self.brand.sections else None

    def shown(self, moment: datetime, /) -> str:
        """ISO 8601 with as much as the site's pages let one read: to the second, with zone."""
        return self.brand.local(moment).isoformat()

    @abstractmethod
    def article(self, view: ArticleView, /) -> str:
        """The page of an article."""

    @abstractmethod
    def listing(self, view: ListView, /) -> str:
        """A page of a list."""

    @abstractmethod
    def home(self, sections: dict[str, list[Entry]], latest: list[Entry], /) -> str:
        """The home page."""


def e(text: str) -> str:
    """Text made safe for HTML."""
    return escape(text, quote=True)


_NOT_WORD = re.compile(r"[^a-z0-9]+")


def slug(title: str) -> str:
    """The title as a part of an address."""
    return _NOT_WORD.sub("-", title.lower()).strip("-")[:60].strip("-") or "article"


def paragraphs(texts: tuple[str, ...]) -> str:
    """Paragraphs, one <p> each."""
    return "\n".join(f"<p>{e(text)}</p>" for text in texts)


def clock(moment: datetime) -> str:
    """'4:05 p.m.'"""
    return f"{moment.hour % 12 or 12}:{moment.minute:02} {'a.m.' if moment.hour < 12 else 'p.m.'}"


def day(moment: datetime) -> str:
    """'3 March 2025'"""
    return f"{moment.day} {moment:%B %Y}"
