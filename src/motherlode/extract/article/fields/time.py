"""Publication and update time: a vote over JSON-LD, meta, microdata, time elements, the line after the title, the
address (N4)."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

import numpy as np

from motherlode.dom.tree import TEXT, Tree
from motherlode.extract.article.blocks import Blocks
from motherlode.extract.article.elements import NAMES, SPAN_TAGS, name_of
from motherlode.extract.article.fields import votes
from motherlode.extract.article.fields.dates import find_date, read_date, url_date
from motherlode.extract.article.fields.time_conflicts import NEAR_TITLE, TimeCandidate, reconciled
from motherlode.extract.article.fields.time_words import of_publication, of_update, told_by
from motherlode.extract.article.fields.votes import Candidate
from motherlode.extract.article.head import Head, text_of
from motherlode.extract.article.page import BEGIN, DATED, Page
from motherlode.lang import any_of, words

PUBLISHED_METAS = (
    "article:published_time", "og:published_time", "datepublished", "parsely-pub-date", "sailthru.date",
    "article.published", "cxenseparse:recs:publishtime", "publish-date", "publishdate", "pubdate", "publication_date",
    "dc.date.issued", "dcterms.created", "dcterms.issued", "dc.date.created", "date.issued", "originalpublicationdate",
    "og:article:published_time", "rnews:datepublished", "dc.date", "dcterms.date", "citation_publication_date",
    "citation_date", "citation_online_date", "article_date_original", "ptime", "pubtime", "displaydate", "date",
    "article:published", "published_time", "bt:pubdate", "shareaholic:article_published_time", "weibo:article:create_at",
    "datecreated", "release_date", "mediator_published_time", "artikel.veroeffentlicht", "publishedat", "publishtime",
    "created", "vr:published_time", "last-publish", "dcsext.articlefirstpublished", "iso-8601-publish-date",
)  # fmt: skip
UPDATED_METAS = (
    "article:modified_time", "og:updated_time", "datemodified", "lastmod", "last-modified", "dc.date.modified",
    "dcterms.modified", "modified_time", "article:updated", "updated_time", "revised", "cxenseparse:recs:lastmodified",
)  # fmt: skip
DATED_TYPES = frozenset(("webpage", "itempage", "product", "event"))
"""schema.org types of pages and things that are not articles, whose dates count, too."""
STATED = 1.6
"""Votes from which a candidate is what the page's data says, not what a line seems to say."""

DATE_HINT = NAMES.index("date")
RELATED_HINT = NAMES.index("related")
COMMENT_HINT = NAMES.index("comment")
ASIDE = SPAN_TAGS.index("aside")
SHORT_LINE = 60
"""A line that is little more than a date."""

FURTHER_DOWN = "less for each line below the title"
NEAR = 14
"""Blocks after the headline in which the time line is looked for; it is within 12 on 98 % of the labelled pages."""


Found = list[TimeCandidate]


def candidates(page: Page) -> tuple[Found, Found]:
    """Candidates for publication and for update."""
    published: Found = []
    updated: Found = []
    _head(page, published, updated)
    _elements(page, published, updated)
    if all(candidate.weight < STATED for candidate in published):
        of_properties(page, published, updated)
    dated = (np.frombuffer(page.signs, dtype=np.uint8) & DATED).nonzero()[0].tolist()
    _lines(page, _rows(page, dated), published, updated)
    if all(candidate.weight < NEAR_TITLE for candidate in published):
        of_attributes(page, published, updated)
    for address in dict.fromkeys((page.address, page.head.canonical, page.head.meta("og:url"))):
        moment = url_date(address) if address else None
        if moment is not None:
            published.append(TimeCandidate(moment, "address", votes.TIME["address"]))
            break
    if not updated:
        _told_below(page, dated, updated)
    if not published and not updated:
        _last_resort(page, dated, published)
    if updated and all(candidate.weight < WEAK for candidate in published):
        published = []
    return reconciled(published, updated), updated


WEAK = 0.2
"""Votes of a date that is but one of other articles' or of a comment: where an update is stated, that tells more."""


