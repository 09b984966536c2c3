# ruff: noqa: E501 - HTML in strings reads best on one line
"""The third part of the sites of the world: written after the rules had been mended on the first two."""

from __future__ import annotations

import json

from benchmarks.made_sites.sites import MadeSite
from benchmarks.made_sites.speech import CHINESE, ENGLISH, GERMAN, INDIAN, RUSSIAN, SWEDISH
from benchmarks.made_sites.world import World, adder, page_of, titled


def in_template(site: MadeSite) -> None:
    """An Indian college in a bought template: departments as cards with "Read More", a team, students' praise."""
    menu = '<header id="header"><a href="index.html" class="logo"><img src="logo.png" alt="logo"></a><nav id="navbar"><ul><li><a href="index.html">Home</a></li><li><a href="about.html">About</a></li><li><a href="departments.html">Departments</a></li><li><a href="faculty.html">Faculty</a></li><li><a href="gallery.html">Gallery</a></li><li><a href="contact.html">Contact</a></li></ul></nav></header>'
    foot = '<footer><h4>Useful Links</h4><ul><li><a href="#">Terms of service</a></li></ul><div class="copyright">&copy; Copyright <strong>Sardar Polytechnic College</strong>. All Rights Reserved</div><div class="credits">Designed by <a href="https://bootstrap.example/">BootWorks</a></div></footer>'
    add = adder(site, menu, " - Sardar Polytechnic College", foot)
    cards = ""
    for n, name in enumerate(
        (
            "Department of Civil Engineering",
            "Department of Electrical Engineering",
            "Department of Computer Engineering",
        )
    ):
        site.unit(name)
        cards += f'<div class="col-lg-4"><div class="course-item"><img src="d{n}.jpg" alt="..."><div class="course-content"><h3>{name}</h3><p>Learn with us since {1990 + n}.</p><a href="dept-{n}.html" class="btn">Read More</a></div></div></div>'
        hod = titled(site, site.staff(1), ("Head of Department",))[0]
        add(
            f"/dept-{n}.html",
            name,
            f"<h1>{name}</h1><p>Vision: to be the best.</p><h3>Message from HOD</h3><p>{'Welcome to our department. ' * 4}</p><h4>Prof. {hod.name}</h4><span>Head of Department</span>",
            needed=True,
        )
    add(
        "/departments.html",
        "Departments",
        f'<div class="breadcrumbs"><h2>Departments</h2></div><div class="row">{cards}</div>',
        needed=True,
    )
    team = titled(site, site.staff(9), ("Lecturer", "Senior Lecturer", "Workshop Instructor"))
    shown = "".join(
        f'<div class="member"><img src="t{k}.jpg" class="img-fluid" alt=""><div class="member-content"><h4>{p.name}</h4><span>{p.title}</span><p>Aspernatur fugit.</p><div class="social"><a href=""><i class="bi-x"></i></a></div></div></div>'
        for k, p in enumerate(team)
    )
    add(
        "/faculty.html",
        "Faculty",
        f'<div class="breadcrumbs"><h2>Faculty</h2></div><div class="row">{shown}</div>',
        needed=True,
    )
    praise = "".join(
        f'<div class="testimonial-item"><img src="s{k}.jpg"><h3>{o}</h3><h4>{("Student", "Alumnus", "Parent")[k % 3]}</h4><p>Great college.</p></div>'
        for k, o in enumerate(site.outsiders(4))
    )
    add(
        "/about.html",
        "About",
        f"<h2>About Us</h2><p>Founded in 1985.</p><h2>Testimonials</h2><div class='swiper'>{praise}</div>",
    )
    add("/gallery.html", "Gallery", "<h2>Gallery</h2>")
    add("/contact.html", "Contact", "<h2>Contact</h2><p>A108 Main Street</p>")
    add(
        "/index.html",
        "Home",
        f"<h1>Sardar Polytechnic College</h1><p>Learning today, leading tomorrow.</p><h2>Testimonials</h2>{praise}",
    )
    site.pages["/"] = site.pages["/index.html"]
    site.needed.add("/")


