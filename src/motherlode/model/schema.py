"""Global schemas and how columns map to them (E7–E9)."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.model.evidence import Term


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a global schema."""

    name: str
    description: str = ""
    type: str = "text"
    synonyms: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    many: bool = False
    key: bool = False


@dataclass(frozen=True, slots=True)
class Schema:
    """A domain's global schema."""

    name: str
    attributes: tuple[Attribute, ...]
    description: str = ""


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """A column's meaning: the attribute (empty when unknown), the score and its reasons."""

    column: str
    attribute: str
    score: float
    terms: tuple[Term, ...] = ()
    corrected: bool = False
