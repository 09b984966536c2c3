"""How long a person waits for a list of 100,000 articles: first page, filter, other orders, the far end."""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.common import RESULTS, arguments, keep, median_p95
from motherlode.model.article import Article, NewsItem
from motherlode.store.pages import StoredPage
from motherlode.store.query import Filter
from motherlode.store.store import Store

WORDS = (
    "river", "flood", "levee", "dam", "rescue", "mayor", "valley", "bridge", "rain", "evacuation", "harbour",
    "school", "market", "train", "power", "洪水", "大坝",
)  # fmt: skip
NOW = datetime(2026, 1, 1, tzinfo=UTC)
LOOKS = 7
COLUMNS = ("look", "median ms", "p95 ms", "CPU ms", "rows found")


def items(number: int, seed: int = 0) -> Iterator[NewsItem]:
    """Articles of about 3 KB, as a crawl keeps them."""
    chance = random.Random(seed)
    for n in range(number):
        title = " ".join(chance.choices(WORDS, k=8)) + f" {n}"
        text = " ".join(chance.choices(WORDS, k=450))
        host = f"news{chance.randrange(60)}.example"
        article = Article(
            url=f"http://{host}/2026/{n}.html",
            title=title,
            content=text,
            source=host,
            published=f"2026-{1 + n % 12:02}-{1 + n % 28:02}T{n % 24:02}:00:00+00:00",
            language="en",
        )
        yield NewsItem(article, (), tuple(text.split()[:60]), ("flood",), round(chance.random(), 4), "", NOW)


def fill(store: Store, number: int) -> None:
    """Puts the articles and as many dropped pages."""
    batch: list[NewsItem] = []
    for item in items(number):
        batch.append(item)
        if len(batch) == 2000:
            store.articles.put(batch)
            batch = []
    store.articles.put(batch)
    for start in range(0, number, 5000):
        some = range(start, min(number, start + 5000))
        store.pages.put(
            StoredPage(
                f"http://news{n % 60}.example/x/{n}", code="unrelated", reason="too far", relativity=n / number
            )
            for n in some
        )


def looks(store: Store, number: int) -> list[tuple[str, float, float, float, int]]:
    """(what, median and 95th percentile ms on the wall clock, median ms of CPU here, rows found) of every look."""
    far = number // 2
    articles, pages = store.articles.list, store.pages.list
    dropped = Filter("kept", "equals", False)
    tried = {
        "first page": lambda: articles(limit=25),
        "title contains 'levee dam'": lambda: articles(limit=25, filters=[Filter("title", "contains", "levee dam")]),
        "title contains '洪水'": lambda: articles(limit=25, filters=[Filter("title", "contains", "洪水")]),
        "title contains nothing known": lambda: articles(limit=25, filters=[Filter("title", "contains", "zebra")]),
        "one source": lambda: articles(limit=25, filters=[Filter("source", "equals", "news7.example")]),
        f"rows from {far:,}": lambda: articles(offset=far, limit=25),
        f"rows from {number - 25:,}": lambda: articles(offset=number - 25, limit=25),
        f"by title, rows from {far:,}": lambda: articles(offset=far, limit=25, sort="title"),
        f"by time, rows from {far:,}": lambda: articles(offset=far, limit=25, sort="-published"),
        f"by source, rows from {far:,}": lambda: articles(offset=far, limit=25, sort="source"),
        "dropped pages, address contains": lambda: pages(
            limit=25, filters=[dropped, Filter("url", "contains", "news7.")]
        ),
        f"dropped pages, rows from {far:,}": lambda: pages(offset=far, limit=25, filters=[dropped]),
        "facet: sources": lambda: (facet := store.articles.facet("source"), len(facet)),
        "facet: months": lambda: (facet := store.articles.facet("month"), len(facet)),
        "facet: languages of one source": lambda: (
            facet := store.articles.facet("language", [Filter("source", "equals", "news7.example")]),
            len(facet),
        ),
        "text contains 'zebra' (reads every text)": lambda: articles(
            limit=25, filters=[Filter("content", "contains", "zebra")]
        ),
    }
    found = []
    for what, look in tried.items():
        times, worked, total = [], [], 0
        for _ in range(1 if "every text" in what else LOOKS):
            start, began = time.perf_counter(), time.process_time()
            _, total = look()
            worked.append(1000 * (time.process_time() - began))
            times.append(1000 * (time.perf_counter() - start))
        middle, high = median_p95(times)
        found.append((what, round(middle, 1), round(high, 1), round(median_p95(worked)[0], 1), total))
    return found


def _before() -> list[tuple[str, Sequence[str], Sequence[Sequence[object]]]]:
    """The figures of the last run with PostgreSQL, where this one has none."""
    file = RESULTS / "browse.json"
    kept = json.loads(file.read_text(encoding="utf-8"))["tables"] if file.exists() else []
    return [
        (f"{table['heading'].partition(' (')[0]} (of {date_of(file)})", table["columns"], table["rows"])
        for table in kept
        if table["heading"].startswith("PostgreSQL")
    ]


def date_of(file: Path) -> str:
    """The day on which results were made."""
    return str(json.loads(file.read_text(encoding="utf-8"))["made"])


def main() -> None:
    """Measures SQLite, and PostgreSQL where an empty database is given."""
    parser = arguments(__doc__ or "", needs_data=False)
    parser.add_argument("--database", default="", help="an empty PostgreSQL database to measure as well")
    parser.add_argument("--store", type=Path, help="SQLite file to fill, or one that was filled before")
    given = parser.parse_args()
    number = 5_000 if given.quick else 100_000
    tables = []
    with tempfile.TemporaryDirectory() as folder:
        for name, url in (
            ("SQLite", str(given.store or Path(folder) / "s.sqlite")),
            ("PostgreSQL", given.database),
        ):
            if not url:
                continue
            store = Store.at(url)
            if store.articles.count() != number:
                fill(store, number)
            rows = looks(store, number)
            store.close()
            tables.append((name, COLUMNS, rows))
    if not given.database:
        tables += _before()
    keep(
        "browse",
        f"Looking through {number:,} articles",
        tables,
        facts={"articles": number},
        remarks=[
            "Wall clock of the store's own call (count and 25 whole rows), beside other work of the machine.",
            "7 looks each, 1 where every text is read; CPU ms is this process alone, without PostgreSQL's.",
            "Titles, sources, times, languages and relativities are searched and sorted in indexes of their own.",
            "PostgreSQL uses trigrams for three letters and more, where the extension may be made.",
            "A filter on the text itself reads every text, and is not offered on the web page.",
        ],
    )


if __name__ == "__main__":
    main()
