"""The English news sites: a modern paper, an old one, a soup of divs and the plain site of an agency."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime

from motherlode.interfaces.demo.news.view import (
    SECTIONS,
    ArticleView,
    Brand,
    Entry,
    ListView,
    Template,
    clock,
    day,
    e,
    paragraphs,
)
from motherlode.interfaces.demo.words import framed


class Gazette(Template):
    """The Halvern Gazette: a modern paper with JSON-LD, OpenGraph and absolute links."""

    brand = Brand(
        "gazette", "The Halvern Gazette", "en", "utf-8", 1,
        {"world": "World", "business": "Business", "science": "Science", "culture": "Arts", "sport": "Sport", "local": "Region"},
        20, 0.9, feed="/feed.xml",
    )  # fmt: skip
    articles = re.compile(r"/20\d\d/\d\d/\d\d/[a-z0-9-]+-(\d+)$")
    lists = re.compile(r"/section/(\w+)(?:\?page=(\d+))?$")
    address = "/{day:%Y/%m/%d}/{slug}-{number}"
    section_addresses = ("/section/{section}", "/section/{section}?page={page}")

    def article(self, view: ArticleView) -> str:
        data = {
            "@context": "https://schema.org",
            "@type": "NewsArticle",
            "headline": view.title,
            "datePublished": view.moment.isoformat(),
            "dateModified": (view.updated or view.moment).isoformat(),
            "author": [{"@type": "Person", "name": name} for name in view.authors],
            "publisher": {"@type": "Organization", "name": self.brand.name},
            "mainEntityOfPage": view.url,
            "articleSection": self.brand.sections[view.section],
        }
        head = (
            f'<meta property="og:type" content="article"><meta property="og:title" content="{e(view.title)}">'
            f'<meta property="og:site_name" content="{self.brand.name}"><meta property="og:url" content="{view.url}">'
            f'<meta property="article:published_time" content="{view.moment.isoformat()}">'
            f'<link rel="canonical" href="{view.url}">'
            f'<script type="application/ld+json">{json.dumps(data, ensure_ascii=False)}</script>'
        )
        by = f'<span class="author" rel="author">By {e(" and ".join(view.authors))}</span> · ' if view.authors else ""
        updated = f" · Updated {view.updated:%B} {view.updated.day}, {clock(view.updated)}" if view.updated else ""
        source = ""
        if view.source_href:
            source = f'<p class="origin">Source: <a href="{view.source_href}">{e(view.source)}</a></p>'
        stamp = f"{view.moment:%B} {view.moment.day}, {view.moment.year}, {clock(view.moment)} CET"
        half = max(2, len(view.paragraphs) // 2)
        related = "".join(f'<li><a href="{item.href}">{e(item.title)}</a></li>' for item in view.related)
        said = "".join(f'<div class="comment"><b>{e(who)}</b><p>{e(what)}</p></div>' for who, what in view.comments)
        body = f"""<article><div class="kicker">{self.brand.sections[view.section]}</div><h1>{e(view.title)}</h1>
<div class="byline">{by}<time datetime="{view.moment.isoformat()}">{stamp}</time>{updated}</div>
<figure><img src="/img/{view.number}.svg" alt=""><figcaption>Photo: {self.brand.name} archive</figcaption></figure>
<div class="article-body">
{paragraphs(view.paragraphs[:half])}
<div class="ad">Advertisement · Read the Gazette on Sundays too: four weeks for the price of one.</div>
{paragraphs(view.paragraphs[half:])}
</div>{source}</article>
<section class="related"><h4>Read more</h4><ul>{related}</ul></section>
<section class="comments"><h4>Comments ({len(view.comments)})</h4>{said}</section>"""
        return self._page(f"{view.title} | {self.brand.name}", head, body, view.latest)

    def listing(self, view: ListView) -> str:
        cards = "".join(self._card(entry) for entry in view.entries)
        newer = f'<a rel="prev" href="{view.href(view.page - 1)}">« Newer</a>' if view.page > 1 else ""
        older = f'<a rel="next" href="{view.href(view.page + 1)}">Older »</a>' if view.page < view.pages else ""
        body = f"""<h1>{self.brand.sections[view.section]}</h1><div class="cards">{cards}</div>
