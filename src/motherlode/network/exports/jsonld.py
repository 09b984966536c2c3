"""JSON-LD with schema.org's words: CollegeOrUniversity, Organization, OrganizationRole, Person."""

from __future__ import annotations

import json
from typing import Any

from motherlode.model.network import Edge, Facts, ObjectRef, RelationKind
from motherlode.network.names import edge_id, fold, inverses, object_id, values_of

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
