# ruff: noqa: E501 - HTML in strings reads best on one line
"""The first part of the sites of the world, on which rules were mended."""

from __future__ import annotations

import json
from collections.abc import Sequence

from benchmarks.made_sites.layouts import Entry
from benchmarks.made_sites.sites import MadeSite
from benchmarks.made_sites.speech import CHINESE, ENGLISH, FRENCH, GERMAN, INDIAN, RUSSIAN, SPANISH, SWEDISH
from benchmarks.made_sites.world import World, page_of, titled


def us_hub(site: MadeSite) -> None:
    """A department's Drupal site: People is a hub of pages by group, students and courses name others."""
    menu = (
        '<nav id="main-menu"><ul><li><a href="/about">About</a></li><li><a href="/academics">Academics</a></li>'
        '<li><a href="/people">People</a></li><li><a href="/research">Research</a></li><li><a href="/news">News</a>'
        '</li><li><a href="/give">Give</a></li></ul></nav>'
    )
    foot = (
        "<footer><p>Department of Geology</p><p>214 Davis Hall, Pinecrest, ND 58000</p><p>701-555-0100</p>"
        "<p>Copyright © 2024 Pinecrest State University</p></footer>"
    )

    def add(path: str, title: str, body: str, *, needed: bool = False) -> None:
        text = f'{menu}<main><h1 class="page-title">{title}</h1>{body}</main>{foot}'
        site.pages[path] = page_of(f"{title} | Department of Geology", text)
        if needed:
            site.needed.add(path)

    def cards(people: Sequence[Entry]) -> str:
        rows = "".join(
            f'<div class="views-row"><div class="views-field-photo"><a href="{p.url}"><img src="/i/{n}.jpg" '
            f'alt="{p.name}"></a></div><div class="views-field-title"><h4><a href="{p.url}">{p.name}</a></h4></div>'
            f'<div class="views-field-position"><div class="field-content">{p.title}</div></div>'
            f'<div class="views-field-office">{p.room} Davis Hall</div>'
            f'<div class="views-field-mail"><a href="mailto:{p.mail}">{p.mail}</a></div></div>'
            for n, p in enumerate(people)
        )
        return f'<div class="view-content">{rows}</div>'

    groups = (
        ("faculty", "Faculty", ("Professor", "Associate Professor", "Assistant Professor of Geophysics"), 8),
        ("staff", "Staff", ("Administrative Coordinator", "Laboratory Manager", "Business Officer"), 4),
        ("emeriti", "Emeriti", ("Professor Emeritus", "Associate Professor Emerita"), 4),
    )
    for slug, name, ranks, count in groups:
        people = titled(site, site.staff(count, "/people/" + slug + "/{}"), ranks)
        add(f"/people/{slug}", name, cards(people), needed=True)
        for p in people:
            add(p.url, p.name, f"<p>{p.title}</p><p>{p.mail}</p><h3>Biography</h3><p>Works on {p.interest}.</p>")
    students = "".join(
        f'<div class="views-row"><h4>{name}</h4><div>Graduate Student</div></div>' for name in site.outsiders(9)
    )
    add("/people/graduate-students", "Graduate Students", f'<div class="view-content">{students}</div>')
    links = [
        ("Faculty", "faculty"),
        ("Staff", "staff"),
        ("Emeriti", "emeriti"),
        ("Graduate Students", "graduate-students"),
    ]
    hub = "".join(f'<div class="tile"><a href="/people/{slug}"><h2>{name}</h2></a></div>' for name, slug in links)
    add("/people", "People", hub, needed=True)
    items = "".join(
        f'<article><h3><a href="/news/2024/{n}">{name} wins fellowship</a></h3><p>March {n + 3}, 2024</p></article>'
        for n, name in enumerate(site.outsiders(5))
    )
    add("/news", "News", items)
    helpers = "".join(f"<li>{name} (section {n})</li>" for n, name in enumerate(site.outsiders(5), 1))
    add("/academics", "Academics", '<p><a href="/courses/geol101">GEOL 101</a></p><p><a href="/major">Major</a></p>')
    add("/courses/geol101", "GEOL 101", f"<h2>Teaching Assistants</h2><ul>{helpers}</ul><p>Jordan Hall 101</p>")
    add(
        "/about",
        "About",
        f"<h2>Advisory Board</h2><ul>{''.join(f'<li>{n}, retired engineer</li>' for n in site.outsiders(4))}</ul>",
    )
    add("/research", "Research", "<p>Rocks.</p>")
    add("/give", "Give", "<p>Give.</p>")
    add("/major", "Major", "<p>Four years.</p>")
    add("/", "Department of Geology", "<p>Welcome to the department.</p>", needed=True)


