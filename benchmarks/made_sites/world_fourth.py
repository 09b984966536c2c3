# ruff: noqa: E501 - HTML in strings reads best on one line
"""The fourth part of the sites of the world: written after the rules had been mended on the first three."""

from __future__ import annotations

import json
from dataclasses import replace

from benchmarks.made_sites.sites import MadeSite
from benchmarks.made_sites.speech import CHINESE, ENGLISH, INDIAN, RUSSIAN, SWEDISH
from benchmarks.made_sites.world import World, adder, page_of, titled

ITALIAN = replace(
    ENGLISH,
    code="it",
    given=("Giulia", "Lorenzo", "Chiara", "Matteo", "Federica", "Alessio", "Silvia", "Davide"),
    family=("Bonfanti", "Caruso", "De Santis", "Ferrero", "Lombardi", "Marchetti", "Pellegrini", "Rinaldi", "Vitale"),
)
POLISH = replace(
    ENGLISH,
    code="pl",
    given=("Agnieszka", "Tomasz", "Małgorzata", "Paweł", "Joanna", "Krzysztof", "Ewa", "Marcin"),
    family=("Kowalczyk", "Wiśniewski", "Dąbrowska", "Lewandowski", "Zielińska", "Szymański", "Woźniak", "Jankowska"),
)
TURKISH = replace(
    ENGLISH,
    code="tr",
    given=("Ayşe", "Mehmet", "Zeynep", "Mustafa", "Elif", "Emre", "Fatma", "Hakan"),
    family=("Yıldırım", "Demirci", "Özkan", "Kılıç", "Aydoğan", "Şahin", "Korkmaz", "Güneş"),
)
KOREAN = replace(
    CHINESE,
    code="ko",
    given=("민수", "지영", "현우", "서연", "동현", "은정", "성호", "미경"),
    family=("김", "이", "박", "최", "정", "강", "조", "윤"),
)


def us_rows(site: MadeSite) -> None:
    """An American department in tables: picture, bold name, where the doctorate is from, rank, research, phone."""
    menu = '<table width=800><tr><td><a href="index.html">Home</a></td><td><a href="undergrad.html">Undergraduate</a></td><td><a href="faculty.html">Faculty</a></td><td><a href="staff.html">Staff</a></td><td><a href="gradstudents.html">Grad Students</a></td></tr></table>'
    add = adder(
        site,
        menu,
        " - Computer Science",
        "<hr><i>Department of Computer Science, University of Ashcombe, 120 Franklin Hall</i>",
    )
    people = titled(
        site,
        site.staff(9),
        ("Associate Professor", "Professor and Chair", "Assistant Professor", "Research Professor"),
    )
    rows = "".join(
        f'<tr><td><img src="{k}.gif"></td><td><a href="http://www.ashcombe.example/~u{k}"><b>{p.name}</b></a><br>Ph.D., University of Northmoor, {1980 + k}<br>{p.title}<br><font size=-1>Research: {p.interest}</font><br>Office: 3{k} Franklin Hall, 555-10{k}</td></tr>'
        for k, p in enumerate(people)
    )
    add("/faculty.html", "Faculty", f"<h2>Faculty</h2><table>{rows}</table>", needed=True)
    staff = titled(
        site,
        site.staff(4),
        ("Department Manager", "Systems Administrator", "Graduate Program Coordinator", "Office Assistant"),
    )
    add(
        "/staff.html",
        "Staff",
        "<h2>Staff</h2><ul>"
        + "".join(f"<li>{p.name}, {p.title}, x5-{k}11</li>" for k, p in enumerate(staff))
        + "</ul>",
        needed=True,
    )
    add(
        "/gradstudents.html",
        "Grad Students",
        "<h2>Grad Students</h2><ul>" + "".join(f"<li>{o}</li>" for o in site.outsiders(8)) + "</ul>",
    )
    add("/undergrad.html", "Undergraduate", "<h2>Undergraduate</h2><p>Our BS program.</p>")
    add("/index.html", "Welcome", "<h1>Department of Computer Science</h1><p>University of Ashcombe</p>")
    site.pages["/"] = site.pages["/index.html"]
    site.needed.add("/")


