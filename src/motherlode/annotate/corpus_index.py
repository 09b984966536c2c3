"""The default evidence source: an embedded full-text index (SQLite FTS5) over the crawled pages (E8)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from motherlode.annotate.folding import label_words
from motherlode.annotate.rel import FAR, gap, name_words, places, positions
from motherlode.errors import StoreUnavailable

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
        best, count = FAR, 0
        for text, at_value in self._found(words):
            distance = gap(at_value, len(words), self._named(text, wanted))
            if distance < FAR:
                count += 1
                best = min(best, distance)
        return best, count

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
