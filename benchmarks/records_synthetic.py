# ruff: noqa: E501, E731, PERF401 - HTML in strings reads best on one line
"""Modern-looking pages with known records, made from a seed: grids, cards, tables, job lists, search results.

They teach the ranker what pages of 1998-2008 do not show: class-heavy divs, hashed class names, rows of cards, filter
lists, mega menus and footers that hold more text than the records. No page of a real site is copied.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from benchmarks.records_gold import Labelled, squeeze
from motherlode.dom.labels import view
from motherlode.dom.tree import parse

_ADJECTIVES = [
    "red",
    "quiet",
    "solid",
    "modern",
    "small",
    "large",
    "classic",
    "bright",
    "heavy",
    "light",
    "smart",
    "wireless",
    "wooden",
    "organic",
    "rapid",
]
_NOUNS = [
    "lamp",
    "chair",
    "engineer",
    "camera",
    "novel",
    "bicycle",
    "report",
    "kettle",
    "analyst",
    "jacket",
    "router",
    "table",
    "guide",
    "garden",
    "printer",
    "nurse",
    "manager",
    "apartment",
    "ticket",
    "bottle",
    "keyboard",
    "opinion",
    "appeal",
    "course",
    "recipe",
    "museum",
]
_PLACES = ["Oslo", "Lyon", "Leeds", "Austin", "Kyoto", "Porto", "Bremen", "Dublin", "Quito", "Graz", "Turin", "Basel"]
_VERBS = [
    "ships",
    "offers",
    "explains",
    "includes",
    "covers",
    "supports",
    "compares",
    "describes",
    "collects",
    "improves",
]
_NAMES = ["Ada", "Bruno", "Clara", "Dmitri", "Elena", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kira", "Liam"]
_FAMILIES = ["Moreno", "Becker", "Tanaka", "Olsen", "Rossi", "Novak", "Silva", "Dupont", "Keller", "Haddad"]


class Maker:
    """Writes one page; `style` decides how class names look."""

    def __init__(self, seed: int) -> None:
        self.r = random.Random(seed)
        self.style = self.r.choice(["plain", "bem", "hash", "utility", "none"])
        self.hashes: dict[str, str] = {}

    def cls(self, name: str) -> str:
        """A class attribute in the page's style."""
        if self.style == "none":
            return ""
        if self.style == "plain":
            return f' class="{name}"'
        if self.style == "bem":
            return f' class="c-{name} c-{name}--{self.hashes.setdefault(name, self.r.choice(["a", "b", "wide"]))}"'
        if self.style == "hash":
            token = self.hashes.setdefault(name, "css-" + "".join(self.r.choices("abcdef0123456789", k=6)))
            return f' class="{token}"'
        token = self.hashes.setdefault(
            name, " ".join(self.r.sample(["flex", "p-4", "mt-2", "text-sm", "grid", "gap-4"], 3))
        )
        return f' class="{token}"'

    def title(self) -> str:
        """A short title."""
        words = [self.r.choice(_ADJECTIVES), self.r.choice(_NOUNS)]
        if self.r.random() < 0.6:
            words += ["for", self.r.choice(_ADJECTIVES), self.r.choice(_NOUNS)]
        return " ".join(words).capitalize() + self.r.choice(["", "", f" {self.r.randint(2, 900)}"])

    def sentence(self, low: int = 6, high: int = 25) -> str:
        """Running text."""
        pool = _ADJECTIVES + _NOUNS + _VERBS + ["the", "and", "of", "with", "a", "in"]
        return " ".join(self.r.choices(pool, k=self.r.randint(low, high))).capitalize() + "."

    def person(self) -> str:
        """A made-up name."""
        return f"{self.r.choice(_NAMES)} {self.r.choice(_FAMILIES)}"

    def price(self) -> str:
        """An amount with its currency."""
        return self.r.choice(["$", "€", "£"]) + f"{self.r.randint(3, 900)}.{self.r.choice(['00', '99', '50'])}"

    def date(self) -> str:
        """A date."""
        return self.r.choice([
            f"{self.r.randint(2015, 2025)}-{self.r.randint(1, 12):02}-{self.r.randint(1, 28):02}",
            f"{self.r.randint(1, 28)} {self.r.choice(['Jan', 'May', 'Oct'])} {self.r.randint(2015, 2025)}",
            f"{self.r.randint(1, 28)} days ago",
        ])  # fmt: skip

    def fields(self) -> list[tuple[str, float, Callable[[], str]]]:
        """The fields of this page's records: tag part, how often it is there, what it says."""
        r = self.r
        heading = r.choice(["h2", "h3", "div", "span", "b", "h4"])
        head = lambda: (
            f'<{heading}{self.cls("title")}><a href="/i/{r.randint(1, 9999)}">{self.title()}</a></{heading}>'
        )
        pool: list[tuple[str, float, Callable[[], str]]] = [
            ("price", 0.95, lambda: f"<span{self.cls('price')}>{self.price()}</span>"),
            ("image", 0.9, lambda: f'<a href="/i/{r.randint(1, 9999)}"><img src="/img/{r.randint(1, 999)}.jpg" alt=""></a>'),
            ("text", 0.85, lambda: f"<p{self.cls('desc')}>{self.sentence()}</p>"),
            ("date", 0.9, lambda: f"<time{self.cls('date')}>{self.date()}</time>"),
            ("place", 0.9, lambda: f"<div{self.cls('place')}>{r.choice(_PLACES)}</div>"),
            ("author", 0.8, lambda: f"<div{self.cls('by')}>by <a href='/u'>{self.person()}</a></div>"),
            ("rating", 0.6, lambda: f"<div{self.cls('stars')}><span>★★★★</span> <em>({r.randint(1, 400)})</em></div>"),
            ("tags", 0.6, lambda: f"<ul{self.cls('tags')}>" + "".join(f"<li>{r.choice(_ADJECTIVES)}</li>" for _ in range(r.randint(1, 4))) + "</ul>"),
            ("label", 0.9, lambda: f"<div><b>Kind:</b> {r.choice(_NOUNS)}</div>"),
            ("badge", 0.2, lambda: f"<span{self.cls('badge')}>New</span>"),
            ("button", 0.9, lambda: f"<button{self.cls('btn')}>Add to cart</button>"),
        ]  # fmt: skip
        chosen = r.sample(pool, r.randint(1, 6))
        at = r.randint(0, min(2, len(chosen)))
        return [*chosen[:at], ("title", 1.0, head), *chosen[at:]]

    def body_of(self, fields: list[tuple[str, float, Callable[[], str]]], mark: str) -> list[str]:
        """The parts of one record."""
        return [make() for _, often, make in fields if self.r.random() < often] if mark else []

    def records(self, count: int) -> str:
        """The list itself, in one of the layouts."""
        layout = self.r.choice([
            self.items, self.cards, self.rows, self.grid, self.pairs, self.definitions, self.flat, self.sections,
            self.cards, self.grid, self.rows, self.dated_tables, self.dated_items,
        ])  # fmt: skip
        return layout(count, self.fields())

    def item(self, i: int, fields: list) -> str:
        """One <li> of a list."""
        return f'<li data-record="{i}"{self.cls("item")}>{"".join(self.body_of(fields, "x"))}</li>'

    def row(self, i: int, fields: list) -> str:
        """One row of a table; what a record lacks leaves its cell empty."""
        cells = "".join(f"<td>{make() if self.r.random() < often else ''}</td>" for _, often, make in fields)
        return f'<tr data-record="{i}">{cells}</tr>'

    def head(self, fields: list) -> str:
        """The names of a table's columns."""
        return "<thead><tr>" + "".join(f"<th>{name.title()}</th>" for name, _, _ in fields) + "</tr></thead>"

    def groups(self, count: int, fewest: int, most: int, make: Callable[[int], str]) -> Iterator[str]:
        """Records made by their numbers, in groups of random size."""
        i = 0
        while i < count:
            many = min(count - i, self.r.randint(fewest, most))
            yield "".join(make(i + k) for k in range(many))
            i += many

    def items(self, count: int, fields: list) -> str:
        """<ul><li>."""
        made = "".join(self.item(i, fields) for i in range(count))
        return f"<ul{self.cls('results')}>{made}</ul>"

    def card(self, i: int, fields: list, tag: str = "div") -> str:
        """A card with inner wrappers."""
        parts = self.body_of(fields, "x")
        half = len(parts) // 2
        inner = f"<div{self.cls('media')}>{''.join(parts[:half])}</div><div{self.cls('body')}>{''.join(parts[half:])}</div>"
        return f'<{tag} data-record="{i}"{self.cls("card")}><div{self.cls("inner")}>{inner}</div></{tag}>'

    def cards(self, count: int, fields: list) -> str:
        """Cards one after the other, advertisements between them."""
        tag = self.r.choice(["div", "article", "section", "li"])
        made = []
        for i in range(count):
            made.append(self.card(i, fields, tag))
            if self.r.random() < 0.07:
                made.append(f"<div{self.cls('promo')}><p>Sponsored</p><a href='/ad'>{self.sentence(3, 8)}</a></div>")
        return f"<div{self.cls('list')}>{''.join(made)}</div>"

    def grid(self, count: int, fields: list) -> str:
        """Several cards a row."""
        wide = self.r.choice([2, 3, 4])
        cards = [self.card(i, fields) for i in range(count)]
        rows = [f"<div{self.cls('row')}>{''.join(cards[i : i + wide])}</div>" for i in range(0, count, wide)]
        if self.r.random() < 0.4:
            cells = [f"<td>{card}</td>" for card in cards]
            rows = [f"<tr>{''.join(cells[i : i + wide])}</tr>" for i in range(0, count, wide)]
            return f"<table{self.cls('grid')}>{''.join(rows)}</table>"
        return f"<div{self.cls('grid')}>{''.join(rows)}</div>"

    def rows(self, count: int, fields: list) -> str:
        """A table with a header."""
        made = "".join(self.row(i, fields) for i in range(count))
        return f"<table{self.cls('table')}>{self.head(fields) if self.r.random() < 0.7 else ''}<tbody>{made}</tbody></table>"

    def pairs(self, count: int, fields: list) -> str:
        """Two table rows a record."""
        made = []
        for i in range(count):
            parts = self.body_of(fields, "x")
            half = max(1, len(parts) // 2)
            made.append(
                f'<tr data-record="{i}"><td>{"".join(parts[:half])}</td></tr><tr data-record="{i}"><td>{"".join(parts[half:])}</td></tr>'
            )
        return f"<table>{''.join(made)}</table>"

    def definitions(self, count: int, fields: list) -> str:
        """<dl><dt><dd>."""
        made = []
        for i in range(count):
            title = f'<a href="/i/{i}">{self.title()}</a>'
            rest = "".join(make() for name, often, make in fields if name != "title" and self.r.random() < often)
            made.append(f'<dt data-record="{i}">{title}</dt><dd data-record="{i}">{rest}</dd>')
        return f"<dl>{''.join(made)}</dl>"

    def flat(self, count: int, fields: list) -> str:
        """Headings and paragraphs without a wrapper."""
        made = []
        for i in range(count):
            made.append(
                f'<h3 data-record="{i}"><a href="/i/{i}">{self.title()}</a></h3><p data-record="{i}">{self.sentence()} {self.date()}</p>'
            )
        return f"<div{self.cls('flow')}>{''.join(made)}</div>"

    def sections(self, count: int, fields: list) -> str:
        """Groups under headings."""
        return "".join(
            f"<section><h2>{self.title()}</h2><ul{self.cls('group')}>{items}</ul></section>"
            for items in self.groups(count, 2, 8, lambda i: self.item(i, fields))
        )

    def dated_tables(self, count: int, fields: list) -> str:
        """A heading and a table with a header of its own for every day."""
        head, heading = self.head(fields), self.r.choice(["h3", "h2", "div", "caption"])
        made = []
        for rows in self.groups(count, 1, 9, lambda i: self.row(i, fields)):
            day = f"<{heading}{self.cls('day')}>{self.date()}</{heading}>"
            above, inside = ("", day) if heading == "caption" else (day, "")
            table = f"<table{self.cls('table')}>{inside}{head}<tbody>{rows}</tbody></table>"
            made.append(f"<div{self.cls('grouping')}>{above}{table}</div>")
        return f"<div{self.cls('view')}>{''.join(made)}</div>"

    def dated_items(self, count: int, fields: list) -> str:
        """A bold date and a list for every day, side by side without a wrapper."""

        def case(i: int) -> str:
            return (
                f'<li data-record="{i}"><a href="/i/{i}">{self.title()}</a> - {self.person()} v. {self.person()}</li>'
            )

        made = "".join(
            f"<p><b>Published on {self.date()}</b></p><ul>{items}</ul>" for items in self.groups(count, 1, 7, case)
        )
        return f"<div{self.cls('flow')}>{made}</div>"

    def menu(self, count: int, tag: str = "nav") -> str:
        """Links, some with a sub-menu."""
        made = []
        for _ in range(count):
            sub = ""
            if self.r.random() < 0.25:
                sub = (
                    "<ul>"
                    + "".join(f'<li><a href="/m">{self.title()}</a></li>' for _ in range(self.r.randint(2, 9)))
                    + "</ul>"
                )
            made.append(f'<li{self.cls("menu-item")}><a href="/m">{self.r.choice(_NOUNS).title()}</a>{sub}</li>')
        return f"<{tag}{self.cls('menu')}><ul>{''.join(made)}</ul></{tag}>"

    def filters(self) -> str:
        """Facets with counts."""
        groups = []
        for _ in range(self.r.randint(1, 4)):
            options = "".join(
                f'<li><label><input type="checkbox"> {self.r.choice(_ADJECTIVES)}</label> <span>({self.r.randint(1, 900)})</span></li>'
                for _ in range(self.r.randint(3, 14))
            )
            groups.append(f"<div{self.cls('facet')}><h4>{self.r.choice(_NOUNS).title()}</h4><ul>{options}</ul></div>")
        return f"<{self.r.choice(['aside', 'div'])}{self.cls('filters')}>{''.join(groups)}</div>"

    def footer(self) -> str:
        """Columns of links."""
        tag = self.r.choice(["footer", "div"])
        columns = "".join(
            f"<div{self.cls('col')}><h5>{self.r.choice(_NOUNS).title()}</h5><ul>"
            + "".join(f'<li><a href="/f">{self.title()}</a></li>' for _ in range(self.r.randint(3, 10)))
            + "</ul></div>"
            for _ in range(self.r.randint(2, 5))
        )
        return f"<{tag}{self.cls('foot')}>{columns}<p>© {self.sentence(4, 12)}</p></{tag}>"

    def page(self) -> str:
        """The whole page."""
        r = self.r
        count = r.choice([2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 20, 24, 30, 48])
        before = [self.menu(r.randint(3, 25), r.choice(["nav", "div"])), f"<h1>{self.title()}</h1>"]
        if r.random() < 0.5:
            before.append(self.filters())
        if r.random() < 0.4:
            before.append(f"<p>1 - {count} of {count * r.randint(1, 30)} results</p>")
        if r.random() < 0.3:
            before.append("<select>" + "".join(f"<option>{w}</option>" for w in _PLACES) + "</select>")
        if r.random() < 0.3:
            before.append("".join(f"<p>{self.sentence(15, 40)}</p>" for _ in range(r.randint(1, 4))))
        after = []
        if r.random() < 0.6:
            pages = "".join(f'<a href="?p={i}">{i}</a> ' for i in range(1, r.randint(3, 11)))
            after.append(f"<div{self.cls('pager')}>{pages}<a href='?p=2' rel='next'>Next</a></div>")
        if r.random() < 0.3:
            few = "".join(
                f"<div{self.cls('mini')}><a href='/r'>{self.title()}</a> <i>{self.price()}</i></div>"
                for _ in range(r.randint(2, 5))
            )
            after.append(f"<div{self.cls('related')}><h3>You may also like</h3>{few}</div>")
        after.append(self.footer())
        main = r.choice(["main", "div", "section"])
        return (
            f"<html><body><div{self.cls('page')}>{''.join(before)}<{main}{self.cls('content')}>{self.records(count)}</{main}>"
            f"{''.join(after)}</div></body></html>"
        )


def sample_web(seed: int, pages: int = 2) -> list[Labelled]:
    """Result pages of the sample web's shops and libraries, with a key a record; scripted ones left out."""
    from motherlode.interfaces.demo.site import Request
    from motherlode.interfaces.demo.web import SampleWeb

    web = SampleWeb(seed, news_pages=200, universities=1)
    sites = {site.host: site for site in web.sites}
    found = []
    for source in (
        source for domain in (web.truth.books, web.truth.papers, web.truth.products) for source in domain.sources
    ):
        for page in () if source.scripted else source.pages[:pages]:
            path, _, query = page.path.partition("?")
            body = sites[source.host].respond(Request("GET", path, query)).body
            html = body.decode("utf-8", "replace") if isinstance(body, bytes) else str(body)
            keys = [record.values.get("title") or record.values.get("name") or "" for record in page.records]
            keys = [squeeze(key)[:24] for key in keys]
            if all(keys):
                found.append(
                    Labelled(f"sample/{source.host}{page.path}", f"sample/{source.host}", html, (), tuple(keys))
                )
    return found


def labelled(seed: int) -> Labelled:
    """A page of that seed with the spans of its records."""
    html = Maker(seed).page()
    tree = parse(html)
    seen = view(tree)
    spans: dict[int, tuple[int, int]] = {}
    for i, attributes in enumerate(tree.attributes):
        if attributes and "data-record" in attributes:
            number = int(attributes["data-record"] or 0)
            begin, stop = int(seen.offset[i]), int(seen.offset[tree.ends[i]])
            old = spans.get(number, (begin, stop))
            spans[number] = (min(old[0], begin), max(old[1], stop))
    kept = tuple(spans[k] for k in sorted(spans) if spans[k][1] > spans[k][0])
    return Labelled(
        name=f"synthetic/{seed}", source=f"synthetic/{seed}", html=html.replace("data-record", "data-n"), spans=kept
    )
