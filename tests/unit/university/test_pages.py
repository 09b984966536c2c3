"""What one page of a university says: its units, its place, and what its scripts would add."""

from __future__ import annotations

import pytest

from motherlode.extract.people import PeopleParams
from motherlode.extract.people.positions import titled
from motherlode.university.addresses import folder_of, in_news, is_headline, page_key
from motherlode.university.facts import Link
from motherlode.university.frontier import Frontier, link_value
from motherlode.university.mentions import mentions_of, peopled
from motherlode.university.naming import spelled_out, split_whole, whole_of
from motherlode.university.reading import read_page
from motherlode.university.scripts import from_script, included, unfolded


def facts(html: str, url: str = "http://u.test/x.html"):  # type: ignore[no-untyped-def]
    return read_page(html, url, PeopleParams())


def test_bare_subjects_are_units_only_where_a_list_says_so() -> None:
    names = ["Physics", "Pharmacy", "Civil Engineering", "Architectural Assistantship"]
    cards = "".join(
        f"<div class='c{i}'><a href='/{i}.html'><h4>{name}</h4></a></div>" for i, name in enumerate(names)
    )
    assert [m.name for m in mentions_of(facts(cards, "http://u.test/departments.html"))] == names
    assert mentions_of(facts(cards, "http://u.test/courses.html")) == []


def test_headlines_about_a_unit_do_not_name_one() -> None:
    page = facts("<ul><li><a href='/n/1'>Department of Physics receives an award</a></li></ul>")
    assert mentions_of(page) == []


def test_headings_and_outer_entries_stand_over_a_link() -> None:
    page = facts(
        "<h2>Faculty of Science</h2><ul><li><a href='/law'>School of Law</a>"
        "<ul><li><a href='/law/pub'>Department of Public Law</a></li></ul></li></ul>"
    )
    link = next(link for link in page.links if link.text == "Department of Public Law")
    assert link.above == "School of Law"
    assert link.heads == ("Faculty of Science",)


def test_entries_with_people_of_their_own_are_units_whatever_their_words() -> None:
    page = facts("<ul><li><a href='/a/'>Ústav algebry</a></li><li><a href='/b/'>Ústav analýzy</a></li></ul>")
    of_a, of_b = ({f"u.test/{unit}/lide": (frozenset({f"u.test/{unit}"}), True)} for unit in "ab")
    found = list(peopled([page], of_a | of_b, lambda url: False))
    assert [mention.name for mention in found] == ["Ústav algebry", "Ústav analýzy"]
    assert list(peopled([page], of_a, lambda url: False)) == []
    assert list(peopled([page], of_a | of_b, lambda url: True)) == []
    letters = facts("<p><a href='/a/'>А–Ж</a> <a href='/b/'>З–Я</a></p>")
    assert list(peopled([letters], of_a | of_b, lambda url: False)) == []


@pytest.mark.parametrize(("titles", "told"), [("ABAB", True), ("ABCD", False), ("AAAA", False)])
def test_a_text_shared_by_some_at_one_place_is_a_title_in_unknown_words(titles: str, told: bool) -> None:
    names = ("Aino Korhola", "Juhani Vuorela", "Riitta Seppälä", "Mikko Ahokas")
    words = {"A": "yliopistonlehtori", "B": "tutkijatohtori", "C": "laitosjohtaja", "D": "suunnittelija"}
    rows = "".join(
        f"<div class=k><h3>{name}</h3><p class=n>{words[title]}</p><p>k{at}@u.test</p></div>"
        for at, (name, title) in enumerate(zip(names, titles, strict=True))
    )
    people = facts(f"<h1>Henkilöstö</h1>{rows}").people
    assert [person.name for person in people] == list(names)
    assert [person.title for person in people] == ([words[title] for title in titles] if told else [""] * 4)
    assert not any(map(titled, people))


