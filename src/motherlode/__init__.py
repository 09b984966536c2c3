"""Motherlode turns a topic or a domain and a few addresses into clean, connected data.

The names below are the public API; everything else may change between versions.

>>> import motherlode as ml
>>> rows = "".join(f"<li><a href='/b{n}'>Book {n}</a> <b>$ {n}.50</b></li>" for n in range(1, 9))
>>> ml.records(f"<ul>{rows}</ul>")[0].texts
('Book 1', '$ 1.50')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from motherlode.errors import MotherlodeError

if TYPE_CHECKING:
    from motherlode import aio, errors
    from motherlode.api.analysis import Documents, StoryResults
    from motherlode.api.hidden import HiddenSite
    from motherlode.api.integration import AnnotatedTable, integrate
    from motherlode.api.many import PageResult, articles, people_in, records_in
    from motherlode.api.markdown import Markdown
    from motherlode.api.network import Network, NetworkAnswer
    from motherlode.api.project import Project
    from motherlode.api.reading import Records, article, people, records
    from motherlode.api.results import CrawlReport, ExportReport, HiddenReport, ProgressEvent, Results, WatchReport
    from motherlode.model.article import Article
    from motherlode.model.documents import Assessment, Document, Evolution, HotTopic, Story
    from motherlode.model.evidence import Evidence
    from motherlode.model.pages import Link, Response
    from motherlode.model.people import Person
    from motherlode.model.records import Record, Region
    from motherlode.model.schema import Entity
    from motherlode.model.topic import Keyword
    from motherlode.model.watch import Change
    from motherlode.university.model import University

__version__ = "0.1.0"

__all__ = [
    "AnnotatedTable",
    "Article",
    "Assessment",
    "Change",
    "CrawlReport",
    "Document",
    "Documents",
    "Entity",
    "Evidence",
    "Evolution",
    "ExportReport",
    "HiddenReport",
    "HiddenSite",
    "HotTopic",
    "Keyword",
    "Link",
    "Markdown",
    "MotherlodeError",
    "Network",
    "NetworkAnswer",
    "PageResult",
    "Person",
    "ProgressEvent",
    "Project",
    "Record",
    "Records",
    "Region",
    "Response",
    "Results",
    "Story",
    "StoryResults",
    "University",
    "WatchReport",
    "__version__",
    "aio",
    "article",
    "articles",
    "errors",
    "integrate",
    "people",
    "people_in",
    "records",
    "records_in",
]

_PLACES = {
    "motherlode": ("aio", "errors"),
    "motherlode.api.analysis": ("Documents", "StoryResults"),
    "motherlode.api.hidden": ("HiddenSite",),
    "motherlode.api.integration": ("AnnotatedTable", "integrate"),
    "motherlode.api.markdown": ("Markdown",),
    "motherlode.api.network": ("Network", "NetworkAnswer"),
    "motherlode.api.project": ("Project",),
    "motherlode.api.many": ("PageResult", "articles", "people_in", "records_in"),
    "motherlode.api.reading": ("Records", "article", "people", "records"),
    "motherlode.api.results": (
        "CrawlReport", "ExportReport", "HiddenReport", "ProgressEvent", "Results", "WatchReport",
    ),
    "motherlode.model.article": ("Article",),
    "motherlode.model.documents": ("Assessment", "Document", "Evolution", "HotTopic", "Story"),
    "motherlode.model.evidence": ("Evidence",),
    "motherlode.model.pages": ("Link", "Response"),
    "motherlode.model.people": ("Person",),
    "motherlode.model.records": ("Record", "Region"),
    "motherlode.model.schema": ("Entity",),
    "motherlode.model.topic": ("Keyword",),
    "motherlode.model.watch": ("Change",),
    "motherlode.university.model": ("University",),
}  # fmt: skip
"""Where each public name lives; it is imported when it is first used, so that `import motherlode` takes no time."""


def __getattr__(name: str) -> Any:
    for module, names in _PLACES.items():
        if name in names:
            found = import_module(f"motherlode.{name}") if module == "motherlode" else _of(module, name)
            globals()[name] = found
            return found
    raise AttributeError(f"module 'motherlode' has no attribute {name!r}")


def _of(module: str, name: str) -> Any:
    return getattr(import_module(module), name)


def __dir__() -> list[str]:
    return sorted(__all__)
