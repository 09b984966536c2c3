"""Records of single pages into a project: found, looked at, and kept with the rule of their source (E1–E6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from motherlode.app.project import Project
from motherlode.dom.tree import parse
from motherlode.errors import ExtractError, UsageError
from motherlode.extract.records import RecordParams, apply, extract, learn, verify, why_none
from motherlode.extract.records.pointed import DROPPED, POINTED
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
    by_rule: bool = False
    """whether the source's kept rule read the main list"""


def source_of(page: str) -> str:
    """The source of a page: its host, or the file's name."""
    return host_of(page) or page


def find_records(
    body: bytes, content_type: str, page: str, params: RecordParams, kept: Wrapper | None = None
) -> FoundRecords:
    """The record lists of a page and the rule of the main one; nothing is kept.

    `kept` is the rule that the project has for the source: where it fits the page, it reads the main list, with the
    columns that a person named, dropped or pointed out. Where it does not fit, `reason` says why.
    """
    text = decode(body, content_type).text
    tree = parse(text)
    url, source, unfit = page if "://" in page else "", source_of(page), ""
    regions = tuple(extract(tree, url, params))
    if kept is not None:
        main = apply(kept, tree, url)
        verdict = verify(kept, main, tree)
        if verdict.kept:
            others = tuple(each for each in regions if not _overlap(each, main))
            return FoundRecords(page, source, text, (main, *others), kept, verdict.reason, by_rule=True)
        unfit = verdict.reason
    if not regions:
        return FoundRecords(page, source, text, (), reason=unfit or why_none(tree))
    try:
        return FoundRecords(page, source, text, regions, learn(tree, regions[0], source), reason=unfit)
    except ExtractError as error:
        return FoundRecords(page, source, text, regions, reason=f"no rule was learned: {error.message}")


def regions_of(
    body: bytes, content_type: str, page: str, params: RecordParams, kept: Wrapper | None
) -> tuple[Region, ...]:
    """The record lists alone, as `find_records` finds them."""
    return find_records(body, content_type, page, params, kept).regions


def _overlap(one: Region, other: Region) -> bool:
    if not one.records or not other.records:
        return False
    return (
        one.records[0].nodes[0] < other.records[-1].nodes[1] and other.records[0].nodes[0] < one.records[-1].nodes[1]
    )


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
    wrapper = found.wrapper if found.wrapper is None or at else _renamed_rule(found.wrapper, new)
    return replace(found, regions=tuple(regions), wrapper=wrapper)


def _renamed_rule(wrapper: Wrapper, new: dict[str, str]) -> Wrapper:
    """The rule with the names that a person gave; what was dropped is left out of the next pages too."""
    gone = [item.path for item in wrapper.items if not new.get(item.name, item.name)]
    items = tuple(
        replace(item, name=new.get(item.name, item.name)) for item in wrapper.items if new.get(item.name, item.name)
    )
    rule: dict[str, Any] = dict(wrapper.rule)
    pointed = [[new.get(name, name), way] for name, way in rule.get(POINTED, ()) if new.get(name, name)]
    return replace(wrapper, items=items, rule={**rule, POINTED: pointed, DROPPED: [*rule.get(DROPPED, ()), *gone]})
