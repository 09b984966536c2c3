"""Which records are compared at all: those that share a key or the rarest words of a name. Near linear (E9)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from motherlode.annotate.folding import word_list
from motherlode.annotate.params import IntegrateParams
from motherlode.model.schema import Schema, SourceRecord

EDGE = 5
"""Letters at the beginning or end of a name that make a block together with a person."""


def candidate_pairs(
    records: Sequence[SourceRecord], schema: Schema, params: IntegrateParams
) -> Iterator[tuple[int, int]]:
    """Pairs of places in `records`, each once, the smaller place first."""
    seen: set[int] = set()
    count = len(records)
    for block in blocks(records, schema, params):
        for a, b in combinations(block, 2):
            pair = a * count + b
            if pair not in seen:
                seen.add(pair)
                yield a, b


def blocks(records: Sequence[SourceRecord], schema: Schema, params: IntegrateParams) -> Iterator[list[int]]:
    """Groups of places that may be one thing; groups beyond the limit are divided by a further word or left out."""
    names = [attribute.name for attribute in schema.attributes if attribute.type == "name"]
    words = [_name_words(record, names) for record in records]
    frequency = Counter(word for found in words for word in found)
    found: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, record in enumerate(records):
        rare = sorted(words[place], key=lambda word: (frequency[word], word))[: params.name_words]
        for block in _block_names(record, schema, words[place], rare):
            found[block].append(place)
    for block, places in found.items():
        if len(places) < 2:
            continue
        if len(places) <= params.block:
            yield places
        elif block[0] != "key":
            yield from _divided(places, words, params.block)
        else:
            yield from (places[at : at + params.block] for at in range(0, len(places), params.block))


def _block_names(
    record: SourceRecord, schema: Schema, words: tuple[str, ...], rare: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """Every block of a record: its keys and address, pairs of rare words, a person with an edge of the name."""
    for attribute in schema.attributes:
        if attribute.key:
            yield from (("key", attribute.name, value) for value in record.values.get(attribute.name, ()))
    if record.url:
        yield "key", "url", record.url
    if len(rare) == 1:
        yield "name", rare[0]
    for pair in combinations(rare, 2):
        yield "name", *sorted(pair)
    letters = "".join(words)
    if len(letters) > EDGE:
        for surname in _surnames(record, [a.name for a in schema.attributes if a.type == "person"]):
            yield "begins", surname, letters[:EDGE]
            yield "ends", surname, letters[-EDGE:]


def _surnames(record: SourceRecord, people: Sequence[str]) -> list[str]:
    """The surname of the first person of each kind: with an edge of the name it survives a misspelt word."""
    found = (word_list(record.values[name][0]) for name in people if record.values.get(name))
    return [parts[-1] for parts in found if parts]


def _name_words(record: SourceRecord, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(word for name in names for value in record.values.get(name, ()) for word in word_list(value))
    )


def _divided(places: Sequence[int], words: Sequence[tuple[str, ...]], limit: int) -> Iterator[list[int]]:
    """A crowded block by the whole set of name words; what is still too large shares everything and is chained."""
    finer: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place in places:
        finer[tuple(sorted(words[place]))].append(place)
    for group in finer.values():
        for at in range(0, len(group), limit - 1):
            part = group[max(0, at - 1) : at + limit - 1]
            if len(part) > 1:
                yield part
