"""Borders and columns of records on made pages whose whole truth is known.

Layouts × separators × optional parts × noise; none of the layouts is one that the ranker is trained on
(records_synthetic.py). Every value holds a word of its own: a record is right only when it has all of its own words
and none of another's, a column only when it holds the words of one field. Rules were chosen on the first part of the
layouts and are judged on the other: `python -m benchmarks.records_borders --pages 500 --part "left out"`.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from benchmarks.common import keep
from motherlode.dom.tree import parse
from motherlode.extract.records import extract
from motherlode.model.records import Region

_LETTERS = "bcdfghklmnprstvz"
_VOWELS = "aeiou"
_WORDS = [
    "old",
    "river",
    "house",
    "north",
    "light",
    "paper",
    "stone",
    "green",
    "market",
    "summer",
    "letter",
    "garden",
    "winter",
    "bridge",
    "quiet",
    "silver",
]
_TOWNS = ("Dovenham", "Brackwell", "Ostrand", "Kelmouth", "Tarnside")
_AGENTS = ("Harbour Press", "Lantern Books", "Quay and Sons", "Meadow House")
_FIELDS = ("title", "person", "price", "date", "place", "text", "state")


@dataclass
class Page:
    """A made page: its HTML, the words of every record by field."""

    html: str
    records: list[dict[str, str]]
    layout: str


@dataclass
class Writer:
    """Writes pages of one seed."""

    rng: random.Random
    number: int = 0
    records: list[dict[str, str]] = field(default_factory=list)

    def word(self) -> str:
        """A word that no other value of the page has."""
        self.number += 1
        left, made = self.number * 37 + 11, ""
        while left or len(made) < 6:
            made += _LETTERS[left % len(_LETTERS)] + _VOWELS[left % len(_VOWELS)]
            left //= len(_LETTERS)
        return made

    def value(self, name: str) -> tuple[str, str]:
        """The text of a field, and the word that marks it."""
        r, mark = self.rng, self.word()
        words = " ".join(r.sample(_WORDS, r.randint(2, 4)))
        day = f"{r.randint(1, 28)} {r.choice(('March', 'May', 'August'))} {r.randint(1990, 2023)}"
        text = {
            "title": f"The {words} {mark}",
            "person": f"{r.choice(('Ada', 'Alan', 'Grace'))} {mark.title()}",
            "price": f"${r.randint(2, 90)}.{r.randint(0, 99):02} {mark}",
            "date": f"{day} {mark}",
            "place": f"{r.choice(_TOWNS)} {mark}",
            "text": " ".join(r.choices(_WORDS, k=r.randint(8, 30))) + f" {mark}.",
            "state": f"{r.choice(('in stock', 'sold out', 'new', 'used'))} {mark}",
        }[name]
        return text, mark

    def record(self, names: Sequence[str], optional: float) -> dict[str, str]:
        """The texts of a record by field; all but the first may be missing."""
        told: dict[str, str] = {}
        marks: dict[str, str] = {}
        for place, name in enumerate(names):
            if place == 0 or self.rng.random() >= optional:
                told[name], marks[name] = self.value(name)
        self.records.append(marks)
        return told

    def shown(self, name: str, text: str, number: int) -> str:
        """A value in the markup of its field."""
        if name == "title":
            return f'<a href="/item/{number}">{text}</a>'
        return {"price": f"<b>{text}</b>", "date": f"<i>{text}</i>", "state": f"<small>{text}</small>"}.get(
            name, text
        )


Layout = Callable[[Writer, Sequence[dict[str, str]]], str]


def _cells(w: Writer, record: dict[str, str], number: int) -> list[str]:
    return [w.shown(name, text, number) for name, text in record.items()]


def definition_list(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """A term and one definition a field."""
    made = []
    for number, record in enumerate(records):
        first, *rest = _cells(w, record, number)
        made.append(f"<dt>{first}</dt>" + "".join(f"<dd>{cell}</dd>" for cell in rest))
    return f"<dl>{''.join(made)}</dl>"


def headed_paragraphs(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """A heading and a paragraph a field, nothing around a record."""
    made = []
    for number, record in enumerate(records):
        first, *rest = _cells(w, record, number)
        made.append(f"<h4>{first}</h4>" + "".join(f"<p>{cell}</p>" for cell in rest))
    return f"<div>{''.join(made)}</div>"


def broken_lines(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """Lines with breaks, an empty line or a rule between records."""
    between = w.rng.choice(("<br><br>", "<hr>", "<p>"))
    return "<div>" + between.join("<br>".join(_cells(w, r, n)) for n, r in enumerate(records)) + "</div>"


def several_rows(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """Two or three rows of a table a record, an empty row between them now and then."""
    between = w.rng.choice(("", "<tr><td colspan=2><hr></td></tr>", "<tr><td>&nbsp;</td></tr>"))
    made = []
    for number, record in enumerate(records):
        first, *rest = _cells(w, record, number)
        rows = f"<tr><td>{number + 1}.</td><td>{first}</td></tr>"
        rows += "".join(f"<tr><td></td><td>{cell}</td></tr>" for cell in rest)
        made.append(rows)
    return f"<table>{between.join(made)}</table>"


def labelled_rows(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """A row a field with its label, one list for all records."""
    made = []
    for number, record in enumerate(records):
        rows = [f"<li>{name.title()}: {w.shown(name, text, number)}</li>" for name, text in record.items()]
        made.append("".join(rows))
    return "<ul>" + "<li><hr></li>".join(made) + "</ul>"


def plain_table(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """A table with a header row, and a row that names the group now and then."""
    names = list(dict.fromkeys(name for record in records for name in record))
    head = "".join(f"<td><b>{name.title()}</b></td>" for name in names)
    made = [f"<tr>{head}</tr>"]
    for number, record in enumerate(records):
        cells = "".join(f"<td>{w.shown(n, record[n], number) if n in record else ''}</td>" for n in names)
        made.append(f"<tr>{cells}</tr>")
    return f"<table border=1>{''.join(made)}</table>"


def boxes(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """A box a record, a span a field."""
    made = []
    for number, record in enumerate(records):
        cells = "".join(f"<span class='f-{n}'>{w.shown(n, t, number)}</span>" for n, t in record.items())
        made.append(f"<div class='box'>{cells}</div>")
    return f"<div class='boxes'>{''.join(made)}</div>"


def nested(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """An item a record with a list of its fields inside."""
    made = []
    for number, record in enumerate(records):
        first, *rest = _cells(w, record, number)
        made.append(f"<li>{first}<ul>{''.join(f'<li>{cell}</li>' for cell in rest)}</ul></li>")
    return f"<ol>{''.join(made)}</ol>"


def sections(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """Lists under headings, two to six records each."""
    made, left = [], list(enumerate(records))
    while left:
        take = w.rng.randint(2, 6)
        if len(left) - take < 2:
            take = len(left)
        items = "".join(f"<li>{' '.join(_cells(w, r, n))}</li>" for n, r in left[:take])
        made.append(f"<h3>{w.rng.choice(_TOWNS)}</h3><ul>{items}</ul>")
        left = left[take:]
    return f"<div>{''.join(made)}</div>"


def grid(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """Several records in a row of a table."""
    wide = w.rng.randint(2, 4)
    cells = [f"<td>{'<br>'.join(_cells(w, r, n))}</td>" for n, r in enumerate(records)]
    rows = ("".join(cells[at : at + wide]) for at in range(0, len(cells), wide))
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def headed_blocks(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """A linked line and a block with the rest, side by side."""
    made = []
    for number, record in enumerate(records):
        first, *rest = _cells(w, record, number)
        made.append(f"<p class='hit'>{first}</p><div class='meta'>{' | '.join(rest)}</div>")
    return f"<td>{''.join(made)}</td>"


def quoted(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """A number, a link and quoted blocks in one run of siblings."""
    made = []
    for number, record in enumerate(records):
        first, *rest = _cells(w, record, number)
        made.append(f"{number + 1}. {first}" + "".join(f"<blockquote>{cell}</blockquote>" for cell in rest))
    return f"<div>{''.join(made)}</div>"


def titled_lists(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """A bold line and a list of the rest, side by side."""
    made = []
    for number, record in enumerate(records):
        first, *rest = _cells(w, record, number)
        made.append(f"<p><b>{first}</b></p><ul>{''.join(f'<li>{cell}</li>' for cell in rest)}</ul>")
    return f"<div id='hits'>{''.join(made)}</div>"


def row_pairs(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """A row with the title and a row with cells for the rest."""
    made = []
    for number, record in enumerate(records):
        first, *rest = _cells(w, record, number)
        cells = "".join(f"<td>{cell}</td>" for cell in rest)
        made.append(f"<tr class='t'><td colspan=4>{first}</td></tr><tr class='r'>{cells}</tr>")
    return f"<table width='100%'>{''.join(made)}</table>"


def lines(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """One line a record, the fields with dashes between them."""
    return "<div>" + "".join(f"{' - '.join(_cells(w, r, n))}<br>" for n, r in enumerate(records)) + "</div>"


def cards_with_labels(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """A card a record with a heading and a list of labels and values."""
    made = []
    for number, record in enumerate(records):
        (_, title), *rest = record.items()
        pairs = "".join(f"<dt>{name.title()}</dt><dd>{w.shown(name, text, number)}</dd>" for name, text in rest)
        made.append(f"<article><h5>{w.shown('title', title, number)}</h5><dl>{pairs}</dl></article>")
    return f"<section>{''.join(made)}</section>"


def ruled_blocks(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """A heading, blocks for the rest, a rule behind every record."""
    made = []
    for number, record in enumerate(records):
        first, *rest = _cells(w, record, number)
        made.append(f"<h5>{first}</h5>" + "".join(f"<div>{cell}</div>" for cell in rest) + "<hr>")
    return f"<div>{''.join(made)}</div>"


def numbered_cells(w: Writer, records: Sequence[dict[str, str]]) -> str:
    """A row a record with its number, the title in a cell of its own and the rest in one."""
    made = []
    for number, record in enumerate(records):
        first, *rest = _cells(w, record, number)
        made.append(f"<tr><td>{number + 1}</td><td>{first}</td><td>{', '.join(rest)}</td></tr>")
    return f"<table><tr><th>No.</th><th>Item</th><th>Details</th></tr>{''.join(made)}</table>"


PARTS: dict[str, tuple[Layout, ...]] = {
    "chosen on": (
        definition_list, headed_paragraphs, several_rows, plain_table, boxes, nested, broken_lines, labelled_rows,
        sections, grid, headed_blocks, quoted,
    ),
    "left out": (titled_lists, row_pairs, lines, cards_with_labels, ruled_blocks, numbered_cells),
}  # fmt: skip


def make(seed: int, layouts: Sequence[Layout]) -> Page:
    """A page of a layout with noise around and inside the list's parent."""
    rng = random.Random(seed)
    w = Writer(rng)
    layout = rng.choice(layouts)
    names = ["title", *rng.sample(_FIELDS[1:], rng.randint(2, 4))]
    optional = rng.choice((0.0, 0.0, 0.1, 0.25))
    count = rng.choice((4, 6, 8, 10, 12, 15, 20, 25))
    records = [w.record(names, optional) for _ in range(count)]
    while any(len(record) < 2 for record in records):
        w.records.clear()
        records = [w.record(names, optional) for _ in range(count)]
    inside = layout(w, records)
    menu = "".join(f"<li><a href='/m{i}'>{word.title()}</a></li>" for i, word in enumerate(rng.sample(_WORDS, 6)))
    before = [f"<ul class='menu'>{menu}</ul>", f"<h1>{rng.choice(_TOWNS)} catalogue</h1>"]
    if rng.random() < 0.5:
        before.append(f"<p>Results 1 - {count} of {count * rng.randint(1, 9)}</p>")
    after = []
    if rng.random() < 0.6:
        after.append(
            "<p>" + " ".join(f"<a href='?page={i}'>{i}</a>" for i in range(1, 6)) + " <a href='?page=2'>Next</a></p>"
        )
    after.append(f"<p>Copyright {rng.choice(_AGENTS)}. All rights reserved.</p>")
    return Page(f"<html><body>{''.join(before)}{inside}{''.join(after)}</body></html>", w.records, layout.__name__)


