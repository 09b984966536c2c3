"""Real labelled result pages for the D-EEM figures, and when a record found on them is right.

A folder holds `gold.jsonl` with a line a page: its records as spans of the page's letters, or a key of each record.
Pages whose names share what stands before the first `_` or `.` are of one source.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from motherlode.dom.tree import HIDDEN_TAGS, TEXT, Tree, parse
from motherlode.errors import UnreadableInput
from motherlode.interfaces.reproduce.deem_pages import ResultPage, Source
from motherlode.model.records import Region

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
