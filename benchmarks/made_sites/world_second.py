# ruff: noqa: E501 - HTML in strings reads best on one line
"""The second half of the sites of the world: written after the rules had been mended on the first half."""

from __future__ import annotations

import json
from collections.abc import Sequence

from benchmarks.made_sites.layouts import Entry
from benchmarks.made_sites.sites import MadeSite
from benchmarks.made_sites.speech import CHINESE, ENGLISH, INDIAN, JAPANESE, PORTUGUESE, RUSSIAN, SWEDISH
from benchmarks.made_sites.world import World, adder, page_of, titled


def us_university(site: MadeSite) -> None:
    """A whole university: colleges, departments as bare subjects, a directory in each, and offices with staff."""
    menu = (
        '<header><nav aria-label="Main"><ul><li><a href="/admissions/">Admissions</a></li><li><a href="/academics/">Academics</a></li>'
        '<li><a href="/athletics/">Athletics</a></li><li><a href="/about/">About</a></li><li><a href="/news/">News</a></li></ul></nav></header>'
    )
    add = adder(
        site,
        menu,
        " | Pinecrest State University",
        "<footer>© 2024 Pinecrest State University. All rights reserved.</footer>",
    )
    colleges = []
    for f, (above, parts) in enumerate(site.speech.subjects):
        college = site.unit(f"College of {above}")
        base = f"/academics/college{f}/"
        colleges.append((college, base))
        tiles = ""
        for part in parts:
            name = site.unit(f"Department of {part}", college)
            slug = f"{base}{part.lower().replace(' ', '-')}/"
            tiles += f'<div class="card"><a class="card-link" href="{slug}"><h3>{part}</h3></a><p>Study {part.lower()} with us.</p></div>'
            people = titled(
                site,
                site.staff(5),
                (
                    "Professor and Chair",
                    "Associate Professor",
                    "Lecturer",
                    "Administrative Assistant",
                    "Assistant Teaching Professor",
                ),
            )
            items = "".join(
                f'<div class="accordion-item"><h3 class="accordion-header"><button type="button">{p.name}</button></h3><div class="accordion-body">'
                f"<p><em>{p.title}</em></p><p>{p.interest}; {p.room} Jordan Hall</p><p><a href='mailto:{p.mail}'>Email {p.name.split()[0]}</a></p></div></div>"
                for p in people
            )
            add(
                slug,
                part,
                f'<h1>{name}</h1><ul class="sub"><li><a href="{slug}degrees/">Degrees</a></li><li><a href="{slug}directory/">Directory</a></li></ul>',
                needed=True,
            )
            add(f"{slug}degrees/", "Degrees", f"<h1>Degrees</h1><ul><li>BS {part}</li><li>MS {part}</li></ul>")
            add(f"{slug}directory/", "Directory", f"<h1>Directory</h1>{items}", needed=True)
        add(base, college, f'<h1>{college}</h1><h2>Departments</h2><div class="grid">{tiles}</div>', needed=True)
    cards = "".join(f'<li><a href="{url}">{name}</a></li>' for name, url in colleges)
    add(
        "/academics/",
        "Academics",
        f"<h1>Academics</h1><h2>Colleges</h2><ul>{cards}</ul><h2>Find a program</h2><ul><li><a href='/programs/bs'>BS programs</a></li><li><a href='/programs/ms'>MS programs</a></li></ul>",
        needed=True,
    )
    add("/admissions/", "Admissions", "<h1>Admissions</h1><p>Apply.</p>")
    team = "".join(f"<li>#{n} {name}, Guard, Sophomore</li>" for n, name in enumerate(site.outsiders(6), 3))
    add("/athletics/", "Athletics", f"<h1>Athletics</h1><h2>Roster</h2><ul>{team}</ul>")
    trustees = "".join(
        f"<p><b>{name}</b><br>Trustee since {2001 + n}</p>" for n, name in enumerate(site.outsiders(5))
    )
    add("/about/", "About", f"<h1>About</h1><h2>Board of Trustees</h2>{trustees}")
    add(
        "/news/",
        "News",
        "<h1>News</h1>"
        + "".join(
            f"<h3>{name} named Professor of the Year</h3><p>May {n + 1}, 2024</p>"
            for n, name in enumerate(site.outsiders(4))
        ),
    )
    add("/", "Home", "<h1>Welcome to Pinecrest</h1><p>Find your place.</p>", needed=True)


