"""What is published: every article of the six sites with its time, topic, story and relations, but without its text."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random

from motherlode.interfaces.demo.news import story
from motherlode.interfaces.demo.truth import StoryTruth, ValueChange
from motherlode.interfaces.demo.words import vocabulary

FIRST = story.START - timedelta(days=60)
LAST = story.at(21)
STORY_SHARE = 0.2
"""Share of the main story among all articles, when the caller does not say."""
COPIED = {"story": 0.14, "other": 0.05}
BURIED = 0.08
"""Share of the story's articles that only unrelated pages link to: a crawler must tunnel to reach them."""
MENTIONS = 0.07
"""Share of unrelated articles during the story that mention it in a sentence: relevance must not fall for it."""
WRONG = {"courier": 0.2, "lanjiang": 0.15}
"""How often a careless site reports a figure that was never official."""
ERRING = ("dead", "cost", "evacuated")

# topic, language, first day relative to the storm, hours
BURSTS: tuple[tuple[str, str, float, float], ...] = (
    ("astronomy", "en", 8.3, 30),
    ("football", "en", -16.2, 24),
    ("computing", "en", -29.4, 36),
    ("banking", "zh", 15.1, 30),
)
SHARES = {"gazette": 0.22, "courier": 0.14, "monitor": 0.18, "wire": 0.18, "xicheng": 0.16, "lanjiang": 0.12}
LANGUAGES = {"gazette": "en", "courier": "en", "monitor": "en", "wire": "en", "xicheng": "zh", "lanjiang": "zh"}
FILES = {"en": "english", "zh": "chinese"}


@dataclass(slots=True, eq=False)
class Plan:
    """One article before it is written; `number` follows the time of publication."""

    host: str
    language: str
    topic: str
    section: str
    story: str
    moment: datetime
    sub_story: str = ""
    burst: str = ""
    copy_of: Plan | None = None
    corrects: Plan | None = None
    revised: str = ""
    wrong: str = ""
    buried: bool = False
    mentions: bool = False
    number: int = -1
    gates: list[Plan] = field(default_factory=list)


def topics(language: str) -> dict[str, str]:
    """The ordinary topics of a language with their sections."""
    chapters = vocabulary(FILES[language])
    return {
        name: str(chapter["section"])
        for name, chapter in chapters.items()
        if isinstance(chapter, dict) and "section" in chapter
    }


def plan(seed: int, count: int, story_share: float = STORY_SHARE) -> list[Plan]:
    """So many articles in the order of their publication; more when the story needs them."""
    rng = Random(f"{seed}/news")
    made = _story(rng, round(count * story_share), story.story())
    made += _bursts(rng, max(8, round(count * 0.012)))
    made += _copies(rng, made, round(len(made) * COPIED["story"]))
    rest = max(0, count - len(made))
    copies = round(rest * COPIED["other"])
    others = _others(rng, rest - copies)
    made += others + _copies(rng, others, copies)
    made.sort(key=lambda item: (item.moment, item.host, item.story))
    for number, item in enumerate(made):
        item.number = number
    _link_only_from_unrelated(rng, made)
    for item in made:
        chosen = item.topic != story.TOPIC and item.moment > story.START and rng.random() < MENTIONS
        item.mentions = item.copy_of.mentions if item.copy_of else chosen
    return made


def published(plans: list[Plan], until: datetime | None) -> list[Plan]:
    """What had been published at that moment; numbers stay, so the web of a later moment has the same addresses."""
    if until is None:
        return plans
    kept = plans[: bisect_right(plans, until, key=lambda item: item.moment)]
    for item in kept:
        item.gates = [gate for gate in item.gates if gate.number < len(kept)]
    return kept


def _host(rng: Random, language: str = "", but: frozenset[str] = frozenset()) -> str:
    hosts = [host for host in SHARES if language in {"", LANGUAGES[host]} and host not in but]
    return rng.choices(hosts, [SHARES[host] for host in hosts])[0]


def _minute(moment: datetime) -> datetime:
    return moment.replace(second=0, microsecond=0)


