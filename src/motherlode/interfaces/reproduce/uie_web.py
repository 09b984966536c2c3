"""Universities for the experiments of WEB-UIE, in which precision can be lost and thresholds can peak (U10a).

Sizes are the paper's: 1687 colleges of 120 universities, 2259 departments of 120 colleges, 3372 people of 120 pages.
What its data had and tidy samples lack: colleges named after donors and lists with an office among the units (the
lexicon knows neither), quick links and notes that are half units or half names, small colleges, people with unlisted
names or other titles, cards with and without a photo, lists in two layers, and faculty behind links that say "Who we
are" beside others that say "Faculty senate". How often each occurs was set by hand; after a first look at the tables
the sizes were set to the paper's, names and titles were put on lines of their own, and long teasers were added; after
a second one headings of list pages were varied and pages added that have a list's words and are none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape as e
from itertools import chain
from random import Random

from motherlode.interfaces.demo import words
from motherlode.interfaces.demo.site import Reply, Request
from motherlode.interfaces.demo.university.plan import RANKS
from motherlode.interfaces.demo.words import vocabulary

DONOR, OFFICE, SMALL, UNLISTED, OTHER_TITLE, LAYERED, MUTE, CLUTTERED = 0.12, 0.2, 0.05, 0.12, 0.2, 0.15, 0.05, 0.25
TEASERS = 0.4
COLLEGES_OF, DEPARTMENTS_OF, PEOPLE_OF = (5, 23), (5, 33), (8, 48)
"""Fewest and most; their middles are the paper's 14, 19 and 28."""
FIELDS = (
    *dict.fromkeys(chain.from_iterable(vocabulary("university")["en"]["colleges"].values())),
    "Nursing", "Pharmacy", "Journalism", "Veterinary Medicine", "Information Science", "Public Policy", "Statistics",
    "Astronomy", "Geology", "Geography", "Anthropology", "Theology", "Dentistry", "Forestry", "Horticulture",
    "Data Science", "Social Work", "Library Science", "Urban Planning", "Landscape Architecture", "Film Studies",
    "Comparative Literature", "Religious Studies", "Criminal Justice", "Industrial Engineering", "Bioinformatics",
)  # fmt: skip
KINDS = ("College of {}", "School of {}", "Faculty of {}")
DONORS = ("Tepperman", "Haldane", "Orlowski", "Whitcombe", "Marchetti", "Brandvold")
OFFICES = ("Graduate Office", "Summer Session", "Continuing Studies", "Advising", "Office of the Dean")
QUICK = (
    "Law Library", "Science Museum", "Music Theatre", "Dance", "Parking", "Campus shop", "Give now", "Sports",
    "Weather", "Lost and found",
)  # fmt: skip
HEADINGS = {
    "school": ("Schools and Colleges", "Academics", "Find your place", "Our schools at a glance"),
    "department": ("Departments", "Areas of study", "Disciplines", "Departments at a glance"),
    "faculty": ("Faculty", "People", "Our community", "Meet the team", "Faculty and staff"),
}
NEAR = {"school": "School calendar", "department": "Department store"}
"""Pages that have the words of a list and are none."""
OTHER_TITLES = ("Reader", "Research Scientist", "Emeritus", "Dean", "Head of Laboratory", "Scholar in Residence")
TO_SCHOOLS = ("Academics", "Schools & Colleges", "Colleges and Schools", "Schools")
TO_DEPARTMENTS = ("Departments", "Academic Departments", "Departments and Programs")
TO_FACULTY = ("Faculty", "People", "Faculty & Staff", "Directory", "People & Faculty", "Faculty Directory")
CLUTTER = ("Who we are", "Contacts", "Our experts", "Meet us", "About the department")
DECOYS = ("Faculty senate", "Faculty handbook", "People's choice award", "Staff picnic")
TEASER = ("Rowers win the autumn cup. ", "A telescope for the roof. ", "The library opens at night. ")
SYLLABLES = ("qor", "vlast", "zhem", "urgu", "plix", "drov", "ysk", "ombra", "teqi", "fjorl")


