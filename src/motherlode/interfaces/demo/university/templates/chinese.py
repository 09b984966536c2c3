"""A Chinese university: 院系设置 → 学院 → 系部设置 → 师资队伍, people in a table of links by rank."""

from __future__ import annotations

from html import escape as e
from itertools import groupby

from motherlode.interfaces.demo.truth.web import PersonTruth
from motherlode.interfaces.demo.university.plan import College, Department, Person, University

_CSS = """body{margin:0;font:15px/1.9 "Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#222;background:#f2f5f9}.head{background:#0a4a8f;color:#fff;padding:20px 60px;font-size:30px}
.head a{color:#fff;text-decoration:none}.menu{background:#083b73;padding:8px 60px}.menu a{color:#fff;margin-right:26px;text-decoration:none}.box{width:1000px;margin:24px auto;background:#fff;padding:26px}
table{width:100%;border-collapse:collapse}td{border:1px solid #d6e0ec;padding:8px;text-align:center}a{color:#0a4a8f}h2{border-left:5px solid #0a4a8f;padding-left:12px}.foot{text-align:center;color:#888;font-size:13px;padding:20px}"""


class Chinese:
    """The template."""

    colleges_path = "/yxsz.htm"

    def college_path(self, college: College) -> str:
        """/xy1/"""
        return f"/{college.slug}/"

    def departments_path(self, college: College) -> str:
        """/xy1/xbsz.htm"""
        return f"/{college.slug}/xbsz.htm"

    def department_path(self, college: College, department: Department) -> str:
        """/xy1/x2/"""
        return f"/{college.slug}/{department.slug}/"

    def people_path(self, college: College, department: Department) -> str:
        """/xy1/x2/szdw.htm"""
        return f"/{college.slug}/{department.slug}/szdw.htm"

    def person_path(self, college: College, department: Department, person: Person) -> str:
        """/jsjs/t1001.htm"""
        return f"/jsjs/{person.slug}.htm"

    def people(self, college: College, department: Department) -> tuple[PersonTruth, ...]:
        """Everybody as the list shows them, with title beside the name in the first two ranks' table."""
        return tuple(
            PersonTruth(
                person.name, person.title, person.rank.lower(), person.email, person.phone,
                self.person_path(college, department, person), ("name", "title"), person.name,
            )
            for person in department.people
        )  # fmt: skip

    def home(self, uni: University) -> str:
        """The home page."""
        news = "".join(f'<li><a href="/xw/{n}.htm">{text}</a></li>' for n, text in enumerate(_NEWS))
        body = (
            f"<h2>学校新闻</h2><ul>{news}</ul><h2>学校简介</h2><p>{uni.name}创建于一九二六年，是一所综合性大学。</p>"
        )
        return _page(uni, uni.name, body)

    def colleges(self, uni: University) -> str:
        """The list of colleges."""
        items = "".join(f'<li><a href="/{college.slug}/">{e(college.name)}</a></li>' for college in uni.colleges)
        return _page(uni, "院系设置", f"<h2>院系设置</h2><ul>{items}</ul>")

    def college(self, uni: University, college: College) -> str:
        """A college's home page."""
        body = f"""<h2>{e(college.name)}</h2><p>{e(college.name)}现有{len(college.departments)}个系。</p>
<p><a href="/{college.slug}/xbsz.htm">系部设置</a>　<a href="/zysz.htm">专业设置</a>　<a href="/xw/0.htm">学院新闻</a></p>"""
        return _page(uni, college.name, body)

    def departments(self, uni: University, college: College) -> str:
        """The list of a college's departments."""
        items = "".join(f'<li><a href="/{college.slug}/{d.slug}/">{e(d.name)}</a></li>' for d in college.departments)
        return _page(uni, f"系部设置-{college.name}", f"<h2>系部设置</h2><ul>{items}</ul>")

    def department(self, uni: University, college: College, department: Department) -> str:
        """A department's home page."""
        body = f"""<h2>{e(department.name)}</h2><p><a href="/{college.slug}/">{e(college.name)}</a></p>
<p><a href="szdw.htm">师资队伍</a>　<a href="kcsz.htm">课程设置</a></p><p>{e(department.name)}现有教师{len(department.people)}人。</p>"""
        return _page(uni, f"{department.name}-{college.name}", body)

    def listing(self, uni: University, college: College, department: Department) -> str:
        """The list of people: tables of five in a row, one for each rank."""
        parts = []
        for title, group in groupby(department.people, key=lambda person: person.title):
            cells = [f'<td><a href="/jsjs/{p.slug}.htm">{e(p.name)}</a><br>{e(p.title)}</td>' for p in group]
            rows = "".join(f"<tr>{''.join(cells[at : at + 5])}</tr>" for at in range(0, len(cells), 5))
            parts.append(f"<h3>{e(title)}</h3><table>{rows}</table>")
        return _page(uni, f"师资队伍-{department.name}", f"<h2>师资队伍</h2>{''.join(parts)}")

    def person(self, uni: University, college: College, department: Department, person: Person) -> str:
        """A homepage."""
        body = f"""<h2>{e(person.name)}</h2><p>职称：{e(person.title)}</p><p>单位：{e(college.name)}{e(department.name)}</p>
<p>邮箱：{person.email}</p><p>电话：{person.phone}</p><p>研究方向：{"、".join(person.interests)}</p>"""
        return _page(uni, f"{person.name}-{uni.name}", body)

    def other(self, uni: University, title: str, lines: tuple[str, ...]) -> str:
        """Programmes, news, administration."""
        return _page(uni, title, f"<h2>{e(title)}</h2><ul>{''.join(f'<li>{e(line)}</li>' for line in lines)}</ul>")


_NEWS = ("我校举行春季运动会", "图书馆延长开放时间", "校园开放日活动通知", "学术报告：山区气候观测")


def _page(uni: University, title: str, body: str) -> str:
    return f"""<!DOCTYPE html><html lang="zh-CN"><head><meta charset="utf-8"><title>{e(title)}</title><style>{_CSS}</style></head><body>
<div class="head"><a href="/">{e(uni.name)}</a></div><div class="menu"><a href="/">学校首页</a><a href="/xxgk.htm">学校概况</a>
<a href="/yxsz.htm">院系设置</a><a href="/zysz.htm">专业设置</a><a href="/jgsz.htm">机构设置</a><a href="/zsjy.htm">招生就业</a></div>
<div class="box">{body}</div><div class="foot">{e(uni.name)} 版权所有 地址：云岭路1号</div></body></html>"""
