"""A rule that names the records of a source: stored, written as XPath and CSS a person can paste, matched (E6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from motherlode.dom.labels import class_names
from motherlode.dom.tree import HIDDEN_TAGS, TEXT, Tree
from motherlode.errors import ExtractError
from motherlode.extract.records.agreement import LEAST_COVERAGE
from motherlode.model.records import Wrapper


@dataclass(frozen=True, slots=True)
class Rule:
    """Where records begin and how far they go; `steps` run from the root upwards as (tag, class names)."""

    steps: tuple[tuple[str, tuple[str, ...]], ...]
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    """a descendant that no record has, but all else that fits the steps: headings, pagers, tables around records"""
    group: tuple[int, int] = (0, -1)
    """level above the roots and ordinal of the one container that counts; -1 for all"""
    shift: int = 0
    width: int = 1
    shared: tuple[str, ...] = ()
    """leaf paths that most records have; empty where no record was ever left out"""
    inner: tuple[str, ...] | None = None
    """kinds of siblings that stand in records behind their roots, where a record ends before any other; None where
    it goes on to the next root"""


def rule_of(wrapper: Wrapper) -> Rule:
    """A wrapper's rule from its stored form."""
    kept: dict[str, Any] = dict(wrapper.rule)
    try:
        return Rule(
            steps=tuple((str(tag), tuple(names)) for tag, names in kept["steps"]),
            has=tuple(kept.get("has", ())),
            lacks=tuple(kept.get("lacks", ())),
            group=(int(kept.get("group", (0, -1))[0]), int(kept.get("group", (0, -1))[1])),
            shift=int(kept.get("shift", 0)),
            width=int(kept.get("width", 1)),
            shared=tuple(kept.get("shared", ())),
            inner=None if kept.get("inner") is None else tuple(kept["inner"]),
        )
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ExtractError(f"the stored wrapper of {wrapper.source or 'this source'} is damaged: {error}") from error


def xpath_of(rule: Rule) -> str:
    """The entity item as XPath.

    >>> xpath_of(Rule(steps=(("li", ("item",)), ("ul", ())), has=("a",)))
    "//ul/li[contains(concat(' ', normalize-space(@class), ' '), ' item ')][a]"
    """
    parts = []
    for tag, names in reversed(rule.steps):
        tests = "".join(f"[contains(concat(' ', normalize-space(@class), ' '), ' {name} ')]" for name in names)
        parts.append(("text()" if tag == TEXT else tag) + tests)
    has, lacks = ("/".join("text()" if tag == TEXT else tag for tag in path) for path in (rule.has, rule.lacks))
    return "//" + "/".join(parts) + (f"[{has}]" if has else "") + (f"[not({lacks})]" if lacks else "")


def css_of(rule: Rule) -> str:
    """The entity item as CSS; text nodes, which CSS cannot name, by the element around them.

    >>> css_of(Rule(steps=(("li", ("item",)), ("ul", ())), has=("a",)))
    'ul > li.item:has(> a)'
    >>> css_of(Rule(steps=(("tr", ()),), lacks=("td", "table")))
    'tr:not(:has(> td > table))'
    """
    steps = [(tag, names) for tag, names in reversed(rule.steps) if tag != TEXT]
    parts = [tag + "".join(f".{_escaped(name)}" for name in names) for tag, names in steps]
    has, lacks = (" > ".join(tag for tag in path if tag != TEXT) for path in (rule.has, rule.lacks))
    lacks = "" if TEXT in rule.lacks else lacks
    return " > ".join(parts) + (f":has(> {has})" if has else "") + (f":not(:has(> {lacks}))" if lacks else "")


def _escaped(name: str) -> str:
    return "".join(c if c.isalnum() or c in "-_" or ord(c) > 127 else f"\\{c}" for c in name)


MOST_STEPS = 12
"""Steps above the record's root that a rule may name."""


def names_of(tree: Tree, node: int) -> tuple[str, ...]:
    value = tree.classes[node]
    return tuple(class_names(value).split()) if value else ()


def match(tree: Tree, rule: Rule) -> list[int]:
    """The roots of a rule on a page; of nodes in each other the outermost."""
    kept: list[int] = []
    for node in fitting(tree, rule):
        if not kept or node >= tree.ends[kept[-1]]:
            kept.append(node)
    return kept


def fitting(tree: Tree, rule: Rule) -> list[int]:
    """All nodes that fit a rule, those in each other too."""
    tags, parents = tree.tags, tree.parents
    tag, names = rule.steps[0]
    found = []
    known: dict[tuple[int, int], bool] = {}
    for node, its_tag in enumerate(tags):
        if its_tag != tag or (names and not set(names) <= set(names_of(tree, node))):
            continue
        if len(rule.steps) > 1 and not _above(tree, parents[node], 1, rule.steps, known):
            continue
        if rule.has and not _has(tree, node, rule.has):
            continue
        if rule.lacks and _has(tree, node, rule.lacks):
            continue
        found.append(node)
    if rule.group[1] >= 0:
        owners = [ancestor(tree, node, rule.group[0]) for node in found]
        order = list(dict.fromkeys(owners))
        wanted = order[rule.group[1]] if rule.group[1] < len(order) else -1
        found = [node for node, owner in zip(found, owners, strict=True) if owner == wanted]
    return found


def _above(
    tree: Tree, node: int, at: int, steps: Sequence[tuple[str, tuple[str, ...]]], known: dict[tuple[int, int], bool]
) -> bool:
    """Whether the steps above fit; remembered, since siblings share them."""
    first = (node, at)
    if first in known:
        return known[first]
    fits = True
    while at < len(steps):
        tag, names = steps[at]
        if node < 0 or tree.tags[node] != tag or (names and not set(names) <= set(names_of(tree, node))):
            fits = False
            break
        node, at = tree.parents[node], at + 1
    known[first] = fits
    return fits


