"""The rule learned for a source: entity item and semantic items, stored and applied to its next pages (E6).

A rule names the record's root by tag, class names and the steps above it, the descendant every record has, how many
siblings belong to a record, and the leaf paths records share. It is written as XPath and CSS a person can paste.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from motherlode.dom.labels import class_names
from motherlode.dom.tree import HIDDEN_TAGS, TEXT, Tree
from motherlode.errors import ExtractError
from motherlode.extract.regions.agreement import LEAST_COVERAGE
from motherlode.extract.regions.columns import tabulate
from motherlode.extract.regions.counts import counted
from motherlode.extract.regions.leaves import shown_texts
from motherlode.model.evidence import Term, Verdict
from motherlode.model.records import Column, Record, Region, Wrapper

MOST_STEPS = 12
"""Steps above the record's root that a rule may name."""

LEAST_FILLED = 0.5
"""A column that was filled in nine of ten records and now in less than this share of that means drift."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Where records begin and how far they go; `steps` run from the root upwards as (tag, class names)."""

    steps: tuple[tuple[str, tuple[str, ...]], ...]
    has: tuple[str, ...] = ()
    group: tuple[int, int] = (0, -1)
    """level above the roots and ordinal of the one container that counts; -1 for all"""
    shift: int = 0
    width: int = 1
    shared: tuple[str, ...] = ()
    """leaf paths that most records have; empty where no record was ever left out"""


def learn(tree: Tree, region: Region, source: str = "") -> Wrapper:
    """The rule that finds a region's records again, checked on the page it was learned from."""
    if not region.records:
        raise ExtractError("a wrapper cannot be learned from a list without records")
    rule = _rule(tree, region)
    items = tuple(column for column in region.columns)
    return Wrapper(
        source=source,
        entity_xpath=xpath_of(rule),
        entity_css=css_of(rule),
        items=items,
        rule=asdict(rule),
    )


def apply(wrapper: Wrapper, tree: Tree, url: str = "") -> Region:
    """The records a wrapper finds on a page; none where the page does not fit."""
    rule = rule_of(wrapper)
    roots, ranges = cut(tree, rule)
    return assemble(tree, ranges, roots, 1.0, url, wrapper.items, path=wrapper.entity_xpath, method="wrapper")


def verify(wrapper: Wrapper, region: Region, tree: Tree) -> Verdict:
    """Whether what a wrapper found can be right: the page's own count, and the columns that were always filled."""
    found = len(region.records)
    if found == 0:
        return Verdict(False, "empty", f"{wrapper.entity_css} finds nothing on this page")
    said = counted(tree).on_page
    if said is not None and said <= 500 and found < said and abs(said - found) > max(1, 0.05 * said):
        return Verdict(False, "count", f"the page says it shows {said} records, the rule finds {found}")
    filled = {column.name: column.filled for column in region.columns}
    for column in wrapper.items:
        if column.filled >= 0.9 and filled.get(column.name, 0.0) < LEAST_FILLED * column.filled:
            return Verdict(False, "column", f"the column '{column.name}' was always filled and now is not")
    return Verdict(True, "fits", f"{found} records, all required columns filled")


def rule_of(wrapper: Wrapper) -> Rule:
    """A wrapper's rule from its stored form."""
    kept: dict[str, Any] = dict(wrapper.rule)
    try:
        return Rule(
            steps=tuple((str(tag), tuple(names)) for tag, names in kept["steps"]),
            has=tuple(kept.get("has", ())),
            group=(int(kept.get("group", (0, -1))[0]), int(kept.get("group", (0, -1))[1])),
            shift=int(kept.get("shift", 0)),
            width=int(kept.get("width", 1)),
            shared=tuple(kept.get("shared", ())),
        )
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ExtractError(f"the stored wrapper of {wrapper.source or 'this source'} is damaged: {error}") from error


def assemble(
    tree: Tree,
    ranges: Sequence[tuple[int, int]],
    roots: Sequence[int],
    score: float,
    url: str = "",
    known: Sequence[Column] = (),
    *,
    path: str = "",
    method: str = "ours",
    terms: tuple[Term, ...] = (),
) -> Region:
    """A region with its texts, columns and fields from the ranges of its records."""
    table = tabulate(tree, ranges, known, url)
    records = tuple(
        Record(texts=shown_texts(tree, start, end), fields=row, links=links, nodes=(start, end))
        for (start, end), row, links in zip(ranges, table.rows, table.links, strict=True)
    )
    return Region(
        score=score,
        path=path or path_to(tree, roots),
        columns=table.columns,
        records=records,
        terms=terms,
        roots=tuple(roots),
        method=method,
    )


def path_to(tree: Tree, roots: Sequence[int]) -> str:
    """A readable XPath of some roots: the steps they share, with class names."""
    return xpath_of(Rule(steps=_common_steps(tree, roots, 4))) if roots else ""


# --- matching -------------------------------------------------------------------------------------------------------


def _names(tree: Tree, node: int) -> tuple[str, ...]:
    value = tree.attributes[node].get("class") if tree.attributes[node] else ""
    return tuple(class_names(value).split()) if value else ()


