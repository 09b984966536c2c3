"""The paper's Rel: how closely the values of an item and the name of an attribute stand together (E7, E8).

Rel(K, A) = α · (1 − Itemspan(K, A) / max Itemspan) + (1 − α) · Itemtimes(K, A) / Σ Itemtimes. The paper's eq. (5)
prints the first term without `1 −`, which would reward distance; its text says that nearer is closer. The evidence
is a full-text index over the crawled pages (SQLite FTS5), or a search API over HTTP, as the paper used one.
"""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Protocol
from urllib.parse import quote_plus

import numpy as np
from numpy.typing import NDArray

from motherlode.annotate.folding import clean, label_words
from motherlode.annotate.items import Item, Site
from motherlode.annotate.params import AnnotateParams
from motherlode.errors import InputError, StoreUnavailable, UsageError
from motherlode.model.evidence import Evidence, Term
from motherlode.model.schema import AnnotatedPage, AnnotatedSite, Attribute, ColumnMapping, Schema

SAMPLED_VALUES = 8
"""Values of an item that are looked up; more change the means little and cost queries."""
FAR = 200.0
"""Context distance, in words, that stands for `never together`."""
LONGEST_NAME = 12
"""Words of the longest name: a name that begins further back cannot end nearer."""
ALPHA = AnnotateParams().alpha
TINY = 1e-9
"""Stands for a largest distance or a sum of nothing, so that what is divided by it stays a number."""
MOST_ITEMS = 600
"""Items of a site that are looked up: the evidence costs a query for each value and attribute."""


class EvidenceSource(Protocol):
    """Where Rel looks values and attribute names up together: an index of pages, or a search API (E8)."""

    def together(self, value: str, names: Sequence[str], /) -> tuple[float, int]:
        """The smallest distance in words between the value and one of the names, and in how many texts they meet."""
        ...


def rel(
    values: Sequence[str],
    attributes: Sequence[Attribute],
    source: EvidenceSource,
    alpha: float = ALPHA,
) -> NDArray[np.float32]:
    """Rel of one item with every attribute (eq. 5 to 7)."""
    chosen = list(dict.fromkeys(value for value in values if value.strip()))[:SAMPLED_VALUES]
    if not chosen or not attributes:
        return np.zeros(len(attributes), dtype=np.float32)
    spans = np.zeros((len(chosen), len(attributes)))
    times = np.zeros((len(chosen), len(attributes)))
    for place, attribute in enumerate(attributes):
        names = (attribute.name.replace("_", " "), *attribute.synonyms)
        for row, value in enumerate(chosen):
            span, count = source.together(value, names)
            spans[row, place], times[row, place] = min(span, FAR), count
    item_span, item_times = spans.mean(axis=0), times.mean(axis=0)
    closeness = 1.0 - item_span / max(float(item_span.max()), TINY)
    share = item_times / max(float(item_times.sum()), TINY)
    found: NDArray[np.float32] = (alpha * closeness + (1 - alpha) * share).astype(np.float32)
    found[item_times == 0] = 0.0
    return found


def nearest(words: Sequence[str], value: Sequence[str], names: Sequence[Sequence[str]]) -> float:
    """The smallest number of words between a value and one of the names in a text; FAR when they do not meet."""
    text = positions(words)
    return gap(
        places(text, value),
        len(value),
        sorted((start, start + len(name)) for name in names for start in places(text, name)),
    )


def gap(at_value: Sequence[int], length: int, names: Sequence[tuple[int, int]]) -> float:
    """The smallest distance between places of a value and sorted (start, end) of names; FAR when there is none."""
    best = FAR
    for begin in at_value:
        after = bisect_left(names, (begin + length, 0))
        if after < len(names):
            best = min(best, float(names[after][0] - begin - length))
        for place in range(bisect_left(names, (begin, 0)) - 1, -1, -1):
            start, end = names[place]
            if end <= begin:
                best = min(best, float(begin - end))
            if begin - start > best + LONGEST_NAME:
                break
    return best


