"""The source of an article: what stands beside the time, then what the page calls its site and publisher (N4)."""

from __future__ import annotations

import re

from motherlode.extract.article import jsonld
from motherlode.extract.article.fields.candidates import Candidate
from motherlode.extract.article.fields.prefilter import BEGIN, HAN
from motherlode.extract.article.page import Page

_SOURCE = re.compile(
    r"(?:来\s*源|來\s*源|稿源|出处|文章来源|信息来源|新闻来源|转自|源自)\s*[:：]\s*(?P<name>[^\s|，,。；;（(\[【]{2,25})"
)
_SOURCE_EUROPE = re.compile(r"^(?:source|quelle|fuente|fonte)\s*:\s*(?P<name>[^|.;]{2,60})", re.IGNORECASE)

_FIRST_LETTERS = "sSſqQfF"
"""Letters that the words of the last pattern begin with."""


MOST = 3.0
"""Votes of what stands beside the time."""


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
    found.append(Candidate(head.meta("og:site_name"), "meta og:site_name", 2.0))
    publishers = [jsonld.text_of(item.get("publisher")) for item in head.articles()[:2]]
    found += [Candidate(publisher, "json-ld publisher", 1.8) for publisher in publishers]
    found.append(
        Candidate(
            head.meta("source", "mediaid", "dc.source", "application-name", "publisher", "dc.publisher"),
            "meta source",
            1.2,
        )
    )
    address = page.address or head.canonical or head.meta("og:url")
    host = re.sub(r"^(?:https?:)?//(?:www\d?\.)?", "", address).split("/")[0] if "//" in address else ""
    found.append(Candidate(host, "address", 0.5))
    return [candidate for candidate in found if candidate.value]


def choose(found: list[Candidate]) -> Candidate | None:
    """The candidate with most votes, the first of several."""
    return max(found, key=lambda candidate: candidate.weight, default=None)
