"""Sources → one table: columns get their meaning, records of several sources are joined (E7–E9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from motherlode.annotate.columns import columns_of, map_columns
from motherlode.annotate.detail import annotate_site
from motherlode.annotate.folding import clean, fold, split_label
from motherlode.annotate.integrate import join
from motherlode.annotate.items import read_site
from motherlode.annotate.keeping import Keeping, checked, learned, taught
from motherlode.annotate.params import AnnotateParams, IntegrateParams
from motherlode.annotate.rel import CorpusIndex, EvidenceSource, annotate_site_by_rel
from motherlode.app.annotate.inputs import Source, id_column, lists_of, own_links, read_sources, record_id
from motherlode.dom.tree import parse
from motherlode.errors import MotherlodeError, UnreadableInput
from motherlode.extract.records import RecordParams
from motherlode.model.ports import Progress, Silent
from motherlode.model.records import Column, Record, Region
from motherlode.model.schema import ColumnMapping, Correction, Entity, Match, PairDecision, Schema, SourceRecord


@dataclass(slots=True)
class AnnotatedSource:
    """What a source gave: its mappings, its records under the schema, and what could not be read."""

    name: str
    kind: str
    mappings: tuple[ColumnMapping, ...] = ()
    records: list[SourceRecord] = field(default_factory=list)
    errors: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Integrated:
    """The integrated table, the sources behind it, and the pairs that were weighed where that was asked for."""

    entities: tuple[Entity, ...]
    sources: tuple[AnnotatedSource, ...]
    matches: tuple[Match, ...] = ()


def annotate_and_integrate(
    sources: Sequence[Source],
    schema: Schema,
    params: AnnotateParams | None = None,
    joining: IntegrateParams | None = None,
    *,
    kind: str = "auto",
    corrections: Sequence[Correction] = (),
    labelled: Sequence[Correction] = (),
    keeping: Keeping | None = None,
    evidence: EvidenceSource | None = None,
    decisions: Sequence[PairDecision] = (),
    ids: str = "",
    explain: bool = False,
    progress: Progress | None = None,
    reading: RecordParams | None = None,
) -> Integrated:
    """Annotates every source and joins them; with `keeping` the sources of earlier runs take part, too.

    `labelled` is what labelled pages teach, which is not kept; `decisions` says of pairs of records whether they are
    one thing, `ids` names the column of the sources' own ids, `reading` how the lists of pages are read.
    """
    params, progress = params or AnnotateParams(), progress or Silent()
    evidence = evidence or (corpus_evidence(params.corpus) if params.corpus else None)
    checked(corrections, schema)
    if keeping:
        keeping.correct(schema.name, corrections)
        corrections = (*keeping.corrections(schema.name), *corrections)
        keeping.decide(schema.name, decisions)
        decisions = keeping.decisions(schema.name)
    done: list[AnnotatedSource] = []
    known: dict[str, frozenset[str]] = keeping.known_values(schema) if keeping else {}
    guidance = Guidance(
        learned(schema, [*corrections, *labelled]), params, known=known, evidence=evidence, ids=ids, reading=reading
    )
    progress.begin("annotating", len(sources))
    for source in sources:
        own = [correction for correction in corrections if correction.source == source.name]
        result = annotate_source(source, replace(guidance, corrections=own), kind)
        done.append(result)
        guidance = replace(guidance, known=_with(guidance.known, result.records))
        if keeping:
            keeping.replace_source(schema.name, source.name, result.records)
            keeping.correct(schema.name, _told(own, source))
        progress.advance(records=sum(len(s.records) for s in done))
    progress.end()
    records = keeping.records(schema.name) if keeping else [record for s in done for record in s.records]
    joined = join(records, schema, joining, progress, decisions, explain=explain)
    return Integrated(joined.entities, tuple(done), joined.matches)


@dataclass(frozen=True, slots=True)
class Guidance:
    """What is known and said when a source is annotated: the schema and how, corrections, values seen before.

    `ids` names the column of the source's own ids, `reading` says how the lists of pages are read.
    """

    schema: Schema
    params: AnnotateParams
    corrections: Sequence[Correction] = ()
    known: Mapping[str, frozenset[str]] = field(default_factory=dict)
    evidence: EvidenceSource | None = None
    ids: str = ""
    reading: RecordParams | None = None


def annotate_source(source: Source, guidance: Guidance, kind: str = "auto") -> AnnotatedSource:
    """One source under the schema: detail pages, list pages or records, whichever it is."""
    if source.records:
        return _from_records(source, source.columns, source.records, guidance)
    if not source.pages:
        return AnnotatedSource(source.name, "empty", errors=source.errors)
    lists = lists_of(source.pages, wanted=kind, params=guidance.reading)
    if lists:
        return _from_lists(source, lists, replace(guidance, ids=""))
    return _from_detail(source, guidance)


def _from_records(
    source: Source, columns: Sequence[Column], records: Sequence[Record], guidance: Guidance
) -> AnnotatedSource:
    columns = tuple(columns) or tuple(
        Column(name, label=name) for name in dict.fromkeys(name for record in records for name in record.fields)
    )
    evidence = guidance.evidence
    if guidance.params.method == "rel" and evidence is None:
        evidence = _index((str(n), " ".join(_record_texts(record))) for n, record in enumerate(records))
    mappings = map_columns(
        columns_of(columns, records), guidance.schema, guidance.params, evidence=evidence, known=guidance.known,
        corrections=guidance.corrections,
    )  # fmt: skip
    seen: Counter[str] = Counter()
    own = id_column(columns, records, mappings, guidance.ids)
    made = []
    for record, url in zip(records, own_links(records), strict=True):
        values, other = _mapped(record, columns, mappings)
        told = str(record.fields.get(own) or "").strip() if own else ""
        made.append(SourceRecord(source.name, told or record_id(values, other, url, seen), values, other, url))
    return AnnotatedSource(source.name, "records", mappings, made, source.errors)


def _from_lists(source: Source, lists: Sequence[Region], guidance: Guidance) -> AnnotatedSource:
    """Every page's list by itself, since pages may show other columns; earlier pages are known values."""
    made = AnnotatedSource(source.name, "list", errors=source.errors)
    ids: set[str] = set()
    for region in lists:
        page = _from_records(source, region.columns, region.records, guidance)
        guidance = replace(guidance, known=_with(guidance.known, page.records))
        made.mappings += tuple(m for m in page.mappings if m not in made.mappings)
        made.records += [record for record in page.records if record.id not in ids]
        ids |= {record.id for record in page.records}
    return made


