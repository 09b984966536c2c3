"""One step: what happens to one address, written once and without I/O of its own (D1, D2, N4–N10).

A scheduler brings the answer and the place where it was archived; the step reads the page, judges it, gives a verdict
with its reason, and says what is counted and where the page leads. The local loop and the workers of a cluster drive
the same step, so that the same web gives the same pages, depths, verdicts and reports by both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from motherlode.crawl.frontier import DONE, WAITING, Frontier
from motherlode.crawl.graph import LinkGraph
from motherlode.crawl.params import CrawlParams
from motherlode.crawl.parts import PAGE, SITEMAP, Address, Filter, Made, Offers, Reading, Visit
from motherlode.crawl.strategies.base import SEED_PRIORITY, Strategy
from motherlode.crawl.traps import UNCOUNTED, Barren, Counted, Scope, Traps, shape_of
from motherlode.errors import FetchError, MotherlodeError, RobotsRefused
from motherlode.model.crawl import Outcome, Relevance
from motherlode.model.evidence import Verdict
from motherlode.model.pages import Link, Response
from motherlode.text.urls import host_of

SITEMAP_VALUE = 1e5
"""Sitemaps come after the first addresses and before every link."""

SITEMAP_LEVELS, SITEMAPS_OF_A_HOST = 3, 50
"""How far an index of sitemaps is followed, and how many sitemaps are read of one host."""

MAX_SETTLED = 50_000
"""Addresses whose checks are remembered: the links of a site come again on every page."""

WITHOUT_ROW = frozenset({"redirected", "same-address", "unchanged", "sitemap"})
"""Codes of addresses that leave no row of their own in the store."""

NOT_FETCHED = frozenset({"robots", "host-given-up"})
"""Failures for which no request was made."""

Listed = Callable[[Response, int], tuple[Sequence[str], Sequence[str]] | None]
"""(pages, further sitemaps) that a sitemap or a feed names; None for any other page."""


class Step:
    """Reads, judges and follows; its state is what the crawl has learned so far, never what waits."""

    def __init__(
        self,
        *,
        frontier: Frontier,
        graph: LinkGraph,
        strategy: Strategy,
        relevance: Relevance,
        read: Callable[[Response], Reading],
        keep: Filter,
        scope: Scope,
        params: CrawlParams,
        find: Callable[[str], str] = str,
        listed: Listed = lambda response, kind: None,
        is_page: Callable[[Response], MotherlodeError | None] = lambda response: None,
        max_redirects: int = 10,
    ) -> None:
        self.frontier, self.graph, self.strategy, self.relevance = frontier, graph, strategy, relevance
        self.keep, self.scope, self.params, self.find = keep, scope, params, find
        self._read, self._listed, self._is_page = read, listed, is_page
        self._max_redirects = max_redirects
        self.traps, self._barren = Traps(), Barren()
        self._looked: tuple[Response | None, MotherlodeError | None] = None, None
        """The answer looked at last, and why it is no page."""
        self._checked_links: dict[str, tuple[str, str, Counted | None]] = {}
        self._sitemaps: Counter[str] = Counter()

    def seeds(self, urls: Sequence[str], value: float = SEED_PRIORITY) -> Offers:
        """First addresses, with a value above all later ones (N9)."""
        known = list(dict.fromkeys(found for url in urls if (found := self.find(url))))
        numbers, new = self.frontier.number(known)
        values = [value * (1 - 1e-4 * at / max(1, len(known))) for at in range(len(known))]
        return Offers(numbers, known, values, fresh=frozenset(new))

    def sitemaps(self, urls: Sequence[str], *, level: int = 0, parent: str = "") -> Offers:
        """Sitemaps to read, a bounded number of every host; `level` says how deep in an index they stand."""
        wanted = []
        for url in urls if level < SITEMAP_LEVELS else ():
            if self._sitemaps[host_of(url)] < SITEMAPS_OF_A_HOST and not self.scope.refusal(url):
                self._sitemaps[host_of(url)] += 1
                wanted.append(url)
        numbers, new = self.frontier.number(wanted, depth=level)
        return Offers(numbers, wanted, [SITEMAP_VALUE] * len(wanted), level, parent, SITEMAP, fresh=frozenset(new))

    def is_to_be_archived(self, address: Address, came: Response) -> bool:
        """Whether a page came that will be read: it goes into the archive before anything is made of it."""
        return (
            came.status != 304
            and address.kind == PAGE
            and self._trouble(came) is None
            and not self._is_known(address, came)
        )

    def settle(self, address: Address, came: Response | FetchError, file: str = "", offset: int = -1) -> Made:
        """What came of an address."""
        self.frontier.done(address.number)
        if isinstance(came, FetchError):
            return self._redirected(address, came) if came.reason == "redirected" else _failed(address, came)
        if came.status == 304:
            return Made("unchanged", {"fetched": 1, "dropped: unchanged": 1})
        if self._is_known(address, came):
            return Made("same-address", {"dropped: same-address": 1}, also=came.final_url)
        also = self._settled_too(address, came)
        offers, refused = self._named(address, came)
        if address.kind == SITEMAP:
            return Made("sitemap", refused, also=also, offers=offers)
        trouble = self._trouble(came)
        if trouble is None:
            try:
                return self._page(address, came, also, offers, refused, (file, offset))
            except MotherlodeError as error:
                trouble = error
        made = _failed(address, trouble)
        counts = {"bytes": len(came.body), **made.counts, **refused}
        return Made(made.code, counts, failure=made.failure, also=also, offers=offers)

    def again(self, address: Address, response: Response, file: str, offset: int) -> Made:
        """A page of an earlier run through the judge once more; it counts as kept or dropped, not as fetched."""
        made = self._page(address, response, "", (), {}, (file, offset))
        return Made(made.code, {n: c for n, c in made.counts.items() if n not in {"fetched", "bytes"}}, made.visit,
                    offers=made.offers, due=made.due)  # fmt: skip

    def _trouble(self, came: Response) -> MotherlodeError | None:
        """Why an answer is no page; asked before it is archived and when it is settled."""
        if self._looked[0] is not came:
            self._looked = came, self._is_page(came)
        return self._looked[1]

    def _is_known(self, address: Address, came: Response) -> bool:
        """Whether a redirect led to an address that was settled before."""
        if came.final_url in {address.url, came.url}:
            return False
        other = self.frontier.number_of(came.final_url)
        return 0 <= other != address.number and int(self.frontier.state[other]) == DONE

    def _settled_too(self, address: Address, came: Response) -> str:
        """The address at the end of redirects within the host, which is settled with this one."""
        if came.final_url in {address.url, came.url}:
            return ""
        (other,), _ = self.frontier.number([came.final_url], parent=address.number, depth=address.depth)
        self.frontier.done(other)
        return came.final_url

    def _redirected(self, address: Address, error: FetchError) -> Made:
        """The target takes the address's place: same depth, same parent, same value, in its own host's turn."""
        target = self.find(str(error.facts["target"]))
        if address.hops >= self._max_redirects:
            said = f"{address.url[:200]} redirects more than {self._max_redirects} times"
            return _failed(address, FetchError(said, reason="redirect-loop"))
        reason = self.traps.refusal(target) if target else "not-archived"
        if reason:
            return Made("redirected", {f"refused: {reason}": 1})
        (number,), new = self.frontier.number([target], depth=address.depth)
        if new:
            self.frontier.parent[number] = self.frontier.parent[address.number]
        offer = Offers(
            (number,), (target,), (address.value,), address.depth, address.parent, address.kind, address.hops + 1,
            frozenset(new),
        )  # fmt: skip
        return Made("redirected", {}, offers=(offer,))

    def _named(self, address: Address, came: Response) -> tuple[tuple[Offers, ...], dict[str, int]]:
        """The addresses that a sitemap or a feed names."""
        found = self._listed(came, address.kind)
        if found is None:
            return (), {}
        pages, further = found
        refused: Counter[str] = Counter()
        links = self._allowed([Link(url) for url in pages], 0, refused)
        numbers, new = self.frontier.number([link.url for link in links], depth=1)
        values = self.strategy.rescore(np.asarray(numbers, dtype=np.int64)).tolist()
        offers = Offers(numbers, [link.url for link in links], values, 1, fresh=frozenset(new))
        more = self.sitemaps(further, level=address.depth + 1, parent=address.url)
        return (offers, more), {f"refused: {reason}": count for reason, count in refused.items()}

    def _page(
        self, address: Address, came: Response, also: str, offers: tuple[Offers, ...], counted: dict[str, int],
        place: tuple[str, int],
    ) -> Made:  # fmt: skip
        """Reading, judgement, verdict and links of a page."""
        reading = self._read(came)
        judgement = self.relevance.judge(reading.page)
        if reading.duplicate:
            verdict = Verdict(False, "duplicate", f"the same text as {reading.duplicate}", judgement.relativity)
        else:
            verdict = self.keep(judgement, reading, came)
        judged = len(self.relevance.relevances()) - 1
        why = self.strategy.why(address.number)
        visit = Visit(
            address.number, judged, came, reading, judgement, verdict, address.parent, address.depth, why, *place
        )
        refused: Counter[str] = Counter(reading.left_out)
        links, due = self._links(visit, refused)
        counts = {"fetched": 1, "bytes": len(came.body), "kept" if verdict.kept else f"dropped: {verdict.code}": 1}
        for reason, count in refused.items():
            counts[f"refused: {reason}"] = count + counted.get(f"refused: {reason}", 0)
        return Made(verdict.code, {**counted, **counts}, visit, also=also, offers=(*offers, links), due=due)

    def _links(self, visit: Visit, refused: Counter[str]) -> tuple[Offers, bool]:
        """Numbers and values of a page's links; none where the strategy or `follow_dropped` forbids it."""
        links = self._allowed(visit.reading.page.links, visit.depth, refused)
        if self._leads_nowhere(visit):
            refused["nothing-new"] += len(links)
            links = []
        urls = [link.url for link in links]
        numbers, new = self.frontier.number(urls, parent=visit.number, depth=visit.depth + 1)
        relevance = visit.judgement.relevance
        self.graph.add(visit.number, relevance, numbers, links)
        values = self.strategy.observe(
            Outcome(visit.number, visit.response.final_url, relevance, visit.depth, numbers, links)
        )
        due = self.strategy.due()
        dropped = visit.verdict.code == "unrelated" and visit.depth > 0 and not self.params.follow_dropped
        if values is None or dropped:
            return Offers(), due
        return Offers(
            numbers, urls, values.tolist(), visit.depth + 1, visit.response.url, fresh=frozenset(new)
        ), due  # fmt: skip

    def _leads_nowhere(self, visit: Visit) -> bool:
        """Whether a page belongs to a trap by what is on it; what such pages of its host offered is taken back."""
        host = host_of(visit.response.final_url)
        parent = self.frontier.number_of(visit.parent_url) if visit.parent_url else -1
        if not self._barren.look(host, visit.number, parent, visit.reading.page.text):
            return False
        frontier = self.frontier
        waiting = frontier.waiting_numbers()
        same_host = waiting[frontier.host[waiting] == frontier.host[visit.number]]
        for number in same_host.tolist():
            if int(frontier.parent[number]) in self._barren.pages and frontier.state[number] == WAITING:
                frontier.done(number, refused=True)
        return True

    def _allowed(self, links: Sequence[Link], depth: int, refused: Counter[str]) -> list[Link]:
        """Links worth following, under the web's own spelling of their addresses."""
        if depth >= self.params.max_depth:
            if links:
                refused["too-deep"] += len(links)
            return []
        kept: list[Link] = []
        checked = self._checked_links
        for link in links:
            address, reason, counted = checked.get(link.url) or self._checked(link.url)
            if counted is not None:
                reason = self.traps.count(counted)
            if reason:
                refused[reason] += 1
            else:
                kept.append(link if address == link.url else Link(address, link.anchor, link.context, link.rel))
        return kept

    def _checked(self, url: str) -> tuple[str, str, Counted | None]:
        """The web's own spelling of an address, why it is not followed, and what it is counted by every time."""
        address, counted = self.find(url), UNCOUNTED
        reason = self.scope.refusal(address) if address else "not-archived"
        if not reason:
            reason, counted = shape_of(address)
        if len(self._checked_links) >= MAX_SETTLED:
            self._checked_links.clear()
        found = self._checked_links[url] = address, reason, None if counted == UNCOUNTED else counted
        return found


def _failed(address: Address, error: MotherlodeError) -> Made:
    """An address that gave no page, with its reason."""
    reason = str(error.facts.get("reason", "unreadable"))
    if address.kind == SITEMAP:
        return Made("sitemap", {"failed: sitemap": 1})
    fetched = {} if reason in NOT_FETCHED or isinstance(error, RobotsRefused) else {"fetched": 1}
    return Made(reason, {**fetched, f"failed: {reason}": 1}, failure=Verdict(False, reason, error.message))