def _match(tree: Tree, rule: Rule) -> list[int]:
    """The roots of a rule on a page."""
    tags, parents = tree.tags, tree.parents
    tag, names = rule.steps[0]
    found = []
    known: dict[tuple[int, int], bool] = {}
    for node, its_tag in enumerate(tags):
        if its_tag != tag or (names and not set(names) <= set(_names(tree, node))):
            continue
        if len(rule.steps) > 1 and not _above(tree, parents[node], 1, rule.steps, known):
            continue
        if rule.has and not _has(tree, node, rule.has):
            continue
        found.append(node)
    if rule.group[1] >= 0:
        owners = [_ancestor(tree, node, rule.group[0]) for node in found]
        order = list(dict.fromkeys(owners))
        wanted = order[rule.group[1]] if rule.group[1] < len(order) else -1
        found = [node for node, owner in zip(found, owners, strict=True) if owner == wanted]
    kept: list[int] = []
    for node in found:
        if not kept or node >= tree.ends[kept[-1]]:
            kept.append(node)
    return kept


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
        if node < 0 or tree.tags[node] != tag or (names and not set(names) <= set(_names(tree, node))):
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


def _ancestor(tree: Tree, node: int, levels: int) -> int:
    for _ in range(levels):
        node = tree.parents[node] if node > 0 else node
    return node


def _shown(tree: Tree, node: int) -> bool:
    tag = tree.tags[node]
    return bool(tree.texts[node].strip()) if tag == TEXT else tag not in HIDDEN_TAGS


def _siblings(tree: Tree, start: int, limit: int) -> Iterator[int]:
    """Shown siblings from `start` on, up to `limit`."""
    while start < limit:
        if _shown(tree, start):
            yield start
        start = tree.ends[start]


def cut(tree: Tree, rule: Rule) -> tuple[list[int], list[tuple[int, int]]]:
    """Roots and ranges of the records a rule finds."""
    roots = _match(tree, rule)
    if not roots:
        return [], []
    parents, ends = tree.parents, tree.ends
    stops, last, widest = [ends[node] for node in roots], [], 0
    for i in range(len(roots) - 1):
        if parents[roots[i]] == parents[roots[i + 1]]:
            stops[i] = roots[i + 1]
            widest = max(widest, sum(1 for _ in _siblings(tree, roots[i], roots[i + 1])))
        else:
            last.append(i)
    widest = widest or rule.width
    for i in [*last, len(roots) - 1]:
        limit = ends[parents[roots[i]]] if parents[roots[i]] >= 0 else ends[roots[i]]
        whole = list(_siblings(tree, roots[i], limit))[:widest]
        stops[i] = ends[whole[-1]] if whole else ends[roots[i]]
    starts = list(roots)
    if rule.shift:
        _shift(tree, roots, starts, stops, rule.shift)
    for i in range(len(roots) - 1):
        stops[i] = min(stops[i], starts[i + 1])
    ranges = list(zip(starts, stops, strict=True))
    if rule.shared:
        kept = [i for i in range(len(roots)) if _coverage(tree, ranges[i], rule.shared) >= LEAST_COVERAGE]
        roots, ranges = [roots[i] for i in kept], [ranges[i] for i in kept]
    return roots, ranges


def _shift(tree: Tree, roots: Sequence[int], starts: list[int], stops: list[int], steps: int) -> None:
    """Begins every record some siblings earlier, as in the hypothesis it was learned from."""
    parents, ends = tree.parents, tree.ends
    for i, node in enumerate(roots):
        same = i > 0 and parents[roots[i - 1]] == parents[node]
        floor = ends[roots[i - 1]] if i > 0 else 0
        begin = ends[roots[i - 1]] if same else parents[node] + 1
        back = [before for before in _siblings(tree, begin, node) if before >= floor][::-1][:6]
        if len(back) >= steps:
            starts[i] = back[steps - 1]
        if same:
            stops[i - 1] = starts[i]
        elif i > 0:
            stops[i - 1] = _give_back(tree, roots[i - 1], stops[i - 1], steps)
    stops[-1] = _give_back(tree, roots[-1], stops[-1], steps)


def _give_back(tree: Tree, root: int, stop: int, steps: int) -> int:
    nodes = [root, *_siblings(tree, tree.ends[root], stop)]
    return tree.ends[nodes[max(0, len(nodes) - 1 - steps)]]


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


# --- learning -------------------------------------------------------------------------------------------------------


def _rule(tree: Tree, region: Region) -> Rule:
    """The plainest rule that gives exactly these records, or the one that comes nearest."""
    wanted = [record.nodes for record in region.records]
    roots = list(region.roots)
    shift = _shift_of(tree, roots[0], wanted[0][0])
    width = max(sum(1 for _ in _siblings(tree, root, end)) for root, (_, end) in zip(roots, wanted, strict=True))
    shared = _shared(tree, wanted)
    best, best_fit = None, -1.0
    for steps, has, group in _forms(tree, roots):
        rule = Rule(steps=steps, has=has, group=group, shift=shift, width=max(1, width))
        got = _match(tree, rule)
        if not set(roots) <= set(got):
            continue
        for tried in (rule, replace(rule, shared=shared)) if shared else (rule,):
            _, ranges = cut(tree, tried)
            if ranges == wanted:
                return tried
            fit = len(set(ranges) & set(wanted)) / max(len(ranges), len(wanted))
            if fit > best_fit:
                best, best_fit = tried, fit
    if best is None:
        steps = _common_steps(tree, roots)
        best = Rule(steps=steps[:1], shift=shift, width=max(1, width))
    return best


