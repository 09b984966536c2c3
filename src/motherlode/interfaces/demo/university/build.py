"""A university's site and the truth about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from motherlode.errors import UsageError
from motherlode.interfaces.demo import pages
from motherlode.interfaces.demo.site import Reply, Request
from motherlode.interfaces.demo.truth.web import CollegeTruth, DepartmentTruth, PersonTruth, UniversityTruth
from motherlode.interfaces.demo.university.plan import (
    UNIVERSITIES,
    College,
    Department,
    Person,
    University,
    university,
)
from motherlode.interfaces.demo.university.templates.cards import Cards
from motherlode.interfaces.demo.university.templates.chinese import Chinese
from motherlode.interfaces.demo.university.templates.lists import Lists

DISALLOWED = ("/private/", "/internal/")


class Template(Protocol):
    """How a university looks and how its addresses are made."""

    colleges_path: str

    def college_path(self, college: College, /) -> str: ...
    def departments_path(self, college: College, /) -> str: ...
    def department_path(self, college: College, department: Department, /) -> str: ...
    def people_path(self, college: College, department: Department, /) -> str: ...
    def person_path(self, college: College, department: Department, person: Person, /) -> str: ...
    def people(self, college: College, department: Department, /) -> tuple[PersonTruth, ...]: ...
    def home(self, uni: University, /) -> str: ...
    def colleges(self, uni: University, /) -> str: ...
    def college(self, uni: University, college: College, /) -> str: ...
    def departments(self, uni: University, college: College, /) -> str: ...
    def department(self, uni: University, college: College, department: Department, /) -> str: ...
    def listing(self, uni: University, college: College, department: Department, /) -> str: ...
    def person(self, uni: University, college: College, department: Department, person: Person, /) -> str: ...
    def other(self, uni: University, title: str, lines: tuple[str, ...], /) -> str: ...


_TEMPLATES: dict[str, Callable[[], Template]] = {"cards": Cards, "lists": Lists, "chinese": Chinese}

# path: title, lines; `programmes` stands for the university's degree programmes
_OTHER: dict[str, dict[str, tuple[str, tuple[str, ...]]]] = {
    "cards": {
        "/programs": ("Degree programs", ("programmes",)),
        "/admissions": ("Admissions", ("Applications close on 1 June.", "Bring your school certificate.")),
        "/administration": ("Administration", ("Office of the Registrar", "Treasury", "Office of Research", "Human Resources")),
        "/library": ("Library", ("Open daily from 8 to 24.",)),
        "/jobs": ("Jobs", ("Postdoctoral researcher in soil physics", "Gardener", "Laboratory technician")),
        "/contact": ("Contact", ("University Hill 1",)),
        "/privacy": ("Privacy", ("We keep as little data as we can.",)),
    },
    "lists": {
        "/programs.html": ("Degree programmes", ("programmes",)),
        "/admin.html": ("Administration", ("President's Office", "Registrar", "Bursar", "Estates")),
        "/campus.html": ("Campus map", ("North gate", "Old workshop", "Boat house")),
    },
    "chinese": {
        "/zysz.htm": ("专业设置", ("programmes",)),
        "/jgsz.htm": ("机构设置", ("教务处", "人事处", "财务处", "科研处", "后勤处")),
        "/xxgk.htm": ("学校概况", ("学校占地两千亩，藏书三百万册。",)),
        "/zsjy.htm": ("招生就业", ("今年计划招生五千人。",)),
    },
}  # fmt: skip
_SUBPAGES = {"courses": "Courses", "seminars": "Seminars", "dean": "Dean's office", "courses.html": "Courses",
             "history.html": "History", "kcsz.htm": "课程设置"}  # fmt: skip


class UniversitySite:
    """One university."""

    def __init__(self, seed: int, number: int, crawl_delay: float) -> None:
        if number >= len(UNIVERSITIES):
            raise UsageError(f"the sample web has at most {len(UNIVERSITIES)} universities")
        self.plan = university(seed, number)
        self.host = self.plan.host
        self.template = _TEMPLATES[self.plan.style]()
        self._delay = crawl_delay
        self._makers = self._addresses()
        self._cache = pages.PageCache()
        self.truth = self._truth()

    def respond(self, request: Request) -> Reply:
        """The page at that address."""
        origin = request.origin(self.host)
        return self._cache.get(origin + pages.target_of(request), lambda: self._make(request.path, origin))

    def _make(self, path: str, origin: str) -> Reply:
        if path == "/robots.txt":
            return pages.robots(origin, disallow=DISALLOWED, delay=self._delay)
        if path == "/sitemap.xml":
            return pages.sitemap(origin, path, [("/", None), (self.template.colleges_path, None)])
        if path.startswith("/img/") and path[5:].removesuffix(".svg").isdigit():
            return pages.picture(int(path[5:].removesuffix(".svg")))
        make = self._makers.get(path)
        return pages.page(make()) if make else pages.missing()

    def _addresses(self) -> dict[str, Callable[[], str]]:
        uni, template = self.plan, self.template
        made: dict[str, Callable[[], str]] = {
            "/": lambda: template.home(uni),
            template.colleges_path: lambda: template.colleges(uni),
        }
        for path, (title, lines) in _OTHER[uni.style].items():
            shown = uni.programmes if lines == ("programmes",) else lines
            made[path] = lambda title=title, shown=shown: template.other(uni, title, shown)  # type: ignore[misc]
        for number in range(4):
            for path in (f"/news/{number}", f"/news/{number}.html", f"/xw/{number}.htm"):
                made[path] = lambda n=number: template.other(uni, f"{uni.name} {n + 1}", ("2025",))  # type: ignore[misc]
        for college in uni.colleges:
            made |= self._college_addresses(college)
        return made

    def _college_addresses(self, college: College) -> dict[str, Callable[[], str]]:
        uni, template = self.plan, self.template
        made: dict[str, Callable[[], str]] = {
            template.departments_path(college): lambda: template.departments(uni, college),
            template.college_path(college): lambda: template.college(uni, college),
            f"{template.college_path(college)}/dean": lambda: template.other(uni, "Dean's office", (college.name,)),
        }
        for dept in college.departments:
            home = template.department_path(college, dept)
            made[home] = lambda d=dept: template.department(uni, college, d)  # type: ignore[misc]
            made[template.people_path(college, dept)] = lambda d=dept: template.listing(uni, college, d)  # type: ignore[misc]
            base = home.removesuffix("index.html").rstrip("/")
            for name, title in _SUBPAGES.items():
                made[f"{base}/{name}"] = lambda t=title, d=dept: template.other(uni, t, (d.name,))  # type: ignore[misc]
            for person in (*dept.people, *dept.staff):
                path = template.person_path(college, dept, person)
                made[path] = lambda d=dept, p=person: template.person(uni, college, d, p)  # type: ignore[misc]
        return made

    def _truth(self) -> UniversityTruth:
        template = self.template
        colleges = tuple(
            CollegeTruth(
                college.name,
                template.college_path(college),
                template.departments_path(college),
                tuple(
                    DepartmentTruth(
                        dept.name,
                        template.department_path(college, dept),
                        template.people_path(college, dept),
                        template.people(college, dept),
                    )
                    for dept in college.departments
                ),
            )
            for college in self.plan.colleges
        )
        return UniversityTruth(
            self.host,
            self.plan.name,
            self.plan.language,
            self.plan.style,
            template.colleges_path,
            colleges,
            self.plan.programmes,
        )
