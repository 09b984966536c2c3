# ruff: noqa: E501 - HTML in strings reads best on one line
"""The fifth part of the sites of the world: menus that scripts make beside many plain links, and lists in odd places."""

from __future__ import annotations

import json

from benchmarks.made_sites.sites import MadeSite
from benchmarks.made_sites.speech import CHINESE, ENGLISH, INDIAN, RUSSIAN
from benchmarks.made_sites.world import World, adder, page_of, titled

PLAIN = '<ul class="quick"><li><a href="/apply.html">Apply now</a></li><li><a href="/calendar.html">Calendar</a></li><li><a href="/fees.html">Fees</a></li><li><a href="/gallery.html">Gallery</a></li><li><a href="/contact.html">Contact us</a></li><li><a href="/map.html">How to reach</a></li><li><a href="/tender.html">Tenders</a></li></ul>'
OTHERS = ("apply", "calendar", "fees", "gallery", "contact", "map", "tender")


def placeholder(site: MadeSite) -> None:
    """An empty box for the menu that a file of the site fills from arrays, beside seven plain links."""
    names = ("Department of Botany", "Department of Economics")
    entries = [
        ["Home", "/"],
        ["Departments", "#", [[name, f"/d{n}.html"] for n, name in enumerate(names)]],
        ["Faculty & Staff", "/people.html"],
    ]
    site.pages["/assets/site.js"] = (
        f"const MENU = {json.dumps(entries)};\nfunction draw(list, box) {{ for (const [t, u, c] of list) {{ const a = document.createElement('a'); a.href = u; a.textContent = t; box.append(a); if (c) draw(c, box); }} }}\ndraw(MENU, document.querySelector('#main-nav'));"
    )
    menu = '<nav id="main-nav"></nav><script src="/assets/site.js"></script>'
    add = adder(site, menu, " - Farnham College", "<p>© 2024 Farnham College</p>")
    for n, name in enumerate(names):
        site.unit(name)
        add(f"/d{n}.html", name, f"<h1>{name}</h1><p>Established 1970.</p>", needed=True)
    people = site.staff(8)
    add(
        "/people.html",
        "Faculty & Staff",
        "<h1>Faculty &amp; Staff</h1>" + "".join(f"<div><h4>{p.name}</h4><p>{p.title}</p></div>" for p in people),
        needed=True,
    )
    for other in OTHERS:
        add(f"/{other}.html", other.title(), f"<h1>{other.title()}</h1>")
    add("/", "Home", f"<h1>Farnham College</h1>{PLAIN}", needed=True)
    site.needed.add("/assets/site.js")


def included_header(site: MadeSite) -> None:
    """A header in a file of its own that the site's main script fetches, beside seven plain links."""
    site.pages["/js/main.js"] = (
        'document.addEventListener("DOMContentLoaded", () => { fetch("/partials/header.html").then(r => r.text()).then(t => { document.getElementById("header-placeholder").innerHTML = t; }); });'
    )
    site.pages["/partials/header.html"] = (
        '<ul><li><a href="/">Home</a></li><li><a href="/departments.html">Departments</a></li><li><a href="/about.html">About</a></li></ul>'
    )
    menu = '<div id="header-placeholder"></div><script src="/js/main.js"></script>'
    add = adder(site, menu, " | Kamala Devi College", "<p>Copyright Kamala Devi College</p>")
    shown = ""
    for n, name in enumerate(("Department of English", "Department of Physics")):
        site.unit(name)
        people = titled(site, site.staff(5), ("Assistant Professor", "Associate Professor"))
        shown += f'<div class="box"><a href="/dept{n}.html"><img src="d{n}.jpg" alt=""></a><h4>{name}</h4><a href="/dept{n}.html">Know More »</a></div>'
        add(
            f"/dept{n}.html",
            name,
            f"<h2>{name}</h2><h3>Faculty</h3><table><tr><th>Name</th><th>Designation</th></tr>"
            + "".join(f"<tr><td>Dr. {p.name}</td><td>{p.title}</td></tr>" for p in people)
            + "</table>",
            needed=True,
        )
    add("/departments.html", "Departments", f"<h2>Departments</h2>{shown}", needed=True)
    add("/about.html", "About", "<h2>About</h2>")
    for other in OTHERS:
        add(f"/{other}.html", other.title(), f"<h2>{other.title()}</h2>")
    add("/", "Home", f"<h1>Kamala Devi College</h1>{PLAIN}", needed=True)
    site.needed |= {"/js/main.js", "/partials/header.html"}


def attribute_include(site: MadeSite) -> None:
    """Parts of pages named in attributes, as small include scripts read them."""
    site.pages["/nav.html"] = (
        '<a href="/">Home</a> <a href="/research.html">Research</a> <a href="/members.html">Members</a>'
    )
    menu = '<div w3-include-html="nav.html"></div><script src="https://cdn.example/w3.js"></script><script>w3.includeHTML();</script>'
    add = adder(site, menu, " - Institute of Acoustics", "<p>University of Northmoor</p>")
    people = site.staff(7)
    add(
        "/members.html",
        "Members",
        "<h1>Members</h1><ul>" + "".join(f"<li>{p.name}: {p.title}</li>" for p in people) + "</ul>",
        needed=True,
    )
    add("/research.html", "Research", "<h1>Research</h1>")
    add("/", "Home", "<h1>Institute of Acoustics</h1>", needed=True)
    site.needed.add("/nav.html")