def _head(page: Page, published: Found, updated: Found) -> None:
    """What JSON-LD and meta elements say."""
    head, language = page.head, page.region

    def add(target: list[TimeCandidate], text: str, rule: str, weight: float, node: int = -1) -> None:
        moment = read_date(text[:200], language) if text else None
        if moment is not None:
            target.append(TimeCandidate(moment, rule, weight, node))

    for number, item in enumerate(head.articles()[:3]):
        share = 1.0 if number == 0 else votes.TIME["share of a further json-ld article"]
        for key in ("datePublished", "uploadDate", "dateCreated", "dateModified"):
            rule, target = f"json-ld {key}", updated if key == "dateModified" else published
            add(target, text_of(item.get(key)), rule, votes.TIME[rule] * share)
    for item, kinds in zip(head.objects[:80], head.kinds(), strict=False):
        if not DATED_TYPES.isdisjoint(kinds):
            for key, target in (("datePublished", published), ("dateModified", updated)):
                rule = f"json-ld page {key}"
                add(target, text_of(item.get(key)), rule, votes.TIME[rule])
    for number, name in enumerate([name for name in PUBLISHED_METAS if name in head.metas]):
        add(published, head.meta(name), f"meta {name}", votes.TIME["further meta" if number else "first meta"])
    for name in _other_metas(head) if not published else ():
        add(published, head.meta(name), f"meta {name}", votes.TIME["meta in no list"])
    for name in [name for name in UPDATED_METAS if name in head.metas]:
        add(updated, head.meta(name), f"meta {name}", votes.TIME["meta of an update"])


_PUBLISHED_NAME = re.compile(r"publi(?!sher)|pub-?_?date", re.IGNORECASE)
_STATED = re.compile(
    r'"(?:datePublished|date_?published|publish_?(?:ed)?_?(?:date|at|time|on)|pub_?date|first_?published_?(?:at|date)|'
    r'display_?date|deploy_?dt|created_?at)\\?"\s{0,3}:\s{0,3}\\?"(?P<value>[^"\\]{6,40})',
    re.IGNORECASE,
)
_STATED_WORDS = ("ublish", "pub", "isplay", "eploy", "reated")
"""A quick look for these comes before the pattern."""

SCRIPT_SHARE = 400_000
"""Characters of a script that are searched for a date when nothing else names one."""


def _other_metas(head: Head) -> list[str]:
    """Names of meta elements that speak of publication and are in no list."""
    return [name for name in head.metas if _PUBLISHED_NAME.search(name) and name not in PUBLISHED_METAS][:4]


def _told_below(page: Page, dated: list[int], updated: Found) -> None:
    """A line below the content that speaks of a change: 'This page was last edited on 3 May 2024, at 16:05.'"""
    blocks, language, last = page.blocks, page.region, page.last if len(page.content) else -1
    for row in reversed(dated[bisect_right(dated, last) :][-LINES_BELOW:]):
        text = blocks.texts[row]
        if len(text) > LONG_BELOW or not of_update(text) or blocks.around.hints[row][COMMENT_HINT]:
            continue
        found = find_date(text, language)
        if found is not None and not of_publication(text[: found[1]]):
            rule = "line below the content"
            updated.append(TimeCandidate(found[0], rule, votes.TIME[rule], int(blocks.starts[row])))
            return


LINES_BELOW, LONG_BELOW = 12, 250
"""Dated lines at the end of a page that are looked at, and the characters of the longest."""


def _last_resort(page: Page, dated: list[int], published: Found) -> None:
    """Lines anywhere after the content that are a date alone, then what the page's scripts say of the article."""
    blocks, language, last = page.blocks, page.region, page.last if len(page.content) else 0
    for row in dated[bisect_right(dated, last) :]:
        text = blocks.texts[row]
        found = find_date(text, language) if len(text) < SHORT_LINE else None
        if found is not None and len(text) - (found[2] - found[1]) < 20:
            rule = "line after the content"
            published.append(TimeCandidate(found[0], rule, votes.TIME[rule], int(blocks.starts[row])))
            return
    for whole in page.tree.scripts:
        script = whole[:SCRIPT_SHARE]
        stated = _STATED.search(script) if any(word in script for word in _STATED_WORDS) else None
        moment = read_date(stated["value"], language) if stated else None
        if moment is not None:
            published.append(TimeCandidate(moment, "script", votes.TIME["script"]))
            return


