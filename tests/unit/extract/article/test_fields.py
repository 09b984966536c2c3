import pytest

from motherlode.dom.tree import parse
from motherlode.errors import UsageError
from motherlode.extract.article import NewsParams, divided, extract, learn_template, read
from motherlode.extract.article.blocks import blocks_of
from motherlode.extract.article.fields.author_names import names_in, split_names
from motherlode.extract.article.fields.dates import read_date, url_date
from motherlode.extract.article.fields.title import without_site
from motherlode.extract.article.head import objects_of
from motherlode.pages.charsets import repaired

TEXT = "<p>The bridge was opened on Monday, after two years of work, and the town came to see it at last.</p>"


@pytest.mark.parametrize(
    ("text", "language", "iso"),
    [
        ("2024-05-03T16:05:09.123Z", "", "2024-05-03T16:05:09+00:00"),
        ("Tue, 07 Nov 2023 10:00:00 GMT", "", "2023-11-07T10:00:00+00:00"),
        ("Sept. 3, 2021 4:15 p.m. EDT", "en", "2021-09-03T16:15:00-04:00"),
        ("3 de junio de 2024", "es", "2024-06-03"),
        ("20140717162000", "", "2014-07-17T16:20:00"),
        ("1699351200", "", "2023-11-07T10:00:00+00:00"),
        ("2024년 6월 3일 21:40", "ko", "2024-06-03T21:40:00"),
        ("31.12.99", "de", "1999-12-31"),
        ("25/12/2023", "en-US", "2023-12-25"),
        ("2023-02-31", "", None),
        ("version 1.2.3", "", None),
    ],
)
def test_dates(text: str, language: str, iso: str | None) -> None:
    found = read_date(text, language)
    assert (found.iso if found else None) == iso


def test_dates_in_addresses() -> None:
    assert url_date("https://a.example/2018/07/02/tiny/").iso == "2018-07-02"  # type: ignore[union-attr]
    assert url_date("http://a.example/t20140717_1.html").iso == "2014-07-17"  # type: ignore[union-attr]
    assert url_date("https://a.example/story/12345678") is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("By Anna Lee and Tom Hart", ["Anna Lee", "Tom Hart"]),
        ("Von Jana Holm", ["Jana Holm"]),
        ("Anna Lee, Staff Writer", ["Anna Lee"]),
        ("https://facebook.example/anna", []),
        ("admin", []),
    ],
)
def test_names(text: str, names: list[str]) -> None:
    assert split_names(text) == names


def test_site_names_are_taken_off_titles() -> None:
    assert without_site("A bridge opens - River News", {"rivernews"}, []) == "A bridge opens"
    assert without_site("A bridge - opens | x", set(), ["A bridge - opens"]) == "A bridge - opens"


def test_a_headline_above_its_day_in_one_element_shows_where_the_sites_name_ends() -> None:
    page = (
        "<title>Harbour Courier - {title}</title><table><tr><td>Harbour Courier</td></tr><tr><td>"
        "<font size=5><b>{line}</b></font><br><font size=2>Thursday, 2 January</font><br><br>{text}</td></tr></table>"
    )
    text = "The bridge over the river opened again on Thursday, after months of repair by the town. " * 5
    title = "Old bridge opens again after repair"
    assert read(page.format(title=title, line=title, text=text), "http://a.example/1").title == title
    other = read(page.format(title=title, line="Thursday in town", text=text), "http://a.example/1").title
    assert other == f"Harbour Courier - {title}"  # nothing shows that the first part is no headline


def test_broken_json_gives_what_can_be_picked() -> None:
    assert objects_of('{"@type": "Article", "headline": "He said "no"", "datePublished": "2024-01-01"}') == [
        {"@type": "Article", "headline": "He said ", "datePublished": "2024-01-01"}
    ]
    assert objects_of("[" * 5000) == []


def test_selectors_of_a_site_win() -> None:
    page = f"<h1>Wrong</h1><h2 class=head>Right</h2><div class=ad>Buy now, it is cheap.</div>{TEXT}"
    params = NewsParams(selectors={"river.example title": "h2.head", "river.example remove": ".ad"})
    article = read(page, "https://www.river.example/x", params)
    assert article.title == "Right"
    assert article.evidence["title"].rule == "selector of the site"
    assert "Buy now" not in article.content
    assert read(page, "https://other.example/x", params).title != "Right"
    with pytest.raises(UsageError, match="did you mean 'title'"):
        read(page, "https://river.example/", NewsParams(selectors={"river.example titel": "h1"}))
    with pytest.raises(UsageError, match="selector"):
        read(page, "https://river.example/", NewsParams(selectors={"river.example title": "h1[[["}))


def test_pages_of_a_host_teach_each_other() -> None:
    shared = (
        "<p>Our reporters work for you every day, in every village, so please tell your friends about us all.</p>"
    )
    pages = [parse(f"<h1>{n}</h1>{TEXT.replace('Monday', n)}{shared}") for n in ("Monday", "Friday", "Sunday", "May")]
    template = learn_template([blocks_of(tree) for tree in pages])
    article = extract(pages[0], template=template)
    assert "opened on Monday" in article.content
    assert "Our reporters" not in article.content


def test_words_for_topwebnews() -> None:
    article = read(f"<h1>Bridge opens</h1>{TEXT}")
    words = divided(article, 3)
    assert words.title == ("bridge", "opens")
    assert words.keywords[0] == "bridge"
    assert len(words.keywords) == 3


def test_text_that_is_right_is_not_repaired() -> None:
    for text in ("naïve café", "国务院", "plain", "Â£ and ©"):
        assert repaired(text) == text


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("By Anna Lee | Harbour Gazette", ["Anna Lee"]),
        ("by: Tom Hart, Dec 17, 2025", ["Tom Hart"]),
        ("Anna Lee | and | Tom Hart | Money Reporter", ["Anna Lee", "Tom Hart"]),
        ("Written by\nAnna Lee, senior editor", ["Anna Lee"]),
        ("Anna Lee\n4 August 2010", ["Anna Lee"]),
        ("read more about us", []),
    ],
)
def test_names_among_other_things(text: str, names: list[str]) -> None:
    assert names_in(text) == names


def test_a_chinese_verb_is_no_name() -> None:
    page = (
        "<h1>桥梁开通</h1><p>记者 采访 了解到，桥梁今天开通，许多人前来观看。</p>"
        "<p>市民都很高兴，他们等了两年。（记者 王小明）</p>"
    )
    assert read(page).authors == ("王小明",)
