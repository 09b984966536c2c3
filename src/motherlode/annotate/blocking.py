"""Which records are compared at all: those that share a key, a rare value, a part of one, or its sound (E9).

Every record stands in several blocks, so that a mistake in one value leaves it in the blocks of the others. Small
blocks are compared first, and the comparisons a record are limited, so that the work grows with the records.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from motherlode.annotate.folding import word_list
from motherlode.annotate.levels import family_of
from motherlode.annotate.params import IntegrateParams
from motherlode.model.schema import Schema, SourceRecord

Places = NDArray[np.int64]

EDGE = 5
"""Letters at the beginning or end of a name that make a block together with a person."""
NAME_WORDS = 3
"""Rarest words of a name whose pairs make blocks."""
CROWDED = 4
"""Values too common for a block of their own that are paired with each other, the rarest first."""
LEAST_HALF = 3
"""A code shorter than two halves of so many signs makes no blocks of its halves."""
SOUNDS = 4
"""Values whose sound makes blocks, each with the next."""
_DIGITS = frozenset({"date", "code", "phone", "number"})
_SIGNS = re.compile(r"\W")
_SOUNDS = str.maketrans("bfpvcgjkqsxzdtlmnr", "111122222222334556")
_VOWELS = re.compile(r"[^1-6]")


def sound(word: str) -> str:
    """A word as it sounds, in the manner of Soundex: the first letter and up to three groups of consonants.

    >>> sound("robert") == sound("rupert")
    True
    """
    digits = word.translate(_SOUNDS)
    heard = [digit for digit, before in zip(digits[1:], digits, strict=False) if digit != before]
    return word[:1] + _VOWELS.sub("", "".join(heard))[:3]


def candidate_pairs(
    records: Sequence[SourceRecord], schema: Schema, params: IntegrateParams
) -> tuple[Places, Places]:
    """Pairs of places in `records`, each once and ordered, the smaller place first."""
    empty = np.zeros(0, dtype=np.int64)
    names: list[int] = []
    places: list[int] = []
    for place, found in enumerate(_block_names(records, schema, params)):
        names.extend(found)
        places.extend([place] * len(found))
    if not names:
        return empty, empty
    keys, where = np.array(names, dtype=np.int64), np.array(places, dtype=np.int64)
    order = np.lexsort((where, keys))
    keys, where = keys[order], where[order]
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    sizes = np.diff(np.concatenate((starts, [len(keys)])))
    coded: list[Places] = []
    left = params.comparisons * len(records)
    for size in range(2, params.block + 1):
        blocks = starts[sizes == size]
        left -= len(blocks) * size * (size - 1) // 2
        if left < 0 and coded:
            break
        members = where[blocks[:, None] + np.arange(size)]
        first, second = np.triu_indices(size, 1)
        coded.append(np.unique(members[:, first] * len(records) + members[:, second]))
    pairs = np.unique(np.concatenate([*coded, _crowd(keys, where, starts, sizes, params.block, len(records))]))
    return pairs // len(records), pairs % len(records)


def _crowd(keys: Places, where: Places, starts: Places, sizes: Places, limit: int, count: int) -> Places:
    """Blocks of a key beyond the limit: neighbours are compared, which is enough to chain what is the same."""
    made = [
        where[start : start + size - 1] * count + where[start + 1 : start + size]
        for start, size in zip(starts[sizes > limit], sizes[sizes > limit], strict=True)
        if keys[start] & 1
    ]
    return np.concatenate(made) if made else np.zeros(0, dtype=np.int64)


def _block_names(records: Sequence[SourceRecord], schema: Schema, params: IntegrateParams) -> Iterator[list[int]]:
    """The blocks of every record as numbers; those of keys and addresses are odd."""
    names = [attribute.name for attribute in schema.attributes if attribute.type == "name"]
    people = [attribute.name for attribute in schema.attributes if attribute.type == "person"]
    keys = [attribute.name for attribute in schema.attributes if attribute.key]
    values = {
        attribute.name: attribute.type
        for attribute in schema.attributes
        if family_of(attribute) and not attribute.key
    }
    words = [_words(record, names) for record in records]
    seen = Counter(word for found in words for word in found)
    common = Counter(
        (name, value) for record in records for name in values for value in record.values.get(name, ())[:3]
    )
    for place, record in enumerate(records):
        found = {hash(("key", name, value)) | 1 for name in keys for value in record.values.get(name, ())}
        if record.url:
            found.add(hash(("url", record.url)) | 1)
        rare = sorted(words[place], key=lambda word: (seen[word], word))[:NAME_WORDS]
        parts = [
            *_of_name(words[place], rare, _surnames(record, people)),
            *_of_values(record, values, common, params),
        ]
        found.update(hash(part) & ~1 for part in parts)
        yield list(found)


def _of_name(words: Sequence[str], rare: Sequence[str], surnames: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Pairs of rare words, and a person with an edge of the name: it survives a misspelt word."""
    if len(rare) == 1:
        yield "name", rare[0]
    for pair in combinations(rare, 2):
        yield "name", *sorted(pair)
    letters = "".join(words)
    if len(letters) > EDGE:
        for surname in surnames:
            yield "begins", surname, letters[:EDGE]
            yield "ends", surname, letters[-EDGE:]


def _of_values(
    record: SourceRecord, kinds: dict[str, str], common: Counter[tuple[str, str]], params: IntegrateParams
) -> Iterator[tuple[str, ...]]:
    """Rare values by themselves, common ones in pairs, codes and dates by their halves, words by their sound."""
    crowded: list[tuple[int, str, str]] = []
    sounds: list[str] = []
    for name, kind in kinds.items():
        for value in record.values.get(name, ())[:3]:
            if common[name, value] <= params.block:
                yield "value", name, value
            else:
                crowded.append((common[name, value], name, value))
            if kind in _DIGITS or value.isdecimal():
                digits = _SIGNS.sub("", value)
                if len(digits) >= 2 * LEAST_HALF:
                    yield "begin", name, digits[: len(digits) // 2]
                    yield "end", name, digits[len(digits) // 2 :]
            elif len(sounds) < SOUNDS and (words := word_list(value)):
                sounds.append(sound(words[-1]))
    for one, other in combinations(sorted(crowded)[:CROWDED], 2):
        yield "both", *one[1:], *other[1:]
    for place, (heard, after) in enumerate(pairwise(sounds)):
        yield "sound", str(place), heard, after


def _surnames(record: SourceRecord, people: Sequence[str]) -> list[str]:
    found = (word_list(record.values[name][0]) for name in people if record.values.get(name))
    return [parts[-1] for parts in found if parts]


def _words(record: SourceRecord, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(word for name in names for value in record.values.get(name, ()) for word in word_list(value))
    )
