"""What speaks for a cut of a page into records, as numbers: all hypotheses of a page at once.

Each feature is cheap (prefix sums over the page's arrays); `NAMES` gives their order, which the weights share.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from motherlode.dom.labels import CONTROL, DATE, IMAGE, NUMBERING, PAGER, PRICE, STRONG, Array, View
from motherlode.dom.tree import TEXT, Tree
from motherlode.extract.records.agreement import COMMON, agreement, loosened
from motherlode.extract.records.counts import NAMES as SIGNS
from motherlode.extract.records.counts import signs
from motherlode.extract.records.hypotheses import Hypothesis
from motherlode.extract.records.likely import MOST_VARIATION, TINY
from motherlode.extract.records.relations import NAMES as RELATIONS
from motherlode.extract.records.relations import relations

NAMES = (
    "records", "chars", "share of text", "share of unlinked text", "chars a record", "chars variation",
    "smallest record", "linked share", "leaves a record", "leaves variation", "common paths", "consistency",
    "coverage", "least coverage", "once a record", "several a record", "common text", "same first leaf",
    "same last leaf", "first leaf linked", "first leaf strong", "numbered", "dated", "priced", "pictured", "controls",
    "repeated text", "distinct first text", "begins at", "ends at", "gaps", "fills parent", "one parent",
    "siblings a record", "siblings variation", "like siblings", "votes", "single votes", "shifted", "split",
    "dropped", "depth", "root is row", "root is item", "root is cell", "root is text", "root is inline",
    "root has class",
    "boilerplate", "in form", "neighbours alike", "first record alike", "last record alike", "short records",
    "digit share", "largest of page", "most votes of page", "most consistent of page", "share among equal counts",
    "in main",
    "same root path", "single vote share", "votes against paths", "record shape",
    "varying text", "varying links", "pager words",
    "loose consistency", "loose coverage", "least loose coverage",
    *RELATIONS, *SIGNS,
)  # fmt: skip
"""Order of the columns of `features`."""

SHORT = 0.3
"""A record with less than this share of the mean text is a short one."""

SEVERAL = 0.8
"""Share of the records that have a path which must have it more than once before it counts as repeated in them."""

TIMES_VARYING, SPREAD_VARYING = 1.4, 0.3
"""How often a record has a path in the mean, and by which share of that it varies, where it comes now once, now more
often. These and the other shares here were set by hand and define what the trees see; what a feature is worth is
learned, and its borders are of the pages that it was learned on."""

_BOILERPLATE = re.compile(
    r"\b(?:nav|navbar|navigation|menu|footer|foot|header|sidebar|breadcrumbs?|pagination|pager|toolbar|social|share|"
    r"tabs|dropdown|cookie|banner|copyright|skip)\b",
    re.IGNORECASE,
)
_MAIN = re.compile(r"\b(?:main|content|results?|listings?|search-results|products?|items|catalog)\b", re.IGNORECASE)
_ROW, _ITEM, _CELL = (
    frozenset({"tr", "tbody", "table"}), frozenset({"li", "dt", "dd", "article", "section", "dl"}),
    frozenset({"td", "th"}),
)  # fmt: skip
_INLINE = frozenset({"a", "b", "i", "em", "strong", "span", "font", "br", "img", "small", "label", "input", "option"})


def features(page: View, found: Sequence[Hypothesis]) -> Array:
    """One row a hypothesis, one column a name of `NAMES`."""
    if not found or not len(page.leaves):
        return np.zeros((len(found), len(NAMES)))
    return _Batch(page, found).compute()


class _Batch:
    """The records of all hypotheses laid end to end."""

    def __init__(self, page: View, found: Sequence[Hypothesis]) -> None:
        self.page = page
        self.found = found
        self.agreed = agreement(page, found)
        self.sizes, self.first, self.owner = self.agreed.sizes, self.agreed.first, self.agreed.owner
        self.starts, self.ends = self.agreed.starts, self.agreed.ends
        self.roots = np.concatenate([h.roots for h in found])
        self.columns: dict[str, Array] = {}

    def mean(self, values: Array) -> Array:
        total: Array = np.add.reduceat(values.astype(np.float64), self.first)
        return total / self.sizes

    def variation(self, values: Array) -> Array:
        mean = self.mean(values)
        square: Array = self.mean(values.astype(np.float64) ** 2)
        spread: Array = np.sqrt(np.maximum(0, square - mean**2)) / np.maximum(mean, TINY)
        return spread

    def compute(self) -> Array:
        self._masses()
        self._paths()
        self._ends_of_records()
        self._places()
        self._roots()
        self._relative()
        return np.column_stack([self.columns[name] for name in NAMES])

    def _leaf_sums(self, values: Array) -> Array:
        total = np.zeros(len(values) + 1, dtype=np.int64)
        np.cumsum(values, out=total[1:])
        sums: Array = total[self.leaf_end] - total[self.leaf_start]
        return sums

    def _masses(self) -> None:
        page, put = self.page, self.columns
        self.leaf_start, self.leaf_count = self.agreed.leaf_start, self.agreed.leaf_count
        self.leaf_end = self.leaf_start + self.leaf_count
        self.chars = page.offset[self.ends] - page.offset[self.starts]
        total = max(1, int(page.offset[-1]))
        linked_chars = np.where(page.leaf_linked, page.leaf_chars, 0)
        linked = self._leaf_sums(linked_chars)
        unlinked_total = max(1, total - int(linked_chars.sum()))
        mass = np.add.reduceat(self.chars.astype(np.int64), self.first)
        linked_mass = np.add.reduceat(linked, self.first)
        self.mass = mass
        put["records"] = np.log(self.sizes)
        put["chars"] = np.log1p(mass)
        put["share of text"] = mass / total
        put["share of unlinked text"] = (mass - linked_mass) / unlinked_total
        put["chars a record"] = np.log1p(mass / self.sizes)
        put["chars variation"] = np.minimum(MOST_VARIATION, self.variation(self.chars))
        put["smallest record"] = np.minimum.reduceat(self.chars, self.first) / np.maximum(1, mass / self.sizes)
        put["short records"] = self.mean(self.chars < SHORT * (mass / self.sizes)[self.owner])
        put["linked share"] = linked_mass / np.maximum(1, mass)
        put["leaves a record"] = np.log1p(self.mean(self.leaf_count))
        put["leaves variation"] = np.minimum(MOST_VARIATION, self.variation(self.leaf_count))
        for name, bit in (
            ("numbered", NUMBERING), ("dated", DATE), ("priced", PRICE), ("pictured", IMAGE), ("controls", CONTROL),
        ):  # fmt: skip
            put[name] = self.mean(self._leaf_sums((page.leaf_kind & bit) > 0) > 0)

    def _paths(self) -> None:
        """How far the leaf paths of the records agree."""
        page, put, agreed = self.page, self.columns, self.agreed
        count = len(self.found)
        common, owner = agreed.pair_common, agreed.pair_owner
        put["common paths"] = np.log1p(agreed.common_paths)
        put["consistency"] = self.mean(agreed.per_record / np.maximum(1, agreed.distinct))
        put["coverage"] = self.mean(agreed.coverage)
        put["least coverage"] = np.minimum.reduceat(agreed.coverage, self.first)
        pairs = np.maximum(1, np.bincount(owner, weights=common, minlength=count))
        put["once a record"] = np.bincount(owner, weights=common & (agreed.pair_times == 1), minlength=count) / pairs
        repeated = np.bincount(agreed.pair_key, weights=agreed.pair_times > 1, minlength=len(agreed.key_owner))
        several = (repeated >= SEVERAL * agreed.key_having) & agreed.key_common
        put["several a record"] = np.bincount(agreed.key_owner, weights=several, minlength=count) / np.maximum(
            1, agreed.common_paths
        )
        leaf, leaf_owner = agreed.leaf, self.owner[agreed.leaf_record]
        leaves = np.maximum(1, np.bincount(leaf_owner, minlength=count))
        shared = np.bincount(leaf_owner, weights=page.leaf_chars[leaf] * common[agreed.leaf_pair], minlength=count)
        put["common text"] = shared / np.maximum(1, self.mass)
        width = int(page.leaf_text.max()) + 1
        key = leaf_owner * width + page.leaf_text[leaf]
        frequent = np.bincount(key)[key] >= np.maximum(2, COMMON * self.sizes)[leaf_owner]
        put["repeated text"] = np.bincount(leaf_owner, weights=frequent, minlength=count) / leaves
        valued = (page.leaf_kind[leaf] & (DATE | PRICE | NUMBERING)) > 0
        put["digit share"] = np.bincount(leaf_owner, weights=valued, minlength=count) / leaves
        self._loose()
        self._varying(leaf, leaf_owner, common)
        self._neighbours(agreed.pair, agreed.span)

    def _loose(self) -> None:
        """The same by what stands right above each leaf, for pages whose unclosed tags nest ever deeper."""
        page, put = self.page, self.columns
        agreed = agreement(loosened(page), self.found)
        put["loose consistency"] = self.mean(agreed.per_record / np.maximum(1, agreed.distinct))
        put["loose coverage"] = self.mean(agreed.coverage)
        put["least loose coverage"] = np.minimum.reduceat(agreed.coverage, self.first)

    def _varying(self, leaf: Array, leaf_owner: Array, common: Array) -> None:
        """Text whose path comes now once, now several times a record: a sign of groups of records."""
        page, agreed, put = self.page, self.agreed, self.columns
        count, keys = len(self.found), len(agreed.key_owner)
        times = np.bincount(agreed.pair_key, weights=agreed.pair_times, minlength=keys)
        squares = np.bincount(agreed.pair_key, weights=agreed.pair_times**2, minlength=keys)
        mean = times / np.maximum(1, agreed.key_having)
        spread = np.sqrt(np.maximum(0, squares / np.maximum(1, agreed.key_having) - mean**2))
        varying = (mean >= TIMES_VARYING) & (spread > SPREAD_VARYING * mean)
        of_leaf = varying[agreed.pair_key[agreed.leaf_pair]]
        chars = page.leaf_chars[leaf]
        put["varying text"] = np.bincount(leaf_owner, weights=chars * of_leaf, minlength=count) / np.maximum(
            1, self.mass
        )
        linked = page.leaf_linked[leaf]
        put["varying links"] = np.bincount(leaf_owner, weights=linked & of_leaf, minlength=count) / np.maximum(
            1, np.bincount(leaf_owner, weights=linked, minlength=count)
        )
        words = (page.leaf_kind[leaf] & PAGER) > 0
        put["pager words"] = np.bincount(leaf_owner, weights=words, minlength=count) / np.maximum(
            1, np.bincount(leaf_owner, minlength=count)
        )

    def _neighbours(self, pair: Array, span: int) -> None:
        """Jaccard similarity of the leaf paths of neighbouring records."""
        record, path = pair // span, pair % span
        last = np.append(self.owner[1:] != self.owner[:-1], True)
        inside = ~last[record]
        shared_pairs = np.isin((record[inside] + 1) * span + path[inside], pair, assume_unique=True)
        shared = np.bincount(record[inside], weights=shared_pairs, minlength=len(self.starts))
        distinct = self.agreed.distinct
        following = np.append(distinct[1:], 0)
        alike = shared / np.maximum(1, distinct + following - shared)
        alike[last] = 0
        middle = np.add.reduceat(alike, self.first) / np.maximum(1, self.sizes - 1)
        self.columns["neighbours alike"] = middle
        self.columns["first record alike"] = alike[self.first] - middle
        self.columns["last record alike"] = alike[np.maximum(self.first, self.first + self.sizes - 2)] - middle

    def _mode_share(self, values: Array, span: int) -> Array:
        counts = np.bincount(self.owner * span + values, minlength=len(self.found) * span)
        share: Array = counts.reshape(-1, span).max(axis=1) / self.sizes
        return share

    def _ends_of_records(self) -> None:
        """How far the records begin and end alike."""
        page, put = self.page, self.columns
        leaves = len(page.leaves)
        filled = self.leaf_count > 0
        head = np.minimum(self.leaf_start, leaves - 1)
        tail = np.clip(self.leaf_end - 1, 0, leaves - 1)
        span = int(page.leaf_path.max()) + 2
        put["same first leaf"] = self._mode_share(np.where(filled, page.leaf_path[head], span - 1), span)
        put["same last leaf"] = self._mode_share(np.where(filled, page.leaf_path[tail], span - 1), span)
        put["first leaf linked"] = self.mean(filled & page.leaf_linked[head])
        put["first leaf strong"] = self.mean(filled & ((page.leaf_kind[head] & STRONG) > 0))
        width = int(page.leaf_text.max()) + 2
        key = np.unique(self.owner.astype(np.int64) * width + np.where(filled, page.leaf_text[head], width - 1))
        put["distinct first text"] = np.bincount(key // width, minlength=len(self.found)) / self.sizes

    def _places(self) -> None:
        page, put = self.page, self.columns
        total = max(1, int(page.offset[-1]))
        last = self.first + self.sizes - 1
        begin, stop = page.offset[self.starts[self.first]], page.offset[self.ends[last]]
        put["begins at"] = begin / total
        put["ends at"] = stop / total
        put["gaps"] = 1 - self.mass / np.maximum(1, stop - begin)
        parents = page.parents[self.roots]
        same = np.zeros(len(self.roots), dtype=bool)
        same[1:] = (parents[1:] == parents[:-1]) & (self.owner[1:] == self.owner[:-1])
        put["one parent"] = np.add.reduceat(same.astype(np.float64), self.first) / np.maximum(1, self.sizes - 1)
        widths = np.zeros(len(self.roots))
        inner = np.flatnonzero(same)
        widths[inner] = page.place[self.roots[inner]] - page.place[self.roots[inner - 1]]
        within = np.maximum(1, np.add.reduceat(same.astype(np.float64), self.first))
        mean = np.add.reduceat(widths, self.first) / within
        square = np.add.reduceat(widths**2, self.first) / within
        put["siblings a record"] = np.log1p(mean)
        put["siblings variation"] = np.minimum(
            MOST_VARIATION, np.sqrt(np.maximum(0, square - mean**2)) / np.maximum(mean, 1)
        )
        owners = [self._enclosing(i) for i in range(len(self.found))]
        put["fills parent"] = self.mass / np.maximum(1, page.offset[page.ends[owners]] - page.offset[owners])
        put["depth"] = np.asarray([page.tree.depths[int(h.roots[0])] for h in self.found], dtype=np.float64)
        self._context(owners)

    def _enclosing(self, i: int) -> int:
        """The deepest node that holds all records of a hypothesis."""
        page = self.page
        roots = self.found[i].roots
        node, last = int(page.parents[roots[0]]), int(roots[-1])
        while node > 0 and page.ends[node] <= last:
            node = int(page.parents[node])
        return max(node, 0)

    def _context(self, owners: list[int]) -> None:
        tree = self.page.tree
        known: dict[int, tuple[bool, bool, bool]] = {-1: (False, False, False)}
        for owner in set(owners):
            chain, node = [], owner
            while node not in known:
                chain.append(node)
                node = tree.parents[node]
            for node in reversed(chain):
                known[node] = _surroundings(tree, node, known[tree.parents[node]])
        self.columns["boilerplate"] = np.asarray([float(known[o][0]) for o in owners])
        self.columns["in main"] = np.asarray([float(known[o][2]) for o in owners])
        self.columns["in form"] = np.asarray([float(known[o][1]) for o in owners])

    def _roots(self) -> None:
        page, put, found = self.page, self.columns, self.found
        tags = [page.tree.tags[int(h.roots[0])] for h in found]
        for name, group in (
            ("root is row", _ROW), ("root is item", _ITEM), ("root is cell", _CELL), ("root is text", {TEXT}),
            ("root is inline", _INLINE),
        ):  # fmt: skip
            put[name] = np.asarray([float(tag in group) for tag in tags])
        put["root has class"] = np.asarray([float(bool(page.tree.classes[int(h.roots[0])])) for h in found])
        path_span = int(page.tag_path.max()) + 1
        put["same root path"] = self._mode_share(page.tag_path[self.roots], path_span)
        put["single vote share"] = np.asarray([h.single_votes / max(1, h.votes) for h in found])
        put["votes against paths"] = np.asarray([h.single_votes for h in found]) / np.maximum(
            1, self.agreed.common_paths
        )
        span_of = np.log1p(page.ends[self.roots] - self.roots)
        put["record shape"] = self.variation(span_of)
        put["votes"] = np.log1p([h.votes for h in found])
        put["single votes"] = np.log1p([h.single_votes for h in found])
        put["shifted"] = np.asarray([h.shifted for h in found], dtype=np.float64)
        put["dropped"] = np.asarray([h.dropped / (len(h.roots) + h.dropped) for h in found])
        put["split"] = np.asarray([h.split for h in found], dtype=np.float64)
        alike = np.bincount(page.tag_path[page.shown])
        put["like siblings"] = np.asarray(
            [len(h.roots) / max(len(h.roots), int(alike[page.tag_path[int(h.roots[0])]])) for h in found]
        )

    def _relative(self) -> None:
        """Features that compare a hypothesis with the others of its page."""
        put = self.columns
        put["largest of page"] = self.mass / max(1, int(self.mass.max()))
        put["most votes of page"] = put["single votes"] - put["single votes"].max()
        weight = put["consistency"] * put["coverage"]
        put["most consistent of page"] = weight - weight.max()
        merit = weight * (1 + put["neighbours alike"]) / 2
        put.update(relations(self.page, self.agreed, self.mass, merit, put["single votes"]))
        put.update(signs(self.page, self.agreed))
        equal = np.zeros(int(self.sizes.max()) + 1)
        np.add.at(equal, self.sizes, 1)
        put["share among equal counts"] = equal[self.sizes] / len(self.found)


def _surroundings(tree: Tree, node: int, above: tuple[bool, bool, bool]) -> tuple[bool, bool, bool]:
    """Whether a node lies in boilerplate, in a form, in the main part of its page."""
    boilerplate, form, main = above
    tag = tree.tags[node]
    if tag in {"html", "body"}:
        return above
    form = form or tag in {"select", "form", "fieldset"}
    main = main or tag == "main"
    boilerplate = boilerplate or tag in {"nav", "footer", "header", "aside"}
    attributes = tree.given(node)
    if attributes and not (boilerplate and main):
        names = " ".join(attributes.get(name) or "" for name in ("class", "id", "role")).replace("_", " ")
        if not names.isspace():
            boilerplate = boilerplate or bool(_BOILERPLATE.search(names))
            main = main or bool(_MAIN.search(names))
    return boilerplate, form, main