def us_lab(site: MadeSite) -> None:
    """A laboratory's page with roles in brackets behind names, collaborators of elsewhere, and a list of old members."""
    menu = '<p>[<a href="/">home</a>] [<a href="/people.html">people</a>] [<a href="/pubs.html">papers</a>] [<a href="/code.html">code</a>]</p>'
    add = adder(site, menu, " : Cognitive Systems Laboratory", "<p>University of Ashcombe</p>")
    people = titled(site, site.staff(8), ("Director", "Postdoctoral Fellow", "PhD student", "Lab manager"))
    body = (
        "<ul>"
        + "".join(f'<li><a href="http://u{k}.example/">{p.name}</a> ({p.title})</li>' for k, p in enumerate(people))
        + "</ul>"
    )
    body += (
        "<h3>Collaborators</h3><ul>"
        + "".join(f"<li>{o} (Northmoor)</li>" for o in site.outsiders(4))
        + "</ul><h3>Past members</h3><ul>"
        + "".join(f"<li>{o}</li>" for o in site.outsiders(5))
        + "</ul>"
    )
    add("/people.html", "People", f"<h2>People</h2>{body}", needed=True)
    add(
        "/pubs.html",
        "Papers",
        "<h2>Papers</h2>"
        + "".join(
            f"<p>{o} & {q} (2018). On minds. <i>Cognition</i>.</p>"
            for o, q in zip(site.outsiders(4), site.outsiders(4), strict=True)
        ),
    )
    add("/code.html", "Code", "<h2>Code</h2><p>Tools.</p>")
    add("/", "Home", "<h1>Cognitive Systems Laboratory</h1><p>We study minds.</p>", needed=True)


def cn_grid(site: MadeSite) -> None:
    """A Chinese college: four people a row, rank below the name, English names beside the Chinese ones."""
    menu = '<ul class="nav"><li><a href="/main.psp">首页</a></li><li><a href="/1001/list.htm">学院概况</a></li><li><a href="/1002/list.htm">师资力量</a></li><li><a href="/1003/list.htm">党群工作</a></li></ul>'
    add = adder(site, menu, "", "<div>Copyright © 2022 南屏大学化学与化工学院 All Rights Reserved</div>")
    people = titled(site, site.staff(12, "/{}/main.psp"), ("教授", "副教授", "副研究员", "讲师"))
    cells = [
        "".join(
            f'<td><a href="{p.url}" target="_blank"><img src="/u{k}.png" width=100></a><br><a href="{p.url}">{p.name}</a><br>{p.title}</td>'
            for k, p in enumerate(people[4 * r : 4 * r + 4])
        )
        for r in range(3)
    ]
    add(
        "/1002/list.htm",
        "师资力量",
        "<h3>师资力量</h3><table>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>",
        needed=True,
    )
    for p in people:
        add(p.url, p.name, f"<p>姓名：{p.name}</p><p>职称：{p.title}</p><p>学历：博士</p>")
    site.unit("应用化学系")
    site.unit("分析测试中心")
    add(
        "/1001/list.htm",
        "学院概况",
        '<p>学院下设<a href="/yh/main.psp">应用化学系</a>、<a href="/fx/main.psp">分析测试中心</a>等单位。</p>',
        needed=True,
    )
    add("/yh/main.psp", "应用化学系", "<h3>应用化学系</h3><p>专业介绍</p>", needed=True)
    add("/fx/main.psp", "分析测试中心", "<h3>分析测试中心</h3><p>仪器预约</p>", needed=True)
    add(
        "/1003/list.htm",
        "党群工作",
        "".join(f"<p>{o}同志先进事迹 2022-06-0{k}</p>" for k, o in enumerate(site.outsiders(4), 1)),
    )
    add("/main.psp", "南屏大学化学与化工学院", "<p>通知公告</p>")
    site.pages["/"] = site.pages["/main.psp"]
    site.needed.add("/")


