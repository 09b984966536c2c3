"""What a page says about its own list: "1–20 of 345", numbered records, and where the next page is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from motherlode.dom.labels import NUMBERING, PAGER, Array, View
from motherlode.dom.tree import TEXT, Tree, code_of
from motherlode.errors import MotherlodeError
from motherlode.extract.records.agreement import Agreement
from motherlode.extract.records.leaves import shown_texts
from motherlode.text.urls import canonical

_NUMBER = r"(\d{1,3}(?:[,.\s]\d{3})+|\d+)"
_RANGE = re.compile(
    # A plain digit first, so that the search skips from digit to digit; none is tried twice.
    r"(\d(?<!\d\d)\d{0,11}+(?:[,.]\d{3}){0,4}+)\s*+"
    rf"(?:-|–|—|to|through|bis|a|à|al|до|～|~)\s*+{_NUMBER}\s*"
    r"(?:of|von|de|di|out of|из|/|av|af|van|z)\s*"
    rf"(?:about|over|ca\.?|etwa)?\s*{_NUMBER}",
    re.IGNORECASE,
)
_SHOWN_OF = re.compile(rf"\b(?:showing|displaying)\s+{_NUMBER}\s+(?:of|out of)\s+{_NUMBER}", re.IGNORECASE)
_TOTAL = re.compile(
    rf"(?:(?:found|total(?:\s+of)?:?)\s+{_NUMBER}|\b{_NUMBER}\s+(?:results?|records?|matches|hits|items?|products?|jobs?|"
    rf"entries|documents?|articles?|treffer|ergebnisse|résultats|resultados)\b|共\s*{_NUMBER}\s*[条个件项篇])",
    re.IGNORECASE,
)
_NEXT = re.compile(
    r"^(?:next(?:\s+(?:page|results?|\d+))?|more results|older(?: posts)?|weiter|nächste(?: seite)?|suivante?|"
    r"siguiente|successiv[ao]|próxim[ao]|volgende|далее|следующая|下一页|下页|次へ|다음)?\s*[>›»→⟩]*$",
    re.IGNORECASE,
)
_ARROW = re.compile(r"^[>›»→⟩]+$")
_LONGEST = 200
"""Longer texts are running text; a count that stands in them is about something else."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What the page says: records first to last, and of how many; None where it does not say."""

    first: int | None = None
    last: int | None = None
    total: int | None = None

    @property
    def on_page(self) -> int | None:
        """Records this page should have."""
        return self.last - self.first + 1 if self.first is not None and self.last is not None else None


def counted(tree: Tree) -> Counted:
    """The page's own count of its records.

    >>> from motherlode.dom.tree import parse
    >>> counted(parse("<p>Results <b>21</b> - <b>40</b> of 1,345</p>"))
    Counted(first=21, last=40, total=1345)
    """
    texts = shown_texts(tree, 0, len(tree))
    said, _ = range_in(texts)
    match = _TOTAL.search(" ".join(text for text in texts if len(text) <= _LONGEST)) if said.last is None else None
    return said if match is None else Counted(total=_int(next(group for group in match.groups() if group)))


def range_in(texts: Sequence[str]) -> tuple[Counted, int]:
    """The range of records that some texts, read as one, state ("1-20 of 345"), and which begins it; -1 for none."""
    short = [text if len(text) <= _LONGEST else "." for text in texts]
    joined = " ".join(short)
    folded = joined.casefold()
    spoken = "showing" in folded or "displaying" in folded  # far quicker than the pattern on a page that says neither
    for pattern in (_RANGE, _SHOWN_OF) if spoken else (_RANGE,):
        for match in pattern.finditer(joined):
            numbers = [_int(part) for part in match.groups()]
            first, last, whole = numbers if len(numbers) == 3 else (1, *numbers)
            if first <= last <= whole:
                return Counted(first, last, whole), _place(short, match.start())
    return Counted(), -1