def cn_lab(site: MadeSite) -> None:
    """A Chinese laboratory: teachers, doctoral students and graduates under headings on one page of members."""
    menu = '<nav><a href="index.html">首页</a> <a href="members.html">团队成员</a> <a href="papers.html">论文成果</a> <a href="news.html">新闻</a> <a href="en/index.html">English</a></nav>'
    add = adder(site, menu, " - 智能感知实验室", "<footer>江州理工大学 计算机学院 智能感知实验室 © 2023</footer>")
    teachers = titled(site, site.staff(4), ("教授", "副教授", "讲师"))
    doctors = titled(site, site.staff(4), ("博士生",))
    body = "<h3>教师</h3>" + "".join(
        f'<div class="m"><img src="{k}.jpg"><div><b>{p.name}</b> {p.title}<br>邮箱：{p.mail}</div></div>'
        for k, p in enumerate(teachers)
    )
    body += "<h3>博士生</h3><ul>" + "".join(f"<li>{p.name}（2021级）</li>" for p in doctors) + "</ul>"
    body += "<h3>毕业生</h3><ul>" + "".join(f"<li>{o}（2019届，华讯公司）</li>" for o in site.outsiders(5)) + "</ul>"
    add("/members.html", "团队成员", f"<h2>团队成员</h2>{body}", needed=True)
    add(
        "/papers.html",
        "论文成果",
        "<h2>论文成果</h2><ol>"
        + "".join(f"<li>{'，'.join(site.outsiders(3))}．图像识别．计算机学报，2021．</li>" for _ in range(3))
        + "</ol>",
    )
    add(
        "/news.html",
        "新闻",
        "<h2>新闻</h2>"
        + "".join(f"<p>2023-04-0{k} 祝贺{o}论文被录用</p>" for k, o in enumerate(site.outsiders(3), 1)),
    )
    add("/en/index.html", "Home", "<h2>Intelligent Sensing Lab</h2>")
    add("/index.html", "首页", "<h1>智能感知实验室</h1><p>欢迎加入我们。</p>")
    site.pages["/"] = site.pages["/index.html"]
    site.needed.add("/")


def us_course(site: MadeSite) -> None:
    """A small department made by Hugo: people with outside homepages, a seminar with speakers, a course with helpers."""
    menu = '<nav class="navbar"><a class="brand" href="/">Statistics at Pinecrest</a><a href="/people/">People</a><a href="/seminar/">Seminar</a><a href="/teaching/">Teaching</a><a href="/post/">Blog</a></nav>'
    add = adder(
        site,
        menu,
        " | Department of Statistics",
        "<footer>Department of Statistics, Pinecrest State University. Powered by Hugo.</footer>",
    )
    people = site.staff(8)
    rows = "".join(
        f'<div class="people-person"><a href="https://{p.name.split()[-1].lower()}.example/"><img class="avatar" src="/a{k}.png" alt="Avatar"></a><div class="portrait-title"><h2><a href="https://{p.name.split()[-1].lower()}.example/">{p.name}</a></h2><h3>{p.title}</h3><p class="people-interests">{p.interest}</p></div></div>'
        for k, p in enumerate(people)
    )
    add("/people/", "People", f"<h1>People</h1>{rows}", needed=True)
    talks = "".join(
        f"<tr><td>Sep {k + 2}</td><td>{o}</td><td>University of Ashcombe</td><td>On sampling</td></tr>"
        for k, o in enumerate(site.outsiders(6))
    )
    add(
        "/seminar/",
        "Seminar",
        f"<h1>Seminar</h1><table><tr><th>Date</th><th>Speaker</th><th>Affiliation</th><th>Title</th></tr>{talks}</table>",
    )
    helpers = "".join(f"<li>{o} — office hours Mon 3pm, Davis Hall</li>" for o in site.outsiders(4))
    add("/teaching/", "Teaching", '<h1>Teaching</h1><a href="/teaching/stat101/">STAT 101</a>')
    add(
        "/teaching/stat101/",
        "STAT 101",
        f"<h1>STAT 101</h1><p>Instructor: {people[0].name}</p><h3>TAs</h3><ul>{helpers}</ul>",
    )
    add("/post/", "Blog", "".join(f"<h3>Meet our graduate: {o}</h3><p>Jan 2024</p>" for o in site.outsiders(3)))
    add("/", "Home", "<h1>Department of Statistics</h1><p>Numbers.</p>", needed=True)