def ru_sveden(site: MadeSite) -> None:
    """The table that Russian law asks for: teachers with posts, subjects, degrees, training and years of service."""
    menu = '<div class="menu"><a href="/">Главная</a><a href="/sveden/common/">Основные сведения</a><a href="/sveden/struct/">Структура и органы управления</a><a href="/sveden/employees/">Руководство. Педагогический состав</a><a href="/abitur/">Поступающим</a></div>'
    add = adder(site, menu, " — Заречный педагогический колледж", "<p>ГБПОУ «Заречный педагогический колледж»</p>")
    people = titled(
        site,
        site.staff(10),
        ("преподаватель", "методист", "преподаватель высшей категории", "мастер производственного обучения"),
    )
    rows = "".join(
        f'<tr itemprop="teachingStaff"><td>{k}</td><td itemprop="fio">{p.name}</td><td itemprop="post">{p.title}</td><td itemprop="teachingDiscipline">Физика; Математика</td><td itemprop="teachingLevel">высшее, Заречный государственный университет</td><td itemprop="profDevelopment">2021 г., 72 ч.</td><td itemprop="genExperience">{k + 5}</td></tr>'
        for k, p in enumerate(people, 1)
    )
    heads = "<tr><th>№</th><th>Ф.И.О.</th><th>Занимаемая должность</th><th>Преподаваемые дисциплины</th><th>Уровень образования</th><th>Повышение квалификации</th><th>Стаж</th></tr>"
    boss = titled(site, site.staff(2), ("Директор", "Заместитель директора по учебной работе"))
    lead = "".join(
        f'<div itemprop="rucovodstvo"><p itemprop="fio">{p.name}</p><p itemprop="post">{p.title}</p><p itemprop="telephone">+7 (473) 555-00-0{k}</p></div>'
        for k, p in enumerate(boss)
    )
    add(
        "/sveden/employees/",
        "Педагогический состав",
        f"<h1>Руководство. Педагогический состав</h1>{lead}<table>{heads}{rows}</table>",
        needed=True,
    )
    site.unit("Отделение дошкольного образования")
    site.unit("Отделение физической культуры")
    add(
        "/sveden/struct/",
        "Структура",
        '<h1>Структура и органы управления</h1><ul><li><a href="/otd1/">Отделение дошкольного образования</a></li><li><a href="/otd2/">Отделение физической культуры</a></li></ul><p>Педагогический совет</p>',
        needed=True,
    )
    add("/otd1/", "Отделение дошкольного образования", "<h1>Отделение дошкольного образования</h1>", needed=True)
    add("/otd2/", "Отделение физической культуры", "<h1>Отделение физической культуры</h1>", needed=True)
    add("/sveden/common/", "Основные сведения", "<h1>Основные сведения</h1><p>Дата создания: 1921</p>")
    add("/abitur/", "Поступающим", "<h1>Поступающим</h1>")
    add("/", "Главная", "<h1>Заречный педагогический колледж</h1>", needed=True)


def se_groups(site: MadeSite) -> None:
    """A Swedish department whose people stand on the pages of its research groups, with two titles each."""
    menu = '<nav><a href="/forskargrupper/">Forskargrupper</a><a href="/utbildning/">Utbildning</a><a href="/kontakt/">Kontakt</a></nav>'
    add = adder(site, menu, " | Institutionen för biologi", "<footer>Norrviks universitet</footer>")
    shown = ""
    for n, name in enumerate(("Forskargruppen för ekologi", "Forskargruppen för genetik")):
        site.unit(name)
        people = titled(
            site, site.staff(5), ("Docent, universitetslektor", "Professor, gruppledare", "Postdoktor", "Doktorand")
        )
        cards = "".join(
            f'<div class="kort"><h3>{p.name}</h3><p class="roll">{p.title}</p><p><a href="mailto:{p.mail}">{p.mail}</a></p></div>'
            for p in people
        )
        add(
            f"/forskargrupper/{n}/",
            name,
            f"<h1>{name}</h1><p>Vi studerar naturen.</p><h2>Medlemmar</h2>{cards}<h2>Tidigare medlemmar</h2><p>{', '.join(site.outsiders(3))}</p>",
            needed=True,
        )
        shown += f'<li><a href="/forskargrupper/{n}/">{name}</a></li>'
    add("/forskargrupper/", "Forskargrupper", f"<h1>Forskargrupper</h1><ul>{shown}</ul>", needed=True)
    head = titled(site, site.staff(2), ("Prefekt", "Studierektor"))
    add(
        "/kontakt/",
        "Kontakt",
        "<h1>Kontakt</h1>" + "".join(f"<p>{p.title}: {p.name}, {p.phone}</p>" for p in head),
        needed=True,
    )
    add("/utbildning/", "Utbildning", "<h1>Utbildning</h1><p>Biologi 180 hp</p>")
    add("/", "Start", "<h1>Institutionen för biologi</h1>", needed=True)


