"""Several sources become one table: duplicates found, values merged, every value with who said it (E9).

The result depends only on the set of records, not on their order; a record given twice changes nothing. No record is
changed: a merge is undone by saying that two of its records are apart.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from motherlode.annotate.folding import fold
from motherlode.annotate.levels import people_alike
from motherlode.annotate.normalise import is_day_first, normalise, short_isbn, split_people
from motherlode.annotate.pairing import Paired, pair_up
from motherlode.annotate.params import IntegrateParams
from motherlode.model.ports import Progress, Silent
from motherlode.model.schema import Attribute, Claim, Entity, Match, PairDecision, Schema, SourceRecord
from motherlode.text.patterns import fits

SAME_PERSON = 0.9
"""Two spellings of one name in one list (H. Zinn, Howard Zinn)."""


@dataclass(frozen=True, slots=True)
class Joined:
    """The integrated table, and the pairs that were weighed for it."""

    entities: tuple[Entity, ...]
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A record with its values in one form, and the values as the source wrote them."""

    record: SourceRecord
    raw: Mapping[str, tuple[str, ...]]


def integrate(
    records: Iterable[SourceRecord],
    schema: Schema,
    params: IntegrateParams | None = None,
    decisions: Iterable[PairDecision] = (),
) -> list[Entity]:
    """The integrated table, ordered by the entities' ids."""
    return list(join(records, schema, params, decisions=decisions).entities)


def join(
    records: Iterable[SourceRecord],
    schema: Schema,
    params: IntegrateParams | None = None,
    progress: Progress | None = None,
    decisions: Iterable[PairDecision] = (),
    *,
    explain: bool = False,
) -> Joined:
    """The integrated table; with `explain` also every pair that was weighed and not clearly two things."""
    params, progress = params or IntegrateParams(), progress or Silent()
    prepared = prepare(records, schema)
    progress.begin("comparing", None)
    paired: Paired = pair_up([p.record for p in prepared], schema, params, decisions)
    progress.end()
    progress.begin("merging", len(paired.groups))
    entities = []
    for places in paired.groups:
        entities.append(merge([prepared[place] for place in places], schema))
        progress.advance()
    progress.end()
    return Joined(tuple(sorted(entities, key=lambda entity: entity.id)), tuple(paired.matches()) if explain else ())


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
        made = dict.fromkeys(_normal(value, attribute, day_first) for value in given)
        values[attribute.name] = tuple(value for value in made if value)
    return Prepared(replace(record, values=values), record.values)


def _normal(value: str, attribute: Attribute, day_first: bool) -> str:
    """The value in the one form of its type; an ISBN of ten digits stays one where the schema asks for such."""
    made = normalise(value, attribute.type, day_first=day_first)
    if attribute.type == "isbn" and attribute.pattern and not fits(attribute.pattern, made):
        short = short_isbn(made)
        return short if fits(attribute.pattern, short) else made
    return made


def merge(members: Sequence[Prepared], schema: Schema) -> Entity:
    """One entity out of the records of one thing; every claim keeps its sources."""
    values: dict[str, tuple[str, ...]] = {}
    claims: dict[str, tuple[Claim, ...]] = {}
    told = {name for member in members for name in member.record.values}
    for attribute in schema.attributes:
        found = _claims(members, attribute) if attribute.name in told else ()
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
