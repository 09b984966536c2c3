"""Names in running text, where a page has no list: after an honorific or title, or before a title in apposition."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from motherlode.dom.tree import Tree
from motherlode.extract.people import titles
from motherlode.extract.people.candidates import Candidate, is_impossible, token_odds
from motherlode.extract.people.lexicon import Lexicon
from motherlode.extract.people.lines import Line, signature
from motherlode.extract.people.names import Name, parse

_FRONT = re.compile(
    r"(?:(?:(?:associate|assistant|adjunct|visiting|emeritus|full|distinguished)\s+)?professor|prof\.|dr\.?|lecturer|"
    r"mr\.|mrs\.|ms\.|dra\.|profesora?|professeure?|профессор|доцент|проф\.|доц\.)\s+(?-i:(?=[^\W\d_a-zа-я]))",
    re.IGNORECASE,
)
_APPOSITION = re.compile(
    r"\b((?:[^\W\d_a-z][\w.'’\-]{0,30}\s){1,3}[^\W\d_a-z][\w'’\-]{1,30}),\s+(?:an?\s+|the\s+|our\s+)?(?=[a-z])"
)
_LONG_AGO = re.compile(r"\b1[89]\d\d\b")
BEFORE = 60
"""Characters before a name in whose sentence a year of an earlier century tells that it is history."""

SHORTEST, LONGEST = 40, 20_000
"""Characters of a paragraph that is read."""

SAID = 1.5
"""Log-odds of a name that a sentence introduces by a title; no list of others can vote for it."""

MIN_ODDS = -0.8
"""A name in prose needs a listed name or at least no ordinary words."""


def in_prose(tree: Tree, lines: Sequence[Line], lexicon: Lexicon) -> list[Candidate]:
    """Candidates in running text, each once."""
    found: dict[str, Candidate] = {}
    for line in lines:
        if line.chrome or not SHORTEST <= len(line.text) <= LONGEST:
            continue
        for name in _names(line.text):
            odds = token_odds(name, lexicon)
            if len(name.tokens) < 2 or is_impossible(name) or sum(odds) / len(odds) < MIN_ODDS:
                continue
            path = signature(tree, tree.parents[line.node], line.place, classes=True)
            made = Candidate(line.number, line.node, -1, name, path, path)
            made.score = SAID
            found.setdefault(made.key, made)
    return list(found.values())


def _names(text: str) -> Iterator[Name]:
    for match in _FRONT.finditer(text):
        before = re.split(r"[.!?]\s", text[max(0, match.start() - BEFORE) : match.start()])[-1]
        if _LONG_AGO.search(before):
            continue
        sentence = re.split(r"(?<=\w{3})[.!?]\s", text[match.end() : match.end() + 80], maxsplit=1)[0]
        name = parse(match[0] + sentence)
        if name is not None and not name.inverted:
            yield Name(name.name, name.tokens, name.honorific, "")
    for match in _APPOSITION.finditer(text):
        title = titles.find(text[match.end() : match.end() + 60])
        name = parse(match[1])
        if name is not None and title is not None and title.start < 25:
            clause = re.split(r"[,.;]|\s(?:who|whose|and is|at)\s", text[match.end() :], maxsplit=1)[0]
            yield Name(name.name, name.tokens, name.honorific, clause[:120])
