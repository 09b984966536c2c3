"""Hot topics: H = z·ln(1+sources)·N, a burst against the topic's own history that older stories do not explain (N14).

z comes from the chance of so many documents in a window, when the topic's rate is what its history shows: a Poisson
count whose rate is known only as well as the history allows (gamma-distributed), so young topics need more to alarm.
By that law, at 3.7 with 30 windows of history, 0.06 to 0.12 of 1,000 quiet windows alarm, and of bursts seven
standard deviations high (at least seven documents) 0.15 % at the most pass unseen.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta

import numpy as np
from scipy import sparse, stats

from motherlode.analyse.features import feature_rows, read_words
from motherlode.analyse.params import HotParams
from motherlode.analyse.sources import source_of
from motherlode.analyse.vectors import Array, Matrix, group_sums, normalise, rarity
from motherlode.model.documents import Document, HotTopic, Stories, Story
from motherlode.model.evidence import Term
from motherlode.model.plain import counted

LEAST_HISTORY = 7
"""Windows before the last one that show what is usual; with windows of a day, a week with its weekend."""
LARGEST = 38.0
"""z of the smallest chance that a number can hold."""


def burst(now: int, history: Sequence[int], params: HotParams) -> float:
    """z: how many standard deviations of a normal law make a count of `now` after `history` as unlikely as it is."""
    if now <= 0:
        return 0.0
    doubt = 1 + params.doubt * max(0.0, 1 - len(history) / params.history)
    shape = params.quiet * doubt + sum(history)
    windows = doubt + len(history)
    chance = float(stats.nbinom.sf(now - 1, shape, windows / (windows + 1)))
    return min(max(float(stats.norm.isf(chance)), 0.0), LARGEST) if chance > 0 else LARGEST


def hot_topics(documents: Sequence[Document], stories: Stories, params: HotParams, now: datetime) -> list[HotTopic]:
    """Every story with documents in the last window, the hottest first; `hot` says which of them burst."""
    length = timedelta(hours=params.window)
    by_id = {document.id: document for document in documents}
    places = {document.id: i for i, document in enumerate(documents)}
    copies = {p.id: p.copy_of for p in stories.placements}
    recent = [s for s in stories.stories if s.last and any(_inside(by_id[i], now - length, now) for i in s.documents)]
    fresh = _novelty(documents, stories, recent, places, now - length)
    found = [_topic(story, by_id, copies, fresh[story.id], params, now) for story in recent]
    return sorted(found, key=lambda topic: (-topic.hot, -topic.score, topic.story))


def history_remark(documents: Sequence[Document], now: datetime, params: HotParams) -> str:
    """An honest word where the collection is too young to tell what is usual: nothing where there is history."""
    first = min((d.published for d in documents if d.published and d.published <= now), default=None)
    if first is None:
        return "no document has a date, so nothing can be called hot"
    windows = int((now - first).total_seconds() / 3600 // params.window)
    if windows >= LEAST_HISTORY:
        return ""
    return (
        f"too little history: {counted(windows, 'window')} of {params.window:g} hours before this one, and "
        f"{LEAST_HISTORY} are needed to say what is usual; a topic is called hot only against what is usual anywhere"
    )


def _inside(document: Document, start: datetime, end: datetime) -> bool:
    return document.published is not None and start < document.published <= end


def _counts(members: Sequence[Document], copies: dict[str, str], params: HotParams, now: datetime) -> dict[int, int]:
    """Documents in each window back from now (0 is the last one); a source's copies of one text count once."""
    seen: set[tuple[str, str]] = set()
    counts: dict[int, int] = defaultdict(int)
    for document in members:
        if document.published is None or document.published > now:
            continue
        text = (source_of(document), copies.get(document.id) or document.id)
        if text not in seen:
            seen.add(text)
            counts[int((now - document.published).total_seconds() / 3600 // params.window)] += 1
    return counts


def _topic(
    story: Story,
    by_id: dict[str, Document],
    copies: dict[str, str],
    novelty: tuple[float, str],
    params: HotParams,
    now: datetime,
) -> HotTopic:
    members = [by_id[i] for i in story.documents]
    counts = _counts(members, copies, params, now)
    first = story.first or now
    age = int(max((now - first).total_seconds(), 0.0) / 3600 // params.window)
    history = [counts.get(back, 0) for back in range(1, min(age, params.history) + 1)]
    count = counts.get(0, 0)
    z = burst(count, history, params)
    voices = {source_of(d) for d in members if _inside(d, now - timedelta(hours=params.window), now)} - {""}
    spread = math.log1p(len(voices))
    usual = sum(history) / len(history) if history else 0.0
    expected = f"{usual:.1f} a window over {counted(len(history), 'window')}" if history else "no history"
    terms = (
        Term("burst", round(z, 4), round(z, 4), f"{count} in {params.window:g} hours against {expected}"),
        Term("sources", float(len(voices)), round(spread, 4), f"{counted(len(voices), 'source')} wrote about it"),
        Term("novelty", round(novelty[0], 4), round(novelty[0], 4), novelty[1]),
    )
    hot = z >= params.alarm
    return HotTopic(
        story=story.id,
        title=story.title,
        score=round(z * spread * novelty[0], 4),
        hot=hot,
        size=len(members),
        recent=count,
        growth=round(count / usual, 3) if usual else float(count),
        sources=len(voices),
        first=story.first,
        words=story.keywords,
        terms=terms,
        reason=terms[0].reason if hot else f"no burst: {terms[0].reason}",
    )


def _novelty(
    documents: Sequence[Document],
    stories: Stories,
    recent: Sequence[Story],
    places: dict[str, int],
    since: datetime,
) -> dict[str, tuple[float, str]]:
    """N = 1 − the largest cosine with a story that was there before the window."""
    older = [s for s in stories.stories if s.first and s.first <= since]
    found = {story.id: (1.0, "like nothing before") for story in recent}
    if not recent or not older:
        return found
    wanted = {story.id: story for story in (*recent, *older)}
    names = list(wanted)
    chosen = [(places[i], at) for at, name in enumerate(names) for i in wanted[name].documents[:50]]
    sums = _centres([documents[place] for place, _ in chosen], np.array([at for _, at in chosen]), len(names))
    number = {name: at for at, name in enumerate(names)}
    before = np.array([number[story.id] for story in older], dtype=np.int64)
    near = np.asarray((sums[[number[s.id] for s in recent]] @ sums[before].T).todense())
    for own, story in zip(near, recent, strict=True):
        own[before == number[story.id]] = 0.0
        best = int(own.argmax())
        if own[best] > 0:
            told = f"{own[best]:.0%} like the older story '{older[best].title}'"
            found[story.id] = (max(1 - float(own[best]), 0.0), told)
    return found


def _centres(documents: Sequence[Document], labels: Array, count: int) -> Matrix:
    rows = feature_rows(read_words(documents))
    columns, at = np.unique(rows.indices, return_inverse=True)
    frequencies = np.bincount(at, minlength=len(columns))
    weights = rarity(columns, frequencies, len(documents))
    small = sparse.csr_matrix((rows.data * weights[at], at, rows.indptr), shape=(len(documents), len(columns)))
    return normalise(group_sums(normalise(small), labels, count))


def scan(
    documents: Sequence[Document], stories: Stories, params: HotParams, moments: Sequence[datetime]
) -> list[tuple[datetime, HotTopic]]:
    """The alarms that would have been raised at each of the moments, with what was known then."""
    alarms: list[tuple[datetime, HotTopic]] = []
    by_id = {document.id: document for document in documents}
    copies = {p.id: p.copy_of for p in stories.placements}
    for story in stories.stories:
        members = [by_id[i] for i in story.documents]
        for now in moments:
            known = [d for d in members if d.published and d.published <= now]
            if known and any(_inside(d, now - timedelta(hours=params.window), now) for d in known):
                topic = _topic(story, by_id, copies, (1.0, "not asked"), params, now)
                if topic.hot:
                    alarms.append((now, topic))
    return alarms


def last_burst_remark(documents: Sequence[Document], stories: Stories, params: HotParams, now: datetime) -> str:
    """What was hot last, window by window back through the history: nothing where no window had a burst."""
    moments = [now - timedelta(hours=params.window * back) for back in range(params.history + 1)]
    alarms = scan(documents, stories, params, moments)
    if not alarms:
        return ""
    when, topic = max(alarms, key=lambda alarm: (alarm[0], alarm[1].terms[0].value))
    return f"the last burst was at {when:%Y-%m-%d %H:%M}: '{topic.title}', {topic.reason}"


def hot_remarks(
    documents: Sequence[Document], stories: Stories, found: Sequence[HotTopic], params: HotParams, now: datetime
) -> tuple[str, ...]:
    """What belongs beside hot topics: the moment, too little history, and where nothing is hot, what was so last."""
    earlier = ""
    if not any(topic.hot for topic in found):
        windows = f"{counted(params.history, 'window')} of {params.window:g} hours"
        none = f"no story burst in the {windows} before this one either"
        earlier = last_burst_remark(documents, stories, params, now) or none
    told = (f"judged at {now:%Y-%m-%d %H:%M}", history_remark(documents, now, params), earlier)
    return tuple(filter(None, told))