@dataclass(frozen=True)
class Judged:
    """How a page came out."""

    borders: bool
    columns: float
    found: int


def judge(page: Page, regions: Sequence[Region]) -> Judged:
    """Whether every record has exactly its own words, and which share of the cells stands in its field's column."""
    region = regions[0] if regions else None
    if region is None:
        return Judged(False, 0.0, 0)
    owner = {word: number for number, words in enumerate(page.records) for word in words.values()}
    seen = [frozenset(_words(" ".join(record.texts)) & owner.keys()) for record in region.records]
    wanted = [frozenset(words.values()) for words in page.records]
    places: dict[str, Counter[str]] = defaultdict(Counter)
    field_of = {word: name for words in page.records for name, word in words.items()}
    for record in region.records:
        for column, value in record.fields.items():
            for text in value if isinstance(value, (list, tuple)) else [value]:
                for word in _words(str(text)) & field_of.keys():
                    places[field_of[word]][column] += 1
    right = sum(counts.most_common(1)[0][1] for counts in places.values() if counts)
    return Judged(seen == wanted, right / max(1, len(field_of)), len(region.records))


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def measure(part: str, pages: int, seed: int) -> list[list[object]]:
    """A row a layout: pages, exact borders, columns right, milliseconds a page."""
    rows: dict[str, list[Judged]] = defaultdict(list)
    spent: dict[str, float] = defaultdict(float)
    for number in range(pages):
        page = make(seed + number, PARTS[part])
        start = time.process_time()
        regions = extract(parse(page.html))
        spent[page.layout] += time.process_time() - start
        rows[page.layout].append(judge(page, regions))
    rows["all"] = [judged for found in list(rows.values()) for judged in found]
    spent["all"] = sum(spent.values())
    return [
        [
            part, name, len(found), round(100 * sum(j.borders for j in found) / len(found), 1),
            round(100 * sum(j.columns for j in found) / len(found), 1), round(1000 * spent[name] / len(found), 1),
        ]
        for name, found in rows.items()
    ]  # fmt: skip


def main() -> None:
    """Measures both parts, or one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", choices=list(PARTS), help="one part only; nothing is kept then")
    parser.add_argument("--data", help="not needed")
    given = parser.parse_args()
    rows = []
    for part in [given.part] if given.part else PARTS:
        rows += measure(part, given.pages, given.seed)
        for row in rows:
            print(row, flush=True)
    if not given.part:
        head = ["layouts", "layout", "pages", "borders exact %", "columns right %", "CPU ms a page"]
        keep("records_borders", "Borders and columns of records on made pages", [("Whole records", head, rows)])


if __name__ == "__main__":
    main()
