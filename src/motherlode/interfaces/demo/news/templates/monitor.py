"""Northern Monitor: a soup of divs with metadata in <meta>, sidebars on both sides, comments and a calendar."""

from __future__ import annotations

import re

from motherlode.interfaces.demo.news.plan import Plan
from motherlode.interfaces.demo.news.view import ArticleView, Brand, Entry, ListView, Template, clock, e, slug

BRAND = Brand(
    "monitor", "Northern Monitor", "en", "utf-8", -5,
    {"world": "World & Nation", "business": "Economy", "science": "Knowledge", "culture": "Life", "sport": "Games",
     "local": "Around Us"},
    15, 0.7, trap=True, slow_robots=True,
)  # fmt: skip
_CSS = """*{box-sizing:border-box}body{margin:0;font:16px/1.5 "Helvetica Neue",Arial,sans-serif;background:#eef1f4;color:#222}
#bar{background:#12324a;color:#fff;padding:14px 24px}#bar a{color:#fff;text-decoration:none;margin-right:18px}#bar .logo{font-size:26px;font-weight:800}
#outer{display:flex;max-width:1200px;margin:20px auto;gap:20px;padding:0 16px}#left{width:180px;font-size:14px}#right{width:260px;font-size:14px}
#mid{flex:1;background:#fff;padding:26px;border-radius:6px;min-width:0}.box{background:#fff;border-radius:6px;padding:14px;margin-bottom:16px}
.headline{font-size:32px;font-weight:800;line-height:1.2}.stamp{color:#678;font-size:14px;margin:8px 0 18px}.story div{margin:0 0 15px}
.promo{background:#fff5d6;padding:10px;border-left:4px solid #e0a800;font-size:14px;margin:14px 0}.teaser{padding:12px 0;border-bottom:1px solid #eee}
.teaser a{font-weight:700;color:#12324a;text-decoration:none}.c{border-top:1px solid #eee;padding:8px 0;font-size:14px}#foot{padding:24px;text-align:center;color:#789;font-size:13px}"""


class Monitor(Template):
    """The template."""

    brand = BRAND
    articles = re.compile(r"/(?:world|business|science|culture|sport|local)/[a-z0-9-]+-(\d+)\.html$")
    lists = re.compile(r"/(\w+)/(?:page/(\d+)/)?$")

    def path(self, plan: Plan, title: str) -> str:
        """/world/storm-hits-coast-17.html"""
        return f"/{plan.section}/{slug(title)}-{plan.number}.html"

    def section_path(self, section: str, page: int) -> str:
        """/world/page/2/"""
        return f"/{section}/" + (f"page/{page}/" if page > 1 else "")

    def article(self, view: ArticleView) -> str:
        """The page of an article."""
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
        body = f"""<div class="crumbs"><a href="/">Home</a> &gt; <a href="/{view.section}/">{e(BRAND.sections[view.section])}</a></div>
<div itemscope itemtype="https://schema.org/Article"><div class="headline" itemprop="headline">{e(view.title)}</div>
<div class="stamp">{by}{stamp}{origin}</div>
<div class="share"><a href="/share?to=mail">Mail</a> <a href="/share?to=feed">Share</a></div>
<div class="story" itemprop="articleBody">{"".join(parts)}</div></div>
<div class="more"><b>You may also like</b>{more}</div>
<div class="discussion"><b>Discussion</b>{said}</div>"""
        return _page(f"{view.title} - {BRAND.name}", head, body, view.latest)

    def listing(self, view: ListView) -> str:
        """A page of a section."""
        items = "".join(_teaser(entry) for entry in view.entries)
        pages = " ".join(
            f'<a href="{view.href(page)}">{page}</a>' if page != view.page else f"<b>{page}</b>"
            for page in sorted({1, view.pages, *range(max(1, view.page - 2), min(view.pages, view.page + 2) + 1)})
        )
        after = f'<a class="next" href="{view.href(view.page + 1)}">Next page</a>' if view.page < view.pages else ""
        name = e(BRAND.sections[view.section])
        body = f'<div class="headline">{name}</div>{items}<div class="pages">{pages} {after}</div>'
        return _page(f"{BRAND.sections[view.section]} - {BRAND.name}", "", body, view.latest)

    def home(self, sections: dict[str, list[Entry]], latest: list[Entry]) -> str:
        """The home page."""
        blocks = "".join(
            f'<div class="section"><a href="/{name}/"><b>{e(BRAND.sections[name])}</b></a>'
            f"{''.join(_teaser(entry) for entry in entries[:5])}</div>"
            for name, entries in sections.items()
        )
        return _page(BRAND.name, "", f"{''.join(_teaser(entry) for entry in latest[:3])}{blocks}", latest[3:10])


def _teaser(entry: Entry) -> str:
    shown = BRAND.local(entry.moment)
    text = f"<div>{e(entry.teaser)}</div>" if entry.teaser else ""
    return (
        f'<div class="teaser"><a href="{entry.href}">{e(entry.title)}</a> <small>{shown:%m/%d/%Y}</small>{text}</div>'
    )


def _page(title: str, head: str, body: str, latest: list[Entry]) -> str:
    menu = "".join(f'<a href="/{name}/">{e(label)}</a>' for name, label in BRAND.sections.items())
    left = "".join(f'<div><a href="/{name}/">{e(label)}</a></div>' for name, label in BRAND.sections.items())
    right = "".join(f'<div class="teaser"><a href="{entry.href}">{e(entry.title)}</a></div>' for entry in latest)
    return f"""<!DOCTYPE html>
<html lang="en-US"><head><title>{e(title)}</title><meta charset="utf-8">{head}<style>{_CSS}</style></head><body>
<div id="bar"><a class="logo" href="/">{BRAND.name}</a>{menu}</div>
<div id="outer"><div id="left"><div class="box"><b>Sections</b>{left}</div>
<div class="box"><a href="/calendar/2025/03/">Calendar of events</a></div>
<div class="box">Weather<br>Today 8°, tomorrow 11°<br><a href="/radar">Radar</a></div></div>
<div id="mid">{body}</div>
<div id="right"><div class="box"><b>Trending</b>{right}</div>
<div class="box promo">Ad: Fly to Solmere from 49 crowns</div></div></div>
<div id="foot">© 2025 {BRAND.name}. <a href="/private/ads.html">Advertise</a> · <a href="/terms">Terms</a></div></body></html>"""
