"""The kept records of a project as one table: columns mapped, sources joined, pairs told apart (E7–E9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from motherlode.annotate.columns import columns_of, map_columns
from motherlode.annotate.integrate import join
from motherlode.annotate.keeping import Keeping, learned
from motherlode.annotate.params import AnnotateParams, IntegrateParams
from motherlode.annotate.schema_files import find_schema, ready_names
from motherlode.app.annotate.inputs import Source
from motherlode.app.annotate.run import Integrated, annotate_and_integrate, table_rows
from motherlode.app.annotate.tables import match_rows, write_entities
from motherlode.app.project import Project
from motherlode.errors import UsageError
from motherlode.model.records import Column, Region
from motherlode.model.schema import ColumnMapping, Correction, PairDecision, Schema, SourceRecord


def schema_names(project: Project) -> list[str]:
    """The ready schemas and those of the project."""
    return sorted({*ready_names(), *(file.stem for file in (project.folder / "schemas").glob("*.toml"))})


def schema_of(project: Project, name: str) -> Schema:
    """A schema by its name."""
    if name not in schema_names(project):
        raise UsageError(f"there is no schema '{name[:80]}'; known: {', '.join(schema_names(project))}")
    return find_schema(name, [project.folder / "schemas"])


def mappings_of(project: Project, source: str, region: Region, schema_name: str) -> tuple[ColumnMapping, ...]:
    """The meaning of a list's columns, with what was corrected before; kept in the project."""
    schema, keeping = schema_of(project, schema_name), Keeping(project.engine)
    taught = learned(schema, keeping.corrections(schema.name))
    own = keeping.corrections(schema.name, source)
    params = project.settings.get(AnnotateParams)
    found = map_columns(columns_of(region.columns, region.records), taught, params, corrections=own)
    project.store.records.keep_mappings(schema.name, source, found)
    return found


def correct(project: Project, source: str, region: Region, schema_name: str, column: str, attribute: str) -> None:
    """Keeps what a person said about a column, with some of its values to learn from."""
    schema = schema_of(project, schema_name)
    if attribute and attribute not in {each.name for each in schema.attributes}:
        raise UsageError(f"'{attribute[:80]}' is no attribute of {schema_name}")
    said = Correction(source, column, attribute, label=_label(region, column), values=_sample(region, column))
    Keeping(project.engine).correct(schema.name, [said])
    kept = ColumnMapping(column, attribute, 1.0, corrected=True)
    project.store.records.keep_mappings(schema.name, source, [kept])


def _label(region: Region, column: str) -> str:
    return next((c.label for c in region.columns if c.name == column), "") or column


def _sample(region: Region, column: str, number: int = 20) -> tuple[str, ...]:
    values: Sequence[object] = [record.fields.get(column) for record in region.records]
    return tuple(str(value) for value in values if isinstance(value, str) and value)[:number]


SUGGESTED = 4
"""Schemas that are suggested, the best fitting first."""

WEIGHED = ("probability", "joined", "why")
PERHAPS = 0.2
"""Probability from which two records that stayed apart are shown as perhaps one thing."""


class Suggestion(NamedTuple):
    """A schema, and how many columns of a list it has an attribute for, with the sum of their scores."""

    schema: str
    columns: int
    score: float


class JoinedTable(NamedTuple):
    """The joined table as plain rows, and the pairs worth looking at."""

    columns: list[str]
    rows: list[dict[str, Any]]
    pairs: list[dict[str, Any]]


def suggested_schemas(region: Region, names: Sequence[str], folder: str) -> list[Suggestion]:
    """The schemas that fit the columns of a list best; those that fit none of them are left out."""
    columns = columns_of(region.columns, region.records)
    found = []
    for name in names:
        mapped = [m for m in map_columns(columns, find_schema(name, [Path(folder)]), AnnotateParams()) if m.attribute]
        attributes = {m.attribute for m in mapped}
        found.append(Suggestion(name, len(attributes), round(sum(m.score for m in mapped), 3)))
    fitting = [each for each in found if each.columns]
    return sorted(fitting, key=lambda each: (-each.score, each.schema))[:SUGGESTED]


def kept_sources(project: Project, wanted: Sequence[str]) -> list[Source]:
    """The kept record lists of some sources, each with all its columns."""
    found: dict[str, Source] = {}
    columns: dict[str, dict[str, Column]] = {}
    for name in wanted:
        for _, source, region in project.store.records.lists(source=name):
            made = found.setdefault(source, Source(source))
            known = columns.setdefault(source, {})
            for column in region.columns:
                known.setdefault(column.name, column)
            made.records.extend(region.records)
    for name, made in found.items():
        made.columns = tuple(columns[name].values())
    return list(found.values())