def us_group(site: MadeSite) -> None:
    """A research group's page: sections by position, former members at the end, papers with authors."""
    menu = '<div class="wrapper"><header><h1><a href="/">Whitlock Lab</a></h1><p><a href="/team">Team</a> · <a href="/publications">Publications</a> · <a href="/openings">Openings</a></p></header>'
    add = adder(site, menu, " | Whitlock Lab", "<p>Department of Astronomy, Pinecrest State University</p></div>")
    body = ""
    for head, title, count in (
        ("Principal Investigator", "Principal Investigator", 1),
        ("Postdocs", "Postdoc", 3),
        ("PhD Students", "PhD Student", 4),
    ):
        people = titled(site, site.staff(count), (title,))
        body += (
            f"<h3>{head}</h3><div class='row'>"
            + "".join(
                f'<div class="col"><img src="/i/{n}.jpg"><p class="nm">{p.name}</p><p class="ri">Interests: {p.interest}</p></div>'
                for n, p in enumerate(people)
            )
            + "</div>"
        )
    body += (
        "<h3>Alumni</h3><ul>"
        + "".join(f"<li>{name} (PhD 2019, now at a company)</li>" for name in site.outsiders(5))
        + "</ul>"
    )
    add("/team", "Team", f"<h2>Team</h2>{body}", needed=True)
    papers = "".join(
        f"<li>{', '.join(site.outsiders(3))}. On stars. Journal of Stars 12 (2020).</li>" for _ in range(4)
    )
    add("/publications", "Publications", f"<h2>Publications</h2><ol>{papers}</ol>")
    add("/openings", "Openings", "<h2>Openings</h2><p>Write to us.</p>")
    add("/", "Home", "<h2>Welcome</h2><p>We look at stars.</p>", needed=True)


def cn_university(site: MadeSite) -> None:
    """A Chinese university in gbk: colleges in a table, each with a page where a line holds a department's names."""
    menu = '<table><tr><td><a href="/">首 页</a></td><td><a href="/xxgk.asp">学校概况</a></td><td><a href="/yxsz.asp">院系设置</a></td><td><a href="/zsjy.asp">招生就业</a></td></tr></table>'
    add = adder(site, menu, " - 江州理工大学", "<p>江州理工大学 版权所有</p>", "gbk")
    rows = ""
    for f, name in enumerate(("数学与统计学院", "机电工程学院", "外国语学院")):
        site.unit(name)
        base = f"/college{f}/"
        rows += f'<tr><td>{f + 1}</td><td><a href="{base}" target="_blank">{name}</a></td></tr>'
        lines = ""
        for rank in ("教授", "副教授", "讲师"):
            people = titled(site, site.staff(4), (rank,))
            lines += f"<p><strong>{rank}：</strong>{'&nbsp;&nbsp;'.join(p.name for p in people)}</p>"
        add(
            base,
            name,
            f'<ul><li><a href="{base}jj.asp">学院简介</a></li><li><a href="{base}szdw.asp">师资队伍</a></li><li><a href="{base}xw.asp">学院新闻</a></li></ul>',
            needed=True,
        )
        add(f"{base}szdw.asp", f"师资队伍 - {name}", f"<h3>师资队伍</h3>{lines}", needed=True)
        add(f"{base}jj.asp", f"学院简介 - {name}", "<p>学院成立于1958年，现有教授十人。</p>")
        add(
            f"{base}xw.asp",
            f"学院新闻 - {name}",
            "".join(f"<p>{o}同学获得一等奖 2023-05-1{n}</p>" for n, o in enumerate(site.outsiders(3))),
        )
    add("/yxsz.asp", "院系设置", f"<table>{rows}</table>", needed=True)
    add("/xxgk.asp", "学校概况", "<p>学校位于江州市。</p>")
    add("/zsjy.asp", "招生就业", "<p>招生简章</p>")
    add("/", "首页", "<p>欢迎访问江州理工大学</p>", needed=True)