def ru_frames(site: MadeSite) -> None:
    """A Russian chair of the nineties: frames in windows-1251, teachers in paragraphs with dashes."""

    def page(path: str, title: str, body: str, *, needed: bool = False) -> None:
        site.pages[path] = page_of(title, f"<font face=Arial>{body}</font>", "windows-1251")
        if needed:
            site.needed.add(path)

    site.pages["/"] = (
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1251"><title>Кафедра гидравлики</title></head>'
        '<frameset rows="80,*"><frame src="top.htm"><frameset cols="200,*"><frame src="menu.htm"><frame src="main.htm" name="main"></frameset></frameset></html>'
    )
    site.needed |= {"/", "/menu.htm"}
    page("/top.htm", "", "<h1>Кафедра гидравлики</h1>Заречный государственный технический университет")
    page(
        "/menu.htm",
        "",
        "".join(
            f'<p><a href="{url}" target="main">{text}</a>'
            for text, url in (
                ("О кафедре", "main.htm"),
                ("Наши преподаватели", "prepod.htm"),
                ("Студентам", "stud.htm"),
                ("Выпускники", "vyp.htm"),
            )
        ),
    )
    people = titled(site, site.staff(9), ("профессор", "доцент", "старший преподаватель", "ассистент", "лаборант"))
    page(
        "/prepod.htm",
        "Преподаватели",
        "<h2>Наши преподаватели</h2>"
        + "".join(
            f"<p><b>{p.name}</b> – {p.title}. Окончил университет в {1970 + k} году. Читает лекции по гидравлике."
            for k, p in enumerate(people)
        ),
        needed=True,
    )
    page(
        "/main.htm",
        "О кафедре",
        "<h2>О кафедре</h2><p>Кафедра основана в 1934 году."
        + "".join(f" Здесь работал профессор {o}." for o in site.outsiders(2)),
    )
    page("/stud.htm", "Студентам", "<h2>Студентам</h2><p>Расписание.")
    page(
        "/vyp.htm",
        "Выпускники",
        "<h2>Выпускники</h2>" + "".join(f"<p>{o}, директор завода" for o in site.outsiders(5)),
    )


def se_english(site: MadeSite) -> None:
    """A Swedish department: a table without titles, profiles that have them, and the same in English."""
    menu = '<div id="nav"><a href="/sv/">Hem</a> <a href="/sv/personal/">Personal</a> <a href="/sv/utbildning/">Utbildning</a> <a href="/en/">In English</a></div>'
    add = adder(site, menu, " | Institutionen för matematik, Norrviks universitet", "<p>Norrviks universitet</p>")
    people = site.staff(8, "/sv/personal/{}/")
    rows = "".join(
        f'<tr><td><a href="{p.url}">{p.name}</a></td><td>{p.room}</td><td>{p.phone}</td><td>{p.mail}</td></tr>'
        for p in people
    )
    add(
        "/sv/personal/",
        "Personal",
        f"<h1>Personal</h1><table><tr><th>Namn</th><th>Rum</th><th>Telefon</th><th>E-post</th></tr>{rows}</table>",
        needed=True,
    )
    for p in people:
        add(
            p.url,
            p.name,
            f"<h1>{p.name}</h1><dl><dt>Titel</dt><dd>{p.title}</dd><dt>E-post</dt><dd>{p.mail}</dd></dl>",
            needed=True,
        )
    add("/sv/utbildning/", "Utbildning", "<h1>Utbildning</h1><p>Matematik I, 30 hp</p>")
    add(
        "/en/", "Department of Mathematics", '<h1>Department of Mathematics</h1><p><a href="/en/staff/">Staff</a></p>'
    )
    add("/en/staff/", "Staff", f"<h1>Staff</h1><table>{rows.replace('/sv/personal/', '/en/staff/')}</table>")
    for p in people:
        add(p.url.replace("/sv/personal/", "/en/staff/"), p.name, f"<h1>{p.name}</h1><p>{p.mail}</p>")
    add("/sv/", "Start", "<h1>Institutionen för matematik</h1>")
    site.pages["/"] = site.pages["/sv/"]
    site.needed.add("/")


