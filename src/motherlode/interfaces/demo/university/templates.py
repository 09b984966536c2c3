"""How universities look, in three templates: cards in a grid, plain lists under headings, and a Chinese site."""

from __future__ import annotations

from abc import ABC, abstractmethod
from html import escape as e
from itertools import groupby
from typing import ClassVar

from motherlode.interfaces.demo.truth import PersonTruth
from motherlode.interfaces.demo.university.plan import College, Department, Person, University
from motherlode.interfaces.demo.words import framed


class Template(ABC):
    """How a university looks and how its addresses are made."""

    frame: str
    """The name of the page around what is shown."""
    colleges_path: str
    paths: ClassVar[dict[str, str]]
    """Addresses of a college, its departments, a department, its people and a person, from the parts' short names."""
    news: tuple[str, ...]
    heading = "h1"

    def path(self, what: str, *parts: College | Department | Person) -> str:
        """The address of something: path("people", college, department)."""
        return self.paths[what].format(*(part.slug for part in parts))

    @abstractmethod
    def people(self, college: College, department: Department) -> tuple[PersonTruth, ...]:
        """Everybody as the list shows them."""

    @abstractmethod
    def home(self, uni: University) -> str:
        """The home page."""

    @abstractmethod
    def colleges(self, uni: University) -> str:
        """The list of colleges."""

    @abstractmethod
    def college(self, uni: University, college: College) -> str:
        """A college's home page."""

    @abstractmethod
    def departments(self, uni: University, college: College) -> str:
        """The list of a college's departments."""

    @abstractmethod
    def department(self, uni: University, college: College, department: Department) -> str:
        """A department's home page."""

    @abstractmethod
    def listing(self, uni: University, college: College, department: Department) -> str:
        """The list of people."""

    @abstractmethod
    def person(self, uni: University, college: College, department: Department, person: Person) -> str:
        """A homepage."""

    def page(self, uni: University, title: str, body: str, hero: str = "") -> str:
        """The page around what is shown."""
        return framed(self.frame, title=e(title), name=e(uni.name), hero=hero, body=body)

    def other(self, uni: University, title: str, lines: tuple[str, ...]) -> str:
        """Programmes, news, administration."""
        items = "".join(f"<li>{e(line)}</li>" for line in lines)
        return self.page(uni, title, f"<{self.heading}>{e(title)}</{self.heading}><ul>{items}</ul>")


class Cards(Template):
    """A modern university: people on cards in a grid, departments on a page of their own."""

    frame = "cards"
    colleges_path = "/academics"
    paths: ClassVar[dict[str, str]] = {
        "college": "/{0}",
        "departments": "/{0}/departments",
        "department": "/{0}/{1}",
        "people": "/{0}/{1}/people",
        "person": "/people/{2}",
    }
    news = (
        "Rowers win autumn cup",
        "New telescope for the physics roof",
        "Library opens at night",
        "Choir sings in the old market",
    )

    def people(self, college: College, department: Department) -> tuple[PersonTruth, ...]:
        made = []
        for person in (*department.people, *department.staff):
            staff = person in department.staff
            made.append(
                PersonTruth(
                    person.name, person.title, "" if staff else person.rank.lower(), person.email, person.phone,
                    self.path("person", college, department, person), ("name", "title", "email", "phone"), person.name,
                    faculty=not staff,
                )
            )  # fmt: skip
        return tuple(made)

    def home(self, uni: University) -> str:
        news = "".join(
            f'<div class="card"><img src="/img/{n}.svg" alt=""><h3><a href="/news/{n}">{text}</a></h3><p>Campus news</p></div>'
            for n, text in enumerate(self.news)
        )
        body = f"""<h2>Latest stories</h2><div class="grid">{news}</div>
<h2>Find your way</h2><p><a href="/academics">Schools and colleges</a> · <a href="/programs">Degree programs</a> ·
<a href="/admissions">Admissions</a> · <a href="/administration">Administration</a> · <a href="/library">Library</a></p>"""
        hero = f'<div class="hero"><h1>{e(uni.name)}</h1><p>Founded 1874. Curious since.</p></div>'
        return self.page(uni, uni.name, body, hero)

    def colleges(self, uni: University) -> str:
        tiles = "".join(
            f'<div class="tile"><h3><a href="/{college.slug}">{e(college.name)}</a></h3>'
            f"<p>Teaching and research with {len(college.departments)} departments.</p></div>"
            for college in uni.colleges
        )
        return self.page(
            uni, "Schools and Colleges", f'<h1>Schools and Colleges</h1><div class="tiles">{tiles}</div>'
        )

    def college(self, uni: University, college: College) -> str:
        body = f"""<h1>{e(college.name)}</h1><p>Welcome to the {e(college.name)} of the {e(uni.name)}.</p>
<ul class="menu"><li><a href="/{college.slug}/departments">Departments</a></li><li><a href="/{college.slug}/dean">Dean's office</a></li>
<li><a href="/programs">Degree programs</a></li><li><a href="/news/1">News</a></li></ul>
<p>Our students learn in small groups and our laboratories are open on weekends.</p>"""
        return self.page(uni, college.name, body)

    def departments(self, uni: University, college: College) -> str:
        items = "".join(
            f'<div class="tile"><h3><a href="/{college.slug}/{d.slug}">{e(d.name)}</a></h3></div>'
            for d in college.departments
        )
        body = f'<h1>Departments</h1><p class="crumbs">{e(college.name)}</p><div class="tiles">{items}</div>'
        return self.page(uni, f"Departments - {college.name}", body)

    def department(self, uni: University, college: College, department: Department) -> str:
        base = f"/{college.slug}/{department.slug}"
        body = f"""<p class="crumbs"><a href="/{college.slug}">{e(college.name)}</a></p><h1>{e(department.name)}</h1>
<ul class="menu"><li><a href="{base}/people">People</a></li><li><a href="{base}/courses">Courses</a></li>
<li><a href="{base}/seminars">Seminars</a></li></ul><p>The department has {len(department.people)} members of faculty.</p>"""
        return self.page(uni, department.name, body)

    def listing(self, uni: University, college: College, department: Department) -> str:
        faculty = "".join(_card(person) for person in department.people)
        staff = "".join(_card(person) for person in department.staff)
        body = f"""<p class="crumbs"><a href="/{college.slug}/{department.slug}">{e(department.name)}</a></p><h1>People</h1>
<h2>Faculty</h2><div class="grid">{faculty}</div><h2>Staff</h2><div class="grid">{staff}</div>"""
        return self.page(uni, f"People - {department.name}", body)

    def person(self, uni: University, college: College, department: Department, person: Person) -> str:
        body = f"""<h1>{e(person.name)}</h1><p>{e(person.title)}, {e(department.name)}, {e(college.name)}</p>
<p><a href="mailto:{person.email}">{person.email}</a> · {person.phone}</p><h3>Research interests</h3>
<ul>{"".join(f"<li>{e(text)}</li>" for text in person.interests)}</ul>
<p><a href="/{college.slug}/{department.slug}/people">Back to all people</a></p>"""
        return self.page(uni, f"{person.name} - {uni.name}", body)


