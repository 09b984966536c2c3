"""`motherlode network`: run statements, ask, export, let rows in, merge people, show conflicts."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

import motherlode as ml
from motherlode.api.network import known_format
from motherlode.interfaces.cli import talk
from motherlode.model.plain import counted

app = typer.Typer(
    no_args_is_help=True,
    help="""The information network: run, query, export, add, merge, conflicts.

    Example: motherlode network query 'QUERY University ?u /contain College ?c'
    """,
)

PROJECT = typer.Option(
    None, "--project", "-p", help="Project folder; the current one, or network.sqlite, by default."
)
STORE = typer.Option("", "--store", help="A SQLite file or postgresql://… instead of a project.")
JSON = typer.Option(False, "--json", help="Print JSON.")


@app.command()
def run(
    file: Path = typer.Argument(..., help="File of statements (.inm)."),
    project: Path | None = PROJECT,
    store: str = STORE,
    as_json: bool = JSON,
) -> None:
    """Run the statements of a file: CREATE, INSERT, QUERY.

    Example: motherlode network run figure8.inm
    """
    network = ml.Network.open(project, store=store)
    answers = network.run(file)
    counts = network.counts()
    if as_json:
        talk.print_json({"counts": counts, "answers": [_plain(answer) for answer in answers]})
        return
    for answer in answers:
        _show(answer)
    talk.say("the network holds " + ", ".join(f"{number} {name}" for name, number in counts.items()))


@app.command()
def query(
    text: str = typer.Argument(..., metavar="QUERY", help="A query, in quotes."),
    project: Path | None = PROJECT,
    store: str = STORE,
    as_json: bool = JSON,
) -> None:
    """Ask the network.

    Example: motherlode network query 'QUERY University ?u /contain College ?c /Faculty Professor ?p'
    """
    answer = ml.Network.open(project, store=store, make=False).query(text)
    if as_json:
        talk.print_json(_plain(answer))
    else:
        _show(answer)


@app.command()
def export(
    format_name: str = typer.Option("inm", "--format", help="One of: cypher, jsonld, graphml, csv, inm."),
    out: Path | None = typer.Option(None, "--out", help="File (for csv: a folder); standard output by default."),
    project: Path | None = PROJECT,
    store: str = STORE,
) -> None:
    """Write the network out.

    Example: motherlode network export --format cypher --out network.cypher
    """
    wanted = known_format(format_name)
    text = ml.Network.open(project, store=store, make=False).export(wanted, out)
    if out is None:
        sys.stdout.write(text)
    else:
        talk.say("written: " + (", ".join(map(str, sorted(out.iterdir()))) if out.is_dir() else str(out)))


@app.command()
def add(
    file: Path = typer.Argument(..., help="Rows as JSON lines (articles, records, rows of a hidden database)."),
    mapping: str = typer.Option(
        "articles", "--mapping", help="A mapping file, or: articles, books, papers, products."
    ),
    project: Path | None = PROJECT,
    store: str = STORE,
) -> None:
    """Let rows into the network through a mapping file.

    Example: motherlode network add articles.jsonl --mapping articles
    """
    number = ml.Network.open(project, store=store).add(file, mapping)
    talk.say(f"{counted(number, 'row')} entered the network")


@app.command()
def merge(project: Path | None = PROJECT, store: str = STORE, as_json: bool = JSON) -> None:
    """Make one of people that evidence shows to be the same, and say why.

    Example: motherlode network merge --project my-universities
    """
    done = ml.Network.open(project, store=store, make=False).merge()
    rows = [(s.gone, s.stays, s.evidence) for s in done]
    talk.show(done.to_dicts(), as_json, "Merged", ["object", "into", "evidence"], rows)


@app.command()
def conflicts(project: Path | None = PROJECT, store: str = STORE, as_json: bool = JSON) -> None:
    """Show attributes whose pages disagree; every value is kept.

    Example: motherlode network conflicts --project my-universities
    """
    found = ml.Network.open(project, store=store, make=False).conflicts()
    rows = [
        (c.name, c.attribute, value, " ".join(p.page for p in places))
        for c in found
        for value, places in c.values.items()
    ]
    talk.show(found.to_dicts(), as_json, "Conflicts", ["object", "attribute", "value", "pages"], rows)


def _plain(answer: ml.NetworkAnswer) -> dict[str, object]:
    return {"columns": answer.columns, "rows": list(answer)}


def _show(answer: ml.NetworkAnswer) -> None:
    rows = [[", ".join(cell) if isinstance(cell, (list, tuple)) else cell for cell in row.values()] for row in answer]
    talk.table("", list(answer.columns), rows)
