"""Corrections are learned from: labels become synonyms, values become known ones, for every source that follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from motherlode.annotate.folding import fold, label_words
from motherlode.errors import SchemaError
from motherlode.model.params import unknown_name
from motherlode.model.schema import Correction, Schema

LEARNED_VALUES = 200
"""Values a correction brings in at the most."""


def learned(schema: Schema, corrections: Sequence[Correction]) -> Schema:
    """The schema with what persons taught; a label they took away from an attribute is no synonym of it any more."""
    attributes = []
    for attribute in schema.attributes:
        mine = [c for c in corrections if c.attribute == attribute.name]
        elsewhere = {label_words(c.label) for c in corrections if c.label and c.attribute != attribute.name}
        elsewhere -= {label_words(c.label) for c in mine}
        own = label_words(attribute.name)
        synonyms = [s for s in attribute.synonyms if label_words(s) not in elsewhere or label_words(s) == own]
        synonyms += [c.label for c in mine if c.label]
        values = [*attribute.values, *(value for c in mine for value in c.values[:LEARNED_VALUES])]
        kept = {fold(value): value for value in reversed(values)}
        attributes.append(
            replace(attribute, synonyms=tuple(dict.fromkeys(synonyms)), values=tuple(reversed(kept.values())))
        )
    return replace(schema, attributes=tuple(attributes))


def checked(corrections: Sequence[Correction], schema: Schema) -> tuple[Correction, ...]:
    """The corrections, refused with the nearest known name when one names an attribute the schema has not."""
    known = [attribute.name for attribute in schema.attributes]
    for correction in corrections:
        if correction.attribute and correction.attribute not in known:
            message = unknown_name(correction.attribute, known).replace("setting", "attribute", 1)
            raise SchemaError(f"schema '{schema.name}': {message}", attribute=correction.attribute)
    return tuple(corrections)
