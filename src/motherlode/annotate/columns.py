"""Columns of record lists → attributes of a schema: evidence, one optimal assignment, lists merged (E7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from motherlode.annotate.evidence import in_words
from motherlode.annotate.folding import fold, split_label, word_list
from motherlode.annotate.kinds import INDEX, kinds
from motherlode.annotate.matching import STRICT, Matcher
from motherlode.annotate.params import AnnotateParams
from motherlode.annotate.rel import EvidenceSource, rel
from motherlode.model.evidence import Term
from motherlode.model.records import Column, Record
from motherlode.model.schema import ColumnMapping, Correction, Schema

SAMPLE = 200
"""Values of a column that are looked at."""
WEIGHTS = {
    "label": 0.50, "markup": 0.22, "kind": 0.34, "pattern": 0.25, "vocabulary": 0.30, "overlap": 0.40, "rel": 0.15,
    "name": 0.42, "miss": -0.35, "rival": -0.25,
}  # fmt: skip
"""Set by hand so that a label alone, or a safe type alone, passes the threshold, and a label that names another
attribute keeps a column from this one; checked on the sample web's sources."""
YEARS_NOT_COUNTED = 0.7
"""A column of years is seldom a number of something."""
SURE_FURTHER, AS_SURE = 0.45, 0.9
"""A further column of an attribute with many values joins when it is sure by itself, or nearly as sure as the column
that was chosen: the second and third author look as the first does. Set by hand on the paper's own example."""
FEW_CELLS = 3
MISSED = 0.3
"""A strict type that holds for less of a column's values speaks against the attribute."""
NAME_WORTH, PATH_WORTH = 0.8, 0.9
"""What a column's name counts beside its label, and the class words of its path beside its name."""
RIVAL = 0.7
"""From this strength on a label that names one attribute speaks against the others."""
MOSTLY_LABELLED = 0.6
"""Share of the cells that must begin with a label for it to be the column's."""
LEAST_NAME, LINKED, TOO_LONG_OR_SHORT, LATER, A_PERSON = 0.35, 0.25, 0.4, 0.05, 0.25
"""Points from which a column is what the records are called; what links add, what is left of the points of texts that
are shorter or longer than names, and what every column before it and names of persons take away. These
numbers, from MISSED on, were set by hand. Half of each maps the columns of SWDE's values, given without labels, to
the same attributes; half of LEAST_NAME finds two more."""


@dataclass(frozen=True, slots=True)
class ColumnValues:
    """A column and its values across the records."""

    column: Column
    values: tuple[str, ...]
    place: int = 0
    linked: float = 0.0


def columns_of(columns: Sequence[Column], records: Sequence[Record]) -> list[ColumnValues]:
    """The values of every column over the records."""
    found = []
    for place, column in enumerate(columns):
        values: list[str] = []
        for record in records:
            given = record.fields.get(column.name)
            items = given if isinstance(given, (list, tuple)) else [given]
            values += [str(item) for item in items if item is not None and str(item).strip()]
        found.append(ColumnValues(column, tuple(values), place))
    return found


def map_columns(
    columns: Sequence[ColumnValues],
    schema: Schema,
    params: AnnotateParams | None = None,
    *,
    evidence: EvidenceSource | None = None,
    known: Mapping[str, frozenset[str]] | None = None,
    corrections: Sequence[Correction] = (),
) -> tuple[ColumnMapping, ...]:
    """The meaning of every column, in their order; a column without one has an empty attribute.

    `known` are the folded values of sources already integrated, by attribute. What a person said comes first.
    """
    params = params or AnnotateParams()
    said = {correction.column: correction.attribute for correction in corrections}
    scored = (
        _rel_scores(columns, schema, params, evidence)
        if params.method == "rel"
        else _scores(columns, schema, params, evidence, known or {})
    )
    score = np.array([[sum(t.contribution for t in cell) for cell in row] for row in scored]).reshape(
        len(columns), len(schema.attributes)
    )
    chosen = _assigned(columns, schema, score, said, params)
    made = []
    for row, column in enumerate(columns):
        name = column.column.name
        at = chosen.get(row)
        if name in said:
            reason = Term("correction", 1.0, 1.0, "a person said so")
            made.append(ColumnMapping(name, said[name], 1.0, (reason,), corrected=True))
        elif at is None:
            made.append(ColumnMapping(name, "", 0.0, (_why_not(column, schema, score[row], params),)))
        else:
            terms = tuple(sorted((t for t in scored[row][at] if t.contribution), key=lambda t: -abs(t.contribution)))
            made.append(
                ColumnMapping(name, schema.attributes[at].name, round(float(min(1.0, score[row, at])), 4), terms)
            )
    return tuple(made)


