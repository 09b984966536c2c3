"""What holds for any page at all."""

import re
import time
from datetime import date

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from motherlode.app.extract.articles import article_of
from motherlode.app.inputs import GivenPage
from motherlode.dom.tree import parse
from motherlode.errors import InputError
from motherlode.extract.article import read
from motherlode.extract.article.fields import author_names as names
from motherlode.extract.article.fields import dates
from motherlode.extract.article.fields.dates import MONTHS, Moment, read_date
from motherlode.extract.article.fields.links import _PLAIN, _canonical, plain_size, plain_size_in_python
from motherlode.text.urls import canonical

TAGS = ["p", "div", "h1", "h2", "ul", "li", "table", "tr", "td", "a", "br", "pre", "blockquote", "article", "script",
        "noscript", "title", "time", "span", "b", "frameset", "svg", "template"]  # fmt: skip
text = st.text(max_size=60)
attribute = st.sampled_from(
    ["", ' class="byline"', ' class="related"', ' id="content"', " hidden", ' href="/a?b=1"', ' itemprop="author"',
     ' datetime="2024-99-99"', ' style="display:none"', ' class="' + "x-" * 300 + '"']
)  # fmt: skip
element = st.tuples(st.sampled_from(TAGS), attribute, text, st.booleans()).map(
    lambda part: f"<{part[0]}{part[1]}>{part[2]}" + (f"</{part[0]}>" if part[3] else "")
)
pages = st.lists(element | text, max_size=40).map("".join)
quick = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])

few = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@quick
@given(pages)
def test_any_page_gives_an_article_whose_words_are_the_pages(html: str) -> None:
    article = read(html, "https://example.org/x")
    texts = parse(html).texts
    for told in (article.content, article.title):
        letters, marks = iter(" ".join(texts)), {"|", "-"}  # between cells, and before items
        wanted = "".join(word for word in told.split() if word not in marks)
        assert all(letter in letters for letter in wanted), "letters of the page, in its order"
    assert 0.0 <= article.confidence <= 1.0
    assert not re.search(r"[\u2028\u2029\x85]", article.content + article.title)
    assert all(link.url.startswith("http") for link in article.links)


@quick
@given(st.binary(max_size=400))
def test_any_bytes_give_an_article(body: bytes) -> None:
    article_of(GivenPage("x", "", body))


@quick
@given(st.text(max_size=80), st.sampled_from(["", "en", "en-GB", "de", "zh", "ja"]))
def test_a_date_is_found_or_not_but_never_wrong_in_form(line: str, language: str) -> None:
    found = read_date(line, language)
    assert found is None or re.fullmatch(r"\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d([+-]\d\d:\d\d)?)?", found.iso)


@few
@given(st.dates(min_value=date(1991, 1, 1), max_value=date(2098, 1, 1)))
def test_iso_and_named_months_are_read_back(day: date) -> None:
    moment = Moment(day)
    assert read_date(moment.iso) == moment
    month = next(name for name, number in MONTHS.items() if number == day.month)
    assert read_date(f"{day.day} {month} {day.year}") == moment
    assert read_date(f"{day.year}年{day.month}月{day.day}日", "zh") == moment


def slowly(href: str, base: str) -> str:
    try:
        return canonical(href, base)
    except InputError:
        return ""


addresses = st.from_regex(_PLAIN, fullmatch=True) | st.text(alphabet="htps:/.aZ-%2e?&=#1xn", max_size=24).flatmap(
    lambda end: st.sampled_from(
        ["/", "https://a.org/", "http://", "https://x.y", "/a?utm_source=1&", "/?sid=2", ""]
    ).map(lambda begin: begin + end)
)


@settings(max_examples=60, deadline=None)
@given(addresses)
def test_plain_addresses_are_canonical_as_the_parser_has_them(address: str) -> None:
    base = "https://example.org/a/b"
    assert plain_size(address) == plain_size_in_python(address)
    if address:
        assert _canonical(address, base, "https://example.org") == slowly(address, base)


