"""What every crawl is put together from: example pages, reading, judging, keeping (N3–N8)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from motherlode.app.crawl.judging import LIST_SHARE, Algorithm1, AnyJudge, Extracting, as_judged, judge_for
from motherlode.crawl.frontier import Frontier
from motherlode.crawl.graph import LinkGraph
from motherlode.crawl.params import STRATEGIES, CrawlParams, GeneParams, PathParams
from motherlode.crawl.parts import SITEMAP, Reading
from motherlode.crawl.step import Listed, Step
from motherlode.crawl.strategies.base import SEED_PRIORITY
from motherlode.crawl.strategies.make import make_strategy
from motherlode.crawl.traps import Scope
from motherlode.dom.tree import Tree, parsed
from motherlode.errors import InputError, MotherlodeError, UnreadableInput
from motherlode.extract.article.params import NewsParams
from motherlode.extract.people.params import PeopleParams
from motherlode.extract.records.params import RecordParams
from motherlode.fetch.params import FetchParams
from motherlode.fetch.robots import marks
from motherlode.kernels import walking
from motherlode.model.clock import SystemClock
from motherlode.model.crawl import Judgement, ReadPage
from motherlode.model.evidence import Verdict
from motherlode.model.pages import Link, Response
from motherlode.model.params import Params
from motherlode.model.plugins import load, names
from motherlode.model.ports import Clock, Fetcher
from motherlode.model.topic import Topic
from motherlode.pages.decode import decode
from motherlode.pages.duplicates import Duplicates, digest_of_folded, simhash
from motherlode.pages.view import Hrefs, PageView, view
from motherlode.sources.listings import feed, is_feed, sitemap
from motherlode.store.pages import StoredPage
from motherlode.text.urls import canonical
from motherlode.text.words import first_words
from motherlode.topic.judge import Judge
from motherlode.topic.paper import telling
from motherlode.topic.params import ThresholdParams, TopicParams
from motherlode.topic.threshold import ThresholdState, begin, judged

OWN_SHARE = 0.5
"""A page with more text in links than of its own is a list, whose links are what it is about."""

_PAGE_TYPES = ("text/html", "application/xhtml", "text/plain", "application/xml", "text/xml")


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlSettings:
    """All parameters of a crawl in one value."""

    crawl: CrawlParams = field(default_factory=CrawlParams)
    topic: TopicParams = field(default_factory=TopicParams)
    threshold: ThresholdParams = field(default_factory=ThresholdParams)
    gene: GeneParams = field(default_factory=GeneParams)
    path: PathParams = field(default_factory=PathParams)
    news: NewsParams = field(default_factory=NewsParams)
    people: PeopleParams = field(default_factory=PeopleParams)
    records: RecordParams = field(default_factory=RecordParams)
    plugin: Params | None = None
    """The parameters of a strategy from a plug-in."""

    def extracting(self) -> Extracting:
        """The extractors with their settings, for one crawl."""
        return Extracting(self.news, self.people, self.records)

    @property
    def seed_value(self) -> float:
        """What first addresses are worth: Val with the paper's gene factor (N9), else more than any link."""
        return self.gene.seed_value if self.crawl.strategy == "gene" else SEED_PRIORITY


def plugin_params(strategy: str) -> type[Params] | None:
    """The parameters of a strategy that comes from a plug-in; None for ours, and for one without any."""
    if strategy in STRATEGIES or strategy not in names("strategies"):
        return None
    found: type[Params] | None = getattr(load("strategies", strategy), "Params", None)
    return found


@dataclass(frozen=True, slots=True)
class CrawlWork:
    """The step of a crawl with the parts that its scheduler needs at hand."""

    step: Step
    judge: AnyJudge
    keep: Keeping | Algorithm1
    extracting: Extracting


def own_words(page: ReadPage) -> ReadPage:
    """The page without the texts of its links, where most of its text is its own.

    Headlines beside every article of a site name a keyword too. On the sample web (three seeds, both languages,
    one and three keywords) F is .860 by the words of its own, .851 by the extracted article, .82 by the whole page.

    >>> page = ReadPage("", "Rain", "Concert tonight. It rains in the north.", (Link("", "Concert tonight"),))
    >>> own_words(page).text
    ' . It rains in the north.'
    """
    own, at = [], 0
    for link in page.links:
        if link.anchor and (found := page.text.find(link.anchor, at)) >= 0:
            own.append(page.text[at:found])
            at = found + len(link.anchor)
    text = " ".join((*own, page.text[at:]))
    if len(text) < OWN_SHARE * len(page.text):
        return page
    return ReadPage(page.url, page.title, text, page.links, page.language, page.genre, page.links_only)