def components(site: MadeSite) -> None:
    """A menu from a script that defines an element of its own, and a list that another script draws from objects."""
    links = {
        "Home": "/index.html",
        "Programmes": "/programmes.html",
        "Departments": "/departments.html",
        "Contact": "/contact.html",
    }
    inner = "".join(
        f'<li><a href="{url}">${{t("{text}")}}</a></li>' if text == "Home" else f'<li><a href="{url}">{text}</a></li>'
        for text, url in links.items()
    )
    site.pages["/js/components.js"] = (
        f"class SiteHeader extends HTMLElement {{ connectedCallback() {{ this.innerHTML = `<nav><ul>{inner}</ul></nav>`; }} }}\ncustomElements.define('site-header', SiteHeader);"
    )
    menu = '<site-header></site-header><script src="/js/components.js" defer></script>'
    add = adder(site, menu, " | Ashcombe College", "<p>© Ashcombe College</p>")
    shown = []
    for n, name in enumerate(("Department of Music", "Department of Drama")):
        site.unit(name)
        shown.append({"title": name, "link": f"/dept{n}.html", "summary": "Join us"})
        people = site.staff(6)
        objects = ",\n".join(
            f"{{ fullName: '{p.name}', role: '{p.title}', photo: '/p{k}.jpg' }}" for k, p in enumerate(people)
        )
        add(
            f"/dept{n}.html",
            name,
            f"<h1>{name}</h1><h2>Faculty</h2><div id='grid'></div><script>const faculty = [{objects}]; render(faculty);</script>",
            needed=True,
        )
    add(
        "/departments.html",
        "Departments",
        f"<h1>Departments</h1><div id='list'></div><script>const DEPARTMENTS = {json.dumps(shown)};</script>",
        needed=True,
    )
    add("/programmes.html", "Programmes", "<h1>Programmes</h1><p>BA Music, BA Drama</p>")
    add("/contact.html", "Contact", "<h1>Contact</h1>")
    add("/index.html", "Home", "<h1>Ashcombe College</h1>")
    site.pages["/"] = site.pages["/index.html"]
    site.needed |= {"/", "/js/components.js"}


def in_initials(site: MadeSite) -> None:
    """An Indian university department: names in capitals with initials behind, a table of departments."""
    menu = '<ul id="menu"><li><a href="default.aspx">HOME</a></li><li><a href="depts.aspx">ACADEMIC DEPARTMENTS</a></li><li><a href="exam.aspx">EXAMINATION</a></li><li><a href="rti.aspx">RTI</a></li></ul>'
    add = adder(site, menu, " :: Godavari University", "<p>Godavari University, Nanded Road</p>")
    rows = ""
    for n, name in enumerate(
        ("School of Physical Sciences", "School of Life Sciences", "Department of Library Science")
    ):
        site.unit(name)
        rows += f'<tr><td>{n + 1}</td><td><a href="dept.aspx?code={n}">{name}</a></td><td>0246{n}-555</td></tr>'
        people = titled(site, site.staff(5), ("Professor & Director", "Assistant Professor", "Associate Professor"))
        cells = ""
        for k, p in enumerate(people, 1):
            first, _, last = p.name.partition(" ")
            name_shown = f"{last.upper()} {first[0]}. R."
            site.people[f"{last.upper()} {first[0]}. R."] = site.people.pop(p.name)
            cells += f"<tr><td>{k}</td><td>{('Prof. ', 'Dr. ', 'Shri ')[k % 3]}{name_shown}</td><td>{p.title}</td><td>{p.mail}</td></tr>"
        add(
            f"/dept.aspx?code={n}",
            name,
            f"<h2>{name}</h2><h3>Faculty Members</h3><table border=1><tr><td>Sr.</td><td>Name</td><td>Designation</td><td>Email</td></tr>{cells}</table>",
            needed=True,
        )
    add("/depts.aspx", "ACADEMIC DEPARTMENTS", f"<h2>ACADEMIC DEPARTMENTS</h2><table>{rows}</table>", needed=True)
    add("/exam.aspx", "EXAMINATION", "<p>Results of the summer examination.</p>")
    add("/rti.aspx", "RTI", "<p>Act 2005</p>")
    add("/default.aspx", "HOME", "<h2>Welcome to Godavari University</h2>")
    site.pages["/"] = site.pages["/default.aspx"]
    site.needed.add("/")


