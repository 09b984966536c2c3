import re
from urllib.parse import urljoin

import pytest
from protego import Protego

from motherlode.dom.tree import parse
from motherlode.errors import UsageError
from motherlode.interfaces.demo.university.build import UniversitySite
from motherlode.interfaces.demo.web import SampleWeb

from .conftest import Get

UNIVERSITIES = ("corvane", "ashquay", "yunling")


def texts_of(html: str) -> list[str]:
    return [text.strip() for text in parse(html).texts if text and text.strip()]


def links_of(html: str, path: str) -> set[str]:
    return {urljoin(path, href) for href in re.findall(r'href="([^"#]*)"', html) if not href.startswith("mailto:")}


@pytest.mark.parametrize("host", UNIVERSITIES)
def test_every_unit_and_person_stands_on_its_page(web: SampleWeb, get: Get, host: str) -> None:
    truth = web.truth.university(host)
    names = texts_of(get(host, truth.colleges_path).body.decode())
    assert all(college.name in names for college in truth.colleges)
    for college in truth.colleges:
        listed = texts_of(get(host, college.departments_path).body.decode())
        assert all(department.name in listed for department in college.departments)
    for _, department, person in truth.people():
        html = get(host, department.people_path).body.decode()
        shown = texts_of(html)
        assert person.written in shown
        for field in person.shown:
            if field != "name":
                assert getattr(person, field) in shown
        assert person.rank in {
            "professor",
            "associate professor",
            "assistant professor",
            "lecturer",
            "instructor",
            "",
        }
        if person.url:
            assert person.url in links_of(html, department.people_path)
            home = get(host, person.url).body.decode()
            assert person.name in texts_of(home)
            assert person.email in home.replace(" (at) ", "@")


@pytest.mark.parametrize("host", UNIVERSITIES)
def test_links_resolve_and_lead_from_the_home_page_to_everybody(web: SampleWeb, get: Get, host: str) -> None:
    seen: set[str] = set()
    todo = ["/"]
    while todo:
        path = todo.pop()
        if path not in seen:
            seen.add(path)
            reply = get(host, path)
            assert reply.status == 200, path
            if dict(reply.headers)["Content-Type"].startswith("text/html"):
                todo += links_of(reply.body.decode(), path)
    truth = web.truth.university(host)
    assert set(truth.needed()) <= seen
    assert {person.url for *_, person in truth.people() if person.url} <= seen


def test_the_three_sites_differ_as_promised(web: SampleWeb, get: Get) -> None:
    truths = {host: web.truth.university(host) for host in UNIVERSITIES}
    sizes = {host: sum(1 for _ in truth.people()) for host, truth in truths.items()}
    assert all(size > 60 for size in sizes.values())
    lists = truths["ashquay"].colleges[0].departments[0]
    html = get("ashquay", lists.people_path).body.decode()
    assert "<h3>Professors</h3>" in html
    assert all(re.fullmatch(r"[\w-]+, [\w .]+", person.written) for person in lists.people)
    assert any(not person.url for *_, person in truths["ashquay"].people())
    assert any(not person.faculty for *_, person in truths["corvane"].people())
    assert {person.title for *_, person in truths["yunling"].people()} <= {
        "教授",
        "副教授",
        "助理教授",
        "讲师",
        "助教",
    }
    for truth in truths.values():
        names = [person.name for *_, person in truth.people()]
        assert len(names) == len(set(names))
        assert Protego.parse(get(truth.host, "/robots.txt").body.decode()).crawl_delay("x") == 0.01


def test_a_university_depends_on_its_seed_alone() -> None:
    assert UniversitySite(5, 0, 0).truth == UniversitySite(5, 0, 0).truth
    assert UniversitySite(5, 0, 0).truth != UniversitySite(6, 0, 0).truth
    assert {UniversitySite(0, number, 0).truth.host for number in range(9)} >= {"pellworth", "luyu"}
    with pytest.raises(UsageError, match="at most 9"):
        UniversitySite(0, 9, 0)
