"""The source of an article: what stands beside the time, then what the page calls its site and publisher (N4)."""

from __future__ import annotations

import re

from motherlode.extract.article.fields import votes
from motherlode.extract.article.fields.votes import Candidate
from motherlode.extract.article.head import text_of
from motherlode.extract.article.page import BEGIN, HAN, Page
from motherlode.lang import any_of, words

_LABELS = words("sources", "label")
_HAN_LABELS = "|".join(r"\s*".join(label) for label in _LABELS if not label.isascii())
_SOURCE = re.compile(rf"(?:{_HAN_LABELS})\s*[:：]\s*(?P<name>[^\s|，,。；;（(\[【]{{2,25}})")
_SOURCE_EUROPE = re.compile(
    rf"^(?:{any_of(filter(str.isascii, _LABELS))})\s*:\s*(?P<name>[^|.;]{{2,60}})", re.IGNORECASE
)
_FIRST_LETTERS = frozenset(letter for label in _LABELS for letter in (label[0], label[0].upper()))
"""Letters that labels begin with."""


MOST = votes.SOURCE["source beside the time"]
"""Votes of the surest rule."""


def candidates(page: Page) -> list[Candidate]:
    """Candidates for the source: beside the time, then what the page calls its site and publisher."""
    found: list[Candidate] = []
    blocks, head, headline, count = page.blocks, page.head, page.headline, len(page.blocks)
    first, last = page.first, page.last
    rows = {
        *range(max(headline - 3, 0), min(headline + 12, count)),
        *range(max(first - 8, 0), min(first + 2, count)),
        *range(max(last - 1, 0), min(last + 5, count)),
    }
    for row in sorted(rows):
        text = blocks.texts[row]
        match = _SOURCE.search(text[:BEGIN]) if page.signs[row] & HAN else None
        if match is None and len(text) < 100 and text[:1] in _FIRST_LETTERS:
            match = _SOURCE_EUROPE.search(text)
        if match:
            found.append(Candidate(match["name"].strip(), "source beside the time", MOST, int(blocks.starts[row])))
            break
    found.append(Candidate(head.meta("og:site_name"), "meta og:site_name", votes.SOURCE["meta og:site_name"]))
    publishers = [text_of(item.get("publisher")) for item in head.articles()[:2]]
    rule = "json-ld publisher"
    found += [Candidate(publisher, rule, votes.SOURCE[rule]) for publisher in publishers]
    found.append(
        Candidate(
            head.meta("source", "mediaid", "dc.source", "application-name", "publisher", "dc.publisher"),
            "meta source",
            votes.SOURCE["meta source"],
        )
    )
    address = page.address or head.canonical or head.meta("og:url")
    host = re.sub(r"^(?:https?:)?//(?:www\d?\.)?", "", address).split("/")[0] if "//" in address else ""
    found.append(Candidate(host, "address", votes.SOURCE["address"]))
    return [candidate for candidate in found if candidate.value]


def choose(found: list[Candidate]) -> Candidate | None:
    """The candidate with most votes, the first of several."""
    return max(found, key=lambda candidate: candidate.weight, default=None)