def us_table(site: MadeSite) -> None:
    """One table for a whole college: last name, first name, title, department, phone."""
    menu = '<p><a href="/">Home</a> | <a href="/catalog.htm">Catalog</a> | <a href="/directory.htm">Employee Directory</a> | <a href="/library.htm">Library</a></p>'
    add = adder(site, menu, " - Brockway Community College", "<p>Brockway Community College</p>")
    units = [
        site.unit(name) for name in ("Department of Nursing", "Department of Welding", "Department of Mathematics")
    ]
    people = titled(site, site.staff(15), ("Instructor", "Associate Professor", "Department Chair", "Lab Assistant"))
    rows = ""
    for k, p in enumerate(people):
        first, _, last = p.name.rpartition(" ")
        rows += f"<tr><td>{last}</td><td>{first}</td><td>{p.title}</td><td>{units[k % 3]}</td><td>{p.phone}</td></tr>"
    add(
        "/directory.htm",
        "Employee Directory",
        f"<h2>Employee Directory</h2><table><tr><th>Last Name</th><th>First Name</th><th>Title</th><th>Department</th><th>Phone</th></tr>{rows}</table>",
        needed=True,
    )
    add("/catalog.htm", "Catalog", "<p>Nursing, Welding</p>")
    add("/library.htm", "Library", "<p>Books</p>")
    add("/", "Brockway Community College", "<h2>Welcome</h2>", needed=True)


def cn_nested(site: MadeSite) -> None:
    """A Chinese university: colleges with their departments in nested lists, teachers in tables with sex and degree."""
    menu = '<div id="nav"><ul><li><a href="/">网站首页</a></li><li><a href="/xxgk/">学校简介</a></li><li><a href="/jgsz/jxdw.htm">教学单位</a></li><li><a href="/gljg/">管理机构</a></li></ul></div>'
    add = adder(site, menu, "-南屏大学", "<div>南屏大学 南屏市大学路8号</div>")
    shown = ""
    for f, (name, parts) in enumerate(
        (("经济管理学院", ("会计系", "金融系")), ("生命科学学院", ("植物学系", "动物学系")))
    ):
        site.unit(name)
        inner = ""
        for d, part in enumerate(parts):
            site.unit(part, name)
            people = titled(site, site.staff(5), ("教授", "副教授", "讲师"))
            rows = "".join(
                f"<tr><td>{k}</td><td>{p.name}</td><td>{'男女'[k % 2]}</td><td>{p.title}</td><td>博士</td><td>{p.interest}</td></tr>"
                for k, p in enumerate(people, 1)
            )
            base = f"/c{f}/d{d}"
            inner += f'<li><a href="{base}.htm">{part}</a></li>'
            add(
                f"{base}.htm",
                part,
                f'<h1>{part}</h1><p>{part}现有教师五人。</p><a href="{base}/jsml.htm">教师名录</a>',
                needed=True,
            )
            add(
                f"{base}/jsml.htm",
                f"教师名录-{part}",
                f"<h1>教师名录</h1><table><tr><td>序号</td><td>姓名</td><td>性别</td><td>职称</td><td>学位</td><td>研究方向</td></tr>{rows}</table>",
                needed=True,
            )
        shown += f'<li><a href="/c{f}/index.htm">{name}</a><ul>{inner}</ul></li>'
        add(f"/c{f}/index.htm", name, f"<h1>{name}</h1><p>学院简介</p>", needed=True)
    add("/jgsz/jxdw.htm", "教学单位", f"<h1>教学单位</h1><ul>{shown}</ul>", needed=True)
    add("/gljg/", "管理机构", "<ul><li>教务处</li><li>科研处</li><li>人事处</li></ul>")
    add("/xxgk/", "学校简介", "<p>南屏大学创办于1958年。</p>")
    add("/", "首页", "<h1>南屏大学</h1>", needed=True)


