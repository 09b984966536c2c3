"""One visit from the answer to what is kept of it: a list's new addresses, a page's changes, a new article."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

from motherlode.app.project import Project
from motherlode.app.watch.places import PlaceBook, digest_of, hours_of
from motherlode.app.watch.reading import Judged, WatchReader
from motherlode.app.watch.tables import Databases, compared
from motherlode.errors import FetchError, InputError, MotherlodeError, UnreadableInput
from motherlode.model.article import Article
from motherlode.model.pages import Response
from motherlode.model.ports import Clock, Fetcher
from motherlode.model.watch import Change, Choice, PlaceState, Version
from motherlode.pages.archive import Archive
from motherlode.pages.warc import Place
from motherlode.sources.listings import Listed, Listing, offered_feeds, read_listing
from motherlode.store.watch import KeptVersion, Step, StoredPlace, VisitRow, WatchStore
from motherlode.text.urls import canonical, domain_of, host_of
from motherlode.watch.claims import Claims, lifetime
from motherlode.watch.compare import article_change, fingerprint
from motherlode.watch.params import WatchParams
from motherlode.watch.schedule import BACKLOG, Schedule

MOST_LINKS = 2000
"""Addresses taken from one list at one visit."""

NEW_WITHIN = 24.0
"""Hours within which a dated address is new, even where its list is seen for the first time."""

GONE_AFTER = 2
"""Answers of 'not found' in a row after which a page has vanished; 410 says so at once."""

_NO_PAGES = (".jpg", ".jpeg", ".png", ".gif", ".svg", ".webp", ".css", ".js", ".pdf", ".mp3", ".mp4", ".zip", ".ico")


class Visits(PlaceBook):
    """Visits places and says what is to be kept; the schedule is told what was seen."""

    def __init__(
        self, project: Project, params: WatchParams, schedule: Schedule, claims: Claims, reader: WatchReader,
        kept: WatchStore, archive: Archive, fetcher: Fetcher, clock: Clock,
    ) -> None:  # fmt: skip
        super().__init__(params, schedule, claims)
        self.reader, self.kept, self.store = reader, kept, project.store
        self.archive, self.fetcher, self.clock = archive, fetcher, clock
        self.databases = Databases(project, schedule, clock, params.per_hour)
        self.texts: dict[str, str] = {}
        """Fingerprint of an article's words on its host → its address, to know one that moved."""
        self.hubs: dict[str, tuple[str, str]] = {}
        """Feeds whose hub tells of news: address → hub and the feed's own name (WebSub)."""

    async def visit(self, choice: Choice) -> Step:
        """Goes there; everything that follows from it."""
        now, step = self.clock.now(), Step()
        place = self.places[choice.url]
        found, outcome = 0, ""
        try:
            if choice.kind == "hidden":
                found, outcome = await self._database(place, step, now)
            else:
                response = await self.fetcher.fetch(choice.url)
                if response.status >= 400:
                    raise FetchError(f"{choice.url} answered {response.status}", reason=f"http-{response.status}")
                found, outcome = self._answered(place, response, step, now)
        except MotherlodeError as error:
            reason = error.reason if isinstance(error, FetchError) else "unreadable"
            found, outcome = self._failed(place, reason, error, step, now)
        step.visits.append(
            VisitRow(choice.url, choice.kind, now.isoformat(), outcome[:40], found, choice.expected, choice.reason)
        )
        self.remember(choice.url, step)
        source = place.state.source
        if source in self.places:  # what a list showed was judged, which moves its estimate
            step.places[source] = replace(self.places[source], state=self.schedule.state(source))
        return step

    def _answered(self, place: StoredPlace, response: Response, step: Step, now: datetime) -> tuple[int, str]:
        if response.status == 304:
            return self._not_modified(place, response, now)
        if place.digest and place.etag and digest_of(response) != place.digest:  # a tag that stays the same lies
            self.claims.heard(place.state.host, "unchanged", true=response.header("etag") != place.etag)
        made = {"link": self._new_page, "article": self._article, "records": self._items, "people": self._items}
        return made.get(place.state.kind, self._list)(place, response, step, now)

    async def _database(self, place: StoredPlace, step: Step, now: datetime) -> tuple[int, str]:
        """A hidden database by difference."""
        url = place.state.url
        after, found, outcome = await self.databases.visit(place, step, now)
        if after is None:
            self.drop(place, step)
        else:
            self.places[url] = after
        return found, outcome

    def _not_modified(self, place: StoredPlace, response: Response, now: datetime) -> tuple[int, str]:
        url = place.state.url
        self.schedule.saw(url, hours_of(now))
        self.places[url] = replace(place, state=self.schedule.state(url), unchanged=place.unchanged + 1)
        if place.state.kind == "article" and (same_as := self._archived(url)) is not None:
            self.archive.write_revisit(response, same_as)
        return 0, "not modified"

    def _failed(
        self, place: StoredPlace, reason: str, error: MotherlodeError, step: Step, now: datetime
    ) -> tuple[int, str]:
        url, kind = place.state.url, place.state.kind
        failures = self.schedule.failed(url, hours_of(now))
        if kind == "link":
            step.pages.append(self.reader.failed_row(url, place.state.source, reason, error.message[:500]))
            self.leave(url, step)
            return 0, reason
        missing = reason == "http-410" or (reason == "http-404" and failures >= GONE_AFTER)
        if missing and kind != "hidden":
            if kind == "article":
                title = version.version.title if (version := self.kept.version(url)) else url
                what = f"the page is gone ({reason.removeprefix('http-')})"
                name = fingerprint(url, "vanished", place.version + 1)
                step.changes.append(Change(name, url, "vanished", now, title, what))
            self.drop(place, step)
            return int(kind == "article"), "vanished"
        self.places[url] = replace(place, state=self.schedule.state(url))
        return 0, reason

    def _list(self, place: StoredPlace, response: Response, step: Step, now: datetime) -> tuple[int, str]:
        """New addresses of a feed, a sitemap or a hub."""
        url, hour = place.state.url, hours_of(now)
        first = not place.state.visited
        if not first and place.digest == digest_of(response):
            self.seen(place, response, now)
            return 0, "the same"
        listing = read_listing(response.body, response.header("content-type"))
        if listing is None:
            if place.state.kind != "hub":
                raise UnreadableInput(f"{url} is neither a feed nor a sitemap", reason="not-a-list")
            listing = self._hub(response, step, now)
        entries = self._canonical(listing.entries, same_site=place.state.kind == "hub", url=url)
        known = self.kept.known(list(entries))
        new = {
            address: entry
            for address, entry in entries.items()
            if address not in known and address not in self.places
        }
        self.hold_lifetime(place, new.values())
        self.hints(entries, place, hour)
        self.seen(place, response, now, shows=entries)
        for address, entry in new.items():
            self._offer(address, entry, url, first, step, hour)
        if first:
            dates = [hours_of(entry.published) for entry in entries.values() if entry.published]
            self.schedule.first_dates(url, dates, hour)
        for further in listing.further[:50]:
            self.add(further, "sitemap", step, hour)
        if listing.hub:
            self.hubs[url] = (listing.hub, listing.topic or url)
        claimed = lifetime(response.header("cache-control"), listing.ttl)
        if claimed and self.claims.believed(place.state.host, "lifetime"):
            self.schedule.wait(url, hour + claimed)
        self.places[url] = replace(self.places[url], state=self.schedule.state(url))
        return len(new), "new addresses" if new else "nothing new"

    def _hub(self, response: Response, step: Step, now: datetime) -> Listing:
        """The links of a page; feeds that it offers are watched too."""
        for offered in offered_feeds(response.body):
            with suppress(InputError):
                self.add(canonical(offered, response.final_url), "feed", step, hours_of(now))
        links = self.reader.links(response).page.links
        return Listing(tuple(Listed(link.url, link.anchor) for link in links))

    def _canonical(self, entries: Sequence[Listed], *, same_site: bool, url: str) -> dict[str, Listed]:
        site, found = domain_of(host_of(url)), dict[str, Listed]()
        for entry in entries[:MOST_LINKS]:
            with suppress(InputError):
                address = canonical(entry.url, url)
                path = address.lower().partition("?")[0]
                if not path.endswith(_NO_PAGES) and (not same_site or domain_of(host_of(address)) == site):
                    found.setdefault(address, entry)
        return found

    def _offer(self, address: str, entry: Listed, source: str, first: bool, step: Step, hour: float) -> None:
        published = hours_of(entry.published) if entry.published else None
        old = first and (published is None or hour - published > NEW_WITHIN)
        bucket = self.reader.bucket(entry.title, address)
        state = PlaceState(address, "link", host_of(address), hour, hour, source=source, bucket=bucket)
        dated = entry.published.isoformat() if entry.published else ""
        self.put(StoredPlace(state, BACKLOG if old else 1.0, published=dated), step)

    def _new_page(self, place: StoredPlace, response: Response, step: Step, now: datetime) -> tuple[int, str]:
        """An address that a list showed: an article on the topic, another list, or nothing for us."""
        url, hour, final = place.state.url, hours_of(now), response.final_url
        self.schedule.asked(url, hour)
        listing = read_listing(response.body, response.header("content-type"))
        if listing is not None:
            self.leave(url, step)
            self.add(url, "sitemap" if listing.further else "feed", step, hour)
            return 0, "a list"
        archived = self.archive.write(response)
        judged = self.reader.judged(response, place.state.source, archived)
        twin = self._twin(judged, url)
        fresh = judged.kept and not twin
        dated = hours_of(datetime.fromisoformat(place.published)) if place.published else None
        self.schedule.credit(url, on_topic=fresh, published=dated, now=hour)
        self.leave(url, step)
        if final != url:
            step.pages.append(self.reader.failed_row(url, place.state.source, "redirected", f"leads to {final}"))
        if judged.is_list and self._worth_watching(final, judged.visit.judgement.relevance):
            self.add(final, "hub", step, hour)
        return self._keep_new(judged, twin, archived, step, now)

    def _twin(self, judged: Judged, url: str) -> str:
        """The address at which the same article is watched already, if there is one."""
        final = judged.visit.response.final_url
        if judged.item is None:
            return ""
        if final != url and final in self.places and self.places[final].state.kind == "article":
            return final
        return self.texts.get(_words_of(_version_of(judged.item.article, final)), "")

    def _keep_new(self, judged: Judged, twin: str, archived: Place, step: Step, now: datetime) -> tuple[int, str]:
        """A page that was judged: a new article with its first version, or a row that says why not."""
        row, response = self.reader.page_row(judged), judged.visit.response
        if twin:
            row = replace(row, kept=False, code="duplicate", reason=f"the same words as {twin}")
            self.schedule.push(twin)
        step.pages.append(row)
        if judged.item is None or twin:
            return 0, row.code
        version = _version_of(judged.item.article, response.final_url)
        step.articles.append(judged.item)
        self._article_place(version.url, response, archived, version, step, now)
        step.changes.append(
            Change(
                fingerprint(version.url, "new", 1), version.url, "new", now, version.title,
                f"new article: {version.title}", happened_at=version.published,
            )
        )  # fmt: skip
        return 1, "new article"

    def late(self) -> Step | None:
        """Articles among pages that were dropped before the judge had learned enough; None where there are none."""
        found, step, now = self.reader.late(), Step(), self.clock.now()
        for dropped in found:
            if dropped.url in self.places:
                continue
            try:
                judged = self.reader.judged_late(self.archive.read(dropped.place), dropped)
            except MotherlodeError:
                continue
            self._keep_new(judged, self._twin(judged, dropped.url), dropped.place, step, now)
        return step if found else None

    def _worth_watching(self, url: str, relevance: float) -> bool:
        return relevance >= 0.25 or url.count("/") <= 4

    def _article_place(
        self, url: str, response: Response, archived: Place, version: Version, step: Step, now: datetime
    ) -> None:
        hour = hours_of(now)
        state = PlaceState(url, "article", host_of(url), hour, hour, True)
        place = StoredPlace(
            state, etag=response.header("etag")[:500], last_modified=response.header("last-modified")[:100],
            digest=digest_of(response), version=1, published=version.published, words=_words_of(version),
        )  # fmt: skip
        self.put(place, step)
        self.texts[_words_of(version)] = url
        step.versions.append(_kept(version, 1, now, archived))

    def _article(self, place: StoredPlace, response: Response, step: Step, now: datetime) -> tuple[int, str]:
        """An article again: the same, changed, or at another address."""
        url, final = place.state.url, response.final_url
        before = self._before(url)
        after = replace(self.reader.article(response), url=url)
        hinted = url in self.hinted
        self.hinted.discard(url)
        change = article_change(before.version, after, place.version + 1, now) if before else None
        if change is not None and (was := self._archived(url)) is not None:
            # Reading learns what a site repeats: only what differs by today's reading of both has changed.
            then = replace(self.reader.article(was), url=url)
            change = article_change(then, after, place.version + 1, now)
        moved = final != url
        if hinted:
            self.claims.heard(place.state.host, "lastmod", true=change is not None or moved)
        if change is None and not moved:
            self.seen(place, response, now, 0.0, version=max(1, place.version))
            if before is None:
                step.versions.append(_kept(after, 1, now, self.archive.write(response)))
            elif (same_as := self._archived(url)) is not None:
                self.archive.write_revisit(response, same_as)
            return 0, "the same"
        archived = self.archive.write(response)
        row, item = self.reader.item(response, self.store.articles.get(url), archived)
        step.pages.append(row)
        step.articles.append(item)
        if moved:
            return self._moved(place, response, replace(after, url=final), archived, step, now)
        assert change is not None
        number = place.version + 1
        self.seen(place, response, now, 1.0, version=number, words=_words_of(after))
        step.versions.append(_kept(after, number, now, archived))
        step.changes.append(change)
        self.texts[_words_of(after)] = url
        return 1, change.kind

    def _moved(
        self, place: StoredPlace, response: Response, after: Version, archived: Place, step: Step, now: datetime
    ) -> tuple[int, str]:
        url, final = place.state.url, after.url
        self.schedule.saw(url, hours_of(now), 1.0)
        self.drop(place, step)
        step.dropped.append(url)
        step.pages.append(self.reader.failed_row(url, place.state.source, "moved", f"moved to {final}"))
        step.changes.append(
            Change(
                fingerprint(url, "moved", place.version + 1), url, "moved", now, after.title, f"moved to {final}",
                fields={"address": (url, final)},
            )
        )  # fmt: skip
        self._article_place(final, response, archived, after, step, now)
        return 1, "moved"

    def _items(self, place: StoredPlace, response: Response, step: Step, now: datetime) -> tuple[int, str]:
        """A list of records or people, item by item."""
        url, number = place.state.url, place.version + 1
        before = self.kept.version(url)
        items, changes = compared(self.reader, place, response, before, now)
        if before is not None and before.items and not items:
            raise UnreadableInput(f"{url}: the list of before was not found", reason="list-not-found")
        if before is None or changes:
            archived = self.archive.write(response)
            step.versions.append(_kept(Version(url), number, now, archived, items))
        version = number if changes or before is None else place.version
        self.seen(place, response, now, float(len(changes)), version=version)
        step.changes += changes
        return len(changes), "changed" if changes else "the same"

    def _before(self, url: str) -> KeptVersion | None:
        """The last version: kept by an earlier visit, or as the crawl read it."""
        kept = self.kept.version(url)
        item = self.store.articles.get(url) if kept is None else None
        if item is None:
            return kept
        return KeptVersion(_version_of(item.article, url), 0, item.system_time.isoformat())

    def _archived(self, url: str) -> Response | None:
        """The newest whole answer in the archive."""
        version = self.kept.version(url)
        place = Place(version.warc_file, version.warc_offset) if version and version.warc_offset >= 0 else None
        if place is None and (page := self.store.pages.get([url]).get(url)) is not None and page.warc_offset >= 0:
            place = Place(page.warc_file, page.warc_offset)
        try:
            return self.archive.read(place) if place is not None else None
        except MotherlodeError:
            return None


def _version_of(article: Article, url: str) -> Version:
    return Version(url, article.title, article.published, article.updated, article.content)


def _kept(
    version: Version, number: int, now: datetime, archived: Place, items: Iterable[Mapping[str, Any]] = ()
) -> KeptVersion:
    return KeptVersion(version, number, now.isoformat(), tuple(items), archived.file, archived.offset)


def _words_of(version: Version) -> str:
    """An article's words on its host, as one short name."""
    return fingerprint(host_of(version.url), version.title, version.content)