def cn_cards(site: MadeSite) -> None:
    """A Chinese department: cards with picture, name, rank and field, over several pages."""
    menu = '<div class="menu"><a href="/">首页</a><a href="/jianjie.html">系况简介</a><a href="/teachers.html">教师介绍</a><a href="/students.html">学生天地</a></div>'
    add = adder(site, menu, "_江州理工大学土木工程系", "<div>江州理工大学土木工程系</div>")
    people = titled(site, site.staff(15, "/teacher/{}.html"), ("教授", "副教授", "讲师", "高级工程师"))
    for n in range(3):
        cards = "".join(
            f'<dl><dt><a href="{p.url}"><img src="/t{k}.jpg" alt=""></a></dt><dd class="n"><a href="{p.url}">{p.name}</a></dd><dd>职称：{p.title}</dd><dd>研究方向：{p.interest}</dd></dl>'
            for k, p in enumerate(people[5 * n : 5 * n + 5])
        )
        after = f'<a href="/teachers_{n + 2}.html">下一页</a>' if n < 2 else "<span>下一页</span>"
        add(
            "/teachers.html" if n == 0 else f"/teachers_{n + 1}.html",
            "教师介绍",
            f"<h2>教师介绍</h2>{cards}<div class='page'>共3页 {after}</div>",
            needed=True,
        )
    for p in people:
        add(p.url, p.name, f"<h2>{p.name}</h2><p>{p.title}</p>")
    add("/jianjie.html", "系况简介", "<p>本系成立于1978年。</p>")
    add("/students.html", "学生天地", "".join(f"<p>班长：{o}</p>" for o in site.outsiders(4)))
    add("/", "江州理工大学土木工程系", "<p>欢迎</p>", needed=True)


def ru_cards(site: MadeSite) -> None:
    """A Russian institute of a university: chairs in a dropdown, heads with initials, cards with full names."""
    chairs = ("Кафедра геодезии", "Кафедра картографии")
    inner = "".join(f'<li><a href="/kafedry/{n}/">{name}</a></li>' for n, name in enumerate(chairs))
    menu = f'<div class="top-menu"><ul><li><a href="/ob-institute/">Об институте</a></li><li><a href="/kafedry/">Кафедры</a><ul>{inner}</ul></li><li><a href="/news/">Новости</a></li><li><a href="/contacts/">Контакты</a></li></ul></div>'
    add = adder(
        site,
        menu,
        " | Институт наук о Земле",
        '<div class="footer">© Заречный государственный университет, 2024</div>',
    )
    for n, chair in enumerate(chairs):
        site.unit(chair)
        people = titled(
            site,
            site.staff(7),
            ("профессор", "доцент", "старший преподаватель", "доцент", "ассистент", "учебный мастер", "профессор"),
        )
        family, given, father = people[0].name.split()
        short = f"{family} {given[0]}.{father[0]}."
        cards = "".join(
            f'<div class="person-card"><div class="person-photo"><img src="/p{k}.jpg"></div><div class="person-info"><div class="person-name">{p.name.split()[0]}<br>{" ".join(p.name.split()[1:])}</div>'
            f'<div class="person-post">{p.title}, кандидат географических наук</div><div>{p.mail}</div></div></div>'
            for k, p in enumerate(people)
        )
        add(
            f"/kafedry/{n}/",
            chair,
            f'<h1>{chair}</h1><p>Заведующий кафедрой: {short}</p><div class="left-menu"><a href="/kafedry/{n}/sostav/">Состав кафедры</a> <a href="/kafedry/{n}/nauka/">Научная работа</a></div>',
            needed=True,
        )
        add(f"/kafedry/{n}/sostav/", "Состав кафедры", f"<h1>Состав кафедры</h1>{cards}", needed=True)
        add(
            f"/kafedry/{n}/nauka/",
            "Научная работа",
            f"<h1>Научная работа</h1><ol>{''.join(f'<li>{o} Монография. — М., 2015. — 200 с.</li>' for o in site.outsiders(3))}</ol>",
        )
    add("/kafedry/", "Кафедры", f"<h1>Кафедры</h1><ul>{inner}</ul>", needed=True)
    add("/ob-institute/", "Об институте", "<h1>Об институте</h1><p>Институт создан в 1995 году.</p>")
    add("/news/", "Новости", "".join(f"<p>01.02.2024 Студент {o} победил в олимпиаде</p>" for o in site.outsiders(4)))
    add("/contacts/", "Контакты", "<p>ул. Мира, 1</p>")
    add("/", "Институт наук о Земле", "<h1>Институт наук о Земле</h1>", needed=True)


