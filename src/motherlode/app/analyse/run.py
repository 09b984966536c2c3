"""The application layer as a program: documents in, stories, trust, currency, hot topics and evolution out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from motherlode.analyse.book import StoryBook, mark_of, renamed
from motherlode.analyse.copies import copy_leaders
from motherlode.analyse.currency import currency
from motherlode.analyse.describe import describe
from motherlode.analyse.evolution import evolution
from motherlode.analyse.features import read_words
from motherlode.analyse.hot import hot_remarks, hot_topics
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
WINDOW = 3000
"""Documents that stay open: with every run up to twice as many of the newest are gathered again, beside what the book
remembers of older ones, so that a day added to a project costs seconds whatever its size, and stories can still part
or join while they are news. A smaller project is always gathered as a whole."""


def find_stories(
    documents: Sequence[Document],
    params: StoryParams | None = None,
    *,
    book: StoryBook | None = None,
    progress: Progress | None = None,
) -> Stories:
    """Every document in a story (N14); with a book of earlier days the stories of those days are continued."""
    placements = grow(
        book if book is not None else StoryBook(), documents, params or StoryParams(), progress=progress
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
    window: int = WINDOW,
) -> Stories:
    """The stories of a project: its newest documents are gathered again with every run, older ones keep their place.

    With other parameters or when asked for, everything is gathered anew. Stories keep their names by what they share;
    what split or joined is told in the remarks, and a joining can be undone.
    """
    book, placed = kept.read(params)
    if placed and not anew and all(document.id in placed for document in documents):
        return describe(documents, [placed[document.id] for document in documents])
    if anew:
        book = StoryBook(joined=book.joined, apart=book.apart, apart_documents=book.apart_documents)
    known, number, told = dict(placed), len(book.joined), list[str]()
    before = {p.id: p.story for p in placed.values()}
    open_ones = [d for d in documents if d.id not in placed or mark_of(d.id) not in book.settled]
    open_ones.sort(key=lambda d: (d.published is not None, d.published.timestamp() if d.published else 0.0))
    while len(open_ones) > 2 * window:
        oldest, open_ones = open_ones[:window], open_ones[window:]
        fixed = set(book.stories)
        found = _behind_originals(documents, placed, oldest, grow(book, oldest, params, progress=progress), params)
        told += _name(book, found, before, placed, fixed)
        book.settled.update(mark_of(document.id) for document in oldest)
    found = grow(book, open_ones, params, settle=False, progress=progress)
    found = _behind_originals(documents, placed, open_ones, found, params)
    told += _name(book, found, before, placed, set(book.stories))
    _follow(placed, book, number)
    changed = [p for p in placed.values() if p != known.get(p.id)]
    kept.write(book, params, changed if not anew else placed.values(), anew=anew or not known)
    remarks = (*told, *(f"story {one.gone} joined {one.story} (undo {one.number})" for one in book.joined[number:]))
    return replace(describe(documents, [placed[document.id] for document in documents]), remarks=remarks)


def _name(
    book: StoryBook,
    found: Sequence[Placement],
    before: Mapping[str, str],
    placed: dict[str, Placement],
    fixed: set[str],
) -> tuple[str, ...]:
    """Puts documents into place under the names that their stories had, notes what joined, and tells what split."""
    names, told, joined = renamed(found, before, fixed)
    book.rename(names)
    gone = {story: [i for i, name in before.items() if name == story] for story in joined}
    placed |= {p.id: replace(p, story=names.get(p.story, p.story)) for p in found}
    for story, into in joined.items():
        if not any(one.gone == story and not one.undone for one in book.joined):
            book.note_joined(story, into, gone[story])
    return told


def _follow(placed: dict[str, Placement], book: StoryBook, number: int) -> None:
    """Moves the documents of settled stories that went into others since a number of joinings, and notes them."""
    for at in range(number, len(book.joined)):
        one = book.joined[at]
        if one.before:
            moved = [p for p in placed.values() if p.story == one.gone]
            placed |= {p.id: replace(p, story=one.story) for p in moved}
            book.joined[at] = replace(one, documents=tuple(p.id for p in moved))


def undo_joining(number: int, kept: KeptStories, params: StoryParams) -> str:
    """Parts two stories again that a run joined; the documents that were in the one that went return to it."""
    book, placed = kept.read(params)
    joined = book.undo(number)
    back = [replace(placed[i], story=joined.gone) for i in joined.documents if i in placed]
    stayed = [p for p in placed.values() if p.story == joined.story and p.id not in joined.documents]
    sides = [min((p.id for p in side if not p.copy_of), default="") for side in (stayed, back)]
    if all(sides):
        book.apart_documents.add((sides[0], sides[1]))
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
    mine = {document.id for document in new}
    moments = [document.published for document in new if document.published]
    if not moments:
        return list(found)
    since, until = min(moments) - COPIED_WITHIN, max(moments) + COPIED_WITHIN
    recent = [
        d for d in documents
        if d.id in placed and d.id not in mine and d.published and since <= d.published <= until
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
    remarks: tuple[str, ...] = ()


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
    hot = hot_topics(documents, stories, settings.get(HotParams), now)
    return Analysis(
        stories=stories,
        trust=tuple(trust(documents, stories.placements, params, ratings_of(params, rated))),
        currency=tuple(currency(documents, stories.placements, settings.get(CurrencyParams), now)),
        hot=tuple(hot),
        evolution=evolution(documents, stories.placements, settings.get(EvolutionParams)),
        remarks=hot_remarks(documents, stories, hot, settings.get(HotParams), now),
    )


def keep(analysis: Analysis, keeper: Keeper, now: datetime) -> None:
    """Puts the results where the web page finds them, by kind: stories, placements, trust, currency, hot …"""
    stories = analysis.stories
    keeper.replace("stories", {s.id: plain(s) for s in stories.stories}, now)
    keeper.replace("placements", {p.id: plain(p) for p in stories.placements}, now)
    keeper.replace("trust", {a.id: plain(a) for a in analysis.trust}, now)
    keeper.replace("currency", {a.id: plain(a) for a in analysis.currency}, now)
    keeper.replace("hot", {t.story: plain(t) for t in analysis.hot}, now)
    keeper.replace("remarks", {"hot": {"remarks": analysis.remarks}}, now)
    keeper.replace("evolution", {"graph": plain(analysis.evolution)}, now)
