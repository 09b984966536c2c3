"""A WARC file as the web: pages come from the archive, and what is not in it does not exist."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import unquote

from motherlode.crawl.parts import Known
from motherlode.errors import FetchError
from motherlode.model.pages import Response


class ReplayFetcher:
    """A Fetcher over archived pages; `read` gives the page of a place, so that nothing is held in memory."""

    def __init__(self, places: dict[str, int], read: Callable[[int], Response]) -> None:
        self._places = places
        self._read = read
        self._spellings = {plain_spelling(url): url for url in places}

    def find(self, url: str) -> str:
        """The archive's own spelling of an address, or an empty string."""
        if url in self._places:
            return url
        return self._spellings.get(plain_spelling(url), "")

    def __len__(self) -> int:
        return len(self._places)

    async def fetch(self, url: str, /) -> Response:
        """The archived page; raises FetchError for an address outside the archive."""
        return self.get(url)

    async def fetch_here(self, url: str, known: Known, /) -> Response:
        """The same: redirects of an archive were followed when it was made."""
        return self.get(url)

    def get(self, url: str) -> Response:
        """The archived page, without waiting."""
        known = self.find(url)
        if not known:
            raise FetchError(f"{url} is not in the archive", reason="not-archived")
        return replace(self._read(self._places[known]), url=url, final_url=known)


def plain_spelling(url: str) -> str:
    """An address without any percent-encoding: archives and pages often disagree about it, even about its depth."""
    for _ in range(3):
        plain = unquote(url, errors="replace")
        if plain == url:
            break
        url = plain
    return url.removeprefix("http://").removeprefix("https://").rstrip("/")
