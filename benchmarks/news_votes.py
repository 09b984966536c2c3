"""What each vote of an article's fields is worth: every one is halved and doubled, by itself, on the labelled pages.

    python -m benchmarks.news_votes --data DIR [--every 2]

Counted are pages whose date or title turns right or wrong, and whose names of authors fit more or less.
"""

from __future__ import annotations

import gzip
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from benchmarks import train_news
from benchmarks.common import arguments, keep
from benchmarks.news_scores import author_f1, fold
from motherlode.dom.tree import parse
from motherlode.extract.article import pipeline
from motherlode.extract.article.fields import author, time, title, votes
from motherlode.extract.article.page import Page
from motherlode.pages.decode import decode

FACTORS = (0.5, 2.0)
Gold = dict[str, Any]


def right_day(page: Page, gold: Gold) -> float:
    """Whether the day of publication is the labelled one."""
    published, updated = time.candidates(page)
    chosen = time.choose(published or updated)
    return float(chosen is not None and chosen[0].moment.iso[:10] == gold["date"][:10])


def right_authors(page: Page, gold: Gold) -> float:
    """How far the names are the labelled ones."""
    chosen = author.choose(author.candidates(page), page.sites)
    return author_f1("; ".join(chosen[0]) if chosen else "", gold["author"])


def right_title(page: Page, gold: Gold) -> float:
    """Whether the title is the labelled one."""
    chosen = title.choose(title.candidates(page))
    return float(chosen is not None and fold(chosen[0].value) == fold(gold["title"]))


FIELDS: tuple[tuple[str, str, dict[str, float], Callable[[Page, Gold], float]], ...] = (
    ("published", "date", votes.TIME, right_day),
    ("authors", "author", votes.AUTHOR, right_authors),
    ("authors of Chinese pages", "author", votes.HAN_AUTHOR, right_authors),
    ("title", "title", votes.TITLE, right_title),
)


@contextmanager
def changed(table: dict[str, float], rule: str, factor: float) -> Iterator[None]:
    """The table with one vote changed."""
    usual = table[rule]
    table[rule] = usual * factor
    try:
        yield
    finally:
        table[rule] = usual


def page_of(html: str, url: str) -> Page:
    """The page as the fields see it: parsed, judged, with its headline."""
    seen: list[Page] = []
    usual = pipeline.with_fields

    def kept(article: Any, page: Page) -> Any:
        seen.append(page)
        return article

    pipeline.with_fields = kept
    try:
        pipeline.extract(parse(html), url)
    finally:
        pipeline.with_fields = usual
    chosen = title.choose(title.candidates(seen[0]))
    return replace(seen[0], headline=pipeline.headline_row(seen[0], chosen[0] if chosen else None))


def measure(page: Page, gold: Gold, into: dict[tuple[str, str, float], list[float]]) -> None:
    """Adds by how much each change makes the page's values better or worse."""
    for name, key, table, right in FIELDS:
        if not gold.get(key) or (table is votes.HAN_AUTHOR and page.language != "zh"):
            continue
        usual = right(page, gold)
        for rule in table:
            for factor in FACTORS:
                with changed(table, rule, factor):
                    difference = right(page, gold) - usual
                if difference:
                    into[name, rule, factor].append(difference)


def main() -> None:
    """Goes through all pages and keeps the table."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--every", type=int, default=1, help="take every Nth page of each set")
    options = parser.parse_args()
    differences: dict[tuple[str, str, float], list[float]] = defaultdict(list)
    count = 0
    for folder in train_news.SETS:
        for gold in train_news.read_gold(options.data, folder)[: 10 if options.quick else None : options.every]:
            count += 1
            sys.stderr.write(f"\r{folder} {count} ")
            body = gzip.decompress((options.data / folder / gold["page"]).read_bytes())
            measure(page_of(decode(body, "").text, gold.get("url") or ""), gold, differences)
    tables = []
    for name, _, table, _ in FIELDS:
        rows = [[rule, votes_, *(_told(differences[name, rule, factor]) for factor in FACTORS)]
                for rule, votes_ in table.items()]  # fmt: skip
        tables.append((name, ("rule", "votes", "halved", "doubled"), rows))
    remarks = [
        f"{count} labelled pages; better and worse ones, and what they add up to. A dash: no page changes.",
        "The votes were chosen by hand with these pages in sight; the table says how little hangs on most of them.",
    ]
    keep("news_votes", "Votes of an article's fields", tables, remarks=remarks)


def _told(found: list[float]) -> str:
    better = sum(one > 0 for one in found)
    return f"+{better} −{len(found) - better} ({sum(found):+.1f})" if found else "–"


if __name__ == "__main__":
    main()
