"""What every crawl is put together from: reading, judging, keeping (N4–N8)."""

from __future__ import annotations

from collections.abc import Callable

from motherlode.crawl.loop import Reading
from motherlode.errors import UnreadableInput
from motherlode.model.crawl import Judgement, ReadPage
from motherlode.model.evidence import Verdict
from motherlode.model.pages import Response
from motherlode.pages.decode import decode
from motherlode.pages.duplicates import Duplicates, digest_of_folded, simhash
from motherlode.pages.view import Hrefs, view
from motherlode.store.pages import StoredPage
from motherlode.topic.params import ThresholdParams
from motherlode.topic.threshold import ThresholdState, begin, judged

_PAGE_TYPES = ("text/html", "application/xhtml", "text/plain", "application/xml", "text/xml")


class PageReading:
    """Bytes → text, links, duplicates."""

    def __init__(self, *, duplicates: bool = True) -> None:
        self._duplicates = Duplicates() if duplicates else None
        self._hrefs = Hrefs()

    def __call__(self, response: Response) -> Reading:
        """The page; raises UnreadableInput for what is not a page."""
        kind = response.header("content-type").lower()
        if response.status >= 400:
            raise UnreadableInput(f"{response.url} answered {response.status}", reason=f"http-{response.status}")
        if kind and not kind.startswith(_PAGE_TYPES):
            raise UnreadableInput(f"{response.url} is {kind[:60]}, not a page", reason="not-a-page")
        text, encoding, _ = decode(response.body, kind)
        seen = view(text, response.final_url, known=self._hrefs)
        page = ReadPage(response.final_url, seen.title, seen.text, seen.links, seen.language)
        digest, near, duplicate = digest_of_folded(seen.text), None, ""
        if self._duplicates is not None:
            near = simhash(seen.text)
            _, duplicate = self._duplicates.check(response.final_url, digest, near)
        words_in_links = sum(len(link.anchor) for link in seen.links)
        share = words_in_links / max(1, len(seen.text))
        return Reading(page, encoding, digest, near, duplicate, share, seen.left_out)

    def remember(self, url: str, digest: str, near: int | None) -> None:
        """A page of an earlier run."""
        if self._duplicates is not None:
            self._duplicates.check(url, digest, near)


def validators(page: StoredPage | None) -> dict[str, str]:
    """Headers of a conditional request for a page fetched before."""
    if page is None:
        return {}
    headers = {"If-None-Match": page.etag, "If-Modified-Since": page.last_modified}
    return {name: value for name, value in headers.items() if value}


LIST_SHARE = 0.5
"""Share of a page's text inside links from which it is a list; articles stay below."""


class Keeping:
    """The filter: relevance against the moving threshold (N6, N7)."""

    def __init__(
        self,
        params: ThresholdParams,
        is_list: Callable[[Response, ReadPage], bool] | None = None,
        *,
        lists: bool = False,
    ) -> None:
        self.params = params
        self._lists = lists
        self._is_list = is_list
        self.state: ThresholdState = begin(params)

    def __call__(self, judgement: Judgement, reading: Reading, response: Response) -> Verdict:
        """Kept or dropped, with the reason; a page of links is followed, not kept."""
        threshold = self.state.value
        related = judgement.relevance >= threshold
        if related and not self._lists and self._links_only(reading, response):
            reason = f"a list of links ({reading.link_share:.0%} of its text), followed but not kept"
            return Verdict(False, "list-page", reason, judgement.relativity, judgement.terms)
        kept = judgement.relevance >= threshold
        self.state = judged(self.state, kept, self.params)
        return self.verdict(judgement, threshold)

    def _links_only(self, reading: Reading, response: Response) -> bool:
        return reading.link_share > LIST_SHARE or bool(self._is_list and self._is_list(response, reading.page))

    def verdict(self, judgement: Judgement, threshold: float | None = None) -> Verdict:
        """The verdict without counting the page."""
        limit = self.state.value if threshold is None else threshold
        kept = judgement.relevance >= limit
        words = ", ".join(term.name for term in judgement.terms[:5]) or "no word of the topic"
        reason = f"relevance {judgement.relevance:.2f} {'≥' if kept else '<'} threshold {limit:.2f}: {words}"
        return Verdict(kept, "related" if kept else "unrelated", reason, judgement.relativity, judgement.terms)
