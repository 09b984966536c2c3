"""How result pages look: lists, tables, grids, nested offers, and one that a script builds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from urllib.parse import quote_plus

from motherlode.interfaces.demo.catalogue.plan import Field, Source
from motherlode.interfaces.demo.truth.web import RecordTruth, ResultPageTruth

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


def rows(result: Result) -> str:
    """A bookshop's list; every seventh place is an advertisement."""
    parts = []
    for number, record in enumerate(result.shown.records):
        if number and number % 7 == 0:
            parts.append(f'<div class="ad">{ad(number // 7)}</div>')
        values = record.values
        facts = []
        for field in result.source.listed:
            if field.attribute in {"title", "price"} or field.attribute not in values:
                continue
            facts.append(
                f'<div class="{field.attribute}">{label_of(field)}<span>{e(values[field.attribute])}</span></div>'
            )
        parts.append(
            f'<div class="book"><img src="/img/{record.entity}.svg" alt=""><div class="text">'
            f'<h3><a href="{record.url}">{e(values["title"])}</a></h3>{"".join(facts)}</div>'
            f'<div class="buy"><b>{e(values["price"])}</b><a href="/cart?add={record.entity}">Add to basket</a></div></div>'
        )
    css = ".book{display:flex;gap:18px;background:#fff;border:1px solid #e5e0d8;padding:14px;margin:10px 0}.book img{width:90px;height:110px;object-fit:cover}.text{flex:1}.text h3{margin:0 0 6px}.buy{text-align:right;width:130px}.buy b{font-size:20px;display:block}"
    body = f'<p class="count">{count(result)}</p><div class="results">{"".join(parts)}</div>{pager(result)}'
    return frame(result.source, "Books", body, css=css, query=result.query)


def citations(result: Result) -> str:
    """A library's list: each paper is an item of an ordered list, its facts in lines of text."""
    items = []
    for record in result.shown.records:
        values = record.values
        cited = f' · <span class="cites">{e(values["citations"])}</span>' if "citations" in values else ""
        items.append(
            f'<li class="hit"><a class="t" href="{record.url}">{e(values["title"])}</a><div class="who">{e(values["author"])}</div>'
            f'<div class="src">In: <i>{e(values["venue"])}</i>, <span>{e(values["year"])}</span>{cited}</div>'
            f'<div class="id">{e(values["doi"])}</div></li>'
        )
    css = ".hit{margin:16px 0}.t{font-size:18px}.who{color:#2a6b2a}.src,.id{color:#666;font-size:14px}"
    body = f'<div class="count">{count(result)}</div><ol start="{result.shown.first}">{"".join(items)}</ol>{pager(result)}'
    return frame(result.source, "Papers", body, css=css, query=result.query)


def definitions(result: Result) -> str:
    """One long definition list; a paper is a run of terms, without an element of its own."""
    parts = []
    for record in result.shown.records:
        for field in result.source.listed:
            if field.attribute not in record.values:
                continue
            value = e(record.values[field.attribute])
            if field.attribute == "title":
                value = f'<a href="{record.url}">{value}</a>'
            kind = ' class="first"' if field.attribute == "title" else ""
            parts.append(f"<dt{kind}>{e(field.label)}</dt><dd{kind}>{value}</dd>")
    css = "dl{display:grid;grid-template-columns:80px 1fr;background:#fff;padding:20px}dt{color:#888}dd{margin:0}.first{margin-top:14px;border-top:1px solid #ddd;padding-top:10px;font-weight:700}"
    body = f'<div class="count">{count(result)}</div><dl class="results">{"".join(parts)}</dl>{pager(result)}'
    return frame(result.source, "论文", body, css=css, query=result.query)


