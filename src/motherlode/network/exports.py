"""The network for other programs: Cypher, JSON-LD, GraphML, CSV, and its own language."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from motherlode.model.network import Edge, Facts, ObjectRef, Provenance, RelationKind
from motherlode.network.language.statements import emit
from motherlode.network.names import all_edges, edge_id, fold, inverses, object_id, values_of
from motherlode.text.cells import harmless


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


TYPES = {
    "university": "CollegeOrUniversity",
    "college": "CollegeOrUniversity",
    "school": "CollegeOrUniversity",
    "department": "EducationalOrganization",
    "faculty": "EducationalOrganization",
    "institute": "EducationalOrganization",
    "laboratory": "ResearchOrganization",
    "person": "Person",
    "article": "NewsArticle",
    "newssource": "NewsMediaOrganization",
    "publisher": "Organization",
    "book": "Book",
    "paper": "ScholarlyArticle",
    "product": "Product",
}
ROLE_PROPERTIES = frozenset({"url"})
"""What schema.org lets a role have of the properties below; the rest is said of the person, and with `ml:` here."""

PROPERTIES = {"email": "email", "phone": "telephone", "homepage": "url", "url": "url", "title": "jobTitle"}


def jsonld(facts: Facts) -> str:
    """One document with a @graph; a role is an OrganizationRole with its own attributes."""
    values = values_of(facts)
    nodes: dict[ObjectRef, dict[str, Any]] = {ref: _node(ref, values.get(ref, {})) for ref in sorted(facts.objects)}
    inverse = inverses(facts)
    for edge in sorted(facts.edges):
        node = nodes[edge.subject]
        if edge.kind is RelationKind.ROLE_BASED:
            node.setdefault("member", []).append(_role(edge, values.get(edge, {})))
            _tell(nodes[edge.object], values.get(edge, {}))
        elif edge.kind is RelationKind.CONTAIN:
            node.setdefault("subOrganization", []).append({"@id": _iri(edge.object)})
            nodes[edge.object].setdefault("parentOrganization", []).append({"@id": _iri(edge.subject)})
        else:
            node.setdefault(f"ml:{fold(edge.name)}", []).append({"@id": _iri(edge.object)})
            if edge.name in inverse:
                back = nodes[edge.object].setdefault(f"ml:{fold(inverse[edge.name])}", [])
                back.append({"@id": _iri(edge.subject)})
    document = {
        "@context": {"@vocab": "https://schema.org/", "ml": "urn:motherlode:"},
        "@graph": list(nodes.values()),
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _iri(ref: ObjectRef) -> str:
    return f"urn:motherlode:{object_id(ref):x}"


def _node(ref: ObjectRef, values: dict[str, list[str]]) -> dict[str, Any]:
    node: dict[str, Any] = {"@id": _iri(ref), "@type": TYPES.get(fold(ref.cls), "Thing"), "name": ref.name}
    if node["@type"] == "Thing":
        node["additionalType"] = ref.cls
    return node | _properties(values)


def _role(edge: Edge, values: dict[str, list[str]]) -> dict[str, Any]:
    return {
        "@type": "OrganizationRole",
        "@id": f"urn:motherlode:{edge_id(edge):x}",
        "roleName": edge.role or edge.name,
        "member": {"@id": _iri(edge.object)},
        **{
            key if key in ROLE_PROPERTIES or key.startswith("ml:") else f"ml:{key}": value
            for key, value in _properties(values).items()
        },
    }


def _tell(person: dict[str, Any], values: dict[str, list[str]]) -> None:
    """Says of a person what a role says, where schema.org has a word for it."""
    for key, value in _properties(values).items():
        if key.startswith("ml:"):
            continue
        own = person.get(key, [])
        known = [*own] if isinstance(own, list) else [own]
        known += [one for one in (value if isinstance(value, list) else [value]) if one not in known]
        person[key] = known[0] if len(known) == 1 else known


def _properties(values: dict[str, list[str]]) -> dict[str, Any]:
    return {
        PROPERTIES.get(name, f"ml:{fold(name)}"): found[0] if len(found) == 1 else found
        for name, found in values.items()
    }


_NOT_XML = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def graphml(facts: Facts) -> str:
    """A directed graph; attributes are data of nodes and edges."""
    values = values_of(facts)
    attributes = sorted({attribute for _, attribute, _ in facts.values})
    keys = {name: f"a{number}" for number, name in enumerate(attributes)}
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">']
    for name, domain in (
        ("class", "node"),
        ("name", "node"),
        ("kind", "edge"),
        ("relation", "edge"),
        ("role", "edge"),
    ):
        lines.append(f'<key id="{name}" for="{domain}" attr.name="{name}" attr.type="string"/>')
    for name, key in keys.items():
        lines.append(f'<key id="{key}" for="all" attr.name={quoteattr(_clean(name))} attr.type="string"/>')
    lines.append('<graph id="network" edgedefault="directed">')
    for ref in sorted(facts.objects):
        data = [_data("class", ref.cls), _data("name", ref.name)]
        data += [_data(keys[name], "; ".join(found)) for name, found in values.get(ref, {}).items()]
        lines.append(f'<node id="n{object_id(ref)}">{"".join(data)}</node>')
    for edge in all_edges(facts):
        data = [_data("kind", edge.kind.value), _data("relation", edge.name), _data("role", edge.role)]
        data += [_data(keys[name], "; ".join(found)) for name, found in values.get(edge, {}).items()]
        ends = f'source="n{object_id(edge.subject)}" target="n{object_id(edge.object)}"'
        lines.append(f"<edge {ends}>{''.join(data)}</edge>")
    return "\n".join([*lines, "</graph>", "</graphml>"]) + "\n"


def _data(key: str, value: str) -> str:
    return f'<data key="{key}">{escape(_clean(value))}</data>' if value else ""


def _clean(value: str) -> str:
    return _NOT_XML.sub("", value)


Rows = Iterable[Sequence[object]]


def relations_csv(facts: Facts) -> str:
    """All relationships with both ends in words."""
    rows = (
        (e.kind.value, e.name, e.role, e.subject.cls, _path(e.subject), e.object.cls, _path(e.object),
         _pages(facts.edges.get(e, ())))
        for e in all_edges(facts)
    )  # fmt: skip
    header = ("kind", "relation", "role", "subject_class", "subject", "object_class", "object", "pages")
    return _text(header, rows)


def write_folder(facts: Facts, folder: Path) -> list[Path]:
    """objects.csv, relations.csv and values.csv."""
    folder.mkdir(parents=True, exist_ok=True)
    objects = (
        (object_id(ref), ref.cls, ref.name, object_id(ref.context) if ref.context else "", _pages(read))
        for ref, read in sorted(facts.objects.items())
    )
    values = (
        (edge_id(o) if isinstance(o, Edge) else object_id(o), attribute, value, _pages(read))
        for (o, attribute, value), read in sorted(facts.values.items(), key=lambda item: item[0][1:])
    )
    made = {
        "objects.csv": _text(("id", "class", "name", "context", "pages"), objects),
        "relations.csv": relations_csv(facts),
        "values.csv": _text(("owner", "attribute", "value", "pages"), values),
    }
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8-sig")
    return [folder / name for name in made]


def _text(header: Sequence[str], rows: Rows) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    return out.getvalue()


def _path(ref: ObjectRef) -> str:
    return " / ".join(name for _, name in ref.path)


def _pages(read: Iterable[Provenance]) -> str:
    return " ".join(sorted({p.page for p in read if p.page}))


EXPORTS: dict[str, Callable[[Facts], str]] = {
    "cypher": cypher,
    "jsonld": jsonld,
    "graphml": graphml,
    "csv": relations_csv,
    "inm": emit,
}

__all__ = ["EXPORTS"]