def cn_ranks(site: MadeSite) -> None:
    """A Chinese college: teachers by rank, names alone as links, spaced where short; institutes and news."""
    menu = (
        '<div class="nav"><ul><li><a href="/index.htm">首页</a></li><li><a href="/xygk/xyjj.htm">学院概况</a><ul>'
        '<li><a href="/xygk/xyjj.htm">学院简介</a></li><li><a href="/xygk/xrld.htm">现任领导</a></li>'
        '<li><a href="/xygk/jgsz.htm">机构设置</a></li></ul></li><li><a href="/szdw/js.htm">师资队伍</a><ul>'
        '<li><a href="/szdw/js.htm">教授</a></li><li><a href="/szdw/fjs.htm">副教授</a></li>'
        '<li><a href="/szdw/jiangshi.htm">讲师</a></li></ul></li><li><a href="/kxyj/kydt.htm">科学研究</a></li>'
        '<li><a href="/xwdt.htm">新闻动态</a></li></ul></div>'
    )
    whole = "临江大学物理学院"

    def add(path: str, title: str, body: str, *, needed: bool = False) -> None:
        crumb = (
            f'<div class="dqwz">当前位置：<a href="/index.htm">首页</a> &gt;&gt; {title}</div>' if path != "/" else ""
        )
        foot = '<div class="foot">版权所有 © 临江大学物理学院 地址：江城市学府路1号 邮编：430000</div>'
        site.pages[path] = page_of(f"{title}-{whole}" if title != whole else whole, menu + crumb + body + foot)
        if needed:
            site.needed.add(path)

    for slug, rank, count in (("js", "教授", 9), ("fjs", "副教授", 8), ("jiangshi", "讲师", 7)):
        people = titled(site, site.staff(count, "/info/1023/{}.htm"), (rank,))
        shown = "".join(
            f'<li id="line_u8_{n}"><a href="{p.url}" title="{p.name}">{p.name if len(p.name) > 2 else p.name[0] + "　" + p.name[1]}</a></li>'
            for n, p in enumerate(people)
        )
        add(
            f"/szdw/{slug}.htm",
            rank,
            f'<div class="right"><h2>{rank}</h2><ul class="tlist">{shown}</ul></div>',
            needed=True,
        )
        for p in people:
            add(p.url, p.name, f'<div class="v_news_content"><p>{p.name}，{rank}，研究方向：{p.interest}。</p></div>')
    site.unit("理论物理研究所")
    site.unit("光电信息系")
    add("/xygk/jgsz.htm", "机构设置", '<ul><li><a href="/jg/llwl.htm">理论物理研究所</a></li><li><a href="/jg/gd.htm">光电信息系</a>'
        '</li><li><a href="/jg/bgs.htm">学院办公室</a></li></ul>', needed=True)  # fmt: skip
    add("/jg/llwl.htm", "理论物理研究所", "<p>研究所成立于1985年。</p>", needed=True)
    add("/jg/gd.htm", "光电信息系", "<p>本系设有两个专业。</p>", needed=True)
    add("/jg/bgs.htm", "学院办公室", "<p>电话：010-5550000</p>")
    add("/xygk/xyjj.htm", "学院简介", "<p>学院现有教职工八十人，其中教授二十人。</p>")
    leaders = site.staff(3)
    posts = ("院长", "党委书记", "副院长")
    for post, one in zip(posts, leaders, strict=True):
        site.people[one.name] = post
    add(
        "/xygk/xrld.htm",
        "现任领导",
        "".join(f"<p>{post}：{one.name}</p>" for post, one in zip(posts, leaders, strict=True)),
    )
    add("/kxyj/kydt.htm", "科研动态", "<p>…</p>")
    news = "".join(
        f'<li><a href="/info/1001/{n}.htm">{name}教授来我院作学术报告</a><span>2024-03-{n + 10}</span></li>'
        for n, name in enumerate(site.outsiders(6))
    )
    add("/xwdt.htm", "新闻动态", f"<ul>{news}</ul>")
    add("/index.htm", whole, f"<ul>{news}</ul>")
    site.pages["/"] = site.pages["/index.htm"]
    site.needed.add("/")


