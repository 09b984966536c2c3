"""The information network of a project: who belongs to what, told in statements and asked in queries (U9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motherlode.api.results import Results
from motherlode.errors import UsageError
from motherlode.model.params import unknown_name

if TYPE_CHECKING:
    from motherlode.network.store import NetworkStore

Row = Mapping[str, Any]


class Network:
    """Objects in their contexts, roles and relationships; every fact with the page it was read from."""

    def __init__(self, store: NetworkStore) -> None:
        self._store = store

    def counts(self) -> dict[str, int]:
        """How many objects, relationships and values there are."""
        return dict(self._store.counts())

    def run(self, statements: str) -> list[Results[Row]]:
        """Runs CREATE, INSERT and QUERY statements; gives the answers of the queries among them."""
        from motherlode.app.network import run_text

        return [
            Results([dict(zip(answer.columns, row, strict=True)) for row in answer.rows])
            for answer in run_text(self._store, statements)
        ]

    def query(self, question: str) -> Results[Row]:
        """The rows that answer one query; the word QUERY may be left out."""
        text = question if question.lstrip().lower().startswith("query") else f"QUERY {question}"
        answers = self.run(text)
        return answers[0] if answers else Results()

    def add(self, rows: Iterable[Row], mapping: str = "articles") -> int:
        """Lets rows into the network through a mapping: a file, or articles, books, papers or products."""
        from motherlode.app.network import add_rows
        from motherlode.network.mapping import load

        return add_rows(self._store, load(mapping), rows, f"mapping {mapping}")

    def export(self, format: str = "inm", out: str | Path | None = None) -> str:  # noqa: A002 - the word users know
        """The whole network as cypher, jsonld, graphml, csv or inm text; written to `out` too where one is named."""
        from motherlode.network.exports import EXPORTS
        from motherlode.network.exports.csv_files import write_folder

        if format not in EXPORTS:
            raise UsageError(unknown_name(format, list(EXPORTS)).replace("setting", "format", 1))
        facts = self._store.facts()
        if out is not None and format == "csv":
            write_folder(facts, Path(out))
        text = EXPORTS[format](facts)
        if out is not None and format != "csv":
            Path(out).write_text(text, encoding="utf-8")
        return text
