"""What happens on the moving web, and news sites at a moment: published by then, edited, deleted and moved."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import accumulate
from random import Random
from typing import Literal

from motherlode.interfaces.demo import site
from motherlode.interfaces.demo.news import story
from motherlode.interfaces.demo.news.plan import Plan
from motherlode.interfaces.demo.news.site import NewsAddresses, NewsSite
from motherlode.interfaces.demo.news.view import Template
from motherlode.interfaces.demo.news.writer import Writer, Written
from motherlode.interfaces.demo.site import Reply, Request
from motherlode.interfaces.demo.truth import StoryTruth
from motherlode.model.ports import Clock

EventKind = Literal["publish", "silent-edit", "correct", "delete", "move"]

BY_DAY = (1, 1, 1, 1, 2, 4, 8, 12, 14, 14, 12, 12, 10, 10, 11, 12, 12, 10, 8, 7, 6, 4, 2, 1)
"""How much is published in each hour of the day: editors sleep."""

SHARES: tuple[tuple[EventKind, float, float], ...] = (
    ("silent-edit", 0.12, 4.0),
    ("correct", 0.08, 8.0),
    ("delete", 0.04, 36.0),
    ("move", 0.05, 24.0),
)
"""Of all articles: the share to which it happens, and after how many hours (median)."""

MOVABLE = frozenset({"gazette", "monitor"})
"""Sites whose addresses hold the title, so that an article can move."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens to an article."""

    at: datetime
    kind: EventKind
    plan: Plan

    @property
    def on_topic(self) -> bool:
        """Whether the article belongs to the main story."""
        return self.plan.topic == story.TOPIC


def with_hours_of_the_day(plans: Sequence[Plan]) -> None:
    """Moves every article within its day to hours at which editors work; the order stays."""
    total = sum(BY_DAY)
    ends = [0.0, *(each / total for each in accumulate(BY_DAY))]
    for item in plans:
        midnight = item.moment.replace(hour=0, minute=0)
        share = (item.moment - midnight) / timedelta(days=1)
        hour = min(23, bisect_right(ends, share) - 1)
        within = (share - ends[hour]) / (ends[hour + 1] - ends[hour])
        item.moment = midnight + timedelta(hours=hour + within)


def happenings(plans: Sequence[Plan], seed: int) -> list[Event]:
    """Everything that happens, in its order."""
    rng = Random(f"{seed}/moving")
    made = []
    for item in plans:
        made.append(Event(item.moment, "publish", item))
        for kind, share, median in SHARES:
            after = timedelta(hours=median * rng.lognormvariate(0, 1.0))
            if rng.random() < share and (kind != "move" or item.host in MOVABLE):
                made.append(Event(item.moment + max(after, timedelta(minutes=5)), kind, item))
                break
    return sorted(made, key=lambda event: (event.at, event.plan.number))


NOTES = {
    "en": "Correction: an earlier version of this article gave wrong figures. They have been corrected.",
    "zh": "更正：本文此前版本的数字有误，现已更正。",
}
ADDED = {
    "en": "The authorities had announced {n} measures in the meantime, of which {m} are under way in the region.",
    "zh": "有关部门此间宣布了{n}项措施，其中{m}项已在当地实施。",
}
_NUMBER = re.compile(r"\d[\d,]*")

LYING_TAG, LYING_DATE, LYING_AGE = "courier", "monitor", "wire"
"""Sites whose ETag of lists never changes, whose sitemap dates everything now, whose lists claim to hold for a day."""


class MovingWriter(Writer):
    """Articles as they stand now: as they were written, with the edits of the past."""

    def __init__(self, seed: int, told: StoryTruth, events: list[Event], clock: Clock) -> None:
        super().__init__(seed, told)
        self._plain, self._clock = Writer(seed, told), clock
        self._edits: defaultdict[int, list[Event]] = defaultdict(list)
        for event in events:
            if event.kind in ("silent-edit", "correct"):
                self._edits[event.plan.number].append(event)

    def write(self, plan: Plan) -> Written:
        """The whole article."""
        written, now = self._plain.write(plan), self._clock.now()
        for event in self._edits.get(plan.number, ()):
            if event.at <= now:
                written = _edited(written, event)
        return written


def _edited(written: Written, event: Event) -> Written:
    """Another figure where there is one, else another sentence; a correction says so at the end."""
    plan, paragraphs = event.plan, list(written.paragraphs)
    at = next((i for i, text in enumerate(paragraphs) if _NUMBER.search(text)), None)
    if at is None:
        at = plan.number % len(paragraphs)
        gap = "" if plan.language == "zh" else " "
        paragraphs[at] += gap + ADDED[plan.language].format(n=plan.number % 7 + 3, m=plan.number % 3 + 1)
    else:
        paragraphs[at] = _NUMBER.sub(_otherwise, paragraphs[at], count=1)
    if event.kind == "correct":
        paragraphs.append(NOTES[plan.language])
    return replace(written, paragraphs=tuple(paragraphs))


