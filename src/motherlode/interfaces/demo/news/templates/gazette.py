"""The Halvern Gazette: a modern paper with JSON-LD, OpenGraph and absolute links."""

from __future__ import annotations

import json
import re

from motherlode.interfaces.demo.news.plan import Plan
from motherlode.interfaces.demo.news.view import (
    ArticleView,
    Brand,
    Entry,
    ListView,
    Template,
    clock,
    e,
    paragraphs,
    slug,
)

BRAND = Brand(
    "gazette", "The Halvern Gazette", "en", "utf-8", 1,
    {"world": "World", "business": "Business", "science": "Science", "culture": "Arts", "sport": "Sport", "local": "Region"},
    20, 0.9, feed="/feed.xml",
)  # fmt: skip
_CSS = """body{margin:0;font:17px/1.55 Georgia,serif;color:#1a1a1a;background:#fff}a{color:#0b3d62;text-decoration:none}
header.top{border-bottom:3px double #222;text-align:center;padding:18px 0 8px}.brand{font-size:44px;font-weight:700;color:#111}
nav.main{font:600 13px Arial,sans-serif;text-transform:uppercase;letter-spacing:.06em;padding:10px 0}nav.main a{margin:0 12px}
.wrap{max-width:1080px;margin:24px auto;display:flex;gap:40px;padding:0 20px}.col{flex:1;min-width:0}aside{width:280px;font:14px/1.4 Arial,sans-serif}
h1{font-size:38px;line-height:1.15;margin:.2em 0}.kicker{font:700 12px Arial;color:#a11;text-transform:uppercase}
.byline{font:14px Arial;color:#555;border-bottom:1px solid #ddd;padding-bottom:12px}figure{margin:20px 0}figure img{width:100%}
figcaption{font:12px Arial;color:#777}.ad{background:#f4f1e8;border:1px solid #e3dcc6;padding:14px;font:13px Arial;text-align:center;margin:18px 0}
.card{border-bottom:1px solid #e5e5e5;padding:14px 0}.card h3{margin:0 0 4px;font-size:20px}.card p{margin:4px 0;color:#444}
.hero h2{font-size:34px;margin:0 0 6px}.grid{display:grid;grid-template-columns:1fr 1fr;gap:0 30px}footer{border-top:3px double #222;padding:20px;text-align:center;font:13px Arial;color:#666}"""


class Gazette(Template):
    """The template."""

    brand = BRAND
    articles = re.compile(r"/20\d\d/\d\d/\d\d/[a-z0-9-]+-(\d+)$")
    lists = re.compile(r"/section/(\w+)(?:\?page=(\d+))?$")

    def path(self, plan: Plan, title: str) -> str:
        """/2025/03/03/storm-hits-coast-17"""
        return f"/{BRAND.local(plan.moment):%Y/%m/%d}/{slug(title)}-{plan.number}"

    def section_path(self, section: str, page: int) -> str:
        """/section/world?page=2"""
        return f"/section/{section}" + (f"?page={page}" if page > 1 else "")

    def article(self, view: ArticleView) -> str:
        """The page of an article."""
        data = {
            "@context": "https://schema.org",
            "@type": "NewsArticle",
            "headline": view.title,
            "datePublished": view.moment.isoformat(),
            "dateModified": (view.updated or view.moment).isoformat(),
            "author": [{"@type": "Person", "name": name} for name in view.authors],
            "publisher": {"@type": "Organization", "name": BRAND.name},
            "mainEntityOfPage": view.url,
            "articleSection": BRAND.sections[view.section],
        }
        head = (
            f'<meta property="og:type" content="article"><meta property="og:title" content="{e(view.title)}">'
            f'<meta property="og:site_name" content="{BRAND.name}"><meta property="og:url" content="{view.url}">'
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
        body = f"""<article><div class="kicker">{BRAND.sections[view.section]}</div><h1>{e(view.title)}</h1>
<div class="byline">{by}<time datetime="{view.moment.isoformat()}">{stamp}</time>{updated}</div>
<figure><img src="/img/{view.number}.svg" alt=""><figcaption>Photo: {BRAND.name} archive</figcaption></figure>
<div class="article-body">
{paragraphs(view.paragraphs[:half])}
<div class="ad">Advertisement · Read the Gazette on Sundays too: four weeks for the price of one.</div>
{paragraphs(view.paragraphs[half:])}
</div>{source}</article>
<section class="related"><h4>Read more</h4><ul>{related}</ul></section>
<section class="comments"><h4>Comments ({len(view.comments)})</h4>{said}</section>"""
        return _page(f"{view.title} | {BRAND.name}", head, body, view.latest)

    def listing(self, view: ListView) -> str:
        """A page of a section."""
        cards = "".join(_card(entry) for entry in view.entries)
        newer = f'<a rel="prev" href="{view.href(view.page - 1)}">« Newer</a>' if view.page > 1 else ""
        older = f'<a rel="next" href="{view.href(view.page + 1)}">Older »</a>' if view.page < view.pages else ""
        body = f"""<h1>{BRAND.sections[view.section]}</h1><div class="cards">{cards}</div>
<div class="pager">{newer} Page {view.page} of {view.pages} {older}</div>"""
        return _page(f"{BRAND.sections[view.section]} | {BRAND.name}", "", body, view.latest)

    def home(self, sections: dict[str, list[Entry]], latest: list[Entry]) -> str:
        """The home page."""
        hero = f'<div class="hero">{"".join(_card(entry) for entry in latest[:1])}</div>'
        blocks = "".join(
            f'<section><h4><a href="{self.section_path(name, 1)}">{BRAND.sections[name]}</a></h4>'
            f"{''.join(_card(entry) for entry in entries[:4])}</section>"
            for name, entries in sections.items()
        )
        body = f'{hero}<div class="grid">{"".join(_card(entry) for entry in latest[1:5])}</div>{blocks}'
        return _page(f"{BRAND.name}: news from Halvern and the world", "", body, latest[5:12])


def _card(entry: Entry) -> str:
    teaser = f"<p>{e(entry.teaser)}</p>" if entry.teaser else ""
    return f'<div class="card"><h3><a href="{entry.href}">{e(entry.title)}</a></h3>{teaser}</div>'


def _page(title: str, head: str, body: str, latest: list[Entry]) -> str:
    links = "".join(f'<a href="/section/{name}">{label}</a>' for name, label in BRAND.sections.items())
    side = "".join(f'<li><a href="{entry.href}">{e(entry.title)}</a></li>' for entry in latest)
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{e(title)}</title>
<link rel="alternate" type="application/rss+xml" title="{BRAND.name}" href="/feed.xml">{head}<style>{_CSS}</style></head>
<body><header class="top"><a class="brand" href="/">{BRAND.name}</a><nav class="main"><a href="/">Home</a>{links}</nav>
<form action="/search"><input name="q" placeholder="Search"></form></header>
<div class="wrap"><main class="col">{body}</main><aside><h4>Most read</h4><ol>{side}</ol>
<div class="ad">Sponsored · Kitchens from Averleigh. Visit our showroom.</div>
<div class="newsletter">Sign up for our morning letter. You can unsubscribe at any time.</div></aside></div>
<footer><p>© 2025 {BRAND.name} · <a href="/about">About us</a> · <a href="/live">Live</a> · <a href="/private/drafts.html">Editors</a> ·
<a href="/contact">Contact</a></p><p>We use cookies to remember your settings.</p></footer></body></html>"""
