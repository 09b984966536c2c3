"""Colleges and departments as the WEB-UIE paper finds them: definition 1 and definition 2, word for word (U2, U3a).

Definition 1: elements with one XPath, more than `min_units` (s > 4) of them, their corners in a row or a column at
equal distances; where a page was not drawn by a browser there are no corners, and the XPath decides alone.
Definition 2: a record matches when every string of it stands in the lexicon (colleges.data, 568 words, "computer
science" one of them); a set of which more than W match is one of colleges, and then all its elements are.
The lexicon is English, as the paper's; a Chinese name matches by its last character (院, 系, 部, 所).

>>> matches("School of Computer Science"), matches("College news"), matches("Engineering & Public Policy")
(True, False, True)
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

from motherlode.dom.layout import boxes
from motherlode.dom.tree import Tree
from motherlode.extract.lists.units import aligned
from motherlode.extract.people.lines import Line, Run, lines_of, signature
from motherlode.extract.people.params import UnitParams
from motherlode.extract.people.units import link_near
from motherlode.extract.people.wordlists import entries
from motherlode.extract.people.words import CJK
from motherlode.model.evidence import Evidence
from motherlode.model.people import Unit, UnitKind

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
