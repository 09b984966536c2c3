"""Currency: C = 0.5^(age/h)·(1−S), h the story's half-life, S how far newer items have superseded it (N13)."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from motherlode.analyse.params import CurrencyParams
from motherlode.analyse.values import same, tracked_values
from motherlode.errors import InputError
from motherlode.model.documents import Assessment, Document, Edit, Placement, TrackedValue
from motherlode.model.evidence import Term
from motherlode.text.urls import canonical

LEAST_DATED = 6
"""Dated documents from which a story shows a half-life of its own: four within two hours show none."""
MINUTE = 60.0


def currency(
    documents: Sequence[Document], placements: Sequence[Placement], params: CurrencyParams, now: datetime
) -> list[Assessment]:
    """A degree of currency at `now` for every document, in the order given; undated ones are 'unknown'."""
    members: dict[str, list[int]] = defaultdict(list)
    for place, placement in enumerate(placements):
        members[placement.story].append(place)
    made: dict[int, Assessment] = {}
    by_id = {document.id: document for document in documents}
    for places in members.values():
        there = [i for i in places if (when := documents[i].published) is not None and when <= now]
        hours, why = half_life([documents[i] for i in there], params)
        values = {i: tracked_values(f"{documents[i].title}\n{documents[i].content}") for i in there}
        for place in places:
            superseded = _superseded(documents, values, place, there) if place in values else (0.0, "")
            superseded = _outdated_copy(documents[place], by_id.get(placements[place].copy_of), now) or superseded
            made[place] = _assess(documents[place], placements[place], (hours, why), superseded, params, now)
    return [made[place] for place in range(len(documents))]


def half_life(documents: Sequence[Document], params: CurrencyParams) -> tuple[float, str]:
    """h in hours: the time after its beginning in which half of the story had appeared, within its bounds."""
    moments = sorted(d.published.timestamp() for d in documents if d.published)
    if len(moments) < LEAST_DATED:
        return params.usual_half_life, f"the usual half-life of {params.usual_half_life:g} hours"
    median = statistics.median(moment - moments[0] for moment in moments) / 3600
    hours = min(max(median, params.shortest), params.longest)
    return hours, f"half of the story's {len(moments)} items came within {median:.0f} hours"


def _assess(
    document: Document,
    placement: Placement,
    half: tuple[float, str],
    superseded: tuple[float, str],
    params: CurrencyParams,
    now: datetime,
) -> Assessment:
    if document.published is None:
        return Assessment(placement.id, placement.story, "unknown", None, (), "no usable date, so no age")
    hours, why = half
    renewed = _renewed(document, now)
    since = renewed.seen_at if renewed else document.published
    age = max((now - since).total_seconds() / 3600, 0.0)
    fresh = 0.5 ** (age / hours)
    lost = params.superseded * superseded[0]
    value = fresh * (1 - lost)
    terms = (
        Term("age", round(age, 3), round(fresh, 6), f"{_told_age(age, renewed)}; {why}"),
        Term(
            "superseded",
            round(superseded[0], 4),
            round(value - fresh, 6),
            superseded[1] or "nothing newer changes it",
        ),
    )
    reason = superseded[1] or f"{_told_age(age, renewed)} with a half-life of {_spoken(hours)}"
    return Assessment(placement.id, placement.story, "known", round(value, 6), terms, reason)


def _spoken(hours: float) -> str:
    return f"{hours:.0f} hours" if hours < 72 else f"{hours / 24:.0f} days"


def _told_age(age: float, renewed: Edit | None) -> str:
    return f"{renewed.kind} {_spoken(age)} ago" if renewed else f"{_spoken(age)} old"


def _renewed(document: Document, now: datetime) -> Edit | None:
    """The last change that the publisher owned up to, if it came after the date: from then on the age counts."""
    open_edits = [e for e in document.edits if e.kind != "silent-edit" and e.seen_at <= now]
    last = max(open_edits, key=lambda edit: edit.seen_at, default=None)
    return last if last and document.published and last.seen_at > document.published else None


def _outdated_copy(document: Document, original: Document | None, now: datetime) -> tuple[float, str] | None:
    """S = 1 where the text that this is a copy of was changed since: the copy still says the old."""
    moment = document.published
    if original is None or moment is None:
        return None
    later = [edit for edit in original.edits if moment < edit.seen_at <= now]
    if not later:
        return None
    return 1.0, f"a copy of {original.id}, which was {later[-1].what or 'changed'} on {later[-1].seen_at:%Y-%m-%d}"


def _superseded(
    documents: Sequence[Document], values: dict[int, list[TrackedValue]], place: int, there: Sequence[int]
) -> tuple[float, str]:
    """S: the share of its figures that the story's newest word on them changes; 1 when a newer version exists."""
    moment = documents[place].published
    newer = [i for i in there if i != place and _later(documents[i], moment)]
    address = _address(documents[place])
    for other in newer:
        if address and _address(documents[other]) == address:
            return 1.0, f"a newer version exists: {documents[other].id}"
    changed: list[str] = []
    for value in values[place]:
        latest = _newest_word(documents, values, newer, value.subject)
        if latest and not same(value, latest[1]):
            changed.append(f"{value.subject} {value.text} is now {latest[1].text} ({documents[latest[0]].id})")
    if not changed:
        return 0.0, ""
    return len(changed) / len(values[place]), "; ".join(changed)


def _later(document: Document, moment: datetime | None) -> bool:
    when = document.published
    return when is not None and moment is not None and (when - moment).total_seconds() > MINUTE


def _newest_word(
    documents: Sequence[Document], values: dict[int, list[TrackedValue]], newer: Sequence[int], subject: str
) -> tuple[int, TrackedValue] | None:
    """What the newest items say about the subject: the figure that two of the last three agree on, else the last."""
    told = [(i, v) for i in newer for v in values[i] if v.subject == subject]
    told.sort(key=lambda item: (documents[item[0]].published, item[0]), reverse=True)
    for at, (place, value) in enumerate(told[:3]):
        if any(same(value, other) for _, other in told[at + 1 : 3]):
            return place, value
    return told[0] if told else None


def _address(document: Document) -> str:
    try:
        return canonical(document.url) if document.url else ""
    except InputError:
        return ""
