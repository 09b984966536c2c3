"""A crawl by the news paper's own filter layer: Algorithm 1 keeps, tells the judge, and has the last word (N6–N8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from motherlode.crawl.parts import Reading
from motherlode.model.crawl import Judgement
from motherlode.model.evidence import Verdict
from motherlode.model.pages import Response
from motherlode.model.ports import Clock
from motherlode.text.words import first_words
from motherlode.topic.algorithm1 import Counted, decided, skipped, started
from motherlode.topic.params import ThresholdParams

LinksOnly = Callable[[Reading, Response], bool]


class Algorithm1:
    """The filter of the paper: an article's relativity against the threshold that its own sums move."""

    def __init__(
        self, params: ThresholdParams, clock: Clock, links_only: LinksOnly, told: Callable[[bool], None]
    ) -> None:
        self.params, self._clock, self._links_only, self._told = params, clock, links_only, told
        self.state: Counted = started(params, clock.monotonic())

    def __call__(self, judgement: Judgement, reading: Reading, response: Response) -> Verdict:
        """Related or unrelated; a page of links holds no news, so that nothing is extracted from it."""
        now = self._clock.monotonic()
        if reading.noindex or self._links_only(reading, response):
            self.state = skipped(self.state, now, self.params)
            said = (
                "the page asks robots not to index it (noindex); its links are followed"
                if reading.noindex
                else f"a list of links ({reading.link_share:.0%} of its text), followed but not kept"
            )
            code = "noindex" if reading.noindex else "list-page"
            return Verdict(False, code, said, judgement.relativity, judgement.terms)
        self.state, related = decided(self.state, judgement.relevance, now, self.params)
        self._told(related)
        return self.verdict(judgement, reading.page.text)

    def verdict(self, judgement: Judgement, text: str = "") -> Verdict:
        """The verdict by the threshold as it is now, with its reason."""
        limit = self.state.value
        related = judgement.relevance >= limit
        words = ", ".join(first_words([term.name for term in judgement.terms[:5]], text)) or "no keyword of the topic"
        said = f"relativity {judgement.relevance:.3f} {'≥' if related else '<'} threshold {limit:.3f}: {words}"
        return Verdict(related, "related" if related else "unrelated", said, judgement.relativity, judgement.terms)


MOST_OTHERS = 20
"""Addresses of NewsSet read beforehand: as many as give every word of a front page a second class."""


def second_class(seeds: Sequence[str], examples: Sequence[str]) -> tuple[str, ...]:
    """Addresses of NewsSet that stand for what is not the topic when the vectors are first made (N3)."""
    return tuple(url for url in seeds if url not in examples)[:MOST_OTHERS]
