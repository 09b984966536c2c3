"""Tables that are compared item by item: lists of records and people on pages, and hidden databases (H)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Any

from motherlode.app.hidden.project import file_of, names, read_here
from motherlode.app.project import Project
from motherlode.app.watch.places import hours_of
from motherlode.app.watch.reading import WatchReader
from motherlode.errors import HiddenError, SettingsError
from motherlode.hidden.description import read_description
from motherlode.hidden.ledger import Ledger
from motherlode.model.pages import Response
from motherlode.model.people import Person
from motherlode.model.plain import plain
from motherlode.model.ports import Clock, Silent
from motherlode.model.records import Record
from motherlode.model.watch import Change, PlaceState
from motherlode.store.watch import KeptVersion, Step, StoredPlace
from motherlode.text.urls import host_of
from motherlode.watch.compare import certificate_change, people_changes, record_changes, row_changes
from motherlode.watch.schedule import Schedule

MOST_TOLD = 500
"""Rows of a hidden database that are told one by one after a reading; all of them are in the file of changes."""

SHARE = 0.5
"""Of the requests an hour that one hidden database takes at the most."""


def compared(
    reader: WatchReader, place: StoredPlace, response: Response, before: KeptVersion | None, now: datetime
) -> tuple[list[dict[str, Any]], list[Change]]:
    """The items of a page's list, and how they differ from those of the last version."""
    url, number, old = place.state.url, place.version + 1, before.items if before else ()
    if place.state.kind == "people":
        people = reader.people(response)
        items = [{"name": one.name, "title": one.title, "unit": one.unit} for one in people]
        changes = people_changes(url, [Person(**item) for item in old], people, number, now)
    else:
        records = reader.records(response)
        items = [plain({"texts": r.texts, "fields": dict(r.fields), "links": r.links}) for r in records]
        former = [Record(tuple(item["texts"]), item["fields"], tuple(item["links"])) for item in old]
        changes = record_changes(url, former, records, number, now)
    return items, changes if before else []


@dataclass(slots=True)
class Databases:
    """The hidden databases of a project as places: each is read again by difference, whole or not at all.

    An update that was cut off goes on where it was. One that came to its end without being told (a kill in between)
    is told at the next visit: updates have numbers, and a place remembers the last that was told as its version.
    """

    project: Project
    schedule: Schedule
    clock: Clock
    per_hour: float
    stopping: Callable[[], bool] = lambda: False

    def places(self, named: Sequence[str], now: datetime) -> Iterator[StoredPlace]:
        """Databases that were read in this project, and those that the settings name."""
        hour = hours_of(now)
        for name in names(self.project):
            kept = self._kept(name)
            if kept or name in named:
                with suppress(SettingsError):
                    url = address(self.project, name)
                    number = self._ledger(kept).comparison()[0] if kept else 0
                    state = PlaceState(url, "hidden", host_of(url), hour, hour)
                    yield StoredPlace(state, version=number, words=kept.get("verdict", ""))

    def _kept(self, name: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.project.store.results.get("hidden").get(name, {})
        return found if "run" in found else {}

    def _ledger(self, kept: Mapping[str, Any]) -> Ledger:
        return Ledger(self.project.engine, kept["run"])

    async def visit(self, place: StoredPlace, step: Step, now: datetime) -> tuple[StoredPlace | None, int, str]:
        """Reads what changed; the place afterwards (None where its description is gone), the changes, the outcome."""
        url = place.state.url
        name = url.rpartition("#")[2]
        if name not in names(self.project) or address(self.project, name) != url:
            return None, 0, "no longer described"
        kept = self._kept(name)
        if not kept or not self._untold(kept, place):
            try:
                kept = await read_here(self.project, name, Silent(), update=True, stopping=self.stopping)
            except HiddenError as error:
                if place.words not in ("", "incomplete"):
                    step.changes.append(certificate_change(url, place.words, "incomplete", error.message, now))
                self.schedule.failed(url, hours_of(now))
                return replace(place, words="incomplete", state=self.schedule.state(url)), 1, "unreadable"
            step.requests = max(1, int(kept["requests"]))
            if kept.get("stopped"):
                self.schedule.asked(url, hours_of(self.clock.now()))
                return place, 0, "broken off"
        found = self._ledger(kept).difference() if self._untold(kept, place) else {}
        step.changes += self._changes(kept, place, found, now)
        number = sum(found.values())
        return self._seen(place, kept, step.requests, number, now), number, "changed" if number else "the same"

    def _untold(self, kept: Mapping[str, Any], place: StoredPlace) -> bool:
        number, done = self._ledger(kept).comparison()
        return done and number > place.version

    def _changes(
        self, kept: Mapping[str, Any], place: StoredPlace, found: Mapping[str, int], now: datetime
    ) -> Iterator[Change]:
        url, verdict, ledger = place.state.url, str(kept["verdict"]), self._ledger(kept)
        if place.words and (place.words == "incomplete") != (verdict == "incomplete"):
            yield certificate_change(url, place.words, verdict, " ".join(kept.get("words", ()))[:500], now)
        number = ledger.comparison()[0]
        for kind, count in found.items():
            rows = (one for one in ledger.changes() if one["change"] == kind)
            yield from row_changes(url, islice(rows, MOST_TOLD), number, now)
            if count > MOST_TOLD:
                more = f"{count - MOST_TOLD:,} further rows (exports/{url.rpartition('#')[2]}.changes.jsonl)"
                yield from row_changes(url, [{"change": kind, "row": {"_id": more}}], number, now)

    def _seen(
        self, place: StoredPlace, kept: Mapping[str, Any], requests: int, found: int, now: datetime
    ) -> StoredPlace:
        """The place after a reading; what it cost is what its next visit will be weighed with."""
        url, hour = place.state.url, hours_of(now)
        self.schedule.saw(url, hour, float(found))
        self.schedule.asked(url, hours_of(self.clock.now()))
        self.schedule.wait(url, hour + requests / (SHARE * self.per_hour))
        fresh = 1 / requests if requests > 1 else place.fresh
        state = self.schedule.state(url)
        self.schedule.add(state, fresh=fresh)
        number = self._ledger(kept).comparison()[0]
        return replace(place, state=state, fresh=fresh, version=number, words=str(kept["verdict"]))


def address(project: Project, name: str) -> str:
    """Where a described database is, as one place: two descriptions of the same site are two places."""
    return f"{read_description(file_of(project, name)).url}#{name}"
