"""The record lists of a page, best first: hypotheses ranked, implausible ones refused, columns made.

Runs of records of one form that a heading or a row of another kind divides are one list: a ranker that looks at one
cut at a time takes the longer part for it. What stands on other pages of the same source too is template (E1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from motherlode.dom.labels import Array, View, view
from motherlode.dom.layout import boxes
from motherlode.dom.tree import TEXT, Tree
from motherlode.extract.records.agreement import agreement, cleaned, without_empty, without_strangers
from motherlode.extract.records.assembly import assemble
from motherlode.extract.records.borders import repaired
from motherlode.extract.records.deem import data_region, entity_regions, mdr_regions
from motherlode.extract.records.features import NAMES, features
from motherlode.extract.records.formatting import seen
from motherlode.extract.records.hypotheses import Hypothesis, hypotheses
from motherlode.extract.records.params import RecordParams
from motherlode.extract.records.ranking import Ranker, density, listness, ranker
from motherlode.extract.records.transposed import turned
from motherlode.extract.units import also, record_sets, repeating_units
from motherlode.model.evidence import Term
from motherlode.model.records import Region

_AT = {name: i for i, name in enumerate(NAMES)}
DEFAULTS = RecordParams()
"""Made once: to check parameters takes as long as a fiftieth of a page."""
NO_TEXT = "the page holds no visible text"
NO_REPEAT = "nothing on the page repeats"
NOT_RECORDS = "what repeats on the page looks like menus or running text, not like records"


LEAST_SECOND = 0.3
"""Quality the model must expect of a further list of a page; menus and footers stay below."""


LEAST_CHARS, SHORT_TEXT = 12, 30
"""Letters of a list at the least; letters of a record below which it may be an entry of a menu, and above which it
may be a paragraph. With 45 a listing is lost, with 90 for paragraphs two more Chinese articles get a list."""

FEW_LEAVES, ONE_LEAF = 2.5, 1.5
"""Leaves a record in the mean beyond which it is no entry of a menu and no paragraph, and up to which it is a line.
With 3.5 a faculty list is lost, with 1.5 an article more gets a list."""

HALF, NEARLY_ALL = 0.5, 0.9
"""Shares of records or letters; with .3 to .8 in place of the first and .8 in place of the second at most two of 830
pages change. Without the rule for menus these are given as further lists on a tenth of the court lists, without the
one for running text 6 of 35 Chinese articles get a list of score 0.5 where 2 do."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cut with the quality the model expects of it (0 to 1) and its features."""

    cut: Hypothesis
    score: float
    row: Array
    density: float = 1.0
    """letters that a character of the page stands for"""

    def value(self, name: str) -> float:
        """One of its features."""
        return float(self.row[_AT[name]])


def extract(
    tree: Tree, url: str = "", params: RecordParams | None = None, siblings: Sequence[Tree] = ()
) -> list[Region]:
    """The record lists of a page, the main list first; empty where the page has none (E1-E6).

    `siblings` are other pages of the same source: what stands on them too is template, not data (E1, E2).
    """
    params = params or DEFAULTS
    if params.strategy != "ours":
        return _by_paper(tree, url, params, siblings)
    page = seen(tree)
    found = [one for one in ranked(page, siblings) if not refusal(one)]
    if not found:
        return []
    first, chance = found[0], _listness(page, found[0])
    if not siblings and chance < params.least_listness:
        return []
    found = [
        one
        for i, one in enumerate(found)
        if one.score >= (params.least_score if i == 0 else max(LEAST_SECOND, params.least_score))
    ]
    return [
        _region(page, one, url, chance if one is first else _listness(page, one)) for one in found[: params.regions]
    ]


def why_none(tree: Tree) -> str:
    """The reason for an empty answer, with the likelihood that `least_listness` is held against."""
    page = seen(tree)
    if not len(page.leaves) or int(page.offset[-1]) == 0:
        return NO_TEXT
    found = ranked(page)
    if not found:
        return NO_REPEAT
    return refusal(found[0]) or f"{NOT_RECORDS} (likelihood {_listness(page, found[0]):.2f})"


def candidates(page: View) -> list[Hypothesis]:
    """Every cut that is worth ranking."""
    return refined(page, hypotheses(page))


