"""Times that elements state in attributes: RDFa, older formats of blogs, what stands behind "2 days ago" (N4)."""

from __future__ import annotations

import re

from motherlode.dom.tree import TEXT
from motherlode.extract.article.fields import votes
from motherlode.extract.article.fields.dates import find_date, read_date
from motherlode.extract.article.fields.time_conflicts import TimeCandidate
from motherlode.extract.article.fields.time_words import of_update
from motherlode.extract.article.page import Page

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