<div class="pager">{newer} Page {view.page} of {view.pages} {older}</div>"""
        return self._page(f"{self.brand.sections[view.section]} | {self.brand.name}", "", body, view.latest)

    def home(self, sections: dict[str, list[Entry]], latest: list[Entry]) -> str:
        hero = f'<div class="hero">{"".join(self._card(entry) for entry in latest[:1])}</div>'
        blocks = "".join(
            f'<section><h4><a href="{self.section_path(name, 1)}">{self.brand.sections[name]}</a></h4>'
            f"{''.join(self._card(entry) for entry in entries[:4])}</section>"
            for name, entries in sections.items()
        )
        body = f'{hero}<div class="grid">{"".join(self._card(entry) for entry in latest[1:5])}</div>{blocks}'
        return self._page(f"{self.brand.name}: news from Halvern and the world", "", body, latest[5:12])

    def _card(self, entry: Entry) -> str:
        teaser = f"<p>{e(entry.teaser)}</p>" if entry.teaser else ""
        return f'<div class="card"><h3><a href="{entry.href}">{e(entry.title)}</a></h3>{teaser}</div>'

    def _page(self, title: str, head: str, body: str, latest: list[Entry]) -> str:
        links = "".join(f'<a href="/section/{name}">{label}</a>' for name, label in self.brand.sections.items())
        side = "".join(f'<li><a href="{entry.href}">{e(entry.title)}</a></li>' for entry in latest)
        return framed("gazette", title=e(title), brand=self.brand.name, head=head, links=links, body=body, side=side)


_NUMBERS = {name: number for number, name in enumerate(SECTIONS, 1)}
_NAMES = {number: name for name, number in _NUMBERS.items()}


class Courier(Template):
    """The Port Maren Courier: an old site of nested tables, upper-case tags, no metadata, and addresses with queries."""

    brand = Brand(
        "courier", "Port Maren Courier", "en", "windows-1252", 0,
        {"world": "News", "business": "Money", "science": "Science", "culture": "Leisure", "sport": "Sports", "local": "Town"},
        25, 0.35, sitemap=False,
    )  # fmt: skip
    articles = re.compile(r"/news/article\.php\?id=(\d+)$")
    lists = re.compile(r"/news/index\.php\?cat=(\d+)(?:&page=(\d+))?$")
    address = "/news/article.php?id={number}"

    def section_path(self, section: str, page: int) -> str:
        """/news/index.php?cat=1&page=2"""
        return f"/news/index.php?cat={_NUMBERS[section]}" + (f"&page={page}" if page > 1 else "")

    def section_of(self, target: str) -> tuple[str, int] | None:
        found = self.lists.match(target)
        if not found or int(found[1]) not in _NAMES:
            return None
        return _NAMES[int(found[1])], int(found[2] or 1)

    def shown(self, moment: datetime) -> str:
        """The day only."""
        return self.brand.local(moment).date().isoformat()

    def article(self, view: ArticleView) -> str:
        source = f" ({e(view.source)})" if view.source_href else ""
        by = f"<B>By {e(', '.join(view.authors))}</B>{source}<BR>" if view.authors else f"<B>{source}</B><BR>"
        text = "<BR><BR>\n".join(e(paragraph) for paragraph in view.paragraphs)
        more = "<BR>\n".join(f'&#187; <A HREF="{self._near(item.href)}">{e(item.title)}</A>' for item in view.related)
        body = f"""<FONT FACE="Times New Roman" SIZE="5"><B>{e(view.title)}</B></FONT><BR>
<FONT SIZE="2" COLOR="#666666">{view.moment:%A}, {day(view.moment)}</FONT><BR><BR>
<FONT FACE="Times New Roman" SIZE="3">{by}<BR>
{text}</FONT><BR><BR>
<TABLE WIDTH="100%" BGCOLOR="#EEEEEE"><TR><TD><FONT SIZE="2"><B>See also</B><BR>{more}</FONT></TD></TR></TABLE>
<FONT SIZE="2"><A HREF="print.php?id={view.number}">Print this story</A> | <A HREF="javascript:history.back()">Back</A></FONT>"""
        return self._page(view.title, body, view.latest)

    def listing(self, view: ListView) -> str:
        rows = "".join(self._row(entry, number) for number, entry in enumerate(view.entries))
        links = " ".join(
            f"<B>{page}</B>" if page == view.page else f'<A HREF="{e(self._near(view.href(page)))}">{page}</A>'
            for page in range(max(1, view.page - 4), min(view.pages, view.page + 4) + 1)
        )
        first = (view.page - 1) * self.brand.per_page + 1
        body = f"""<FONT SIZE="5"><B>{self.brand.sections[view.section]}</B></FONT><BR>
