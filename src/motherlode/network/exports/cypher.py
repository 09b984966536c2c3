"""Cypher statements for property-graph databases; running them twice changes nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from motherlode.model.network import Facts
from motherlode.network.names import all_edges, edge_id, inverses, object_id, values_of


def cypher(facts: Facts) -> str:
    """One MERGE a node and a relationship; attributes, roles, pages and inverses as properties."""
    values, inverse = values_of(facts), inverses(facts)
    lines = []
    for ref in sorted(facts.objects):
        own = {"name": ref.name, **values.get(ref, {})}
        lines.append(f"MERGE (n:{_label(ref.cls)} {{id: {object_id(ref)}}}) SET n += {_map(own)};")
    for edge in all_edges(facts):
        own = {"kind": edge.kind.value, **values.get(edge, {})}
        if edge.role:
            own["role"] = edge.role
        if edge.name in inverse:
            own["inverse"] = inverse[edge.name]
        pages = sorted({p.page for p in facts.edges.get(edge, ()) if p.page})
        if pages:
            own["pages"] = pages
        lines.append(
            f"MATCH (a {{id: {object_id(edge.subject)}}}), (b {{id: {object_id(edge.object)}}}) "
            f"MERGE (a)-[r:{_label(edge.name.upper())} {{id: {edge_id(edge)}}}]->(b) SET r += {_map(own)};"
        )
    return "\n".join(lines) + "\n"


def _label(name: str) -> str:
    return "`" + re.sub(r"[`\s]+", "_", name.strip()) + "`"


def _map(values: Mapping[str, object]) -> str:
    shown = []
    for key, value in values.items():
        plain = value[0] if isinstance(value, list) and len(value) == 1 else value
        shown.append(f"{_label(key)}: {json.dumps(plain, ensure_ascii=False)}")
    return "{" + ", ".join(shown) + "}"
