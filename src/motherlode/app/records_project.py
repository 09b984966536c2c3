"""Records of single pages into a project: found, looked at, and kept with the rule of their source (E1–E6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from motherlode.app.project import Project
from motherlode.dom.tree import parse
from motherlode.errors import ExtractError, UsageError
from motherlode.extract.records import RecordParams, extract, learn, why_none
from motherlode.model.records import Region, Wrapper
from motherlode.pages.decode import decode
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


def find_records(body: bytes, content_type: str, page: str, params: RecordParams) -> FoundRecords:
    """The record lists of a page and the rule of the main one; nothing is kept."""
    text = decode(body, content_type).text
    tree = parse(text)
    regions = tuple(extract(tree, page if "://" in page else "", params))
    source = source_of(page)
    if not regions:
        return FoundRecords(page, source, text, (), reason=why_none(tree))
    try:
        return FoundRecords(page, source, text, regions, learn(tree, regions[0], source))
    except ExtractError as error:
        return FoundRecords(page, source, text, regions, reason=f"no rule was learned: {error.message}")


def keep_records(project: Project, found: FoundRecords, now: datetime) -> None:
    """Puts what was found on a page into the project, with the rule of its source."""
    if found.wrapper is not None:
        project.store.records.keep_wrapper(found.wrapper, now.isoformat(timespec="seconds"))
    project.store.records.put(found.page, found.source, found.regions)


def renamed(found: FoundRecords, at: int, names: dict[str, str]) -> FoundRecords:
    """What was found, with other names for columns of the list at this place; an empty name drops the column."""
    region = found.regions[at]
    wanted = [names.get(column.name, column.name).strip() for column in region.columns]
    kept = [name for name in wanted if name]
    if len(set(kept)) < len(kept):
        raise UsageError("two columns cannot have the same name; choose another")
    new = {column.name: name for column, name in zip(region.columns, wanted, strict=True)}
    columns = tuple(replace(column, name=new[column.name]) for column in region.columns if new[column.name])
    records = tuple(
        replace(record, fields={new.get(n, n): value for n, value in record.fields.items() if new.get(n, n)})
        for record in region.records
    )
    regions = list(found.regions)
    regions[at] = replace(region, columns=columns, records=records)
    return replace(found, regions=tuple(regions))
