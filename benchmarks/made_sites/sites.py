"""Whole made sites: one function a structure, each with the truth about its units and people."""

from __future__ import annotations

import html
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from benchmarks.made_sites.layouts import Entry, Layout
from benchmarks.made_sites.speech import Speech

HALLS = ("Davis Hall", "Jordan Hall", "Franklin Court", "Lincoln Tower", "Marion Field House")


@dataclass(slots=True)
class MadeSite:
    """The pages of a site by their addresses, and what an exploration should find."""

    speech: Speech
    layout: Layout
    chance: random.Random
    pages: dict[str, str] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    """a unit's name and its parent's, which is empty for the whole"""

    people: dict[str, str] = field(default_factory=dict)
    needed: set[str] = field(default_factory=set)
    menu: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    menu_html: str | None = None

    def staff(self, count: int, profiles: str = "") -> list[Entry]:
        """New people; `profiles` is the form of their pages' addresses."""
        made = []
        before = len(self.taken)
        for number, name in enumerate(self.speech.people(self.chance, count, self.taken), before):
            entry = Entry(
                name,
                self.chance.choice(self.speech.titles),
                self.chance.choice(self.speech.honorifics),
                f"user{number}@site.test",
                f"+1 555 {self.chance.randrange(1000, 9999)}",
                f"B {number % 40 + 100}",
                self.chance.choice([s for _, inner in self.speech.subjects for s in inner]),
                profiles.format(number) if profiles else "",
            )
            self.people[name] = entry.title
            made.append(entry)
        return made

    def outsiders(self, count: int) -> list[str]:
        """Names of people who do not work here."""
        return self.speech.people(self.chance, count, self.taken)

    def listing(self, people: Sequence[Entry]) -> str:
        """The people in the layout of the site."""
        return self.layout(people, self.speech, self.chance)

    def add(self, path: str, title: str, body: str, *, crumbs: str = "", needed: bool = False) -> None:
        """A page with the menu of the site."""
        menu = self.menu_html
        if menu is None:
            links = "".join(f'<li><a href="{url}">{html.escape(text)}</a></li>' for text, url in self.menu.items())
            menu = f'<div id="top"><ul class="mainlinks">{links}</ul></div>'
        whole = self.speech.university
        self.pages[path] = (
            f'<!DOCTYPE html><html><head><meta charset="{self.speech.encoding}"><title>{html.escape(title)} | {whole}'
            f"</title></head><body>{menu}{crumbs}<h1>{html.escape(title)}</h1>{body}"
            f'<div class="bottom">© 2024 {whole}</div></body></html>'
        )
        if needed:
            self.needed.add(path)

    def distract(self) -> None:
        """Pages with people who are no staff: news, events with speakers, former students, buildings, courses."""
        speech, w = self.speech, self.speech.words
        subjects = [subject for _, inner in speech.subjects for subject in inner]
        items = []
        for number, name in enumerate(self.outsiders(5)):
            head = self.chance.choice(speech.news).format(name, self.chance.choice(subjects))
            items.append(f'<li><span>{number + 2}.10.2024</span> <a href="/news/item{number}.html">{head}</a></li>')
            self.add(f"/news/item{number}.html", head, f"<p>12.10.2024</p><p>{(head + '. ') * 6}</p>")
        self.add("/news/", w["news"], f"<ul>{''.join(items)}</ul>")
        speakers = "".join(
            f"<li><b>{name}</b>, {self.chance.choice(subjects)}, 14:00, 3.11.2024</li>" for name in self.outsiders(6)
        )
        self.add("/events.html", w["events"], f"<ul>{speakers}</ul>")
        former = "".join(f"<tr><td>{name}</td><td>{1990 + n}</td></tr>" for n, name in enumerate(self.outsiders(8)))
        self.add("/alumni.html", w["alumni"], f"<table>{former}</table>")
        halls = "".join(f"<li>{name}</li>" for name in HALLS)
        self.add("/campus.html", w["buildings"], f"<ul>{halls}</ul>" if speech.code in ("en", "in") else "<p>1–5</p>")
        self.add("/courses.html", w["courses"], "<ul>" + "".join(f"<li>{s} 101</li>" for s in subjects) + "</ul>")
        self.menu |= {w["news"]: "/news/", w["events"]: "/events.html", w["alumni"]: "/alumni.html",
                      w["buildings"]: "/campus.html", w["courses"]: "/courses.html"}  # fmt: skip

    def home(self, body: str = "") -> None:
        """The first page."""
        self.add("/", self.speech.words["home"], f"<p>{self.speech.university}</p>{body}", needed=True)

    def unit(self, name: str, parent: str = "") -> str:
        """A unit that should be found."""
        self.units[name] = parent
        return name

    def departments(self) -> list[tuple[str, str]]:
        """The departments of all faculties, with the faculty's name."""
        s = self.speech
        return [
            (s.department.format(inner), s.faculty.format(above)) for above, parts in s.subjects for inner in parts
        ]