def _place(parts: Sequence[str], offset: int) -> int:
    """Which of the parts, joined by single blanks, an offset falls into."""
    at = -1
    for number, part in enumerate(parts):
        at += len(part) + 1
        if offset <= at:
            return number
    return len(parts) - 1


def _int(text: str) -> int:
    return int(re.sub(r"\D", "", text))


def next_page(tree: Tree, url: str = "") -> str:
    """The address of the next page of the list, or an empty string."""
    best, highest = "", 0
    current = _current_number(tree)
    for i, tag in enumerate(tree.tags):
        if tag not in {"a", "link"}:
            continue
        href = tree.attribute(i, "href").strip()
        if not href or href.startswith(("#", "javascript:", "mailto:")):
            continue
        rank = _next_rank(tree, i, tag, current)
        if rank > highest:
            best, highest = href, rank
    if not best:
        return ""
    try:
        return canonical(best, base=url) if url else best
    except (MotherlodeError, ValueError):
        return best


def _next_rank(tree: Tree, node: int, tag: str, current: int | None) -> int:
    """How plainly an element leads to the next page: it says so to programs (6, 5), in words (4), by its class (3),
    by the number that follows (2), by an arrow (1), or not at all (0)."""
    if "next" in tree.attribute(node, "rel").lower().split():
        return 6 if tag == "a" else 5
    if tag != "a" or tree.ends[node] - node > 12:
        return 0
    text = tree.text_of(node)
    spoken = text or tree.attribute(node, "aria-label") or tree.attribute(node, "title")
    if not spoken:
        spoken = next((tree.attribute(i, "alt") for i in range(node, tree.ends[node]) if tree.tags[i] == "img"), "")
    spoken = spoken.strip()
    if spoken and len(spoken) <= 30 and _NEXT.match(spoken):
        return 1 if _ARROW.match(spoken) else 4
    names = f"{tree.attribute(node, 'class')} {tree.attribute(node, 'id')}".lower()
    if re.search(r"(?:^|[\s_-])next(?:$|[\s_-])", names):
        return 3
    if current is not None and text == str(current + 1):
        return 2
    return 0


def _current_number(tree: Tree) -> int | None:
    """The page number that is not a link, or is marked, among numbers that are links."""
    for i, tag in enumerate(tree.tags):
        if tag == TEXT:
            continue
        marked = tree.attribute(i, "aria-current") or re.search(
            r"(?:^|[\s_-])(?:current|active|selected)(?:$|[\s_-])", tree.attribute(i, "class")
        )
        if marked and tree.ends[i] - i <= 6:
            text = tree.text_of(i)
            if text.isdigit() and len(text) <= 4:
                return int(text)
    return None


NAMES = (
    "count agrees", "count stated", "counts up", "counts from first", "number leads", "round count", "pager after",
    "follows count", "chars a link",
)  # fmt: skip

ROUND = frozenset({5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 150, 200, 250, 500})
"""How many results pages show by default; 128 of 143 labelled result pages show one of these."""

ROUND_GRID = frozenset({9, 12, 16, 18, 24, 27, 32, 36, 48, 72, 96})
"""The same for grids of cards, whose rows have two, three or four."""

GRID_WORTH = 0.5
"""What such a number of a grid is worth beside a round one."""

FARTHEST = 2.0
"""Logarithm of how many times more or fewer records than stated make no difference any more."""

COUNTING = 0.5
"""Share of the records whose numbers must count up by one before their first number says anything."""

AFTER = 15
"""Leaves behind a list among which its pager is looked for; chosen by hand."""

NEAR = 60
"""Leaves between "1-20 of 345" and the list it speaks of, at the most; chosen by hand."""

_DIGITS = re.compile(r"\d+")


def stated(page: View) -> tuple[Counted, int]:
    """The range of records that a page states ("1-20 of 345"), and the text node that begins it; -1 for none.

    All texts count, the dash between two bold numbers too, which is no leaf.
    """
    texts = page.tree.texts
    nodes = np.flatnonzero(page.shown & (page.tree.codes == code_of(TEXT))).tolist()
    said, place = range_in([texts[node] for node in nodes])
    return said, nodes[place] if place >= 0 else -1