def _forms(tree: Tree, roots: Sequence[int]) -> Iterator[tuple[Any, tuple[str, ...], tuple[int, int]]]:
    """Rules from plain to particular: some steps with class names, the same without, then what records must have."""
    steps = _common_steps(tree, roots)
    bare = tuple((tag, ()) for tag, _ in steps)
    lengths = [n for n in (3, 2, 4, 5, 6, 8, len(steps), 1) if n <= len(steps)]
    for has in ((), *_descendants(tree, roots)):
        for length in dict.fromkeys(lengths):
            yield steps[:length], has, (0, -1)
            if steps[:length] != bare[:length]:
                yield bare[:length], has, (0, -1)
    for level in (1, 2, 3):
        owners = {_ancestor(tree, root, level) for root in roots}
        if len(owners) == 1:
            rule = Rule(steps=steps)
            order = list(dict.fromkeys(_ancestor(tree, node, level) for node in _match(tree, rule)))
            ordinal = order.index(owners.pop()) if owners <= set(order) else -1
            yield steps, (), (level, ordinal)


def _common_steps(
    tree: Tree, roots: Sequence[int], most: int = MOST_STEPS
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Tags and shared class names from the roots upwards, as far as all roots agree on the tags."""
    steps: list[tuple[str, tuple[str, ...]]] = []
    level = list(dict.fromkeys(roots))
    while level and len(steps) < most:
        tags = {tree.tags[node] for node in level}
        if len(tags) != 1 or min(level) <= 0:
            break
        names = set(_names(tree, level[0]))
        for node in level[1:]:
            names &= set(_names(tree, node))
        steps.append((tags.pop(), tuple(sorted(names))))
        level = list(dict.fromkeys(tree.parents[node] for node in level))
    return tuple(steps) or ((tree.tags[roots[0]], ()),)


def _descendants(tree: Tree, roots: Sequence[int]) -> list[tuple[str, ...]]:
    """Paths of tags that all roots have below them, the shortest first."""
    common: set[tuple[str, ...]] | None = None
    for root in roots:
        paths: set[tuple[str, ...]] = set()
        base = tree.depths[root]
        trail: list[str] = []
        for i in range(root + 1, min(tree.ends[root], root + 400)):
            depth = tree.depths[i] - base
            if depth > 5 or not _shown(tree, i):
                continue
            del trail[depth - 1 :]
            trail.append(tree.tags[i])
            if len(trail) == depth:
                paths.add(tuple(trail))
        common = paths if common is None else common & paths
        if not common:
            return []
    return sorted(common or (), key=lambda path: (len(path), path))[:40]


def _shift_of(tree: Tree, root: int, start: int) -> int:
    return sum(1 for _ in _siblings(tree, start, root))


def _shared(tree: Tree, ranges: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    counts: Counter[str] = Counter(path for span in ranges for path in leaf_paths(tree, *span))
    return tuple(sorted(path for path, times in counts.items() if times >= max(2, 0.5 * len(ranges))))


# --- writing --------------------------------------------------------------------------------------------------------


def xpath_of(rule: Rule) -> str:
    """The entity item as XPath.

    >>> xpath_of(Rule(steps=(("li", ("item",)), ("ul", ())), has=("a",)))
    "//ul/li[contains(concat(' ', normalize-space(@class), ' '), ' item ')][a]"
    """
    parts = []
    for tag, names in reversed(rule.steps):
        tests = "".join(f"[contains(concat(' ', normalize-space(@class), ' '), ' {name} ')]" for name in names)
        parts.append(("text()" if tag == TEXT else tag) + tests)
    has = "/".join("text()" if tag == TEXT else tag for tag in rule.has)
    return "//" + "/".join(parts) + (f"[{has}]" if has else "")


def css_of(rule: Rule) -> str:
    """The entity item as CSS; text nodes, which CSS cannot name, by the element around them.

    >>> css_of(Rule(steps=(("li", ("item",)), ("ul", ())), has=("a",)))
    'ul > li.item:has(> a)'
    """
    steps = [(tag, names) for tag, names in reversed(rule.steps) if tag != TEXT]
    parts = [tag + "".join(f".{_escaped(name)}" for name in names) for tag, names in steps]
    has = " > ".join(tag for tag in rule.has if tag != TEXT)
    return " > ".join(parts) + (f":has(> {has})" if has else "")


def _escaped(name: str) -> str:
    return "".join(c if c.isalnum() or c in "-_" or ord(c) > 127 else f"\\{c}" for c in name)
