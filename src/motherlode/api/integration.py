"""Many sources, one table: columns and pages get their meaning under a schema, and equal records are joined."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from motherlode.api.inputs import outside_a_loop
from motherlode.api.many import fetcher_for
from motherlode.api.option_names import given_by
from motherlode.api.results import ProgressCallback, Results, progress_of
from motherlode.errors import FetchError, UnreadableInput
from motherlode.model.plain import plain
from motherlode.model.ports import Progress
from motherlode.model.schema import Correction, Entity, PairDecision, Schema

if TYPE_CHECKING:
    from typing import Unpack

    from motherlode.annotate.params import AnnotateParams
    from motherlode.annotate.rel import SearchApi
    from motherlode.api.options import AnnotateOptions
    from motherlode.app.annotate.run import Integrated
    from motherlode.app.project import Project
    from motherlode.app.settings import Settings

Sources = str | os.PathLike[str] | Sequence[str | os.PathLike[str]]
PageKind = Literal["auto", "detail", "list"]
Pair = tuple[tuple[str, str], tuple[str, str]]
"""Two records, each as (source, id): `AnnotatedTable.pairs` and `Entity.records` name them so."""


class AnnotatedTable(Results[Entity]):
    """The joined entities; `mappings` says what was taken for what, `errors` what could not be read.

    `pairs` tells why records were joined or not, where the call asked for it with `explain`.
    """

    def __init__(self, made: Integrated, schema: Schema) -> None:
        from motherlode.app.annotate.run import table_rows
        from motherlode.app.annotate.tables import match_rows

        columns, rows = table_rows(made.entities, schema)
        by_id = {row["id"]: row for row in rows}
        super().__init__(made.entities, row=lambda entity: by_id[entity.id])
        self._made, self._schema = made, schema
        self.columns: tuple[str, ...] = tuple(columns)
        self.schema = schema.name
        self.mappings: Results[Mapping[str, Any]] = Results(
            {
                "source": source.name, "column": m.column, "attribute": m.attribute, "score": m.score,
                "reasons": tuple(term.reason or term.name for term in m.terms),
            }
            for source in made.sources
            for m in source.mappings
        )  # fmt: skip
        self.sources: Results[Mapping[str, Any]] = Results(
            {"source": source.name, "kind": source.kind, "mappings": plain(source.mappings)}
            for source in made.sources
        )
        self.errors: Results[Mapping[str, str]] = Results(
            {"source": source.name, "page": page, "error": error}
            for source in made.sources
            for page, error in source.errors
        )
        self.pairs: Results[Mapping[str, Any]] = Results(match_rows(made.matches))

    def save(self, file: str | Path, format: str = "") -> int:  # noqa: A002 - the word users know
        """Writes the table as .jsonl, .csv, .sqlite, .xlsx or .parquet; gives the number of rows."""
        from motherlode.app.annotate.tables import write_entities
        from motherlode.app.export import format_of

        path = Path(file)
        return write_entities(path, format or format_of(path), self._made, self._schema)

    def save_pairs(self, file: str | Path) -> int:
        """Writes the pairs that were weighed, with an empty column for a person's answer; gives how many."""
        from motherlode.app.annotate.tables import COLUMNS
        from motherlode.app.export import format_of
        from motherlode.export import write_table

        path = Path(file)
        return write_table(path, format_of(path) if path.suffix else "csv", COLUMNS, self.pairs.to_dicts(), "pairs")


@dataclass(frozen=True, slots=True, kw_only=True)
class Teaching:
    """What a person says about sources: what columns mean, which records are one, pages with their values."""

    corrections: Mapping[str, str]
    decisions: Sequence[PairDecision] = ()
    labelled: Path | None = None
    ids: str = ""


def integrate(
    sources: Sources, schema: str, *, pages: PageKind = "auto", corrections: Mapping[str, str] | None = None,
    join: Sequence[Pair] = (), apart: Sequence[Pair] = (), explain: bool = False,
    allow_private: bool = False, progress: ProgressCallback | Progress | None = None,
    **options: Unpack[AnnotateOptions],
) -> AnnotatedTable:  # fmt: skip
    """Joins sources into one table under a schema, without a project (E7–E9); nothing is kept but what is saved.

    `sources` are folders or archives of pages, addresses, files of records; `corrections` say what columns mean:
    {"shop.col3": "price"}. `join` and `apart` say which records are one thing and which are not; with `explain` the
    table's `pairs` tell why records were joined or not.
    """
    from motherlode.app.settings import Settings

    return annotated(
        sources, schema, Settings(given_by("AnnotateOptions", options)), kind=pages, explain=explain,
        teaching=Teaching(corrections=corrections or {}, decisions=decided(join, apart)),
        allow_private=allow_private, progress=progress_of(progress),
    )  # fmt: skip


