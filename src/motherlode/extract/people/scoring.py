"""From evidence to a decision: a local score for every candidate, then the vote of the candidates with its path (U8).

Candidates with one path signature stand or fall together: what most of a group is, the rest of it is too. Then one
judgement for the whole page: does it present the people of an institution, or only mention some (U5)? News, talks,
lists of students, course pages and minutes name people too, and are no lists of staff. What tells them apart is how
the names stand on the page (in one repeated place, with titles and e-mail, without running text around them) together
with what the page calls itself.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from statistics import fmean

from motherlode.dom.tree import Tree
from motherlode.extract.people.candidates import Candidate, name_key
from motherlode.extract.people.lines import Line
from motherlode.extract.people.names import parse
from motherlode.extract.people.positions import titled as says_title
from motherlode.extract.people.words import slug_score, staff_score
from motherlode.model.people import Person

GROUP_FEATURES = (
    "local", "fine_mean", "fine_share", "coarse_mean", "alone", "known", "fine_title", "fine_clean",
)  # fmt: skip
"""What the final score is made of, in the order of its weights."""

CLIP = 4.0
"""No single candidate may outvote its group: local log-odds are cut here before they are averaged."""

MIN_TITLED = 2
"""Other members of a group that are needed before their titles and words count for it."""

SUREST, FURTHEST = 1e-6, 30.0
"""The least probability and the furthest log-odds that are told from certainty, so that logarithms stay numbers."""

OWN_CLIP = 8.0
"""A candidate's own evidence may outweigh a group that is mixed."""


@lru_cache(maxsize=1)
def weights() -> Mapping[str, Mapping[str, float]]:
    """The learned weights (benchmarks/train_people.py)."""
    text = (files("motherlode.extract.people") / "weights" / "people.json").read_text()
    loaded: dict[str, dict[str, float]] = json.loads(text)
    return loaded


def score(
    found: Sequence[Candidate],
    pieces: Mapping[str, int],
    known: frozenset[str] = frozenset(),
    learned: Mapping[str, Mapping[str, float]] | None = None,
) -> None:
    """Gives every candidate its local score and its group's; `pieces` counts all texts of a signature."""
    learned = learned or weights()
    for c in found:
        c.local = dot(learned["local"], c.features)
    for c, facts in zip(found, group_features(found, pieces, known), strict=True):
        c.score = dot(learned["group"], facts)


def dot(weight: Mapping[str, float], facts: Mapping[str, float]) -> float:
    """Weighted sum with bias."""
    return weight["bias"] + sum(weight.get(name, 0.0) * value for name, value in facts.items())


def group_features(
    found: Sequence[Candidate], pieces: Mapping[str, int], known: frozenset[str] = frozenset()
) -> list[dict[str, float]]:
    """What the others with the same path say about each candidate."""
    fine, coarse = _groups(found, "fine"), _groups(found, "coarse")
    result = []
    for c in found:
        own = _vote(c)
        group = fine[c.fine]
        rough, many = coarse[c.coarse].without(own)
        mean, others = group.without(own)
        if others < MIN_TITLED <= many and rough > mean:
            group, mean, others = coarse[c.coarse], rough, many
        result.append(
            {
                "local": max(-OWN_CLIP, min(OWN_CLIP, c.local)),
                "fine_mean": mean,
                "fine_share": group.named / max(pieces.get(c.fine, 1), group.count),
                "coarse_mean": rough,
                "alone": float(others == 0),
                "known": float(c.fine in known),
                "fine_title": group.titles(c),
                "fine_clean": (group.clean - c.clean) / others if others >= MIN_TITLED else 0.0,
            }
        )
    return result


@dataclass(slots=True)
class Group:
    """The votes of the candidates with one path."""

    total: float = 0.0
    count: int = 0
    named: int = 0
    titled: int = 0
    clean: int = 0

    def titles(self, c: Candidate) -> float:
        """The share of the others that have a title beside them; from three on it says what the group is."""
        others = self.count - 1
        return (self.titled - c.titled) / others if others >= MIN_TITLED else 0.0

    def without(self, own: float) -> tuple[float, int]:
        """Mean vote and number of the others."""
        others = self.count - 1
        return ((self.total - own) / others, others) if others > 0 else (0.0, 0)


def _vote(c: Candidate) -> float:
    return -CLIP if c.vetoed else max(-CLIP, min(CLIP, c.local))


def _groups(found: Iterable[Candidate], kind: str) -> dict[str, Group]:
    groups: dict[str, Group] = defaultdict(Group)
    for c in found:
        group = groups[c.fine if kind == "fine" else c.coarse]
        vote = _vote(c)
        group.total += vote
        group.count += 1
        group.named += vote > 0
        group.titled += c.titled and not c.vetoed
        group.clean += c.clean and not c.vetoed
    return groups


def chosen(found: Sequence[Candidate], accept: float) -> list[Candidate]:
    """The accepted candidates in document order, one reading of each piece of text."""
    least = math.log(max(SUREST, accept) / max(SUREST, 1 - accept))
    kept: dict[int, list[Candidate]] = defaultdict(list)
    for c in sorted(found, key=lambda c: -c.score):
        if c.vetoed or c.score < least or _bare_word(c):
            continue
        if any((other.node, other.offset) == (c.node, c.offset) or _overlap(other, c) for other in kept[c.line]):
            continue
        kept[c.line].append(c)
    return sorted((c for group in kept.values() for c in group), key=lambda c: (c.node, c.offset))


def _bare_word(c: Candidate) -> bool:
    """Whether a candidate is a single word that nothing near shows to be somebody's name."""
    facts = c.features
    shown = ("honorific", "title_after", "title_near", "email_match", "image", "degree")
    return bool(facts.get("single")) and not any(facts.get(name) for name in shown)


