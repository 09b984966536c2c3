"""The information network of a project: who belongs to what, told in statements and asked in queries (U9)."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from motherlode.api.inputs import outside_a_loop
from motherlode.api.option_names import given_by
from motherlode.api.results import ProgressCallback, Results, progress_of
from motherlode.app.settings import FILE_NAME, Settings, load
from motherlode.errors import UnreadableInput, UsageError
from motherlode.model.params import unknown_name
from motherlode.model.ports import Progress

if TYPE_CHECKING:
    from typing import Unpack

    from motherlode.api.options import UniversityOptions
    from motherlode.network.answer import Answer
    from motherlode.network.described import DescribedObject, ListedObject, Neighbourhood, Pattern
    from motherlode.network.identity import Same
    from motherlode.network.store import Conflict, NetworkStore
    from motherlode.university.model import University

Row = Mapping[str, Any]
_ASKS = re.compile(r"(?:query|explain|path)\b", re.IGNORECASE)
"""How a question begins; a bare path of classes is one, too."""


class NetworkAnswer(Results[Row]):
    """The rows that answer a query; `columns` are the names in the order of the query."""

    def __init__(self, columns: Sequence[str] = (), rows: Iterable[Sequence[Any]] = ()) -> None:
        self.columns: tuple[str, ...] = tuple(columns)
        super().__init__(dict(zip(self.columns, row, strict=True)) for row in rows)

    @classmethod
    def of(cls, answer: Answer) -> Self:
        """What the language gives, as rows of names and values."""
        return cls(answer.columns, answer.rows)


class Network:
    """Objects in their contexts, roles and relationships; every fact with the page it was read from."""

    def __init__(self, store: NetworkStore, settings: Settings | None = None) -> None:
        self._store, self._settings = store, settings or Settings()

    @classmethod
    def open(cls, project: str | os.PathLike[str] | None = None, *, store: str = "", make: bool = True) -> Self:
        """The network of a project folder, of a database's address, or of network.sqlite in the current folder.

        With `make` off a file that is not there is an error, so that a question never leaves an empty network behind.
        """
        from motherlode.app.network import open_network

        folder = Path(project) if project is not None else None
        network = open_network(folder, store, make=make)
        if folder is not None or (not store and Path(FILE_NAME).exists()):
            return cls(network, load((folder or Path()) / FILE_NAME))
        return cls(network)

    def explore(
        self, homes: str | Iterable[str], *, resume: bool = False, browser: bool | None = None,
        allow_private: bool = False, progress: ProgressCallback | Progress | None = None,
        **options: Unpack[UniversityOptions],
    ) -> Results[University]:  # fmt: skip
        """Units and people of universities, from their home pages into the network (U1–U9).

        `browser` None starts one only where a page lacks links or names without it, and one is installed.
        """
        from motherlode.app.university import explore_into

        settings = self._settings.over(given_by("UniversityOptions", options))
        wanted = [homes] if isinstance(homes, str) else list(homes)
        found = outside_a_loop(
            lambda: explore_into(
                self._store, wanted, settings, resume=resume, browser=browser, allow_private=allow_private,
                progress=progress_of(progress),
            )
        )  # fmt: skip
        return Results(found)

    def counts(self) -> dict[str, int]:
        """How many objects, relationships and values there are."""
        return dict(self._store.counts())

    def classes(self) -> dict[str, int]:
        """How many objects each class has, the largest first."""
        from motherlode.network.described import class_counts

        return class_counts(self._store)

    def objects(
        self, *, cls: str = "", text: str = "", offset: int = 0, limit: int = 50, descending: bool = False
    ) -> tuple[Results[ListedObject], int]:
        """Objects by name, and how many there are; a class and a part of the name narrow them."""
        from motherlode.network.described import list_objects

        found, total = list_objects(
            self._store, cls=cls, text=text, offset=offset, limit=limit, descending=descending
        )
        return Results(found), total

    def around(self, object_id: int | None = None, limit: int = 100) -> Neighbourhood:
        """Nodes and edges around an object, for drawing; without one, the outermost objects and their parts."""
        from motherlode.network.described import neighbourhood

        return neighbourhood(self._store, object_id, limit)

    def described(self, object_id: int) -> DescribedObject:
        """What is known of one object, with its pages, and what it is related to."""
        from motherlode.network.described import described

        return described(self._store, object_id)

    def patterns(self) -> list[Pattern]:
        """The kinds of relationship between classes, the most frequent first: what the network can be asked about."""
        from motherlode.network.described import patterns

        return patterns(self._store)

    def run(self, statements: str | Path) -> list[NetworkAnswer]:
        """Runs CREATE, INSERT and QUERY statements, a text or a file; gives the answers of the queries among them."""
        from motherlode.app.network import run_file, run_text

        store = self._store
        answers = run_file(store, statements) if isinstance(statements, Path) else run_text(store, statements)
        return [NetworkAnswer.of(answer) for answer in answers]

    def query(self, question: str) -> NetworkAnswer:
        """The rows that answer one QUERY, EXPLAIN or PATH; the word QUERY may be left out."""
        text = question if _ASKS.match(question.lstrip()) else f"QUERY {question}"
        answers = self.run(text)
        return answers[0] if answers else NetworkAnswer()

    def add(self, rows: Iterable[Row] | Path, mapping: str = "articles") -> int:
        """Lets rows, or a file of them as JSON lines, into the network; gives how many.

        `mapping` is a mapping file, or articles, books, papers or products.
        """
        from motherlode.app.network import add_rows
        from motherlode.network import mapping as mappings

        given = _lines(rows) if isinstance(rows, Path) else rows
        return add_rows(self._store, mappings.load(mapping), given, f"mapping {mapping}")

    def merge(self) -> Results[Same]:
        """Makes one of people that evidence shows to be the same; gives what was merged and why."""
        from motherlode.network.identity import resolve

        return Results(resolve(self._store))

    def conflicts(self) -> Results[Conflict]:
        """Attributes whose pages disagree: every value is kept, with its places."""
        return Results(self._store.conflicts())

    def export(self, format: str = "inm", out: str | Path | None = None) -> str:  # noqa: A002 - the word users know
        """The whole network as cypher, jsonld, graphml, csv or inm text; written to `out` too where one is named.

        For csv `out` is a folder, which gets a file for each kind of fact.
        """
        from motherlode.network.exports import EXPORTS, write_folder

        known_format(format)
        facts = self._store.facts()
        if out is not None and format == "csv":
            write_folder(facts, Path(out))
        text = EXPORTS[format](facts)
        if out is not None and format != "csv":
            Path(out).write_text(text, encoding="utf-8")
        return text


def known_format(name: str) -> str:
    """The name of an export's format as it is; raises UsageError with the nearest name where there is none."""
    from motherlode.network.exports import EXPORTS

    if name not in EXPORTS:
        raise UsageError(unknown_name(name, list(EXPORTS)).replace("setting", "format", 1))
    return name


def _lines(file: Path) -> Iterator[Row]:
    """The rows of a file of JSON lines."""
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield json.loads(line)
                except json.JSONDecodeError as error:
                    raise UnreadableInput(f"{file}, line {number}: not JSON ({error})") from error