def offers(result: Result) -> str:
    """A price comparison: each product holds a list of offers of its own; advertisements stand between products."""
    parts = []
    for number, record in enumerate(result.shown.records):
        if number % 5 == 3:
            parts.append(f'<li class="ad">Sponsored: {ad(number)}</li>')
        parts.append(_offered(result, record))
    css = "ul.products{list-style:none;padding:0}.product{background:#fff;border-radius:8px;padding:16px;margin:12px 0;box-shadow:0 1px 3px #ccc}.product h2{font-size:19px;margin:0}.offers{list-style:none;padding:8px 0 0}.offers li{display:flex;gap:20px;border-top:1px solid #eee;padding:5px 0}.seller{width:200px}"
    body = f'<p class="count">{count(result)}</p><ul class="products">{"".join(parts)}</ul>{pager(result)}'
    return frame(result.source, "Products", body, css=css, query=result.query)


def _offered(result: Result, record: RecordTruth) -> str:
    facts = [
        f'<span class="{field.attribute}">{label_of(field)}<b>{e(record.values[field.attribute])}</b></span> '
        for field in result.source.listed
        if field.attribute != "name" and field.attribute in record.values
    ]
    lines = "".join(
        f'<li><span class="seller">{e(offer.seller)}</span><span class="cond">{e(offer.condition)}</span>'
        f'<span class="amount">{e(offer.price)}</span></li>'
        for offer in record.offers
    )
    return (
        f'<li class="product"><h2><a href="{record.url}">{e(record.values["name"])}</a></h2><div>{"".join(facts)}</div>'
        f'<ul class="offers">{lines}</ul></li>'
    )


_SCRIPT = """
const app = document.getElementById("app");
const list = document.createElement("div");
list.className = "list";
for (const item of JSON.parse(document.getElementById("state").textContent).items) {
  const box = document.createElement("div");
  box.className = "gadget";
  const add = (tag, name, text) => {
    if (text === undefined) return;
    const part = document.createElement(tag);
    part.className = name;
    part.textContent = text;
    box.appendChild(part);
    return part;
  };
  const picture = document.createElement("img");
  picture.src = "/img/" + item.id + ".svg";
  box.appendChild(picture);
  add("span", "maker", item.brand);
  const link = add("a", "title", item.name);
  link.href = item.url;
  add("span", "mark", item.rating);
  add("b", "sum", item.price);
  list.appendChild(box);
}
app.appendChild(list);
"""


def scripted(result: Result) -> str:
    """The page as it is served, before its script ran."""
    items = [{"id": r.entity, "url": r.url, **r.values} for r in result.shown.records]
    state = json.dumps({"items": items, "total": result.shown.total}, ensure_ascii=False).replace("<", "\\u003c")
    css = ".list{display:grid;grid-template-columns:repeat(4,1fr);gap:16px}.gadget{background:#fff;padding:14px;border-radius:12px;display:flex;flex-direction:column;gap:5px}.gadget img{width:100%}.maker{color:#888;font-size:13px}.title{font-weight:700}.sum{font-size:18px}"
    body = f"""<p class="count">{count(result)}</p><div id="app"><noscript>Please switch on JavaScript.</noscript></div>
<script type="application/json" id="state">{state}</script><script>{_SCRIPT}</script>{pager(result)}"""
    return frame(result.source, "Gadgets", body, css=css, query=result.query)


COLUMNS = 4
"""Books in a row of the grid."""
CARDS = 3
"""Products in a row of cards."""


def table(result: Result) -> str:
    """A row for each record under a row of headings."""
    fields = result.source.listed
    head = "".join(f"<th>{e(field.label)}</th>" for field in fields)
    rows = []
    for record in result.shown.records:
        cells = []
        for field in fields:
            value = e(record.values.get(field.attribute, ""))
            cells.append(
                f'<td><a href="{record.url}">{value}</a></td>' if field.attribute == "title" else f"<td>{value}</td>"
            )
        rows.append(f"<tr>{''.join(cells)}</tr>")
    css = "table.hits{width:100%;border-collapse:collapse;background:#fff}.hits th{text-align:left;background:#eee}.hits td,.hits th{padding:7px;border-bottom:1px solid #ddd;font-size:14px;vertical-align:top}"
    body = f'<p class="count">{count(result)}</p><table class="hits"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>{pager(result)}'
    return frame(
        result.source, "Liste" if result.source.language == "de" else "Results", body, css=css, query=result.query
    )