def _assigned(
    columns: Sequence[ColumnValues],
    schema: Schema,
    score: NDArray[np.float64],
    said: Mapping[str, str],
    params: AnnotateParams,
) -> dict[int, int]:
    """One optimal assignment; then further columns of attributes that may have many values join (authors 1, 2, 3).

    By the paper's Rel alone every column goes to its largest, and columns of one attribute are merged (E7).
    """
    places = {attribute.name: at for at, attribute in enumerate(schema.attributes)}
    free_rows = [row for row, column in enumerate(columns) if column.column.name not in said]
    taken = {places[name] for name in said.values() if name in places}
    free = [at for at in range(len(schema.attributes)) if at not in taken or schema.attributes[at].many]
    if not free_rows or not free:
        return {}
    if params.method == "rel":
        best_of = {row: free[int(np.argmax(score[row, free]))] for row in free_rows}
        return {row: at for row, at in best_of.items() if score[row, at] > params.threshold}
    gain = np.maximum(0.0, score[np.ix_(free_rows, free)] - params.threshold)
    rows, cols = linear_sum_assignment(-gain)
    chosen = {free_rows[r]: free[c] for r, c in zip(rows, cols, strict=True) if gain[r, c] > 0}
    surest = {at: score[row, at] for row, at in chosen.items()}
    for row in free_rows:
        if row in chosen:
            continue
        best = int(np.argmax(score[row]))
        enough = max(params.threshold, min(SURE_FURTHER, AS_SURE * surest.get(best, SURE_FURTHER)))
        if schema.attributes[best].many and score[row, best] >= enough:
            chosen[row] = best
    return chosen


def _scores(
    columns: Sequence[ColumnValues],
    schema: Schema,
    params: AnnotateParams,
    evidence: EvidenceSource | None,
    known: Mapping[str, frozenset[str]],
) -> list[list[list[Term]]]:
    matcher = Matcher(schema)
    likeliest = _name_column(columns)
    return [
        _column_terms(column, matcher, params, evidence, known, is_name=row == likeliest)
        for row, column in enumerate(columns)
    ]


def _column_terms(
    column: ColumnValues,
    matcher: Matcher,
    params: AnnotateParams,
    evidence: EvidenceSource | None,
    known: Mapping[str, frozenset[str]],
    *,
    is_name: bool,
) -> list[list[Term]]:
    schema = matcher.schema
    sample = column.values[:SAMPLE]
    if not sample:
        return [[] for _ in schema.attributes]
    label = np.maximum(matcher.label(column.column.label), _shared_label(sample, matcher))
    label = np.maximum(label, NAME_WORTH * matcher.label(_telling(column.column.name)))
    words = np.maximum(
        matcher.label(_telling(column.column.name)), PATH_WORTH * matcher.label(_last_words(column.column.path))
    )
    kind, pattern, vocabulary = np.mean([matcher.value(split_label(value)[1]) for value in sample], axis=0)
    years = float(np.mean([kinds(value)[INDEX["year"]] for value in sample]))
    folded = [fold(value) for value in sample]
    together = rel(sample, schema.attributes, evidence, params.alpha) if evidence else np.zeros(matcher.count)
    top = float(np.maximum(label, words).max(initial=0.0))
    found: list[list[Term]] = []
    told = in_words("columns")
    for at, attribute in enumerate(schema.attributes):
        if column.column.type in {"link", "image", "list"} and attribute.type != column.column.type:
            found.append([])
            continue
        if attribute.type == "number":
            kind[at] *= 1 - YEARS_NOT_COUNTED * years
        seen = known.get(attribute.name, frozenset())
        overlap = sum(value in seen for value in folded) / len(folded) if seen else 0.0
        strict_miss = attribute.type in STRICT and kind[at] < MISSED
        named = max(float(label[at]), float(words[at]))
        numbers = {
            "label": float(label[at]),
            "markup": float(words[at]),
            "kind": float(kind[at]),
            "pattern": float(pattern[at]),
            "vocabulary": float(vocabulary[at]),
            "overlap": overlap,
            "rel": float(together[at]),
            "name": float(is_name and attribute.type == "name"),
            "miss": float(strict_miss),
            "rival": max(0.0, top - named) if top >= RIVAL else 0.0,
        }
        found.append(
            [Term(key, round(v, 3), round(WEIGHTS[key] * v, 4), told[key]) for key, v in numbers.items() if v]
        )
    return found