def refined(page: View, cuts: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Cuts without empty records and strangers; where records are unlike the others, once with and once without."""
    filled = without_empty(page, cuts)
    if not filled:
        return []
    agreed = agreement(page, filled)
    found = without_strangers(page, filled, agreed)
    return found + cleaned(page, filled, agreed, found)


def ranked(page: View, siblings: Sequence[Tree] = ()) -> list[Candidate]:
    """The cuts of a page, the best first, without those that overlap a better one."""
    return among(page, candidates(page), ranker(), siblings)


def among(page: View, found: Sequence[Hypothesis], model: Ranker, siblings: Sequence[Tree] = ()) -> list[Candidate]:
    """These cuts in the order of a model, the best first, without those that overlap a better one."""
    if not found:
        return []
    rows = features(page, found)
    scores, expected = model.scores(rows)
    if siblings:
        template = template_shares(page, found, siblings)
        if template is not None:
            scores = without_template(scores, *template)
    kept: list[Candidate] = []
    order = np.argsort(-scores, kind="stable").tolist()
    dense = density(page)
    for i in order:
        first, last = int(found[i].starts[0]), int(found[i].ends[-1])
        if all(last <= int(k.cut.starts[0]) or first >= int(k.cut.ends[-1]) for k in kept):
            one = Candidate(found[i], float(expected[i]), rows[i], dense)
            given = one.score >= LEAST_SECOND or all(refusal(other) for other in kept)
            kept.append(_checked(page, one) if given else one)
        if len(kept) >= 12:
            break
    return _whole(page, kept)


def _whole(page: View, kept: Sequence[Candidate]) -> list[Candidate]:
    """The candidates, the first joined with those that are further parts of its list."""
    first, *others = kept
    rest = []
    for one in others:
        if one.score >= LEAST_SECOND and not refusal(one) and one_list(page, first.cut, one.cut):
            first = replace(first, cut=joined(first.cut, one.cut))
        else:
            rest.append(one)
    return [first, *rest]


def _checked(page: View, one: Candidate) -> Candidate:
    """A candidate with its borders set right; what its records begin with may be a link only then."""
    cut = repaired(page, one.cut)
    if cut is one.cut:
        return one
    row = one.row.copy()
    at = page.leaf_before[cut.starts]
    row[_AT["first leaf linked"]] = page.leaf_linked[np.minimum(at, len(page.leaves) - 1)].mean()
    return replace(one, cut=cut, row=row)


def _listness(page: View, one: Candidate) -> float:
    return listness(page, one.cut, one.row, one.score, one.density)


def refusal(one: Candidate) -> str:
    """Why a list is no list of records; empty where it may be one."""
    value = one.value
    mean = one.density * float(np.expm1(value("chars a record")))
    if np.expm1(value("chars")) < LEAST_CHARS:
        return "what repeats on the page holds no text"
    if np.expm1(value("leaves a record")) >= FEW_LEAVES:
        return ""
    told = value("dated") + value("priced")
    menu = value("boilerplate") > 0 and value("linked share") > NEARLY_ALL and told < HALF
    if menu and mean < SHORT_TEXT and value("share of text") < HALF:
        return "what repeats on the page is a menu"
    plain = value("linked share") < HALF and told + value("numbered") < HALF
    headed = value("first leaf strong") >= HALF or value("first leaf linked") >= NEARLY_ALL
    if plain and mean > SHORT_TEXT and not headed and value("count agrees") < 1 and _running(one):
        return "what repeats on the page is running text"
    return ""


def _running(one: Candidate) -> bool:
    """Whether the records are blocks, or lines that are all the text of the page."""
    value = one.value
    loose = value("root is inline") or value("root is text")
    lines = loose and np.expm1(value("leaves a record")) < ONE_LEAF and value("share of text") > NEARLY_ALL
    return bool(lines) or not any(value(f"root is {kind}") for kind in ("row", "item", "cell", "text", "inline"))


def _region(page: View, one: Candidate, url: str, likely: float) -> Region:
    """The region of a list. Its score is how probably it is one of records that is cut right: no more than `likely`,
    how probably the page holds records at all; docs/how-to/records.md says how many articles and lists reach 0.5."""
    tree, cut = page.tree, one.cut
    ranges = list(zip(cut.starts.tolist(), cut.ends.tolist(), strict=True))
    terms = tuple(
        Term(name, one.value(name), 0.0)
        for name in ("records", "share of text", "consistency", "coverage", "once a record", "single votes")
    )
    score = float(min(likely, np.sqrt(one.score)))
    region = assemble(tree, ranges, cut.roots.tolist(), score, url, terms=terms)
    return turned(tree, region, url) or region


def _by_paper(tree: Tree, url: str, params: RecordParams, siblings: Sequence[Tree]) -> list[Region]:
    """The papers' own algorithms; of several lists the one with most text first."""
    page = view(tree)
    if len(tree) == 0:
        return []
    if params.strategy in {"erl", "derl"}:
        inside = data_region(tree, siblings if params.strategy == "derl" else ())
        groups = entity_regions(tree, inside, params.min_sim)
    elif params.strategy == "mdr":
        groups = mdr_regions(tree, params.edit_threshold)
    elif params.strategy == "units":
        groups = [also(tree, units, params.unit_similarity) for units in repeating_units(
            tree, params.unit_similarity, params.least_units
        )]  # fmt: skip
    else:
        groups = record_sets(page, params.least_units + 1, boxes(tree) or None)
    offset = page.offset
    massive = sorted(groups, key=lambda ranges: -sum(int(offset[end] - offset[start]) for start, end in ranges))
    total = max(1, int(offset[-1]))
    made = []
    for ranges in massive[: params.regions]:
        share = sum(int(offset[end] - offset[start]) for start, end in ranges) / total
        made.append(assemble(tree, ranges, [start for start, _ in ranges], share, url, method=params.strategy))
    return made


ALIKE = 0.5
"""Share of the kinds of text of one part's records that the other part's records must have, both ways; chosen by
hand. Categories beside results have about a third."""

COMMON = 0.5
"""A kind of text belongs to a part when this share of its records has it."""


def one_list(page: View, first: Hypothesis, second: Hypothesis) -> bool:
    """Whether two cuts that do not overlap are parts of one list."""
    tree = page.tree
    a, b = int(first.roots[0]), int(second.roots[0])
    if tree.tags[a] != tree.tags[b] or first.shifted != second.shifted:
        return False
    above, other = _parent(page, first), _parent(page, second)
    if above < 0 or other < 0:
        return False
    beside = tree.parents[above] == tree.parents[other] and page.kind[above] == page.kind[other]
    if above != other and not beside:
        return False
    mine, its = _kinds(page, first), _kinds(page, second)
    return len(mine & its) > ALIKE * max(len(mine), len(its))


def joined(first: Hypothesis, second: Hypothesis) -> Hypothesis:
    """The records of both cuts in the order of the page."""
    order = np.argsort(np.concatenate((first.starts, second.starts)), kind="stable")
    roots, starts, ends = (
        np.concatenate((getattr(first, name), getattr(second, name)))[order] for name in ("roots", "starts", "ends")
    )
    return replace(first, roots=roots, starts=starts, ends=ends, split=0)


def _parent(page: View, cut: Hypothesis) -> int:
    """The node right above all roots; -1 where they have several."""
    parents = page.parents[cut.roots]
    return int(parents[0]) if bool((parents == parents[0]).all()) else -1


def _kinds(page: View, cut: Hypothesis) -> set[tuple[str, bool]]:
    """Tags right above texts, each as a link or not, that most records have."""
    tree, having = page.tree, Counter[tuple[str, bool]]()
    for start, end in zip(cut.starts.tolist(), cut.ends.tolist(), strict=True):
        having.update({
            (tree.tags[tree.parents[int(page.leaves[at])]], bool(page.leaf_linked[at]))
            for at in page.leaf_range(start, end)
        })  # fmt: skip
    return {kind for kind, count in having.items() if count >= COMMON * len(cut.starts)}


LESS_TEMPLATE = 0.4
"""By how much a cut must hold less template than the first to be preferred: labels are template in records too."""

LEAST_COVERAGE = 0.5
"""Share of what differs between the pages that it must hold."""

ABOVE_ALL = 1e3
"""More than any score, so that what is preferred comes first and keeps its order."""

LEAST_DIFFERENT = 0.02
"""With less of the text different the pages are copies of each other and teach nothing."""


def template_shares(page: View, found: Sequence[Hypothesis], siblings: Sequence[Tree]) -> tuple[Array, Array] | None:
    """For every cut the share of its letters that stand on the other pages too, and its share of all other letters.

    The second is the paper's coverage, with letters for nodes (E2). None where the pages are copies of each other.
    """
    texts = [
        {" ".join(text.split()) for text, tag in zip(s.texts, s.tags, strict=True) if tag == TEXT} for s in siblings
    ]
    tree = page.tree
    chars = page.leaf_chars.astype(np.float64)
    same = np.zeros(len(page.leaves))
    for k, node in enumerate(page.leaves.tolist()):
        if tree.tags[node] == TEXT:
            text = " ".join(tree.texts[node].split())
            same[k] = 2 * sum(text in theirs for theirs in texts) >= len(texts)
    different = float((chars * (1 - same)).sum())
    if different < LEAST_DIFFERENT * max(1.0, float(chars.sum())):
        return None
    static = np.concatenate(([0.0], np.cumsum(chars * same)))
    every = np.concatenate(([0.0], np.cumsum(chars)))
    shares, coverage = [], []
    for cut in found:
        begin, stop = page.leaf_before[cut.starts], page.leaf_before[cut.ends]
        mass = float((every[stop] - every[begin]).sum())
        fixed = float((static[stop] - static[begin]).sum())
        shares.append(fixed / mass if mass else 1.0)
        coverage.append((mass - fixed) / different)
    return np.asarray(shares), np.asarray(coverage)


def without_template(scores: Array, shares: Array, coverage: Array) -> Array:
    """The scores with the first cut that is data above the cuts that are template.

    A cut is only passed over for one that holds much less template and at least half of what differs, so that pages
    that teach nothing change nothing.
    """
    top = int(np.argmax(scores))
    better = (shares <= shares[top] - LESS_TEMPLATE) & (coverage >= LEAST_COVERAGE)
    return np.where(better, scores + ABOVE_ALL, scores) if better.any() else scores