def _met(distances: Iterable[float]) -> tuple[float, int]:
    """The smallest of the distances, and how many texts have one."""
    found = [distance for distance in distances if distance < FAR]
    return min(found, default=FAR), len(found)


def positions(words: Sequence[str]) -> dict[str, list[int]]:
    """Where each word stands in a text."""
    found: dict[str, list[int]] = {}
    for at, word in enumerate(words):
        found.setdefault(word, []).append(at)
    return found


def places(text: Mapping[str, list[int]], wanted: Sequence[str]) -> list[int]:
    """Where the words stand in a row."""
    if not wanted:
        return []
    found = text.get(wanted[0], [])
    for step, word in enumerate(wanted[1:], 1):
        if not found:
            return []
        here = set(text.get(word, ()))
        found = [at for at in found if at + step in here]
    return found


def name_words(names: Sequence[str]) -> list[tuple[str, ...]]:
    """The names as words, as they are compared with a text's."""
    return [words for words in dict.fromkeys(label_words(name) for name in names) if words]


def annotate_site_by_rel(
    site: Site, schema: Schema, params: AnnotateParams, evidence: EvidenceSource
) -> AnnotatedSite:
    """Detail pages by Rel alone: items that differ from page to page, each mapped to the attribute of largest Rel.

    Where several items map to one attribute, a page takes its value from the item with the larger Rel.
    """
    items = [item for item in site.items if item.rule.startswith("/") and _varies(item, site)][:MOST_ITEMS]
    names = [attribute.name for attribute in schema.attributes]
    best: dict[str, list[tuple[float, Item]]] = {name: [] for name in names}
    for item in items:
        scores = rel([clean(leaf.text) for leaf in item.leaves], schema.attributes, evidence, params.alpha)
        place = int(np.argmax(scores))
        if scores[place] > params.threshold:
            best[names[place]].append((float(scores[place]), item))
    for found in best.values():
        found.sort(key=lambda pair: -pair[0])
    pages = tuple(_page(site, number, best) for number in range(len(site.pages)))
    mappings = tuple(
        ColumnMapping(item.rule, name, round(score, 4), (Term("rel", score, score, "near its name in the pages"),))
        for name, found in best.items()
        for score, item in found
    )
    return AnnotatedSite(site.source, pages, mappings)


def _varies(item: Item, site: Site) -> bool:
    return len(site.pages) < 2 or len({leaf.folded for leaf in item.leaves}) > 1


def _page(site: Site, number: int, best: dict[str, list[tuple[float, Item]]]) -> AnnotatedPage:
    values: dict[str, tuple[str, ...]] = {}
    raw: dict[str, tuple[str, ...]] = {}
    evidence: dict[str, Evidence] = {}
    for name, found in best.items():
        for score, item in found:
            leaf = next((leaf for leaf in item.leaves if leaf.page == number), None)
            if leaf is not None:
                values[name], raw[name] = (clean(leaf.value),), (leaf.text,)
                evidence[name] = Evidence("rel", item.rule, site.pages[number].name, confidence=round(score, 4))
                break
    return AnnotatedPage(site.pages[number].name, values, raw, evidence)


TEXTS_READ = 12
"""Texts of a value that are read; a value stands on few pages of a site."""