def crawl_work(
    settings: CrawlSettings, fetch: FetchParams, topic: Topic, examples: Sequence[ReadPage],
    read: Callable[[Response], Reading], *, frontier: Frontier | None = None, find: Callable[[str], str] = str,
    by_extractor: bool = True, others: Sequence[ReadPage] = (), clock: Clock | None = None,
) -> CrawlWork:  # fmt: skip
    """The step that a topic and settings make: the same for the local loop, a worker and a replay."""
    extracting = settings.extracting()
    if isinstance(read, PageReading):
        extracting.tree_of_last = read.tree
    judge = judge_for(topic.keywords, examples, settings.topic, others)
    if topic.marks.unwanted and isinstance(judge, Judge):
        judge.teach(unwanted=topic.marks.unwanted)
    graph = LinkGraph(judge)
    is_list = extracting.is_list if by_extractor else None
    usual = Keeping(settings.threshold, is_list, lists=lists_wanted(settings.topic, examples))
    keep: Keeping | Algorithm1 = usual
    if settings.threshold.rule == "paper":
        keep = Algorithm1(settings.threshold, clock or SystemClock(), usual.links_only, telling(judge))
    by_content = bool(settings.topic.content_only or settings.topic.genre)
    by_keywords = isinstance(judge, Judge) and not examples and not by_content

    def reading(response: Response) -> Reading:
        seen = read(response)
        if by_keywords:
            return seen.of_page(own_words(seen.page))
        return seen.of_page(as_judged(extracting, response, seen.page, settings.topic))

    step = Step(
        frontier=Frontier() if frontier is None else frontier,
        graph=graph,
        strategy=make_strategy(
            graph, settings.crawl, settings.gene, settings.path, settings.plugin, [w.word for w in topic.keywords]
        ),
        relevance=judge,
        read=reading if by_content or by_keywords else read,
        keep=keep,
        scope=Scope([*topic.seeds, *topic.examples], settings.crawl),
        params=settings.crawl,
        find=find,
        listed=listing(fetch),
        is_page=no_page,
        max_redirects=fetch.max_redirects,
    )
    return CrawlWork(step, judge, keep, extracting)


class PageReading:
    """Bytes → text, links, duplicates."""

    def __init__(
        self, *, duplicates: bool = True, prints: bool = False, fetch: FetchParams | None = None, agent: str = ""
    ) -> None:
        self._duplicates = Duplicates() if duplicates else None
        self._prints = duplicates or prints
        self._hrefs = Hrefs()
        self._fetch, self._agent = fetch, agent
        self._last: tuple[Response, str, LexborHTMLParser] | None = None

    def tree(self, response: Response) -> Tree | None:
        """The tree of the page read last, which need not be parsed again; None for any other."""
        if self._last is None or self._last[0] is not response:
            return None
        return Tree(self._last[1], parser=self._last[2])

    def __call__(self, response: Response) -> Reading:
        """The page; raises UnreadableInput for what is not a page."""
        if (trouble := no_page(response)) is not None:
            raise trouble
        text, encoding, _, utf8 = decode(response.body, response.header("content-type").lower())
        parser = parsed(text if utf8 is None else utf8)
        seen = view(parser, response.final_url, known=self._hrefs)
        # Without the native walk the view cuts hidden elements out of what was parsed.
        self._last = (response, text, parser) if walking() is not None else None
        links, left_out, noindex = self._marked(response, seen)
        page = ReadPage(response.final_url, seen.title, seen.text, links, seen.language)
        near = simhash(seen.text) if self._prints else None  # first: it leaves the text's UTF-8 for the digest
        digest, duplicate = digest_of_folded(seen.text), ""
        if self._duplicates is not None:
            _, duplicate = self._duplicates.check(response.final_url, digest, near)
        words_in_links = sum([len(link.anchor) for link in seen.links])
        share = words_in_links / max(1, len(seen.text))
        return Reading(page, encoding, digest, near, duplicate, share, noindex, left_out)

    def _marked(self, response: Response, seen: PageView) -> tuple[tuple[Link, ...], dict[str, int], bool]:
        """Links that may be followed, why others were left out, and whether the page is not to be kept."""
        if self._fetch is None:
            return seen.links, seen.left_out, False
        told = marks(response, self._agent)
        links = seen.links
        if self._fetch.nofollow:
            closed = seen.nofollow or told.nofollow
            if closed:
                links = ()
            elif any(link.rel for link in links):
                links = tuple([link for link in links if "nofollow" not in link.rel.lower().split()])
        left_out = seen.left_out
        if len(links) < len(seen.links):
            left_out = {**left_out, "nofollow": len(seen.links) - len(links)}
        return links, left_out, self._fetch.noindex and (seen.noindex or told.noindex)