def _otherwise(found: re.Match[str]) -> str:
    value = int(found[0].replace(",", "") or 0)
    return f"{value + value // 5 + 2:,}" if "," in found[0] else str(value + value // 5 + 2)


class MovingAddresses(NewsAddresses):
    """Where articles stand now."""

    def __init__(
        self, plans: list[Plan], writer: Writer, templates: dict[str, Template], events: list[Event], clock: Clock
    ) -> None:
        super().__init__(plans, writer, templates)
        self._clock = clock
        self._moved = {event.plan.number: event.at for event in events if event.kind == "move"}
        self._deleted = {event.plan.number: event.at for event in events if event.kind == "delete"}
        self._corrected = {event.plan.number: event.at for event in events if event.kind == "correct"}

    def at(self, number: int) -> Plan | None:
        """The article of that number, while it is there."""
        plan = super().at(number)
        return plan if plan is not None and self.there(plan) else None

    def there(self, plan: Plan) -> bool:
        """Whether an article is published and not deleted."""
        now = self._clock.now()
        gone = self._deleted.get(plan.number)
        return plan.moment <= now and (gone is None or gone > now)

    def path(self, plan: Plan) -> str:
        """The address within the site, now."""
        moved = self._moved.get(plan.number)
        if moved is not None and moved <= self._clock.now():
            return self._templates[plan.host].path(plan, f"{self.writer.title(plan)} revisited")
        return super().path(plan)

    def first_path(self, plan: Plan) -> str:
        """The address at which it was published."""
        return super().path(plan)

    def updated(self, plan: Plan) -> datetime | None:
        """When the article says that it was changed: silent edits say nothing."""
        at = self._corrected.get(plan.number)
        return at if at is not None and at <= self._clock.now() else None


class MovingSite:
    """A news site whose pages are made anew when something has happened on it."""

    def __init__(
        self, template: Template, plans: list[Plan], addresses: MovingAddresses, events: list[Event], clock: Clock
    ) -> None:
        self.host = template.brand.host
        self._template, self._plans, self._addresses, self._clock = template, plans, addresses, clock
        self._times = sorted(event.at for event in events if event.plan.host == self.host)
        self._passed = -1
        self._inner = NewsSite(template, [], addresses, 0.0)

    def respond(self, request: Request) -> Reply:
        """The page as it is now."""
        passed = bisect_right(self._times, self._clock.now())
        if passed != self._passed:
            self._passed = passed
            there = [plan for plan in self._plans if self._addresses.there(plan)]
            self._inner = NewsSite(self._template, there, self._addresses, 0.0)
        return self._with_claims(request, self._inner.respond(request))

    def sources(self) -> dict[str, tuple[str, str]]:
        """Where the site lists its articles: path → kind and, for sections, the section."""
        brand, template = self._template.brand, self._template
        found = {"/": ("hub", "")}
        found |= {template.section_path(name, 1): ("hub", name) for name in brand.sections}
        if brand.feed:
            found[brand.feed] = ("feed", "")
        if brand.sitemap:
            found["/sitemap.xml"] = ("sitemap", "")
        return found

    def _with_claims(self, request: Request, reply: Reply) -> Reply:
        """The site's own words about how long its lists hold; some are lies."""
        target = site.target_of(request)
        if reply.status != 200 or target not in self.sources():
            return reply
        headers = [pair for pair in reply.headers if pair[0] != "ETag"]
        tags = [pair for pair in reply.headers if pair[0] == "ETag"]
        body = reply.body
        if self.host == LYING_TAG:
            tags = [("ETag", '"always"')]
        if self.host == LYING_DATE and target == "/sitemap.xml":
            now = self._clock.now().astimezone(UTC).isoformat(timespec="seconds")
            body = re.sub(rb"<lastmod>[^<]*</lastmod>", f"<lastmod>{now}</lastmod>".encode(), body)
            tags = []
        if self.host == LYING_AGE:
            headers.append(("Cache-Control", "max-age=86400"))
        if self.host == "gazette":
            headers.append(("Cache-Control", "max-age=120"))
        headers.append(("Date", format_datetime(self._clock.now().astimezone(UTC), usegmt=True)))
        return replace(reply, body=body, headers=(*headers, *tags))
