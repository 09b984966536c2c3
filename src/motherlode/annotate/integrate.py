"""Several sources become one table: duplicates found, values merged, every value with who said it (E9).

The result depends only on the set of records, not on their order; a record given twice changes nothing.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from motherlode.annotate.blocking import candidate_pairs
from motherlode.annotate.folding import fold
from motherlode.annotate.normalise import is_day_first, normalise, split_people
from motherlode.annotate.params import IntegrateParams
from motherlode.annotate.similarity import compare, people_alike
from motherlode.model.ports import Progress, Silent
from motherlode.model.schema import Attribute, Claim, Entity, Schema, SourceRecord

SAME_IN_SOURCE = 0.9
"""A source seldom says a thing twice, and then nearly in the same words."""
SAME_PERSON = 0.9
"""Two spellings of one name in one list (H. Zinn, Howard Zinn)."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A record with its values in one form, and the values as the source wrote them."""

    record: SourceRecord
    raw: Mapping[str, tuple[str, ...]]


def integrate(
    records: Iterable[SourceRecord],
    schema: Schema,
    params: IntegrateParams | None = None,
    progress: Progress | None = None,
) -> list[Entity]:
    """The integrated table, ordered by the entities' ids."""
    params, progress = params or IntegrateParams(), progress or Silent()
    prepared = prepare(records, schema)
    progress.begin("comparing", None)
    groups = group([p.record for p in prepared], schema, params, progress)
    progress.end()
    progress.begin("merging", len(groups))
    entities = []
    for places in groups:
        entities.append(merge([prepared[place] for place in places], schema))
        progress.advance()
    progress.end()
    return sorted(entities, key=lambda entity: entity.id)


def prepare(records: Iterable[SourceRecord], schema: Schema) -> list[Prepared]:
    """Records with normalised values, one for each (source, id), ordered; the last one given stands."""
    by_id = {(record.source, record.id): record for record in records}
    ordered = [by_id[key] for key in sorted(by_id)]
    day_first = _day_first(ordered, schema)
    return [_prepared(record, schema, day_first.get(record.source, False)) for record in ordered]


def _day_first(records: Sequence[SourceRecord], schema: Schema) -> dict[str, bool]:
    dates = [attribute.name for attribute in schema.attributes if attribute.type == "date"]
    values: dict[str, list[str]] = defaultdict(list)
    for record in records:
        for name in dates:
            values[record.source].extend(record.values.get(name, ()))
    return {source: is_day_first(found) for source, found in values.items()}


def _prepared(record: SourceRecord, schema: Schema, day_first: bool) -> Prepared:
    values: dict[str, tuple[str, ...]] = {}
    for attribute in schema.attributes:
        given = record.values.get(attribute.name)
        if not given:
            continue
        if attribute.type == "person" and attribute.many:
            given = tuple(person for value in given for person in split_people(value))
        made = dict.fromkeys(normalise(value, attribute.type, day_first=day_first) for value in given)
        values[attribute.name] = tuple(value for value in made if value)
    return Prepared(replace(record, values=values), record.values)


def group(
    records: Sequence[SourceRecord], schema: Schema, params: IntegrateParams, progress: Progress | None = None
) -> list[list[int]]:
    """The records' places by entity: the surest pairs first, never two different keys in one group."""
    progress = progress or Silent()
    scored: list[tuple[float, int, int]] = []
    for a, b in candidate_pairs(records, schema, params):
        score = _pair(records[a], records[b], schema)
        progress.advance()
        if score >= params.same:
            scored.append((-score, a, b))
    scored.sort()
    keys = [attribute.name for attribute in schema.attributes if attribute.key]
    twice = {(a, b) for _, a, b in scored if records[a].source == records[b].source}
    clusters = _Clusters(records, keys, twice)
    for _, a, b in scored:
        clusters.join(a, b)
    return clusters.groups()


def _pair(first: SourceRecord, second: SourceRecord, schema: Schema) -> float:
    """The similarity of two records; within one source only the same key, address or wording makes one thing."""
    if first.url and first.url == second.url and first.source == second.source:
        return 1.0
    score, _ = compare(first.values, second.values, schema)
    if first.source != second.source or score < SAME_IN_SOURCE:
        return score if first.source != second.source else 0.0
    shared = any(
        set(first.values.get(a.name, ())) & set(second.values.get(a.name, ())) for a in schema.attributes if a.key
    )
    return score if shared or _same_wording(first, second) else 0.0


def _same_wording(first: SourceRecord, second: SourceRecord) -> bool:
    both = first.values.keys() & second.values.keys()
    return len(both) > 1 and all(first.values[name] == second.values[name] for name in both)