def no_page(response: Response) -> UnreadableInput | None:
    """Why a response is no page, by its status and type; None where it may be one."""
    kind = response.header("content-type").lower()
    if response.status >= 400:
        return UnreadableInput(f"{response.url} answered {response.status}", reason=f"http-{response.status}")
    if kind and not kind.startswith(_PAGE_TYPES):
        return UnreadableInput(f"{response.url} is {kind[:60]}, not a page", reason="not-a-page")
    return None


def listing(fetch: FetchParams) -> Listed:
    """What sitemaps and feeds name, as canonical addresses."""

    def listed(response: Response, kind: int) -> tuple[list[str], list[str]] | None:
        if kind == SITEMAP:
            pages, further = sitemap(response.body) if response.status < 400 else ([], [])
        elif fetch.feeds and is_feed(response.body, response.header("content-type")):
            pages, further = feed(response.body), []
        else:
            return None
        return addresses(pages), addresses(further)

    return listed


def addresses(urls: Sequence[str]) -> list[str]:
    """The canonical ones among what may be addresses."""
    found = []
    for url in urls:
        with suppress(InputError):
            found.append(canonical(url))
    return found


def validators(page: StoredPage | None) -> dict[str, str]:
    """Headers of a conditional request for a page fetched before."""
    if page is None:
        return {}
    headers = {"If-None-Match": page.etag, "If-Modified-Since": page.last_modified}
    return {name: value for name, value in headers.items() if value}


def lists_wanted(params: TopicParams, examples: Sequence[ReadPage]) -> bool:
    """Whether lists of links may be kept: where a kind of page is wanted, or most examples are such lists.

    Short notes between many links look like lists, and who gives them as examples wants such pages.
    """
    return bool(params.genre) or 2 * sum(page.links_only for page in examples) > len(examples)


class Keeping:
    """The filter: relevance against the moving threshold (N6, N7)."""

    def __init__(
        self,
        params: ThresholdParams,
        is_list: Callable[[Response, ReadPage, float], bool] | None = None,
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
        if reading.noindex:
            said = "the page asks robots not to index it (noindex); its links are followed"
            return Verdict(False, "noindex", said, judgement.relativity, judgement.terms)
        related = judgement.relevance >= threshold
        if related and self.links_only(reading, response):
            reason = f"a list of links ({reading.link_share:.0%} of its text), followed but not kept"
            return Verdict(False, "list-page", reason, judgement.relativity, judgement.terms)
        kept = judgement.relevance >= threshold
        self.state = judged(self.state, kept, self.params)
        return self.verdict(judgement, threshold, reading.page.text)

    def links_only(self, reading: Reading, response: Response) -> bool:
        """Whether the page is a list of links where none is wanted."""
        if self._lists:
            return False
        if self._is_list is None:
            return reading.link_share > LIST_SHARE
        return self._is_list(response, reading.page, reading.link_share)

    def verdict(self, judgement: Judgement, threshold: float | None = None, text: str = "") -> Verdict:
        """The verdict without counting the page; its reason names words as the text writes them."""
        limit = self.state.value if threshold is None else threshold
        kept = judgement.relevance >= limit
        words = ", ".join(first_words([term.name for term in judgement.terms[:5]], text)) or "no word of the topic"
        reason = f"relevance {judgement.relevance:.2f} {'≥' if kept else '<'} threshold {limit:.2f}: {words}"
        return Verdict(kept, "related" if kept else "unrelated", reason, judgement.relativity, judgement.terms)


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