def _mapped(
    record: Record, columns: Sequence[Column], mappings: Sequence[ColumnMapping]
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """The values of a record by attribute, and by label those that have none."""
    values: dict[str, tuple[str, ...]] = {}
    other: dict[str, tuple[str, ...]] = {}
    for column, mapping in zip(columns, mappings, strict=True):
        given = texts_of(record.fields.get(column.name))
        if not given:
            continue
        if mapping.attribute:
            values[mapping.attribute] = values.get(mapping.attribute, ()) + tuple(_value(text) for text in given)
        else:
            other[column.label or column.name] = other.get(column.label or column.name, ()) + given
    return values, other


def _value(text: str) -> str:
    label, value = split_label(text)
    return clean(value if label else text)


def texts_of(value: object) -> tuple[str, ...]:
    """A field's texts: none, one or several."""
    items = value if isinstance(value, (list, tuple)) else [value]
    return tuple(str(item).strip() for item in items if item is not None and str(item).strip())


def _from_detail(source: Source, guidance: Guidance) -> AnnotatedSource:
    errors = list(source.errors)
    pages = []
    for name, html, _url in source.pages:
        try:
            read_site([(name, html)])
        except MotherlodeError as error:
            errors.append((name, error.message))
        else:
            pages.append((name, html))
    site = read_site(pages, source.name)
    schema, params = guidance.schema, guidance.params
    if params.method == "rel":
        texts = ((page.name, " ".join(leaf.text for leaf in page.leaves)) for page in site.pages)
        annotated = annotate_site_by_rel(site, schema, params, guidance.evidence or _index(texts))
    else:
        annotated = annotate_site(site, schema, params)
    urls = {name: url for name, _, url in source.pages}
    renamed = {fold(correction.column): correction.attribute for correction in guidance.corrections}
    records = []
    for page in annotated.pages:
        values, other = dict(page.values), dict(page.other)
        for label in list(other):
            wanted = renamed.get(fold(label))
            if wanted:
                values[wanted] = other.pop(label)
        records.append(SourceRecord(source.name, page.page, values, other, urls.get(page.page, "")))
    return AnnotatedSource(source.name, "detail", annotated.mappings, records, errors)


def taught_by(pages: Sequence[tuple[str, str]], gold: Mapping[str, Mapping[str, Sequence[str]]]) -> list[Correction]:
    """What labelled pages of one site teach: `gold` has {page: {attribute: [values]}}."""
    if not pages:
        raise UnreadableInput("no labelled pages; the folder needs pages and a gold.json beside them")
    site = read_site(pages)
    folded = [
        {name: frozenset(fold(str(value)) for value in values) for name, values in gold.get(page.name, {}).items()}
        for page in site.pages
    ]
    return taught(site, folded)


def table_rows(entities: Sequence[Entity], schema: Schema) -> tuple[list[str], list[dict[str, Any]]]:
    """Columns and rows of the integrated table: an attribute each, then the sources and who said what."""
    columns = ["id", *(attribute.name for attribute in schema.attributes), "sources", "records", "claims", "other"]
    many = {attribute.name for attribute in schema.attributes if attribute.many}
    rows = []
    for entity in entities:
        row: dict[str, Any] = {"id": entity.id}
        for name, values in entity.values.items():
            row[name] = list(values) if name in many else values[0] if values else None
        row["sources"] = list(entity.sources)
        row["records"] = [{"source": source, "id": record} for source, record in entity.records]
        row["claims"] = {
            name: [{"value": c.value, "sources": list(c.sources), "raw": c.raw} for c in claims]
            for name, claims in entity.claims.items()
        }
        row["other"] = {
            name: [{"value": c.value, "sources": list(c.sources)} for c in claims]
            for name, claims in entity.other.items()
        }
        rows.append(row)
    return columns, rows


def corpus_evidence(corpus: str) -> CorpusIndex:
    """The evidence of a folder or archive of pages: where values and the names of attributes stand together (E8)."""
    return _index(
        (name, tree.text_of(0)) for source in read_sources([corpus]) for name, html, _ in source.pages
        if len(tree := parse(html))
    )  # fmt: skip


def _index(pages: Any) -> CorpusIndex:
    index = CorpusIndex()
    index.add(pages)
    return index


def _record_texts(record: Record) -> list[str]:
    told = [f"{name} {text}" for name, value in record.fields.items() for text in texts_of(value)]
    return list(record.texts) or told


def _with(known: Mapping[str, frozenset[str]], records: Sequence[SourceRecord]) -> dict[str, frozenset[str]]:
    found = {name: set(values) for name, values in known.items()}
    for record in records:
        for name, values in record.values.items():
            found.setdefault(name, set()).update(fold(value) for value in values)
    return {name: frozenset(values) for name, values in found.items()}


def _told(corrections: Sequence[Correction], source: Source) -> list[Correction]:
    """Corrections with the column's label and some of its values, so that other sources learn from them."""
    labels = {column.name: column.label or column.name for column in source.columns}
    made = []
    for correction in corrections:
        values = [text for record in source.records for text in texts_of(record.fields.get(correction.column))]
        label = correction.label or labels.get(correction.column, "")
        made.append(replace(correction, label=label, values=correction.values or tuple(dict.fromkeys(values))[:50]))
    return made
