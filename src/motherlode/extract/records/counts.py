"""What a page says about its own list: "1–20 of 345", and where the next page is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from motherlode.dom.tree import TEXT, Tree
from motherlode.errors import MotherlodeError
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
    total: int | None = None
    for text in _short_texts(tree):
        if match := _RANGE.search(text):
            first, last, whole = (_int(part) for part in match.groups())
            if first <= last <= whole:
                return Counted(first, last, whole)
        if match := _SHOWN_OF.search(text):
            shown, whole = (_int(part) for part in match.groups())
            if shown <= whole:
                return Counted(1, shown, whole)
        if total is None and (match := _TOTAL.search(text)):
            total = _int(next(group for group in match.groups() if group))
    return Counted(total=total)


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


def _short_texts(tree: Tree) -> list[str]:
    """Texts of nodes that hold a digit and little else, parents joined with their children."""
    found: list[str] = []
    seen: set[int] = set()
    for i, tag in enumerate(tree.tags):
        if tag != TEXT or not any(c.isdigit() for c in tree.texts[i][:_LONGEST]):
            continue
        node = tree.parents[i]
        for _ in range(3):
            if node < 0 or tree.ends[node] - node > 40:
                break
            if node not in seen:
                seen.add(node)
                text = tree.text_of(node)
                if len(text) <= _LONGEST:
                    found.append(text)
            node = tree.parents[node]
    return found


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