def _card(person: Person) -> str:
    return f"""<div class="card person"><img src="/img/{sum(map(ord, person.slug))}.svg" alt="{e(person.name)}">
<h3><a href="/people/{person.slug}">{e(person.name)}</a></h3><p class="role">{e(person.title)}</p>
<p><a href="mailto:{person.email}">{person.email}</a></p><p>{person.phone}</p></div>"""


class Lists(Template):
    """An institute with plain pages: people as "Last, First" under headings that give the rank."""

    frame = "lists"
    colleges_path = "/academics/index.html"
    paths: ClassVar[dict[str, str]] = {
        "college": "/academics/{0}/",
        "departments": "/academics/{0}/",
        "department": "/dept/{1}/index.html",
        "people": "/dept/{1}/faculty.html",
        "person": "/~{2}/",
    }
    news = ("Bridge contest on Friday", "Honorary degree awarded", "Parking on the east side closed")

    def people(self, college: College, department: Department) -> tuple[PersonTruth, ...]:
        return tuple(
            PersonTruth(
                person.name, person.rank, person.rank.lower(), person.email, person.phone,
                self.path("person", college, department, person) if person.linked else "", ("name",),
                f"{person.family}, {person.given}",
            )
            for person in department.people
        )  # fmt: skip

    def home(self, uni: University) -> str:
        news = "".join(f'<li><a href="/news/{n}.html">{text}</a></li>' for n, text in enumerate(self.news))
        body = f"""<h1>{e(uni.name)}</h1><p>A place for builders of things since 1902.</p>
<ul><li><a href="/academics/index.html">Academic schools and colleges</a></li><li><a href="/programs.html">Degree programmes</a></li>
<li><a href="/admin.html">Administration</a></li><li><a href="/campus.html">Campus map</a></li></ul><h3>News</h3><ul>{news}</ul>"""
        return self.page(uni, uni.name, body)

    def colleges(self, uni: University) -> str:
        items = "".join(
            f'<li><a href="/academics/{college.slug}/">{e(college.name)}</a></li>' for college in uni.colleges
        )
        return self.page(
            uni, "Academics", f"<h1>Academics</h1><p>The institute has these colleges:</p><ul>{items}</ul>"
        )

    def college(self, uni: University, college: College) -> str:
        items = "".join(
            f'<li><a href="/dept/{d.slug}/index.html">{e(d.name)}</a> ({len(d.people)} members)</li>'
            for d in college.departments
        )
        body = f"""<h1>{e(college.name)}</h1><p>The college offers teaching at all levels.</p><h3>Departments</h3><ul>{items}</ul>
<p><a href="/programs.html">Degree programmes of the college</a></p>"""
        return self.page(uni, college.name, body)

    def departments(self, uni: University, college: College) -> str:
        """The college's own page."""
        return self.college(uni, college)

    def department(self, uni: University, college: College, department: Department) -> str:
        body = f"""<h1>{e(department.name)}</h1><p><a href="/academics/{college.slug}/">{e(college.name)}</a></p>
<p><a href="faculty.html">Faculty</a> | <a href="courses.html">Courses</a> | <a href="history.html">History</a></p>
<p>The department was founded in {1902 + len(department.people)}.</p>"""
        return self.page(uni, department.name, body)

    def listing(self, uni: University, college: College, department: Department) -> str:
        parts = []
        for rank, group in groupby(department.people, key=lambda person: person.rank):
            items = "".join(f"<li>{_name(person)}</li>" for person in group)
            parts.append(f"<h3>{rank}s</h3><ul>{items}</ul>")
        return self.page(uni, f"{department.name}: Faculty", f"<h1>Faculty</h1>{''.join(parts)}")

    def person(self, uni: University, college: College, department: Department, person: Person) -> str:
        body = f"""<h1>{e(person.name)}</h1><p>{e(person.rank)}<br>{e(department.name)}<br>{e(uni.name)}</p>
<p>E-mail: {person.email.replace("@", " (at) ")}<br>Telephone: {person.phone}</p>
<p>I work on {e(", ".join(person.interests[:-1]))} and {e(person.interests[-1])}.</p>"""
        return self.page(uni, f"Home page of {person.name}", body)


