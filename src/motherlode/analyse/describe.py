"""What a story is called: the title of its most central document, and the words that set it apart."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise

from motherlode.analyse.features import languages, named_tokens
from motherlode.analyse.sources import source_of
from motherlode.model.documents import Document, Placement, Stories, Story

LEAD = 300
"""Characters of a text beside its title that name the story's words."""
WORDS = 6
SAMPLE = 200
"""Documents of a story that are looked at for its words."""
TOGETHER = 0.6
"""Two neighbouring words are shown as one name when they stand together in this share of their documents."""


def describe(documents: Sequence[Document], placements: Sequence[Placement]) -> Stories:
    """The stories of the placements, largest first."""
    members: dict[str, list[int]] = defaultdict(list)
    for place, placement in enumerate(placements):
        members[placement.story].append(place)
    read = [
        named_tokens(f"{d.title} {_lead(d.content)}" if d.content else d.title, language)
        for d, language in zip(documents, languages(documents), strict=True)
    ]
    spread: Counter[str] = Counter()
    for tokens in read:
        spread.update({stem for stem, _ in tokens})
    made = [_story(name, documents, placements, places, read, spread) for name, places in members.items()]
    made.sort(key=lambda story: (-len(story.documents), story.id))
    return Stories(tuple(placements), tuple(made))


def _lead(text: str) -> str:
    """The beginning of a text; a word that the border would cut is left out, so that none is shown in part."""
    cut = text[:LEAD]
    whole = len(text) <= LEAD or not (text[LEAD].isalnum() and cut[-1:].isascii() and cut[-1:].isalnum())
    return cut if whole else cut.rpartition(" ")[0] or cut


def _story(
    name: str,
    documents: Sequence[Document],
    placements: Sequence[Placement],
    places: Sequence[int],
    read: Sequence[Sequence[tuple[str, str]]],
    spread: Mapping[str, int],
) -> Story:
    words = key_words([read[i] for i in places[:SAMPLE]], spread, len(documents))
    central = max(
        places, key=lambda i: (not placements[i].copy_of, bool(documents[i].title), placements[i].closeness)
    )
    dates = [d for d in (documents[i].published for i in places) if d is not None]
    return Story(
        id=name,
        title=headline(documents[central]) or ", ".join(words) or documents[central].id,
        keywords=tuple(words),
        documents=tuple(documents[i].id for i in places),
        central=documents[central].id,
        sources=len({source_of(documents[i]) for i in places} - {""}),
        copies=sum(bool(placements[i].copy_of) for i in places),
        first=min(dates, default=None),
        last=max(dates, default=None),
    )


def headline(document: Document) -> str:
    """The document's title, or the beginning of its text."""
    if document.title.strip():
        return " ".join(document.title.split())
    text = " ".join(document.content[:200].split())
    return text if len(text) <= 80 else text[:80].rsplit(" ", 1)[0] + " …"


def key_words(
    read: Sequence[Sequence[tuple[str, str]]], spread: Mapping[str, int], documents: int, most: int = WORDS
) -> list[str]:
    """The words that most of these texts share and few others have, as they are usually written."""
    inside: Counter[str] = Counter()
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    pairs: Counter[tuple[str, str]] = Counter()
    for tokens in read:
        inside.update({stem for stem, _ in tokens})
        for stem, form in tokens:
            forms[stem][form] += 1
        pairs.update({(a[0], b[0]) for a, b in pairwise(tokens)})
    least = 2 if len(read) >= 4 else 1
    score = {
        stem: count * math.log1p(documents / max(spread.get(stem, 1), 1))
        for stem, count in inside.items()
        if count >= least and not stem[0].isdigit()
    }
    ranked = sorted(score, key=lambda stem: (-score[stem], stem))
    shown: list[str] = []
    used: set[str] = set()
    for stem in ranked:
        if len(shown) == most:
            break
        if stem not in used:
            shown.append(_name(stem, inside, pairs, forms, used))
    return shown


def _name(
    stem: str,
    inside: Counter[str],
    pairs: Counter[tuple[str, str]],
    forms: Mapping[str, Counter[str]],
    used: set[str],
) -> str:
    """The word as it is usually written, with the word that nearly always stands beside it."""
    used.add(stem)
    written = forms[stem].most_common(1)[0][0]
    beside = [(n, pair) for pair, n in pairs.items() if stem in pair and n > 1]
    for n, (left, right) in sorted(beside, reverse=True)[:3]:
        other = right if left == stem else left
        if other in used or other == stem or n < TOGETHER * max(inside[stem], inside[other]):
            continue
        used.add(other)
        glue = "" if not written.isascii() else " "
        return glue.join(forms[part].most_common(1)[0][0] for part in (left, right))
    return written


def span(first: datetime | None, last: datetime | None) -> str:
    """'2014-03-01 – 2014-03-10', or a dash when undated."""
    if first is None or last is None:
        return "–"
    return f"{first:%Y-%m-%d}" if first.date() == last.date() else f"{first:%Y-%m-%d} – {last:%Y-%m-%d}"
