"""Pages of a project out of its archive, as its judge reads them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from motherlode.app.crawl.judging import as_judged
from motherlode.app.crawl.parts import CrawlSettings, PageReading
from motherlode.app.project import Project
from motherlode.errors import MotherlodeError
from motherlode.model.clock import SystemClock
from motherlode.model.crawl import ReadPage
from motherlode.model.pages import Response
from motherlode.pages.archive import Archive
from motherlode.pages.warc import Place
from motherlode.store.pages import StoredPage
from motherlode.text.urls import canonical


def one_form(url: str) -> str:
    """The one form of an address; the name of a file stays as it is written."""
    return canonical(url) if "://" in url else url


class StoredPages:
    """Pages of a project as its judge reads them, out of the archive; what cannot be read is named."""

    def __init__(
        self, project: Project, archive: Archive, settings: CrawlSettings, note: Callable[[str], None]
    ) -> None:
        self._project, self._archive, self._settings, self._note = project, archive, settings, note
        self._extracting = settings.extracting()
        self._read = PageReading(duplicates=False)

    def pages(self, given: Sequence[str]) -> list[ReadPage]:
        """Marked pages and examples by their addresses, or as files; an address that was never fetched waits."""
        stored = self._project.store.pages.get([one_form(one) for one in given])
        found = []
        for one in given:
            known = stored.get(one_form(one))
            if known is not None and known.warc_offset >= 0:
                page = self.page(known, example=True)
            elif "://" in one:
                self._note(f"{one} is not stored; it counts from the next crawl on")
                continue
            else:
                page = self._file(one)
            if page is not None:
                found.append(page)
        return found

    def page(self, stored: StoredPage, *, example: bool = False) -> ReadPage | None:
        """A stored page with the text that is judged."""
        try:
            return self._judged(self._archive.read(Place(stored.warc_file, stored.warc_offset)), example=example)
        except MotherlodeError as error:
            self._note(f"{stored.url}: {error}")
            return None

    def _file(self, name: str) -> ReadPage | None:
        try:
            body = Path(name).read_bytes()
            response = Response(name, "http://file.invalid/", 200, (), body, SystemClock().now())
            return self._judged(response, example=True)
        except (MotherlodeError, OSError) as error:
            self._note(f"{name}: {error}")
            return None

    def _judged(self, response: Response, *, example: bool) -> ReadPage:
        """Of an example it counts, too, whether it is a list of links."""
        reading = self._read(response)
        page = as_judged(self._extracting, response, reading.page, self._settings.topic)
        listed = example and self._extracting.is_list(response, reading.page, reading.link_share)
        return replace(page, links_only=listed)