def _name(person: Person) -> str:
    name = e(f"{person.family}, {person.given}")
    return f'<a href="/~{person.slug}/">{name}</a>' if person.linked else name


class Chinese(Template):
    """A Chinese university: 院系设置 → 学院 → 系部设置 → 师资队伍, people in a table of links by rank."""

    frame = "chinese"
    colleges_path = "/yxsz.htm"
    paths: ClassVar[dict[str, str]] = {
        "college": "/{0}/",
        "departments": "/{0}/xbsz.htm",
        "department": "/{0}/{1}/",
        "people": "/{0}/{1}/szdw.htm",
        "person": "/jsjs/{2}.htm",
    }
    news = ("我校举行春季运动会", "图书馆延长开放时间", "校园开放日活动通知", "学术报告：山区气候观测")
    heading = "h2"

    def people(self, college: College, department: Department) -> tuple[PersonTruth, ...]:
        return tuple(
            PersonTruth(
                person.name, person.title, person.rank.lower(), person.email, person.phone,
                self.path("person", college, department, person), ("name", "title"), person.name,
            )
            for person in department.people
        )  # fmt: skip

    def home(self, uni: University) -> str:
        news = "".join(f'<li><a href="/xw/{n}.htm">{text}</a></li>' for n, text in enumerate(self.news))
        body = (
            f"<h2>学校新闻</h2><ul>{news}</ul><h2>学校简介</h2><p>{uni.name}创建于一九二六年，是一所综合性大学。</p>"
        )
        return self.page(uni, uni.name, body)

    def colleges(self, uni: University) -> str:
        items = "".join(f'<li><a href="/{college.slug}/">{e(college.name)}</a></li>' for college in uni.colleges)
        return self.page(uni, "院系设置", f"<h2>院系设置</h2><ul>{items}</ul>")

    def college(self, uni: University, college: College) -> str:
        body = f"""<h2>{e(college.name)}</h2><p>{e(college.name)}现有{len(college.departments)}个系。</p>
<p><a href="/{college.slug}/xbsz.htm">系部设置</a>　<a href="/zysz.htm">专业设置</a>　<a href="/xw/0.htm">学院新闻</a></p>"""
        return self.page(uni, college.name, body)

    def departments(self, uni: University, college: College) -> str:
        items = "".join(f'<li><a href="/{college.slug}/{d.slug}/">{e(d.name)}</a></li>' for d in college.departments)
        return self.page(uni, f"系部设置-{college.name}", f"<h2>系部设置</h2><ul>{items}</ul>")

    def department(self, uni: University, college: College, department: Department) -> str:
        body = f"""<h2>{e(department.name)}</h2><p><a href="/{college.slug}/">{e(college.name)}</a></p>
<p><a href="szdw.htm">师资队伍</a>　<a href="kcsz.htm">课程设置</a></p><p>{e(department.name)}现有教师{len(department.people)}人。</p>"""
        return self.page(uni, f"{department.name}-{college.name}", body)

    def listing(self, uni: University, college: College, department: Department) -> str:
        parts = []
        for title, group in groupby(department.people, key=lambda person: person.title):
            cells = [f'<td><a href="/jsjs/{p.slug}.htm">{e(p.name)}</a><br>{e(p.title)}</td>' for p in group]
            rows = "".join(f"<tr>{''.join(cells[at : at + 5])}</tr>" for at in range(0, len(cells), 5))
            parts.append(f"<h3>{e(title)}</h3><table>{rows}</table>")
        return self.page(uni, f"师资队伍-{department.name}", f"<h2>师资队伍</h2>{''.join(parts)}")

    def person(self, uni: University, college: College, department: Department, person: Person) -> str:
        body = f"""<h2>{e(person.name)}</h2><p>职称：{e(person.title)}</p><p>单位：{e(college.name)}{e(department.name)}</p>
<p>邮箱：{person.email}</p><p>电话：{person.phone}</p><p>研究方向：{"、".join(person.interests)}</p>"""
        return self.page(uni, f"{person.name}-{uni.name}", body)
