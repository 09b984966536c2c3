"""Result pages for the figures of D-EEM, and when a record found on them is right.

Every made-up source has a template of its own; its pages share it and differ in their data, as E1 asks. Shopping
sources put several entities in a row (E10). The truth is the title of every entity. A folder of real pages holds
`gold.jsonl` with a line a page: its records as spans of the page's letters, or a key of each record; pages whose
names share what stands before the first `_` or `.` are of one source.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motherlode.dom.tree import HIDDEN_TAGS, TEXT, Tree, parse
from motherlode.errors import UnreadableInput
from motherlode.model.records import Region

DOMAINS = ("papers", "books", "shopping")
_WORDS = (  # noqa: SIM905 - a text reads better than sixty quoted words
    "adaptive distributed relational semantic visual robust hidden focused temporal parallel query index schema page "
    "crawler network entity region model tree stream cache garden river mountain winter island letter shadow harbour "
    "lantern copper silver walnut cotton leather marble compact portable quiet bright lamp kettle chair speaker"
).split()
_NAMES = ("Marta Lind", "Chen Rui", "Paul Ortega", "Sofia Brandt", "Imran Aziz", "Jun Mori", "Eva Novak", "Tom Reyes")


@dataclass(frozen=True, slots=True)
class ResultPage:
    """A page with the titles of its entities; real pages have keys instead, or spans of their letters."""

    html: str
    titles: tuple[str, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """The pages of one source."""

    domain: str
    name: str
    pages: tuple[ResultPage, ...]


def sources(seed: int = 0, a_domain: int = 6, pages: int = 3, records: int = 12) -> list[Source]:
    """Sources of all domains, the same for the same seed."""
    made = []
    for domain in DOMAINS:
        for number in range(a_domain):
            layout = _LAYOUTS[domain][number % len(_LAYOUTS[domain])]
            chance = random.Random(f"{seed}-{domain}-{number}")
            frame = _frame(chance, number)
            made.append(
                Source(
                    domain,
                    f"{domain}-{number}",
                    tuple(
                        _page(chance, layout, frame, chance.randint(max(4, records - 4), records + 4))
                        for _ in range(pages)
                    ),
                )
            )
    return made


def sized(records: int, seed: int = 0) -> ResultPage:
    """One page with that many entities, for measuring time."""
    chance = random.Random(seed)
    return _page(chance, _table_rows, _frame(chance, 1), records)


def hits(region: Region | None, titles: tuple[str, ...]) -> tuple[int, int, int]:
    """Entities found right (a record with exactly one title), found, and there."""
    used: set[str] = set()
    records = region.records if region else ()
    for record in records:
        text = " ".join(record.texts)
        inside = [title for title in titles if title in text]
        if len(inside) == 1:
            used.add(inside[0])
    return len(used), len(records), len(titles)


def figures(counts: list[tuple[int, int, int]]) -> tuple[float, float, float]:
    """Precision, recall and F in percent."""
    hit, found, there = (sum(column) for column in zip(*counts, strict=True))
    return 100 * hit / max(1, found), 100 * hit / max(1, there), 200 * hit / max(1, found + there)


def _title(chance: random.Random) -> str:
    return " ".join(chance.sample(_WORDS, 4)).capitalize() + f" {chance.randint(100, 99999)}"


def _sentence(chance: random.Random) -> str:
    return " ".join(chance.choices(_WORDS, k=chance.randint(8, 24))).capitalize() + "."


def _frame(chance: random.Random, number: int) -> tuple[str, str]:
    """Menu, advertisement and foot of a source, the same on all its pages."""
    menu = "".join(f"<li><a href='/{w}'>{w.title()}</a></li>" for w in chance.sample(_WORDS, 6 + number))
    adverts = "".join(f"<div><b>Offer</b><p>{_sentence(chance)}</p></div>" for _ in range(chance.randint(1, 4)))
    foot = "".join(f"<td><a href='/{w}'>{w.title()}</a></td>" for w in chance.sample(_WORDS, 5))
    head = f"<ul class='menu'>{menu}</ul><div class='side'>{adverts}</div><h1>Results</h1>"
    return head, f"<table class='foot'><tr>{foot}</tr></table><p>All rights reserved.</p>"


def _page(
    chance: random.Random, layout: Callable[[random.Random, list[str]], str], frame: tuple[str, str], count: int
) -> ResultPage:
    titles = [_title(chance) for _ in range(count)]
    query = chance.choice(_WORDS)
    html = (
        f"<html><head><title>{query}</title></head><body>{frame[0]}<p>You searched for <b>{query}</b>: 1 - {count} "
        f"of {count * chance.randint(2, 40)}</p>{layout(chance, titles)}{frame[1]}</body></html>"
    )
    return ResultPage(html, tuple(titles))


def _table_rows(chance: random.Random, titles: list[str]) -> str:
    rows = []
    for i, title in enumerate(titles):
        year = f"<i>{chance.randint(1990, 2009)}</i>" if chance.random() < 0.8 else ""
        rows.append(
            f"<tr><td>{i + 1}.</td><td><a href='/d{i}'>{title}</a><br>{chance.choice(_NAMES)}, "
            f"{chance.choice(_NAMES)}</td><td>{year}</td></tr>"
        )
    return f"<table>{''.join(rows)}</table>"


def _items(chance: random.Random, titles: list[str]) -> str:
    made = []
    for title in titles:
        abstract = f"<p>{_sentence(chance)}</p>" if chance.random() < 0.7 else ""
        made.append(f"<li><h3><a href='/p'>{title}</a></h3><span>{chance.choice(_NAMES)}</span>{abstract}</li>")
    return f"<ol>{''.join(made)}</ol>"


def _blocks(chance: random.Random, titles: list[str]) -> str:
    made = []
    for title in titles:
        price = f"<b>$ {chance.randint(5, 90)}.95</b>" if chance.random() < 0.9 else ""
        made.append(
            f"<div class='book'><img src='c.jpg'><div><a href='/b'>{title}</a><span>by {chance.choice(_NAMES)}</span>"
            f"<em>Press, {chance.randint(1980, 2009)}</em>{price}</div></div>"
        )
    return f"<div class='list'>{''.join(made)}</div>"


def _definitions(chance: random.Random, titles: list[str]) -> str:
    made = [f"<dt><a href='/x'>{t}</a></dt><dd>{chance.choice(_NAMES)}: {_sentence(chance)}</dd>" for t in titles]
    return f"<dl>{''.join(made)}</dl>"


def _cell_grid(chance: random.Random, titles: list[str]) -> str:
    cells = [
        f"<td><img src='i.jpg'><br><a href='/i'>{t}</a><br><b>$ {chance.randint(9, 900)}.00</b></td>" for t in titles
    ]
    rows = [f"<tr>{''.join(cells[i : i + 4])}</tr>" for i in range(0, len(cells), 4)]
    return f"<table>{''.join(rows)}</table>"


def _card_grid(chance: random.Random, titles: list[str]) -> str:
    cards = [
        f"<div class='card'><a href='/i'><img src='i.jpg'></a><div class='name'>{t}</div>"
        f"<div class='price'>$ {chance.randint(9, 900)}.00</div></div>"
        for t in titles
    ]
    rows = [f"<div class='row'>{''.join(cards[i : i + 3])}</div>" for i in range(0, len(cards), 3)]
    return f"<div class='grid'>{''.join(rows)}</div>"


_LAYOUTS: dict[str, tuple[Callable[[random.Random, list[str]], str], ...]] = {
    "papers": (_table_rows, _items, _definitions),
    "books": (_blocks, _items, _table_rows),
    "shopping": (_cell_grid, _card_grid, _blocks),
}


_NOT_LETTERS = re.compile(r"[\W_]+")
KEY = 24
"""Letters of a key that must stand in a record."""


def real_sources(data: Path) -> list[Source]:
    """The labelled pages below a folder, by source; the folder of a page stands for its domain."""
    files = [data / "gold.jsonl"] if (data / "gold.jsonl").exists() else sorted(data.glob("*/gold.jsonl"))
    if not files:
        raise UnreadableInput(
            f"{data} holds no gold.jsonl, nor does a folder in it; give the folder of labelled pages"
        )
    groups: dict[tuple[str, str], list[ResultPage]] = defaultdict(list)
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            try:
                row: dict[str, Any] = json.loads(line)
                name = Path(row["page"])
                html = _decoded((file.parent / name).read_bytes())
                spans = tuple((int(a), int(b)) for a, b in row.get("records", ()))
                titles = tuple(squeezed(str(key))[:KEY] for key in row.get("keys", ()))
            except (ValueError, KeyError, TypeError, OSError) as error:
                raise UnreadableInput(f"line {number} of {file} is no labelled page: {error}") from error
            source = re.split(r"[_.]", name.name)[0]
            groups[name.parent.as_posix(), source].append(ResultPage(html, titles, spans))
    return [Source(domain, source, tuple(pages)) for (domain, source), pages in groups.items()]


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def squeezed(text: str) -> str:
    """Letters and digits only, lower case."""
    return _NOT_LETTERS.sub("", text).lower()


def hits_real(region: Region | None, page: ResultPage) -> tuple[int, int, int]:
    """Records found right, found, and there.

    Right is what covers half of exactly one labelled record, or holds exactly one key.
    """
    records = [record.texts for record in region.records] if region else []
    if not page.spans:
        return _keys_hit(records, page.titles), len(records), len(page.titles)
    whole = _letters(parse(page.html))
    hit: set[int] = set()
    floor = 0
    for texts in records:
        places, floor = _located([squeezed(text) for text in texts], whole, floor)
        full = [
            k for k, (a, b) in enumerate(page.spans)
            if sum(max(0, min(b, end) - max(a, start)) for start, end in places) >= 0.5 * (b - a)
        ]  # fmt: skip
        if len(full) == 1:
            hit.add(full[0])
    return len(hit), len(records), len(page.spans)


def _keys_hit(records: Sequence[Sequence[str]], keys: Sequence[str]) -> int:
    used: set[int] = set()
    for texts in records:
        text = squeezed(" ".join(texts))
        found = [i for i, key in enumerate(keys) if key and key in text]
        if len({keys[i] for i in found}) == 1:
            used.update([i for i in found if i not in used][:1])
    return len(used)


def _located(pieces: Sequence[str], whole: str, floor: int) -> tuple[list[tuple[int, int]], int]:
    """Where the texts of a record stand among the letters of the page, and where the next record may begin."""
    places: list[tuple[int, int]] = []
    at = floor
    for piece in pieces:
        place = whole.find(piece, at) if piece else -1
        if place < 0 and piece:
            place = whole.find(piece)
        if place >= 0:
            at = place + len(piece)
            places.append((place, at))
    return places, places[0][0] + 1 if places else floor


def _letters(tree: Tree) -> str:
    """The letters and digits of a page in document order, as the labels count them."""
    found, i = [], 0
    while i < len(tree):
        if tree.tags[i] in HIDDEN_TAGS:
            i = tree.ends[i]
            continue
        if tree.tags[i] == TEXT:
            found.append(squeezed(tree.texts[i]))
        i += 1
    return "".join(found)
