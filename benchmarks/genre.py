"""Lists of people on universities: which share of them a crawl finds early, by strategy.

python -m benchmarks.genre [--data DIR]   (the sample web makes the campuses; DIR/university-sites adds real ones)

The sites of the world of `university_made` come beside them. The way to lists was chosen with the first 40 of them in
view; the others were written afterwards.

A list stands several links below the front page and the pages on the way are not lists themselves, so no crawler can
fetch lists alone: the row 'knows the way' follows the shortest paths to them and is the most that can be had.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean
from urllib.parse import unquote, urlsplit

from benchmarks.common import arguments, keep
from benchmarks.site_pages import golds, site_files
from benchmarks.university_made import HOME, WORLD, Pages
from motherlode.app.crawl.parts import CrawlSettings, PageReading
from motherlode.app.crawl.replay import replay
from motherlode.crawl.params import CrawlParams
from motherlode.crawl.replay import ReplayFetcher
from motherlode.interfaces.demo.site import Request, Site
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.model.pages import Response
from motherlode.model.topic import Keyword, Topic
from motherlode.topic.params import TopicParams

MOMENT = datetime(2026, 1, 1, tzinfo=UTC)
STRATEGIES = ("breadth-first", "best-first", "keywords", "learned")
WORDS = {"en": ("faculty", "professor"), "zh": ("教授", "师资"), "ru": ("преподаватель", "профессор")}


OF_WORLD = "Sites of the world"


class Campus:
    """The pages of a university that links lead to from its front page, and its lists of people."""

    def __init__(
        self, start: str, found: Callable[[str], Response | None], lists: set[str], words: Sequence[str]
    ) -> None:
        self.start, self.words = start, words
        self.pages: dict[str, Response] = {}
        self.links: dict[str, list[str]] = {}
        read, left = PageReading(duplicates=False), deque([self.start])
        while left:
            url = left.popleft()
            if url in self.pages or (page := found(url)) is None:
                continue
            self.pages[url] = page
            self.links[url] = [link.url for link in read(page).page.links]
            left += self.links[url]
        self.lists = lists & set(self.pages)

    def fetcher(self) -> ReplayFetcher:
        """The campus as an archive."""
        urls = list(self.pages)
        return ReplayFetcher({url: at for at, url in enumerate(urls)}, lambda at: self.pages[urls[at]])

    def order(self, strategy: str, genre: str = "people", part: int = 10) -> list[str]:
        """The addresses as a strategy fetches them, a part of the pages or as many as there are lists."""
        fetched: list[str] = []
        words = tuple(Keyword(word) for word in self.words)
        pages = max(len(self.pages) // part, len(self.lists))
        settings = CrawlSettings(
            crawl=CrawlParams(strategy=strategy, max_pages=pages), topic=TopicParams(genre=genre)
        )
        replay(self.fetcher(), Topic("people", words, (), (self.start,)), settings, on_fetched=fetched.append)
        return fetched

    def way(self) -> list[str]:
        """The order of one who knows where the lists are: always on to the nearest."""
        fetched = [self.start]
        while self.lists - set(fetched):
            fetched += self._nearest(fetched)
        return fetched

    def _nearest(self, fetched: list[str]) -> list[str]:
        came: Mapping[str, str] = dict.fromkeys(fetched, "")
        before, left = dict(came), deque(fetched)
        while left:
            url = left.popleft()
            if url in self.lists and before[url]:
                path = [url]
                while before[path[-1]]:
                    path.append(before[path[-1]])
                return path[-2::-1]
            for link in self.links.get(url, ()):
                if link not in before:
                    before[link] = url
                    left.append(link)
        return sorted(self.lists - set(fetched))


def scores(campus: Campus, order: list[str], part: int = 10) -> tuple[float, float]:
    """Recall after a part of the pages and harvest over the first R."""
    hits = [url in campus.lists for url in dict.fromkeys(order)]
    number = len(campus.lists)
    return sum(hits[: len(campus.pages) // part]) / number, sum(hits[:number]) / number


def made(seeds: int) -> Iterator[tuple[str, Campus]]:
    """The universities of the sample web."""
    for seed in range(seeds):
        web = SampleWeb(seed=seed, news_pages=200)
        sites = {site.host: site for site in web.sites}
        for truth in web.truth.universities:
            root, site = f"http://{truth.host}.localhost", sites[truth.host]

            def found(url: str, site: Site = site, root: str = root) -> Response | None:
                if not url.startswith(f"{root}/"):
                    return None
                reply = site.respond(Request("GET", urlsplit(url).path, urlsplit(url).query))
                is_page = reply.status == 200 and dict(reply.headers)["Content-Type"].startswith("text/html")
                return Response(url, url, 200, reply.headers, reply.body, MOMENT) if is_page else None

            departments = [department for college in truth.colleges for department in college.departments]
            lists = {root + department.people_path for department in departments}
            yield f"{seed} {truth.host}", Campus(f"{root}/", found, lists, WORDS[truth.language])


def saved(data: Path) -> Iterator[tuple[str, Campus]]:
    """Saved sites of real universities; no word of the way was chosen on them."""
    for site, gold in golds(data).items():
        root, files = f"http://{site}.example", site_files(data / "university-sites" / f"{site}.tar.gz")

        def found(url: str, files: Mapping[str, bytes] = files, root: str = root) -> Response | None:
            path = unquote(urlsplit(url).path.lstrip("/"))
            known = next((name for name in (path, f"{path.rstrip('/')}/index.html".lstrip("/")) if name in files), "")
            if not url.startswith(f"{root}/") or not known or not known.lower().endswith((".html", ".htm")):
                return None
            return Response(url, url, 200, (("content-type", "text/html"),), files[known], MOMENT)

        lists = {f"{root}/{page}" for page in gold["people_pages"]}
        words = WORDS["ru" if site == "vsu_ir" else "en"]
        yield site, Campus(f"{root}/{gold['home']}", found, lists, words)


FEW_PAGES, FEW_NAMES = 6, 3
"""A site of the world with fewer pages has no way to choose; a page with so many of its people is a list."""

WORLD_PART = 3
"""These sites have some ten pages: recall is counted after a third of them."""


def worlds() -> Iterator[tuple[str, Campus]]:
    """The sites of the world, each a few pages in the markup of its kind."""
    for part, sites, _ in WORLD:
        for world in sites:
            site = world.site()
            fetcher = Pages(site)

            def found(url: str, fetcher: Pages = fetcher) -> Response | None:
                reply = asyncio.run(fetcher.fetch(url)) if url.startswith(f"{HOME}/") else None
                return reply if reply is not None and reply.status == 200 else None

            lists = {HOME + p for p, t in site.pages.items() if sum(n in t for n in site.people) >= FEW_NAMES}
            campus = Campus(f"{HOME}/", found, lists, WORDS.get(site.speech.code, WORDS["en"]))
            if campus.lists and len(campus.pages) >= FEW_PAGES:
                yield f"{part} {world.name}", campus


def measured(campuses: Iterable[tuple[str, Campus]], part: int = 10) -> dict[str, list[tuple[float, float]]]:
    """Recall and harvest of every strategy on every campus."""
    rows: dict[str, list[tuple[float, float]]] = {}
    for name, campus in campuses:
        for strategy in STRATEGIES:
            rows.setdefault(strategy, []).append(scores(campus, campus.order(strategy, part=part), part))
        rows.setdefault("learned, words alone", []).append(scores(campus, campus.order("learned", "", part), part))
        rows.setdefault("knows the way", []).append(scores(campus, campus.way(), part))
        print(name, len(campus.pages), len(campus.lists), {k: v[-1] for k, v in rows.items()}, flush=True)
    return rows


def main() -> None:
    """Runs all and keeps the tables."""
    parser = arguments(__doc__ or "", needs_data=False)
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    found = {"Sample universities": measured(made(options.seeds)), OF_WORLD: measured(worlds(), WORLD_PART)}
    if options.data is not None:
        found["Saved sites of real universities"] = measured(saved(options.data))
    tables = [
        (
            title,
            ["strategy", "recall", "harvest@R", "least recall"],
            [[n, mean(r for r, _ in of), mean(h for _, h in of), min(r for r, _ in of)] for n, of in rows.items()],
        )
        for title, rows in found.items()
    ]
    keep(
        "genre", "Lists of people on universities", tables, facts=found,
        remarks=[
            "recall: share of the lists of people among the first 10 % of a campus's pages, a third on the world's.",
            "harvest: share of lists among the first R pages, R being their number.",
            "words alone: the keywords are given, that lists of people are wanted is not.",
            "The words of the way are the tables of all languages, gathered for exploring universities with",
            "the saved sites and most sites of the world in view; what each table is worth was chosen on the saved",
            "sites and the sample universities; of ten forms this one found most on 40 sites of the world.",
            "knows the way: always on to the nearest list, which no crawler can know beforehand.",
        ],
    )  # fmt: skip


if __name__ == "__main__":
    main()