class _Clusters:
    """Union-find that refuses to join what has different keys, or two records of one source that have no common key
    and are not alike themselves: what a third record makes of them is no proof."""

    def __init__(
        self, records: Sequence[SourceRecord], keys: Sequence[str], twice: Collection[tuple[int, int]] = ()
    ) -> None:
        self.records, self.twice = records, twice
        self.parent = list(range(len(records)))
        self.keys = [{key: frozenset(record.values.get(key, ())) for key in keys} for record in records]
        self.members = [[place] for place in range(len(records))]

    def find(self, place: int) -> int:
        """The cluster of a place."""
        while self.parent[place] != place:
            self.parent[place] = self.parent[self.parent[place]]
            place = self.parent[place]
        return place

    def join(self, a: int, b: int) -> bool:
        """Joins two clusters unless their keys contradict each other."""
        a, b = sorted((self.find(a), self.find(b)))
        if a == b:
            return True
        mine, other = self.keys[a], self.keys[b]
        if any(mine[key] and other[key] and not mine[key] & other[key] for key in mine):
            return False
        if not any(mine[key] & other[key] for key in mine) and self._apart(a, b):
            return False
        self.parent[b] = a
        self.keys[a] = {key: mine[key] | other[key] for key in mine}
        self.members[a] += self.members[b]
        return True

    def _apart(self, a: int, b: int) -> bool:
        """Whether both clusters have records of one source that are not the same thing said twice."""
        sources = {self.records[place].source for place in self.members[a]}
        return any(
            self.records[first].source == self.records[second].source
            and (min(first, second), max(first, second)) not in self.twice
            for second in self.members[b]
            if self.records[second].source in sources
            for first in self.members[a]
        )

    def groups(self) -> list[list[int]]:
        """The places by cluster."""
        return [sorted(self.members[p]) for p in range(len(self.parent)) if self.parent[p] == p]


def merge(members: Sequence[Prepared], schema: Schema) -> Entity:
    """One entity out of the records of one thing; every claim keeps its sources."""
    values: dict[str, tuple[str, ...]] = {}
    claims: dict[str, tuple[Claim, ...]] = {}
    for attribute in schema.attributes:
        found = _claims(members, attribute)
        if found:
            claims[attribute.name] = found
            values[attribute.name] = choose(found, attribute)
    other: dict[str, tuple[Claim, ...]] = {}
    for name in sorted({name for member in members for name in member.record.other}):
        other[name] = tuple(
            Claim(value, (member.record.source,), value)
            for member in members
            for value in member.record.other.get(name, ())
        )
    ids = tuple(sorted((member.record.source, member.record.id) for member in members))
    return Entity(id=_entity_id(ids, values, schema), values=values, claims=claims, records=ids, other=other)


def _claims(members: Sequence[Prepared], attribute: Attribute) -> tuple[Claim, ...]:
    sources: dict[str, list[str]] = {}
    raw: dict[str, str] = {}
    spelled: dict[str, str] = {}
    for member in members:
        written = member.raw.get(attribute.name, ())
        for place, value in enumerate(member.record.values.get(attribute.name, ())):
            key = spelled.setdefault(fold(value), value)
            told = sources.setdefault(key, [])
            if member.record.source not in told:
                told.append(member.record.source)
            raw.setdefault(key, written[place] if place < len(written) else value)
    return tuple(Claim(value, tuple(sorted(told)), raw[value]) for value, told in sources.items())


def choose(claims: Sequence[Claim], attribute: Attribute) -> tuple[str, ...]:
    """The value or values of an attribute by its conflict rule; ties go to the longer, then the first in order."""
    if attribute.many or attribute.merge == "all":
        return _united(claims, attribute)

    def most(claim: Claim) -> tuple[int, int, str]:
        return (-len(claim.sources), -len(claim.value), claim.value)

    match attribute.merge:
        case "longest":
            best = min(claims, key=lambda claim: (-len(claim.value), most(claim)))
        case "lowest":
            best = min(claims, key=lambda claim: (_number(claim.value), most(claim)))
        case "highest":
            best = min(claims, key=lambda claim: (-_number(claim.value), most(claim)))
        case "newest":
            best = max(
                claims, key=lambda claim: (claim.value if attribute.type in {"date", "year"} else "", most(claim))
            )
        case "first":
            best = min(claims, key=lambda claim: (claim.sources, claim.value))
        case _:
            best = min(claims, key=most)
    return (best.value,)


def _united(claims: Sequence[Claim], attribute: Attribute) -> tuple[str, ...]:
    """All values once; of several spellings of a person the longest stands, in the order of the first source."""
    kept: list[str] = []
    for claim in claims:
        if attribute.type == "person":
            twin = next(
                (at for at, known in enumerate(kept) if people_alike(known, claim.value) >= SAME_PERSON), None
            )
            if twin is not None:
                kept[twin] = max(kept[twin], claim.value, key=len)
                continue
        kept.append(claim.value)
    return tuple(kept)


def _number(value: str) -> float:
    try:
        return float(value.split(maxsplit=1)[0])
    except (ValueError, IndexError):
        return float("inf")


def _entity_id(ids: Sequence[tuple[str, str]], values: Mapping[str, tuple[str, ...]], schema: Schema) -> str:
    """Stable: from a key where there is one, so that a further source does not rename the entity."""
    for attribute in schema.attributes:
        if attribute.key and values.get(attribute.name):
            return f"{attribute.name}:{values[attribute.name][0]}"
    text = "\x1f".join(ids[0])
    return hashlib.sha256(text.encode()).hexdigest()[:16]
