"""A modern university: people on cards in a grid, departments on a page of their own."""

from __future__ import annotations

from html import escape as e

from motherlode.interfaces.demo.truth.web import PersonTruth
from motherlode.interfaces.demo.university.plan import College, Department, Person, University

_CSS = """body{margin:0;font:16px/1.5 "Segoe UI",Arial,sans-serif;color:#233}header{background:#14342b;color:#fff;padding:18px 40px;display:flex;gap:28px;align-items:center}
header a{color:#fff;text-decoration:none}header .name{font:700 24px Georgia}.hero{background:linear-gradient(90deg,#14342b,#3f7d5c);color:#fff;padding:60px 40px}.hero h1{margin:0;font:700 40px Georgia}
main{max-width:1120px;margin:30px auto;padding:0 20px}.grid{display:grid;grid-template-columns:repeat(4,1fr);gap:22px}.card{border:1px solid #dde5e1;border-radius:8px;padding:14px;font-size:14px}
.card img{width:100%;border-radius:6px}.card h3{margin:10px 0 2px;font-size:17px}.card p{margin:2px 0}.tiles{display:grid;grid-template-columns:repeat(2,1fr);gap:18px}.tile{background:#eef4f1;padding:20px;border-radius:8px}
a{color:#1c6b4a}footer{background:#eef4f1;padding:24px 40px;margin-top:40px;font-size:14px}.crumbs{font-size:13px;color:#688}"""


