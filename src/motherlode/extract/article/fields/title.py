"""The title: a vote over what head, JSON-LD and the visible headline say, the site's name taken off (N4)."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import lru_cache

from motherlode.dom.tree import Tree
from motherlode.extract.article.blocks import Blocks, fold
from motherlode.extract.article.elements import NAMES, SPAN_TAGS
from motherlode.extract.article.fields import votes
from motherlode.extract.article.fields.votes import Candidate
from motherlode.extract.article.head import Head, text_of
from motherlode.extract.article.page import Page
from motherlode.extract.article.text_features import CJK

_SEPARATOR = re.compile(
    r"\s{1,20}[|\-–—·•»«:/~>]{1,20}\s{1,20}|\s{0,20}[|｜ㅣ»_]{1,20}\s{0,20}|(?<=[\u3040-\u9fff\uac00-\ud7af])\s?-{1,2}\s?(?=[\u3040-\u9fff\uac00-\ud7af])|\s::\s"
)
_MARKS = frozenset("|-–—·•»«:/~>｜ㅣ_")
"""Without one of them nothing is separated."""
META_TITLES = (
    "parsely-title",
    "sailthru.title",
    "dc.title",
    "dcterms.title",
    "headline",
    "title",
    "hdl",
    "article:title",
)

NAV, FOOTER = SPAN_TAGS.index("nav"), SPAN_TAGS.index("footer")
LOGIN = NAMES.index("login")
CJK_SECTION = 6
"""Characters of the longest Chinese, Japanese or Korean section name after a dash; a headline has more."""

MAX_TITLE = 600
"""Characters of a title that are looked at."""
SENTENCE, ALIKE = 7, 0.25
"""A sure headline has so many words and shares so much with a title of the head: the head's is then another
wording for search engines. Swept over 2.6 to 4, 4 to 7 and 0 to 0.4: the mixed articles gain what publishers lose."""

LABEL = 4
"""A headline of so few words is short: it is often a section, and gives way to two titles of the head that agree.
Swept over 1.2 to 2 and 3 to 6 words: gains on the mixed pages, changes nothing on the others."""


def site_names(head: Head, url: str) -> frozenset[str]:
    """Folded names by which the site may call itself."""
    names = {
        head.meta("og:site_name"),
        head.meta("application-name"),
        head.meta("al:ios:app_name"),
        head.meta("twitter:site").lstrip("@"),
        head.meta("apple-mobile-web-app-title"),
    }
    for item, kinds in zip(head.objects[:50], head.kinds(), strict=False):
        if any(kind in {"organization", "newsmediaorganization", "website"} for kind in kinds):
            names.add(text_of(item.get("name")))
        if item.get("publisher"):
            names.add(text_of(item["publisher"]))
    host = re.sub(r"^(?:https?://)?(?:www\d?\.|m\.|amp\.)?", "", url or head.canonical or head.meta("og:url")).split(
        "/"
    )[0]
    labels = host.split(".")
    names |= {host, ".".join(labels[-2:]), *(label for label in labels[:-1] if len(label) > 2)}
    return frozenset(folded for name in names if name and len(folded := fold(name)) > 1)


HALF, THIRD, MOST = 0.5, 0.35, 0.6
"""Shares: of the site's name that a part must have to stand for it; of a title of the head that a headline must have;
and that the rest of a headline behind its kicker must have."""

PART, WHOLE = 0.45, 0.75
"""Share of a part, and of a whole title, from which the site's name in it leaves no title: a shop's name may be half
of 'Acme Movers Price List'."""


def is_site_name(part: str, sites: AbstractSet[str], share: float = PART) -> bool:
    """Whether a part of a title is the site's name or holds little else."""
    folded = fold(part)
    if not folded:
        return True
    for site in sites:
        if folded == site or (len(site) > 3 and site in folded and len(site) > share * len(folded)):
            return True
        if len(folded) > 4 and folded in site and len(folded) > HALF * len(site):
            return True
    return False


MAX_PARTS = 14
"""A title of more parts is a list of keywords and stays as it is."""


def without_site(title: str, sites: AbstractSet[str], headlines: Iterable[str]) -> str:
    """The title without the site's name and sections: by the names of the site, or because a headline ends there."""
    if _MARKS.isdisjoint(title):
        return title
    known = {fold(headline) for headline in headlines}
    before, colon, after = title.partition(":")
    if colon and fold(after) in known and fold(before) in sites:
        return after.strip()
    spans = [(0, 0)] + [match.span() for match in _SEPARATOR.finditer(title)] + [(len(title), len(title))]
    if not 3 <= len(spans) <= MAX_PARTS:
        return title
    for stop in range(len(spans) - 1, 0, -1):
        for start in range(stop):
            part = title[spans[start][1] : spans[stop][0]]
            if len(part) > 8 and fold(part) in known:
                return part
    first, last = 0, len(spans) - 1
    while last - first > 1 and is_site_name(title[spans[last - 1][1] : spans[last][0]], sites):
        last -= 1
    while last - first > 1 and is_site_name(title[spans[first][1] : spans[first + 1][0]], sites):
        first += 1
    while last - first > 1 and _is_tail(
        title[spans[first][1] : spans[last - 1][0]], title[spans[last - 1][0] : spans[last][0]]
    ):
        last -= 1
    while last - first > 1 and _is_label(title[spans[first][1] : spans[first + 1][1]], title[spans[first + 1][1] :]):
        first += 1
    return title[spans[first][1] : spans[last][0]].strip()


