"""What watching speaks of: places that are visited again, changes that were seen, and notifications of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from motherlode.model.plain import AsDict

PlaceKind = Literal["feed", "sitemap", "hub", "article", "records", "people", "link", "hidden"]
"""What is visited: lists that show new addresses, pages that may change, addresses not fetched yet (links), and
hidden databases."""

ChangeKind = Literal[
    "new", "edited", "corrected", "silent-edit", "moved", "vanished", "returned",
    "added", "removed", "changed", "joined", "left", "hot", "certified", "uncertified",
]  # fmt: skip
"""Articles: new … returned; records and rows of a hidden database: added, removed, changed; people: joined, left;
hidden databases as a whole: certified, uncertified."""


@dataclass(frozen=True, slots=True)
class Change(AsDict):
    """Something that is otherwise than at the visit before; `id` is the same whenever the same change is seen."""

    id: str
    url: str
    kind: ChangeKind
    seen_at: datetime
    title: str = ""
    what: str = ""
    """The change in a sentence."""
    item: str = ""
    """The record or person of a list, or the story."""
    fields: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    """Field → what it was and what it is."""
    happened_at: str = ""
    """When the page says that it happened, if it says so."""


@dataclass(frozen=True, slots=True)
class Notification(AsDict):
    """A change that a rule wants told; `id` lets a receiver know one that it has had before."""

    id: str
    rule: str
    change: str
    title: str
    text: str
    url: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Choice(AsDict):
    """The next visit: where, what it is worth in hours of waiting that it is expected to end, and why."""

    url: str
    kind: PlaceKind
    value: float
    expected: float
    """New or changed items on the topic that are expected there."""
    reason: str


@dataclass(frozen=True, slots=True)
class PlaceState:
    """Everything that is remembered of a place, so that watching goes on where it was; times in hours since 1970."""

    url: str
    kind: PlaceKind
    host: str
    born: float
    last: float
    visited: bool = False
    gained: float = 0.0
    """New or changed items on the topic, older ones counted less and less."""
    observed: float = 0.0
    """Hours over which they were counted, older ones less and less."""
    not_before: float = 0.0
    source: str = ""
    """The list that showed it first."""
    bucket: int = 0
    """For links: how its text speaks of the topic."""
    failures: int = 0


@dataclass(frozen=True, slots=True)
class Version:
    """What is compared of an article: one state of it."""

    url: str
    title: str = ""
    published: str = ""
    updated: str = ""
    content: str = ""
