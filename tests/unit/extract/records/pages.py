"""Small pages that the tests of records share."""

from __future__ import annotations

MENU = "<nav><ul>" + "".join(f'<li><a href="/m{i}">Menu {i}</a></li>' for i in range(6)) + "</ul></nav>"
FOOT = "<footer><p>About us</p><p>Imprint</p></footer>"


def page(body: str) -> str:
    return f"<html><body>{MENU}<h1>Results</h1>{body}{FOOT}</body></html>"


def items(count: int, first: int = 1, tag: str = "li", classes: str = "item") -> str:
    return "".join(
        f'<{tag} class="{classes}"><a href="/p{i}">Product number {i} with a name</a> <b>$ {i}9.90</b> '
        f"<span>In stock, ships in {i} days to your door</span></{tag}>"
        for i in range(first, first + count)
    )


def titles(count: int) -> list[str]:
    return [f"Product number {i} with a name" for i in range(1, count + 1)]


def grid(count: int, wide: int = 4) -> str:
    cells = [
        f'<td><img src="/i{i}.jpg"><br><a href="/p{i}">Product number {i} with a name</a><br><b>$ {i}9.90</b></td>'
        for i in range(1, count + 1)
    ]
    return "<table>" + "".join(f"<tr>{''.join(cells[i : i + wide])}</tr>" for i in range(0, count, wide)) + "</table>"