def _is_label(label: str, rest: str) -> bool:
    """Whether the first part is a section: one word before a bar, as in 'Opinion | …'."""
    return label.rstrip()[-1:] in "|｜" and len(label.split()) <= 2 and len(rest.split()) >= 3


def _is_tail(rest: str, tail: str) -> bool:
    """Whether the last part is a section or site that nobody named: after a bar, or short after a dash."""
    mark = tail.lstrip()[:1]
    words = len(tail.split()) - 1
    if mark in "|｜•·»" or tail.lstrip().startswith("::"):
        return len(rest.split()) >= 2 or len(rest) > 8
    if CJK.match(tail.strip(" -–—")):
        return len(tail.strip(" -–—")) <= CJK_SECTION < len(rest)
    return mark in "-–—" and words <= 3 and len(rest.split()) >= 5 and tail.strip(" -–—")[:1].isupper()


def candidates(page: Page) -> list[Candidate]:
    """All candidates, cleaned, the headlines first."""
    head, sites = page.head, page.sites
    headlines = _headlines(page.tree, page.blocks, head, sites)
    texts = [candidate.value for candidate in headlines]
    found = list(headlines)
    raw: list[tuple[str, str]] = []
    for item in head.articles()[:3]:
        value = text_of(item.get("headline")) or text_of(item.get("name"))
        if value:
            raw.append(("json-ld", value))
            break
    raw += [("og:title", head.meta("og:title")), ("twitter:title", head.meta("twitter:title"))]
    raw += [("meta", head.meta(*META_TITLES)), ("title", head.title)]
    done: dict[str, str] = {}  # the head often says the same several times
    for rule, value in raw:
        if value not in done:
            seen = clean(value, visible=True)
            rest = without_site(seen if seen in texts else clean(value), sites, texts)
            done[value] = "" if is_site_name(rest, sites, WHOLE) else rest
        if done[value]:
            found.append(Candidate(done[value], rule, votes.TITLE[rule]))
    return found


_UNSEEN = dict.fromkeys(map(ord, "\xad\u200b\u200c\u2060\ufeff¶"))
"""Soft hyphens, spaces without width and the mark that links a heading to itself."""
_UNSEEN_THERE = dict.fromkeys(map(ord, "\xad\u200b\u2060\ufeff¶"))
_JOINED_SCRIPT = re.compile(r"[\u0600-\u06ff\u0900-\u0dff]")
"""Scripts whose letters join: the mark that keeps them apart is part of the spelling."""


@lru_cache(maxsize=256)
def clean(value: str, *, visible: bool = False) -> str:
    """White space folded, entities that were escaped twice resolved, tags taken out unless the reader sees them.

    A page says the same few titles again and again, so that those seen last are kept.
    """
    value = html.unescape(value[:MAX_TITLE])
    if not value.isascii():
        value = value.translate(_UNSEEN if _JOINED_SCRIPT.search(value) is None else _UNSEEN_THERE)
    if "<" in value and not visible:
        value = re.sub(r"</?[a-zA-Z][^<>]{0,200}>", "", value)
    return " ".join(value.split())


def _headlines(tree: Tree, blocks: Blocks, head: Head, sites: AbstractSet[str]) -> list[Candidate]:
    """Visible headlines: h1 elements, and other blocks that the head's title begins or ends with."""
    given = (head.title, head.meta("og:title"), head.meta("twitter:title"))
    titles = [fold(clean(value)) for value in given if value]
    found: list[Candidate] = []
    last = -1
    for row in blocks.tagged("h1")[:20]:
        box = int(blocks.boxes[row])
        text = clean(blocks.texts[row] if blocks.ends[row] >= tree.ends[box] else tree.text_of(box), visible=True)
        if box == last or not fold(text) or len(text) > 400 or is_site_name(text, sites):
            continue
        last = box
        text = _without_section(_without_kicker(tree, box, text, titles))
        weight = votes.TITLE[("second h1" if len(found) == 1 else "further h1") if found else _first(text, given)]
        if (
            blocks.around.spans[row, NAV]
            or blocks.around.spans[row, FOOTER]
            or blocks.around.hidden[row]
            or blocks.around.hints[row, LOGIN]
        ):
            weight *= votes.TITLE["share of an h1 in a frame"]
        if titles and not _shares_word(text, titles, sites):
            weight *= votes.TITLE["share of an h1 of no title's words"]
        found.append(Candidate(text, "h1", weight, box))
    for row, folded in blocks.alike(*(clean(value)[:30] for value in given if value)).items():
        if row >= 400 or blocks.tags[row] == "h1" or blocks.around.spans[row, NAV]:
            continue
        line, more, _ = blocks.texts[row].partition("\n")
        if _is_told(folded, titles, sites):
            found.append(_as_headline(tree, blocks, row, blocks.texts[row]))
        elif more and _is_told(fold(line), titles, sites, first=False):  # a day or an author stands below it
            found.append(_as_headline(tree, blocks, row, line))
    return found