def ru_tables(site: MadeSite) -> None:
    """A Russian faculty in windows-1251: structure page, chairs, tables with post, degree and contacts."""
    menu = (
        '<table width="100%"><tr><td><a href="/">Главная</a> | <a href="/struktura/">Структура</a> | '
        '<a href="/abitur/">Абитуриентам</a> | <a href="/stud/">Студентам</a> | <a href="/nauka/">Наука</a> | '
        '<a href="/news/">Новости</a></td></tr></table>'
    )

    def add(path: str, title: str, body: str, *, needed: bool = False) -> None:
        foot = "<hr><p>© 2010–2024 Заречный государственный университет</p>"
        site.pages[path] = page_of(
            f"{title} — Физический факультет ЗГУ", menu + f"<h2>{title}</h2>" + body + foot, "windows-1251"
        )
        if needed:
            site.needed.add(path)

    chairs = ("Кафедра общей физики", "Кафедра теоретической механики", "Кафедра радиоэлектроники")
    rows = ""
    for n, chair in enumerate(chairs):
        site.unit(chair)
        base = f"/struktura/kaf{n}/"
        people = site.staff(6)
        ranks = ("заведующий кафедрой", "профессор", "доцент", "старший преподаватель", "ассистент", "инженер")
        people = titled(site, people, ranks)
        cells = "".join(
            f"<tr><td>{k}</td><td>{p.name}</td><td>{p.title}</td><td>канд. физ.-мат. наук, доцент</td>"
            f"<td>8 (473) 555-01-{k:02}, {p.mail}</td></tr>"
            for k, p in enumerate(people, 1)
        )
        table = (
            '<table border="1"><tr><th>№</th><th>Фамилия, имя, отчество</th><th>Должность</th>'
            f"<th>Учёная степень, учёное звание</th><th>Контакты</th></tr>{cells}</table>"
        )
        add(base, chair, f'<ul><li><a href="{base}istoria.html">История кафедры</a></li>'
            f'<li><a href="{base}sotr.html">Сотрудники кафедры</a></li></ul>', needed=True)  # fmt: skip
        history = "".join(
            f"<p>В {1950 + 10 * k} году кафедру возглавил профессор {o}.</p>" for k, o in enumerate(site.outsiders(3))
        )
        add(base + "istoria.html", "История кафедры", history)
        add(base + "sotr.html", f"Сотрудники. {chair}", table, needed=True)
        rows += f'<tr><td><a href="{base}">{chair}</a></td><td>зав. кафедрой — {people[0].name}</td></tr>'
    site.unit("Лаборатория спектроскопии")
    rows += '<tr><td><a href="/struktura/lab/">Лаборатория спектроскопии</a></td><td></td></tr>'
    add("/struktura/lab/", "Лаборатория спектроскопии", "<p>Лаборатория создана в 1961 году.</p>", needed=True)
    add("/struktura/", "Структура факультета", f"<table>{rows}</table>", needed=True)
    add("/news/", "Новости", "".join(f"<p>12.03.2024 Поздравляем: {o}!</p>" for o in site.outsiders(5)))
    add("/abitur/", "Абитуриентам", "<p>…</p>")
    add(
        "/stud/",
        "Студентам",
        "<ul>" + "".join(f"<li>Староста группы {n}: {o}</li>" for n, o in enumerate(site.outsiders(5))) + "</ul>",
    )
    add("/nauka/", "Наука", "<p>…</p>")
    add("/", "Физический факультет", "<p>Факультет основан в 1930 году.</p>", needed=True)


