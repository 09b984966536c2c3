"""The paper's own pipeline (U4, U5, U7, U8), as a baseline: repeating units, names matched above W, title words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from motherlode.dom.tree import TEXT, Tree
from motherlode.extract.people.lexicon import Lexicon, fold_word, from_file
from motherlode.extract.people.lines import SKIPPED, signature
from motherlode.extract.people.params import PeopleParams
from motherlode.extract.people.records import absolute
from motherlode.extract.people.repeats import Similarity, repeating_units
from motherlode.model.evidence import Evidence
from motherlode.model.people import Person

_NAME = re.compile(
    r"^(?:Dr\.?|Prof\.?|Professor|Mr\.?|Ms\.?|Mrs\.?)?\s*"
    r"((?:[^\W\d_a-z][\w.'’\-]*)(?: [^\W\d_a-z][\w.'’\-]*){1,4})(?=$|[,(])"
)
_TITLE = re.compile(r"(?:associate |assistant )?professor|lecturer|instructor", re.IGNORECASE)


def by_paper(tree: Tree, url: str, params: PeopleParams) -> list[Person]:
    """The people of every set of repeating units of which more than W hold a listed name."""
    lexicon = from_file(params.names_file)
    similarity = Similarity(tree)
    found: dict[int, Person] = {}
    for node in range(len(tree)):
        if tree.tags[node] == TEXT or tree.tags[node] in SKIPPED or tree.ends[node] - node <= params.min_units:
            continue
        units = repeating_units(tree, node, similarity, params.similarity, params.min_units)
        if len(units) <= params.min_units:
            continue
        named = [unit for unit in units if any(True for _ in _names(tree, unit, lexicon))]
        if len(named) / len(units) <= params.match_rate:
            continue
        path = _name_path(tree, named, lexicon)
        for unit in [*units, *_elsewhere(tree, units, similarity, params)]:
            for text_node, name in _at_path(tree, unit, path):
                found.setdefault(text_node, _person(tree, unit, text_node, name, url))
    return _once(found[node] for node in sorted(found))


def _texts(tree: Tree, unit: Sequence[int]) -> Iterator[tuple[int, str]]:
    for root in unit:
        for node in range(root, tree.ends[root]):
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


def _names(tree: Tree, unit: Sequence[int], lexicon: Lexicon) -> Iterator[tuple[int, str]]:
    for node, text in _texts(tree, unit):
        name = name_in(text)
        if name and is_listed(name, lexicon):
            yield node, name


def _path(tree: Tree, node: int) -> str:
    return signature(tree, tree.parents[node], 0, classes=False)


def _name_path(tree: Tree, named: Sequence[Sequence[int]], lexicon: Lexicon) -> str:
    """The path at which most listed names stand."""
    count = Counter(_path(tree, node) for unit in named for node, _ in _names(tree, unit, lexicon))
    return count.most_common(1)[0][0]


def _at_path(tree: Tree, unit: Sequence[int], path: str) -> Iterator[tuple[int, str]]:
    for node, text in _texts(tree, unit):
        if (name := name_in(text)) and _path(tree, node) == path:
            yield node, name
            return


def _elsewhere(
    tree: Tree, units: Sequence[Sequence[int]], similarity: Similarity, params: PeopleParams
) -> Iterator[list[int]]:
    """Records that are not contiguous: same path, similar to a known record (U8)."""
    known = {node for unit in units for node in unit}
    first = units[0]
    if len(first) != 1:
        return
    path = _path(tree, first[0] + 1) if first[0] + 1 < len(tree) else ""
    tag, depth = tree.tags[first[0]], tree.depths[first[0]]
    for node in range(len(tree)):
        if node not in known and tree.tags[node] == tag and tree.depths[node] == depth and node + 1 < len(tree):
            same = tree.ends[node] > node + 1 and _path(tree, node + 1) == path
            if same and similarity.of(first, [node]) > params.similarity:
                yield [node]


def _person(tree: Tree, unit: Sequence[int], node: int, name: str, url: str) -> Person:
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
    texts = list(_texts(tree, [0])) if len(tree) else []
    found: dict[str, Person] = {}
    for place, (node, text) in enumerate(texts):
        name = name_in(text)
        if not name or not is_listed(name, lexicon):
            continue
        match = next((m for _, after in texts[place : place + 3] if (m := _TITLE.search(after))), None)
        title = match[0] if match else ""
        found.setdefault(
            name,
            Person(
                name=name,
                title=title,
                rank=title.lower(),
                evidence={"name": Evidence("lexicon", _path(tree, node), url)},
            ),
        )
    return list(found.values())
