"""The application layer as a program: documents in, stories, trust, currency, hot topics and evolution out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from motherlode.analyse.book import Joined, StoryBook, renamed
from motherlode.analyse.copies import copy_leaders
from motherlode.analyse.currency import currency
from motherlode.analyse.describe import describe
from motherlode.analyse.evolution import evolution
from motherlode.analyse.features import read_words
from motherlode.analyse.hot import hot_topics
from motherlode.analyse.keeping import KeptRatings, KeptStories
from motherlode.analyse.params import CurrencyParams, EvolutionParams, HotParams, StoryParams, TrustParams
from motherlode.analyse.sources import Ratings, both, read_ratings
from motherlode.analyse.stories import grow
from motherlode.analyse.trust import trust
from motherlode.app.settings import Settings
from motherlode.model.documents import Assessment, Document, Evolution, HotTopic, Placement, Stories
from motherlode.model.plain import plain
from motherlode.model.ports import Progress

COPIED_WITHIN = timedelta(days=9)
"""Near-copies of documents of earlier runs are looked for within this time."""
OLD_AFTER = timedelta(days=3)
"""A collection whose newest article is older than this is judged at its own time."""
ANEW_BELOW = 3000
"""A project of fewer documents is gathered anew with every run, which takes seconds: day by day from nothing, stories
came out far worse than at once (B³ .73 against .99 on BASIL)."""
ANEW_AT = 2.0
"""Everything is gathered anew when there are this many times the documents of the last time, so that stories that
grew day by day stay what they would be if gathered at once; the cost for each document stays the same."""


def find_stories(
    documents: Sequence[Document],
    params: StoryParams | None = None,
    *,
    book: StoryBook | None = None,
    progress: Progress | None = None,
) -> Stories:
    """Every document in a story (N14); with a book of earlier days the stories of those days are continued."""
    placements = grow(
        book if book is not None else StoryBook(),
        documents,
        params or StoryParams(),
        progress=progress,
    )
    return describe(documents, placements)


def moment_of(documents: Sequence[Document], now: datetime) -> tuple[datetime, str]:
    """The moment to judge at, and a remark: now, or the newest article's time where all are old (N13, N14)."""
    newest = max((d.published for d in documents if d.published and d.published <= now), default=None)
    if newest is None or now - newest <= OLD_AFTER:
        return now, ""
    return (
        newest,
        f"judged at {newest:%Y-%m-%d %H:%M}, the time of the newest article; name another time to change it",
    )


def continue_stories(
    documents: Sequence[Document],
    kept: KeptStories,
    params: StoryParams,
    progress: Progress | None = None,
    *,
    anew: bool = False,
) -> Stories:
    """The stories of a project: documents that were placed before keep their place, only new ones are gathered.

    With other parameters, when asked for, in a small project, or when the documents have doubled, everything is
    gathered anew: stories keep their names by what they share, and what split or joined is told in the remarks.
    """
    book, placed = kept.read(params)
    new = [document for document in documents if document.id not in placed]
    grown = len(documents) < ANEW_BELOW or len(documents) >= ANEW_AT * max(book.gathered, 1)
    if placed and (anew or (new and grown)):
        return _gather_anew(documents, kept, params, placed, progress)
    told: tuple[str, ...] = ()
    if new:
        first, joined = not placed, len(book.joined)
        book.gathered = len(documents) if first else book.gathered
        found = _behind_originals(documents, placed, new, grow(book, new, params, progress=progress), params)
        for at in range(joined, len(book.joined)):
            gone = book.joined[at].gone
            book.joined[at] = replace(
                book.joined[at], documents=tuple(p.id for p in placed.values() if p.story == gone)
            )
        moved = _followed(placed, book.joined[joined:])
        kept.write(book, params, [*found, *moved], anew=first)
        placed |= {placement.id: placement for placement in (*moved, *found)}
        told = tuple(f"story {one.gone} joined {one.story} (undo {one.number})" for one in book.joined[joined:])
    return replace(describe(documents, [placed[document.id] for document in documents]), remarks=told)


def _followed(placed: Mapping[str, Placement], joined: Sequence[Joined]) -> list[Placement]:
    """The placements of stories that went into others, in their new stories."""
    into = {one.gone: one.story for one in joined}
    moved = []
    for placement in placed.values():
        story = placement.story
        while story in into:
            story = into[story]
        if story != placement.story:
            moved.append(replace(placement, story=story))
    return moved


