"""Records into groups of one thing: pairs are found, weighed and joined, the surest first (E9).

Compared are those that share a key, a rare value, a part of one, or its sound. Every record stands in several blocks,
so that a mistake in one value leaves it in the blocks of the others. Small blocks are compared first, and the
comparisons a record are limited, so that the work grows with the records.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from motherlode.annotate.folding import word_list
from motherlode.annotate.levels import family_of
from motherlode.annotate.linkage import (
    Floats,
    Linkage,
    Pairs,
    Places,
    compare_pairs,
    explained,
    learn,
    odds,
    probability,
    ready,
)
from motherlode.annotate.params import IntegrateParams
from motherlode.model.schema import Match, PairDecision, Schema, SourceRecord

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


NOT_WORTH_TELLING = 0.05
"""Pairs less probable than this are plainly two things."""


@dataclass(frozen=True, slots=True)
class Paired:
    """The groups of places, and the pairs behind them."""

    records: Sequence[SourceRecord]
    groups: list[list[int]]
    linkage: Linkage
    pairs: Pairs
    probabilities: Floats

    def matches(self) -> Iterator[Match]:
        """The pairs that were joined or nearly so, the most probable first, each with its reasons."""
        group_of = {place: number for number, group in enumerate(self.groups) for place in group}
        for at in np.argsort(-self.probabilities, kind="stable"):
            first, second = int(self.pairs.first[at]), int(self.pairs.second[at])
            joined = group_of[first] == group_of[second]
            if not joined and self.probabilities[at] < NOT_WORTH_TELLING:
                continue
            a, b = self.records[first], self.records[second]
            yield Match(
                (a.source, a.id), (b.source, b.id), round(float(self.probabilities[at]), 4), joined,
                explained(self.linkage, self.pairs, int(at)),
            )  # fmt: skip


def pair_up(
    records: Sequence[SourceRecord],
    schema: Schema,
    params: IntegrateParams,
    decisions: Iterable[PairDecision] = (),
) -> Paired:
    """The records' places by entity: the surest pairs first, never two different keys in one group.

    Records of one source are one thing only when they share a key, an address or every word, unless the source is
    said to hold duplicates.
    """
    said = _said(records, decisions)
    numbers = {source: at for at, source in enumerate(sorted({record.source for record in records}))}
    sources = np.array([numbers[record.source] for record in records], dtype=np.int64)
    what = ready(records, schema)
    pairs = compare_pairs(*_with(candidate_pairs(records, schema, params), said, len(records)), what)
    linkage = learn(what, pairs, sources, within=params.duplicates, labels=said)
    chances = probability(odds(linkage, pairs))
    _obey(chances, pairs, records, said)
    chosen = np.flatnonzero(chances >= params.same)
    keys = [a.name for a in schema.attributes if a.key and a.name not in linkage.unsure_keys]
    if not params.duplicates:
        chosen = np.array([at for at in chosen if _sources_allow(records, pairs, int(at), keys, said)], dtype=int)
    order = chosen[np.lexsort((pairs.second[chosen], pairs.first[chosen], -chances[chosen]))]
    twice = {
        (a, b)
        for a, b in zip(pairs.first[order].tolist(), pairs.second[order].tolist(), strict=True)
        if sources[a] == sources[b]
    }
    clusters = _Clusters(records, keys, twice, said)
    for a, b in zip(pairs.first[order].tolist(), pairs.second[order].tolist(), strict=True):
        clusters.join(a, b)
    return Paired(records, clusters.groups(), linkage, pairs, chances)


def _said(records: Sequence[SourceRecord], decisions: Iterable[PairDecision]) -> dict[tuple[int, int], bool]:
    """The decisions about records that are there, by their places."""
    places = {(record.source, record.id): place for place, record in enumerate(records)}
    found = {}
    for decision in decisions:
        pair = places.get(decision.first), places.get(decision.second)
        if pair[0] is not None and pair[1] is not None and pair[0] != pair[1]:
            found[min(pair[0], pair[1]), max(pair[0], pair[1])] = decision.same
    return found


def _with(pairs: tuple[Places, Places], said: Mapping[tuple[int, int], bool], count: int) -> tuple[Places, Places]:
    """The candidate pairs and those that a person spoke about."""
    further = np.array([a * count + b for a, b in said], dtype=np.int64)
    coded = np.union1d(pairs[0] * count + pairs[1], further)
    return coded // max(1, count), coded % max(1, count)


def _obey(
    chances: Floats, pairs: Pairs, records: Sequence[SourceRecord], said: Mapping[tuple[int, int], bool]
) -> None:
    """Two records of one source with one address are one; what a person said is certain."""
    known: dict[tuple[str, str], int] = {}
    pages = np.array([known.setdefault((r.source, r.url), len(known)) if r.url else -1 for r in records])
    if len(chances):
        chances[(pages[pairs.first] == pages[pairs.second]) & (pages[pairs.first] >= 0)] = 1.0
    for (a, b), same in said.items():
        chances[(pairs.first == a) & (pairs.second == b)] = float(same)


def _sources_allow(
    records: Sequence[SourceRecord],
    pairs: Pairs,
    at: int,
    keys: Sequence[str],
    said: Mapping[tuple[int, int], bool],
) -> bool:
    """Whether two records may be one thing as far as their sources go: a source seldom says a thing twice."""
    place, other = int(pairs.first[at]), int(pairs.second[at])
    first, second = records[place], records[other]
    if first.source != second.source or said.get((place, other)):
        return True
    if first.url and first.url == second.url:
        return True
    if any(set(first.values.get(key, ())) & set(second.values.get(key, ())) for key in keys):
        return True
    both = first.values.keys() & second.values.keys()
    return len(both) > 1 and all(first.values[name] == second.values[name] for name in both)


class _Clusters:
    """Union-find that refuses to join what has different keys, what a person set apart, and two records of one source
    that have no common key and are not alike themselves: what a third record makes of them is no proof."""

    def __init__(
        self,
        records: Sequence[SourceRecord],
        keys: Sequence[str],
        twice: Collection[tuple[int, int]],
        said: Mapping[tuple[int, int], bool],
    ) -> None:
        self.records, self.twice = records, twice
        self.apart = {pair for pair, same in said.items() if not same}
        self.parent = list(range(len(records)))
        self.keys = [{key: frozenset(record.values.get(key, ())) for key in keys} for record in records]
        self.members = [[place] for place in range(len(records))]
        self.told = {pair for pair, same in said.items() if same}

    def find(self, place: int) -> int:
        """The cluster of a place."""
        while self.parent[place] != place:
            self.parent[place] = self.parent[self.parent[place]]
            place = self.parent[place]
        return place

    def join(self, a: int, b: int) -> bool:
        """Joins two clusters unless something speaks against it; what a person said stands above keys."""
        told = (a, b) in self.told
        a, b = sorted((self.find(a), self.find(b)))
        if a == b:
            return True
        mine, other = self.keys[a], self.keys[b]
        if self.apart and self._set_apart(a, b):
            return False
        if not told:
            if any(mine[key] and other[key] and not mine[key] & other[key] for key in mine):
                return False
            if not any(mine[key] & other[key] for key in mine) and self._one_source(a, b):
                return False
        self.parent[b] = a
        self.keys[a] = {key: mine[key] | other[key] for key in mine}
        self.members[a] += self.members[b]
        return True

    def _set_apart(self, a: int, b: int) -> bool:
        return any(
            (min(first, second), max(first, second)) in self.apart
            for first in self.members[a]
            for second in self.members[b]
        )

    def _one_source(self, a: int, b: int) -> bool:
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
