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

from motherlode.dom.labels import View
from motherlode.dom.tree import TEXT

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


def quality(page: View, starts: Sequence[int], ends: Sequence[int], gold: Labelled) -> tuple[float, int]:
    """F of these records and the hits; labels by key leave rows out, so there surplus counts a third."""
    hit = hits(page, starts, ends, gold)
    found = len(starts)
    if gold.keys:
        surplus = max(0, found - gold.count)
        return 2 * hit / (gold.count + min(found, gold.count) + surplus / 3), hit
    return 2 * hit / (found + gold.count), hit