def _links(pairs: Sequence[tuple[str, str]]) -> str:
    return "<ul>" + "".join(f'<li><a href="{url}">{html.escape(text)}</a></li>' for text, url in pairs) + "</ul>"


def _profile(site: MadeSite, entry: Entry, unit: str, *, needed: bool) -> None:
    w = site.speech.words
    body = (
        f"<p>{entry.title}</p><p>{unit}</p><p>{w['mail']}: {entry.mail}</p><p>{w['phone']}: {entry.phone}</p>"
        f"<h3>{w['interests']}</h3><p>{entry.interest}</p>"
    )
    site.add(entry.url, entry.honorific + entry.name, body, needed=needed)


def tree(site: MadeSite) -> None:
    """Faculties, departments and a page of staff in each, in folders of their own."""
    w = site.speech.words
    site.menu |= {w["home"]: "/", w["faculties"]: "/academics/", w["contact"]: "/contact.html"}
    site.distract()
    tops = []
    for f, (above, parts) in enumerate(site.speech.subjects):
        faculty = site.unit(site.speech.faculty.format(above))
        tops.append((faculty, f"/f{f}/"))
        inner = []
        for d, part in enumerate(parts):
            name = site.unit(site.speech.department.format(part), faculty)
            base = f"/f{f}/d{d}/"
            inner.append((name, base))
            links = _links([(w["staff"], base + "staff.html"), (w["research"], base + "research.html")])
            site.add(base, name, links + f"<p>{name}, {faculty}.</p>", needed=True)
            site.add(base + "research.html", w["research"], f"<p>{part}</p>")
            site.add(base + "staff.html", w["staff"], f"<h2>{name}</h2>" + site.listing(site.staff(6)), needed=True)
        site.add(f"/f{f}/", faculty, f"<h2>{w['departments']}</h2>" + _links(inner), needed=True)
    site.add("/academics/", w["faculties"], _links(tops), needed=True)
    site.add("/contact.html", w["contact"], "<p>1 Main Street</p>")
    site.home()


def letters(site: MadeSite) -> None:
    """A directory of everybody, a page a letter, where the first page has only the letters."""
    w = site.speech.words
    site.menu |= {w["home"]: "/", w["departments"]: "/departments.html", w["directory"]: "/directory/"}
    site.distract()
    units = site.departments()[:4]
    for number, (name, _) in enumerate(units):
        site.unit(name)
        site.add(f"/u{number}.html", name, f"<p>{name}</p>", needed=True)
    site.add(
        "/departments.html",
        w["departments"],
        _links([(name, f"/u{n}.html") for n, (name, _) in enumerate(units)]),
        needed=True,
    )
    people = site.staff(24)
    first = sorted({p.name[0] for p in people})
    index = " ".join(f'<a href="/directory/{n}.html">{letter}</a>' for n, letter in enumerate(first))
    site.add("/directory/", w["directory"], f'<p class="az">{index}</p>', needed=True)
    for n, letter in enumerate(first):
        some = [p for p in people if p.name.startswith(letter)]
        site.add(
            f"/directory/{n}.html", f"{w['directory']}: {letter}", f"<p>{index}</p>" + site.listing(some), needed=True
        )
    site.home()