def se_university(site: MadeSite) -> None:
    """A Swedish university: faculties, departments, and staff in tables under headings of ranks in the plural."""
    menu = '<nav><a href="/utbildning">Utbildning</a><a href="/forskning">Forskning</a><a href="/om-universitetet">Om universitetet</a><a href="/nyheter">Nyheter</a></nav>'
    add = adder(
        site, menu, " - Norrviks universitet", "<footer>Norrviks universitet, Box 10, 951 00 Norrvik</footer>"
    )
    tops = ""
    for f, (above, parts) in enumerate(site.speech.subjects[:2]):
        faculty = site.unit(f"Fakulteten för {above}")
        shown = ""
        for d, part in enumerate(parts):
            name = site.unit(f"Institutionen för {part}", faculty)
            body = ""
            for head, title, count in (
                ("Professorer", "Professor", 2),
                ("Universitetslektorer", "Universitetslektor", 3),
                ("Doktorander", "Doktorand", 2),
            ):
                people = titled(site, site.staff(count), (title,))
                body += (
                    f"<h2>{head}</h2><table>"
                    + "".join(f"<tr><td>{p.name}</td><td>{p.phone}</td><td>{p.mail}</td></tr>" for p in people)
                    + "</table>"
                )
            base = f"/om-universitetet/f{f}/i{d}"
            shown += f'<li><a href="{base}">{name}</a></li>'
            add(
                base,
                name,
                f'<h1>{name}</h1><p>Prefekt har ordet.</p><p><a href="{base}/personal">Personal</a></p>',
                needed=True,
            )
            add(f"{base}/personal", f"Personal - {name}", f"<h1>Personal</h1>{body}", needed=True)
        tops += f'<li><a href="/om-universitetet/f{f}">{faculty}</a></li>'
        add(
            f"/om-universitetet/f{f}",
            faculty,
            f"<h1>{faculty}</h1><h2>Institutioner</h2><ul>{shown}</ul>",
            needed=True,
        )
    add(
        "/om-universitetet",
        "Om universitetet",
        f"<h1>Om universitetet</h1><h2>Organisation</h2><ul>{tops}</ul>",
        needed=True,
    )
    add("/utbildning", "Utbildning", "<h1>Utbildning</h1><p>Program och kurser</p>")
    add("/forskning", "Forskning", "<h1>Forskning</h1><p>Hedersdoktorer: " + ", ".join(site.outsiders(3)) + "</p>")
    add("/nyheter", "Nyheter", "".join(f"<p>12 mars 2024 {o} ny hedersdoktor</p>" for o in site.outsiders(3)))
    add("/", "Start", "<h1>Välkommen</h1>", needed=True)


