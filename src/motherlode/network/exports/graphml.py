"""GraphML, as Gephi, yEd and networkx read it."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

from motherlode.model.network import Facts
from motherlode.network.names import all_edges, object_id, values_of

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
