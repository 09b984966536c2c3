"""The application layer as a program: documents in, stories, trust, currency, hot topics and evolution out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from motherlode.analyse.book import StoryBook
from motherlode.analyse.copies import copy_leaders
from motherlode.analyse.currency import currency
from motherlode.analyse.describe import describe
from motherlode.analyse.evolution import evolution
from motherlode.analyse.features import read_words
from motherlode.analyse.hot import hot_topics
from motherlode.analyse.keeping import KeptStories
from motherlode.analyse.params import CurrencyParams, EvolutionParams, HotParams, StoryParams, TrustParams
from motherlode.analyse.sources import Ratings, read_ratings
from motherlode.analyse.stories import Embedder, grow
from motherlode.analyse.trust import trust
from motherlode.model.documents import Assessment, Document, Evolution, HotTopic, Placement, Stories
from motherlode.model.plain import plain
from motherlode.model.ports import Progress
from motherlode.recipes.settings import Settings

COPIED_WITHIN = 3.0
"""Near-copies of documents of earlier runs are looked for within this many fading times."""


def find_stories(
    documents: Sequence[Document],
    params: StoryParams | None = None,
    *,
    book: StoryBook | None = None,
    embedder: Embedder | None = None,
    progress: Progress | None = None,
) -> Stories:
    """Every document in a story (N14); with a book of earlier days the stories of those days are continued."""
    placements = grow(
        book if book is not None else StoryBook(),
        documents,
        params or StoryParams(),
        embedder=embedder,
        progress=progress,
    )
    return describe(documents, placements)


def continue_stories(
    documents: Sequence[Document], kept: KeptStories, params: StoryParams, progress: Progress | None = None
) -> Stories:
    """The stories of a project: documents that were placed before keep their place, only new ones are gathered.

    With other parameters everything is gathered anew. A new near-copy of a recent document stands behind it.
    """
    book, placed = kept.read(params)
    new = [document for document in documents if document.id not in placed]
    if new:
        anew = not placed
        found = _behind_originals(documents, placed, new, grow(book, new, params, progress=progress), params)
        kept.write(book, params, found, anew=anew)
        placed |= {placement.id: placement for placement in found}
    return describe(documents, [placed[document.id] for document in documents])


def _behind_originals(
    documents: Sequence[Document],
    placed: Mapping[str, Placement],
    new: Sequence[Document],
    found: Sequence[Placement],
    params: StoryParams,
) -> list[Placement]:
    """New placements, those of near-copies of documents that were placed before moved behind them."""
    moments = [document.published for document in new if document.published]
    reach = timedelta(hours=COPIED_WITHIN * params.fading)
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


def ratings_of(params: TrustParams) -> Ratings:
    """The user's ratings, when the settings name a file."""
    return read_ratings(Path(params.ratings)) if params.ratings else Ratings()


def analyse(
    documents: Sequence[Document],
    settings: Settings,
    now: datetime,
    progress: Progress | None = None,
    *,
    kept: KeptStories | None = None,
) -> Analysis:
    """Stories, trust, currency, hot topics and evolution in one go (N12–N15); kept stories are continued."""
    if kept is None:
        stories = find_stories(documents, settings.get(StoryParams), progress=progress)
    else:
        stories = continue_stories(documents, kept, settings.get(StoryParams), progress)
    params = settings.get(TrustParams)
    return Analysis(
        stories=stories,
        trust=tuple(trust(documents, stories.placements, params, ratings_of(params))),
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
