"""How the columns of a source map to a schema in a project, and what a person says about it (E7)."""

from __future__ import annotations

from collections.abc import Sequence

from motherlode.annotate.columns import columns_of, map_columns
from motherlode.annotate.keeping import Keeping
from motherlode.annotate.learning import learned
from motherlode.annotate.params import AnnotateParams
from motherlode.annotate.schema_files import find_schema, ready_names
from motherlode.app.project import Project
from motherlode.errors import UsageError
from motherlode.model.records import Region
from motherlode.model.schema import ColumnMapping, Correction, Schema


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