def annotate_sources(
    sources: Sources, schema: str, *, folder: Path | None, kind: str, teaching: Teaching, allow_private: bool,
    explain: bool, options: Mapping[str, Any], progress: Progress,
) -> AnnotatedTable:  # fmt: skip
    """What the command does: the same as `integrate`, with more that a person can teach, in a project or without."""
    from motherlode.app.project import Project
    from motherlode.app.settings import Settings

    given = given_by("AnnotateOptions", options)
    if folder is None:
        return annotated(
            sources, schema, Settings(given), kind=kind, teaching=teaching, allow_private=allow_private,
            progress=progress, explain=explain,
        )  # fmt: skip
    with closing(Project.open(folder)) as project:
        return annotated(
            sources, schema, project.settings.over(given), kind=kind, teaching=teaching, allow_private=allow_private,
            progress=progress, project=project, explain=explain,
        )  # fmt: skip


def annotated(
    sources: Sources, schema: str, settings: Settings, *, kind: str, teaching: Teaching, allow_private: bool,
    progress: Progress, project: Project | None = None, explain: bool = False,
) -> AnnotatedTable:  # fmt: skip
    """Annotates and joins sources; in a project earlier sources and corrections take part, and these are kept."""
    from motherlode.annotate.keeping import Keeping
    from motherlode.annotate.params import AnnotateParams, IntegrateParams
    from motherlode.app.annotate.inputs import named_source, read_sources
    from motherlode.app.annotate.run import annotate_and_integrate
    from motherlode.extract.records import RecordParams

    wanted, params = schema_of(schema, project.folder if project else None), settings.get(AnnotateParams)
    names = [os.fspath(one) for one in ([sources] if isinstance(sources, (str, os.PathLike)) else sources)]
    fetcher = fetcher_for([named_source(name)[1] for name in names], allow_private)
    made = outside_a_loop(
        lambda: annotate_and_integrate(
            read_sources(names, fetcher), wanted, params, settings.get(IntegrateParams),
            kind=kind, corrections=_corrections(teaching.corrections), labelled=_taught(teaching.labelled),
            keeping=Keeping(project.engine) if project else None, evidence=_evidence(params, allow_private),
            decisions=teaching.decisions, ids=teaching.ids, explain=explain, progress=progress,
            reading=settings.get(RecordParams),
        )
    )  # fmt: skip
    return AnnotatedTable(made, wanted)


def schema_of(name: str, folder: Path | None = None) -> Schema:
    """A schema by its file or its name; those of a project come before the ready ones."""
    from motherlode.annotate.schema_files import find_schema

    return find_schema(name, [folder / "schemas"] if folder else [])


def decisions_of(same: Sequence[str], apart: Sequence[str], file: Path | None) -> list[PairDecision]:
    """What a person says about pairs: `SOURCE:ID=SOURCE:ID` each, and a file as `save_pairs` writes it."""
    from motherlode.app.annotate.tables import parse_pairs, read_decisions

    said = [*parse_pairs(same, same=True), *parse_pairs(apart, same=False)]
    return [*said, *(read_decisions(file) if file else [])]


def decided(join: Sequence[Pair], apart: Sequence[Pair]) -> list[PairDecision]:
    """What a person says about pairs, given as records."""
    return [PairDecision(*pair, joined) for pairs, joined in ((join, True), (apart, False)) for pair in pairs]


def ready_schemas() -> list[Schema]:
    """The schemas that are shipped."""
    from motherlode.annotate.schema_files import ready_names, ready_schema

    return [ready_schema(name) for name in ready_names()]


def _corrections(given: Mapping[str, str]) -> list[Correction]:
    """What columns mean, as a person says it: {"source.column": "attribute"}."""
    made = []
    for place, attribute in given.items():
        source, _, column = place.partition(".")
        made.append(Correction(source, column, attribute, label=column))
    return made


def _taught(folder: Path | None) -> list[Correction]:
    """What labelled pages of one site teach; beside them lies gold.json."""
    if folder is None:
        return []
    from motherlode.app.annotate.inputs import read_sources
    from motherlode.app.annotate.run import taught_by

    file = folder / "gold.json"
    try:
        gold = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UnreadableInput(
            f"{file} cannot be read: {error}; it holds {{page: {{attribute: [values]}}}}"
        ) from error
    pages = [(Path(name).name, html) for source in read_sources([str(folder)]) for name, html, _ in source.pages]
    return taught_by(pages, gold)


def _evidence(params: AnnotateParams, allow_private: bool) -> SearchApi | None:
    """A search engine's hit counts, where the settings ask for them."""
    if params.evidence != "search":
        return None
    from motherlode.annotate.rel import SearchApi

    return SearchApi(params.search_url, page_getter(allow_private))


def page_getter(allow_private: bool) -> Callable[[str], bytes]:
    """Fetches the answer to an address by the one door to the network; an error status is an error."""
    import asyncio

    from motherlode.fetch.named import named_client

    client = named_client(allow_private=allow_private)

    def get(url: str) -> bytes:
        response = asyncio.run(client.fetch(url))
        if response.status >= 400:
            raise FetchError(f"{url} was answered with status {response.status}", reason="status")
        return bytes(response.body)

    return get
