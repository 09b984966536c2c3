"""Where records begin and end, checked by what every record must have (E6).

The ranker chooses a cut by its looks. Here the cut is held against the list's edges, which tell what the middle
cannot: a record that begins one element late leaves the head of the first outside and takes a stranger into the last.
All parts of a record shift together, so the whole list is moved or none of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from motherlode.dom.labels import DATE, NUMBERING, PAGER, PRICE, STRONG, Array, View, class_names
from motherlode.dom.tree import TEXT
from motherlode.extract.records.counts import stated
from motherlode.extract.records.hypotheses import Hypothesis

AGREE = 0.8
"""Share of the records that must end as the edge of the list begins."""
FURTHEST = 6
"""Siblings that records may be moved by, as in the hypotheses."""
MOST_RECORDS = 2000
"""Longer lists are left as they are, so that a hostile page costs nothing here."""
LEAST_RECORDS = 3
"""Two records say nothing about what all of them have."""
HEADER_WORDS = 4
"""Words of a cell beyond which it is no heading of a column."""
BREAKS = frozenset({"br", "hr", "wbr"})

_LABEL = re.compile(r"\s{0,9}([^\W\d][^:：\d]{0,24})[:：]")

Sign = tuple[str, str, bool, str]


def repaired(page: View, cut: Hypothesis) -> Hypothesis:
    """The cut with its borders set right; the same cut where nothing speaks against them."""
    if not LEAST_RECORDS <= len(cut.roots) <= MOST_RECORDS:
        return cut
    cut = _without_header(page, cut)
    cut = _with_left_out(page, cut)
    row = _Row.of(page, cut)
    if row is None:
        return cut
    mended = row.begun_by_links() or row.parted_by_openings() or row.moved_back() or row.with_whole_end()
    return _filled(page, _with_first(page, mended))


def _filled(page: View, cut: Hypothesis) -> Hypothesis:
    """The cut without records that hold no text: a move may have left one at the end of the list."""
    keep = page.offset[cut.ends] > page.offset[cut.starts]
    if keep.all() or keep.sum() < LEAST_RECORDS:
        return cut
    roots = cut.roots[keep] if len(cut.roots) == len(keep) else cut.starts[keep]
    return replace(cut, roots=roots, starts=cut.starts[keep], ends=cut.ends[keep])


class _Row:
    """Records that are runs of siblings under one parent."""

    def __init__(self, page: View, cut: Hypothesis, nodes: list[int], begins: list[int], stop: int) -> None:
        self.page, self.cut, self.nodes, self.begins, self.stop = page, cut, nodes, begins, stop
        self.signs = [_sign(page, node) for node in nodes]

    @classmethod
    def of(cls, page: View, cut: Hypothesis) -> _Row | None:
        """None where the records do not follow each other under one parent."""
        tree, starts = page.tree, cut.starts.tolist()
        parent = tree.parents[starts[0]]
        if parent < 0 or any(tree.parents[start] != parent for start in starts):
            return None
        if any(end != start for end, start in zip(cut.ends.tolist(), starts[1:], strict=False)):
            return None
        nodes = _children(page, parent)
        place = {node: at for at, node in enumerate(nodes)}
        if any(start not in place for start in starts):
            return None
        last = int(cut.ends[-1])
        return cls(page, cut, nodes, [place[start] for start in starts], sum(node < last for node in nodes))

    def parted_by_openings(self) -> Hypothesis | None:
        """The records cut at every sibling that opens nearly all of them (a link or a label), where some hold it
        twice or the list goes on behind its end: the cut was built on a part that these records lack."""
        signs, bounds = self.signs, [*self.begins, self.stop]
        opening, often = Counter(signs[low] for low in self.begins).most_common(1)[0]
        inside = [Counter(signs[low:high]) for low, high in pairwise(bounds)]
        having = Counter(sign for record in inside for sign in record)
        usual = {sign for sign, count in having.items() if count >= AGREE * len(inside)} - {opening}
        once = sum(record[opening] == 1 for record in inside)
        if not (opening[2] or opening[3]) or not usual or min(often, once) < AGREE * len(inside):
            return None
        stop = self.stop
        while stop < len(signs) and signs[stop] in having:
            stop += 1
        starts = [at for at in range(self.begins[0], stop) if signs[at] == opening]
        parts = [set(signs[low:high]) & usual for low, high in pairwise([*starts, stop])]
        if len(starts) <= len(self.begins) or any(2 * len(part) < len(usual) for part in parts):
            return None
        roots = np.array([self.nodes[at] for at in starts], dtype=self.cut.roots.dtype)
        return replace(self._cut(starts, stop), roots=roots)

    def begun_by_links(self) -> Hypothesis | None:
        """The records cut anew where the run of siblings begins with a link that comes back once a record, and the
        records of the cut begin with something optional; None elsewhere."""
        signs, begins = self.signs, self.begins
        bounds = [*begins, self.stop]
        known = set(signs[begins[0] : self.stop])
        opening = Counter(signs[low] for low in begins).most_common(1)[0][0]
        first = begins[0]
        while first > 0 and signs[first - 1] in known:
            first -= 1
        links = [at for at in range(first, len(signs)) if signs[at] == signs[first]]
        if not signs[first][2] or any(signs[low][2] for low in begins) or signs[first][0] != opening[0]:
            return None
        widest = max(high - low for low, high in pairwise(bounds))
        gaps = [high - low for low, high in pairwise(links)]
        if len(links) < max(LEAST_RECORDS, len(begins)) or min(gaps) < 2 or max(gaps) > 2 * widest:
            return None
        stop = links[-1] + 1
        while stop < len(signs) and stop - links[-1] < max(gaps) and signs[stop] in known:
            stop += 1
        roots = np.array([self.nodes[at] for at in links], dtype=self.cut.roots.dtype)
        return replace(self._cut(links, stop), roots=roots)

    def moved_back(self) -> Hypothesis | None:
        """The records begun some siblings earlier, where the list's first head stands outside and its last record has
        none to give; None where no such move fits."""
        first, signs = self.begins[0], self.signs
        bounds = [*self.begins, self.stop]
        for steps in range(1, min(FURTHEST, first) + 1):
            head = signs[first - steps : first]
            if not any(sign[0] not in BREAKS for sign in head):
                continue
            tails = [signs[max(low, high - steps) : high] for low, high in pairwise(bounds)]
            narrow = any(high - low <= steps for low, high in pairwise(bounds[:-1]))
            fitting = sum(tail == head for tail in tails[:-1])
            if narrow or fitting < AGREE * (len(tails) - 1):
                continue
            if tails[-1] == head:
                if not self._goes_on():
                    continue
                bounds.append(self.stop + 1)
            if steps < min(FURTHEST, first) and self._longer(steps, bounds):
                continue
            return self._moved(steps, bounds)
        return None

    def _goes_on(self) -> bool:
        """Whether a record that was left out follows the last one."""
        opening = Counter(self.signs[low] for low in self.begins).most_common(1)[0][0]
        return self.stop < len(self.signs) and self.signs[self.stop] == opening

    def _longer(self, steps: int, bounds: Sequence[int]) -> bool:
        """Whether a move by one more sibling fits too: then the head is longer."""
        more, first = steps + 1, self.begins[0]
        head = self.signs[first - more : first]
        tails = [self.signs[max(low, high - more) : high] for low, high in pairwise(bounds[:-1])]
        if head[0][0] in BREAKS or any(high - low <= more for low, high in pairwise(bounds[:-1])):
            return False
        return sum(tail == head for tail in tails) >= AGREE * len(tails)

    def _moved(self, steps: int, bounds: Sequence[int]) -> Hypothesis:
        starts = [at - steps for at in bounds[:-1]]
        widest = max(high - low for low, high in pairwise(starts))
        inner = Counter(sign for low, high in pairwise(starts) for sign in self.signs[low + steps : high])
        stop = bounds[-2] + 1
        while stop < len(self.signs) and stop - starts[-1] < widest and inner[self.signs[stop]]:
            stop += 1
        return self._cut(starts, stop)

    def with_whole_end(self) -> Hypothesis:
        """The last record as long as the others may be: it takes the siblings that others have inside, and gives
        those away that no other has."""
        signs, bounds = self.signs, [*self.begins, self.stop]
        widest = max(high - low for low, high in pairwise(bounds[:-1]))
        if widest < 2:
            return self.cut
        inner: Counter[Sign] = Counter()
        opening = Counter(signs[low] for low in bounds[:-1])
        for low, high in pairwise(bounds[:-1]):
            inner.update(set(signs[low + 1 : high]))
        begin, stop = self.begins[-1], self.stop
        while (
            stop < len(signs)
            and stop - begin < widest
            and inner[signs[stop]] >= 2
            and not opening[signs[stop]]
            and not self._pager(self.nodes[stop])
        ):
            stop += 1
        while stop - begin > 1 and not inner[signs[stop - 1]] and not opening[signs[stop - 1]]:
            stop -= 1
        return self.cut if stop == self.stop else self._cut(self.begins, stop)

    def _pager(self, node: int) -> bool:
        leaves = self.page.leaf_range(node, self.page.tree.ends[node])
        return len(leaves) > 0 and all(int(self.page.leaf_kind[at]) & PAGER for at in leaves)

    def _cut(self, starts: Sequence[int], stop: int) -> Hypothesis:
        begin = np.array([self.nodes[at] for at in starts], dtype=self.cut.starts.dtype)
        end = np.append(begin[1:], self.page.tree.ends[self.nodes[stop - 1]]).astype(self.cut.ends.dtype)
        return replace(self.cut, starts=begin, ends=end)


def _sign(page: View, node: int) -> Sign:
    """What a sibling is, whatever it says: tag and class names, linked or not, its label, or that it is a number."""
    tree = page.tree
    tag = tree.tags[node]
    leaves = page.leaf_range(node, tree.ends[node])
    linked = bool(page.leaf_linked[leaves.start : leaves.stop].any())
    said = ""
    if len(leaves):
        text = tree.texts[int(page.leaves[leaves[0]])] or ""
        label = _LABEL.match(text)
        numbered = tag == TEXT and int(page.leaf_kind[leaves[0]]) & NUMBERING
        said = label[1].lower() if label else "a number" if numbered else ""
    return tag, class_names(tree.classes[node] or ""), linked, said


def _without_header(page: View, cut: Hypothesis) -> Hypothesis:
    """The records without a first one that only names the columns."""
    rows = [page.leaf_range(start, end) for start, end in zip(cut.starts.tolist(), cut.ends.tolist(), strict=True)]
    first, rest = rows[0], rows[1:]
    if len(first) < 2 or not _names_columns(page, first):
        return cut
    telling = sum(any(page.leaf_linked[at] or _tells(page, at) for at in row) for row in rest)
    alike = sum(_names_columns(page, row) for row in rest)
    if telling < AGREE * len(rest) or alike:
        return cut
    return replace(cut, roots=cut.roots[1:], starts=cut.starts[1:], ends=cut.ends[1:], dropped=cut.dropped + 1)


def _names_columns(page: View, row: range) -> bool:
    tree = page.tree
    return all(
        int(page.leaf_kind[at]) & STRONG
        and not page.leaf_linked[at]
        and not _tells(page, at)
        and len(tree.texts[int(page.leaves[at])].split()) <= HEADER_WORDS
        and not any(c.isdigit() for c in tree.texts[int(page.leaves[at])])
        for at in row
    )


def _tells(page: View, at: int) -> bool:
    return bool(int(page.leaf_kind[at]) & (DATE | PRICE | NUMBERING))


def _with_left_out(page: View, cut: Hypothesis) -> Hypothesis:
    """The records with those siblings of theirs that begin as they do: optional parts are missing there."""
    tree, spans = page.tree, _spans(cut)
    parent = tree.parents[spans[0][0]]
    if parent < 0 or any(tree.parents[start] != parent or tree.ends[start] > end for start, end in spans):
        return cut
    if any(_shown_between(page, tree.ends[start], end) for start, end in spans):
        return cut
    known = {start for start, _ in spans}
    kind = Counter((_sign(page, start), _opening(page, start)) for start in known).most_common(1)[0]
    if kind[1] < AGREE * len(spans) or not kind[0][0][2]:
        return cut
    inside = _children(page, parent)
    further = [node for node in inside if node not in known and (_sign(page, node), _opening(page, node)) == kind[0]]
    count = stated(page)[0].on_page if further else None
    if count is None or len(spans) + len(further) != count:  # behind the list stand pagers that begin alike
        first, last = spans[0][0], spans[-1][0]
        cells = min(len(_children(page, start)) for start in known)
        beside = [
            node for at, node in enumerate(inside) if first in inside[at + 1 : at + 2] or last in inside[:at][-1:]
        ]
        further = [n for n in further if first < n < last or (n in beside and _like_records(page, n, cells))]
    if not further or (count is not None and len(spans) + len(further) > count):
        return cut
    added = np.array(further, dtype=cut.roots.dtype)
    ends = np.array([tree.ends[node] for node in further], dtype=cut.ends.dtype)
    starts = np.concatenate((cut.starts, added))
    order = np.argsort(starts, kind="stable")
    stops = np.concatenate((cut.ends, ends))[order]
    starts = starts[order]
    stops[:-1] = np.minimum(stops[:-1], starts[1:])
    return replace(cut, roots=np.concatenate((cut.roots, added))[order], starts=starts, ends=stops)


def _like_records(page: View, node: int, cells: int) -> bool:
    """Whether a node right beside the list has as many parts as its records have, and says more than a pager."""
    kinds = [int(page.leaf_kind[at]) for at in page.leaf_range(node, page.tree.ends[node])]
    return len(_children(page, node)) >= max(2, cells) and not all(kind & PAGER for kind in kinds)


def _opening(page: View, node: int) -> tuple[int, bool]:
    """The path of a node's first leaf, and whether it is a link."""
    at = int(page.leaf_before[node])
    if at >= int(page.leaf_before[page.tree.ends[node]]):
        return -1, False
    return int(page.leaf_path[at]), bool(page.leaf_linked[at])


