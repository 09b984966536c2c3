"""The WEB-UIE paper's own way, word for word, as a baseline: people (U4, U5, U7, U8) and units (U2, U3a).

People are the names, matched above W, of repeating units (definition 3, algorithm 1), with title words.
Definition 1 of units: elements with one XPath, more than `min_units` (s > 4) of them, their corners in a row or a
column at equal distances; where a page was not drawn by a browser there are no corners, and the XPath decides alone.
Definition 2: a record matches when every string of it stands in the lexicon (colleges.data, 568 words, "computer
science" one of them); a set of which more than W match is one of colleges, and then all its elements are.
The lexicon is English, as the paper's; a Chinese name matches by its last character (院, 系, 部, 所).

>>> matches("School of Computer Science"), matches("College news"), matches("Engineering & Public Policy")
(True, False, True)
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache

from motherlode.dom.layout import boxes
from motherlode.dom.tree import TEXT, Tree
from motherlode.extract.people.lexicon import Lexicon, entries, fold_word, from_file
from motherlode.extract.people.lines import Line, Run, lines_of, signature
from motherlode.extract.people.params import PeopleParams, UnitParams
from motherlode.extract.people.records import absolute
from motherlode.extract.people.units import link_near
from motherlode.extract.units import Ranges, aligned, also, repeating_units
from motherlode.lang import CJK
from motherlode.model.evidence import Evidence
from motherlode.model.people import Person, Unit, UnitKind

_NAME = re.compile(
    r"^(?:Dr\.?|Prof\.?|Professor|Mr\.?|Ms\.?|Mrs\.?)?\s*"
    r"((?:[^\W\d_a-z][\w.'’\-]*)(?: [^\W\d_a-z][\w.'’\-]*){1,4})(?=$|[,(])"
)
_TITLE = re.compile(r"(?:associate |assistant )?professor|lecturer|instructor", re.IGNORECASE)


def by_paper(tree: Tree, url: str, params: PeopleParams) -> list[Person]:
    """The people of every set of repeating units of which more than W hold a listed name."""
    lexicon = from_file(params.names_file)
    found: dict[int, Person] = {}
    for units in repeating_units(tree, params.similarity, params.min_units + 1):
        named = [unit for unit in units if any(True for _ in _names(tree, unit, lexicon))]
        if len(named) / len(units) <= params.match_rate:
            continue
        path = _name_path(tree, named, lexicon)
        for unit in also(tree, units, params.similarity):
            for text_node, name in _at_path(tree, unit, path):
                found.setdefault(text_node, _person(tree, unit, text_node, name, url))
    return _once(found[node] for node in sorted(found))


def _texts(tree: Tree, unit: tuple[int, int]) -> Iterator[tuple[int, str]]:
    for node in range(*unit):
        if tree.tags[node] == TEXT and (text := " ".join(tree.texts[node].split())):
            yield node, text


def name_in(text: str) -> str:
    """A text that reads as capitalised words with single spaces between them, or an empty string."""
    match = _NAME.match(text)
    return match[1] if match else ""


def is_listed(name: str, lexicon: Lexicon) -> bool:
    """Whether first or last word stand in the lists of names (Name.data) and no word is an ordinary one."""
    words = [fold_word(word) for word in name.split()]
    listed = len(words) > 1 and (words[0] in lexicon.given or words[-1] in lexicon.family)
    return listed and not any(word in lexicon.words and not lexicon.is_name(word) for word in words)


def _names(tree: Tree, unit: tuple[int, int], lexicon: Lexicon) -> Iterator[tuple[int, str]]:
    for node, text in _texts(tree, unit):
        name = name_in(text)
        if name and is_listed(name, lexicon):
            yield node, name


def _path(tree: Tree, node: int) -> str:
    return signature(tree, tree.parents[node], 0, classes=False)


def _name_path(tree: Tree, named: Ranges, lexicon: Lexicon) -> str:
    """The path at which most listed names stand."""
    count = Counter(_path(tree, node) for unit in named for node, _ in _names(tree, unit, lexicon))
    return count.most_common(1)[0][0]


def _at_path(tree: Tree, unit: tuple[int, int], path: str) -> Iterator[tuple[int, str]]:
    for node, text in _texts(tree, unit):
        if (name := name_in(text)) and _path(tree, node) == path:
            yield node, name
            return


def _person(tree: Tree, unit: tuple[int, int], node: int, name: str, url: str) -> Person:
    text = " ".join(text for _, text in _texts(tree, unit))
    match = _TITLE.search(text)
    title = match[0] if match else ""
    link, at = "", tree.parents[node]
    for _ in range(3):
        if at >= 0 and tree.tags[at] == "a":
            link = absolute(tree.attribute(at, "href"), url)
            break
        at = tree.parents[at] if at >= 0 else -1
    evidence = {"name": Evidence(rule="repeating unit", path=_path(tree, node), page=url)}
    return Person(name=name, title=title, rank=title.lower(), url=link, evidence=evidence)


def _once(people: Iterator[Person]) -> list[Person]:
    kept: dict[str, Person] = {}
    for person in people:
        kept.setdefault(person.name, person)
    return list(kept.values())


def by_lexicon(tree: Tree, url: str, params: PeopleParams) -> list[Person]:
    """A baseline with nothing but the list: every text that reads as a listed name, and the title behind it."""
    lexicon = from_file(params.names_file)
    texts = list(_texts(tree, (0, len(tree))))
    found: dict[str, Person] = {}
    for place, (node, text) in enumerate(texts):
        name = name_in(text)
        if not name or not is_listed(name, lexicon):
            continue
        match = next((m for _, after in texts[place : place + 3] if (m := _TITLE.search(after))), None)
        title = match[0] if match else ""
        evidence = {"name": Evidence("lexicon", _path(tree, node), url)}
        found.setdefault(name, Person(name=name, title=title, rank=title.lower(), evidence=evidence))
    return list(found.values())


_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_CONNECTING = frozenset({"of", "and", "the", "for", "in", "at", "a"})
_CHINESE = re.compile(r"^[\u3400-\u9fff]{2,14}[院系部所]$")
LONGEST = 5
"""Words of the longest name in the lexicon."""

MOST_LETTERS = 110


@cache
def lexicon() -> frozenset[str]:
    """colleges.data"""
    return frozenset(entries("colleges"))


def strings_of(text: str) -> list[str]:
    """The strings of a record: names of several words that the lexicon has are one, joining words are none.

    >>> strings_of("Department of Computer Science and Law")
    ['department', 'computer science', 'law']
    """
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    found, at = [], 0
    while at < len(words):
        for size in range(min(LONGEST, len(words) - at), 0, -1):
            name = " ".join(words[at : at + size])
            if size == 1 or name in lexicon():
                break
        if name not in _CONNECTING:
            found.append(name)
        at += size
    return found


def matches(text: str) -> bool:
    """Definition 2: whether every string of a record is in the lexicon."""
    if CJK.search(text):
        return bool(_CHINESE.match(text.strip()))
    strings = strings_of(text)
    return bool(strings) and all(string in lexicon() for string in strings)


def by_record_sets(tree: Tree, url: str, within: UnitKind, params: UnitParams) -> list[Unit]:
    """The units of a page by definitions 1 and 2; all elements of a set that matches."""
    drawn = boxes(tree)
    groups: dict[str, list[tuple[Line, Run]]] = defaultdict(list)
    for line in lines_of(tree):
        for run in line.runs:
            if len(run.text) <= MOST_LETTERS:
                groups[signature(tree, tree.parents[run.node], 0, classes=False)].append((line, run))
    kind: UnitKind = "college" if within == "university" else "department"
    found: dict[str, Unit] = {}
    for path, group in groups.items():
        places = [drawn[tree.parents[run.node]] for _, run in group if tree.parents[run.node] in drawn]
        if len(group) <= params.min_units or (len(places) == len(group) and not aligned(places)):
            continue
        share = sum(matches(run.text) for _, run in group) / len(group)
        if share <= params.match_rate:
            continue
        for _, run in group:
            name = " ".join(run.text.split())
            evidence = Evidence(rule=f"record set, {share:.0%} in the lexicon", path=path, page=url)
            found.setdefault(name, Unit(name, kind, link_near(tree, run.node, run.link, url), 1.0, evidence))
    return list(found.values())
