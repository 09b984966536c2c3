"""Whole words for stems: what a reader sees is a word of the text, not what a stemmer left of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from motherlode.text.words import stem, words


def whole_words(stems: Iterable[str], text: str, language: str = "en") -> dict[str, str]:
    """For each stem the most frequent word of the text that has it; the stem itself where the text has none.

    >>> whole_words(["evacu", "flood", "moon"], "They evacuated. Evacuated homes; evacuees and floods, floods.")
    {'evacu': 'evacuated', 'flood': 'floods', 'moon': 'moon'}
    """
    wanted = dict.fromkeys(stems)
    found: dict[str, str] = {}
    counted = Counter(words(text, language=language or "en", stop=False))
    for word, _ in sorted(counted.items(), key=lambda item: (-item[1], len(item[0]), item[0])):
        root = stem(word)
        if root in wanted:
            found.setdefault(root, word)
    return {each: each if each in counted else found.get(each, each) for each in wanted}