def _with_first(page: View, cut: Hypothesis) -> Hypothesis:
    """The records with a first one that stands unwrapped before the others, as before a first unclosed `<p>`."""
    tree, first = page.tree, int(cut.starts[0])
    parent = tree.parents[first]
    if parent < 0 or any(_shown_between(page, tree.ends[start], end) for start, end in _spans(cut)):
        return cut
    loose = [node for node in _children(page, parent) if node < first]
    parts = [_children(page, root) for root in cut.starts.tolist()] if loose else [[]]
    if any(len(inside) < 2 for inside in parts):
        return cut
    opening = Counter(_sign(page, inside[0]) for inside in parts).most_common(1)[0]
    signs = [_sign(page, node) for node in loose]
    if opening[0] not in signs:
        return cut
    insides = [[_sign(page, child) for child in inside] for inside in parts]
    known = Counter(sign for inside in insides for sign in set(inside))
    begin = len(signs)
    while begin > 0 and known[signs[begin - 1]]:
        begin -= 1
    while begin < len(signs) and signs[begin] != opening[0]:
        begin += 1
    widest = max(len(inside) for inside in insides)
    if opening[1] < AGREE * len(insides) or not 2 <= len(signs) - begin <= widest + 1:
        return cut
    node = loose[begin]
    return replace(
        cut, roots=_before(cut.roots, node), starts=_before(cut.starts, node), ends=_before(cut.ends, first)
    )


def _before(values: Array, value: int) -> Array:
    return np.concatenate((np.array([value], dtype=values.dtype), values))


def _spans(cut: Hypothesis) -> list[tuple[int, int]]:
    return list(zip(cut.starts.tolist(), cut.ends.tolist(), strict=True))


def _children(page: View, parent: int) -> list[int]:
    """The shown children of a node."""
    tree, found, node = page.tree, [], parent + 1
    while node < tree.ends[parent]:
        if page.shown[node]:
            found.append(node)
        node = tree.ends[node]
    return found


def _shown_between(page: View, start: int, end: int) -> bool:
    return start < end and bool(page.shown[start:end].any())
