"""The Port Maren Courier: an old site of nested tables, upper-case tags, no metadata, and addresses with queries."""

from __future__ import annotations

import re
from datetime import datetime

from motherlode.interfaces.demo.news.plan import Plan
from motherlode.interfaces.demo.news.view import ArticleView, Brand, Entry, ListView, Template, day, e

BRAND = Brand(
    "courier", "Port Maren Courier", "en", "windows-1252", 0,
    {"world": "News", "business": "Money", "science": "Science", "culture": "Leisure", "sport": "Sports", "local": "Town"},
    25, 0.35, sitemap=False,
)  # fmt: skip
_NUMBERS = {name: number for number, name in enumerate(BRAND.sections, 1)}
_NAMES = {number: name for name, number in _NUMBERS.items()}


class Courier(Template):
    """The template."""

    brand = BRAND
    articles = re.compile(r"/news/article\.php\?id=(\d+)$")
    lists = re.compile(r"/news/index\.php\?cat=(\d+)(?:&page=(\d+))?$")

    def path(self, plan: Plan, title: str) -> str:
        """/news/article.php?id=17"""
        return f"/news/article.php?id={plan.number}"

    def section_path(self, section: str, page: int) -> str:
        """/news/index.php?cat=1&page=2"""
        return f"/news/index.php?cat={_NUMBERS[section]}" + (f"&page={page}" if page > 1 else "")

    def section_of(self, target: str) -> tuple[str, int] | None:
        """Section and page."""
        found = self.lists.match(target)
        if not found or int(found[1]) not in _NAMES:
            return None
        return _NAMES[int(found[1])], int(found[2] or 1)

    def shown(self, moment: datetime) -> str:
        """The day only."""
        return BRAND.local(moment).date().isoformat()

    def article(self, view: ArticleView) -> str:
        """The page of an article."""
        source = f" ({e(view.source)})" if view.source_href else ""
        by = f"<B>By {e(', '.join(view.authors))}</B>{source}<BR>" if view.authors else f"<B>{source}</B><BR>"
        text = "<BR><BR>\n".join(e(paragraph) for paragraph in view.paragraphs)
        more = "<BR>\n".join(f'&#187; <A HREF="{_near(item.href)}">{e(item.title)}</A>' for item in view.related)
        body = f"""<FONT FACE="Times New Roman" SIZE="5"><B>{e(view.title)}</B></FONT><BR>
<FONT SIZE="2" COLOR="#666666">{view.moment:%A}, {day(view.moment)}</FONT><BR><BR>
<FONT FACE="Times New Roman" SIZE="3">{by}<BR>
{text}</FONT><BR><BR>
<TABLE WIDTH="100%" BGCOLOR="#EEEEEE"><TR><TD><FONT SIZE="2"><B>See also</B><BR>{more}</FONT></TD></TR></TABLE>
<FONT SIZE="2"><A HREF="print.php?id={view.number}">Print this story</A> | <A HREF="javascript:history.back()">Back</A></FONT>"""
        return _page(view.title, body, view.latest)

    def listing(self, view: ListView) -> str:
        """A page of a section."""
        rows = "".join(_row(entry, number) for number, entry in enumerate(view.entries))
        links = " ".join(
            f"<B>{page}</B>" if page == view.page else f'<A HREF="{e(_near(view.href(page)))}">{page}</A>'
            for page in range(max(1, view.page - 4), min(view.pages, view.page + 4) + 1)
        )
        first = (view.page - 1) * BRAND.per_page + 1
        body = f"""<FONT SIZE="5"><B>{BRAND.sections[view.section]}</B></FONT><BR>
<FONT SIZE="2">Stories {first} to {first + len(view.entries) - 1} of {view.total}</FONT>
<TABLE WIDTH="100%" CELLPADDING="4">{rows}</TABLE><CENTER>Pages: {links}</CENTER>"""
        return _page(BRAND.sections[view.section], body, view.latest)

    def home(self, sections: dict[str, list[Entry]], latest: list[Entry]) -> str:
        """The home page."""
        blocks = "".join(
            f'<TR><TD BGCOLOR="#003366"><A HREF="{e(self.section_path(name, 1))}"><FONT COLOR="#FFFFFF"><B>'
            f"{BRAND.sections[name]}</B></FONT></A></TD></TR>{''.join(_row(entry, i) for i, entry in enumerate(entries[:6]))}"
            for name, entries in sections.items()
        )
        return _page("Home", f'<TABLE WIDTH="100%" CELLPADDING="4">{blocks}</TABLE>', latest)


def _near(href: str) -> str:
    """The address relative to /news/."""
    return href.removeprefix("/news/")


def _row(entry: Entry, number: int) -> str:
    colour = "#FFFFFF" if number % 2 else "#F3F3F3"
    return (
        f'<TR BGCOLOR="{colour}"><TD><A HREF="{e(entry.href)}">{e(entry.title)}</A> '
        f'<FONT SIZE="1" COLOR="#888888">{BRAND.local(entry.moment):%d/%m/%Y}</FONT></TD></TR>'
    )


def _page(title: str, body: str, latest: list[Entry]) -> str:
    menu = "".join(
        f'<TR><TD><A HREF="/news/index.php?cat={number}"><FONT SIZE="2">{BRAND.sections[name]}</FONT></A></TD></TR>'
        for name, number in _NUMBERS.items()
    )
    side = "".join(
        f'<TR><TD><FONT SIZE="1"><A HREF="{e(entry.href)}">{e(entry.title)}</A></FONT></TD></TR>'
        for entry in latest[:6]
    )
    return f"""<HTML><HEAD><TITLE>{BRAND.name} - {e(title)}</TITLE></HEAD>
<BODY BGCOLOR="#DDDDDD" TEXT="#000000" LINK="#003399" TOPMARGIN="0"><CENTER>
<TABLE WIDTH="900" BGCOLOR="#FFFFFF" CELLSPACING="0" CELLPADDING="6" BORDER="0">
<TR><TD COLSPAN="3" BGCOLOR="#003366"><A HREF="/"><FONT COLOR="#FFFFFF" SIZE="6"><I>{BRAND.name}</I></FONT></A>
<FONT COLOR="#CCCCCC" SIZE="2">Founded 1891 - all the news of the harbour</FONT></TD></TR>
<TR><TD WIDTH="120" VALIGN="TOP" BGCOLOR="#E6ECF2"><TABLE>{menu}
<TR><TD><A HREF="/private/staff.html"><FONT SIZE="2">Staff</FONT></A></TD></TR>
<TR><TD><A HREF="/weather.html"><FONT SIZE="2">Tides</FONT></A></TD></TR></TABLE></TD>
<TD VALIGN="TOP">{body}</TD>
<TD WIDTH="180" VALIGN="TOP" BGCOLOR="#F7F3E3"><FONT SIZE="2"><B>Latest</B></FONT><TABLE>{side}</TABLE>
<TABLE BORDER="1" WIDTH="100%"><TR><TD ALIGN="CENTER"><FONT SIZE="2">ADVERTISEMENT<BR>Fresh fish daily at the Old Quay</FONT>
</TD></TR></TABLE></TD></TR>
<TR><TD COLSPAN="3" BGCOLOR="#003366"><FONT COLOR="#FFFFFF" SIZE="1">Copyright 2025 {BRAND.name}. All rights reserved.
Best viewed with 1024 x 768.</FONT></TD></TR></TABLE></CENTER></BODY></HTML>"""