def in_staff(site: MadeSite) -> None:
    """An Indian college's "Our Staff": teaching and non-teaching in one table with rows as headings, degrees behind names."""
    menu = '<div id="cssmenu"><ul><li><a href="index.html">Home</a></li><li><a href="staff.html">Our Staff</a></li><li><a href="courses.html">Courses</a></li><li><a href="nss.html">N.S.S.</a></li></ul></div>'
    add = adder(site, menu, "", "<p>Copyright Smt. Gauri Mahila Mahavidyalaya</p>")
    body = ""
    for head, ranks, count in (
        ("Teaching Staff", ("Asst. Professor", "Associate Professor"), 7),
        ("Non-Teaching Staff", ("Head Clerk", "Jr. Clerk", "Peon", "Laboratory Attendant"), 5),
    ):
        people = titled(site, site.staff(count), ranks)
        body += f'<tr><td colspan="4"><b>{head}</b></td></tr>' + "".join(
            f"<tr><td>{k}</td><td>{('Dr. ', 'Prof. ', 'Shri. ')[k % 3]}{p.name} M.A., Ph.D.</td><td>{p.title}</td><td>98220555{k:02}</td></tr>"
            for k, p in enumerate(people, 1)
        )
    add(
        "/staff.html",
        "Our Staff",
        f"<h2>Our Staff</h2><table border=1><tr><td>Sr.No</td><td>Name &amp; Qualification</td><td>Post</td><td>Mobile</td></tr>{body}</table>",
        needed=True,
    )
    add("/courses.html", "Courses", "<h2>Courses</h2><p>B.A., B.Com.</p>")
    add("/nss.html", "N.S.S.", "<h2>N.S.S.</h2><p>Volunteers: " + ", ".join(site.outsiders(5)) + "</p>")
    add("/index.html", "Smt. Gauri Mahila Mahavidyalaya", "<h1>Welcome to Smt. Gauri Mahila Mahavidyalaya</h1>")
    site.pages["/"] = site.pages["/index.html"]
    site.needed.add("/")


def nested_menu(site: MadeSite) -> None:
    """A menu as objects within objects in a script of the page, with names as "text" and addresses as "href"."""
    names = ("Department of Optics", "Department of Robotics", "Department of Textiles")
    tree = [
        {"text": "Home", "href": "/"},
        {
            "text": "Academics",
            "href": "#",
            "children": [
                {
                    "text": name,
                    "href": f"/d{n}.html",
                    "children": [
                        {"text": "Faculty", "href": f"/d{n}-faculty.html"},
                        {"text": "Labs", "href": f"/d{n}-labs.html"},
                    ],
                }
                for n, name in enumerate(names)
            ],
        },
        {"text": "News", "href": "/news.html"},
    ]
    menu = f'<div id="app-nav"></div><script>window.__NAV__ = {json.dumps(tree)}; renderNav(window.__NAV__, document.getElementById("app-nav"));</script>'
    add = adder(site, menu, " | Vandermeer Institute of Technology", "<p>Vandermeer Institute of Technology</p>")
    for n, name in enumerate(names):
        site.unit(name)
        people = site.staff(6)
        add(f"/d{n}.html", name, f"<h1>{name}</h1><p>Welcome.</p>", needed=True)
        add(
            f"/d{n}-faculty.html",
            f"Faculty - {name}",
            "<h1>Faculty</h1>"
            + "".join(
                f'<figure><img src="{k}.jpg" alt=""><figcaption><strong>{p.name}</strong><br/>{p.title}</figcaption></figure>'
                for k, p in enumerate(people)
            ),
            needed=True,
        )
        add(f"/d{n}-labs.html", "Labs", "<h1>Labs</h1><ul><li>Laser bench</li></ul>")
    add("/news.html", "News", "".join(f"<p>{o} visits campus</p>" for o in site.outsiders(3)))
    add("/", "Home", "<h1>Welcome</h1>", needed=True)


def terms(site: MadeSite) -> None:
    """A list of terms and descriptions: the name as the term, title, room and phone as its descriptions."""
    menu = '<ul><li><a href="/">Start</a></li><li><a href="/who">Who is who</a></li><li><a href="/visit">Visit</a></li></ul>'
    add = adder(site, menu, " | Institute of Oceanography", "<p>University of Northmoor</p>")
    people = site.staff(9)
    items = "".join(f"<dt>{p.name}</dt><dd>{p.title}</dd><dd>Room {p.room}</dd><dd>{p.phone}</dd>" for p in people)
    add("/who", "Who is who", f"<h1>Who is who</h1><dl>{items}</dl>", needed=True)
    add("/visit", "Visit", "<h1>Visit</h1><p>Lincoln Tower, Marion Field House</p>")
    add("/", "Institute of Oceanography", "<h1>Institute of Oceanography</h1>", needed=True)