def grid(result: Result) -> str:
    """Four books in each row of a table; the last row may be short."""
    cells = []
    for record in result.shown.records:
        values = record.values
        year = f'<div class="year">{e(values["publication_date"])}</div>' if "publication_date" in values else ""
        cells.append(
            f'<td><a href="{record.url}"><img src="/img/{record.entity}.svg" width="150" height="170" alt=""></a>'
            f'<div class="name"><a href="{record.url}">{e(values["title"])}</a></div><div class="writer">{e(values["author"])}</div>'
            f'{year}<div class="cost">{e(values["price"])}</div></td>'
        )
    rows = "".join(f"<tr>{''.join(cells[at : at + COLUMNS])}</tr>" for at in range(0, len(cells), COLUMNS))
    css = "table.shelf{width:100%;background:#fff}.shelf td{width:25%;vertical-align:top;padding:14px;text-align:center}.shelf img{object-fit:cover}.name{font-weight:700}.cost{font-size:18px;color:#1d5c63}.year{color:#888}"
    body = f'<p class="count">{count(result)}</p><table class="shelf">{rows}</table>{pager(result)}'
    return frame(result.source, "Shelf", body, css=css, query=result.query)


def cards(result: Result) -> str:
    """Three products in each row of divs; every third row is followed by a banner."""
    made = []
    for record in result.shown.records:
        values = record.values
        stars = f'<span class="stars">{e(values["rating"])}</span>' if "rating" in values else ""
        many = f'<span class="many">{e(values["reviews"])}</span>' if "reviews" in values else ""
        before = f"<del>{e(values['list_price'])}</del>" if "list_price" in values else ""
        made.append(
            f'<div class="col"><div class="card"><img src="/img/{record.entity}.svg" alt=""><a class="name" href="{record.url}">'
            f'{e(values["name"])}</a><div class="opinion">{stars} {many}</div><div class="money">{before} <span class="now">'
            f"{e(values['price'])}</span></div><button>Add to basket</button></div></div>"
        )
    rows = []
    for number, at in enumerate(range(0, len(made), CARDS)):
        rows.append(f'<div class="row">{"".join(made[at : at + CARDS])}</div>')
        if number % 3 == 2:
            rows.append(f'<div class="banner ad">{ad(number)}</div>')
    css = ".row{display:flex;gap:18px;margin:18px 0}.col{flex:0 0 calc(33.3% - 12px)}.card{background:#fff;border-radius:10px;padding:16px;box-shadow:0 1px 4px #ccc}.card img{width:100%}.name{display:block;font-weight:700;margin:8px 0}.opinion{color:#777;font-size:13px}.now{font-size:20px;color:#e05a00}del{color:#999}"
    body = f'<p class="count">{count(result)}</p><div class="catalogue">{"".join(rows)}</div>{pager(result)}'
    return frame(result.source, "Catalogue", body, css=css, query=result.query)


def transposed(source: Source, shown: ResultPageTruth) -> str:
    """A comparison: each product is a column, each attribute a row."""
    head = "".join(f'<th><a href="{record.url}">{e(record.detail["name"])}</a></th>' for record in shown.records)
    rows = []
    for field in source.detailed:
        if field.label:
            cells = "".join(f"<td>{e(record.detail.get(field.attribute, ''))}</td>" for record in shown.records)
            rows.append(f"<tr><th>{e(field.label)}</th>{cells}</tr>")
    css = "table.compare{background:#fff;border-collapse:collapse}.compare td,.compare th{border:1px solid #ddd;padding:9px;text-align:left;font-size:14px}"
    body = f'<h1>Compare products</h1><table class="compare"><tr><th></th>{head}</tr>{"".join(rows)}</table>'
    return frame(source, "Compare", body, css=css)