def join_kept(folder: str, schema_name: str, sources: Sequence[str]) -> JoinedTable:
    """Joins the kept records of some sources under a schema, for a process of its own; what is joined is kept."""
    project = Project.open(Path(folder))
    try:
        if not sources:
            raise UsageError("choose the sources to join")
        schema, keeping = schema_of(project, schema_name), Keeping(project.engine)
        made = annotate_and_integrate(
            kept_sources(project, sources), schema, project.settings.get(AnnotateParams),
            project.settings.get(IntegrateParams), keeping=keeping, explain=True,
        )  # fmt: skip
        return _told(made, keeping, schema_name, project)
    finally:
        project.close()


def joined(folder: str, schema_name: str) -> JoinedTable:
    """What was joined under a schema, for a process of its own; empty where nothing was."""
    project = Project.open(Path(folder))
    try:
        return _told(_kept_join(project, schema_name), Keeping(project.engine), schema_name, project)
    finally:
        project.close()


def joined_schemas(project: Project) -> list[str]:
    """The schemas under which records of the project were joined."""
    known, keeping = schema_names(project), Keeping(project.engine)
    held = set(keeping.schemas())
    return [name for name in known if schema_of(project, name).name in held]


def decide(
    project: Project, schema_name: str, first: Sequence[str], second: Sequence[str], same: bool | None
) -> None:
    """Keeps what a person says of two records, each as (source, id); None takes the word back."""
    keeping, name = Keeping(project.engine), schema_of(project, schema_name).name
    pair = PairDecision((first[0], first[1]), (second[0], second[1]), bool(same))
    if same is None:
        keeping.take_back(name, [pair])
    else:
        keeping.decide(name, [pair])


def write_joined(project: Project, schema_name: str, file: Path, format_name: str) -> int:
    """Writes the joined table as a file; gives the number of rows."""
    return write_entities(file, format_name, _kept_join(project, schema_name), schema_of(project, schema_name))


def _kept_join(project: Project, schema_name: str) -> Integrated:
    schema, keeping = schema_of(project, schema_name), Keeping(project.engine)
    params = project.settings.get(IntegrateParams)
    said = keeping.decisions(schema.name)
    made = join(keeping.records(schema.name), schema, params, None, said, explain=True)
    return Integrated(made.entities, (), made.matches)


def _told(made: Integrated, keeping: Keeping, schema_name: str, project: Project) -> JoinedTable:
    """The table, the joined and the doubtful pairs, and every pair that a person spoke of, those first."""
    schema = schema_of(project, schema_name)
    columns, rows = table_rows(made.entities, schema)
    said = {frozenset((each.first, each.second)): each.same for each in keeping.decisions(schema.name)}
    called = {(r.source, r.id): _called(r, schema) for r in keeping.records(schema.name)}
    pairs: list[dict[str, Any]] = []
    for row in match_rows(made.matches):
        first, second = (row["first_source"], row["first_id"]), (row["second_source"], row["second_id"])
        word = said.pop(frozenset((first, second)), None)
        if row["joined"] or row["probability"] >= PERHAPS or word is not None:
            pairs.append(_pair(first, second, called, word) | {name: row[name] for name in WEIGHED})
    for both, same in said.items():
        first, second = sorted(both) if len(both) == 2 else (next(iter(both)),) * 2
        pairs.append(_pair(first, second, called, same) | {"probability": None, "joined": same, "why": ""})
    pairs.sort(key=lambda row: (not row["said"], abs((row["probability"] or 0.5) - 0.5)))
    return JoinedTable(columns, rows, pairs)


def _pair(
    first: tuple[str, str], second: tuple[str, str], called: Mapping[tuple[str, str], str], same: bool | None
) -> dict[str, Any]:
    return {
        "first": list(first), "second": list(second), "said": {True: "one", False: "two", None: ""}[same],
        "first_called": called.get(first, first[1]), "second_called": called.get(second, second[1]),
    }  # fmt: skip


def _called(record: SourceRecord, schema: Schema) -> str:
    """What a person calls a record: the first values that it has, in the order of the schema."""
    values = [record.values[each.name][0] for each in schema.attributes if record.values.get(each.name)]
    return ", ".join(values[:3]) or record.id
