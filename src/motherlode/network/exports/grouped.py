"""What every export needs: values by owner, and the context links written out as relationships."""

from __future__ import annotations

from collections import defaultdict

from motherlode.model.network import Edge, Facts, ObjectRef, RelationKind


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
