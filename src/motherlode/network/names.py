"""Names folded for comparison, and identifiers made from what a thing is.

>>> fold("Associate Professors") == fold("AssociateProfessor") == fold("associate professor")
True
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from functools import lru_cache
from hashlib import blake2b

from motherlode.model.network import Edge, Facts, ObjectRef, RelationKind


@lru_cache(maxsize=100_000)
def fold(name: str) -> str:
    """A class or relationship name without case, blanks, punctuation and plural ending."""
    text = re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", name)).lower()
    if text.endswith("ies") and len(text) > 4:
        return text[:-3] + "y"
    if text.endswith("s") and not text.endswith(("ss", "us", "is")) and len(text) > 3:
        return text[:-1]
    return text


def singular(name: str) -> str:
    """'departments' → 'Department': the class that a relationship's name speaks of."""
    text = name.strip()
    low = text.lower()
    if low.endswith("ies") and len(text) > 4:
        text = text[:-3] + "y"
    elif low.endswith("s") and not low.endswith(("ss", "us", "is")) and len(text) > 3:
        text = text[:-1]
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=200_000)
def object_id(ref: ObjectRef) -> int:
    """The same number for the same object, everywhere and always (63 bits)."""
    context = ref.context
    return _digest("object", str(object_id(context)) if context else "", fold(ref.cls), ref.name)


def edge_id(edge: Edge) -> int:
    """The same number for the same relationship."""
    return edge_number(edge.kind, edge.name, edge.role, object_id(edge.subject), object_id(edge.object))


def edge_number(kind: str, name: str, role: str, subject: int, target: int) -> int:
    """The number of a relationship between two numbered objects."""
    return _digest("edge", kind, fold(name), fold(role), str(subject), str(target))


def _digest(*parts: str) -> int:
    joined = "\x1f".join(parts).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(joined, digest_size=8).digest(), "big") >> 1


def values_of(facts: Facts) -> dict[ObjectRef | Edge, dict[str, list[str]]]:
    """Attribute values by owner, in a fixed order."""
    grouped: defaultdict[ObjectRef | Edge, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for owner, attribute, value in sorted(facts.values, key=lambda key: (key[1], key[2])):
        grouped[owner][attribute].append(value)
    return {owner: dict(values) for owner, values in grouped.items()}


def all_edges(facts: Facts) -> list[Edge]:
    """Stated relationships and, as kind `context`, the links of objects to what they are named within."""
    links = [Edge(RelationKind.CONTEXT, "context", ref, ref.context) for ref in facts.objects if ref.context]
    return sorted([*facts.edges, *links])


def inverses(facts: Facts) -> dict[str, str]:
    """Relationship name → name of its inverse."""
    return {definition.name: definition.inverse for definition in facts.relations if definition.inverse}
