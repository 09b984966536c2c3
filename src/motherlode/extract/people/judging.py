"""Whether a page presents the people of an institution, or only mentions some (U5): one judgement for the whole page.

News, talks, lists of students, course pages and minutes name people too, and are no lists of staff. What tells them
apart is how the names stand on the page (in one repeated place, with titles and e-mail, without running text around
them) together with what the page calls itself.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from statistics import fmean

from motherlode.dom.tree import Tree
from motherlode.extract.people.candidates import Candidate, name_key
from motherlode.extract.people.lines import Line
from motherlode.extract.people.names import parse
from motherlode.extract.people.scoring import probability
from motherlode.extract.people.words import slug_of, slug_score, staff_score
from motherlode.model.people import Person

PAGE_FEATURES = (
    "many", "one", "listed", "titled", "mailed", "linked", "own_words", "own_never", "slug_words", "slug_never",
    "dense", "prose", "dated", "group", "sure", "roster", "self",
    "profile",
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
    titled = fmean([bool(p.title) for p in people]) if people else 0.0
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
        "profile": float(any(bool(p.title or p.email) and name_key(p.name) == about for p in people)),
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
    if not facts["many"]:
        return 0.0
    weights = weights or page_weights()
    value = weights["bias"] + sum(weights.get(name, 0.0) * fact for name, fact in facts.items())
    return probability(value)


__all__ = ["PAGE_FEATURES", "own_names", "page_features", "page_weights", "slug_of", "staff_probability"]