<FONT SIZE="2">Stories {first} to {first + len(view.entries) - 1} of {view.total}</FONT>
<TABLE WIDTH="100%" CELLPADDING="4">{rows}</TABLE><CENTER>Pages: {links}</CENTER>"""
        return self._page(self.brand.sections[view.section], body, view.latest)

    def home(self, sections: dict[str, list[Entry]], latest: list[Entry]) -> str:
        blocks = "".join(
            f'<TR><TD BGCOLOR="#003366"><A HREF="{e(self.section_path(name, 1))}"><FONT COLOR="#FFFFFF"><B>'
            f"{self.brand.sections[name]}</B></FONT></A></TD></TR>{''.join(self._row(entry, i) for i, entry in enumerate(entries[:6]))}"
            for name, entries in sections.items()
        )
        return self._page("Home", f'<TABLE WIDTH="100%" CELLPADDING="4">{blocks}</TABLE>', latest)

    def _near(self, href: str) -> str:
        """The address relative to /news/."""
        return href.removeprefix("/news/")

    def _row(self, entry: Entry, number: int) -> str:
        colour = "#FFFFFF" if number % 2 else "#F3F3F3"
        return (
            f'<TR BGCOLOR="{colour}"><TD><A HREF="{e(entry.href)}">{e(entry.title)}</A> '
            f'<FONT SIZE="1" COLOR="#888888">{self.brand.local(entry.moment):%d/%m/%Y}</FONT></TD></TR>'
        )

    def _page(self, title: str, body: str, latest: list[Entry]) -> str:
        menu = "".join(
            f'<TR><TD><A HREF="/news/index.php?cat={number}"><FONT SIZE="2">{self.brand.sections[name]}</FONT></A></TD></TR>'
            for name, number in _NUMBERS.items()
        )
        side = "".join(
            f'<TR><TD><FONT SIZE="1"><A HREF="{e(entry.href)}">{e(entry.title)}</A></FONT></TD></TR>'
            for entry in latest[:6]
        )
        return framed("courier", brand=self.brand.name, title=e(title), menu=menu, body=body, side=side)


class Monitor(Template):
    """Northern Monitor: a soup of divs with metadata in <meta>, sidebars on both sides, comments and a calendar."""

    brand = Brand(
        "monitor", "Northern Monitor", "en", "utf-8", -5,
        {"world": "World & Nation", "business": "Economy", "science": "Knowledge", "culture": "Life", "sport": "Games",
         "local": "Around Us"},
        15, 0.7, trap=True, slow_robots=True,
    )  # fmt: skip
    articles = re.compile(r"/(?:world|business|science|culture|sport|local)/[a-z0-9-]+-(\d+)\.html$")
    lists = re.compile(r"/(\w+)/(?:page/(\d+)/)?$")
    address = "/{section}/{slug}-{number}.html"
    section_addresses = ("/{section}/", "/{section}/page/{page}/")

    def article(self, view: ArticleView) -> str:
        head = (
            f'<meta name="author" content="{e("; ".join(view.authors))}">'
            f'<meta property="article:published_time" content="{view.moment.isoformat()}">'
            f'<meta property="og:title" content="{e(view.title)}">'
        )
        stamp = f"{view.moment:%b} {view.moment.day}, {view.moment.year} at {clock(view.moment)}"
        by = f'<span class="writer" itemprop="author">{e(", ".join(view.authors))}</span> | ' if view.authors else ""
        origin = f' | via <a href="{view.source_href}">{e(view.source)}</a>' if view.source_href else ""
        parts = [f"<div>{e(paragraph)}</div>" for paragraph in view.paragraphs]
        parts.insert(
            2, '<div class="promo"><a href="/subscribe">Support independent journalism: subscribe now</a></div>'
        )
        more = "".join(
            f'<div class="teaser"><a href="{item.href}">{e(item.title)}</a></div>' for item in view.related
        )
        said = "".join(
            f'<div class="c"><b>{e(who)}</b> wrote: <span>{e(what)}</span></div>' for who, what in view.comments
        )
        body = f"""<div class="crumbs"><a href="/">Home</a> &gt; <a href="/{view.section}/">{e(self.brand.sections[view.section])}</a></div>
