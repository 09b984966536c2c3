"""The registry's pages: the search forms and result lists in three templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from urllib.parse import urlencode

from motherlode.interfaces.demo.registry.land import PROVINCES, USES


def form_page(post: bool, token: str, cap: int, *, hide_last: bool = False) -> str:
    """The search form: by GET, or by POST with a hidden token that belongs to the session."""
    method, action = ("post", "/post") if post else ("get", "/search")
    hidden = f'<input type="hidden" name="token" value="{token}">' if post else ""
    provinces = "".join(f'<option value="{name}">{name}</option>' for name in PROVINCES[: len(PROVINCES) - hide_last])
    uses = "".join(f'<option value="{name}">{name}</option>' for name in USES)
    return f"""<!DOCTYPE html><html lang="en"><head><title>Land registry</title></head><body>
<h1>Land registry</h1><p>Search signed deals. At most {cap} results are shown for a search.</p>
<form method="{method}" action="{action}">{hidden}
<label>Signed from <input type="date" name="from" min="1989-01-01" max="2016-12-31"></label>
<label>to <input type="date" name="to" min="1989-01-01" max="2016-12-31"></label>
<label>Province <select name="province"><option value="">any</option>{provinces}</select></label>
<label>Use <select name="use"><option value="">any</option>{uses}</select></label>
<label>Area from <input type="number" name="area_min" min="10" max="5000000"></label>
<label>to <input type="number" name="area_max" min="10" max="5000000"></label>
<button type="submit">Search</button></form></body></html>"""  # noqa: S608 - a page, no SQL


def result_page(
    items: Sequence[Mapping[str, object]],
    count: str | None,
    over: bool,
    cap: int,
    page: int,
    more: bool,
    fields: Mapping[str, str],
    template: int,
) -> str:
    """One page of results: a table, a list of cards, or nested blocks."""
    head = f'<p class="count">{count} results</p>' if count is not None else ""
    if over:
        head += f'<p class="notice">Too many results: only the first {cap} are shown. Please narrow your search.</p>'
    rows = "".join((_table_row, _card, _block)[template](item) for item in items)
    body = (
        f'<table class="results"><thead><tr><th>No.</th><th>Signed</th><th>Province</th><th>Use</th>'
        f"<th>Area m²</th><th>Price</th></tr></thead><tbody>{rows}</tbody></table>"
        if template == 0
        else f'<ul class="results">{rows}</ul>'
        if template == 1
        else f'<div class="results">{rows}</div>'
    )
    following = ""
    if more:
        query = escape(urlencode({**fields, "page": str(page + 1)}))
        following = f'<a class="next" rel="next" href="?{query}">next page</a>'
    return (
        f'<!DOCTYPE html><html lang="en"><head><title>Results</title></head><body><header><a href="/">Land registry'
        f"</a></header><main>{head}{body}</main><nav>{following}</nav><footer>Land registry of the sample web"
        "</footer></body></html>"
    )


def _text(value: object) -> str:
    return "" if value is None else escape(str(value))


def _table_row(item: Mapping[str, object]) -> str:
    cells = "".join(
        f'<td class="{name}">{_text(item[name])}</td>' for name in ("id", "date", "province", "use", "area", "price")
    )
    return f'<tr class="deal">{cells}</tr>'


def _card(item: Mapping[str, object]) -> str:
    return (
        f'<li class="deal"><h3 class="id">{_text(item["id"])}</h3><p>Signed <time class="date">{_text(item["date"])}'
        f'</time> in <b class="province">{_text(item["province"])}</b></p><p><span class="use">{_text(item["use"])}'
        f'</span>, <span class="area">{_text(item["area"])}</span> m², <span class="price">{_text(item["price"])}'
        "</span></p></li>"
    )


def _block(item: Mapping[str, object]) -> str:
    return (
        f'<div class="deal"><div class="row"><span class="label">No.</span> <span class="id">{_text(item["id"])}</span>'
        f'</div><div class="row"><span class="label">Signed</span> <span class="date">{_text(item["date"])}</span></div>'
        f'<div class="row"><span class="province">{_text(item["province"])}</span> <span class="use">'
        f'{_text(item["use"])}</span></div><div class="row"><span class="area">{_text(item["area"])}</span> '
        f'<span class="price">{_text(item["price"])}</span></div></div>'
    )