def _elements(page: Page, published: Found, updated: Found) -> None:
    """Microdata and time elements, those near the headline weigh most."""
    tree, language, headline, place = page.tree, page.region, page.headline, max(page.place, 0)
    seen = 0
    names: dict[int, str] = {}
    for node, attributes in page.marked:
        prop = (attributes.get("itemprop") or "").lower()
        if tree.tags[node] != "time" and prop not in ("datepublished", "datemodified", "datecreated"):
            continue
        seen += 1
        if seen > 40:
            return
        text = attributes.get("datetime") or attributes.get("content") or tree.text_of(node)
        moment = read_date(text[:100], language) or read_date(tree.text_of(node)[:100], language)
        if moment is None:
            continue
        of_update, of_publication, related = told_by(_around(tree, node, names))
        target = updated if prop == "datemodified" or of_update else published
        weight = votes.TIME["itemprop element" if prop in ("datepublished", "datecreated") else "time element"]
        if "pubdate" in attributes or of_publication:
            weight += votes.TIME["element said to be of publication, more"]
        if prop == "" and (seen > 1 or related):
            weight *= votes.TIME["share of a related element" if related else "share of a further time element"]
        distance = node - place
        if headline >= 0 and not -60 < distance < 250:
            weight *= votes.TIME["share of a far element"]
        target.append(TimeCandidate(moment, f"{prop or 'time'} element", weight, node))


def _around(tree: Tree, node: int, names: dict[int, str]) -> str:
    """Class names of the element and those above it inside its article, and the short text right before it.

    `names` keeps those of elements that were looked at.
    """
    parts = []
    step = node
    for _ in range(5):
        if step < 0 or tree.tags[step] in ("body", "main", "article"):
            break
        name = names.get(step)
        if name is None:
            name = names[step] = name_of(tree.given(step))
        parts.append(name)
        step = tree.parents[step]
    parent = tree.parents[node]
    for earlier in range(node - 1, max(parent, node - 6), -1):
        if tree.texts[earlier].strip():
            parts.append(tree.texts[earlier][-40:])
            break
    return " ".join(parts)


def _rows(page: Page, dated: list[int]) -> dict[int, float]:
    """Those of the dated blocks in which a time line may stand, with their weights: after the title, before the
    content, at its end."""
    if not dated:
        return {}
    blocks, headline, first, last = page.blocks, page.headline, page.first, page.last

    def among(low: int, high: int) -> list[int]:
        return dated[bisect_left(dated, low) : bisect_left(dated, high)]

    rows: dict[int, float] = {}
    if headline >= 0:
        for row in among(headline + 1, headline + NEAR):
            below = votes.TIME["line after the title"] - (row - headline) * votes.TIME[FURTHER_DOWN]
            rows[row] = (
                below if row <= last or last <= headline else votes.TIME["line after the title and the content"]
            )
        for row in among(headline - 4, headline + 1):
            rows.setdefault(row, votes.TIME["line above the title"])
    for row in among(first - 8, first + 3):
        rows.setdefault(row, votes.TIME["line before the content"])
    for row in among(last - 1, last + 4):
        rows.setdefault(row, votes.TIME["line at the end of the content"])
    known = set(dated)
    for row in blocks.around.own_hints[:, DATE_HINT].nonzero()[0][:20].tolist():
        if row in known:
            near = first - 30 <= row <= last + 10
            rows.setdefault(row, votes.TIME["line named date" if near else "far line named date"])
    for row in among(first - 40, last + 1):
        if len(blocks.texts[row]) < SHORT_LINE:
            rows.setdefault(row, votes.TIME["line in the content"])
    return rows


def _lines(page: Page, rows: dict[int, float], published: Found, updated: Found) -> None:
    """The paper's rule: the time stands on the line after the title; else shortly before the content or at its end."""
    tree, blocks, language, headline = page.tree, page.blocks, page.region, page.headline
    rule = "line after the title" if headline >= 0 else "line"
    headed = any(candidate.node < 0 for candidate in published)
    for row, weight in rows.items():
        text, start = blocks.texts[row][:BEGIN], 0
        for _ in range(2):
            found = find_date(text[start:], language)
            if found is None and not start and _is_glued(text):
                text = _parted(tree, blocks, row)
                found = find_date(text, language)
            if found is None:
                break
            moment, begin, end = found
            before = text[max(start, start + begin - 30) : start + begin]
            value = weight + (votes.TIME["line with a clock, more"] if moment.clock else 0.0)
            hints = blocks.around.hints[row]
            if hints[RELATED_HINT] or hints[COMMENT_HINT] or blocks.around.spans[row, ASIDE]:
                value *= votes.TIME["share of a line of other articles"]
            if len(text) > 120:
                value *= votes.TIME["share of a long line"]
            if of_publication(before):
                value += votes.TIME["line said to be of publication, more"]
                if not headed and _FIRST.search(before):
                    value += votes.TIME["line said to be of the first publication, more"]
            target = updated if of_update(before) else published
            target.append(TimeCandidate(moment, rule, value, int(blocks.starts[row])))
            start += end


_FIRST = re.compile(any_of(words("times", "first")), re.IGNORECASE)
_YEAR = re.compile(r"(?=(?:19|20)\d\d)")
_GLUED_NAME = re.compile(r"[a-z0-9][A-Z][a-z]{2,8}\.?\s\d")


