"""Sentences from phrases: templates with {slots}, filled from fixed facts or from decks of phrases.

>>> from random import Random
>>> grammar = Grammar({"animal": ("otter", "stork")})
>>> grammar.fill("{Animal} number {n:7-7} in {place}.", Hand(grammar, Random(0), {"place": "Vexley"}))
'Stork number 7 in Vexley.'
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from random import Random

from motherlode.errors import InputError

_SLOT = re.compile(r"\{([A-Za-z_]+)(?::(\d+)-(\d+))?\}")
_KEYS = {"section", "keywords"}

Piece = str | tuple[str, bool, int, int]
"""Plain text, or a slot: name, capital letter, lowest and highest number."""


class Grammar:
    """The phrases of one subject, by slot."""

    def __init__(self, lists: Mapping[str, tuple[str, ...]]) -> None:
        self.lists = lists

    def joined(self, other: Grammar) -> Grammar:
        """These phrases over the other's."""
        return Grammar({**other.lists, **self.lists})

    def fill(self, template: str, hand: Hand) -> str:
        """The template with every slot filled."""
        made: list[str] = []
        for piece in pieces(template):
            if isinstance(piece, str):
                made.append(piece)
                continue
            name, capital, low, high = piece
            if name == "n":
                text = str(low + int(hand.rng.random() * (high - low + 1)))
            elif name in hand.facts:
                text = hand.facts[name]
                hand.used.add(name)
            elif name in self.lists:
                text = hand.draw(name)
                if "{" in text:
                    text = self.fill(text, hand)
            else:
                raise InputError(f"the sample web's vocabulary has no phrases for {{{name}}} in {template!r}")
            made.append(text[:1].upper() + text[1:] if capital else text)
        return "".join(made)


class Hand:
    """The writer of one text: fixed facts, decks from which each phrase is drawn once, and which facts were used."""

    def __init__(
        self,
        grammar: Grammar,
        rng: Random,
        facts: Mapping[str, str],
        focus: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.grammar = grammar
        self.rng = rng
        self.facts = facts
        self.focus = focus or {}
        self.used: set[str] = set()
        self._decks: dict[str, list[str]] = {}

    def draw(self, name: str) -> str:
        """The next phrase of a list; none comes twice until all were drawn."""
        deck = self._decks.get(name)
        if not deck:
            deck = self._decks[name] = list(self.focus.get(name) or self.grammar.lists[name])
        at = int(self.rng.random() * len(deck))
        drawn, deck[at] = deck[at], deck[-1]
        deck.pop()
        return drawn

    def write(self, name: str) -> str:
        """A phrase of that list, filled."""
        return self.grammar.fill(self.draw(name), self)


@lru_cache(maxsize=8192)
def pieces(template: str) -> tuple[Piece, ...]:
    """The template taken apart once."""
    found: list[Piece] = []
    at = 0
    for match in _SLOT.finditer(template):
        if match.start() > at:
            found.append(template[at : match.start()])
        name = match[1]
        found.append((name.lower(), name[0].isupper(), int(match[2] or 0), int(match[3] or 0)))
        at = match.end()
    if at < len(template):
        found.append(template[at:])
    return tuple(found)


def slots(template: str) -> frozenset[str]:
    """The names of the template's slots."""
    return frozenset(piece[0] for piece in pieces(template) if not isinstance(piece, str))


def capital(text: str) -> str:
    """The text with its first letter large."""
    return text[:1].upper() + text[1:]


@cache
def vocabulary(name: str) -> Mapping[str, object]:
    """A file of phrases of this package."""
    text = files("motherlode.interfaces.demo.words").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def phrases(section: object) -> dict[str, tuple[str, ...]]:
    """The lists of one section of such a file."""
    assert isinstance(section, dict)
    return {
        name: tuple(line.strip() for line in text.strip().splitlines())
        for name, text in section.items()
        if isinstance(text, str) and name not in _KEYS
    }
