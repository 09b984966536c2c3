"""A project from Python on the sample web: topic, crawl, search, analysis, network, export."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import motherlode as ml
from motherlode.errors import UnreadableInput, UsageError
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.web import SampleWeb


@pytest.fixture(scope="module")
def web() -> Iterator[tuple[SampleWeb, dict[str, str]]]:
    made = SampleWeb(0, news_pages=200, universities=1, entities=24, registry_rows=400, crawl_delay=0)
    with serve(made.sites, 0) as server:
        yield made, {host: server.url(host) for host in server.hosts}


@pytest.fixture(scope="module")
def crawled(web: tuple[SampleWeb, dict[str, str]], tmp_path_factory: pytest.TempPathFactory) -> Iterator[ml.Project]:
    made, urls = web
    story = next(page for page in made.truth.news.articles.values() if page.host == "gazette" and "Dam" in page.title)
    with ml.Project(tmp_path_factory.mktemp("api") / "dam", allow_private=True) as project:
        project.add(
            seeds=urls["gazette"], keywords=["dam:2", "spillway"], examples=urls["gazette"].rstrip("/") + story.path
        )
        events: list[ml.ProgressEvent] = []
        report = project.crawl(max_pages=30, delay=0.0, progress=events.append)
        assert report.fetched == 30
        assert report.kept == len(project.articles())
        assert report.to_dict()["ended"] == "page limit"
        assert events[-1].ended
        yield project


def test_a_project_is_made_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="motherlode init"):
        ml.Project(tmp_path / "p", create=False)
    with ml.Project(tmp_path / "p") as project:
        project.add(keywords={"flood": 2.0}, seeds=["news.example", "http://b.example/"])
        project.configure(crawl={"max_pages": 7})
    with ml.Project(tmp_path / "p", create=False) as again:
        assert again.settings["sources"] == {"seeds": ["http://news.example/", "http://b.example/"]}
        assert [(word.word, word.weight) for word in again.keywords] == [("flood", 2.0)]
        again.configure(crawl={"max_pages": None})
        assert "crawl" not in again.settings


def test_wrong_words_and_addresses_are_refused(tmp_path: Path) -> None:
    with ml.Project(tmp_path / "p") as project:
        with pytest.raises(UsageError, match="flood:two"):
            project.add(keywords="flood:two")
        with pytest.raises(UsageError, match="no address"):
            project.add(seeds="nonsense")
        with pytest.raises(UsageError, match="no addresses to begin with"):
            project.crawl()
        with pytest.raises(UsageError, match="crawl first"):
            project.stories()


def test_options_of_a_call_hold_for_that_call(tmp_path: Path) -> None:
    with ml.Project(tmp_path / "p") as project:
        overlaid = project._with("CrawlOptions", {"max_pages": 3})
        assert overlaid.settings.values["crawl"] == {"max_pages": 3}
        assert overlaid.store is project._folder.store
        assert "crawl" not in project.settings


def test_lists_come_from_text_csv_excel_and_a_database(tmp_path: Path) -> None:
    import sqlite3

    import xlsxwriter

    text = tmp_path / "sites.txt"
    text.write_text("http://a.example/\nnonsense\n", encoding="utf-8")
    words = tmp_path / "words.csv"
    words.write_text("flood,2\ndam,1.5\n", encoding="utf-8")
    with xlsxwriter.Workbook(str(tmp_path / "pages.xlsx")) as book:
        book.add_worksheet().write_column(0, 0, ["http://x.example/1", "http://x.example/2"])
    connection = sqlite3.connect(tmp_path / "lists.sqlite")
    connection.execute("create table sites (url text)")
    connection.execute("insert into sites values ('http://d.example/')")
    connection.commit()
    connection.close()
    with ml.Project(tmp_path / "p") as project:
        taken, refused = project.import_list("newsset", text)
        assert (taken, len(refused)) == (1, 1)
        assert project.import_list("newsset", tmp_path / "lists.sqlite", query="select url from sites")[0] == 1
        assert project.import_list("urlset", tmp_path / "pages.xlsx")[0] == 2
        assert project.import_list("keywords", words)[0] == 2
        topic = project._folder.store.topics.topic("p")
        assert topic.seeds == ("http://a.example/", "http://d.example/")
        assert topic.examples == ("http://x.example/1", "http://x.example/2")
        assert {word.word: word.weight for word in topic.keywords} == {"flood": 2.0, "dam": 1.5}
        with pytest.raises(UsageError, match="give a query"):
            project.import_list("newsset", tmp_path / "lists.sqlite")


def test_articles_are_searched_analysed_and_exported(crawled: ml.Project, tmp_path: Path) -> None:
    found = crawled.search("dam spillway", limit=5)
    assert 0 < len(found) <= 5
    assert all("spillway" in f"{article.title} {article.content}".lower() for article in found)
    stories = crawled.stories()
    assert sum(len(story.documents) for story in stories) == len(stories.placements) == len(crawled.articles())
    assert {each.id for each in crawled.trust()} == {each.id for each in crawled.currency()}
    assert crawled.evolution().episodes
    assert len(crawled.hot()) <= len(stories)
    report = crawled.export("jsonl", out=tmp_path / "articles.jsonl")
    assert report.rows == len(report.file.read_text(encoding="utf-8").splitlines()) == len(crawled.articles())
    with pytest.raises(UsageError, match="no story"):
        crawled.evolution("nothing")


def test_keywords_are_learned_from_the_examples(crawled: ml.Project) -> None:
    learned = [word for word in crawled.learn() if word.origin == "learned"]
    assert learned
    assert all(word.why for word in learned)


def test_a_hidden_database_is_read_whole(web: tuple[SampleWeb, dict[str, str]], tmp_path: Path) -> None:
    from motherlode.interfaces.demo.land import description

    _, urls = web
    site = tmp_path / "land.toml"
    site.write_text(description(urls["registry"].rstrip("/") + "/api"), encoding="utf-8")
    with ml.Project(tmp_path / "p", allow_private=True) as project:
        report = project.hidden(site, delay=0.0)
        assert report.rows == 400
        assert len(list(project.rows("land"))) == 400
        assert report.certificate_file is not None
        assert json.loads(report.certificate_file.read_text(encoding="utf-8"))["certificate"]
        assert report.to_dict()["name"] == "land"


def test_a_hidden_database_is_read_without_a_project(web: tuple[SampleWeb, dict[str, str]], tmp_path: Path) -> None:
    _, urls = web
    file = tmp_path / "land.toml"
    file.write_text(
        ml.HiddenSite.draft(urls["registry"].rstrip("/") + "/post-form", allow_private=True), encoding="utf-8"
    )
    site = ml.HiddenSite(file, allow_private=True)
    assert any("attribute" in line for line in site.describe())
    assert site.probe()["k"] > 0
    rows, proof = tmp_path / "rows.csv", tmp_path / "proof.json"
    report = site.read(out=rows, certificate=proof, delay=0.0)
    assert report.rows == 400
    assert (report.rows_file, report.certificate_file) == (rows, proof)
    assert report.to_dict()["verdict"] == ml.HiddenSite.verify(proof, rows).certificate.verdict
    with pytest.raises(UsageError, match=r"\.jsonl or \.csv"):
        site.read(out=tmp_path / "rows.xlsx")


def test_documents_of_a_file_are_analysed_and_nothing_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "articles.jsonl"
    lines = [
        {"id": "a", "title": "Dam above Orrick cracks", "published": "2026-03-01T10:00:00Z", "source": "a.example"},
        {"id": "b", "title": "Cracks in Orrick dam", "published": "2026-03-01T12:00:00Z", "source": "b.example"},
        {"id": "late", "title": "Dam rebuilt", "published": "2026-03-09T12:00:00Z", "source": "b.example"},
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines) + "no line\n", encoding="utf-8")
    documents = ml.Documents.read(file, at="2026-03-02T00:00:00Z")
    assert [(each.line, "not JSON" in each.error) for each in documents.errors] == [(4, True)]
    assert [document.published is None for document in documents] == [False, False, True]
    assert any({"a", "b"} <= set(story.documents) for story in documents.stories())
    assert len(documents.trust()) == len(documents.currency()) == 3
    assert documents.hot(window=24.0).remarks
    assert list(tmp_path.iterdir()) == [file]
    newest = ml.Documents.read(file)
    assert newest.at.isoformat() == "2026-03-09T12:00:00+00:00"
    assert any("2026-03-09" in remark for remark in newest.currency().remarks)
    with pytest.raises(UsageError, match="2026-03-01T12"):
        ml.Documents.read(file, at="tomorrow")
    with pytest.raises(UsageError, match="works on a project"):
        documents.undo_joining(1)


def test_ratings_of_a_project_count_in_trust(crawled: ml.Project, tmp_path: Path) -> None:
    hosts = {urlsplit(article.url).hostname or "" for article in crawled.articles()}
    file = tmp_path / "ratings.csv"
    file.write_text("".join(f"{host},0.9,One Group\n" for host in hosts), encoding="utf-8")
    before = {each.id: each.value for each in crawled.trust()}
    assert crawled.rate_from(file) == len(crawled.ratings) > 0
    assert {each.id: each.value for each in crawled.trust()} != before
    for source in crawled.ratings:
        crawled.rate(source, None)
    assert not crawled.ratings
    assert {each.id: each.value for each in crawled.trust()} == before


def test_a_university_enters_the_network(web: tuple[SampleWeb, dict[str, str]], tmp_path: Path) -> None:
    _, urls = web
    with ml.Project(tmp_path / "p", allow_private=True) as project:
        (university,) = project.university(urls["corvane"], delay=0.0, max_pages=60)
        assert university.found > 10
        rows = project.network.query("University ?u /contain College ?c")
        assert len(rows) == len(university.colleges)
        assert "Insert" in project.network.export("inm")


def test_sources_become_one_table(tmp_path: Path) -> None:
    for shop, price in (("a", "12.50"), ("b", "13.00")):
        rows = [
            {
                "title": f"Rivers of the North, volume {n}",
                "author": "Anna Miller",
                "isbn": f"978316148410{n}",
                "price": price,
            }
            for n in range(4)
        ]
        (tmp_path / f"{shop}.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with ml.Project(tmp_path / "p") as project:
        table = project.annotate([tmp_path / "a.jsonl", tmp_path / "b.jsonl"], "books")
        assert table.to_dicts()[0]["sources"] == ["a", "b"] or len(table) >= 4
        assert {m["attribute"] for m in table.mappings} >= {"title", "price"}
        assert table.save(tmp_path / "books.csv") == len(table)
        with pytest.raises(UsageError, match="which format"):
            table.save(tmp_path / "books.doc")


def test_a_join_is_explained_and_can_be_undone_and_done_again(tmp_path: Path) -> None:
    for shop in ("a", "b"):
        rows = [
            {"id": f"{shop}{n}", "title": f"Rivers of the {n}th North", "author": "Anna Miller", "isbn": isbn}
            for n, isbn in enumerate(("9780306406157", "9781861972712", "9780262033848"))
        ]
        (tmp_path / f"{shop}.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with ml.Project(tmp_path / "p") as project:
        table = project.annotate([tmp_path / "a.jsonl", tmp_path / "b.jsonl"], "books", explain=True)
        assert len(table) == 3
        pair = next(entity for entity in table).records[:2]
        told = [
            {(row["first_source"], row["first_id"]), (row["second_source"], row["second_id"])} for row in table.pairs
        ]
        why = [row["why"] for row in table.pairs]
        assert set(pair) in told
        assert "isbn_13" in why[told.index(set(pair))]
        assert len(project.annotate([], "books", apart=[pair])) == 4
        assert len(project.annotate([], "books")) == 4, "what a person said is kept"
        assert len(project.annotate([], "books", join=[pair])) == 3
    assert len(ml.integrate([tmp_path / "a.jsonl", tmp_path / "b.jsonl"], "books", apart=[pair])) == 4