def it_department(site: MadeSite) -> None:
    """An Italian department: staff by role, family name in capitals first, sections of the department as units."""
    menu = '<ul class="menu"><li><a href="/dipartimento">Il Dipartimento</a></li><li><a href="/sezioni">Sezioni</a></li><li><a href="/personale">Personale</a></li><li><a href="/avvisi">Avvisi</a></li></ul>'
    add = adder(site, menu, " - Dipartimento di Fisica", "<p>Università degli Studi di Montefiore</p>")
    body = ""
    for head, title, count in (
        ("Professori ordinari", "Professore ordinario", 4),
        ("Professori associati", "Professore associato", 4),
        ("Ricercatori", "Ricercatore", 4),
    ):
        people = titled(site, site.staff(count), (title,))
        body += (
            f"<h3>{head}</h3><ul>"
            + "".join(
                f'<li><a href="/personale/{k}{count}">{p.name.split(" ", 1)[1].upper()} {p.name.split(" ", 1)[0]}</a></li>'
                for k, p in enumerate(people)
            )
            + "</ul>"
        )
    add("/personale", "Personale", f"<h2>Personale</h2>{body}", needed=True)
    site.unit("Sezione di Astrofisica")
    site.unit("Sezione di Fisica della Materia")
    add(
        "/sezioni",
        "Sezioni",
        '<h2>Sezioni</h2><ul><li><a href="/sezioni/a">Sezione di Astrofisica</a></li><li><a href="/sezioni/b">Sezione di Fisica della Materia</a></li></ul>',
        needed=True,
    )
    add("/sezioni/a", "Sezione di Astrofisica", "<h2>Sezione di Astrofisica</h2>", needed=True)
    add("/sezioni/b", "Sezione di Fisica della Materia", "<h2>Sezione di Fisica della Materia</h2>", needed=True)
    add("/dipartimento", "Il Dipartimento", "<h2>Il Dipartimento</h2><p>Storia</p>")
    add("/avvisi", "Avvisi", "".join(f"<p>Seminario di {o}</p>" for o in site.outsiders(3)))
    add("/", "Dipartimento di Fisica", "<h1>Dipartimento di Fisica</h1>", needed=True)


def pl_chairs(site: MadeSite) -> None:
    """A Polish faculty: chairs, "Pracownicy" with degrees before and posts behind the names."""
    menu = '<div class="menu"><a href="/o-wydziale">O Wydziale</a><a href="/katedry">Katedry</a><a href="/studia">Studia</a><a href="/aktualnosci">Aktualności</a></div>'
    add = adder(site, menu, " – Wydział Chemii", "<p>Uniwersytet Brzeziński</p>")
    shown = ""
    for n, name in enumerate(("Katedra Chemii Organicznej", "Katedra Chemii Fizycznej")):
        site.unit(name)
        people = titled(site, site.staff(6), ("kierownik katedry", "adiunkt", "asystent", "profesor uczelni"))
        rows = "".join(
            f"<p>{('prof. dr hab. ', 'dr inż. ', 'mgr ', 'dr hab. ')[k % 4]}<strong>{p.name}</strong> – {p.title}<br>pok. {p.room}, tel. 555 0{k}</p>"
            for k, p in enumerate(people)
        )
        add(
            f"/katedry/{n}",
            name,
            f'<h1>{name}</h1><p><a href="/katedry/{n}/pracownicy">Pracownicy</a></p>',
            needed=True,
        )
        add(f"/katedry/{n}/pracownicy", "Pracownicy", f"<h1>Pracownicy</h1>{rows}", needed=True)
        shown += f'<li><a href="/katedry/{n}">{name}</a></li>'
    add("/katedry", "Katedry", f"<h1>Katedry</h1><ul>{shown}</ul>", needed=True)
    add("/o-wydziale", "O Wydziale", "<h1>O Wydziale</h1>")
    add("/studia", "Studia", "<h1>Studia</h1>")
    add("/aktualnosci", "Aktualności", "".join(f"<p>{o} laureatem nagrody</p>" for o in site.outsiders(3)))
    add("/", "Wydział Chemii", "<h1>Wydział Chemii</h1>", needed=True)


