"""Lists of people on the sample universities: which share of them a crawl finds early, by strategy.

python -m benchmarks.genre   (needs no data: the campuses are made by the sample web)

A list stands several links below the front page and the pages on the way are not lists themselves, so no crawler can
fetch lists alone: the row 'knows the way' follows the shortest paths to them and is the most that can be had.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from datetime import UTC, datetime
from statistics import mean
from urllib.parse import urlsplit

from benchmarks.common import arguments, keep
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
WORDS = {"en": ("faculty", "professor"), "zh": ("教授", "师资")}


class Campus:
    """All pages of a sample university with their links and its lists of people."""

    def __init__(self, site: Site, truth: object) -> None:
        self.truth = truth
        self.start = f"http://{site.host}.localhost/"
        self.lists = {
            f"http://{site.host}.localhost{department.people_path}"
            for college in truth.colleges  # type: ignore[attr-defined]
            for department in college.departments
        }
        self.pages: dict[str, Response] = {}
        self.links: dict[str, list[str]] = {}
        read, left = PageReading(duplicates=False), deque([self.start])
        while left:
            url = left.popleft()
            reply = site.respond(Request("GET", urlsplit(url).path, urlsplit(url).query))
            if (
                url in self.pages
                or reply.status != 200
                or not dict(reply.headers)["Content-Type"].startswith("text/html")
            ):
                continue
            self.pages[url] = Response(url, url, 200, reply.headers, reply.body, MOMENT)
            links = [link.url for link in read(self.pages[url]).page.links]
            self.links[url] = [link for link in links if link.startswith(self.start)]
            left += self.links[url]

    def fetcher(self) -> ReplayFetcher:
        """The campus as an archive."""
        urls = list(self.pages)
        return ReplayFetcher({url: at for at, url in enumerate(urls)}, lambda at: self.pages[urls[at]])

    def order(self, strategy: str, genre: str = "people") -> list[str]:
        """The addresses as a strategy fetches them."""
        fetched: list[str] = []
        words = tuple(Keyword(word) for word in WORDS[self.truth.language])  # type: ignore[attr-defined]
        settings = CrawlSettings(
            crawl=CrawlParams(strategy=strategy, max_pages=len(self.pages) // 2), topic=TopicParams(genre=genre)
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


def scores(campus: Campus, order: list[str]) -> tuple[float, float]:
    """Recall after 10 % of the pages and harvest over the first R."""
    hits = [url in campus.lists for url in dict.fromkeys(order)]
    number = len(campus.lists)
    return sum(hits[: len(campus.pages) // 10]) / number, sum(hits[:number]) / number


def main() -> None:
    """Runs all and keeps the table."""
    parser = arguments(__doc__ or "", needs_data=False)
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    rows: dict[str, list[tuple[float, float]]] = {}
    for seed in range(options.seeds):
        web = SampleWeb(seed=seed, news_pages=200)
        sites = {site.host: site for site in web.sites}
        for truth in web.truth.universities:
            campus = Campus(sites[truth.host], truth)
            for strategy in STRATEGIES:
                rows.setdefault(strategy, []).append(scores(campus, campus.order(strategy)))
            rows.setdefault("learned, words alone", []).append(scores(campus, campus.order("learned", "")))
            rows.setdefault("knows the way", []).append(scores(campus, campus.way()))
            print(
                seed,
                truth.host,
                len(campus.pages),
                len(campus.lists),
                {k: v[-1] for k, v in rows.items()},
                flush=True,
            )
    table = [
        [name, mean(r for r, _ in found), mean(h for _, h in found), min(r for r, _ in found)]
        for name, found in rows.items()
    ]
    keep(
        "genre", "Lists of people on the sample universities",
        [("Recall and harvest", ["strategy", "recall@10 %", "harvest@R", "least recall"], table)],
        facts={"campuses": rows},
        remarks=[
            "recall: share of the lists of people among the first 10 % of a campus's pages.",
            "harvest: share of lists among the first R pages, R being their number.",
            "knows the way: the shortest paths to the lists, which no crawler can know beforehand.",
        ],
    )  # fmt: skip


if __name__ == "__main__":
    main()