def se_staff(site: MadeSite) -> None:
    """A Swedish department with divisions: lists of "Last, First" with phone, titles in small letters."""
    menu = (
        '<div class="env-nav"><ul><li><a href="/utbildning.html">Utbildning</a></li>'
        '<li><a href="/forskning.html">Forskning</a></li><li><a href="/om-institutionen.html">Om institutionen</a></li>'
        '<li><a href="/om-institutionen/kontakt.html">Kontakt</a></li></ul></div>'
    )

    def add(path: str, title: str, body: str, *, needed: bool = False) -> None:
        crumb = '<div class="breadcrumb"><a href="/">Start</a></div>'
        foot = '<footer><a href="https://www.norrvik.example/">Norrviks universitet</a></footer>'
        site.pages[path] = page_of(
            f"{title} - Institutionen för kemi", menu + crumb + f"<h1>{title}</h1>" + body + foot
        )
        if needed:
            site.needed.add(path)

    ranks = (
        "universitetslektor",
        "professor emerita",
        "forskningsingenjör",
        "doktorand",
        "biträdande universitetslektor",
        "postdoktor",
    )
    shown = ""
    for slug, name in (
        ("organisk", "Avdelningen för organisk kemi"),
        ("analytisk", "Avdelningen för analytisk kemi"),
    ):
        site.unit(name)
        people = titled(site, site.staff(7, "/profil/{}"), ranks)
        rows = ""
        for p in people:
            first, _, last = p.name.partition(" ")
            rows += (
                f'<li class="person"><a href="{p.url}">{last}, {first}</a><br><span class="titel">{p.title}</span><br>'
                f"<span>Tfn: 018-555 {len(p.name):02} 10</span></li>"
            )
            add(p.url, p.name, f"<p>{p.title} vid {name}</p><p>{p.mail}</p>")
        add(f"/om-institutionen/{slug}.html", name, f'<p>Vi forskar.</p><p><a href="/om-institutionen/{slug}/medarbetare.html">'
            "Medarbetare</a></p>", needed=True)  # fmt: skip
        add(
            f"/om-institutionen/{slug}/medarbetare.html", "Medarbetare", f'<ul class="lista">{rows}</ul>', needed=True
        )
        shown += f'<li><a href="/om-institutionen/{slug}.html">{name}</a></li>'
    add("/om-institutionen.html", "Om institutionen", f"<h2>Avdelningar</h2><ul>{shown}</ul>", needed=True)
    add("/utbildning.html", "Utbildning", "<ul><li>Kandidatprogram i kemi</li><li>Masterprogram i kemi</li></ul>")
    add("/forskning.html", "Forskning", f"<p>Disputationer: {', '.join(site.outsiders(3))}.</p>")
    add("/om-institutionen/kontakt.html", "Kontakt", "<p>Box 1, Norrvik</p>")
    add("/", "Institutionen för kemi", "<p>Välkommen till institutionen.</p>", needed=True)