def paged(site: MadeSite) -> None:
    """One list of staff on several pages of a query."""
    w = site.speech.words
    site.menu |= {w["home"]: "/", w["people"]: "/people", w["research"]: "/research"}
    site.distract()
    site.add("/research", w["research"], "<p>…</p>")
    people = site.staff(25)
    size = 7
    count = -(-len(people) // size)
    for n in range(count):
        numbers = "".join(f'<a href="/people?page={k}">{k + 1}</a> ' for k in range(count) if k != n)
        ahead = f'<a href="/people?page={n + 1}">{w["next"]}</a>' if n + 1 < count else ""
        body = site.listing(people[n * size : (n + 1) * size]) + f'<div class="pages">{numbers}{ahead}</div>'
        site.add("/people" if n == 0 else f"/people?page={n}", w["people"], body, needed=True)
    site.home()


def more(site: MadeSite) -> None:
    """A list whose further parts stand behind a button."""
    w = site.speech.words
    site.menu |= {w["home"]: "/", w["staff"]: "/staff/", w["research"]: "/research/"}
    site.distract()
    site.add("/research/", w["research"], "<p>…</p>")
    people = site.staff(18)
    for n in range(3):
        path = "/staff/" if n == 0 else f"/staff/part?offset={6 * n}"
        after = (
            f'<button class="more" data-url="/staff/part?offset={6 * n + 6}">{w["more"]}</button>' if n < 2 else ""
        )
        site.add(path, w["staff"], site.listing(people[6 * n : 6 * n + 6]) + after, needed=True)
    site.home()


def bare_names(site: MadeSite) -> None:
    """Departments whose lists have names alone; titles stand on the profiles."""
    w = site.speech.words
    site.menu |= {w["home"]: "/", w["departments"]: "/units/", w["about"]: "/about"}
    site.distract()
    site.add("/about", w["about"], "<p>…</p>")
    shown = []
    for n, (name, _) in enumerate(site.departments()[:3]):
        site.unit(name)
        people = site.staff(6, f"/units/{n}/person/{{}}/")
        for entry in people:
            _profile(site, entry, name, needed=True)
        shown.append((name, f"/units/{n}/"))
        names = "".join(f'<li><a href="{p.url}">{p.name}</a></li>' for p in people)
        site.add(f"/units/{n}/", name, _links([(w["staff"], f"/units/{n}/staff/")]), needed=True)
        site.add(f"/units/{n}/staff/", w["staff"], f'<ul class="names">{names}</ul>', needed=True)
    site.add("/units/", w["departments"], _links(shown), needed=True)
    site.home()


def pictures(site: MadeSite) -> None:
    """A wall of pictures without names, each a link to a profile."""
    w = site.speech.words
    site.menu |= {w["home"]: "/", w["people"]: "/team.html", w["research"]: "/research.html"}
    site.distract()
    site.add("/research.html", w["research"], "<p>…</p>")
    people = site.staff(9, "/p/{}.html")
    for entry in people:
        _profile(site, entry, "", needed=True)
    wall = "".join(f'<a href="{p.url}"><img src="/img/{n}.jpg"></a>' for n, p in enumerate(people))
    site.add("/team.html", w["people"], f'<div class="wall">{wall}</div>', needed=True)
    site.home()


def spread(site: MadeSite) -> None:
    """A department without a list: its own page links profiles in a menu of its own."""
    w = site.speech.words
    name = site.unit(site.departments()[0][0])
    site.menu |= {w["home"]: "/", name: "/dept/"}
    site.distract()
    people = site.staff(8, "/dept/people/{}")
    for entry in people:
        _profile(site, entry, name, needed=True)
    links = _links([(p.honorific + p.name, p.url) for p in people])
    site.add("/dept/", name, f"<p>{name}</p><div class='right'><h4>{w['people']}</h4>{links}</div>", needed=True)
    site.home()


def single(site: MadeSite) -> None:
    """A tiny site of one department with everything in five pages."""
    w = site.speech.words
    site.menu |= {w["home"]: "index.html", w["staff"]: "staff.html", w["courses"]: "teaching.html"}
    site.add("/teaching.html", w["courses"], "<p>…</p>")
    site.add("/staff.html", w["staff"], site.listing(site.staff(8)), needed=True)
    site.home("<p>…</p>")
    site.pages["/index.html"] = site.pages["/"]


def group(site: MadeSite) -> None:
    """The site of a research group: people, and former members apart."""
    w = site.speech.words
    site.menu |= {w["home"]: "/", w["people"]: "/people.html", w["alumni"]: "/alumni.html", w["news"]: "/news.html"}
    former = "".join(f"<li>{name}</li>" for name in site.outsiders(6))
    site.add("/alumni.html", w["alumni"], f"<ul>{former}</ul>")
    head = site.speech.news[0].format(site.outsiders(1)[0], "X")
    site.add("/news.html", w["news"], f"<p>1.2.2024 {head}</p>")
    site.add("/people.html", w["people"], site.listing(site.staff(6)), needed=True)
    site.home()


def array(site: MadeSite) -> None:
    """A list that a script fills from an array of the page."""
    w = site.speech.words
    site.menu |= {w["home"]: "/", w["staff"]: "/staff.html", w["contact"]: "/contact.html"}
    site.distract()
    site.add("/contact.html", w["contact"], "<p>…</p>")
    rows = [
        {"id": n, "name": p.honorific + p.name, "position": p.title, "email": p.mail}
        for n, p in enumerate(site.staff(9))
    ]
    script = f"<div id='list'></div><script>const people = {json.dumps(rows, ensure_ascii=False)};"
    script += (
        "for (const p of people) { document.getElementById('list').innerHTML += `<h3>${p.name}</h3>`; }</script>"
    )
    site.add("/staff.html", w["staff"], script, needed=True)
    site.home()


def data_file(site: MadeSite) -> None:
    """A list that a script fills from a file beside the page, whose entries hold objects of their own."""
    w = site.speech.words
    site.menu |= {w["home"]: "/", w["people"]: "/people.html", w["contact"]: "/contact.html"}
    site.distract()
    site.add("/contact.html", w["contact"], "<p>…</p>")
    rows = [
        {"name": p.honorific + p.name, "position": p.title, "links": {"mail": p.mail, "web": "https://e.test/"}}
        for p in site.staff(9)
    ]
    site.pages["/data/people.json"] = json.dumps(rows, ensure_ascii=False, indent=1)
    script = "<div id='list'></div><script>fetch('/data/people.json').then(r => r.json()).then(show);</script>"
    site.add("/people.html", w["people"], script, needed=True)
    site.needed.add("/data/people.json")
    site.home()


def script_menu(site: MadeSite) -> None:
    """A site whose menu a script of its own writes."""
    w = site.speech.words
    site.menu |= {w["home"]: "/", w["departments"]: "/units.html"}
    site.distract()
    entries = [{"label": text, "href": url} for text, url in site.menu.items()]
    site.pages["/js/site-menu.js"] = (
        f"const entries = {json.dumps(entries, ensure_ascii=False)};\n"
        "document.getElementById('menu').innerHTML = entries.map(e => `<a href='${e.href}'>${e.label}</a>`).join('');"
    )
    site.menu_html = '<div id="menu"></div><script src="/js/site-menu.js" defer></script>'
    shown = []
    for n, (name, _) in enumerate(site.departments()[:3]):
        site.unit(name)
        shown.append((name, f"/unit{n}.html"))
        site.add(f"/unit{n}.html", name, f"<h2>{w['staff']}</h2>" + site.listing(site.staff(5)), needed=True)
    site.add("/units.html", w["departments"], _links(shown), needed=True)
    site.home()


def frames(site: MadeSite) -> None:
    """An old site of frames: the menu is a page of its own."""
    w = site.speech.words
    site.menu |= {w["about"]: "about.htm", w["departments"]: "deps.htm", w["news"]: "news.htm"}
    links = "".join(f'<p><a href="{url}" target="main">{text}</a></p>' for text, url in site.menu.items())
    site.menu_html = ""
    site.add("/about.htm", w["about"], "<p>…</p>")
    site.add("/news.htm", w["news"], "<p>1.2.2024</p>")
    shown = []
    for n, (name, _) in enumerate(site.departments()[:3]):
        site.unit(name)
        shown.append((name, f"dep{n}.htm"))
        site.add(f"/dep{n}.htm", name, f"<h2>{w['staff']}</h2>" + site.listing(site.staff(5)), needed=True)
    site.add("/deps.htm", w["departments"], _links(shown), needed=True)
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={site.speech.encoding}">'
    site.pages["/left.htm"] = f"<html><head>{meta}</head><body>{links}</body></html>"
    site.pages["/"] = (
        f"<html><head>{meta}<title>{site.speech.university}</title></head><frameset cols='20%,*'>"
        "<frame src='left.htm' name='left'><frame src='about.htm' name='main'></frameset></html>"
    )
    site.needed |= {"/", "/left.htm"}


def queries(site: MadeSite) -> None:
    """A site of one script: what a page is stands in the query."""
    w = site.speech.words
    base = "/index.php?page="
    site.menu |= {w["home"]: "/", w["departments"]: base + "departments", w["news"]: base + "news"}
    heads = "".join(
        f"<li>{n}.3.2024 {site.speech.news[1].format(name, 'X')}</li>" for n, name in enumerate(site.outsiders(4), 1)
    )
    site.add(base + "news", w["news"], f"<ul>{heads}</ul>")
    shown = []
    for n, (name, _) in enumerate(site.departments()[:4]):
        site.unit(name)
        own = f"{base}department&id={n}"
        shown.append((name, own))
        site.add(own, name, _links([(w["staff"], f"{base}staff&dep={n}")]), needed=True)
        site.add(f"{base}staff&dep={n}", f"{name}: {w['staff']}", site.listing(site.staff(5)), needed=True)
    site.add(base + "departments", w["departments"], _links(shown), needed=True)
    site.home()


def jump_menu(site: MadeSite) -> None:
    """A first page that sends on, and departments in a box to choose from."""
    w = site.speech.words
    site.menu |= {w["home"]: "/main/home.html", w["contact"]: "/main/contact.html"}
    options = []
    for n, (name, _) in enumerate(site.departments()[:3]):
        site.unit(name)
        options.append(f'<option value="/dep/{n}/">{name}</option>')
        site.add(f"/dep/{n}/", name, f'<p><a href="/dep/{n}/staff">{w["staff"]}</a></p>', needed=True)
        site.add(f"/dep/{n}/staff", f"{w['staff']} – {name}", site.listing(site.staff(6)), needed=True)
    first = f"<option>{w['departments']}</option>"
    box = f'<form><select onchange="location.href=this.value">{first}{"".join(options)}</select></form>'
    site.add("/main/contact.html", w["contact"], "<p>…</p>")
    site.add("/main/home.html", w["home"], f"<p>{site.speech.university}</p>{box}", needed=True)
    site.pages["/"] = (
        '<html><head><meta http-equiv="refresh" content="0; url=/main/home.html"></head><body></body></html>'
    )
    site.needed.add("/")


def one_page(site: MadeSite) -> None:
    """All staff on one page under the names of their departments."""
    w = site.speech.words
    site.menu |= {w["home"]: "/", w["staff"]: "/staff/", w["contact"]: "/contact/"}
    site.distract()
    site.add("/contact/", w["contact"], "<p>…</p>")
    names = [site.unit(name) for name, _ in site.departments()[:4]]
    body = "".join(f"<h2>{name}</h2>" + site.listing(site.staff(5)) for name in names)
    site.add("/staff/", w["staff"], body, needed=True)
    site.home()


def ranks(site: MadeSite) -> None:
    """A page for each rank with the names alone, dated like news, each a link to a profile without a title."""
    w = site.speech.words
    site.menu |= {w["home"]: "/", w["staff"]: "/szdw/", w["research"]: "/ky/"}
    site.distract()
    site.add("/ky/", w["research"], "<p>…</p>")
    shown = []
    for n, title in enumerate(site.speech.titles[:3]):
        people = [replace(p, title=title, url=f"/info/{n}/{k}.htm") for k, p in enumerate(site.staff(6))]
        for p in people:
            site.people[p.name] = title
            site.add(p.url, p.name, f"<p>{w['interests']}: {p.interest}</p>")
        rows = "".join(
            f'<li><a href="{p.url}">{p.name}</a><span>2021-0{k + 1}-11</span></li>' for k, p in enumerate(people)
        )
        site.add(f"/szdw/{n}.htm", title, f"<h2>{title}</h2><ul class='list'>{rows}</ul>", needed=True)
        shown.append((title, f"/szdw/{n}.htm"))
    site.add("/szdw/", w["staff"], _links(shown), needed=True)
    site.home()


def sections(site: MadeSite) -> None:
    """A page of staff that goes on with former members and the people of a board."""
    w = site.speech.words
    site.menu |= {w["home"]: "/", w["people"]: "/people.html", w["news"]: "/news.html"}
    site.add("/news.html", w["news"], "<p>1.2.2024</p>")
    former = [Entry(name, "", mail="") for name in site.outsiders(5)]
    body = f"<h2>{w['staff']}</h2>{site.listing(site.staff(7))}<h2>{w['alumni']}</h2>"
    body += "<ul>" + "".join(f"<li>{p.name}</li>" for p in former) + "</ul>"
    site.add("/people.html", w["people"], body, needed=True)
    site.home()


def included_menu(site: MadeSite) -> None:
    """A menu in a file of its own that a script puts in, and addresses relative to a base."""
    w = site.speech.words
    site.menu |= {w["home"]: "index.html", w["contact"]: "pages/contact.html"}
    links = "".join(f'<li><a href="{url}">{text}</a></li>' for text, url in site.menu.items())
    site.pages["/parts/header.html"] = f"<ul>{links}</ul>"
    site.menu_html = (
        '<base href="/"><div id="header"></div><script src="/js/jquery.min.js"></script>'
        '<script>$(function(){ $("#header").load("/parts/header.html"); });</script>'
    )
    site.add("/pages/contact.html", w["contact"], f'<p><a href="pages/staff.html">{w["staff"]}</a></p>', needed=True)
    site.add("/pages/staff.html", w["staff"], site.listing(site.staff(8)), needed=True)
    site.home()
    site.pages["/index.html"] = site.pages["/"]


def written_menu(site: MadeSite) -> None:
    """A menu that a script writes as HTML, and a home page that only welcomes."""
    w = site.speech.words
    site.menu |= {w["home"]: "/", w["departments"]: "/deps.html", w["contact"]: "/contact.html"}
    lines = "".join(f"document.write(\"<li><a href='{url}'>{text}</a></li>\");\n" for text, url in site.menu.items())
    site.pages["/menu.js"] = f'document.write("<ul>");\n{lines}document.write("</ul>");'
    site.menu_html = '<script language="JavaScript" src="menu.js"></script>'
    site.add("/contact.html", w["contact"], "<p>…</p>")
    name = site.unit(site.departments()[0][0])
    site.add("/deps.html", w["departments"], _links([(name, "/d/0.html")]), needed=True)
    site.add("/d/0.html", name, f"<h3>{w['people']}</h3>" + site.listing(site.staff(6)), needed=True)
    site.pages["/d/menu.js"] = site.pages["/menu.js"]
    site.home()


Structure = Callable[[MadeSite], None]
STRUCTURES: tuple[Structure, ...] = (
    tree, letters, paged, more, bare_names, pictures, spread, single, group, array, data_file, script_menu, frames,
    queries, jump_menu, one_page, ranks, sections, included_menu, written_menu,
)  # fmt: skip


def made(structure: Structure, speech: Speech, layout: Layout, seed: int) -> MadeSite:
    """One site, the same in every run."""
    site = MadeSite(speech, layout, random.Random(f"{structure.__name__} {speech.code} {layout.__name__} {seed}"))
    structure(site)
    return site