def in_engineering(site: MadeSite) -> None:
    """An Indian engineering college: short department names, tabs on one page, boards and recruiters beside."""
    names = ("Computer Science & Engineering", "Mechanical Engineering", "Electronics & Communication Engineering")
    inner = "".join(
        f'<a class="dropdown-item" href="/departments/{n}.html">{name}</a>' for n, name in enumerate(names)
    )
    menu = f'<nav class="navbar"><a class="nav-link" href="/">Home</a><div class="dropdown"><a class="nav-link dropdown-toggle" href="#">Departments</a><div class="dropdown-menu">{inner}</div></div><a class="nav-link" href="/placements.html">Placements</a><a class="nav-link" href="/administration.html">Administration</a></nav>'
    add = adder(
        site, menu, " - Kamala Institute of Engineering", "<footer>© Kamala Institute of Engineering</footer>"
    )
    for n, name in enumerate(names):
        site.unit(name)
        people = titled(
            site, site.staff(6), ("Professor & HOD", "Asst. Prof.", "Assoc. Prof.", "Asst. Prof. (Sr. Gr.)")
        )
        cards = "".join(
            f'<div class="col-md-4"><div class="card"><img class="card-img-top" src="/f{k}.jpg"><div class="card-body"><h5 class="card-title">{("Dr.", "Mr.", "Mrs.")[k % 3]}{p.name}</h5><p class="card-text">{p.title}<br>M.Tech, Ph.D<br>Area: {p.interest}</p></div></div></div>'
            for k, p in enumerate(people)
        )
        tech = titled(site, site.staff(2), ("Lab Instructor", "Programmer"))
        rows = "".join(f"<tr><td>{k}</td><td>{p.name}</td><td>{p.title}</td></tr>" for k, p in enumerate(tech, 1))
        board = "".join(f"<tr><td>{o}</td><td>Industry Expert</td></tr>" for o in site.outsiders(3))
        winners = "".join(f"<li>{o} won first prize in a hackathon</li>" for o in site.outsiders(3))
        tabs = (
            f'<div class="tab-pane" id="about"><p>Established in 2001.</p></div><div class="tab-pane" id="faculty"><h3>Teaching Faculty</h3><div class="row">{cards}</div></div>'
            f'<div class="tab-pane" id="tech"><h3>Technical Staff</h3><table>{rows}</table></div><div class="tab-pane" id="bos"><h3>Board of Studies</h3><table>{board}</table></div>'
            f'<div class="tab-pane" id="ach"><h3>Student Achievements</h3><ul>{winners}</ul></div>'
        )
        add(f"/departments/{n}.html", name, f"<h1>{name}</h1>{tabs}", needed=True)
    add(
        "/placements.html",
        "Placements",
        "<h1>Placements</h1><table>"
        + "".join(f"<tr><td>{o}</td><td>Infra Ltd</td><td>6 LPA</td></tr>" for o in site.outsiders(6))
        + "</table>",
    )
    leaders = titled(site, site.staff(3), ("Principal", "Vice Principal", "Registrar"))
    add(
        "/administration.html",
        "Administration",
        "<h1>Administration</h1>"
        + "".join(f'<div class="admin"><h4>Dr. {p.name}</h4><p>{p.title}</p></div>' for p in leaders),
        needed=True,
    )
    add("/", "Home", "<h1>Welcome to Kamala Institute of Engineering</h1>", needed=True)


def js_menu(site: MadeSite) -> None:
    """A menu from arrays within arrays in a file of its own, and pages whose body a script leaves alone."""
    names = ("School of Nursing", "School of Pharmacy")
    entries: list[object] = [["Home", "index.html"], ["About the College", "about.html"]]
    entries.append(["Schools", "", [[name, f"school{n}.html"] for n, name in enumerate(names)]])
    entries.append(["News", "news.html"])
    site.pages["/scripts/nav.js"] = (
        f"var MENU_ITEMS = {json.dumps(entries)};\nfunction build(){{ /* draws the menu */ }}"
    )
    menu = '<script src="scripts/nav.js"></script><div id="nav"><script>build(MENU_ITEMS);</script></div>'
    add = adder(site, menu, " - Hathaway College of Health", "<p>Copyright Hathaway College of Health</p>")
    for n, name in enumerate(names):
        site.unit(name)
        people = site.staff(6)
        cells = "".join(f"<tr><td>{p.name}<br>{p.title}</td><td>{p.mail}</td></tr>" for p in people)
        add(
            f"/school{n}.html",
            name,
            f'<h1>{name}</h1><p><a href="school{n}_faculty.html">Meet our faculty</a></p>',
            needed=True,
        )
        add(
            f"/school{n}_faculty.html",
            f"Faculty of the {name}",
            f"<h1>Faculty</h1><table>{cells}</table>",
            needed=True,
        )
    add("/about.html", "About the College", "<h1>About</h1><p>Since 1950.</p>")
    add("/news.html", "News", "<h1>News</h1>" + "".join(f"<p>{o} visits the college</p>" for o in site.outsiders(3)))
    add("/index.html", "Welcome", "<h1>Welcome</h1>")
    site.pages["/"] = site.pages["/index.html"]
    site.needed |= {"/", "/scripts/nav.js"}