def de_chairs(site: MadeSite) -> None:
    """A German faculty: institutes, chairs, and a page "Team" with long strings of titles before the names."""
    menu = (
        '<ul class="menu"><li><a href="index.php?id=1">Startseite</a></li><li><a href="index.php?id=2">Die Fakultät</a></li>'
        '<li><a href="index.php?id=3">Institute und Lehrstühle</a></li><li><a href="index.php?id=4">Studium</a></li>'
        '<li><a href="index.php?id=5">Aktuelles</a></li></ul>'
    )

    def add(number: int, title: str, body: str, *, needed: bool = False) -> None:
        foot = "<div>© Universität Falkenried</div>"
        path = f"/index.php?id={number}"
        site.pages[path] = page_of(f"{title} - Fakultät für Physik", menu + f"<h1>{title}</h1>" + body + foot)
        if needed:
            site.needed.add(path)

    chairs = ("Lehrstuhl für Optik", "Lehrstuhl für Festkörperphysik", "Institut für Astrophysik")
    fronts = ("Prof. Dr. rer. nat. habil. ", "Dr.-Ing. ", "Dipl.-Phys. ", "", "M.Sc. ")
    ranks = (
        "Lehrstuhlinhaber",
        "Akademischer Oberrat",
        "Wissenschaftlicher Mitarbeiter",
        "Sekretariat",
        "Doktorandin",
    )
    for n, chair in enumerate(chairs):
        site.unit(chair)
        people = titled(site, site.staff(5), ranks)
        rows = "".join(
            f'<div class="csc-textpic-text"><p class="bodytext"><b>{fronts[k]}{p.name}</b><br>{p.title}<br>'
            f"Raum {p.room}<br>Tel. 0911 555-{k}{n}0<br>E-Mail: {p.mail.replace('@', '(at)')}</p></div>"
            for k, p in enumerate(people)
        )
        add(20 + n, chair, f'<p>Willkommen.</p><div class="submenu"><a href="index.php?id={30 + n}">Team</a> '
            f'<a href="index.php?id={40 + n}">Forschung</a></div>', needed=True)  # fmt: skip
        add(30 + n, f"Team – {chair}", rows, needed=True)
        add(40 + n, "Forschung", f"<p>{', '.join(site.outsiders(2))}: Über das Licht, 2019.</p>")
    shown = "".join(f'<li><a href="index.php?id={20 + n}">{chair}</a></li>' for n, chair in enumerate(chairs))
    add(3, "Institute und Lehrstühle", f"<ul>{shown}</ul>", needed=True)
    add(2, "Die Fakultät", "<p>Zahlen.</p>")
    add(4, "Studium", "<p>Bachelor Physik, Master Physik</p>")
    add(5, "Aktuelles", "".join(f"<p>12.03.2024: Preis für {o}</p>" for o in site.outsiders(4)))
    add(1, "Fakultät für Physik", "<p>Willkommen.</p>", needed=True)
    site.pages["/"] = site.pages["/index.php?id=1"]
    site.needed.add("/")


def fr_capitals(site: MadeSite) -> None:
    """A French UFR: departments, "Enseignants-chercheurs" with family names in capitals and short ranks."""
    menu = (
        '<div id="menu"><a href="/spip.php?rubrique1">Présentation</a> <a href="/spip.php?rubrique2">Les départements</a> '
        '<a href="/spip.php?rubrique3">Formations</a> <a href="/spip.php?rubrique4">Actualités</a></div>'
    )

    def add(path: str, title: str, body: str, *, needed: bool = False) -> None:
        site.pages[path] = page_of(
            f"{title} - UFR Sciences et Techniques",
            menu + f"<h1>{title}</h1>" + body + "<p>Université de Valombre</p>",
        )
        if needed:
            site.needed.add(path)

    ranks = ("Professeur des universités", "Maître de conférences", "PRAG", "ATER", "Maître de conférences HDR")
    shown = ""
    for n, name in enumerate(("Département de chimie", "Département de mathématiques", "Département d'informatique")):
        site.unit(name)
        people = titled(site, site.staff(6), ranks)
        rows = ""
        for p in people:
            first, _, last = p.name.partition(" ")
            rows += f"<tr><td>{last.upper()} {first}</td><td>{p.title}</td><td>{p.room}</td></tr>"
        add(f"/spip.php?rubrique{20 + n}", name, f'<ul><li><a href="/spip.php?article{n}1">Enseignants-chercheurs</a></li>'
            f'<li><a href="/spip.php?article{n}2">Relations internationales</a></li></ul>', needed=True)  # fmt: skip
        add(f"/spip.php?article{n}1", "Enseignants-chercheurs", f"<table>{rows}</table>", needed=True)
        add(f"/spip.php?article{n}2", "Relations internationales", "<p>Erasmus</p>")
        shown += f'<li><a href="/spip.php?rubrique{20 + n}">{name}</a></li>'
    add("/spip.php?rubrique2", "Les départements", f"<ul>{shown}</ul>", needed=True)
    add("/spip.php?rubrique1", "Présentation", "<p>L'UFR.</p>")
    add(
        "/spip.php?rubrique3",
        "Formations",
        "<ul><li>Licence de chimie</li><li>Master de physique</li><li>BUT Informatique</li></ul>",
    )
    add(
        "/spip.php?rubrique4",
        "Actualités",
        "".join(f"<p>Soutenance de thèse de {o}, 12/03/2024</p>" for o in site.outsiders(4)),
    )
    add("/", "UFR Sciences et Techniques", "<p>Bienvenue.</p>", needed=True)


