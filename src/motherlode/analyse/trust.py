"""Trust: T = sigmoid(b0 + b1·logit(A) + b2·K + b3·V + b4·O − b5·X), each term with its contribution and reason (N12).

A authority of the source · K corroboration by independent sources · V transparency · O originality · X contradiction.
With nothing known about the source the state is 'unknown': the other terms are shown, a degree is not.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from motherlode.analyse.copies import by_time, pieces_of
from motherlode.analyse.features import Words, read_words
from motherlode.analyse.params import TrustParams
from motherlode.analyse.sources import Authority, Ratings, authorities, owner_of, site_of, source_of
from motherlode.analyse.values import same, tracked_values
from motherlode.model.documents import Assessment, Document, Placement, TrackedValue
from motherlode.model.evidence import Term
from motherlode.text.urls import host_of

LIMIT = 0.02
"""Authorities are kept this far from 0 and 1, so that no other term is drowned."""
_CITES = re.compile(r"according to|told|\bsaid\b|reported by|据|表示|告诉|介绍说|援引", re.IGNORECASE)


Part = tuple[float, str]


@dataclass(frozen=True, slots=True)
class _Item:
    """A document of a story: the owner of its source, the id of its text (for a copy the original's), its figures."""

    document: Document
    placement: Placement
    owner: str
    text: str
    values: Sequence[TrackedValue]


def trust(
    documents: Sequence[Document],
    placements: Sequence[Placement],
    params: TrustParams,
    ratings: Ratings | None = None,
) -> list[Assessment]:
    """A degree of trust for every document, in the order given."""
    ratings = ratings or Ratings()
    known = authorities(documents, ratings)
    words = read_words(documents)
    items = [
        _Item(d, p, owner_of(d, ratings), p.copy_of or p.id, tracked_values(f"{d.title}\n{d.content}"))
        for d, p in zip(documents, placements, strict=True)
    ]
    members: dict[str, list[int]] = defaultdict(list)
    for place, placement in enumerate(placements):
        members[placement.story].append(place)
    made: dict[int, Assessment] = {}
    for places in members.values():
        original = _originality(documents, words, places)
        story = [items[place] for place in places]
        for place, item in zip(places, story, strict=True):
            others = _independent(item, story)
            parts = (
                _corroboration(others),
                _transparency(item.document),
                original[place],
                _contradiction(item, others, params.near),
            )
            made[place] = _assess(item.placement, known[source_of(item.document)], parts, params)
    return [made[place] for place in range(len(documents))]


def _assess(placement: Placement, authority: Authority, parts: Sequence[Part], params: TrustParams) -> Assessment:
    corroboration, transparency, originality, contradiction = parts
    terms = [Term("base", 1.0, params.base, "where every article starts")]
    if authority.value is not None:
        held = min(max(authority.value, LIMIT), 1 - LIMIT)
        weight = params.authority * math.log(held / (1 - held))
        terms.append(Term("authority", authority.value, round(weight, 4), authority.reason))
    for name, weight, (value, reason) in (
        ("corroboration", params.corroboration, corroboration),
        ("transparency", params.transparency, transparency),
        ("originality", params.originality, originality),
        ("contradiction", -params.contradiction, contradiction),
    ):
        terms.append(Term(name, round(value, 4), round(weight * value, 4), reason))
    if authority.value is None:
        return Assessment(placement.id, placement.story, "unknown", None, tuple(terms), authority.reason)
    total = sum(term.contribution for term in terms)
    degree = 1 / (1 + math.exp(-total))
    strongest = max(terms[1:], key=lambda term: abs(term.contribution))
    reason = f"mostly {strongest.name}: {strongest.reason}"
    return Assessment(placement.id, placement.story, "known", round(degree, 6), tuple(terms), reason)


def _independent(item: _Item, story: Sequence[_Item]) -> list[_Item]:
    """The story's other texts by other owners: near-copies and hosts of one owner do not count."""
    return [
        other
        for other in story
        if other.owner != item.owner and not other.placement.copy_of and other.text != item.text
    ]


def _corroboration(others: Sequence[_Item]) -> Part:
    """K = 1 − 2^(−m): m other owners with a text of their own."""
    owners = {other.owner for other in others} - {""}
    if not owners:
        return 0.0, "no independent source has this story"
    count = len(owners)
    names = ", ".join(sorted(owners)[:3])
    return 1 - 0.5**count, f"{count} independent source{'s' if count > 1 else ''} with this story: {names}"


def _transparency(document: Document) -> Part:
    """V: the share of five signs that the reader is told where it comes from; a sixth where it was seen to change."""
    source = source_of(document)
    outside = any(site_of(host) != source for host in map(host_of, document.links) if host)
    signs = {
        "author": bool(document.authors),
        "date": document.published is not None,
        "source": bool(document.source or document.url),
        "links to others": outside,
        "named voices": bool(_CITES.search(document.content)),
    }
    silent = [edit for edit in document.edits if edit.kind == "silent-edit"]
    if document.edits:
        signs["its changes"] = not silent
    shown = [name for name, there in signs.items() if there]
    told = f"gives {', '.join(shown)}" if shown else "gives neither author, date nor source"
    if silent:
        told += f"; on {silent[-1].seen_at:%Y-%m-%d} it was {silent[-1].what or 'edited without saying so'}"
    return len(shown) / len(signs), told


def _originality(documents: Sequence[Document], words: Sequence[Words], places: Sequence[int]) -> dict[int, Part]:
    """O: the share of a text's five-word pieces that no earlier item of the story has."""
    seen: dict[int, int] = {}
    found: dict[int, Part] = {}
    for at in by_time([documents[i] for i in places]):
        place = places[at]
        pieces = pieces_of(words[place])
        earlier = [seen[piece] for piece in pieces if piece in seen]
        share = 1 - len(earlier) / len(pieces) if pieces else 0.0
        if not pieces:
            reason = "no text to compare"
        elif not earlier:
            reason = "nothing of it is found in an earlier item"
        else:
            most = documents[Counter(earlier).most_common(1)[0][0]]
            reason = f"{1 - share:.0%} of it is found in earlier items, most in {most.id}"
        found[place] = (share, reason)
        for piece in pieces:
            seen.setdefault(piece, place)
    return found


def _contradiction(item: _Item, others: Sequence[_Item], near: float) -> Part:
    """X: the share of its figures that at least two other owners give differently and none gives like it."""
    if not item.values:
        return 0.0, "no figures to compare"
    against: list[str] = []
    for value in item.values:
        votes = _votes(item, others, near, value.subject)
        counts = Counter(other.value for other in votes if not same(value, other))
        if counts and not any(same(value, other) for other in votes):
            figure, number = counts.most_common(1)[0]
            if number >= 2:
                against.append(f"{value.subject} {value.text}, {number} others say {figure:g}")
    if not against:
        return 0.0, "its figures agree with the story's"
    return len(against) / len(item.values), "; ".join(against)


def _votes(item: _Item, others: Sequence[_Item], near: float, subject: str) -> list[TrackedValue]:
    """What other owners say about the subject within `near` hours; one vote for each owner and figure."""
    moment = item.document.published
    cast: dict[tuple[str, float], TrackedValue] = {}
    for other in others:
        when = other.document.published
        if moment and when and abs((when - moment).total_seconds()) > near * 3600:
            continue
        for value in other.values:
            if value.subject == subject:
                cast.setdefault((other.owner, value.value), value)
    return list(cast.values())
