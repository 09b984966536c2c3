"""Lists: rows with pictures and advertisements between them, citations, definition lists, nested offers."""

from __future__ import annotations

from motherlode.interfaces.demo.catalogue.layouts.common import Result, ad, count, e, frame, label_of, pager
from motherlode.interfaces.demo.truth.catalogue import RecordTruth


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
