"""Records of single pages into a project: found, kept, and the rule of their source learned (E1–E6)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from motherlode.dom.tree import parse
from motherlode.errors import ExtractError
from motherlode.extract.regions import RecordParams, extract, learn, why_none
from motherlode.model.records import Region, Wrapper
from motherlode.pages.decode import decode
from motherlode.recipes.project import Project
from motherlode.text.urls import host_of


@dataclass(frozen=True, slots=True)
class FoundRecords:
    """A page, its record lists (the main one first), the rule that finds them again, or why there are none."""

    page: str
    source: str
    html: str
    regions: tuple[Region, ...]
    wrapper: Wrapper | None = None
    reason: str = ""


def source_of(page: str) -> str:
    """The source of a page: its host, or the file's name."""
    return host_of(page) or page


def find_records(project: Project, body: bytes, content_type: str, page: str, now: datetime) -> FoundRecords:
    """Reads a page; what is found is kept in the project, with the rule of its source."""
    text = decode(body, content_type).text
    tree = parse(text)
    regions = tuple(extract(tree, page if "://" in page else "", project.settings.get(RecordParams)))
    source = source_of(page)
    if not regions:
        return FoundRecords(page, source, text, (), reason=why_none(tree))
    wrapper = None
    try:
        wrapper = learn(tree, regions[0], source)
        project.store.records.keep_wrapper(wrapper, now.isoformat(timespec="seconds"))
    except ExtractError as error:
        reason = f"no rule was learned: {error.message}"
    else:
        reason = ""
    project.store.records.put(page, source, regions)
    return FoundRecords(page, source, text, regions, wrapper, reason)
