"""What a record is called: the source's own id where it has one, else a digest of what the record says."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence

from motherlode.annotate.folding import word_list
from motherlode.errors import UsageError
from motherlode.model.records import Column, Record
from motherlode.model.schema import ColumnMapping

OWN_LINKS = 0.9
"""Share of different addresses from which the links at one place of the records are their own: a list repeats a thing
now and then, while links to authors, brands and categories come back in many records."""

_LAST_WORDS = frozenset({"id", "uid", "uuid", "guid", "identifier", "key", "recid"})


def id_column(
    columns: Sequence[Column], records: Sequence[Record], mappings: Sequence[ColumnMapping], wanted: str = ""
) -> str:
    """The column that holds the source's own ids: the one named by the user, or one whose name ends in `id` and that
    has another value in every record; empty when there is none."""
    if wanted:
        if wanted not in {column.name for column in columns}:
            names = ", ".join(column.name for column in columns)
            raise UsageError(f"there is no column '{wanted[:80]}' for the ids; there are {names}")
        return wanted
    meant = {mapping.column for mapping in mappings if mapping.attribute}
    found = [column.name for column in columns if (word_list(column.name) or ("",))[-1] in _LAST_WORDS]
    free = [name for name in found if name not in meant] or found
    whole = [name for name in free if _identifies(name, records)]
    return next((name for name in whole if word_list(name) == ("id",)), whole[0] if whole else "")


def _identifies(name: str, records: Sequence[Record]) -> bool:
    values = [str(record.fields.get(name) or "").strip() for record in records]
    return len(values) > 1 and all(values) and len(set(values)) == len(values)


def own_links(records: Sequence[Record]) -> list[str]:
    """The address of every record: its first link at a place where nearly every record has another one (E7a)."""
    longest = max((len(record.links) for record in records), default=0)
    for place in range(longest):
        found = [record.links[place] if place < len(record.links) else "" for record in records]
        given = [link for link in found if link]
        if len(set(given)) >= OWN_LINKS * len(given):
            return found
    return [""] * len(records)


def record_id(
    values: Mapping[str, tuple[str, ...]], other: Mapping[str, tuple[str, ...]], url: str, seen: Counter[str]
) -> str:
    """An id that stays the same when the source is read again: what the record says, numbered where it repeats."""
    text = json.dumps([sorted(values.items()), sorted(other.items()), url], ensure_ascii=False)
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
    seen[digest] += 1
    return digest if seen[digest] == 1 else f"{digest}-{seen[digest]}"