def _has(tree: Tree, node: int, path: Sequence[str]) -> bool:
    """Whether a node has a descendant at that path of tags."""
    level = [node]
    for tag in path:
        level = [child for above in level for child in tree.children(above) if tree.tags[child] == tag]
        if not level:
            return False
    return not (path and path[-1] == TEXT) or any(tree.texts[i].strip() for i in level)


def ancestor(tree: Tree, node: int, levels: int) -> int:
    for _ in range(levels):
        node = tree.parents[node] if node > 0 else node
    return node


def is_shown(tree: Tree, node: int) -> bool:
    tag = tree.tags[node]
    return bool(tree.texts[node].strip()) if tag == TEXT else tag not in HIDDEN_TAGS


def shown_siblings(tree: Tree, start: int, limit: int) -> Iterator[int]:
    """Shown siblings from `start` on, up to `limit`."""
    while start < limit:
        if is_shown(tree, start):
            yield start
        start = tree.ends[start]


def cut(tree: Tree, rule: Rule) -> tuple[list[int], list[tuple[int, int]]]:
    """Roots and ranges of the records a rule finds."""
    roots = match(tree, rule)
    if not roots:
        return [], []
    parents, ends = tree.parents, tree.ends
    stops, last, widest = [ends[node] for node in roots], [len(roots) - 1], 0
    for i in range(len(roots) - 1):
        if parents[roots[i]] == parents[roots[i + 1]]:
            stops[i] = roots[i + 1]
            widest = max(widest, sum(1 for _ in shown_siblings(tree, roots[i], roots[i + 1])))
        else:
            last.append(i)
    widest = max(1, widest - rule.shift) if widest else rule.width  # what stands before a root is the next record's
    for i in last:
        limit = ends[parents[roots[i]]] if parents[roots[i]] >= 0 else ends[roots[i]]
        whole = list(shown_siblings(tree, roots[i], limit))[:widest]
        stops[i] = ends[whole[-1]] if whole else ends[roots[i]]
    starts = _starts(tree, roots, rule.shift) if rule.shift else list(roots)
    for i in range(len(roots)):
        stops[i] = min(stops[i], starts[i + 1]) if i + 1 < len(roots) else stops[i]
        if rule.inner is not None:
            stops[i] = _end_of(tree, roots[i], stops[i], rule.inner)
    ranges = list(zip(starts, stops, strict=True))
    if rule.shared:
        kept = [i for i in range(len(roots)) if _coverage(tree, ranges[i], rule.shared) >= LEAST_COVERAGE]
        roots, ranges = [roots[i] for i in kept], [ranges[i] for i in kept]
    return roots, ranges


def _starts(tree: Tree, roots: Sequence[int], steps: int) -> list[int]:
    """Where records begin: some siblings before their roots, as in the hypothesis they were learned from."""
    parents, ends = tree.parents, tree.ends
    starts = list(roots)
    for i, node in enumerate(roots):
        same = i > 0 and parents[roots[i - 1]] == parents[node]
        floor = ends[roots[i - 1]] if i > 0 else 0
        begin = floor if same else parents[node] + 1
        back = [before for before in shown_siblings(tree, begin, node) if before >= floor]
        if len(back) >= steps:
            starts[i] = back[-steps]
    return starts


def _end_of(tree: Tree, root: int, stop: int, inner: Sequence[str]) -> int:
    """Where a record ends: before the first sibling of a kind that does not stand in records."""
    for node in shown_siblings(tree, tree.ends[root], stop):
        if kind_of(tree, node) not in inner:
            return node
    return stop


def kind_of(tree: Tree, node: int) -> str:
    """The tag and class names of a node, as a rule keeps them."""
    return " ".join((tree.tags[node], *names_of(tree, node)))


def leaf_paths(tree: Tree, start: int, end: int) -> set[str]:
    """The tag paths of the texts and images of a record, from its own level down."""
    found: set[str] = set()
    open_nodes: list[tuple[int, str]] = []
    i = start
    while i < end:
        while open_nodes and i >= open_nodes[-1][0]:
            open_nodes.pop()
        tag = tree.tags[i]
        path = f"{open_nodes[-1][1]}/{tag}" if open_nodes else tag
        if tag == TEXT:
            if any(c.isalnum() for c in tree.texts[i]):
                found.add(path)
        elif tag in HIDDEN_TAGS:
            i = tree.ends[i]
            continue
        else:
            if tag == "img":
                found.add(path)
            if tree.ends[i] > i + 1:
                open_nodes.append((tree.ends[i], path))
        i += 1
    return found


def _coverage(tree: Tree, span: tuple[int, int], shared: Sequence[str]) -> float:
    paths = leaf_paths(tree, *span)
    return sum(path in paths for path in shared) / len(shared)


def common_steps(tree: Tree, roots: Sequence[int], most: int = MOST_STEPS) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Tags and shared class names from the roots upwards, as far as all roots agree on the tags."""
    steps: list[tuple[str, tuple[str, ...]]] = []
    level = list(dict.fromkeys(roots))
    while level and len(steps) < most:
        tags = {tree.tags[node] for node in level}
        if len(tags) != 1 or min(level) <= 0:
            break
        names = set(names_of(tree, level[0]))
        for node in level[1:]:
            names &= set(names_of(tree, node))
        steps.append((tags.pop(), tuple(sorted(names))))
        level = list(dict.fromkeys(tree.parents[node] for node in level))
    return tuple(steps) or ((tree.tags[roots[0]], ()),)
