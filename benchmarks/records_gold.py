"""Labelled result pages, and how good a cut of a page into records is by the rule of the scorer.

A predicted record is a hit when it covers at least half of exactly one labelled record; where only a key per record
is known, when it holds exactly one key.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from motherlode.dom.labels import Array, View, view
from motherlode.dom.tree import TEXT, parse

_NOT_LETTERS = re.compile(r"[\W_]+")


def squeeze(text: str) -> str:
    """Letters and digits only, lower case."""
    return _NOT_LETTERS.sub("", text).lower()


def decode(raw: bytes) -> str:
    """A page's text, as the scorer reads it."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", "replace")
    return re.sub(r"^\s*<\?xml[^>]*\?>", "", text)


@dataclass(frozen=True, slots=True)
class Labelled:
    """A page with its labels: spans of letters, or one key a record."""

    name: str
    source: str
    html: str
    spans: tuple[tuple[int, int], ...] = ()
    keys: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """Labelled records."""
        return len(self.keys) or len(self.spans)


def load(folder: Path) -> list[Labelled]:
    """All labelled pages beside a gold.jsonl."""
    pages = []
    for line in (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines():
        row: dict[str, Any] = json.loads(line)
        source = str(row.get("source") or row["page"])
        pages.append(
            Labelled(
                name=row["page"],
                source=source_group(source),
                html=decode((folder / row["page"]).read_bytes()),
                spans=tuple((a, b) for a, b in row.get("records", [])),
                keys=tuple(squeeze(key)[:24] for key in row.get("keys", [])),
            )
        )
    return pages


def source_group(source: str) -> str:
    """Pages of one site share a group, so that no site is in training and test at once."""
    parts = [part for part in re.split(r"[/\\]", source) if part]
    if parts[0] == "court":
        return "court/" + re.split(r"[_.]", parts[1])[0]
    return "/".join(parts[:-1]) or source


def hits(page: View, starts: Sequence[int], ends: Sequence[int], gold: Labelled) -> int:
    """Labelled records hit by these records."""
    if gold.keys:
        return _key_hits(page, starts, ends, gold.keys)
    first = np.asarray([a for a, _ in gold.spans])
    last = np.asarray([b for _, b in gold.spans])
    begin, stop = page.offset[np.asarray(starts)], page.offset[np.asarray(ends)]
    overlap = np.minimum(stop[:, None], last[None, :]) - np.maximum(begin[:, None], first[None, :])
    full = overlap >= np.maximum(1, 0.5 * (last - first))[None, :]
    alone = full.sum(axis=1) == 1
    return int(full[alone].any(axis=0).sum())


def _key_hits(page: View, starts: Sequence[int], ends: Sequence[int], keys: Sequence[str]) -> int:
    used: set[int] = set()
    count = 0
    tree = page.tree
    for a, b in zip(starts, ends, strict=True):
        text = squeeze(" ".join(tree.texts[i] for i in range(a, b) if tree.tags[i] == TEXT and page.shown[i]))
        found = [i for i, key in enumerate(keys) if key and key in text]
        if len({keys[i] for i in found}) == 1:
            free = [i for i in found if i not in used]
            if free:
                used.add(free[0])
                count += 1
    return count


def qualities(page: View, cuts: Sequence[Any], gold: Labelled) -> tuple[Array, Array]:
    """F of every cut, and its hits.

    Labels by key leave rows out, so there the smallest cut that finds nearly all keys stands for the truth.
    """
    hit = np.asarray([hits(page, cut.starts, cut.ends, gold) for cut in cuts])
    found = np.asarray([len(cut.starts) for cut in cuts])
    if not gold.keys:
        return 2 * hit / (found + gold.count), hit
    recall = hit / gold.count
    truth = int(found[recall >= recall.max() - 0.02].min()) if len(cuts) else 1
    return recall * np.minimum(1.0, 2 * truth / (truth + found)), hit


def quality(page: View, starts: Sequence[int], ends: Sequence[int], gold: Labelled) -> tuple[float, int]:
    """F of these records, and the hits."""
    hit = hits(page, starts, ends, gold)
    return 2 * hit / (len(starts) + gold.count), hit


def page_text(page: View) -> str:
    """The letters and digits of a page in document order."""
    tree = page.tree
    return "".join(squeeze(tree.texts[i]) for i, tag in enumerate(tree.tags) if tag == TEXT and page.shown[i])


def score_records(gold: Labelled, records: Sequence[Sequence[str]]) -> int:
    """Labelled records hit by records given as texts."""
    if gold.keys:
        used: set[int] = set()
        for texts in records:
            text = squeeze(" ".join(texts))
            found = [i for i, key in enumerate(gold.keys) if key and key in text]
            if len({gold.keys[i] for i in found}) == 1:
                used.update([i for i in found if i not in used][:1])
        return len(used)
    whole = page_text(view(parse(gold.html)))
    hit: set[int] = set()
    floor = 0
    for texts in records:
        at, first, chars = floor, -1, np.zeros(len(whole) + 1, dtype=bool)
        for text in texts:
            piece = squeeze(text)
            place = whole.find(piece, at) if piece else -1
            if place < 0 and piece:
                place = whole.find(piece)
            if place < 0:
                continue
            first = place if first < 0 else first
            chars[place : place + len(piece)] = True
            at = place + len(piece)
        floor = first + 1 if first >= 0 else floor
        full = [k for k, (a, b) in enumerate(gold.spans) if chars[a:b].sum() >= 0.5 * (b - a)]
        if len(full) == 1:
            hit.add(full[0])
    return len(hit)
