"""`motherlode annotate`: columns and pages get their meaning under a schema, sources become one table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

import motherlode as ml
from motherlode.api.integration import Teaching, annotate_sources, decisions_of, ready_schemas, schema_of
from motherlode.errors import UsageError
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import call_options

app = typer.Typer()


@app.command()
@call_options("AnnotateOptions")
def annotate(
    sources: list[str] = typer.Argument(
        None,
        help="Folders or archives of pages, addresses, .jsonl or .csv files of records; NAME=PATH names a source.",
    ),
    schema_name: str = typer.Option("", "--schema", help="A schema file, or a ready one: books, papers, products …"),
    out: Path | None = typer.Option(None, "--out", help="Write the table: .jsonl .csv .xlsx .parquet or .sqlite."),
    out_format: str = typer.Option("", "--format", help="The format, where the file's name does not say it."),
    kind: str = typer.Option("auto", "--pages", help="What the pages are: detail, list or auto."),
    labelled: Path | None = typer.Option(
        None, "--labelled", help="Folder of labelled pages of one site with gold.json: {page: {attribute: [values]}}."
    ),
    correct: list[str] = typer.Option(
        [], "--correct", help="SOURCE.COLUMN=ATTRIBUTE: what a column means; kept with --project, and learned from."
    ),
    ids: str = typer.Option("", "--id", help="The column with the sources' own ids; found by itself if called id."),
    one: list[str] = typer.Option([], "--join", help="SOURCE:ID=SOURCE:ID: two records are one thing."),
    apart: list[str] = typer.Option(
        [], "--apart", help="SOURCE:ID=SOURCE:ID: two records are apart; undoes a merge."
    ),
    decided: Path | None = typer.Option(
        None, "--decisions", help="CSV as --pairs writes it, with yes or no in the column same; learned from."
    ),
    pairs: Path | None = typer.Option(
        None, "--pairs", help="Write the pairs that were weighed, with probability and reasons."
    ),
    project: Path | None = typer.Option(None, "--project", help="Keep sources and corrections in this project."),
    mappings: bool = typer.Option(False, "--mappings", help="Print what was mapped to what, and why, not the table."),
    schemas: bool = typer.Option(False, "--list", help="List the ready schemas and end."),
    as_jsonl: bool = typer.Option(False, "--jsonl", help="One JSON line an entity."),
    as_json: bool = typer.Option(False, "--json", help="One JSON document: entities, mappings, errors."),
    allow_private: bool = typer.Option(False, "--allow-private", help="Addresses in private ranges may be fetched."),
    options: Any = None,
) -> None:
    """Give columns and pages their meaning and join sources into one table (E7-E9).

    Example: motherlode annotate shop-a/ shop-b.jsonl --schema books --out books.xlsx
    """
    if schemas:
        _list_schemas(as_json)
        return
    _check_usage(sources, schema_name, kind)
    if not any(attribute.type == "name" for attribute in schema_of(schema_name, project).attributes):
        talk.say(f"{schema_name}: no attribute has the type name, so nothing says what an entity is called")
    teaching = Teaching(
        corrections=_corrections(correct), decisions=decisions_of(one, apart, decided), labelled=labelled, ids=ids
    )
    with talk.progress(quiet=as_json or as_jsonl) as bars:
        table = annotate_sources(
            sources, schema_name, folder=project, kind=kind, teaching=teaching, allow_private=allow_private,
            explain=pairs is not None, options=options, progress=bars,
        )  # fmt: skip
    if pairs:
        talk.say(f"{table.save_pairs(pairs)} pairs written to {pairs}")
    if out:
        talk.say(f"{table.save(out, out_format)} entities written to {out}")
    _show(table, mappings=mappings, as_json=as_json, as_jsonl=as_jsonl, quiet=out is not None)
    for error in table.errors:
        talk.say(f"{error['source']}: {error['page']}: {error['error']}")
    if table.errors:
        raise typer.Exit(1)


def _check_usage(sources: list[str] | None, schema_name: str, kind: str) -> None:
    if not schema_name:
        raise UsageError("which schema? add --schema FILE.toml or a ready one (motherlode annotate --list)")
    if not sources:
        raise UsageError("no sources; name folders of pages or files of records")
    if kind not in {"auto", "detail", "list"}:
        raise UsageError(f"--pages is {kind!r}; it must be auto, detail or list")


def _corrections(given: list[str]) -> dict[str, str]:
    found = {}
    for text in given:
        place, equals, attribute = text.rpartition("=")
        _, dot, column = place.partition(".")
        if not equals or not dot or not column:
            raise UsageError(f"--correct {text!r} is not SOURCE.COLUMN=ATTRIBUTE")
        found[place] = attribute
    return found


def _show(table: ml.AnnotatedTable, *, mappings: bool, as_json: bool, as_jsonl: bool, quiet: bool) -> None:
    rows = table.to_dicts()
    if as_json:
        talk.print_json({"entities": rows, "sources": list(table.sources), "errors": list(table.errors)})
    elif as_jsonl:
        for row in table.sources if mappings else rows:
            talk.print_line(row)
    elif mappings:
        _mapping_table(table)
    elif not quiet:
        shown = [c for c in table.columns if c in {"id", "sources"} or any(row.get(c) for row in rows)]
        shown = [c for c in shown if c not in {"records", "claims", "other"}]
        talk.table(table.schema, shown, [[_cell(row.get(column)) for column in shown] for row in rows])


def _cell(value: object) -> str:
    return "; ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)


def _mapping_table(table: ml.AnnotatedTable) -> None:
    rows = [
        (m["source"], m["column"], m["attribute"] or "–", f"{m['score']:.2f}", "; ".join(m["reasons"][:3]))
        for m in table.mappings
    ]
    talk.table("mappings", ["source", "column or place", "attribute", "score", "why"], rows)


def _list_schemas(as_json: bool) -> None:
    found = ready_schemas()
    rows = [[s.name, s.description, ", ".join(a.name for a in s.attributes)] for s in found]
    talk.show(found, as_json, "ready schemas", ["name", "what", "attributes"], rows)
