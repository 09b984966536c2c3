"""The frame of a shop's page, its search form, its pager and its detail page."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from urllib.parse import quote_plus

from motherlode.interfaces.demo.catalogue.sources import Field, Source
from motherlode.interfaces.demo.truth.catalogue import RecordTruth, ResultPageTruth

COLOURS = {
    "foliant": "#5b3a1e", "pageturn": "#1d5c63", "altbuch": "#6b2737", "papertrail": "#1f3b73", "scholarstack": "#3d3d5c",
    "lunwen": "#9c2a2a", "volthaus": "#e05a00", "technook": "#0b6e4f", "gadgetry": "#5a2ca0",
}  # fmt: skip
WORDS = {
    "en": {
        "search": "Search", "home": "Home", "next": "Next", "previous": "Previous", "none": "No results found.",
        "count": "Showing {first}–{last} of {total} results", "about": "About us", "help": "Help", "cart": "Basket",
        "browse": "Browse all {total}", "picks": "Our picks", "welcome": "Look around, or search by title, name or number.",
    },
    "de": {
        "search": "Suchen", "home": "Startseite", "next": "Weiter", "previous": "Zurück", "none": "Keine Treffer.",
        "count": "Treffer {first} bis {last} von {total}", "about": "Über uns", "help": "Hilfe", "cart": "Warenkorb",
        "browse": "Alle {total} ansehen", "picks": "Empfehlungen", "welcome": "Stöbern Sie, oder suchen Sie nach Titel und Autor.",
    },
    "zh": {
        "search": "检索", "home": "首页", "next": "下一页", "previous": "上一页", "none": "没有找到结果。",
        "count": "第{first}-{last}条，共{total}条", "about": "关于我们", "help": "帮助", "cart": "收藏",
        "browse": "浏览全部{total}条", "picks": "推荐论文", "welcome": "可按题名、作者或编号检索。",
    },
}  # fmt: skip
ADS = (
    "Free delivery this weekend on orders above 40.",
    "Join our readers' club and collect points.",
    "Gift cards: the present that always fits.",
    "Sign up for the newsletter and save ten per cent.",
)


@dataclass(frozen=True, slots=True)
class Result:
    """What a layout gets to show."""

    source: Source
    query: str
    page: int
    pages: int
    shown: ResultPageTruth


def e(text: str) -> str:
    """Text made safe for HTML."""
    return escape(text, quote=True)


def href(query: str, page: int) -> str:
    """The address of a result page."""
    return f"/search?q={quote_plus(query)}" + (f"&page={page}" if page > 1 else "")


def label_of(field: Field) -> str:
    """The label with a space behind it, or nothing."""
    return f"{e(field.label)} " if field.label else ""


def count(result: Result) -> str:
    """'Showing 1–20 of 345 results'"""
    shown = result.shown
    if not shown.records:
        return WORDS[result.source.language]["none"]
    return WORDS[result.source.language]["count"].format(
        first=shown.first, last=shown.first + len(shown.records) - 1, total=shown.total
    )


def pager(result: Result) -> str:
    """Links to the pages near by."""
    words = WORDS[result.source.language]
    parts = []
    if result.page > 1:
        parts.append(f'<a rel="prev" href="{e(href(result.query, result.page - 1))}">{words["previous"]}</a>')
    for page in range(max(1, result.page - 3), min(result.pages, result.page + 3) + 1):
        address = e(href(result.query, page))
        parts.append(f"<strong>{page}</strong>" if page == result.page else f'<a href="{address}">{page}</a>')
    if result.page < result.pages:
        parts.append(f'<a rel="next" href="{e(href(result.query, result.page + 1))}">{words["next"]}</a>')
    return f'<div class="pager">{" ".join(parts)}</div>' if result.pages > 1 else ""


def ad(number: int) -> str:
    """An advertisement."""
    return ADS[number % len(ADS)]


def frame(source: Source, title: str, body: str, *, css: str = "", query: str = "") -> str:
    """The page around the content."""
    words, colour = WORDS[source.language], COLOURS[source.host]
    return f"""<!DOCTYPE html><html lang="{source.language}"><head><meta charset="utf-8"><title>{e(title)} - {e(source.name)}</title>
<style>body{{margin:0;font:15px/1.45 Arial,"Noto Sans CJK SC",sans-serif;color:#222;background:#fafafa}}a{{color:{colour}}}.top{{background:{colour};color:#fff;padding:14px 30px;display:flex;gap:26px;align-items:center}}
.top a{{color:#fff;text-decoration:none}}.logo{{font-size:24px;font-weight:700}}.page{{max-width:1080px;margin:20px auto;padding:0 20px}}.pager a,.pager strong{{padding:4px 9px;border:1px solid #ccc;background:#fff;margin-right:4px;text-decoration:none}}
.foot{{margin-top:40px;background:#eee;padding:18px 30px;font-size:13px;color:#555}}.ad{{background:#fff8df;border:1px dashed #d9c27a;padding:12px;margin:10px 0;text-align:center;color:#775}}{css}</style></head><body>
<div class="top"><a class="logo" href="/">{e(source.name)}</a><a href="/search?q=">{words["home"]}</a>
<form action="/search" method="get"><input type="text" name="q" value="{e(query)}"><button type="submit">{words["search"]}</button></form>
<a href="/help">{words["help"]}</a><a href="/cart">{words["cart"]}</a></div>
<div class="page">{body}</div><div class="foot"><a href="/about">{words["about"]}</a> · {e(source.name)} 2025</div></body></html>"""


def detail(source: Source, record: RecordTruth) -> str:
    """The page of one entity: a table or a definition list of labels and values."""
    name = record.detail.get("title") or record.detail["name"]
    rows = [(field, record.detail[field.attribute]) for field in source.detailed if field.attribute in record.detail]
    pairs = [(field.label, value) for field, value in rows if field.label]
    if source.layout in {"table", "cards", "offers"}:
        facts = "".join(f"<tr><th>{e(label)}</th><td>{e(value)}</td></tr>" for label, value in pairs)
        facts = f'<table class="facts">{facts}</table>'
    else:
        facts = "".join(f"<dt>{e(label)}</dt><dd>{e(value)}</dd>" for label, value in pairs)
        facts = f'<dl class="facts">{facts}</dl>'
    css = "h1{font-size:28px}.facts th{text-align:left;padding:6px 20px 6px 0}.facts dt{font-weight:700}.cover{float:right;width:260px}"
    body = f"""<img class="cover" src="/img/{record.entity}.svg" alt=""><h1>{e(name)}</h1>{facts}
<p class="blurb">{ad(record.entity)}</p><h3>{WORDS[source.language]["help"]}</h3><p><a href="/search?q=">{WORDS[source.language]["home"]}</a></p>"""
    return frame(source, name, body, css=css)
