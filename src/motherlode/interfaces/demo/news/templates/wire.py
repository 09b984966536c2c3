"""Tessaly Wire: the plain site of a news agency, with opaque addresses and <time> as its only metadata."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from motherlode.interfaces.demo.news.plan import Plan
from motherlode.interfaces.demo.news.view import ArticleView, Brand, Entry, ListView, Template, e, paragraphs

BRAND = Brand(
    "wire", "Tessaly Wire", "en", "utf-8", 0,
    {"world": "General", "business": "Markets", "science": "Science", "culture": "Culture", "sport": "Sport", "local": "Regions"},
    30, 0.95, feed="/atom.xml",
)  # fmt: skip
_CSS = """body{font:15px/1.6 system-ui,Arial,sans-serif;max-width:760px;margin:0 auto;padding:20px;color:#111}header{display:flex;gap:18px;align-items:baseline;
border-bottom:2px solid #c8102e}header b{font-size:22px;color:#c8102e}a{color:#06c}h1{font-size:26px}.meta{color:#666;font-size:13px}ul{padding-left:18px}
li time{color:#888;font-size:12px}aside{border-top:1px solid #ddd;margin-top:30px;font-size:14px}"""


class Wire(Template):
    """The template."""

    brand = BRAND
    articles = re.compile(r"/item/(\d+)$")
    lists = re.compile(r"/desk/(\w+)(?:\?offset=(\d+))?$")

    def path(self, plan: Plan, title: str) -> str:
        """/item/17"""
        return f"/item/{plan.number}"

    def section_path(self, section: str, page: int) -> str:
        """/desk/world?offset=30"""
        return f"/desk/{section}" + (f"?offset={(page - 1) * BRAND.per_page}" if page > 1 else "")

    def section_of(self, target: str) -> tuple[str, int] | None:
        """Section and page."""
        found = self.lists.match(target)
        return (found[1], int(found[2] or 0) // BRAND.per_page + 1) if found and found[1] in BRAND.sections else None

    def shown(self, moment: datetime) -> str:
        """To the second, in UTC."""
        return moment.astimezone(UTC).isoformat()

    def article(self, view: ArticleView) -> str:
        """The page of an article."""
        writer = f"Reporting by {e(' and '.join(view.authors))}. " if view.authors else ""
        origin = f'First published by <a href="{view.source_href}">{e(view.source)}</a>. ' if view.source_href else ""
        more = "".join(f"<li>{_link(item)}</li>" for item in view.related)
        body = f"""<main><h1>{e(view.title)}</h1>
<p class="meta"><time datetime="{view.moment:%Y-%m-%dT%H:%M:%SZ}">{view.moment.day} {view.moment:%b %Y %H:%M} GMT</time></p>
{paragraphs(view.paragraphs)}
<p class="meta">{origin}{writer}Item {view.number}.</p></main><aside><h2>Related items</h2><ul>{more}</ul></aside>"""
        return _page(view.title, body)

    def listing(self, view: ListView) -> str:
        """A page of a desk."""
        items = "".join(f"<li>{_link(entry)}</li>" for entry in view.entries)
        older = f'<p><a href="{view.href(view.page + 1)}">older items</a></p>' if view.page < view.pages else ""
        return _page(BRAND.sections[view.section], f"<h1>{BRAND.sections[view.section]}</h1><ul>{items}</ul>{older}")

    def home(self, sections: dict[str, list[Entry]], latest: list[Entry]) -> str:
        """The home page."""
        items = "".join(f"<li>{_link(entry)}</li>" for entry in latest)
        return _page("Latest items", f"<h1>Latest items</h1><ul>{items}</ul>")


def _link(entry: Entry) -> str:
    return f'<time>{entry.moment:%d %b %H:%M}</time> <a href="{entry.href}">{e(entry.title)}</a>'


def _page(title: str, body: str) -> str:
    desks = "".join(f'<a href="/desk/{name}">{label}</a>' for name, label in BRAND.sections.items())
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{e(title)}</title>
<link rel="alternate" type="application/atom+xml" href="/atom.xml"><style>{_CSS}</style></head><body>
<header><b><a href="/">{BRAND.name}</a></b>{desks}</header>{body}
<footer class="meta">{BRAND.name}, Agency Square 1, Tessaly. <a href="/private/desk.html">Customer login</a></footer></body></html>"""
