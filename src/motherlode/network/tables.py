"""The network's tables. Numbers are made from what a thing is (names.py), so that inserts may be repeated."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Index, MetaData, String, Text

from motherlode.sql.migrations import table

metadata = MetaData()

classes = table("net_classes", metadata, {"fold": Text}, {"name": Text, "role": Boolean, "isa": Text})

relation_defs = table(
    "net_relation_defs", metadata, {"fold": Text, "kind": String(16), "subject": Text},
    {"name": Text, "object": Text, "inverse": Text},
)  # fmt: skip

relation_names = table("net_relation_names", metadata, {"fold": Text}, {"name": Text})

objects = table(
    "net_objects", metadata, {"id": BigInteger}, {"cls": Text, "name": Text, "context": BigInteger}, numbered=False
)
Index("net_objects_name", objects.c.name)
Index("net_objects_cls", objects.c.cls)
Index("net_objects_context", objects.c.context)

relations = table(
    "net_relations", metadata, {"id": BigInteger},
    {"kind": String(16), "name": Text, "role": Text, "subject": BigInteger, "object": BigInteger},
    numbered=False,
)  # fmt: skip
Index("net_relations_subject", relations.c.subject)
Index("net_relations_object", relations.c.object)

facts_values = table(
    "net_values", metadata, {"owner": BigInteger, "attribute": Text, "value": Text}, {}, numbered=False
)
Index("net_values_value", facts_values.c.attribute, facts_values.c.value)

provenance = table(
    "net_provenance", metadata, {"fact": BigInteger, "page": Text, "path": Text, "rule": Text}, {"at": Text},
    numbered=False,
)  # fmt: skip

merges = table("net_merges", metadata, {"id": BigInteger}, {"into": BigInteger, "evidence": Text}, numbered=False)
STEPS = (metadata.create_all,)