def object_menu(site: MadeSite) -> None:
    """A menu that an object element holds, in a Russian site with capitals in its menu."""
    site.pages["/menu.html"] = page_of(
        "",
        '<a href="/struct.html" target="_top">СТРУКТУРА</a><br><a href="/history.html" target="_top">ИСТОРИЯ</a><br><a href="/kont.html" target="_top">КОНТАКТЫ</a>',
        "windows-1251",
    )
    menu = '<object type="text/html" data="menu.html" width="200"></object>'
    add = adder(site, menu, "", "<p>Заречный государственный университет</p>", "windows-1251")
    shown = ""
    for n, name in enumerate(("КАФЕДРА АЛГЕБРЫ", "КАФЕДРА ГЕОМЕТРИИ")):
        site.unit(name)
        people = titled(site, site.staff(5), ("профессор", "доцент", "ассистент"))
        shown += f'<p><a href="/kaf{n}.html">{name}</a></p>'
        add(
            f"/kaf{n}.html",
            name,
            f"<h2>{name}</h2><h3>ПРЕПОДАВАТЕЛИ</h3>"
            + "".join(
                f"<p>{p.name.split()[0].upper()} {' '.join(p.name.split()[1:])}, {p.title}</p>" for p in people
            ),
            needed=True,
        )
    add("/struct.html", "СТРУКТУРА", f"<h2>СТРУКТУРА ФАКУЛЬТЕТА</h2>{shown}", needed=True)
    add(
        "/history.html",
        "ИСТОРИЯ",
        "<h2>ИСТОРИЯ</h2>"
        + "".join(f"<p>В {1960 + k} году деканом был {o}.</p>" for k, o in enumerate(site.outsiders(3))),
    )
    add("/kont.html", "КОНТАКТЫ", "<p>ул. Ленина, 5</p>")
    add("/", "Математический факультет", "<h1>Математический факультет</h1>", needed=True)
    site.needed.add("/menu.html")


def cn_tabs(site: MadeSite) -> None:
    """A Chinese college whose teachers stand in hidden tabs by department, names as plain spans in one box."""
    menu = '<ul class="menu"><li><a href="/">学院首页</a></li><li><a href="/xygk.html">学院概况</a></li><li><a href="/jsfc.html">教师风采</a></li><li><a href="/xsgz.html">学生工作</a></li></ul>'
    add = adder(site, menu, " - 南屏大学艺术学院", "<p>南屏大学艺术学院 版权所有</p>")
    tabs = ""
    for n, name in enumerate(("音乐系", "美术系")):
        site.unit(name)
        people = titled(site, site.staff(6), ("教授", "副教授", "讲师"))
        tabs += (
            f'<div class="tab" id="t{n}" style="display:none"><h4>{name}</h4>'
            + "".join(
                f'<span class="js"><a href="javascript:void(0)" onclick="show({k})">{p.name}</a> <i>{p.title}</i></span>'
                for k, p in enumerate(people)
            )
            + "</div>"
        )
    add("/jsfc.html", "教师风采", f"<h2>教师风采</h2>{tabs}", needed=True)
    add("/xygk.html", "学院概况", "<p>学院设有音乐系和美术系。</p>")
    add("/xsgz.html", "学生工作", "".join(f"<p>优秀学生：{o}</p>" for o in site.outsiders(4)))
    add("/", "南屏大学艺术学院", "<h1>南屏大学艺术学院</h1>", needed=True)


def commented(site: MadeSite) -> None:
    """An Indian institute: the old list stands in a comment, the new one in a list with "Designation:" lines."""
    menu = '<div class="menu"><ul><li><a href="index.php">Home</a></li><li><a href="people.php?type=faculty">Faculty</a></li><li><a href="people.php?type=staff">Staff</a></li><li><a href="people.php?type=students">Students</a></li></ul></div>'
    add = adder(site, menu, " | School of Energy Studies", "<p>Godavari University</p>")
    faculty = titled(site, site.staff(6), ("Professor", "Assistant Professor Grade I", "DST Inspire Faculty"))
    staff = titled(site, site.staff(3), ("Senior Technical Superintendent", "Junior Assistant", "Project Engineer"))
    old = "".join(f"<li>{o}</li>" for o in site.outsiders(4))
    for kind, people in (("faculty", faculty), ("staff", staff)):
        rows = "".join(
            f"<li><h3>{p.name}</h3><p><b>Designation:</b> {p.title}</p><p><b>Qualification:</b> Ph.D. (Northmoor)</p><p><b>Area:</b> {p.interest}</p></li>"
            for p in people
        )
        add(
            f"/people.php?type={kind}",
            kind.title(),
            f"<h1>{kind.title()}</h1><!-- <ul>{old}</ul> --><ul>{rows}</ul>",
            needed=True,
        )
    add(
        "/people.php?type=students",
        "Students",
        "<h1>Students</h1><ul>"
        + "".join(f"<li><h3>{o}</h3><p>Ph.D. Scholar</p></li>" for o in site.outsiders(6))
        + "</ul>",
    )
    add("/index.php", "Home", "<h1>School of Energy Studies</h1>")
    site.pages["/"] = site.pages["/index.php"]
    site.needed.add("/")


FIFTH: tuple[World, ...] = (
    World(placeholder, ENGLISH, "Farnham College", "Farnham College"),
    World(included_header, INDIAN, "Kamala Devi College", "Kamala Devi College"),
    World(attribute_include, ENGLISH, "University of Northmoor", "Institute of Acoustics"),
    World(object_menu, RUSSIAN, "Заречный государственный университет", "Математический факультет", "windows-1251"),
    World(cn_tabs, CHINESE, "南屏大学", "艺术学院"),
    World(commented, INDIAN, "Godavari University", "School of Energy Studies"),
)
