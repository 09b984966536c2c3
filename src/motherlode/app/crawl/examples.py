"""The pages of UrlSet: addresses are fetched, files are read; what cannot be read is named and passed over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from motherlode.app.crawl.genre import as_judged
from motherlode.app.crawl.parts import PageReading
from motherlode.app.extracting import Extracting
from motherlode.errors import MotherlodeError
from motherlode.model.crawl import ReadPage
from motherlode.model.pages import Response
from motherlode.model.ports import Clock, Fetcher
from motherlode.text.urls import canonical
from motherlode.topic.params import TopicParams


async def example_pages(
    examples: Sequence[str],
    fetcher: Fetcher,
    clock: Clock,
    extracting: Extracting,
    params: TopicParams,
    archived: Callable[[str], Response | None],
    note: Callable[[str], None],
) -> list[ReadPage]:
    """The example pages with the text that is judged; `archived` gives a page that an earlier run fetched."""
    read = PageReading(duplicates=False)
    pages = []
    for given in examples:
        try:
            if given.startswith(("http://", "https://")):
                response = archived(canonical(given)) or await fetcher.fetch(canonical(given))
            else:
                body = await asyncio.to_thread(Path(given).read_bytes)
                response = Response(given, "http://file.invalid/", 200, (), body, clock.now())
            reading = read(response)
            listed = extracting.is_list(response, reading.page, reading.link_share)
            pages.append(replace(as_judged(extracting, response, reading.page, params), links_only=listed))
        except (MotherlodeError, OSError) as error:
            note(f"example {given}: {error}")
    return pages
