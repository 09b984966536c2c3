"""A schema made ready for matching: which label words, value kinds and words speak for which attribute."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motherlode.annotate.folding import clean, fold, label_words, word_list
from motherlode.annotate.kinds import INDEX, kinds
from motherlode.model.schema import Attribute, Schema
from motherlode.text.patterns import user_pattern

Vector = NDArray[np.float32]

EXPECTED: dict[str, tuple[tuple[str, float], ...]] = {
    "price": (("price", 1.0), ("number", 0.2)),
    "date": (("date", 1.0), ("year", 0.8)),
    "year": (("year", 1.0), ("date", 0.6)),
    "duration": (("duration", 1.0), ("number", 0.2)),
    "measure": (
        ("measure", 1.0), ("height", 1.0), ("weight", 1.0), ("mileage", 1.0), ("percent", 0.8), ("number", 0.3),
    ),
    "rating": (("rating", 1.0), ("number", 0.4), ("percent", 0.6)),
    "person": (("person", 1.0),),
    "organisation": (("organisation", 1.0), ("title_case", 0.4)),
    "place": (("place", 1.0), ("zip", 0.8), ("title_case", 0.3)),
    "address": (("street", 1.0), ("zip", 0.7), ("place", 0.6)),
    "phone": (("phone", 1.0),),
    "email": (("email", 1.0),),
    "link": (("link", 1.0),),
    "isbn": (("isbn", 1.0),),
    "doi": (("doi", 1.0),),
    "code": (("code", 1.0), ("number", 0.6)),
    "number": (("number", 1.0),),
    "boolean": (("boolean", 1.0),),
    "category": (("letters_only", 0.4),),
    "name": (("title_case", 0.3),),
    "text": (),
    "image": (),
}  # fmt: skip
"""Which kinds an attribute's type expects, and how strongly."""
STRICT = frozenset({"price", "date", "year", "phone", "email", "link", "isbn", "doi", "number", "rating", "duration"})
"""Types whose values are recognised safely: a value of another kind speaks against the attribute."""
IMPOSSIBLE = 0.1
"""Below this strength a text is no value of a strict type at all."""
TINY = 1e-6
"""Sums of the weights of words that differ by less are the same."""
IN_A_ROW, APART = (0.2, 0.75), (0.1, 0.6)
"""What a label is worth that holds all words of a name, in a row or not: at least, and by their share of it."""
BEGUN, SHARED = 0.75, 0.5
"""What it is worth by the share of a name that it holds, without and with other words. As in training, these four."""
LISTED_PARTS, LISTED_WORDS = 0.9, 0.6
"""What known values in a list, and known words, count beside a value that is known as it is; as in training."""
_PARTS = re.compile(r"\s{0,20}(?:[,;/|、，]| and | & )\s{0,20}")