def _gather_anew(
    documents: Sequence[Document],
    kept: KeptStories,
    params: StoryParams,
    placed: Mapping[str, Placement],
    progress: Progress | None,
) -> Stories:
    book = StoryBook(gathered=len(documents))
    found = grow(book, documents, params, progress=progress)
    names, told = renamed(found, {p.id: p.story for p in placed.values()})
    book.rename(names)
    named = [replace(placement, story=names.get(placement.story, placement.story)) for placement in found]
    kept.write(book, params, named, anew=True)
    return replace(describe(documents, named), remarks=told)


def undo_joining(number: int, kept: KeptStories, params: StoryParams) -> str:
    """Parts two stories again that a run joined; the documents that were in the one that went return to it."""
    book, placed = kept.read(params)
    joined = book.undo(number)
    back = [replace(placed[i], story=joined.gone) for i in joined.documents if i in placed]
    kept.write(book, params, back, anew=False)
    return f"story {joined.gone} stands by itself again, with {len(back)} documents; it will not join {joined.story}"


def _behind_originals(
    documents: Sequence[Document],
    placed: Mapping[str, Placement],
    new: Sequence[Document],
    found: Sequence[Placement],
    params: StoryParams,
) -> list[Placement]:
    """New placements, those of near-copies of documents that were placed before moved behind them."""
    moments = [document.published for document in new if document.published]
    reach = COPIED_WITHIN
    recent = [
        d for d in documents
        if d.id in placed and d.published and moments and min(moments) - reach <= d.published <= max(moments) + reach
    ]  # fmt: skip
    if not recent:
        return list(found)
    both = [*recent, *new]
    leaders = copy_leaders(both, read_words(both), params.copy_likeness)
    made = []
    for at, placement in enumerate(found, len(recent)):
        leader = int(leaders[at])
        if leader < len(recent):
            original = placed[both[leader].id]
            first = original.copy_of or original.id
            placement = replace(placement, story=original.story, copy_of=first, reason=f"near-copy of {first}")
        made.append(placement)
    return made


class Keeper(Protocol):
    """Where results stay for the web page: the store's results, or anything like it."""

    def replace(self, kind: str, values: Mapping[str, Any], now: datetime) -> None:
        """Puts new results of a kind in the place of the old ones."""
        ...


@dataclass(frozen=True, slots=True)
class Analysis:
    """Everything that the application layer says about a set of documents."""

    stories: Stories
    trust: tuple[Assessment, ...]
    currency: tuple[Assessment, ...]
    hot: tuple[HotTopic, ...]
    evolution: Evolution


def ratings_of(params: TrustParams, kept: KeptRatings | None = None) -> Ratings:
    """The user's ratings: of the file that the settings name, and of the project, which has the last word."""
    listed = read_ratings(Path(params.ratings)) if params.ratings else Ratings()
    return both(listed, kept.read()) if kept is not None else listed


def analyse(
    documents: Sequence[Document],
    settings: Settings,
    now: datetime,
    progress: Progress | None = None,
    *,
    kept: KeptStories | None = None,
    rated: KeptRatings | None = None,
) -> Analysis:
    """Stories, trust, currency, hot topics and evolution in one go (N12–N15); kept stories are continued."""
    if kept is None:
        stories = find_stories(documents, settings.get(StoryParams), progress=progress)
    else:
        stories = continue_stories(documents, kept, settings.get(StoryParams), progress)
    params = settings.get(TrustParams)
    return Analysis(
        stories=stories,
        trust=tuple(trust(documents, stories.placements, params, ratings_of(params, rated))),
        currency=tuple(currency(documents, stories.placements, settings.get(CurrencyParams), now)),
        hot=tuple(hot_topics(documents, stories, settings.get(HotParams), now)),
        evolution=evolution(documents, stories.placements, settings.get(EvolutionParams)),
    )


def keep(analysis: Analysis, keeper: Keeper, now: datetime) -> None:
    """Puts the results where the web page finds them, by kind: stories, placements, trust, currency, hot …"""
    stories = analysis.stories
    keeper.replace("stories", {s.id: plain(s) for s in stories.stories}, now)
    keeper.replace("placements", {p.id: plain(p) for p in stories.placements}, now)
    keeper.replace("trust", {a.id: plain(a) for a in analysis.trust}, now)
    keeper.replace("currency", {a.id: plain(a) for a in analysis.currency}, now)
    keeper.replace("hot", {t.story: plain(t) for t in analysis.hot}, now)
    keeper.replace("evolution", {"graph": plain(analysis.evolution)}, now)