def _story(rng: Random, count: int, told: StoryTruth) -> list[Plan]:
    made = []
    for name, first, last, share, _ in story.PARTS:
        for _ in range(max(4, round(count * share))):
            host = _host(rng)
            moment = _minute(story.at(first + (last - first) * rng.random()))
            item = Plan(host, LANGUAGES[host], story.TOPIC, "world", story.NAME, moment, name)
            if rng.random() < WRONG.get(host, 0):
                item.wrong = rng.choice(ERRING)
            made.append(item)
    for change in told.history:
        if change.revision:
            made += _corrections(rng, told, change)
    return made


def _corrections(rng: Random, told: StoryTruth, change: ValueChange) -> list[Plan]:
    """Two sites give the last figure before an official revision, and correct it afterwards."""
    part = story.CORRECTED_IN[change.name]
    before = max(c.at for c in told.history if c.name == change.name and c.at < change.at)
    made = []
    for host in rng.sample(sorted(SHARES), 2):
        language = LANGUAGES[host]
        moment = _minute(before + (change.at - before) * rng.uniform(0.3, 0.9))
        first = Plan(host, language, story.TOPIC, "world", story.NAME, moment, part)
        moment = _minute(change.at + timedelta(minutes=rng.randint(20, 300)))
        again = Plan(host, language, story.TOPIC, "world", story.NAME, moment, part)
        again.corrects, again.revised = first, change.name
        made += [first, again]
    return made


def _bursts(rng: Random, size: int) -> list[Plan]:
    made = []
    for topic, language, first, hours in BURSTS:
        name = f"burst-{topic}"
        for _ in range(size):
            moment = _minute(story.at(first + hours / 24 * rng.random()))
            item = Plan(_host(rng, language), language, topic, topics(language)[topic], name, moment, burst=name)
            made.append(item)
    return made


def _others(rng: Random, count: int) -> list[Plan]:
    known = {language: topics(language) for language in FILES}
    ordered = {language: sorted(found) for language, found in known.items()}
    span = (LAST - FIRST).total_seconds()
    made: list[Plan] = []
    event = 0
    while len(made) < count:
        host = _host(rng)
        language = LANGUAGES[host]
        topic = rng.choice(ordered[language])
        begin = FIRST + timedelta(seconds=rng.random() * span)
        event += 1
        hosts = {host}
        for nth in range(rng.choices((1, 2, 3), (0.7, 0.2, 0.1))[0]):
            moment = _minute(min(begin + timedelta(hours=nth * rng.uniform(2, 20)), LAST - timedelta(minutes=1)))
            made.append(Plan(host, language, topic, known[language][topic], f"event-{event}", moment))
            rest = [h for h in SHARES if LANGUAGES[h] == language and h not in hosts]
            if not rest:
                break
            host = rng.choice(rest)
            hosts.add(host)
    return made[:count]


def _copies(rng: Random, originals: list[Plan], count: int) -> list[Plan]:
    made = []
    plain = [item for item in originals if not item.corrects]
    for item in rng.sample(plain, min(count, len(plain))):
        host = _host(rng, item.language, frozenset({item.host}))
        moment = _minute(min(item.moment + timedelta(minutes=rng.randint(12, 200)), LAST - timedelta(minutes=1)))
        copy = replace(item, host=host, moment=moment, copy_of=item, gates=[])
        made.append(copy)
    return made


def _link_only_from_unrelated(rng: Random, made: list[Plan]) -> None:
    """Some articles of the story get links only from unrelated pages of their site."""
    unrelated: dict[str, list[Plan]] = defaultdict(list)
    for item in made:
        if item.topic != story.TOPIC:
            unrelated[item.host].append(item)
    plain = [item for item in made if item.topic == story.TOPIC and not (item.copy_of or item.corrects)]
    kept = {id(item.copy_of) for item in made if item.copy_of} | {id(item.corrects) for item in made if item.corrects}
    for item in plain:
        if id(item) not in kept and unrelated[item.host] and rng.random() < BURIED:
            item.buried = True
            for gate in rng.sample(unrelated[item.host], min(3, len(unrelated[item.host]))):
                gate.gates.append(item)