def es_teachers(site: MadeSite) -> None:
    """A Spanish faculty: "Profesorado" of each department, "Family Family, Given", category in the next cell."""
    menu = (
        '<ul class="nav"><li><a href="/facultad">La Facultad</a></li><li><a href="/departamentos">Departamentos</a></li>'
        '<li><a href="/grados">Grados</a></li><li><a href="/noticias">Noticias</a></li></ul>'
    )

    def add(path: str, title: str, body: str, *, needed: bool = False) -> None:
        site.pages[path] = page_of(
            f"{title} | Facultad de Ciencias", menu + f"<h1>{title}</h1>" + body + "<p>© Universidad de Peñalba</p>"
        )
        if needed:
            site.needed.add(path)

    ranks = (
        "Catedrático de Universidad",
        "Profesor Titular de Universidad",
        "Profesor Ayudante Doctor",
        "Personal de Administración y Servicios",
        "Profesor Asociado",
    )
    shown = ""
    for n, name in enumerate(
        ("Departamento de Química Orgánica", "Departamento de Matemáticas", "Departamento de Física Aplicada")
    ):
        site.unit(name)
        people = titled(site, site.staff(6, f"/departamentos/{n}/profesorado/{{}}"), ranks)
        rows = ""
        for p in people:
            first, _, last = p.name.partition(" ")
            rows += f'<div class="fila"><div class="c1"><a href="{p.url}">{last}, {first}</a></div><div class="c2">{p.title}</div><div class="c3">{p.mail}</div></div>'
        add(
            f"/departamentos/{n}",
            name,
            f'<p>Presentación</p><a href="/departamentos/{n}/profesorado">Profesorado</a>',
            needed=True,
        )
        add(f"/departamentos/{n}/profesorado", "Profesorado", rows, needed=True)
        shown += f'<p><a href="/departamentos/{n}">{name}</a></p>'
    add("/departamentos", "Departamentos", shown, needed=True)
    dean = titled(site, site.staff(3), ("Decano", "Vicedecana de Ordenación Académica", "Secretario Académico"))
    add(
        "/facultad",
        "La Facultad",
        "<h2>Equipo decanal</h2>" + "".join(f"<p><strong>{p.title}:</strong> {p.name}</p>" for p in dean),
    )
    add("/grados", "Grados", "<p>Grado en Química</p><p>Grado en Física</p>")
    add("/noticias", "Noticias", "".join(f"<p>12/03/2024 Conferencia de {o}</p>" for o in site.outsiders(4)))
    add("/", "Facultad de Ciencias", "<p>Bienvenidos.</p>", needed=True)


def alt_names(site: MadeSite) -> None:
    """Names that stand only in the pictures' descriptions, with the title as text below."""

    def add(path: str, title: str, body: str, *, needed: bool = False) -> None:
        menu = '<a href="index.html"><img src="home.gif" alt="Home"></a> <a href="staff.html"><img src="st.gif" alt="Staff"></a> <a href="phd.html"><img src="p.gif" alt="PhD"></a>'
        site.pages[path] = page_of(f"{title} - School of Philosophy", menu + f"<h1>{title}</h1>" + body)
        if needed:
            site.needed.add(path)

    people = titled(site, site.staff(9), ("Reader in Ethics", "Lecturer", "Professor of Logic", "Head of School"))
    cells = "".join(
        f'<td align="center"><img src="p{n}.jpg" alt="{p.name}" width="90"><br>{p.title}</td>'
        for n, p in enumerate(people)
    )
    add("/staff.html", "Staff", f"<table><tr>{cells}</tr></table>", needed=True)
    add("/phd.html", "PhD", "<p>Apply.</p>")
    add(
        "/index.html",
        "School of Philosophy",
        "<p>Welcome to the School of Philosophy, Pinecrest State University.</p>",
    )
    site.pages["/"] = site.pages["/index.html"]
    site.needed.add("/")