def _rel_scores(
    columns: Sequence[ColumnValues], schema: Schema, params: AnnotateParams, evidence: EvidenceSource | None
) -> list[list[list[Term]]]:
    """The paper's method alone."""
    found = []
    for column in columns:
        numbers = (
            rel(column.values[:SAMPLE], schema.attributes, evidence, params.alpha)
            if evidence
            else np.zeros(len(schema.attributes))
        )
        found.append([[Term("rel", float(value), float(value), in_words("columns")["rel"])] for value in numbers])
    return found


def _telling(name: str) -> str:
    """A column's name, unless it only says the type of its values (`text 2`, `number`)."""
    return (
        "" if name.rstrip("0123456789 ") in {"text", "number", "link", "image", "list", "value", "column"} else name
    )


def _common(told: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The words with which all begin."""
    length = 0
    for words in zip(*told, strict=False):
        if len(set(words)) > 1:
            break
        length += 1
    return told[0][:length]


def _affix(sample: Sequence[str]) -> str:
    """Words that all cells begin or end with: `Cited by 12`, `(118 reviews)`."""
    if len(sample) < FEW_CELLS:
        return ""
    told = [word_list(value) for value in sample]
    ahead = _common(told)
    behind = _common([words[::-1] for words in told])[::-1]
    return " ".join(word for word in (*ahead, *behind) if not word.isdigit())


def _shared_label(sample: Sequence[str], matcher: Matcher) -> NDArray[np.float32]:
    """`Price: $3` in every cell is a label of the column too, and so is `Cited by 12`."""
    affix = _affix(sample)
    if affix and len({fold(value) for value in sample}) > 1:
        return matcher.label(affix)
    labels = [split_label(value)[0] for value in sample]
    if sum(bool(label) for label in labels) < MOSTLY_LABELLED * len(labels):
        return np.zeros(matcher.count, dtype=np.float32)
    found: NDArray[np.float32] = np.mean([matcher.label(label) for label in labels], axis=0)
    return found


def _last_words(path: str) -> str:
    """Class words at the end of a path such as `div.card/span.price`."""
    return " ".join(word_list(path.rsplit("/", 1)[-1].rsplit(".", 1)[-1].replace("text()", "")))


def _name_column(columns: Sequence[ColumnValues]) -> int:
    """The column that most looks like what the records are called: distinct texts, linked, early, no known kind."""
    best, best_score = -1, LEAST_NAME
    most = max((len(column.values) for column in columns), default=1)
    for row, column in enumerate(columns):
        if column.column.type in {"link", "image", "list"}:
            continue
        sample = [split_label(value)[1] for value in column.values[:SAMPLE]]
        if len(sample) < 1:
            continue
        vector = np.mean([kinds(value) for value in sample], axis=0)
        typed = max(vector[INDEX[k]] for k in ("price", "date", "isbn", "phone", "email", "link", "number", "rating"))
        distinct = len({fold(value) for value in sample}) / len(sample)
        length = float(np.mean([min(len(value), 200) for value in sample]))
        fits = 1.0 if 8 <= length <= 120 else TOO_LONG_OR_SHORT
        linked = LINKED if column.column.type == "link" or column.linked else 0.0
        fits *= len(column.values) / max(1, most)
        score = distinct * fits * (1 - float(typed)) + linked
        score -= LATER * row + A_PERSON * float(vector[INDEX["person"]])
        if score > best_score:
            best, best_score = row, score
    return best


def _why_not(column: ColumnValues, schema: Schema, score: NDArray[np.float64], params: AnnotateParams) -> Term:
    if not column.values:
        return Term("empty", 0.0, 0.0, "the column is empty; it is kept as it is")
    if not schema.attributes:
        return Term("no schema", 0.0, 0.0, "the schema has no attributes")
    best = int(np.argmax(score))
    name = schema.attributes[best].name
    if score[best] >= params.threshold:
        return Term(
            "taken", float(score[best]), 0.0, f"'{name}' fits another column better; correct it if that is wrong"
        )
    return Term("weak", float(score[best]), 0.0, f"nearest is '{name}', below the threshold; kept under its label")