def de_register(site: MadeSite) -> None:
    """A German university: faculties and institutes with bare names, a register "Name, Vorname" with functions."""
    menu = '<nav><ul><li><a href="/studium">Studium</a></li><li><a href="/universitaet/organisation">Organisation</a></li><li><a href="/aktuelles">Aktuelles</a></li></ul></nav>'
    add = adder(site, menu, " – Universität Falkenried", "<footer>Universität Falkenried · Impressum</footer>")
    tops = ""
    for f, (faculty, parts) in enumerate(
        (
            ("Philosophische Fakultät", ("Historisches Institut", "Institut für Germanistik")),
            ("Medizinische Fakultät", ("Anatomisches Institut", "Institut für Biochemie")),
        )
    ):
        site.unit(faculty)
        inner = ""
        for d, part in enumerate(parts):
            site.unit(part, faculty)
            base = f"/fak{f}/inst{d}"
            people = titled(
                site,
                site.staff(5),
                (
                    "Institutsleiterin",
                    "Wissenschaftliche Mitarbeiterin",
                    "Lehrbeauftragter",
                    "Studentische Hilfskraft",
                    "Sekretärin",
                ),
            )
            rows = ""
            for p in people:
                first, _, last = p.name.partition(" ")
                rows += f'<li><span class="pname">{last}, {first}</span> <span class="ptitle">Dr.</span><br><span class="pfunc">{p.title}</span></li>'
            inner += f'<li><a href="{base}">{part}</a></li>'
            add(
                base,
                part,
                f'<h1>{part}</h1><aside><a href="{base}/personen">Personen</a><a href="{base}/lehre">Lehre</a></aside>',
                needed=True,
            )
            add(f"{base}/personen", f"Personen – {part}", f"<h1>Personen</h1><ul>{rows}</ul>", needed=True)
            add(f"{base}/lehre", "Lehre", "<h1>Lehre</h1><p>Vorlesungsverzeichnis</p>")
        tops += f'<li><a href="/fak{f}">{faculty}</a></li>'
        add(f"/fak{f}", faculty, f"<h1>{faculty}</h1><h2>Einrichtungen</h2><ul>{inner}</ul>", needed=True)
    add(
        "/universitaet/organisation",
        "Organisation",
        f"<h1>Organisation</h1><h2>Fakultäten</h2><ul>{tops}</ul><h2>Verwaltung</h2><ul><li>Dezernat Finanzen</li><li>Dezernat Personal</li></ul>",
        needed=True,
    )
    add("/studium", "Studium", "<h1>Studium</h1><p>Studiengänge</p>")
    add(
        "/aktuelles", "Aktuelles", "".join(f"<p>12.03.2024 {o} erhält Forschungspreis</p>" for o in site.outsiders(4))
    )
    add("/", "Startseite", "<h1>Universität Falkenried</h1>", needed=True)


def avatars(site: MadeSite) -> None:
    """Cards of a modern kit: initials in a circle, the name in a div, rank and room as chips, filters as buttons."""
    menu = '<div class="topbar"><a href="/">School of Design</a><a href="/courses">Courses</a><a href="/team">Meet the team</a><a href="/stories">Student stories</a></div>'
    add = adder(site, menu, " • School of Design", "<div>Ashcombe University of the Arts</div>")
    people = site.staff(10)
    cards = "".join(
        f'<article class="c"><div class="circle">{p.name[0]}{p.name.split()[-1][0]}</div><div class="w"><div class="t">{p.name}</div><div class="chips"><span class="chip">{p.title}</span><span class="chip">Room {p.room}</span></div><a class="more" href="mailto:{p.mail}">Say hello</a></div></article>'
        for p in people
    )
    add(
        "/team",
        "Meet the team",
        f"<h1>Meet the team</h1><div><button>All</button><button>Fashion</button><button>Graphics</button></div>{cards}",
        needed=True,
    )
    stories = "".join(
        f'<article class="c"><div class="w"><div class="t">{o}</div><div class="chips"><span class="chip">BA Fashion, 2022</span></div></div></article>'
        for o in site.outsiders(6)
    )
    add("/stories", "Student stories", f"<h1>Student stories</h1>{stories}")
    add("/courses", "Courses", "<h1>Courses</h1><p>BA Fashion</p>")
    add("/", "Home", "<h1>School of Design</h1>", needed=True)