def _is_told(folded: str, titles: list[str], sites: AbstractSet[str], *, first: bool = True) -> bool:
    """Whether a title of the head ends with a headline, a long one or one after the site's name, or begins with it.

    The first line of several does not count as a beginning: a headline may go on in the second.
    """
    return 5 < len(folded) < 250 and any(
        ((first and title.startswith(folded))
         or (title.endswith(folded) and (len(folded) > 12 or title.removesuffix(folded).strip() in sites)))
        and len(folded) > THIRD * len(title)
        for title in titles
    )  # fmt: skip


def _without_section(text: str) -> str:
    """A headline without a short section behind a bar: '… | Opinion'."""
    rest, bar, section = text.rpartition(" | ")
    return rest if bar and len(section.split()) <= 4 and len(rest.split()) >= 5 else text


def _without_kicker(tree: Tree, box: int, text: str, titles: list[str]) -> str:
    """A headline without the section or kicker in an element of its own before it, where a title of the head is the
    rest or begins with it."""
    places = [node for node in range(box + 1, tree.ends[box]) if tree.texts[node].strip()][:8]
    for node in places[1:]:
        rest = clean("".join(tree.texts[node : tree.ends[box]]), visible=True).lstrip(" -–—:|")
        folded = fold(rest)
        if len(folded) > 8 and any(title.startswith(folded) and len(folded) > MOST * len(title) for title in titles):
            return rest
    return text


def _as_headline(tree: Tree, blocks: Blocks, row: int, text: str) -> Candidate:
    box = int(blocks.boxes[row])
    heading = blocks.tags[row] in ("h2", "h3", "h4") or "title" in (tree.given(box).get("class") or "").lower()
    share = 1.0 if heading else votes.TITLE["share of a headline that is no heading"]
    return Candidate(clean(text), "headline", votes.TITLE["headline"] * share, box)


_WORD = re.compile(r"[\u3040-\u9fff\uac00-\ud7af]|\w+")


def _first(text: str, given: Iterable[str]) -> str:
    """What kind of headline the first h1 is."""
    if _retells(text, given):
        return "sure h1"
    return "h1" if len(_WORD.findall(text)) > LABEL else "short h1"


def _retells(text: str, given: Iterable[str]) -> bool:
    """Whether a headline is a full sentence that one of the head's titles says in other words."""
    words = _WORD.findall(text.lower())
    own = set(words)
    others = (set(_WORD.findall(value[:MAX_TITLE].lower())) for value in given)
    return len(words) >= SENTENCE and any(len(own & other) >= ALIKE * len(own | other) for other in others)


def _shares_word(text: str, titles: list[str], sites: AbstractSet[str]) -> bool:
    """Whether any longer word (or pair of CJK characters) of a headline, not the site, is in the head's titles."""
    words = re.findall(r"[\u3040-\u9fff]{2}|[^\W\d_]{4,}", text.lower())
    return not words or any(word in title and word not in sites for word in words for title in titles)


def choose(candidates: list[Candidate]) -> tuple[Candidate, float] | None:
    """The winner of the vote and its share; equal texts add up, and a headline inside a longer title supports it."""
    if not candidates:
        return None
    counts: dict[str, float] = {}
    rules: dict[str, set[str]] = {}
    folds = [fold(candidate.value) for candidate in candidates]
    for candidate, key in zip(candidates, folds, strict=True):
        if not key:
            continue
        seen = rules.setdefault(key, set())
        counts[key] = counts.get(key, 0.0) + candidate.weight * (votes.AGAIN if candidate.rule in seen else 1.0)
        seen.add(candidate.rule)
    if not counts:
        return None
    for key in counts:
        if len(key) <= 12 or "h1" not in rules[key]:
            continue
        for candidate, other in zip(candidates, folds, strict=True):
            if other != key and key in other:
                counts[key] += votes.TITLE["share of a longer title"] * candidate.weight
    best = max(counts, key=lambda key: counts[key])
    winner = max(
        (c for c, key in zip(candidates, folds, strict=True) if key == best), key=lambda c: (c.node >= 0, c.weight)
    )
    return winner, counts[best] / sum(counts.values())