def br_institute(site: MadeSite) -> None:
    """A Brazilian institute: departments, "Corpo docente" with a link to a national register beside each name."""
    menu = '<div id="menu-principal"><ul><li><a href="/institucional">Institucional</a></li><li><a href="/departamentos">Departamentos</a></li><li><a href="/graduacao">Graduação</a></li><li><a href="/noticias">Notícias</a></li></ul></div>'
    add = adder(site, menu, " – Instituto de Química", "<p>Universidade Federal do Araripe</p>")
    shown = ""
    for n, name in enumerate(("Departamento de Química Orgânica", "Departamento de Físico-Química")):
        site.unit(name)
        people = titled(site, site.staff(6), ("Professor Titular", "Professora Associada", "Professor Adjunto"))
        rows = "".join(
            f'<p><strong>{("Prof. Dr. ", "Profa. Dra. ")[k % 2]}{p.name}</strong> – {p.title}<br>Sala {p.room} – <a href="http://lattes.example/{k}{n}">Currículo Lattes</a></p>'
            for k, p in enumerate(people)
        )
        add(
            f"/departamentos/d{n}",
            name,
            f'<h1>{name}</h1><ul><li><a href="/departamentos/d{n}/corpo-docente">Corpo docente</a></li><li><a href="/departamentos/d{n}/laboratorios">Laboratórios</a></li></ul>',
            needed=True,
        )
        add(f"/departamentos/d{n}/corpo-docente", "Corpo docente", f"<h1>Corpo docente</h1>{rows}", needed=True)
        add(f"/departamentos/d{n}/laboratorios", "Laboratórios", "<h1>Laboratórios</h1><p>Equipamentos.</p>")
        shown += f'<li><a href="/departamentos/d{n}">{name}</a></li>'
    add("/departamentos", "Departamentos", f"<h1>Departamentos</h1><ul>{shown}</ul>", needed=True)
    direction = titled(site, site.staff(2), ("Diretora", "Vice-Diretor"))
    add(
        "/institucional",
        "Institucional",
        "<h1>Institucional</h1><h2>Direção</h2>" + "".join(f"<p>{p.title}: Prof. {p.name}</p>" for p in direction),
    )
    add("/graduacao", "Graduação", "<h1>Graduação</h1><p>Bacharelado em Química</p>")
    add("/noticias", "Notícias", "".join(f"<p>Defesa de tese de {o} em 12/03/2024</p>" for o in site.outsiders(3)))
    add("/", "Instituto de Química", "<h1>Instituto de Química</h1>", needed=True)


def jp_department(site: MadeSite) -> None:
    """A Japanese faculty: departments, tables of rank, name and field."""
    menu = '<ul id="gnav"><li><a href="/gaiyo.html">学部概要</a></li><li><a href="/gakka.html">学科紹介</a></li><li><a href="/nyushi.html">入試情報</a></li></ul>'
    add = adder(site, menu, "｜北浜大学理学部", "<p>北浜大学理学部</p>")
    shown = ""
    for n, name in enumerate(("数学科", "化学科")):
        site.unit(name)
        people = titled(site, site.staff(6), ("教授", "准教授", "助教"))
        rows = "".join(f"<tr><th>{p.title}</th><td>{p.name}</td><td>{p.interest}</td></tr>" for p in people)
        add(
            f"/gakka{n}.html", name, f'<h2>{name}</h2><p><a href="/gakka{n}_kyoin.html">教員一覧</a></p>', needed=True
        )
        add(f"/gakka{n}_kyoin.html", f"{name} 教員一覧", f"<h2>教員一覧</h2><table>{rows}</table>", needed=True)
        shown += f'<li><a href="/gakka{n}.html">{name}</a></li>'
    add("/gakka.html", "学科紹介", f"<h2>学科紹介</h2><ul>{shown}</ul>", needed=True)
    add("/gaiyo.html", "学部概要", "<p>1949年設立。</p>")
    add("/nyushi.html", "入試情報", "<p>募集要項</p>")
    add("/", "北浜大学理学部", "<p>ようこそ</p>", needed=True)