def tr_department(site: MadeSite) -> None:
    """A Turkish faculty: departments, "Akademik Kadro" with "Prof. Dr." and family names in capitals."""
    menu = '<ul><li><a href="/hakkimizda">Hakkımızda</a></li><li><a href="/bolumler">Bölümler</a></li><li><a href="/duyurular">Duyurular</a></li></ul>'
    add = adder(site, menu, " | Mühendislik Fakültesi", "<p>Çamlıca Üniversitesi</p>")
    shown = ""
    for n, name in enumerate(("İnşaat Mühendisliği Bölümü", "Makine Mühendisliği Bölümü")):
        site.unit(name)
        people = titled(site, site.staff(6), ("Bölüm Başkanı", "Öğretim Üyesi", "Araştırma Görevlisi"))
        rows = "".join(
            f'<div class="kisi"><b>{("Prof. Dr. ", "Doç. Dr. ", "Arş. Gör. ")[k % 3]}{p.name.split()[0]} {p.name.split()[1].upper()}</b><span>{p.title}</span></div>'
            for k, p in enumerate(people)
        )
        add(
            f"/bolumler/{n}",
            name,
            f'<h1>{name}</h1><a href="/bolumler/{n}/akademik-kadro">Akademik Kadro</a>',
            needed=True,
        )
        add(f"/bolumler/{n}/akademik-kadro", "Akademik Kadro", f"<h1>Akademik Kadro</h1>{rows}", needed=True)
        shown += f'<li><a href="/bolumler/{n}">{name}</a></li>'
    add("/bolumler", "Bölümler", f"<h1>Bölümler</h1><ul>{shown}</ul>", needed=True)
    add("/hakkimizda", "Hakkımızda", "<h1>Hakkımızda</h1>")
    add("/duyurular", "Duyurular", "".join(f"<p>{o} semineri</p>" for o in site.outsiders(3)))
    add("/", "Mühendislik Fakültesi", "<h1>Mühendislik Fakültesi</h1>", needed=True)


def ko_department(site: MadeSite) -> None:
    """A Korean department: "교수진" as cards with name, rank and field."""
    menu = '<ul><li><a href="/intro">학과소개</a></li><li><a href="/faculty">교수진</a></li><li><a href="/notice">공지사항</a></li></ul>'
    add = adder(site, menu, " | 한빛대학교 물리학과", "<p>한빛대학교</p>")
    people = titled(site, site.staff(8), ("교수", "부교수", "조교수"))
    cards = "".join(
        f'<li><div class="pic"><img src="{k}.jpg"></div><strong>{p.name}</strong><em>{p.title}</em><p>전공: 광학</p><p>E-mail: {p.mail}</p></li>'
        for k, p in enumerate(people)
    )
    add("/faculty", "교수진", f"<h2>교수진</h2><ul>{cards}</ul>", needed=True)
    add("/intro", "학과소개", "<h2>학과소개</h2><p>1980년 설립</p>")
    add("/notice", "공지사항", "<h2>공지사항</h2><p>2024-03-01 개강</p>")
    site.pages["/"] = page_of("한빛대학교 물리학과", f"{menu}<h1>물리학과</h1><p>한빛대학교</p>")
    site.needed.add("/")


FOURTH: tuple[World, ...] = (
    World(us_rows, ENGLISH, "University of Ashcombe", "Department of Computer Science"),
    World(us_lab, ENGLISH, "University of Ashcombe", "Cognitive Systems Laboratory"),
    World(cn_grid, CHINESE, "南屏大学", "化学与化工学院"),
    World(ru_sveden, RUSSIAN, "Заречный педагогический колледж", "Заречный педагогический колледж"),
    World(se_groups, SWEDISH, "Norrviks universitet", "Institutionen för biologi"),
    World(in_staff, INDIAN, "Smt. Gauri Mahila Mahavidyalaya", "Smt. Gauri Mahila Mahavidyalaya"),
    World(nested_menu, ENGLISH, "Vandermeer Institute of Technology"),
    World(terms, ENGLISH, "University of Northmoor", "Institute of Oceanography"),
    World(it_department, ITALIAN, "Università degli Studi di Montefiore", "Dipartimento di Fisica"),
    World(pl_chairs, POLISH, "Uniwersytet Brzeziński", "Wydział Chemii"),
    World(tr_department, TURKISH, "Çamlıca Üniversitesi", "Mühendislik Fakültesi"),
    World(ko_department, KOREAN, "한빛대학교", "물리학과"),
)