class CorpusIndex:
    """Texts of pages, searchable by phrase. Words are folded as labels are, so that plural and case do not matter."""

    def __init__(self, file: Path | str = ":memory:") -> None:
        try:
            self.connection = sqlite3.connect(file)
            self.connection.execute(
                "CREATE VIRTUAL TABLE IF NOT EXISTS annotate_corpus"
                " USING fts5(page UNINDEXED, body, tokenize='unicode61')"
            )
        except sqlite3.Error as error:
            raise StoreUnavailable(f"the index {file} cannot be opened: {error}") from error
        self._found = lru_cache(maxsize=4096)(self._places_of)
        self._named = lru_cache(maxsize=65_536)(self._names_in)
        self._text = lru_cache(maxsize=1024)(self._words)

    def add(self, pages: Iterable[tuple[str, str]]) -> int:
        """Adds (name, text) of pages; a page of the same name is replaced. Gives their number."""
        count = 0
        with self.connection:
            for name, text in pages:
                self.connection.execute("DELETE FROM annotate_corpus WHERE page = ?", (name,))
                body = " ".join(label_words(text))
                self.connection.execute("INSERT INTO annotate_corpus (page, body) VALUES (?, ?)", (name, body))
                count += 1
        for remembered in (self._found, self._named, self._text):
            remembered.cache_clear()
        return count

    def together(self, value: str, names: Sequence[str]) -> tuple[float, int]:
        """The smallest distance of the value to one of the names, and the number of texts in which they meet."""
        words = label_words(value)[:12]
        if not words:
            return FAR, 0
        wanted = tuple(name_words(names))
        return _met(gap(at_value, len(words), self._named(text, wanted)) for text, at_value in self._found(words))

    def _places_of(self, words: tuple[str, ...]) -> list[tuple[int, list[int]]]:
        """The texts that hold the words in a row, and where in them."""
        phrase = '"' + " ".join(words).replace('"', " ") + '"'
        try:
            rows = self.connection.execute(
                "SELECT rowid FROM annotate_corpus WHERE annotate_corpus MATCH ? LIMIT ?", (phrase, TEXTS_READ)
            ).fetchall()
        except sqlite3.Error as error:
            raise StoreUnavailable(f"the index cannot be searched: {error}") from error
        return [(int(row), places(self._text(int(row)), words)) for (row,) in rows]

    def _names_in(self, text: int, names: tuple[tuple[str, ...], ...]) -> list[tuple[int, int]]:
        """Where the names begin and end in a text, sorted: looked up once for all values."""
        words = self._text(text)
        return sorted((start, start + len(name)) for name in names for start in places(words, name))

    def _words(self, text: int) -> Mapping[str, list[int]]:
        row = self.connection.execute("SELECT body FROM annotate_corpus WHERE rowid = ?", (text,)).fetchone()
        return positions(str(row[0]).split())

    def close(self) -> None:
        """Closes the index."""
        self.connection.close()


_TEXT_KEYS = ("snippet", "description", "content", "body", "text", "title", "name")


class SearchApi:
    """Asks `url` (with {query} in it) for a value and an attribute name; reads the snippets of the JSON answer."""

    def __init__(self, url: str, get: Callable[[str], bytes]) -> None:
        if "{query}" not in url:
            raise UsageError(f"the search address {url!r} has no {{query}} in it; write …?q={{query}}")
        self.url, self.get = url, get
        self._answers: dict[str, list[tuple[str, ...]]] = {}

    def together(self, value: str, names: Sequence[str]) -> tuple[float, int]:
        """The smallest distance in the snippets, and in how many of them value and name meet."""
        words = label_words(value)[:12]
        if not words or not names:
            return FAR, 0
        wanted = name_words(names)
        return _met(nearest(text, words, wanted) for text in self._ask(f'"{value}" {names[0]}'))

    def _ask(self, query: str) -> list[tuple[str, ...]]:
        if query not in self._answers:
            body = self.get(self.url.replace("{query}", quote_plus(query)))
            try:
                answer = json.loads(body)
            except (ValueError, UnicodeDecodeError) as error:
                raise InputError(f"the search API did not answer JSON: {error}") from error
            self._answers[query] = [label_words(text) for text in _texts(answer)]
        return self._answers[query]


def _texts(answer: object) -> Iterator[str]:
    """The snippets of an answer, wherever they stand in it: objects with a text under a usual name."""
    waiting = [answer]
    while waiting:
        at = waiting.pop()
        if isinstance(at, list):
            waiting.extend(at)
        elif isinstance(at, dict):
            found = [at[key] for key in _TEXT_KEYS if isinstance(at.get(key), str)]
            if found:
                yield " ".join(found)
            waiting.extend(value for value in at.values() if isinstance(value, (list, dict)))