def signs(page: View, agreed: Agreement) -> dict[str, Array]:
    """The features of `NAMES`, one value a cut."""
    said, node = stated(page)
    place = int(page.leaf_before[node]) if node >= 0 else -1
    put = _counts(agreed.sizes, said)
    begin = agreed.leaf_start[agreed.first]
    put["follows count"] = ((place >= 0) & (begin >= place) & (begin - place <= NEAR)).astype(np.float64)
    put |= _numbering(page, agreed, said)
    last = agreed.first + agreed.sizes - 1
    behind = agreed.leaf_start[last] + agreed.leaf_count[last]
    words = _sums((page.leaf_kind & PAGER) > 0)
    put["pager after"] = np.minimum(3, words[np.minimum(behind + AFTER, len(page.leaves))] - words[behind]) / 3
    linked = _sums(page.leaf_linked)
    chars = _sums(np.where(page.leaf_linked, page.leaf_chars, 0))
    stop = agreed.leaf_start + agreed.leaf_count
    links = np.add.reduceat(linked[stop] - linked[agreed.leaf_start], agreed.first)
    put["chars a link"] = np.log1p(
        np.add.reduceat(chars[stop] - chars[agreed.leaf_start], agreed.first) / np.maximum(1, links)
    )
    return put


def _sums(values: Array) -> Array:
    total = np.zeros(len(values) + 1, dtype=np.int64)
    np.cumsum(values, out=total[1:])
    return total


def _counts(sizes: Array, said: Counted) -> dict[str, Array]:
    """Whether a cut has as many records as the page says, or as pages like to show."""
    count = said.on_page
    agrees = np.zeros(len(sizes))
    if count:
        agrees = np.where(sizes == count, 1.0, -np.minimum(FARTHEST, np.abs(np.log(sizes / count))))
    round_count = [1.0 if size in ROUND else GRID_WORTH if size in ROUND_GRID else 0.0 for size in sizes.tolist()]
    return {
        "count agrees": agrees,
        "count stated": np.full(len(sizes), float(count is not None)),
        "round count": np.asarray(round_count),
    }


def _numbering(page: View, agreed: Agreement, said: Counted) -> dict[str, Array]:
    """How far the first numbers of the records count up by one, and whether they begin where the page's do."""
    count = len(page.leaves)
    numbered = np.flatnonzero((page.leaf_kind & NUMBERING) > 0)
    if len(numbered) == 0:
        return {name: np.zeros(len(agreed.sizes)) for name in ("counts up", "counts from first", "number leads")}
    numbers = np.full(count + 1, -1, dtype=np.int64)
    nodes = page.leaves[numbered].tolist()
    numbers[numbered] = [_number(page, node) for node in nodes]
    following = np.full(count + 1, count, dtype=np.int64)
    following[numbered] = numbered
    following = np.minimum.accumulate(following[::-1])[::-1]
    at = following[agreed.leaf_start]
    there = at < agreed.leaf_start + agreed.leaf_count
    value = np.where(there, numbers[at], -(10**9))
    up = np.zeros(len(value), dtype=bool)
    up[1:] = (value[1:] - value[:-1] == 1) & (agreed.owner[1:] == agreed.owner[:-1])
    share = np.add.reduceat(up.astype(np.float64), agreed.first) / np.maximum(1, agreed.sizes - 1)
    head = value[agreed.first]
    right = (head % 10 == 1) if said.first is None else (head == said.first) | (head == 1)
    leads = np.add.reduceat((there & (at == agreed.leaf_start)).astype(np.float64), agreed.first) / agreed.sizes
    return {
        "counts up": share,
        "counts from first": np.where(share > COUNTING, np.where(right, 1.0, -1.0), 0.0),
        "number leads": np.where(share > COUNTING, leads, 0.0),
    }


def _number(page: View, node: int) -> int:
    if page.tree.tags[node] != TEXT:
        return -1
    digits = _DIGITS.search(page.tree.texts[node][:60])
    return int(digits[0]) if digits else -1
