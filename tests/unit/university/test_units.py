"""The tree of units from witnesses, over small sites of fixed pages."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from motherlode.model.pages import Response
from motherlode.university.explore import Tools, explore
from motherlode.university.model import UnitNode, University, UniversityParams

TITLE = "<title>{} - University of Northmoor</title>"
PEOPLE = "".join(
    f"<div class='p'><h3>{name}</h3><p>{title}</p></div>"
    for name, title in [("Ada Byrne", "Professor"), ("Tomás Rivera", "Lecturer"), ("Mei Tanaka", "Reader")]
)


class Pages:
    """A Fetcher over fixed pages."""

    def __init__(self, pages: dict[str, str]) -> None:
        self.pages = pages

    async def fetch(self, url: str, /) -> Response:
        path = url.removeprefix("http://u.test")
        body = self.pages.get(path)
        status, text = (
            (200, TITLE.format(path.strip("/").title() or "Home") + body) if body is not None else (404, "")
        )
        return Response(url, url, status, (("content-type", "text/html"),), text.encode(), datetime.now(UTC))


def found(pages: dict[str, str], **params: int) -> University:
    return asyncio.run(explore("http://u.test/", Tools(Pages(pages), UniversityParams(**params))))


def tree(nodes: tuple[UnitNode, ...]) -> dict[str, object]:
    return {node.unit.name: tree(node.departments) for node in nodes}


def links(*pairs: tuple[str, str]) -> str:
    return "<ul>" + "".join(f"<li><a href='{url}'>{text}</a></li>" for url, text in pairs) + "</ul>"


def test_a_unit_lies_in_the_unit_of_its_folder_or_of_the_heading_above_it() -> None:
    pages = {
        "/": links(("/a/", "School of Science"), ("/b/", "School of Law"), ("/list", "Schools and departments")),
        "/a/": "<h1>School of Science</h1><h2>Departments</h2>"
        + links(("/a/x/", "Department of Physics"), ("/a/y/", "Department of Chemistry")),
        "/b/": "<h1>School of Law</h1>",
        "/list": "<h2>School of Law</h2>"
        + links(("/pub", "Department of Public Law"), ("/pri", "Department of Tax Law")),
        "/a/x/": "<h1>Department of Physics</h1>",
        "/a/y/": "<h1>Department of Chemistry</h1>",
    }
    assert tree(found(pages).colleges) == {
        "School of Science": {"Department of Physics": {}, "Department of Chemistry": {}},
        "School of Law": {"Department of Public Law": {}, "Department of Tax Law": {}},
    }


def test_a_list_without_any_known_word_is_found_breadth_first() -> None:
    pages = {
        "/": links(("/q", "Qqq"), ("/r", "Rrr")),
        "/q": links(("/s", "Sss")),
        "/r": "<p>Nothing.</p>",
        "/s": PEOPLE,
    }
    assert [person.name for person in found(pages).people] == ["Ada Byrne", "Tomás Rivera", "Mei Tanaka"]
    assert found(pages, blind=0).people == ()


def test_people_of_news_are_no_staff() -> None:
    news = (
        "<h1>News</h1><p>12 May 2021</p>" + "<p>Professor Ada Byrne spoke about the new building of the school. " * 6
    )
    pages = {"/": links(("/news/1", "News"), ("/staff", "Staff")), "/news/1": news, "/staff": PEOPLE}
    assert len(found(pages).people) == 3


def test_the_paper_s_chain_is_a_strategy() -> None:
    pages = {
        "/": links(("/c", "Colleges")),
        "/c": links(("/c/0", "College of Science"), ("/c/1", "College of Arts"), ("/c/2", "School of Law")),
        **{f"/c/{i}": links((f"/c/{i}/people", "Faculty")) for i in range(3)},
        **{f"/c/{i}/people": PEOPLE for i in range(3)},
    }
    chain = UniversityParams(strategy="paper")
    result = asyncio.run(explore("http://u.test/", Tools(Pages(pages), chain)))
    assert [len(node.people) for node in result.colleges] == [3, 3, 3]
