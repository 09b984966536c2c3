"""An institute with plain pages: people as "Last, First" under headings that give the rank."""

from __future__ import annotations

from html import escape as e
from itertools import groupby

from motherlode.interfaces.demo.truth.web import PersonTruth
from motherlode.interfaces.demo.university.plan import College, Department, Person, University

_CSS = """body{font:15px/1.5 Verdana,sans-serif;width:860px;margin:0 auto;color:#111}h1{color:#7a1f1f;border-bottom:1px solid #7a1f1f}
a{color:#7a1f1f}.top{background:#7a1f1f;padding:12px}.top a{color:#fff;margin-right:14px;text-decoration:none}.foot{border-top:1px solid #999;font-size:12px;margin-top:30px;padding:8px 0}"""


class Lists:
    """The template."""

    colleges_path = "/academics/index.html"

    def college_path(self, college: College) -> str:
        """/academics/engineering/"""
        return f"/academics/{college.slug}/"

    def departments_path(self, college: College) -> str:
        """The college's own page lists its departments."""
        return self.college_path(college)

    def department_path(self, college: College, department: Department) -> str:
        """/dept/computer-science/index.html"""
        return f"/dept/{department.slug}/index.html"

    def people_path(self, college: College, department: Department) -> str:
        """/dept/computer-science/faculty.html"""
        return f"/dept/{department.slug}/faculty.html"

    def person_path(self, college: College, department: Department, person: Person) -> str:
        """/~jane-scott7/"""
        return f"/~{person.slug}/"

    def people(self, college: College, department: Department) -> tuple[PersonTruth, ...]:
        """Everybody as the list shows them; the title stands in the heading."""
        return tuple(
            PersonTruth(
                person.name, person.rank, person.rank.lower(), person.email, person.phone,
                self.person_path(college, department, person) if person.linked else "", ("name",),
                f"{person.family}, {person.given}",
            )
            for person in department.people
        )  # fmt: skip

    def home(self, uni: University) -> str:
        """The home page."""
        news = "".join(f'<li><a href="/news/{n}.html">{text}</a></li>' for n, text in enumerate(_NEWS))
        body = f"""<h1>{e(uni.name)}</h1><p>A place for builders of things since 1902.</p>
<ul><li><a href="/academics/index.html">Academic schools and colleges</a></li><li><a href="/programs.html">Degree programmes</a></li>
<li><a href="/admin.html">Administration</a></li><li><a href="/campus.html">Campus map</a></li></ul><h3>News</h3><ul>{news}</ul>"""
        return _page(uni, uni.name, body)

    def colleges(self, uni: University) -> str:
        """The list of colleges."""
        items = "".join(
            f'<li><a href="/academics/{college.slug}/">{e(college.name)}</a></li>' for college in uni.colleges
        )
        return _page(uni, "Academics", f"<h1>Academics</h1><p>The institute has these colleges:</p><ul>{items}</ul>")

    def college(self, uni: University, college: College) -> str:
        """A college's home page with its departments."""
        items = "".join(
            f'<li><a href="/dept/{d.slug}/index.html">{e(d.name)}</a> ({len(d.people)} members)</li>'
            for d in college.departments
        )
        body = f"""<h1>{e(college.name)}</h1><p>The college offers teaching at all levels.</p><h3>Departments</h3><ul>{items}</ul>
<p><a href="/programs.html">Degree programmes of the college</a></p>"""
        return _page(uni, college.name, body)

    def departments(self, uni: University, college: College) -> str:
        """The college's own page."""
        return self.college(uni, college)

    def department(self, uni: University, college: College, department: Department) -> str:
        """A department's home page."""
        body = f"""<h1>{e(department.name)}</h1><p><a href="/academics/{college.slug}/">{e(college.name)}</a></p>
<p><a href="faculty.html">Faculty</a> | <a href="courses.html">Courses</a> | <a href="history.html">History</a></p>
<p>The department was founded in {1902 + len(department.people)}.</p>"""
        return _page(uni, department.name, body)

    def listing(self, uni: University, college: College, department: Department) -> str:
        """The list of people under headings."""
        parts = []
        for rank, group in groupby(department.people, key=lambda person: person.rank):
            items = "".join(f"<li>{_name(person)}</li>" for person in group)
            parts.append(f"<h3>{rank}s</h3><ul>{items}</ul>")
        return _page(uni, f"{department.name}: Faculty", f"<h1>Faculty</h1>{''.join(parts)}")

    def person(self, uni: University, college: College, department: Department, person: Person) -> str:
        """A homepage."""
        body = f"""<h1>{e(person.name)}</h1><p>{e(person.rank)}<br>{e(department.name)}<br>{e(uni.name)}</p>
<p>E-mail: {person.email.replace("@", " (at) ")}<br>Telephone: {person.phone}</p>
<p>I work on {e(", ".join(person.interests[:-1]))} and {e(person.interests[-1])}.</p>"""
        return _page(uni, f"Home page of {person.name}", body)

    def other(self, uni: University, title: str, lines: tuple[str, ...]) -> str:
        """Programmes, news, administration."""
        return _page(uni, title, f"<h1>{e(title)}</h1><ul>{''.join(f'<li>{e(line)}</li>' for line in lines)}</ul>")


_NEWS = ("Bridge contest on Friday", "Honorary degree awarded", "Parking on the east side closed")


def _name(person: Person) -> str:
    name = e(f"{person.family}, {person.given}")
    return f'<a href="/~{person.slug}/">{name}</a>' if person.linked else name


def _page(uni: University, title: str, body: str) -> str:
    return f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><html><head><title>{e(title)}</title>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style>{_CSS}</style></head><body>
<div class="top"><a href="/">{e(uni.name)}</a><a href="/academics/index.html">Academics</a><a href="/admin.html">Administration</a>
<a href="/programs.html">Programmes</a></div>{body}<div class="foot">Last changed by the web office.</div></body></html>"""