class Matcher:
    """Answers, for a label or a value, how much each attribute of the schema is meant; answers are remembered."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.attributes: Sequence[Attribute] = schema.attributes
        self.count = len(schema.attributes)
        self.is_name = np.array([a.type == "name" for a in self.attributes], dtype=np.float32)
        self.is_strict = np.array([a.type in STRICT for a in self.attributes], dtype=np.float32)
        self._names: list[list[tuple[str, ...]]] = []
        self._by_word: dict[str, set[tuple[int, int]]] = {}
        for place, attribute in enumerate(self.attributes):
            names = list(dict.fromkeys(label_words(name) for name in (attribute.name, *attribute.synonyms)))
            self._names.append(names)
            for number, words in enumerate(names):
                for word in words:
                    self._by_word.setdefault(word, set()).add((place, number))
        sharing = {word: len({place for place, _ in pairs}) for word, pairs in self._by_word.items()}
        self._weight = {word: 1 / math.sqrt(count) for word, count in sharing.items()}
        self._expected = np.zeros((self.count, len(INDEX)), dtype=np.float32)
        for place, attribute in enumerate(self.attributes):
            for kind, strength in EXPECTED[attribute.type]:
                self._expected[place, INDEX[kind]] = strength
        self._patterns = [user_pattern(a.pattern) if a.pattern else None for a in self.attributes]
        self._vocabulary = [frozenset(fold(v) for v in (*a.values, *a.examples)) for a in self.attributes]
        self._vocabulary_words = [frozenset(w for v in a.values for w in word_list(v)) for a in self.attributes]
        self._labels: dict[str, Vector] = {}
        self._markup: dict[tuple[str, ...], Vector] = {}
        self._values: dict[str, Vector] = {}
        self._nothing = np.zeros(self.count, dtype=np.float32)

    def label(self, text: str) -> Vector:
        """How well a label names each attribute: 1 for a synonym, less for a part of one."""
        if not text:
            return self._nothing
        found = self._labels.get(text)
        if found is None:
            found = self._labels[text] = self._match_label(label_words(text))
            if not text.rstrip().endswith((":", "：")):  # `In stock.` above a text is itself the value
                found[[fold(clean(text)).rstrip(".!") in values for values in self._vocabulary]] = 0.0
        return found

    def markup(self, texts: tuple[str, ...]) -> Vector:
        """How well class and id words name each attribute: the best of the texts."""
        if not texts:
            return self._nothing
        found = self._markup.get(texts)
        if found is None:
            found = self._markup[texts] = np.max([self.label(text) for text in texts], axis=0)
        return found

    def _match_label(self, words: tuple[str, ...]) -> Vector:
        found = np.zeros(self.count, dtype=np.float32)
        if not words or len(words) > 10:
            return found
        given = set(words)
        for place, number in {pair for word in given for pair in self._by_word.get(word, ())}:
            name = self._names[place][number]
            if name == words:
                found[place] = 1.0
                continue
            shared, label, whole = (self._mass(part) for part in (given & set(name), given, set(name)))
            if shared >= whole - TINY:
                least, share = IN_A_ROW if _runs_in(name, words) else APART
                score = least + share * shared / label
            elif shared >= label - TINY:
                score = BEGUN * shared / whole
            else:
                score = SHARED * shared / max(whole, label)
            found[place] = max(found[place], score)
        return found

    def _mass(self, words: set[str]) -> float:
        """How much words say: those of several attributes' names (`price`, `date`) say less, unknown ones as much."""
        return sum(self._weight.get(word, 1.0) for word in words)

    def value(self, text: str) -> NDArray[np.float32]:
        """For each attribute: type strength, pattern, vocabulary; shape (3, attributes)."""
        found = self._values.get(text)
        if found is None:
            found = self._values[text] = self._match_value(text)
        return found

    def _match_value(self, text: str) -> Vector:
        value = clean(text)
        folded = fold(value)
        found = np.zeros((3, self.count), dtype=np.float32)
        found[0] = (self._expected * kinds(text)[None, :]).max(axis=1)
        parts = [part for part in _PARTS.split(folded) if part] if len(folded) <= 120 else []
        tokens = word_list(value) if len(folded) <= 60 else ()
        for place in range(self.count):
            pattern = self._patterns[place]
            if pattern is not None and len(value) <= 200 and pattern.fullmatch(value):
                found[1, place] = 1.0
            vocabulary = self._vocabulary[place]
            if not vocabulary:
                continue
            if folded in vocabulary:
                found[2, place] = 1.0
            elif parts:
                share = sum(part in vocabulary for part in parts) / len(parts)
                known = self._vocabulary_words[place]
                words = sum(word in known for word in tokens) / len(tokens) if tokens and known else 0.0
                found[2, place] = max(LISTED_PARTS * share, LISTED_WORDS * words)
        return found


def _runs_in(name: tuple[str, ...], words: tuple[str, ...]) -> bool:
    return any(words[at : at + len(name)] == name for at in range(len(words) - len(name) + 1))