@dataclass(slots=True)
class ListPage:
    """A page that lists units or people: what it lists, and the page that its stage of the experiment starts from."""

    path: str
    start: str
    items: list[tuple[str, str]] = field(default_factory=list)
    """(name, path of the unit) or (name, title)"""


class PaperSite:
    """One university with its pages and their truth by stage: school, department, faculty."""

    def __init__(self, seed: int, number: int, *, deep: int = 2) -> None:
        """`deep` of the colleges have pages for their departments; the other colleges only list them."""
        self.deep = deep
        self.host = f"paper{number}"
        self.rng = Random(f"{seed}/paper/{number}")
        self.pages: dict[str, str] = {}
        self.lists: dict[str, list[ListPage]] = {"school": [], "department": [], "faculty": []}
        self._make()

    def respond(self, request: Request) -> Reply:
        """The page at that address."""
        html = self.pages.get(request.path)
        return Reply(200, html.encode()) if html is not None else Reply(404, b"<p>not here</p>")

    def _make(self) -> None:
        rng = self.rng
        count = rng.choice((3, 4)) if rng.random() < SMALL else rng.randint(*COLLEGES_OF)
        listed = []
        for at, subject in enumerate(rng.sample(FIELDS, count)):
            college = rng.choice(KINDS).format(subject)
            name = f"{rng.choice(DONORS)} {college}" if rng.random() < DONOR else college
            listed.append((name, f"/c{at}/"))
            self._college(name, f"/c{at}/", deep=at < self.deep)
        word = "Explore" if rng.random() < MUTE else rng.choice(TO_SCHOOLS)
        links = [(NEAR["school"], "/calendar"), (word, "/academics"), ("Jobs", "/jobs"), ("News", "/news")]
        self._page("/", "State University", _links(links))
        self._page("/calendar", NEAR["school"], "<p>Term begins in October.</p>")
        self._page("/jobs", "Jobs", "<p>Gardener wanted.</p>")
        self._page("/news", "News", self._news())
        self._page("/academics", rng.choice(HEADINGS["school"]), self._units(listed))
        self.lists["school"].append(ListPage("/academics", "/", listed))

    def _college(self, name: str, base: str, *, deep: bool) -> None:
        rng = self.rng
        count = rng.choice((2, 3, 4)) if rng.random() < SMALL else rng.randint(*DEPARTMENTS_OF)
        departments = []
        for at, subject in enumerate(rng.sample(FIELDS, count)):
            named = f"Department of {subject}" if rng.random() < 0.6 else subject
            departments.append((named, f"{base}d{at}/"))
            if deep:
                self._department(named, f"{base}d{at}/")
        word = "Discover" if rng.random() < MUTE else rng.choice(TO_DEPARTMENTS)
        near = (NEAR["department"], f"{base}store")
        links = [near, (word, f"{base}departments"), ("News", "/news"), ("Dean", f"{base}dean")]
        self._page(base, name, _links(links))
        self._page(f"{base}store", NEAR["department"], "<p>Caps and mugs.</p>")
        self._page(f"{base}dean", "Dean", "<p>The dean is in the office on Fridays.</p>")
        self._page(f"{base}departments", rng.choice(HEADINGS["department"]), self._units(departments))
        self.lists["department"].append(ListPage(f"{base}departments", base, departments))

    def _department(self, name: str, base: str) -> None:
        rng = self.rng
        people = [(self._name(), self._title()) for _ in range(rng.randint(*PEOPLE_OF))]
        word = rng.choice(CLUTTER) if rng.random() < CLUTTERED else rng.choice(TO_FACULTY)
        links = [(word, f"{base}people"), ("Courses", f"{base}courses")]
        if rng.random() < CLUTTERED:
            links.insert(rng.randint(0, 1), (rng.choice(DECOYS), f"{base}senate"))
            self._page(f"{base}senate", links[0][0], self._people([(self._name(), "Member") for _ in range(6)], "ul"))
        self._page(base, name, _links(links))
        self._page(f"{base}courses", "Courses", "<p>Courses begin in autumn.</p>")
        shown = self._people(people, rng.choice(("ul", "table", "div")))
        self._page(f"{base}people", rng.choice(HEADINGS["faculty"]), shown + self._news())
        self.lists["faculty"].append(ListPage(f"{base}people", base, people))

    def _page(self, path: str, title: str, body: str) -> None:
        entries = self.rng.sample(QUICK, 6)
        quick = "".join(f"<li><a href='/q/{at}'>{text}</a></li>" for at, text in enumerate(entries))
        if self.rng.random() < TEASERS:
            body += "".join(f"<article><h4>{e(text)}</h4><p>{e(text * 4)}</p></article>" for text in TEASER)
        self.pages[path] = (
            f"<html><head><title>{e(title)}</title></head><body><p><a href='/'>State University</a></p>"
            f"<h1>{e(title)}</h1><div>{body}</div><div class=quick><ul>{quick}</ul></div></body></html>"
        )

    def _units(self, listed: list[tuple[str, str]]) -> str:
        """A list of units in one of four layouts, sometimes with offices among them."""
        rng = self.rng
        shown = list(listed)
        if rng.random() < OFFICE:
            for office in rng.sample(OFFICES, rng.randint(1, 3)):
                shown.insert(rng.randint(0, len(shown)), (office, "/office"))
        layout = rng.choice(("<p><a href='{1}'>{0}</a></p>", "<dt><a href='{1}'>{0}</a></dt>",
                             "<div><h3><a href='{1}'>{0}</a></h3></div>",
                             "<tr><td><b>{0}</b></td><td><a href='{1}'>site</a></td></tr>"))  # fmt: skip
        rows = "".join(layout.format(e(name), path) for name, path in shown)
        return f"<table>{rows}</table>" if layout.startswith("<tr") else f"<section>{rows}</section>"

    def _people(self, people: list[tuple[str, str]], layout: str) -> str:
        """A list of people; cards differ by photo, mail and phone, and some lists lie in two layers."""
        rng = self.rng
        rows = []
        for name, title in people:
            parts = f"<a href='/p'>{e(name)}</a><br><span>{e(title)}</span><br>"
            parts += "<img src='p.jpg'>" if rng.random() < 0.5 else ""
            parts += "<em>mail</em>" if rng.random() < 0.7 else ""
            parts += "<i>phone</i>" if rng.random() < 0.3 else ""
            rows.append(f"<tr><td>{parts}</td></tr>" if layout == "table" else f"<div class=c>{parts}</div>")
        if layout == "ul":
            rows = [row.replace("<div class=c>", "<li>").replace("</div>", "</li>") for row in rows]
        if rng.random() < LAYERED:
            half = len(rows) // 2
            groups = [f"<{layout}>{''.join(part)}</{layout}>" for part in (rows[:half], rows[half:])]
            return f"<div><h2>Core</h2>{groups[0]}</div><div><div><h2>Associated</h2>{groups[1]}</div></div>"
        return f"<{layout}>{''.join(rows)}</{layout}>"

    def _news(self) -> str:
        """A list of notes, most of which begin with a name."""
        items = "".join(
            f"<section><b>{e(self._name()) if self.rng.random() < 0.62 else 'Seminar on Friday'}</b></section>"
            for _ in range(self.rng.randint(5, 9))
        )
        return f"<div class=notes>{items}</div>"

    def _name(self) -> str:
        rng = self.rng
        if rng.random() < UNLISTED:
            return " ".join("".join(rng.sample(SYLLABLES, 2)).title() for _ in range(2))
        return f"{rng.choice(words.GIVEN)} {rng.choice(words.FAMILY)}"

    def _title(self) -> str:
        rng = self.rng
        return (
            rng.choice(OTHER_TITLES)
            if rng.random() < OTHER_TITLE
            else rng.choices(list(RANKS), list(RANKS.values()))[0]
        )


def _links(links: list[tuple[str, str]]) -> str:
    return "<nav>" + "".join(f"<span><a href='{path}'>{e(text)}</a></span>" for text, path in links) + "</nav>"
