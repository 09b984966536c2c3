"""`motherlode annotate`: columns and pages get their meaning under a schema, sources become one table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

from motherlode.annotate.params import AnnotateParams, IntegrateParams
from motherlode.app.settings import Settings
from motherlode.errors import FetchError, UnreadableInput, UsageError
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import params_options

app = typer.Typer()
SUFFIXES = {
    ".jsonl": "jsonl",
    ".csv": "csv",
    ".xlsx": "xlsx",
    ".parquet": "parquet",
    ".sqlite": "sqlite",
    ".db": "sqlite",
}


@app.command()
@params_options(AnnotateParams, IntegrateParams)
def annotate(
    given: dict[type, dict[str, Any]],
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
) -> None:
    """Give columns and pages their meaning and join sources into one table (E7-E9).

    Example: motherlode annotate shop-a/ shop-b.jsonl --schema books --out books.xlsx
    """
    from motherlode.app.annotate import annotate_and_integrate
    from motherlode.app.annotate_inputs import read_sources
    from motherlode.app.annotate_pairs import parse_pairs, read_decisions
    from motherlode.fetch.named import named_client

    if schemas:
        _list_schemas(as_json)
        return
    _check_usage(sources, schema_name, kind)
    opened = _open_project(project)
    schema = _schema(schema_name, project)
    if not any(attribute.type == "name" for attribute in schema.attributes):
        talk.say(f"{schema.name}: no attribute has the type name, so nothing says what an entity is called")
    settings = opened.settings if opened else Settings()
    params: AnnotateParams = settings.get(AnnotateParams, **given[AnnotateParams])
    joining: IntegrateParams = settings.get(IntegrateParams, **given[IntegrateParams])
    fetcher = named_client(allow_private=allow_private)
    read = read_sources(sources, fetcher)
    decisions = [*parse_pairs(one, same=True), *parse_pairs(apart, same=False)]
    decisions += read_decisions(decided) if decided else []
    with talk.progress(quiet=as_json or as_jsonl) as bars:
        result = annotate_and_integrate(
            read, schema, params, joining, kind=kind, corrections=_corrections(correct), profiles=_taught(labelled),
            keeping=_keeping(opened), evidence=_evidence(params, fetcher), decisions=decisions, ids=ids,
            explain=pairs is not None, progress=bars,
        )  # fmt: skip
    if pairs:
        _write_pairs(pairs, result.matches)
    _show(result, schema, mappings=mappings, as_json=as_json, as_jsonl=as_jsonl, out=out, out_format=out_format)
    errors = [(source.name, *error) for source in result.sources for error in source.errors]
    for name, page, message in errors:
        talk.say(f"{name}: {page}: {message}")
    if opened:
        opened.close()
    if errors:
        raise typer.Exit(1)


def _check_usage(sources: list[str] | None, schema_name: str, kind: str) -> None:
    if not schema_name:
        raise UsageError("which schema? add --schema FILE.toml or a ready one (motherlode annotate --list)")
    if not sources:
        raise UsageError("no sources; name folders of pages or files of records")
    if kind not in {"auto", "detail", "list"}:
        raise UsageError(f"--pages is {kind!r}; it must be auto, detail or list")


def _schema(name: str, project: Path | None) -> Any:
    from motherlode.annotate.schema_files import find_schema

    return find_schema(name, [project / "schemas"] if project else [])


def _open_project(folder: Path | None) -> Any:
    if folder is None:
        return None
    from motherlode.app.project import Project

    return Project.open(folder)


def _keeping(opened: Any) -> Any:
    if opened is None:
        return None
    from motherlode.annotate.keeping import Keeping

    return Keeping(opened.engine)


def _corrections(given: list[str]) -> list[Any]:
    from motherlode.model.schema import Correction

    found = []
    for text in given:
        place, equals, attribute = text.rpartition("=")
        source, dot, column = place.partition(".")
        if not equals or not dot or not column:
            raise UsageError(f"--correct {text!r} is not SOURCE.COLUMN=ATTRIBUTE")
        found.append(Correction(source, column, attribute, label=column))
    return found


def _taught(folder: Path | None) -> Any:
    if folder is None:
        return None
    from motherlode.app.annotate import taught_by
    from motherlode.app.annotate_inputs import read_sources

    file = folder / "gold.json"
    try:
        gold = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UnreadableInput(
            f"{file} cannot be read: {error}; it holds {{page: {{attribute: [values]}}}}"
        ) from error
    pages = [(Path(name).name, html) for source in read_sources([str(folder)]) for name, html, _ in source.pages]
    return taught_by(pages, gold)


def _evidence(params: AnnotateParams, fetcher: Any) -> Any:
    if params.evidence != "search":
        return None
    from motherlode.annotate.search_api import SearchApi

    return SearchApi(params.search_url, _getter(fetcher))


def _getter(fetcher: Any) -> Callable[[str], bytes]:
    def get(url: str) -> bytes:
        response = asyncio.run(fetcher.fetch(url))
        if response.status >= 400:
            raise FetchError(f"{url} was answered with status {response.status}", reason="status")
        return bytes(response.body)

    return get


def _show(
    result: Any, schema: Any, *, mappings: bool, as_json: bool, as_jsonl: bool, out: Path | None, out_format: str
) -> None:
    from motherlode.app.annotate import table_rows

    columns, rows = table_rows(result.entities, schema)
    told = [{"source": s.name, "kind": s.kind, "mappings": talk.plain(s.mappings)} for s in result.sources]
    if out:
        from motherlode.app.annotate_tables import write_entities

        wanted = out_format or SUFFIXES.get(out.suffix.lower(), "")
        if not wanted:
            raise UsageError(f"{out}: which format? use {', '.join(SUFFIXES)} or --format")
        number = write_entities(out, wanted, result, schema)
        talk.say(f"{number} entities written to {out}")
    if as_json:
        errors = [{"source": s.name, "page": p, "error": e} for s in result.sources for p, e in s.errors]
        talk.print_json({"entities": rows, "sources": told, "errors": errors})
    elif as_jsonl:
        for row in told if mappings else rows:
            talk.print_line(row)
    elif mappings:
        _mapping_table(result)
    elif not out:
        shown = [c for c in columns if c in {"id", "sources"} or any(row.get(c) for row in rows)]
        shown = [c for c in shown if c not in {"records", "claims", "other"}]
        talk.table(schema.name, shown, [[_cell(row.get(column)) for column in shown] for row in rows])


def _write_pairs(file: Path, matches: Any) -> None:
    from motherlode.app.annotate_pairs import COLUMNS, match_rows
    from motherlode.export import write_table

    number = write_table(file, SUFFIXES.get(file.suffix.lower(), "csv"), COLUMNS, match_rows(matches), "pairs")
    talk.say(f"{number} pairs written to {file}")


def _cell(value: object) -> str:
    return "; ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)


def _mapping_table(result: Any) -> None:
    rows = [
        [
            source.name,
            m.column,
            m.attribute or "–",
            f"{m.score:.2f}",
            "; ".join(t.reason or t.name for t in m.terms[:3]),
        ]
        for source in result.sources
        for m in source.mappings
    ]
    talk.table("mappings", ["source", "column or place", "attribute", "score", "why"], rows)


def _list_schemas(as_json: bool) -> None:
    from motherlode.annotate.schema_files import ready_names, ready_schema

    found = [ready_schema(name) for name in ready_names()]
    if as_json:
        talk.print_json(found)
        return
    talk.table(
        "ready schemas",
        ["name", "what", "attributes"],
        [[s.name, s.description, ", ".join(a.name for a in s.attributes)] for s in found],
    )
