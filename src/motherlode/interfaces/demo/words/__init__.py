"""People and places of the sample web, and sentences from phrases: templates with {slots}, filled from facts or decks.

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
from string import Template
from typing import Any

from motherlode.errors import InputError

GIVEN = tuple(
    """Alice Amelia Anna Arthur Benjamin Carla Charles Clara Daniel David Diana Edward Elena Emma Eric Frances
    George Grace Hannah Harold Helen Henry Irene Isaac James Jane John Joseph Julia Karen Laura Leo Lucas Margaret
    Maria Mark Martin Michael Nina Nora Oliver Oscar Paul Peter Rachel Rebecca Robert Rosa Samuel Sarah Simon Sophia
    Susan Theresa Thomas Victor Walter William Yvonne""".split()
)
FAMILY = tuple(
    """Adams Allen Anderson Baker Barnes Bell Bennett Brooks Brown Butler Campbell Carter Clark Collins Cooper Cox
    Davis Diaz Edwards Evans Fisher Foster Garcia Gray Green Hall Harris Hayes Hill Howard Hughes Jackson Jenkins
    Johnson Kelly King Lewis Long Martin Mason Miller Mitchell Moore Morgan Morris Murphy Nelson Owens Parker
    Patterson Perry Phillips Powell Price Reed Reynolds Rivera Roberts Rogers Russell Sanders Scott Simmons Stewart
    Sullivan Taylor Thompson Turner Walker Ward Watson Webb White Wilson Wood Wright Young""".split()
)
FAMILY_ZH = tuple("王 李 张 刘 陈 杨 黄 赵 吴 周 徐 孙 马 朱 胡 郭 何 林 罗 高 梁 郑 谢 宋 唐 许 韩 冯 邓 曹".split())
GIVEN_ZH = tuple(
    """伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 秀英 霞 平 刚 桂英 建国 志强 晓明 雪梅 海燕 文静 国华 玉兰
    建华 小红 俊杰 思远 子涵 雨欣 浩然 佳怡 志远 春梅""".split()
)
PLACES = tuple(
    """Halvern Tessaly Dunmarsh Ashquay Brennholt Ostrand Mirefield Thornwick Quillan Eastmarch Corvane Pellworth
    Rivenna Stannet Waldrow Harrowgate-on-Lisse Nettlebourne Averleigh Kirrowan Solmere""".split()
)
TOWNS = tuple(
    """Lindham Vexley Garrowby Tolkirk Fennick Maybridge Orsett-le-Hill Brackwell Saltmere Dovenham Ulverby
    Crestwick Penhollow Yarbury Marlstone Easterby Wickerhithe Colverton Hexworth Ridderby""".split()
)
PLACES_ZH = tuple("汐城 岚江 云岭 澄湾 雾山 石榆 鹭屿 霜桥 南汀 白榕 望溪 凌浦 梧岗 星垣".split())
TOWNS_ZH = tuple("青禾镇 柳荫镇 荷塘镇 松涧镇 银杏镇 桃坞镇 芦洲镇 枫桥湾镇 麦垄镇 竹溪口镇".split())


def person(rng: Random, language: str = "en") -> str:
    """A name as it is written in that language."""
    if language == "zh":
        return rng.choice(FAMILY_ZH) + rng.choice(GIVEN_ZH)
    middle = f" {rng.choice('ABCDEGHJKLMNPRSTW')}." if rng.random() < 0.12 else ""
    return f"{rng.choice(GIVEN)}{middle} {rng.choice(FAMILY)}"


def people(rng: Random, count: int, language: str = "en") -> list[str]:
    """So many different names."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[person(rng, language)] = None
    return list(found)


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
def vocabulary(name: str) -> Mapping[str, Any]:
    """A file of phrases of this package."""
    text = files("motherlode.interfaces.demo.words").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _frame(name: str) -> Template:
    return Template(
        files("motherlode.interfaces.demo").joinpath(f"frames/{name}.html").read_text("utf-8").rstrip("\n")
    )


def framed(name: str, /, **parts: str) -> str:
    """A page of a site: the frame of that name with its parts put in."""
    return _frame(name).substitute(parts)


def phrases(section: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The lists of one section of such a file."""
    return {
        name: tuple(line.strip() for line in text.strip().splitlines())
        for name, text in section.items()
        if isinstance(text, str) and name not in _KEYS
    }
