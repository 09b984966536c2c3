"""Labelled sets of stories, the views of them that are learned from and scored, and B-cubed."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from motherlode.app.analyse.documents import document_of
from motherlode.model.documents import Document

NOW = datetime(2100, 1, 1, tzinfo=UTC)
LEAD = 300
"""Characters of a lead."""
SMALL = (2, 3)


@dataclass(frozen=True, slots=True)
class View:
    """Some documents of a set with their stories: what of the text is given, whether times are, which sample."""

    name: str
    part: str
    timed: bool
    sample: str
    documents: list[Document]
    gold: list[str]


def read_set(file: Path) -> tuple[list[Document], list[str]]:
    """The documents of a labelled file in a fixed random order, and their stories."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    random.Random(0).shuffle(lines)
    return [document_of(line, NOW, str(i)) for i, line in enumerate(lines)], [str(line["story"]) for line in lines]


def labelled(folder: Path) -> Iterator[Path]:
    """The files of a folder whose lines have stories."""
    for file in sorted(folder.glob("*.jsonl")):
        with file.open(encoding="utf-8") as lines:
            if "story" in json.loads(lines.readline()):
                yield file


def family(name: str) -> str:
    """Sets of one origin are left out together: 'context-2014' and 'context-2015' are of the family 'context'."""
    return name.split("-", maxsplit=1)[0]


def views(file: Path, samples: Sequence[str] = ("all", "small")) -> Iterator[View]:
    """Every view of a set: title, lead, text as far as it has them, with and without times."""
    documents, gold = read_set(file)
    length = sum(len(d.content) for d in documents) / len(documents)
    parts = ["title"] + (["lead"] if length > 50 else []) + (["text"] if length > 500 else [])
    for part in parts:
        for timed in (True, False) if any(d.published for d in documents) else (False,):
            for sample in samples:
                yield _view(file.stem, part, timed, sample, documents, gold)


def _view(name: str, part: str, timed: bool, sample: str, documents: list[Document], gold: list[str]) -> View:
    chosen = _sample(gold, sample)
    return View(
        name, part, timed, sample, [_cut(documents[i], part, timed) for i in chosen], [gold[i] for i in chosen]
    )


def fewer(view: View, most: int) -> View:
    """The view with whole stories, drawn at random until it has so many documents."""
    names = sorted(set(view.gold))
    random.Random(0).shuffle(names)
    sizes, chosen, total = Counter(view.gold), set[str](), 0
    for name in names:
        if total < most:
            chosen.add(name)
            total += sizes[name]
    places = [i for i, story in enumerate(view.gold) if story in chosen]
    return replace(view, documents=[view.documents[i] for i in places], gold=[view.gold[i] for i in places])


def _cut(document: Document, part: str, timed: bool) -> Document:
    content = {"title": "", "lead": document.content[:LEAD]}.get(part, document.content)
    return replace(document, content=content, published=document.published if timed else None)


def _sample(gold: Sequence[str], sample: str) -> list[int]:
    """Places of a sample: all; small: two or three of a story; lone: six stories of ten with one document; mixed."""
    chance = random.Random(sample)
    if sample == "all":
        return list(range(len(gold)))
    by: dict[str, list[int]] = defaultdict(list)
    for place, story in enumerate(gold):
        by[story].append(place)
    chosen: list[int] = []
    for places in by.values():
        if sample == "small":
            count = chance.choice(SMALL) if len(places) > 1 else 0
        elif sample == "lone":
            count = 1 if chance.random() < 0.6 else chance.choice((2, 3, 5))
        else:
            count = chance.choice((1, 2, 3, 6, 10))
        chosen += chance.sample(places, min(count, len(places)))
    chance.shuffle(chosen)
    return chosen


def bcubed(gold: Sequence[str], got: Sequence[Any]) -> tuple[float, float, float]:
    """B-cubed precision, recall and F1."""
    joint, by_gold, by_got = Counter(zip(gold, got, strict=True)), Counter(gold), Counter(got)
    precision = sum(n * n / by_got[c] for (_, c), n in joint.items()) / len(gold)
    recall = sum(n * n / by_gold[g] for (g, _), n in joint.items()) / len(gold)
    return precision, recall, 2 * precision * recall / (precision + recall)