def uk_people(site: MadeSite) -> None:
    """A British school: "Our people" as a table "Surname, Dr First", roles in the next column, visitors apart."""
    menu = '<div class="siteNav"><a href="/study">Study</a> <a href="/research">Research</a> <a href="/our-people">Our people</a> <a href="/events">Events</a></div>'
    add = adder(site, menu, " - School of Mathematics - University of Ashcombe", "<div>University of Ashcombe</div>")

    def rows(people: Sequence[Entry]) -> str:
        made = ""
        for k, p in enumerate(people):
            first, _, last = p.name.rpartition(" ")
            made += f'<tr><td><a href="/our-people/{k}{last.lower()}">{last}, {("Dr", "Prof.", "Ms")[k % 3]} {first}</a></td><td>{p.title}</td><td>+44 555 {k}00</td></tr>'
        return made

    academic = titled(
        site,
        site.staff(8),
        ("Senior Lecturer in Statistics", "Professor of Algebra", "Reader in Topology", "Research Fellow"),
    )
    support = titled(
        site,
        site.staff(4),
        ("School Manager", "Student Experience Officer", "PA to Head of School", "Finance Assistant"),
    )
    visitors = "".join(f"<li>{name}</li>" for name in site.outsiders(3))
    add(
        "/our-people",
        "Our people",
        f"<h1>Our people</h1><h2>Academic staff</h2><table>{rows(academic)}</table><h2>Professional services</h2><table>{rows(support)}</table><h2>Visitors</h2><ul>{visitors}</ul>",
        needed=True,
    )
    add("/study", "Study", "<h1>Study</h1><p>BSc Mathematics</p>")
    add("/research", "Research", "<h1>Research</h1><p>Algebra; Topology</p>")
    add(
        "/events",
        "Events",
        "<h1>Events</h1>" + "".join(f"<p>Seminar: {o} (elsewhere), Tuesday 14:00</p>" for o in site.outsiders(4)),
    )
    add("/", "Home", "<h1>School of Mathematics</h1>", needed=True)


def one_page(site: MadeSite) -> None:
    """A department on one page: sections behind anchors, people among news, courses and contacts."""
    people = site.staff(7)
    items = "".join(f"<li><strong>{p.name}</strong>, {p.title}. <em>{p.interest}</em>. {p.mail}</li>" for p in people)
    news = "".join(f"<p>{o} gave a talk in March 2024.</p>" for o in site.outsiders(3))
    menu = '<a href="#about">About</a> <a href="#people">People</a> <a href="#news">News</a> <a href="#contact">Contact</a>'
    body = (
        f'<h1>Department of Linguistics</h1><h3>University of Ashcombe</h3>{menu}<section id="about"><h2>About</h2><p>{"We study language. " * 20}</p></section>'
        f'<section id="people"><h2>People</h2><ul>{items}</ul></section><section id="news"><h2>News</h2>{news}</section><section id="contact"><h2>Contact</h2><p>Lincoln Tower 4</p></section>'
    )
    site.pages["/"] = page_of("Department of Linguistics, University of Ashcombe", body)
    site.needed.add("/")


SECOND: tuple[World, ...] = (
    World(us_university, ENGLISH, "Pinecrest State University"),
    World(us_group, ENGLISH, "Pinecrest State University", "Whitlock Lab"),
    World(cn_university, CHINESE, "江州理工大学", "", "gbk"),
    World(cn_cards, CHINESE, "江州理工大学", "土木工程系"),
    World(ru_cards, RUSSIAN, "Заречный государственный университет", "Институт наук о Земле"),
    World(se_university, SWEDISH, "Norrviks universitet"),
    World(in_engineering, INDIAN, "Kamala Institute of Engineering", "Kamala Institute of Engineering"),
    World(js_menu, ENGLISH, "Hathaway College of Health", "Hathaway College of Health"),
    World(br_institute, PORTUGUESE, "Universidade Federal do Araripe", "Instituto de Química"),
    World(jp_department, JAPANESE, "北浜大学", "理学部"),
    World(uk_people, ENGLISH, "University of Ashcombe", "School of Mathematics"),
    World(one_page, ENGLISH, "University of Ashcombe", "Department of Linguistics"),
)
