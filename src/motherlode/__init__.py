"""Motherlode turns a topic or a domain and a few addresses into clean, connected data.

The names below are the public API; everything else may change between versions.

>>> import motherlode
>>> rows = "".join(f"<li><a href='/b{n}'>Book {n}</a> <b>$ {n}.50</b></li>" for n in range(1, 9))
>>> [region.records[0].texts for region in motherlode.read_records(f"<ul>{rows}</ul>")]
[('Book 1', '$ 1.50')]
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from motherlode.errors import MotherlodeError

if TYPE_CHECKING:
    from motherlode.model.article import Article
    from motherlode.model.people import Person
    from motherlode.model.records import Region
    from motherlode.recipes.project import Project

__version__ = "0.1.0"

__all__ = [
    "MotherlodeError",
    "__version__",
    "create_project",
    "open_project",
    "read_article",
    "read_people",
    "read_records",
]


def read_article(html: str, url: str = "") -> Article:
    """The news elements of a page: title, times, source, authors, content, links, each with its evidence (N4)."""
    from motherlode.dom.tree import parse
    from motherlode.extract.news import extract

    return extract(parse(html), url)


def read_records(html: str, url: str = "") -> list[Region]:
    """The record lists of a page, the main one first; an empty list where there is none (E)."""
    from motherlode.dom.tree import parse
    from motherlode.extract.regions import extract

    return extract(parse(html), url)


def read_people(html: str, url: str = "") -> list[Person]:
    """The people on a page with titles and links (U)."""
    from motherlode.dom.tree import parse
    from motherlode.extract.people import extract

    return extract(parse(html), url)


def create_project(folder: str | Path) -> Project:
    """A new project folder with commented settings; raises where there is one already."""
    from motherlode.recipes.project import Project

    return Project.create(Path(folder))


def open_project(folder: str | Path) -> Project:
    """The project in a folder: `.store` has its pages, articles, records, runs and results."""
    from motherlode.recipes.project import Project

    return Project.open(Path(folder))
