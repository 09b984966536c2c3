"""`motherlode network`: run statements, ask, export, let rows in, merge people, show conflicts."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import typer

from motherlode.app import network as recipe
from motherlode.errors import UnreadableInput, UsageError
from motherlode.interfaces.cli import talk
from motherlode.model.params import unknown_name
from motherlode.network.answer import Answer
from motherlode.network.exports import EXPORTS
from motherlode.network.exports.csv_files import write_folder
from motherlode.network.identity import resolve
from motherlode.network.mapping import load as load_mapping

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
    network = recipe.open_network(project, store)
    answers = recipe.run_file(network, file)
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
    if not text.lstrip().lower().startswith("query"):
        text = f"QUERY {text}"
    for answer in recipe.run_text(recipe.open_network(project, store, make=False), text):
        if as_json:
            talk.print_json(_plain(answer))
        else:
            _show(answer)


@app.command()
def export(
    format_name: str = typer.Option("inm", "--format", help="One of: " + ", ".join(EXPORTS)),
    out: Path | None = typer.Option(None, "--out", help="File (for csv: a folder); standard output by default."),
    project: Path | None = PROJECT,
    store: str = STORE,
) -> None:
    """Write the network out.

    Example: motherlode network export --format cypher --out network.cypher
    """
    if format_name not in EXPORTS:
        raise UsageError(unknown_name(format_name, list(EXPORTS)).replace("setting", "format", 1))
    facts = recipe.open_network(project, store, make=False).facts()
    if out is None:
        sys.stdout.write(EXPORTS[format_name](facts))
    elif format_name == "csv":
        talk.say("written: " + ", ".join(str(file) for file in write_folder(facts, out)))
    else:
        out.write_text(EXPORTS[format_name](facts), encoding="utf-8")
        talk.say(f"written: {out}")


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
    rules = load_mapping(mapping)

    def rows() -> object:
        with file.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    try:
                        yield json.loads(line)
                    except json.JSONDecodeError as error:
                        raise UnreadableInput(f"{file}, line {number}: not JSON ({error})") from error

    number = recipe.add_rows(recipe.open_network(project, store), rules, rows(), f"mapping {mapping}")  # type: ignore[arg-type]
    talk.say(f"{number} rows entered the network")


@app.command()
def merge(project: Path | None = PROJECT, store: str = STORE, as_json: bool = JSON) -> None:
    """Make one of people that evidence shows to be the same, and say why.

    Example: motherlode network merge --project my-universities
    """
    done = resolve(recipe.open_network(project, store, make=False))
    if as_json:
        talk.print_json(done)
        return
    talk.table("Merged", ["object", "into", "evidence"], [(s.gone, s.stays, s.evidence) for s in done])


@app.command()
def conflicts(project: Path | None = PROJECT, store: str = STORE, as_json: bool = JSON) -> None:
    """Show attributes whose pages disagree; every value is kept.

    Example: motherlode network conflicts --project my-universities
    """
    found = list(recipe.open_network(project, store, make=False).conflicts())
    if as_json:
        talk.print_json(found)
        return
    rows = [
        (c.name, c.attribute, value, " ".join(p.page for p in places))
        for c in found
        for value, places in c.values.items()
    ]
    talk.table("Conflicts", ["object", "attribute", "value", "pages"], rows)


def _plain(answer: Answer) -> dict[str, object]:
    return {"columns": answer.columns, "rows": [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]}


def _show(answer: Answer) -> None:
    rows = [[", ".join(cell) if isinstance(cell, (list, tuple)) else cell for cell in row] for row in answer.rows]
    talk.table("", list(answer.columns), rows)
