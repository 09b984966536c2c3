"""CSV: one table of relationships, or a folder with objects, relationships and values."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from motherlode.model.network import Edge, Facts, ObjectRef, Provenance
from motherlode.network.names import all_edges, edge_id, object_id
from motherlode.text.cells import harmless

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