def _overlap(one: Candidate, other: Candidate) -> bool:
    """Whether two names of a line read the same words; those of a list may share a given name."""
    return not (one.listed and other.listed) and bool(set(one.name.tokens) & set(other.name.tokens))


def probability(value: float) -> float:
    """Log-odds as a probability."""
    return 1 / (1 + math.exp(-max(-FURTHEST, min(FURTHEST, value))))


PAGE_FEATURES = (
    "many", "one", "listed", "titled", "mailed", "linked", "own_words", "own_never", "slug_words", "slug_never",
    "dense", "prose", "dated", "group", "sure", "roster", "self", "profile",
)  # fmt: skip
"""What the judgement is made of, in the order of its weights."""

ROSTER = 4
"""People with titles in a list from which it can hardly be anything but a list of staff."""

MOST_MANY = 3.0
"""Logarithm of how many people more make no page likelier: nineteen."""

LONG_LINE = 150
"""Characters from which a line is running text."""

_SEPARATORS = re.compile(
    r"\s{0,9}[｜￤•]\s{0,9}|\s{1,9}[-|–—·»›/]\s{1,9}|\s{0,9}::\s{0,9}|\s{0,9}[|»›·]\s{0,9}|\s-\s|:\s|(?<=[\u3400-\u9fff])[-_－—](?=[\u3400-\u9fff])"
)
_DATE = re.compile(
    r"\b(?:19|20)\d\d[-/.年]\s?\d{1,2}[-/.月]\s?\d{1,2}|\b\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d\b"
    r"|\b\d{1,2}(?:st|nd|rd|th)?\s+[^\W\d_]{3,9}\.?,?\s+(?:19|20)\d\d\b|\b[^\W\d_]{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?,\s+(?:19|20)\d\d\b"
)


def own_names(tree: Tree, lines: Sequence[Line], lowest: int = 2) -> list[str]:
    """What the page calls itself: the parts of its title, and its first headings down to a level."""
    titles = ["".join(tree.texts[n] for n in range(node, tree.ends[node])) for node in tree.found("title")[:1]]
    parts = [part.strip() for text in titles for part in _SEPARATORS.split(" ".join(text.split())) if part.strip()]
    heads = [line.text for line in lines if line.heading and line.heading <= lowest and not line.chrome][:3]
    return list(dict.fromkeys([*parts, *heads]))


def called_names(tree: Tree, lines: Sequence[Line], shared: frozenset[str]) -> list[str]:
    """What the page as a whole may be called: the parts of its title and its two highest levels of headings."""
    levels = sorted({line.heading for line in lines if line.heading and not line.chrome})
    return [text for text in own_names(tree, lines, levels[1] if len(levels) > 1 else 6) if text not in shared]


def page_features(
    tree: Tree,
    lines: Sequence[Line],
    names: Sequence[Candidate],
    people: Sequence[Person],
    url: str,
    in_prose: bool,
    shared: frozenset[str] = frozenset(),
) -> dict[str, float]:
    """What is known about a page and the people on it; `shared` are names that the whole site has."""
    body = [line for line in lines if not line.chrome]
    size = sum(len(line.text) for line in body)
    called = [text for text in own_names(tree, lines) if text not in shared]
    own = [staff_score(text) for text in called]
    count = len(people)
    paths = Counter(c.fine for c in names)
    slug = slug_score(url) if url else 0.0
    titled = fmean(list(map(says_title, people))) if people else 0.0
    about = about_one(people, called_names(tree, lines, shared))
    return {
        "many": min(MOST_MANY, math.log1p(count)),
        "one": float(count == 1),
        "listed": float(bool(names) and not in_prose),
        "titled": titled,
        "mailed": fmean([bool(p.email) for p in people]) if people else 0.0,
        "linked": fmean([bool(p.url) for p in people]) if people else 0.0,
        "own_words": max([0.0, *own]),
        "own_never": float(bool(own) and min(own) < 0),
        "slug_words": max(0.0, slug),
        "slug_never": float(slug < 0),
        "dense": min(1.0, 4 * count / max(1, len(body))),
        "prose": sum(len(line.text) for line in body if len(line.text) > LONG_LINE) / max(1, size),
        "dated": float(bool(re.search(r"\d{6}", url)) or any(_DATE.search(line.text) for line in body[:12])),
        "group": max(paths.values()) / len(names) if names else 0.0,
        "sure": fmean([p.confidence for p in people]) if people else 0.0,
        "roster": titled if count >= ROSTER and not in_prose else 0.0,
        "self": float(bool(about)),
        "profile": float(any(bool(says_title(p) or p.email) and name_key(p.name) == about for p in people)),
    }


def about_one(people: Sequence[Person], called: Sequence[str]) -> str:
    """The key of the person by whose name the page calls itself, as profiles do; empty without one."""
    keys = {name_key(name.name) for text in called if (name := parse(text)) is not None}
    called_by = [key for person in people if (key := name_key(person.name)) in keys]
    return called_by[0] if len(called_by) == 1 and called_by[0] in {name_key(one.name) for one in people[:3]} else ""


@lru_cache(maxsize=1)
def page_weights() -> Mapping[str, float]:
    """The learned weights (benchmarks/train_people.py)."""
    loaded: dict[str, float] = json.loads((files("motherlode.extract.people") / "weights" / "pages.json").read_text())
    return loaded


def staff_probability(facts: Mapping[str, float], weights: Mapping[str, float] | None = None) -> float:
    """How likely the page presents staff; 0 where nobody is on it."""
    return probability(dot(weights or page_weights(), facts)) if facts["many"] else 0.0