<div itemscope itemtype="https://schema.org/Article"><div class="headline" itemprop="headline">{e(view.title)}</div>
<div class="stamp">{by}{stamp}{origin}</div>
<div class="share"><a href="/share?to=mail">Mail</a> <a href="/share?to=feed">Share</a></div>
<div class="story" itemprop="articleBody">{"".join(parts)}</div></div>
<div class="more"><b>You may also like</b>{more}</div>
<div class="discussion"><b>Discussion</b>{said}</div>"""
        return self._page(f"{view.title} - {self.brand.name}", head, body, view.latest)

    def listing(self, view: ListView) -> str:
        items = "".join(self._teaser(entry) for entry in view.entries)
        pages = " ".join(
            f'<a href="{view.href(page)}">{page}</a>' if page != view.page else f"<b>{page}</b>"
            for page in sorted({1, view.pages, *range(max(1, view.page - 2), min(view.pages, view.page + 2) + 1)})
        )
        after = f'<a class="next" href="{view.href(view.page + 1)}">Next page</a>' if view.page < view.pages else ""
        name = e(self.brand.sections[view.section])
        body = f'<div class="headline">{name}</div>{items}<div class="pages">{pages} {after}</div>'
        return self._page(f"{self.brand.sections[view.section]} - {self.brand.name}", "", body, view.latest)

    def home(self, sections: dict[str, list[Entry]], latest: list[Entry]) -> str:
        blocks = "".join(
            f'<div class="section"><a href="/{name}/"><b>{e(self.brand.sections[name])}</b></a>'
            f"{''.join(self._teaser(entry) for entry in entries[:5])}</div>"
            for name, entries in sections.items()
        )
        return self._page(
            self.brand.name, "", f"{''.join(self._teaser(entry) for entry in latest[:3])}{blocks}", latest[3:10]
        )

    def _teaser(self, entry: Entry) -> str:
        shown = self.brand.local(entry.moment)
        text = f"<div>{e(entry.teaser)}</div>" if entry.teaser else ""
        return f'<div class="teaser"><a href="{entry.href}">{e(entry.title)}</a> <small>{shown:%m/%d/%Y}</small>{text}</div>'

    def _page(self, title: str, head: str, body: str, latest: list[Entry]) -> str:
        menu = "".join(f'<a href="/{name}/">{e(label)}</a>' for name, label in self.brand.sections.items())
        left = "".join(f'<div><a href="/{name}/">{e(label)}</a></div>' for name, label in self.brand.sections.items())
        right = "".join(f'<div class="teaser"><a href="{entry.href}">{e(entry.title)}</a></div>' for entry in latest)
        return framed(
            "monitor", title=e(title), head=head, brand=self.brand.name, menu=menu, left=left, body=body, right=right
        )


class Wire(Template):
    """Tessaly Wire: the plain site of a news agency, with opaque addresses and <time> as its only metadata."""

    brand = Brand(
        "wire", "Tessaly Wire", "en", "utf-8", 0,
        {"world": "General", "business": "Markets", "science": "Science", "culture": "Culture", "sport": "Sport", "local": "Regions"},
        30, 0.95, feed="/atom.xml",
    )  # fmt: skip
    articles = re.compile(r"/item/(\d+)$")
    lists = re.compile(r"/desk/(\w+)(?:\?offset=(\d+))?$")
    address = "/item/{number}"

    def section_path(self, section: str, page: int) -> str:
        """/desk/world?offset=30"""
        return f"/desk/{section}" + (f"?offset={(page - 1) * self.brand.per_page}" if page > 1 else "")

    def section_of(self, target: str) -> tuple[str, int] | None:
        found = self.lists.match(target)
        return (
            (found[1], int(found[2] or 0) // self.brand.per_page + 1)
            if found and found[1] in self.brand.sections
            else None
        )

    def shown(self, moment: datetime) -> str:
        """To the second, in UTC."""
        return moment.astimezone(UTC).isoformat()

    def article(self, view: ArticleView) -> str:
        writer = f"Reporting by {e(' and '.join(view.authors))}. " if view.authors else ""
        origin = f'First published by <a href="{view.source_href}">{e(view.source)}</a>. ' if view.source_href else ""
        more = "".join(f"<li>{self._link(item)}</li>" for item in view.related)
        body = f"""<main><h1>{e(view.title)}</h1>
<p class="meta"><time datetime="{view.moment:%Y-%m-%dT%H:%M:%SZ}">{view.moment.day} {view.moment:%b %Y %H:%M} GMT</time></p>
{paragraphs(view.paragraphs)}
<p class="meta">{origin}{writer}Item {view.number}.</p></main><aside><h2>Related items</h2><ul>{more}</ul></aside>"""
        return self._page(view.title, body)

    def listing(self, view: ListView) -> str:
        items = "".join(f"<li>{self._link(entry)}</li>" for entry in view.entries)
        older = f'<p><a href="{view.href(view.page + 1)}">older items</a></p>' if view.page < view.pages else ""
        return self._page(
            self.brand.sections[view.section], f"<h1>{self.brand.sections[view.section]}</h1><ul>{items}</ul>{older}"
        )

    def home(self, sections: dict[str, list[Entry]], latest: list[Entry]) -> str:
        items = "".join(f"<li>{self._link(entry)}</li>" for entry in latest)
        return self._page("Latest items", f"<h1>Latest items</h1><ul>{items}</ul>")

    def _link(self, entry: Entry) -> str:
        return f'<time>{entry.moment:%d %b %H:%M}</time> <a href="{entry.href}">{e(entry.title)}</a>'

    def _page(self, title: str, body: str) -> str:
        desks = "".join(f'<a href="/desk/{name}">{label}</a>' for name, label in self.brand.sections.items())
        return framed("wire", title=e(title), brand=self.brand.name, desks=desks, body=body)