def two_meanings(site: MadeSite) -> None:
    """A university of the Commonwealth, where a faculty is a unit: "Faculties", "Faculty of Law", "Academic staff"."""
    menu = '<ul class="nav"><li><a href="/about">About Us</a></li><li><a href="/faculties">Faculties</a></li><li><a href="/registry">Registry</a></li><li><a href="/news">News &amp; Events</a></li></ul>'
    add = adder(site, menu, " | Mount Farnham University", "<p>Mount Farnham University</p>")
    shown = ""
    for f, (faculty, parts) in enumerate(
        (
            ("Faculty of Law", ("Public Law", "Private Law")),
            ("Faculty of Agriculture", ("Crop Science", "Animal Science")),
        )
    ):
        site.unit(faculty)
        inner = body = ""
        for d, part in enumerate(parts):
            name = site.unit(f"Department of {part}", faculty)
            inner += f'<li><a href="/faculties/f{f}#d{d}">{name}</a></li>'
            people = site.staff(4)
            body += f"<h2>{name}</h2><ul>" + "".join(f"<li>{p.title}: Dr. {p.name}</li>" for p in people) + "</ul>"
        dean = titled(site, site.staff(1), ("Dean",))[0]
        add(
            f"/faculties/f{f}",
            faculty,
            f'<h1>{faculty}</h1><p>Dean: Prof. {dean.name}</p><h3>Departments</h3><ul>{inner}</ul><p><a href="/faculties/f{f}/academic-staff">Academic staff</a></p>',
            needed=True,
        )
        add(
            f"/faculties/f{f}/academic-staff",
            f"Academic staff - {faculty}",
            f"<h1>Academic staff</h1>{body}",
            needed=True,
        )
        shown += f'<li><a href="/faculties/f{f}">{faculty}</a></li>'
    add("/faculties", "Faculties", f"<h1>Faculties</h1><ul>{shown}</ul>", needed=True)
    add(
        "/about",
        "About Us",
        "<h1>About Us</h1><h2>University Council</h2><ul>"
        + "".join(f"<li>{o}, Member</li>" for o in site.outsiders(4))
        + "</ul>",
    )
    add("/registry", "Registry", "<h1>Registry</h1><p>Admissions, records.</p>")
    add("/news", "News & Events", "".join(f"<p>Public lecture by {o}</p>" for o in site.outsiders(3)))
    add("/", "Home", "<h1>Mount Farnham University</h1>", needed=True)


THIRD: tuple[World, ...] = (
    World(in_template, INDIAN, "Sardar Polytechnic College", "Sardar Polytechnic College"),
    World(cn_lab, CHINESE, "江州理工大学", "智能感知实验室"),
    World(us_course, ENGLISH, "Pinecrest State University", "Department of Statistics"),
    World(
        ru_frames, RUSSIAN, "Заречный государственный технический университет", "Кафедра гидравлики", "windows-1251"
    ),
    World(se_english, SWEDISH, "Norrviks universitet", "Institutionen för matematik"),
    World(components, ENGLISH, "Ashcombe College", "Ashcombe College"),
    World(in_initials, INDIAN, "Godavari University"),
    World(us_table, ENGLISH, "Brockway Community College", "Brockway Community College"),
    World(cn_nested, CHINESE, "南屏大学"),
    World(de_register, GERMAN, "Universität Falkenried"),
    World(avatars, ENGLISH, "Ashcombe University of the Arts", "School of Design"),
    World(two_meanings, ENGLISH, "Mount Farnham University"),
)