class Cards:
    """The template."""

    colleges_path = "/academics"

    def college_path(self, college: College) -> str:
        """/engineering"""
        return f"/{college.slug}"

    def departments_path(self, college: College) -> str:
        """/engineering/departments"""
        return f"/{college.slug}/departments"

    def department_path(self, college: College, department: Department) -> str:
        """/engineering/computer-science"""
        return f"/{college.slug}/{department.slug}"

    def people_path(self, college: College, department: Department) -> str:
        """/engineering/computer-science/people"""
        return f"/{college.slug}/{department.slug}/people"

    def person_path(self, college: College, department: Department, person: Person) -> str:
        """/people/jane-scott7"""
        return f"/people/{person.slug}"

    def people(self, college: College, department: Department) -> tuple[PersonTruth, ...]:
        """Everybody as the list shows them, staff last."""
        made = []
        for person in (*department.people, *department.staff):
            staff = person in department.staff
            made.append(
                PersonTruth(
                    person.name, person.title, "" if staff else person.rank.lower(), person.email, person.phone,
                    self.person_path(college, department, person), ("name", "title", "email", "phone"), person.name,
                    faculty=not staff,
                )
            )  # fmt: skip
        return tuple(made)

    def home(self, uni: University) -> str:
        """The home page."""
        news = "".join(
            f'<div class="card"><img src="/img/{n}.svg" alt=""><h3><a href="/news/{n}">{text}</a></h3><p>Campus news</p></div>'
            for n, text in enumerate(_NEWS)
        )
        body = f"""<h2>Latest stories</h2><div class="grid">{news}</div>
<h2>Find your way</h2><p><a href="/academics">Schools and colleges</a> · <a href="/programs">Degree programs</a> ·
<a href="/admissions">Admissions</a> · <a href="/administration">Administration</a> · <a href="/library">Library</a></p>"""
        hero = f'<div class="hero"><h1>{e(uni.name)}</h1><p>Founded 1874. Curious since.</p></div>'
        return _page(uni, uni.name, body, hero)

    def colleges(self, uni: University) -> str:
        """The list of colleges."""
        tiles = "".join(
            f'<div class="tile"><h3><a href="/{college.slug}">{e(college.name)}</a></h3>'
            f"<p>Teaching and research with {len(college.departments)} departments.</p></div>"
            for college in uni.colleges
        )
        return _page(uni, "Schools and Colleges", f'<h1>Schools and Colleges</h1><div class="tiles">{tiles}</div>')

    def college(self, uni: University, college: College) -> str:
        """A college's home page."""
        body = f"""<h1>{e(college.name)}</h1><p>Welcome to the {e(college.name)} of the {e(uni.name)}.</p>
<ul class="menu"><li><a href="/{college.slug}/departments">Departments</a></li><li><a href="/{college.slug}/dean">Dean's office</a></li>
<li><a href="/programs">Degree programs</a></li><li><a href="/news/1">News</a></li></ul>
<p>Our students learn in small groups and our laboratories are open on weekends.</p>"""
        return _page(uni, college.name, body)

    def departments(self, uni: University, college: College) -> str:
        """The list of a college's departments."""
        items = "".join(
            f'<div class="tile"><h3><a href="/{college.slug}/{d.slug}">{e(d.name)}</a></h3></div>'
            for d in college.departments
        )
        body = f'<h1>Departments</h1><p class="crumbs">{e(college.name)}</p><div class="tiles">{items}</div>'
        return _page(uni, f"Departments - {college.name}", body)

    def department(self, uni: University, college: College, department: Department) -> str:
        """A department's home page."""
        base = f"/{college.slug}/{department.slug}"
        body = f"""<p class="crumbs"><a href="/{college.slug}">{e(college.name)}</a></p><h1>{e(department.name)}</h1>
<ul class="menu"><li><a href="{base}/people">People</a></li><li><a href="{base}/courses">Courses</a></li>
<li><a href="{base}/seminars">Seminars</a></li></ul><p>The department has {len(department.people)} members of faculty.</p>"""
        return _page(uni, department.name, body)

    def listing(self, uni: University, college: College, department: Department) -> str:
        """The list of people."""
        faculty = "".join(_card(person) for person in department.people)
        staff = "".join(_card(person) for person in department.staff)
        body = f"""<p class="crumbs"><a href="/{college.slug}/{department.slug}">{e(department.name)}</a></p><h1>People</h1>
<h2>Faculty</h2><div class="grid">{faculty}</div><h2>Staff</h2><div class="grid">{staff}</div>"""
        return _page(uni, f"People - {department.name}", body)

    def person(self, uni: University, college: College, department: Department, person: Person) -> str:
        """A homepage."""
        body = f"""<h1>{e(person.name)}</h1><p>{e(person.title)}, {e(department.name)}, {e(college.name)}</p>
<p><a href="mailto:{person.email}">{person.email}</a> · {person.phone}</p><h3>Research interests</h3>
<ul>{"".join(f"<li>{e(text)}</li>" for text in person.interests)}</ul>
<p><a href="/{college.slug}/{department.slug}/people">Back to all people</a></p>"""
        return _page(uni, f"{person.name} - {uni.name}", body)

    def other(self, uni: University, title: str, lines: tuple[str, ...]) -> str:
        """Programmes, news, administration."""
        return _page(uni, title, f"<h1>{e(title)}</h1><ul>{''.join(f'<li>{e(line)}</li>' for line in lines)}</ul>")


_NEWS = (
    "Rowers win autumn cup",
    "New telescope for the physics roof",
    "Library opens at night",
    "Choir sings in the old market",
)


def _card(person: Person) -> str:
    return f"""<div class="card person"><img src="/img/{sum(map(ord, person.slug))}.svg" alt="{e(person.name)}">
<h3><a href="/people/{person.slug}">{e(person.name)}</a></h3><p class="role">{e(person.title)}</p>
<p><a href="mailto:{person.email}">{person.email}</a></p><p>{person.phone}</p></div>"""


def _page(uni: University, title: str, body: str, hero: str = "") -> str:
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{e(title)}</title><style>{_CSS}</style></head><body>
<header><a class="name" href="/">{e(uni.name)}</a><a href="/academics">Academics</a><a href="/admissions">Admissions</a>
<a href="/programs">Programs</a><a href="/news/0">News</a><a href="/jobs">Jobs</a></header>{hero}<main>{body}</main>
<footer>{e(uni.name)}, University Hill 1 · <a href="/contact">Contact</a> · <a href="/privacy">Privacy</a></footer></body></html>"""
