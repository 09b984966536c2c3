"""How result pages look: lists, tables, grids, nested offers, and one that a script builds."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from urllib.parse import quote_plus

from motherlode.interfaces.demo.catalogue.plan import Field, Source
from motherlode.interfaces.demo.truth import RecordTruth, ResultPageTruth
from motherlode.interfaces.demo.words import framed, vocabulary

COLOURS: dict[str, str] = vocabulary("catalogue")["colours"]
CSS: dict[str, str] = vocabulary("catalogue")["css"]
WORDS: dict[str, dict[str, str]] = vocabulary("catalogue")["words"]
ADS: list[str] = vocabulary("catalogue")["ads"]


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


def frame(source: Source, title: str, body: str, look: str = "", query: str = "") -> str:
    """The page around the content; `look` is the kind of page, for the style."""
    return framed(
        "catalogue", **WORDS[source.language], language=source.language, colour=COLOURS[source.host], css=CSS.get(look, ""),
        title=e(title), name=e(source.name), query=e(query), body=body,
    )  # fmt: skip


def results(result: Result, title: str, inner: str, tag: str = "p") -> str:
    """A result page: how many there are, the records, and the way to the pages near by."""
    body = f'<{tag} class="count">{count(result)}</{tag}>{inner}{pager(result)}'
    return frame(result.source, title, body, result.source.layout, result.query)


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
    body = f"""<img class="cover" src="/img/{record.entity}.svg" alt=""><h1>{e(name)}</h1>{facts}
<p class="blurb">{ad(record.entity)}</p><h3>{WORDS[source.language]["help"]}</h3><p><a href="/search?q=">{WORDS[source.language]["home"]}</a></p>"""
    return frame(source, name, body, "detail")


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
    return results(result, "Books", f'<div class="results">{"".join(parts)}</div>')


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
    return results(result, "Papers", f'<ol start="{result.shown.first}">{"".join(items)}</ol>', tag="div")


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
    return results(result, "论文", f'<dl class="results">{"".join(parts)}</dl>', tag="div")


def offers(result: Result) -> str:
    """A price comparison: each product holds a list of offers of its own; advertisements stand between products."""
    parts = []
    for number, record in enumerate(result.shown.records):
        if number % 5 == 3:
            parts.append(f'<li class="ad">Sponsored: {ad(number)}</li>')
        parts.append(_offered(result, record))
    return results(result, "Products", f'<ul class="products">{"".join(parts)}</ul>')


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


_SCRIPT = files("motherlode.interfaces.demo.catalogue").joinpath("gadgets.js").read_text("utf-8")


def scripted(result: Result) -> str:
    """The page as it is served, before its script ran."""
    items = [{"id": r.entity, "url": r.url, **r.values} for r in result.shown.records]
    state = json.dumps({"items": items, "total": result.shown.total}, ensure_ascii=False).replace("<", "\\u003c")
    inner = f"""<div id="app"><noscript>Please switch on JavaScript.</noscript></div>
<script type="application/json" id="state">{state}</script><script>{_SCRIPT}</script>"""
    return results(result, "Gadgets", inner)


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
    title = "Liste" if result.source.language == "de" else "Results"
    return results(
        result, title, f'<table class="hits"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
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
    return results(result, "Shelf", f'<table class="shelf">{rows}</table>')


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
    return results(result, "Catalogue", f'<div class="catalogue">{"".join(rows)}</div>')


def transposed(source: Source, shown: ResultPageTruth) -> str:
    """A comparison: each product is a column, each attribute a row."""
    head = "".join(f'<th><a href="{record.url}">{e(record.detail["name"])}</a></th>' for record in shown.records)
    rows = []
    for field in source.detailed:
        if field.label:
            cells = "".join(f"<td>{e(record.detail.get(field.attribute, ''))}</td>" for record in shown.records)
            rows.append(f"<tr><th>{e(field.label)}</th>{cells}</tr>")
    body = f'<h1>Compare products</h1><table class="compare"><tr><th></th>{head}</tr>{"".join(rows)}</table>'
    return frame(source, "Compare", body, "compare")