def test_hostile_pages_end_soon() -> None:
    nested = "<div>" * 100_000 + "text, and more of it, for the end."
    flat = "<p>word word, word.</p>" * 25_000
    attributes = "<p class='" + "a b c " * 200_000 + "'>text</p>"
    dates = "<p>" + "1/2/3 " * 20_000 + "</p>"
    brackets = "<" * 200_000
    items = "<ol>" + "<li>One item of many, with a comma in it, for the list.</li>" * 5_000 + "</ol>"
    title = "<title>" + "a | " * 50_000 + "</title><p>text</p>"
    script = '<script type="application/ld+json">-->' + " " * 500_000 + "x</script><p>text</p>"
    links = "".join(f'<a href="/p/{n}?x={n}">link {n}</a> ' for n in range(20_000))
    names = "".join(f'<div class="c{n} foo-{n}">text {n}</div>' for n in range(20_000))
    authors = "<span itemprop=author class=author>By Nora Field</span>" * 20_000
    breaks = "text<br><br>" * 50_000
    frames = "<frameset>" + "<frame src=a>" * 20_000
    entities = "<p>" + "&#x110000; &#0; &bogus; &#99999999999; &amp;amp; " * 20_000
    deep_json = '<script type="application/ld+json">' + '{"a":[' * 50_000 + "</script><p>text</p>"
    odd = (links, names, authors, breaks, frames, entities, deep_json)
    for page in (nested, flat, attributes, dates, brackets, items, title, script, *odd):
        began = time.process_time()
        read(page)
        assert time.process_time() - began < 25


date_parts = st.sampled_from(
    [
        "2024",
        "1999",
        "19",
        "3",
        "12",
        "31",
        "05",
        "May",
        "mai",
        "июня",
        "5月",
        "年",
        "日",
        " ",
        "-",
        "/",
        ".",
        ",",
        ":",
        "T",
        "Z",
        "+02:00",
        "-0530",
        "16:05",
        "9:03:22",
        "p.m.",
        "EST",
        "th",
        " de ",
        "’",
        "x",
        "20240503",
        "٣",
        "मई",
        "abc",
        "令和",
        "元年",
        "۱۴۰۲",
        "خرداد",
        "2558",
        "มี.ค.",
        "tháng 3",
        "ב",
        "NİSAN",
    ]
)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(date_parts, max_size=10).map("".join), st.sampled_from(["", "en", "de", "zh", "fa", "th", "sv", "ko"])
)
def test_the_first_date_is_that_of_a_search_over_the_whole_text(text: str, language: str) -> None:
    found = dates.find_date(text, language)
    if len(text) < 6 or dates.HINT.search(text) is None:
        return
    plain = dates.plain_digits(text)
    if dates._STAMP.match(plain):
        return
    days = []
    for pattern in dates.patterns_of(plain, language):
        valid = ((match.start(), dates._day_of(match, language)) for match in pattern.finditer(plain))
        days += [next((one for one in valid if one[1]), (len(text), None))]
    first = min(days, key=lambda one: one[0])
    assert (found[1], found[0].day) == first if found else first[1] is None
    assert read_date(text, language) == (found[0] if found else None)


iso_parts = st.tuples(
    st.sampled_from(["2024-02-29", "2023-02-29", "1989-01-01", "2024-13-01", "1999-12-31"]),
    st.sampled_from(["", "T10:00:00", "T24:00:00", "T10:00", "T10:00:00.123", "T10:60:00"]),
    st.sampled_from(["", "Z", "+02:00", "-0530", "+15:00", "+14:01", "-00:00", " ", "z"]),
)


@given(iso_parts.map("".join))
def test_what_machines_write_is_read_as_a_search_reads_it(text: str) -> None:
    found = dates.find_date(text)
    assert read_date(text) == (found[0] if found else None)


name_words = st.sampled_from(
    [
        "Anna",
        "Lee",
        "de",
        "van",
        "By",
        "by",
        "of",
        "on",
        "Staff",
        "and",
        "IBM",
        "x",
        "LeeUpdated",
        "MyFacebook",
        "Editor",
        "is",
        "an",
        "see",
        "all",
        "University",
        "José",
        "李明",
        "May",
        "2024",
        "O'Neil",
        "texte",
        "the",
        "associated",
        "press",
    ]
)


@settings(max_examples=300, deadline=None)
@given(st.lists(name_words, max_size=8), st.sampled_from([" ", "  ", ", "]))
def test_plain_names_are_what_the_patterns_leave(words: list[str], between: str) -> None:
    text = between.join(words)
    assert names.split_names(text) == list(names._split_by_patterns(text))
    assert names.names_in(text) == list(names._names_by_patterns(text))
