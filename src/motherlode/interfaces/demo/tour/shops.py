"""Step: the records of every shop and library, learned on the first page and reused on the others."""

from __future__ import annotations

import asyncio

from motherlode.dom.tree import parse
from motherlode.extract.records import RecordParams, apply, extract, learn
from motherlode.fetch.named import named_client
from motherlode.interfaces.demo.tour.step import Line, Stop
from motherlode.model.clock import SystemClock
from motherlode.pages.decode import decode

PAGES = 4
"""Result pages read of each source."""


def read_shops(stop: Stop) -> Line:
    """Records without selectors from sources of three domains; scripted pages are left to `--browser`."""
    sources = [s for domain in stop.web.truth.domains for s in domain.sources if not s.scripted]
    params = stop.project.settings.get(RecordParams)
    store, at = stop.project.store.records, SystemClock().now().isoformat(timespec="seconds")
    found = wanted = perfect = pages = 0
    stop.progress.begin("record lists", len(sources))
    for source in sources:
        wrapper = None
        for page in source.pages[:PAGES]:
            url = stop.server.url(page.host, page.path)
            tree = parse(page_text(url))
            regions = extract(tree, url, params)
            if wrapper is None and regions:
                wrapper = learn(tree, regions[0], source.host)
                store.keep_wrapper(wrapper, at)
            elif wrapper is not None:
                reused = apply(wrapper, tree, url)
                regions = [reused, *regions[1:]] if len(reused.records) >= len(page.records) else regions
            store.put(url, source.host, regions)
            number = len(regions[0].records) if regions else 0
            found, wanted, pages = found + number, wanted + len(page.records), pages + 1
            perfect += number == len(page.records)
        stop.progress.advance(1, records=found)
    stop.progress.end()
    return Line(
        "records",
        f"{found} records on {pages} result pages of {len(sources)} sources",
        f"{wanted} records are there; {perfect} of {pages} pages have exactly theirs",
    )


def page_text(url: str) -> str:
    """A page as text."""
    response = asyncio.run(named_client(allow_private=True).fetch(url))
    return decode(response.body, response.header("content-type")).text
