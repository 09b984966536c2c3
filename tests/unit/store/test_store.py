import os
import signal
import subprocess
import sys
import textwrap
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import Engine

from motherlode.errors import StoreTooNew, UsageError
from motherlode.model.article import Article, NewsItem
from motherlode.model.evidence import Evidence, Term, Verdict
from motherlode.model.pages import Link
from motherlode.model.records import Column, Record, Region, Wrapper
from motherlode.model.schema import ColumnMapping
from motherlode.model.topic import Keyword
from motherlode.sql.engine import writing
from motherlode.sql.migrations import migrate, versions
from motherlode.store.pages import StoredPage
from motherlode.store.query import Filter
from motherlode.store.store import Store
from motherlode.store.topics import NEWS_SET, URL_SET

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def store(engine: Engine) -> Store:
    return Store(engine)


def item(number: int, **changes: object) -> NewsItem:
    article = Article(
        url=f"http://a.example/{number}",
        title=f"Title {number} 标题",
        published="2026-02-03T04:05:06+08:00",
        authors=("Ada", "Bo"),
        content="One.\n\nTwo.",
        links=(Link("http://b.example/", "b", "see b"),),
        evidence={"title": Evidence("og:title", "/html/head/meta", confidence=0.9)},
    )
    return replace(
        NewsItem(article, ("title",), ("one", "two"), ("one",), number / 100, "http://a.example/", NOW),
        **changes,  # type: ignore[arg-type]
    )


def test_an_article_comes_back_as_it_was_put(store: Store) -> None:
    store.articles.put([item(1), item(2)])
    assert store.articles.get("http://a.example/1") == item(1)
    assert store.articles.get("http://a.example/9") is None
    assert [i.relativity for i in store.articles.all()] == [0.02, 0.01]


def test_putting_twice_changes_nothing(store: Store) -> None:
    for _ in range(2):
        store.articles.put([item(n) for n in range(10)])
    assert store.articles.count() == 10


def test_top_percent_rounds_up(store: Store) -> None:
    store.articles.put([item(n) for n in range(10)])
    assert len(list(store.articles.top(25))) == 3
    assert len(list(store.articles.top(100))) == 10


def test_articles_are_searched_for_words_in_every_language(store: Store) -> None:
    def told(number: int, title: str, text: str) -> NewsItem:
        return replace(item(number), article=replace(item(number).article, title=title, content=text))

    def found(query: str) -> set[str]:
        return {i.article.title for i in store.articles.matching([Filter("text", "search", query)])}

    store.articles.put(
        [
            told(1, "Dam holds", "The flooding of the valley went on, O'Brien's men said"),
            told(2, "Market", "Prices of rice rose in 2014"),
            told(3, "溃坝", "国务院新闻办公室举行发布会"),
        ]
    )
    assert found("floods") == {"Dam holds"}
    assert found("the valley dam") == {"Dam holds"}
    assert found("valley rice") == set()
    assert found("新闻办公室") == {"溃坝"}
    assert found('o"brien OR rice') == set()
    assert found("") == found("…") == set()
    store.articles.put([told(2, "Market", "Prices of wheat fell")])
    assert found("rice") == set()
    assert found("wheat") == {"Market"}
    store.articles.remove(["http://a.example/1"])
    assert found("flood") == set()
    assert store.articles.count() == 2


def test_slices_are_sorted_filtered_and_counted(store: Store) -> None:
    store.articles.put([item(n) for n in range(30)])
    first, total = store.articles.list(offset=0, limit=20, sort="relativity")
    second, _ = store.articles.list(offset=20, limit=20, sort="relativity")
    assert total == 30
    assert [i.relativity for i in first + second] == [n / 100 for n in range(30)]
    _, total = store.articles.list(filters=[Filter("title", "contains", "TITLE 1")])
    assert total == 11
    _, total = store.articles.list(filters=[Filter("authors", "contains", "Ada"), Filter("relativity", "from", 0.2)])
    assert total == 10
    with pytest.raises(UsageError, match="did you mean 'title'"):
        store.articles.list(sort="titel")


def test_facets_count_the_values_of_what_meets_the_conditions(store: Store) -> None:
    made = [item(n) for n in range(30)]
    store.articles.put(
        replace(each, article=replace(each.article, source="Post" if n % 3 else "Herald"))
        for n, each in enumerate(made)
    )
    assert store.articles.facet("source") == [("Post", 20), ("Herald", 10)]
    assert store.articles.facet("source", [Filter("relativity", "from", 0.2)]) == [("Post", 7), ("Herald", 3)]
    assert store.articles.facet("month") == [("2026-02", 30)]
    assert store.articles.facet("source", limit=1) == [("Post", 20)]
    with pytest.raises(UsageError, match="did you mean 'source'"):
        store.articles.facet("sourc")


def test_a_percent_sign_in_a_filter_is_only_itself(store: Store) -> None:
    store.articles.put([item(1)])
    assert store.articles.list(filters=[Filter("title", "contains", "%")])[1] == 0


def test_pages_keep_their_verdict(store: Store) -> None:
    page = StoredPage(
        url="http://a.example/x",
        final_url="http://a.example/y",
        kept=False,
        code="off-topic",
        reason="relativity 0.1 is below the threshold 0.3",
        relativity=0.1,
        terms=(Term("words", 0.1, 0.1, "flood"),),
        simhash=-(2**62),
    )
    store.pages.put([page])
    assert store.pages.get([page.url, "http://none.example/"]) == {page.url: page}
    assert store.pages.counts() == {"off-topic": 1}
    assert list(store.pages.all(kept=True)) == []
    assert list(store.pages.all(kept=False)) == [page]


