"""Articles written out: title, authors, paragraphs and the figures they give, the same for the same seed."""

from __future__ import annotations

from bisect import bisect
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from motherlode.interfaces.demo import words
from motherlode.interfaces.demo.news import story
from motherlode.interfaces.demo.news.plan import FILES, Plan
from motherlode.interfaces.demo.truth import StoryTruth
from motherlode.interfaces.demo.words import Grammar, Hand, capital, phrases, slots, vocabulary

KEPT = 3000
"""So many written articles stay in memory; the others are written again when they are asked for."""

FIGURES = ("dead", "missing", "evacuated", "level", "homes", "cost")


@dataclass(frozen=True, slots=True)
class Written:
    """An article's words."""

    title: str
    paragraphs: tuple[str, ...]
    authors: tuple[str, ...]
    values: tuple[tuple[str, int], ...] = ()
    wrong: tuple[str, ...] = ()


class Writer:
    """Writes the articles of one web."""

    def __init__(self, seed: int, told: StoryTruth) -> None:
        self.seed = seed
        self.story = told
        self._history = {
            name: (
                [change.at for change in told.history if change.name == name],
                [change.value for change in told.history if change.name == name],
            )
            for name in FIGURES
        }
        self._titles: dict[int, str] = {}
        self._kept: OrderedDict[int, Written] = OrderedDict()

    def title(self, plan: Plan) -> str:
        """The headline alone; cheap, so that lists need no texts."""
        found = self._titles.get(plan.number)
        if found is None:
            found = self._titles[plan.number] = self._title(plan)
        return found

    def teaser(self, plan: Plan) -> str:
        """A sentence for lists."""
        hand = self._hand(plan, self._rng(plan, "teaser"))
        return capital(hand.write("common" if plan.sub_story else "pattern"))

    def write(self, plan: Plan) -> Written:
        """The whole article."""
        found = self._kept.get(plan.number)
        if found is None:
            found = self._copy(plan, plan.copy_of) if plan.copy_of else self._write(plan)
            self._kept[plan.number] = found
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    def _rng(self, plan: Plan, purpose: str) -> Random:
        return Random(f"{self.seed}/{purpose}/{plan.number}")

    def _title(self, plan: Plan) -> str:
        if plan.copy_of:
            return self.title(plan.copy_of)
        rng = self._rng(plan, "title")
        hand = self._hand(plan, rng)
        if plan.corrects:
            return capital(hand.grammar.fill(_wording(plan)["correction"][0], hand))
        return capital(hand.write(_heading(plan)))

    def _authors(self, plan: Plan) -> tuple[str, ...]:
        rng = self._rng(plan, "authors")
        draw = rng.random()
        staff = _staff(self.seed, plan.host, plan.language)
        return tuple(rng.sample(staff, 0 if draw < 0.08 else 2 if draw > 0.88 else 1))

    def _write(self, plan: Plan) -> Written:
        rng = self._rng(plan, "text")
        hand = self._hand(plan, rng)
        title = self.title(plan)
        hand.used |= self._figures_in_title(plan)
        if plan.sub_story:
            groups = self._report(plan, hand)
        else:
            groups = _feature(hand)
            if plan.mentions:
                groups.insert(len(groups) // 2, [rng.choice(_wording(plan)["mentions"])])
        gap = "" if plan.language == "zh" else " "
        paragraphs = tuple(gap.join(group) for group in groups)
        figures = self._figures(plan)
        values = tuple((name, figures[name]) for name in FIGURES if name in hand.used and name in figures)
        wrong = tuple(name for name, _ in values if name == plan.wrong)
        return Written(title, paragraphs, self._authors(plan), values, wrong)

    def _figures_in_title(self, plan: Plan) -> set[str]:
        """The tracked figures that the headline gives."""
        if plan.corrects or not plan.sub_story:
            return set()
        hand = self._hand(plan, self._rng(plan, "title"))
        hand.write(_heading(plan))
        return hand.used

    def _report(self, plan: Plan, hand: Hand) -> list[list[str]]:
        """An article of the main story: the lead, the figures, then a mix of facts, quotes and background."""
        rng, language = hand.rng, plan.language
        if plan.corrects:
            frame = _wording(plan)["correction"]
            lead = [capital(hand.grammar.fill(line, hand)) for line in frame[1:]]
            hand.used.add(plan.revised)
        else:
            lead = [capital(hand.write("lead"))]
        covered = set(hand.used)
        for line in hand.grammar.lists["value"]:
            if not slots(line) & set(FIGURES) <= covered:
                lead.append(capital(hand.grammar.fill(line, hand)))
                covered |= slots(line)
        lines = [capital(hand.write("body")) for _ in range(rng.randint(3, 6))]
        lines += [capital(hand.write("pattern")) for _ in range(rng.randint(4, 7))]
        rng.shuffle(lines)
        part = next(p for p in self.story.sub_stories if p.name == plan.sub_story)
        if (plan.moment - part.start).total_seconds() < 36 * 3600:
            for parent in part.parents:
                lines.insert(rng.randint(0, 2), _fill(parent, language, hand))
        lines += [hand.write("common") for _ in range(rng.randint(1, 2))]
        quotes = [capital(hand.write("quoted")) for _ in range(2)]
        groups = [lead, *_grouped(rng, lines)]
        for quote in quotes:
            groups.insert(rng.randint(1, len(groups)), [quote])
        return groups

    def _copy(self, plan: Plan, original: Plan) -> Written:
        """A near-copy: a few words changed, sometimes the last paragraph left out."""
        whole = self.write(original)
        rng = self._rng(plan, "copy")
        swaps = rng.sample(_wording(plan)["swaps"], 2)
        paragraphs = []
        for paragraph in whole.paragraphs:
            for old, new in swaps:
                paragraph = paragraph.replace(old, new, 1)
            paragraphs.append(paragraph)
        given = {name for name, _ in whole.values}
        if len(paragraphs) > 4 and rng.random() < 0.5 and not given & _figure_words(paragraphs[-1]):
            paragraphs.pop()
        return Written(self.title(plan), tuple(paragraphs), whole.authors, whole.values, whole.wrong)

    def _figures(self, plan: Plan) -> dict[str, int]:
        if not plan.sub_story:
            return {}
        figures = {name: values[max(0, bisect(at, plan.moment) - 1)] for name, (at, values) in self._history.items()}
        if plan.wrong:
            figures[plan.wrong] = round(figures[plan.wrong] * 1.6) + 3
        return figures

    def _hand(self, plan: Plan, rng: Random) -> Hand:
        event = _event(self.seed, plan.story, plan.topic, plan.language, plan.sub_story)
        facts = dict(event.facts)
        facts["weekday"] = _wording(plan)["weekdays"][plan.moment.weekday()]
        for name, value in self._figures(plan).items():
            facts[name] = f"{value:,}" if plan.language == "en" else str(value)
        if plan.corrects:
            old, new = self.story.value(plan.revised, plan.corrects.moment), self._figures(plan)[plan.revised]
            facts |= {"what": _wording(plan)["what"][plan.revised]}
            facts |= {"old": _number(old, plan.language), "new": _number(new, plan.language)}
        if plan.sub_story:
            some = _event(self.seed, f"{plan.story}/{plan.number % 7}", plan.topic, plan.language, plan.sub_story)
            facts |= {"person": some.facts["person"], "expert": some.facts["expert"]}
            villages = event.grammar.lists["village"]
            facts["place"], facts["town"] = (villages[(plan.number * step) % len(villages)] for step in (3, 7))
            facts["day"] = str((plan.moment - story.START).days + 1)
        return Hand(event.grammar, rng, facts, event.focus)


@dataclass(frozen=True, slots=True)
class Event:
    """What the articles about one event have in common: people, places, and the phrases they prefer."""

    grammar: Grammar
    facts: Mapping[str, str]
    focus: Mapping[str, tuple[str, ...]]


@cache
def _grammar(language: str, topic: str, sub_story: str) -> Grammar:
    chapters = vocabulary(FILES[language])
    general = Grammar(phrases(chapters["general"]))
    if topic != story.TOPIC:
        return Grammar(phrases(chapters[topic])).joined(general)
    told = vocabulary("story")[language]
    return Grammar(phrases(told[sub_story])).joined(Grammar(phrases(told))).joined(general)


@cache
def _event(seed: int, name: str, topic: str, language: str, sub_story: str) -> Event:
    rng = Random(f"{seed}/event/{name}/{language}")
    grammar = _grammar(language, topic, sub_story)
    places, towns = (words.PLACES, words.TOWNS) if language == "en" else (words.PLACES_ZH, words.TOWNS_ZH)
    facts = {"place": rng.choice(places), "town": rng.choice(towns)}
    facts["person"], facts["expert"] = words.people(rng, 2, language)
    if topic == story.TOPIC:
        facts["org"] = {"en": "the civil protection service", "zh": "民防部门"}[language]
        return Event(grammar, facts, {})
    hand = Hand(grammar, rng, facts)
    facts["org"] = hand.write("org")
    focus = {
        "object": tuple(rng.sample(grammar.lists["object"], 5)),
        "subject": tuple(rng.sample(grammar.lists["subject"], 5)),
        "headline": tuple(rng.sample(grammar.lists["headline"], 2)),
        "role": tuple(rng.sample(grammar.lists["role"], 2)),
    }
    return Event(grammar, facts, focus)


@cache
def _staff(seed: int, host: str, language: str) -> list[str]:
    return words.people(Random(f"{seed}/staff/{host}"), 14, language)


def _feature(hand: Hand) -> list[list[str]]:
    """An ordinary article: two sentences to begin with, then a mix of what happened, facts and quotes."""
    rng = hand.rng
    lead = [capital(hand.write("pattern")), capital(hand.write("pattern"))]
    lines = [capital(hand.write("pattern")) for _ in range(rng.randint(5, 8))]
    lines += [capital(hand.write("fact")) for _ in range(rng.randint(2, 4))]
    rng.shuffle(lines)
    groups = [lead, *_grouped(rng, lines)]
    for _ in range(2):
        groups.insert(rng.randint(1, len(groups)), [capital(hand.write("quoted"))])
    groups.append([capital(hand.write("closing"))])
    return groups


def _grouped(rng: Random, lines: list[str]) -> list[list[str]]:
    """Sentences in paragraphs of two to four."""
    groups = []
    at = 0
    while at < len(lines):
        size = rng.randint(2, 4)
        groups.append(lines[at : at + size])
        at += size
    return groups


def _wording(plan: Plan) -> Mapping[str, Any]:
    """The words of an article's language."""
    wording: Mapping[str, Any] = vocabulary("news")[plan.language]
    return wording


def _heading(plan: Plan) -> str:
    """The list from which an article's headline is taken."""
    return "opening" if plan.sub_story else "headline"


def _fill(parent: str, language: str, hand: Hand) -> str:
    grammar = _grammar(language, story.TOPIC, parent)
    return capital(grammar.fill(hand.rng.choice(grammar.lists["body"]), hand))


def _figure_words(text: str) -> set[str]:
    """Which tracked figures a text may speak of: any number in it counts for all."""
    return set(FIGURES) if any(character.isdigit() for character in text) else set()


def _number(value: int, language: str) -> str:
    return f"{value:,}" if language == "en" else str(value)