def test_one_list_of_people_is_enough_for_another_of_its_name_to_promise_more() -> None:
    frontier = Frontier()
    for unit in ("a", "b"):
        for word in ("vyuka", "lide"):
            frontier.offer(Link(f"http://u.test/{unit}/{word}", word.title()), "http://u.test/", 2, listed=False)
    first = frontier.best(1, lambda offer: offer.url == "http://u.test/a/lide")[0]
    frontier.learn(first, gave=True)
    assert frontier.best(1)[0].url == "http://u.test/b/lide"


def test_crumbs_are_read_and_a_menu_is_none() -> None:
    page = facts("<p><a href='/'>Home</a> › <a href='/law'>School of Law</a> › Staff</p>")
    assert [text for text, _ in page.crumbs] == ["Home", "School of Law", "Staff"]
    assert facts("<p><a href='/a'>People</a> | <a href='/b'>Courses</a></p>").crumbs == ()


@pytest.mark.parametrize(
    ("text", "better"),
    [("Staff", "History"), ("Сотрудники", "История"), ("师资队伍", "学校概况"), ("Medarbetare", "Historik"),
     ("Lehrstühle", "Anfahrt"), ("Department of Physics", "Campus map")],
)  # fmt: skip
def test_a_word_for_staff_or_units_promises_more(text: str, better: str) -> None:
    one, other = (link_value(Link("http://u.test/p", word), listed=False)[0] for word in (text, better))
    assert one > other


def test_pages_like_those_that_paid_are_worth_more() -> None:
    frontier = Frontier()
    for name in ("a", "b", "c"):
        frontier.offer(Link(f"http://u.test/{name}_quux.html", name), "http://u.test/", 1, listed=False)
    first, second = frontier.best(2)
    before = frontier.peek()
    frontier.learn(first, True)
    frontier.learn(second, True)
    assert frontier.peek() > before


def test_an_index_page_is_its_folder() -> None:
    assert page_key("http://u.test/a/index.html") == page_key("http://u.test/a/") == page_key("http://u.test/a")
    assert (folder_of("http://u.test/a/index.html"), folder_of("http://u.test/a.html")) == ("/a/", "")
    assert in_news("http://u.test/news-events/x.html")
    assert not in_news("http://u.test/media-and-communication/people.html")
    assert is_headline("http://u.test/the-department-of-physics-wins-a-prize-for-its-new-lab/")


def test_an_array_of_a_script_is_a_menu_or_a_list_of_people() -> None:
    people = (
        '[{name:"Ada Byrne",position:"Professor"},{name:"Tom Rivera",position:"Reader"},{name:"Mei Tan",email:"m@u"}]'
    )
    html = f"<h1>Staff</h1><script>const staff = {people};</script>"
    assert [person.name for person in facts(html + unfolded(html)).people] == ["Ada Byrne", "Tom Rivera", "Mei Tan"]
    assert from_script("[['Staff', 'staff.html'], ['News', 'news.html'], ['Units', 'units.html']]").count("<a ") == 3
    assert included("<script src='menu.js'></script><script>$('#n').load('nav.html')</script>") == [
        "menu.js",
        "nav.html",
    ]
    assert unfolded("<script>var a = {x: 1};</script>") == ""


def test_the_whole_is_a_university_or_one_unit_of_it() -> None:
    home = facts("<title>Dept. of Physics, University of Northmoor</title><h1>Physics</h1>", "http://u.test/")
    assert whole_of(home, [home], "u.test").university == "University of Northmoor"
    one = facts(
        "<title>NSU :: Faculty of Arts</title><p>© Faculty of Arts</p>"
        "<p><a href='http://n.test/'>North State University</a>",
        "http://u.test/",
    )
    found = whole_of(one, [one], "u.test")
    assert (found.university, found.unit) == ("North State University", "Faculty of Arts")
    assert split_whole("云岭大学物理学院") == ("云岭大学", "物理学院")
    short = facts("<p>We at Govt. Polytechnic College, Hilltown are proud.</p>")
    assert spelled_out("GPC Hilltown", [short]) == "Government Polytechnic College, Hilltown"
