"""Tables and grids: a row for each record, several records in a row, and a table lying on its side."""

from __future__ import annotations

from motherlode.interfaces.demo.catalogue.layouts.common import Result, ad, count, e, frame, pager
from motherlode.interfaces.demo.catalogue.sources import Source
from motherlode.interfaces.demo.truth.catalogue import ResultPageTruth

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
