"""The information network of a project: statements run, questions answered, results of other stages let in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from motherlode.app.settings import FILE_NAME
from motherlode.errors import NetworkError, UnreadableInput
from motherlode.model.network import ClassDef, Facts, Provenance, RelationDef
from motherlode.network.answer import Answer
from motherlode.network.gather import Gather
from motherlode.network.language import parse
from motherlode.network.language.statements import Between, CreateClass, CreateRelation, Explain, Insert, Query
from motherlode.network.mapping import Rules, add_row
from motherlode.network.query import explain, find_between
from motherlode.network.query import run as ask
from motherlode.network.store import NetworkStore
from motherlode.sql.engine import chunked, connect

BATCH = 2000


def open_network(project: Path | None, store: str = "", *, make: bool = True) -> NetworkStore:
    """The network of a store's address, of a project folder, or of a file in the current folder.

    With `make` off a file that is not there is an error, so that a question never leaves an empty network behind.
    """
    if store:
        return NetworkStore(connect(store))
    folder = project or Path()
    if project is not None or (folder / FILE_NAME).exists():
        from motherlode.app.project import Project

        return NetworkStore(Project.open(folder).engine)
    file = folder / "network.sqlite"
    if not make and not file.exists():
        raise UnreadableInput(f"there is no network here ({file}); name one with --project or --store")
    return NetworkStore(connect(file))


def run_text(network: NetworkStore, text: str) -> list[Answer]:
    """Runs statements in order and gives the answers of the queries among them."""
    answers = []
    for statement in parse(text, network.class_names()):
        match statement:
            case Query():
                answers.append(ask(network.engine, statement))
            case Explain(query):
                answers.append(explain(network.engine, query))
            case Between():
                answers.append(find_between(network.engine, statement))
            case Insert(facts):
                network.insert(facts)
            case CreateClass(definition):
                network.insert(_defined(classes=[definition]))
            case CreateRelation(definition):
                network.insert(_defined(relations=[definition]))
    return answers


def run_file(network: NetworkStore, file: Path) -> list[Answer]:
    """Runs a file of statements."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise UnreadableInput(f"{file} is not there") from error
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"{file} cannot be read as UTF-8 text: {error}") from error
    return run_text(network, text)


def add_rows(network: NetworkStore, mapping: Rules, rows: Iterable[Mapping[str, Any]], rule: str) -> int:
    """Lets articles, records or rows of a hidden database into the network; gives how many came to something there.

    Rows of which none does were made for another mapping; that is an error, with the columns that are looked for.
    """
    number = given = 0
    for chunk in chunked(rows, BATCH):
        gather = Gather()
        for row in chunk:
            source = Provenance(page=str(row.get("url") or row.get("page") or ""), rule=rule)
            number += add_row(gather, mapping, row, source)
        network.insert(gather.facts())
        given += len(chunk)
    if given and not number:
        names = ", ".join(dict.fromkeys(each.each or each.name for each in mapping.objects.values()))
        raise NetworkError(f"none of the rows has what the {rule} makes objects of: {names}")
    return number


def _defined(classes: Sequence[ClassDef] = (), relations: Sequence[RelationDef] = ()) -> Facts:
    return Facts(classes=frozenset(classes), relations=frozenset(relations))