def next_data(site: MadeSite) -> None:
    """An application's shell whose pages hold their data as JSON; nothing stands in the HTML."""

    def add(path: str, title: str, props: object, *, needed: bool = False) -> None:
        menu = [
            {"title": "About", "path": "/about"},
            {"title": "Departments", "path": "/departments"},
            {"title": "News", "path": "/news"},
            {"title": "Contact", "path": "/contact"},
        ]
        data = json.dumps({"props": {"pageProps": props, "navigation": menu}, "page": path, "buildId": "x"})
        site.pages[path] = page_of(
            f"{title} | Pinecrest State University",
            f'<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{data}</script>',
        )
        if needed:
            site.needed.add(path)

    shown = []
    for n, (name, _) in enumerate(site.departments()[:3]):
        site.unit(name)
        people = site.staff(5)
        rows = [
            {
                "id": k,
                "firstName": p.name.split(" ", 1)[0],
                "lastName": p.name.split(" ", 1)[1],
                "designation": p.title,
                "email": p.mail,
            }
            for k, p in enumerate(people)
        ]
        add(
            f"/departments/{n}",
            name,
            {
                "heading": name,
                "links": [
                    {"label": "Faculty", "href": f"/departments/{n}/faculty"},
                    {"label": "Research", "href": f"/departments/{n}/research"},
                    {"label": "Courses", "href": f"/departments/{n}/courses"},
                ],
            },
            needed=True,
        )
        add(f"/departments/{n}/faculty", f"Faculty - {name}", {"heading": "Faculty", "faculty": rows}, needed=True)
        add(f"/departments/{n}/research", "Research", {"heading": "Research"})
        add(f"/departments/{n}/courses", "Courses", {"heading": "Courses"})
        shown.append({"name": name, "slug": f"/departments/{n}"})
    add("/departments", "Departments", {"heading": "Departments", "departments": shown}, needed=True)
    for path in ("/about", "/news", "/contact"):
        add(path, path[1:].title(), {"heading": "…"})
    add("/", "Home", {"heading": "Welcome"}, needed=True)


def in_college(site: MadeSite) -> None:
    """A small Indian college: departments in the menu, faculty tables, committees and a governing body beside."""
    departments = ("Department of Commerce", "Department of Zoology", "Department of Hindi")
    inner = "".join(
        f'<li><a href="dept{n}.php">{name.removeprefix("Department of ")}</a></li>'
        for n, name in enumerate(departments)
    )
    menu = (
        '<div class="navbar"><ul><li><a href="index.php">Home</a></li><li><a href="#">About Us</a><ul><li><a href="vision.php">Vision</a></li>'
        '<li><a href="governing-body.php">Governing Body</a></li><li><a href="principal.php">Principal\'s Message</a></li></ul></li>'
        f'<li><a href="#">Departments</a><ul>{inner}</ul></li><li><a href="committees.php">Committees</a></li><li><a href="iqac.php">IQAC</a></li></ul></div>'
    )

    def add(path: str, title: str, body: str, *, needed: bool = False) -> None:
        foot = "<div>Copyright © 2023 Shri Vasant College, Kolewadi. All Rights Reserved. Designed by WebSoft</div>"
        site.pages[path] = page_of(
            "Shri Vasant College of Arts, Commerce and Science", menu + f"<h2>{title}</h2>" + body + foot
        )
        if needed:
            site.needed.add(path)

    first: list[Entry] = []
    for n, name in enumerate(departments):
        site.unit(name)
        people = titled(
            site, site.staff(5), ("Associate Professor & Head", "Assistant Professor", "Assistant Professor (CHB)")
        )
        first.append(people[0])
        rows = "".join(
            f"<tr><td>{k}.</td><td><img src='f{k}.jpg'></td><td>{('Dr. ', 'Smt. ', 'Shri. ', 'Prof. ', 'Ms. ')[k - 1]}{p.name}</td><td>{p.title}</td><td>M.A., Ph.D., NET</td><td>{k + 3} years</td></tr>"
            for k, p in enumerate(people, 1)
        )
        head = "<tr><th>Sr. No.</th><th>Photo</th><th>Name of the Teacher</th><th>Designation</th><th>Qualification</th><th>Experience</th></tr>"
        add(
            f"/dept{n}.php",
            name,
            f"<p>Established in 1985.</p><h3>Faculty Profile</h3><table>{head}{rows}</table><h3>Toppers</h3><ul>{''.join(f'<li>{o} - 87%</li>' for o in site.outsiders(3))}</ul>",
            needed=True,
        )
    body = "".join(
        f"<tr><td>{k}</td><td>Shri {o}</td><td>{('President', 'Secretary', 'Member', 'Member', 'Treasurer')[k - 1]}</td></tr>"
        for k, o in enumerate(site.outsiders(5), 1)
    )
    add(
        "/governing-body.php",
        "Governing Body",
        f"<table><tr><th>No</th><th>Name</th><th>Post</th></tr>{body}</table>",
    )
    rows = "".join(
        f"<tr><td>{k}</td><td>Dr. {p.name}</td><td>{'Convener' if k == 1 else 'Member'}</td></tr>"
        for k, p in enumerate(first, 1)
    )
    rows += "".join(
        f"<tr><td>{k}</td><td>Shri {o}</td><td>Parent representative</td></tr>"
        for k, o in enumerate(site.outsiders(2), 4)
    )
    add("/committees.php", "Anti-Ragging Committee", f"<table>{rows}</table>")
    add("/iqac.php", "IQAC", "<p>Minutes of the meeting.</p>")
    add("/vision.php", "Vision", "<p>To educate.</p>")
    principal = titled(site, site.staff(1), ("Principal",))[0]
    add(
        "/principal.php",
        "Principal's Message",
        f"<p>Dear students, welcome.</p><p>Dr. {principal.name}</p><p>Principal</p>",
    )
    add("/index.php", "Welcome", f"<p>{'Admissions open for 2024. ' * 3}</p>")
    site.pages["/"] = site.pages["/index.php"]
    site.needed.add("/")


