"""The sites of the sources and the truth about the three domains."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import parse_qs

from motherlode.interfaces.demo import site
from motherlode.interfaces.demo.catalogue import layouts
from motherlode.interfaces.demo.catalogue.entities import entities
from motherlode.interfaces.demo.catalogue.layouts import WORDS, Result, detail, e, frame, href, scripted
from motherlode.interfaces.demo.catalogue.plan import SOURCES, Source, records
from motherlode.interfaces.demo.site import Reply, Request
from motherlode.interfaces.demo.truth import DomainTruth, Entity, RecordTruth, ResultPageTruth, SourceTruth

COMPARED = 5
"""Products beside each other in a comparison."""
DISALLOWED = ("/cart", "/private/")
_LAYOUTS: dict[str, Callable[[Result], str]] = {
    "rows": layouts.rows, "citations": layouts.citations, "definitions": layouts.definitions, "offers": layouts.offers,
    "table": layouts.table, "grid": layouts.grid, "cards": layouts.cards, "scripted": scripted,
}  # fmt: skip


class CatalogueSite:
    """A bookshop, a paper library or a shop."""

    def __init__(self, seed: int, source: Source, known: Mapping[int, Entity], crawl_delay: float) -> None:
        self.host = source.host
        self.source = source
        self._delay = crawl_delay
        self._records = records(seed, source, known)
        self._by_url = {record.url: record for record in self._records}
        self._haystack = [self._words(known[record.entity]) for record in self._records]
        self._cache = site.PageCache()

    def _words(self, entity: Entity) -> str:
        return " ".join(str(value) for value in entity.values.values()).lower()

    def results(self, query: str = "", page: int = 1) -> ResultPageTruth:
        """What the result page of a query shows: all records that hold every word of it."""
        wanted = query.lower().split()
        found = [r for r, text in zip(self._records, self._haystack, strict=True) if all(w in text for w in wanted)]
        first = (page - 1) * self.source.per_page
        shown = tuple(found[first : first + self.source.per_page])
        return ResultPageTruth(self.host, href(query, page), first + 1, len(found), shown)

    def truth(self) -> SourceTruth:
        """The truth about the source."""
        total = len(self._records)
        count = max(1, -(-total // self.source.per_page))
        return SourceTruth(
            self.host,
            self.source.name,
            self.source.domain,
            self.source.language,
            self.source.layout,
            {field.attribute: field.label for field in self.source.listed},
            {field.attribute: field.label for field in self.source.detailed},
            tuple(self.results(page=page) for page in range(1, count + 1)),
            self._comparison() if self.host == "technook" else None,
            scripted=self.source.layout == "scripted",
        )

    def _comparison(self) -> ResultPageTruth:
        return ResultPageTruth(self.host, "/compare", 1, COMPARED, self._records[:COMPARED])

    def respond(self, request: Request) -> Reply:
        """The page at that address."""
        origin = request.origin(self.host)
        return self._cache.get(origin + site.target_of(request), lambda: self._make(request, origin))

    def _make(self, request: Request, origin: str) -> Reply:
        path = request.path
        if path == "/":
            return site.page(self._home())
        if path == "/search":
            return self._search(request.query)
        if path in self._by_url:
            return site.page(detail(self.source, self._by_url[path]))
        if path == "/compare" and self.host == "technook":
            return site.page(layouts.transposed(self.source, self._comparison()))
        if path == "/robots.txt":
            return site.robots(origin, disallow=DISALLOWED, delay=self._delay)
        if path.startswith("/sitemap") and path.endswith(".xml"):
            return site.sitemap(origin, path, [("/", None), *((record.url, None) for record in self._records)])
        if path.startswith("/img/") and path[5:].removesuffix(".svg").isdigit():
            return site.picture(int(path[5:].removesuffix(".svg")))
        if path in {"/about", "/help", "/cart"}:
            return site.page(frame(self.source, path[1:], f"<h1>{e(self.source.name)}</h1><p>{path[1:]}</p>"))
        return site.missing()

    def _home(self) -> str:
        """The home page: a welcome, a few picks, the way to everything."""
        picks = "".join(
            f'<div class="pick"><img src="/img/{record.entity}.svg" alt=""><a href="{record.url}">{e(_name(record))}</a></div>'
            for record in self._records[:8]
        )
        more = ' · <a href="/compare">Compare products</a>' if self.host == "technook" else ""
        words = WORDS[self.source.language]
        every = f'<a class="all" href="/search?q=">{words["browse"].format(total=len(self._records))}</a>'
        body = f"""<div class="welcome"><h1>{e(self.source.name)}</h1><p>{words["welcome"]}</p>{every}{more}</div>
<h2>{words["picks"]}</h2><div class="picks">{picks}</div>"""
        return frame(self.source, self.source.name, body, "home")

    def _search(self, query_string: str) -> Reply:
        given = parse_qs(query_string, keep_blank_values=True)
        query = " ".join(given.get("q", [""])[0].split())[:100]
        number = given.get("page", ["1"])[0]
        page = int(number) if number.isdigit() and 0 < int(number) < 10**6 else 1
        shown = self.results(query, page)
        count = max(1, -(-shown.total // self.source.per_page))
        if page > count:
            return site.missing()
        return site.page(_LAYOUTS[self.source.layout](Result(self.source, query, page, count, shown)))


def _name(record: RecordTruth) -> str:
    return record.values.get("title") or record.values["name"]


def catalogues(seed: int, size: int, crawl_delay: float) -> tuple[tuple[CatalogueSite, ...], dict[str, DomainTruth]]:
    """The nine sites and the truth about books, papers and products."""
    sites: list[CatalogueSite] = []
    truth: dict[str, DomainTruth] = {}
    for domain in ("books", "papers", "products"):
        known = entities(seed, domain, size)
        here = [CatalogueSite(seed, source, known, crawl_delay) for source in SOURCES if source.domain == domain]
        sites += here
        truth[domain] = DomainTruth(domain, known, tuple(shop.truth() for shop in here))
    return tuple(sites), truth
