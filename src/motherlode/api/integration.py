"""Many sources, one table: columns and pages get their meaning under a schema, and equal records are joined."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motherlode.api.inputs import outside_a_loop
from motherlode.api.many import fetcher_for
from motherlode.api.results import Results
from motherlode.model.ports import Progress
from motherlode.model.schema import Correction, Entity

if TYPE_CHECKING:
    from motherlode.app.project import Project


class AnnotatedTable(Results[Entity]):
    """The joined entities; `mappings` says what was taken for what, `errors` what could not be read."""

    def __init__(
        self, entities: Sequence[Entity], columns: Sequence[str], rows: Sequence[Mapping[str, Any]],
        mappings: Sequence[Mapping[str, Any]], errors: Sequence[Mapping[str, str]], schema: str,
    ) -> None:  # fmt: skip
        by_id = {row["id"]: row for row in rows}
        super().__init__(entities, row=lambda entity: by_id[entity.id])
        self.columns: tuple[str, ...] = tuple(columns)
        self.mappings: Results[Mapping[str, Any]] = Results(mappings)
        self.errors: Results[Mapping[str, str]] = Results(errors)
        self.schema = schema

    def save(self, file: str | Path, format: str = "") -> int:  # noqa: A002 - the word users know
        """Writes the table as .jsonl, .csv, .sqlite, .xlsx or .parquet; gives the number of rows."""
        from motherlode.app.export import format_of
        from motherlode.export import write_table

        path = Path(file)
        return write_table(path, format or format_of(path), list(self.columns), self.to_dicts(), self.schema)


def annotated(
    project: Project, sources: Sequence[str | os.PathLike[str]], schema: str, pages: str,
    corrections: Mapping[str, str], allow_private: bool, progress: Progress,
) -> AnnotatedTable:  # fmt: skip
    """Annotates and joins sources in a project: earlier sources and corrections take part, and these are kept."""
    from motherlode.annotate.keeping import Keeping
    from motherlode.annotate.params import AnnotateParams, IntegrateParams
    from motherlode.annotate.schema_files import find_schema
    from motherlode.app.annotate import annotate_and_integrate, table_rows
    from motherlode.app.annotate_inputs import read_sources

    wanted = find_schema(schema, [project.folder / "schemas"])
    names = [os.fspath(source) for source in sources]
    fetcher = fetcher_for(names, allow_private)
    made = outside_a_loop(
        lambda: annotate_and_integrate(
            read_sources(names, fetcher), wanted, project.settings.get(AnnotateParams),
            project.settings.get(IntegrateParams), kind=pages, corrections=_corrections(corrections),
            keeping=Keeping(project.engine), progress=progress,
        )
    )  # fmt: skip
    columns, rows = table_rows(made.entities, wanted)
    mappings = [
        {"source": source.name, "column": m.column, "attribute": m.attribute, "score": m.score}
        for source in made.sources
        for m in source.mappings
    ]
    errors = [{"source": s.name, "page": page, "error": error} for s in made.sources for page, error in s.errors]
    return AnnotatedTable(made.entities, columns, rows, mappings, errors, wanted.name)


def _corrections(given: Mapping[str, str]) -> list[Correction]:
    """What columns mean, as a person says it: {"source.column": "attribute"}."""
    made = []
    for place, attribute in given.items():
        source, _, column = place.partition(".")
        made.append(Correction(source, column, attribute, label=column))
    return made