def old_addresses(site: MadeSite) -> None:
    """A site of the nineties: spaces and capitals in addresses, a base, full addresses with www and https."""
    home = "http://made.edu/"

    def add(path: str, title: str, body: str, *, needed: bool = False) -> None:
        menu = (
            '<table><tr><td><a href="https://www.made.edu/Faculty%20List/Main Page.htm">Faculty Roster</a></td>'
            f'<td><A HREF="{home}About.HTM">About</A></td><td><a href="Links\\other.htm">Links</a></td></tr></table>'
        )
        site.pages[path] = page_of(
            f"{title}",
            menu + f"<center><font size=5>{title}</font></center>" + body,
            "iso-8859-1",
            f'<base href="{home}">',
        )
        if needed:
            site.needed.add(path)

    people = site.staff(9)
    rows = "".join(f"<tr><td><b>{p.name}</b></td><td>{p.title}</td><td><i>{p.interest}</i></td></tr>" for p in people)
    add("/Faculty%20List/Main%20Page.htm", "Faculty Roster", f"<table>{rows}</table>", needed=True)
    add("/About.HTM", "About", "<p>Since 1901.</p>")
    add("/Links/other.htm", "Links", "<p>Elsewhere.</p>")
    add("/", "Department of Classics, Pinecrest State University", "<p>Welcome.</p>", needed=True)


FIRST: tuple[World, ...] = (
    World(us_hub, ENGLISH, "Pinecrest State University", "Department of Geology"),
    World(cn_ranks, CHINESE, "临江大学", "物理学院"),
    World(ru_tables, RUSSIAN, "Заречный государственный университет", "Физический факультет", "windows-1251"),
    World(se_staff, SWEDISH, "Norrviks universitet", "Institutionen för kemi"),
    World(de_chairs, GERMAN, "Universität Falkenried", "Fakultät für Physik"),
    World(fr_capitals, FRENCH, "Université de Valombre", "UFR Sciences et Techniques"),
    World(es_teachers, SPANISH, "Universidad de Peñalba", "Facultad de Ciencias"),
    World(alt_names, ENGLISH, "Pinecrest State University", "School of Philosophy"),
    World(next_data, ENGLISH, "Pinecrest State University"),
    World(
        in_college,
        INDIAN,
        "Shri Vasant College of Arts, Commerce and Science",
        "Shri Vasant College of Arts, Commerce and Science",
    ),
    World(old_addresses, ENGLISH, "Pinecrest State University", "Department of Classics"),
)