def test_a_last_word_changes_verdicts_and_relativities_alone(store: Store) -> None:
    kept = StoredPage("http://a.example/", digest="d", kept=True, code="related", relativity=0.9, warc_offset=7)
    dropped = replace(kept, url="http://b.example/", kept=False, code="unrelated")
    alike = replace(kept, url="http://c.example/", kept=False, code="duplicate")
    store.pages.put([kept, dropped, alike])
    store.articles.put([item(1, relativity=0.9), item(2, relativity=0.5)])
    found = store.pages.judged([kept.url, dropped.url, alike.url, "http://no.example/"])
    assert sorted((page.url, page.kept, page.warc_offset) for page in found) == [
        (kept.url, True, 7), (dropped.url, False, 7),
    ]  # fmt: skip
    with writing(store.engine) as connection:
        store.pages.revise(connection, [(kept.url, Verdict(False, "unrelated", "at the end", 0.1))])
    stored = store.pages.get([kept.url])[kept.url]
    assert stored == replace(
        kept, final_url=kept.url, kept=False, code="unrelated", reason="at the end", relativity=0.1
    )
    before = {one.article.url: one for one in store.articles.all()}
    first, second = sorted(before)
    with writing(store.engine) as connection:
        store.articles.revise(connection, {first: 0.7, second: 0.5 + 1e-9, "http://no.example/": 1.0})
    after = {one.article.url: one for one in store.articles.all()}
    assert after == {first: replace(before[first], relativity=0.7), second: before[second]}
    with writing(store.engine) as connection:
        store.pages.revise(connection, [])
        store.articles.revise(connection, {})


def test_topics_keep_order_and_replace(store: Store) -> None:
    store.topics.set_sources(NEWS_SET, ["http://b.example/", "http://a.example/", "http://b.example/"])
    store.topics.set_sources(URL_SET, ["http://c.example/1"])
    store.topics.set_keywords([Keyword("flood", 0.4), Keyword("river", 0.9, "learned", "in 3 of 3 examples")])
    topic = store.topics.topic("floods")
    assert topic.seeds == ("http://b.example/", "http://a.example/")
    assert [k.word for k in topic.keywords] == ["river", "flood"]
    store.topics.set_sources(NEWS_SET, [])
    assert store.topics.sources(NEWS_SET) == []


def test_record_lists_wrappers_and_mappings(store: Store) -> None:
    region = Region(
        0.9,
        "/html/body/ul",
        (Column("title", "text"), Column("price", "price", "Price")),
        (Record(("A", "$1"), {"title": "A", "price": "$1"}, ("http://a.example/1",)), Record(("B",), {"title": "B"})),
    )
    store.records.put("http://a.example/list", "a.example", [region])
    store.records.put("http://a.example/list", "a.example", [region])
    assert [(p, s, r) for p, s, r in store.records.lists()] == [("http://a.example/list", "a.example", region)]
    wrapper = Wrapper("a.example", "//ul/li", "ul > li", region.columns, {"version": 1})
    store.records.keep_wrapper(wrapper, NOW.isoformat())
    assert store.records.wrapper("a.example") == wrapper
    store.records.keep_mappings("books", "a.example", [ColumnMapping("title", "name", 1.0, corrected=True)])
    store.records.keep_mappings("books", "a.example", [ColumnMapping("title", "author", 0.6)])
    assert store.records.mappings("books", "a.example") == [ColumnMapping("title", "name", 1.0, corrected=True)]


def test_runs_and_results(store: Store) -> None:
    run = store.runs.start("crawl", {"strategy": "ours"}, NOW)
    store.runs.update(run, state="done", report={"kept": 3})
    found = store.runs.get(run)
    assert found is not None
    assert (found.state, found.report, found.options) == ("done", {"kept": 3}, {"strategy": "ours"})
    store.results.replace("stories", {"b": {"n": 1}, "a": {"n": 2}}, NOW)
    store.results.replace("stories", {"c": {"n": 3}, "a": {"n": 4}}, NOW)
    assert list(store.results.get("stories").items()) == [("c", {"n": 3}), ("a", {"n": 4})]


def test_a_store_of_a_newer_version_is_refused(engine: Engine) -> None:
    Store(engine)
    with writing(engine) as connection:
        connection.execute(versions.update().values(version=99))
    with pytest.raises(StoreTooNew):
        Store(engine)


def test_an_old_store_is_brought_up_to_date_without_loss(engine: Engine) -> None:
    store = Store(engine)
    store.topics.set_keywords([Keyword("flood")])
    with writing(engine) as connection:
        connection.execute(versions.update().values(version=0))
    migrate(engine, "store", [lambda _: None, lambda _: None])
    assert [k.word for k in store.topics.keywords()] == ["flood"]


def test_a_killed_writer_loses_nothing_that_it_reported(tmp_path: Path) -> None:
    program = textwrap.dedent("""
        import sys
        from motherlode.store.store import Store
        from motherlode.store.pages import StoredPage
        store = Store.at(sys.argv[1])
        for number in range(100000):
            store.pages.put([StoredPage(url=f"http://a.example/{number}")])
            print(number, flush=True)
    """)
    file = tmp_path / "store.sqlite"
    child = subprocess.Popen([sys.executable, "-c", program, str(file)], stdout=subprocess.PIPE, env=_environment())
    assert child.stdout is not None
    seen = [int(child.stdout.readline()) for _ in range(30)]
    os.kill(child.pid, signal.SIGKILL)
    seen += [int(line) for line in child.stdout.read().split()]
    child.stdout.close()
    child.wait()
    kept = {page.url for page in Store.at(file).pages.all()}
    assert {f"http://a.example/{number}" for number in seen} <= kept


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3] / "src")}
