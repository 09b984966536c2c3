"""A university's site and the truth about it."""

from __future__ import annotations

from collections.abc import Callable

from motherlode.errors import UsageError
from motherlode.interfaces.demo import site
from motherlode.interfaces.demo.site import Reply, Request
from motherlode.interfaces.demo.truth import CollegeTruth, DepartmentTruth, UniversityTruth
from motherlode.interfaces.demo.university.plan import UNIVERSITIES, College, university
from motherlode.interfaces.demo.university.templates import Cards, Chinese, Lists, Template
from motherlode.interfaces.demo.words import vocabulary

DISALLOWED = ("/private/", "/internal/")


_TEMPLATES: dict[str, type[Template]] = {"cards": Cards, "lists": Lists, "chinese": Chinese}

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
        self._cache = site.PageCache()
        self.truth = self._truth()

    def respond(self, request: Request) -> Reply:
        """The page at that address."""
        origin = request.origin(self.host)
        return self._cache.get(origin + site.target_of(request), lambda: self._make(request.path, origin))

    def _make(self, path: str, origin: str) -> Reply:
        if path == "/robots.txt":
            return site.robots(origin, disallow=DISALLOWED, delay=self._delay)
        if path == "/sitemap.xml":
            return site.sitemap(origin, path, [("/", None), (self.template.colleges_path, None)])
        if path.startswith("/img/") and path[5:].removesuffix(".svg").isdigit():
            return site.picture(int(path[5:].removesuffix(".svg")))
        make = self._makers.get(path)
        return site.page(make()) if make else site.missing()

    def _addresses(self) -> dict[str, Callable[[], str]]:
        uni, template = self.plan, self.template
        made: dict[str, Callable[[], str]] = {
            "/": lambda: template.home(uni),
            template.colleges_path: lambda: template.colleges(uni),
        }
        for path, (title, lines) in vocabulary("university")["pages"][uni.style].items():
            shown = uni.programmes if lines == ["programmes"] else lines
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
            template.path("departments", college): lambda: template.departments(uni, college),
            template.path("college", college): lambda: template.college(uni, college),
            f"{template.path('college', college)}/dean": lambda: template.other(
                uni, "Dean's office", (college.name,)
            ),
        }
        for dept in college.departments:
            home = template.path("department", college, dept)
            made[home] = lambda d=dept: template.department(uni, college, d)  # type: ignore[misc]
            made[template.path("people", college, dept)] = lambda d=dept: template.listing(uni, college, d)  # type: ignore[misc]
            base = home.removesuffix("index.html").rstrip("/")
            for name, title in _SUBPAGES.items():
                made[f"{base}/{name}"] = lambda t=title, d=dept: template.other(uni, t, (d.name,))  # type: ignore[misc]
            for person in (*dept.people, *dept.staff):
                path = template.path("person", college, dept, person)
                made[path] = lambda d=dept, p=person: template.person(uni, college, d, p)  # type: ignore[misc]
        return made

    def _truth(self) -> UniversityTruth:
        template = self.template
        colleges = tuple(
            CollegeTruth(
                college.name,
                template.path("college", college),
                template.path("departments", college),
                tuple(
                    DepartmentTruth(
                        dept.name,
                        template.path("department", college, dept),
                        template.path("people", college, dept),
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