def _is_glued(text: str) -> bool:
    """Whether a letter or digit stands right beside a year, or a name of a month sticks to what is before it."""
    start = -1
    for match in _YEAR.finditer(text):
        start = match.start()
        before, after = text[start - 1 : start], text[start + 4 : start + 5]
        if (before.isascii() and before.isalpha()) or (after.isascii() and after.isalnum()):
            return True
    return start >= 0 and _GLUED_NAME.search(text) is not None


def _parted(tree: Tree, blocks: Blocks, row: int) -> str:
    """A text with its elements apart, for a date that sticks to its neighbours: 'Ann LeeMay 3, 20242 views'."""
    return " ".join(" ".join(tree.texts[blocks.starts[row] : blocks.ends[row]]).split())[:BEGIN]


def choose(candidates: Found) -> tuple[TimeCandidate, float] | None:
    """The day with most votes, in its fullest form; with the winner's share."""
    if not candidates:
        return None
    counts: dict[object, float] = {}
    rules: set[tuple[object, str]] = set()
    for candidate in candidates:
        key = (candidate.moment.day, candidate.rule)
        share = votes.AGAIN if key in rules else 1.0
        counts[candidate.moment.day] = counts.get(candidate.moment.day, 0.0) + candidate.weight * share
        rules.add(key)
    best = max(counts, key=lambda day: counts[day])
    same = [candidate for candidate in candidates if candidate.moment.day == best]
    winner = max(same, key=lambda candidate: (candidate.moment.detail, candidate.weight))
    return winner, counts[best] / sum(counts.values())


def as_candidate(chosen: TimeCandidate) -> Candidate:
    """For the evidence."""
    return Candidate(chosen.moment.iso, chosen.rule, chosen.weight, chosen.node)


PUBLISHED_PROPERTIES = frozenset(("datepublished", "created", "issued", "date", "published_time", "datecreated"))
UPDATED_PROPERTIES = frozenset(("datemodified", "modified", "modified_time"))
PROPERTY, ATTRIBUTE = "property of an element", "attribute of an element"
SHORT_VALUE = 60
"""Characters of an attribute that is little more than a date."""


def of_properties(page: Page, published: list[TimeCandidate], updated: list[TimeCandidate]) -> None:
    """RDFa and what blogs wrote before there were time elements: property="dc:created", <abbr class="published">.

    Looked for only where nothing else states the time.
    """
    tree, place, language = page.tree, page.place, page.region
    for node, attributes in page.stated:
        props = {word.rsplit(":", 1)[-1].lower() for word in (attributes.get("property") or "").split()}
        names = (attributes.get("class") or "").lower().split()
        told = attributes.get("content") or attributes.get("title") or ""
        if not (told or props):
            continue
        is_published = not PUBLISHED_PROPERTIES.isdisjoint(props) or "published" in names
        if not is_published and UPDATED_PROPERTIES.isdisjoint(props) and "updated" not in names:
            continue
        moment = read_date((told or tree.text_of(node))[:100], language)
        if moment is not None:
            share = 1.0 if place < 0 or -60 < node - place < 250 else votes.TIME["share of a far element"]
            target = published if is_published else updated
            target.append(TimeCandidate(moment, PROPERTY, votes.TIME[PROPERTY] * share, node))


def of_attributes(page: Page, published: list[TimeCandidate], updated: list[TimeCandidate]) -> None:
    """Attributes near the headline that hold the time: <span title="3 May 2024">2 days ago</span>."""
    tree, place, language = page.tree, page.place, page.region
    for node in range(max(place - 20, 0), min(place + 80, len(tree))):
        attributes = tree.given(node) if tree.tags[node] not in NEVER_DATED else {}
        for name, value in attributes.items():
            if not value or len(value) > SHORT_VALUE or not _DATED_ATTRIBUTE.search(name):
                continue
            found = find_date(value, language)
            if found is not None and len(value) - (found[2] - found[1]) < 20:
                target = updated if of_update(f"{name} {value}") else published
                target.append(TimeCandidate(found[0], ATTRIBUTE, votes.TIME[ATTRIBUTE], node))
                return


_DATED_ATTRIBUTE = re.compile(r"^title$|^data-.*(?:date|time|stamp|publish)", re.IGNORECASE)
NEVER_DATED = frozenset(
    (TEXT, "time", "img", "a", "meta", "link", "script", "iframe", "svg", "path", "input", "button")
)
"""Elements whose attributes name times of other things, or none."""
