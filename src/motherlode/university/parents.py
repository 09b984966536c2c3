"""What each unit lies in (U1), from several witnesses: the closest parent wins, with the reason.

Witnesses are the address (a folder inside a unit's folder), the crumbs of the unit's page, the list entry or heading
above its name, the page of another unit that names it, and the parts of its page's title.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from urllib.parse import unquote, urlsplit

from motherlode.university.addresses import folder_of, page_key
from motherlode.university.mentions import Mention
from motherlode.university.units import Found, UnitTree, unit_key

WITNESS = {"address": 3.0, "crumbs": 3.0, "list": 3.0, "heading": 2.6, "part": 2.5, "page": 2.0, "title": 1.5}
"""How much each witness counts; ties go to the unit that lies deeper."""

AGREEING = 0.1
"""What every further witness for the same parent adds."""

RANK = {
    "university": 0, "college": 1, "institute": 2, "department": 2, "centre": 3, "office": 3, "chair": 3,
    "laboratory": 4,
}  # fmt: skip
"""A unit lies in one of its own rank or above."""

SURE_OF_EQUALS = frozenset({"address", "crumbs", "list", "heading", "part"})
"""Witnesses that may put a unit into another of its own rank, such as a school into a college."""


class Parents:
    """The accepted units by name, page and folder, to look their parents up in."""

    def __init__(self, tree: UnitTree, units: Sequence[Found]) -> None:
        self.tree = tree
        self.units = units
        self.by_name = {unit_key(unit.name): unit for unit in units}
        self.by_page = {page_key(unit.url): unit for unit in units if unit.url}
        nowhere = ("", "/", folder_of(tree.home))
        self.by_folder = {
            folder_of(unit.url): unit for unit in units if unit.url and folder_of(unit.url) not in nowhere
        }

    def find(self) -> None:
        """Gives every unit its parent and the witness for it; units without one lie in the whole."""
        for unit in self.units:
            votes: dict[str, float] = defaultdict(float)
            reasons: dict[str, str] = {}
            for parent, witness in self._witnesses(unit):
                if not _may_hold(parent, unit, witness):
                    continue
                key = unit_key(parent.name)
                votes[key] = max(votes[key], WITNESS[witness]) + (AGREEING if votes[key] else 0.0)
                reasons.setdefault(key, witness)
            if votes:
                unit.parent = max(votes, key=lambda key: (votes[key], self._depth(key)))
                unit.reason = reasons[unit.parent]
        _without_rings(self.units)

    def _depth(self, key: str) -> int:
        url = self.by_name[key].url
        return len(folder_of(url)) if url else 0

    def _witnesses(self, unit: Found) -> Iterator[tuple[Found, str]]:
        """Every unit that something speaks for as the parent of this one.

        One without a page of its own must stand over the unit in a list; a heading over links may only group them.
        """
        for parent, witness in self._claims(unit):
            if parent is not None and (parent.url or witness == "list" or (witness == "heading" and not unit.url)):
                yield parent, witness

    def _claims(self, unit: Found) -> Iterator[tuple[Found | None, str]]:
        yield self._around(unit.url), "address"
        page = self.tree.pages.get(page_key(unit.url)) if unit.url else None
        if page is not None:
            for text, address in reversed(page.crumbs):
                yield (self.by_page.get(page_key(address)) if address else self.by_name.get(unit_key(text))), "crumbs"
            for text in page.own:
                yield self.by_name.get(unit_key(text)), "title"
        for mention in unit.mentions:
            yield self.by_name.get(unit_key(mention.above)), "list"
            heads = (
                self.by_name[unit_key(head)] for head in reversed(mention.heads) if unit_key(head) in self.by_name
            )
            yield next(heads, None), "heading"
            if not (mention.url and self.tree.is_menu(mention.url)):
                holder = self.by_page.get(page_key(mention.page))
                yield holder, "part" if holder is not None and _lists_parts(holder, mention) else "page"
                if not unit.url and not mention.chrome:
                    yield self._around(mention.page), "page"

    def _around(self, url: str) -> Found | None:
        """The unit in whose folder an address lies, the innermost."""
        path = unquote(urlsplit(url).path) if url else ""
        own = folder_of(url) if url else ""
        best = [folder for folder in self.by_folder if path.startswith(folder) and folder != own]
        return self.by_folder[max(best, key=len)] if best else None


def _may_hold(parent: Found, unit: Found, witness: str) -> bool:
    above, own = RANK.get(parent.kind, 2), RANK.get(unit.kind, 2)
    return parent is not unit and (above < own or (above == own and witness in SURE_OF_EQUALS))


def _lists_parts(holder: Found, mention: Mention) -> bool:
    """Whether a unit's page lists another as a part and not as a neighbour: its own name is not in that list."""
    return (
        mention.listed
        and not mention.chrome
        and not any(
            other.page == mention.page
            and other.heads == mention.heads
            and unit_key(other.name) == unit_key(holder.name)
            for other in holder.mentions
        )
    )


def _without_rings(units: Sequence[Found]) -> None:
    """Cuts the way upwards where it would come back to where it began."""
    by_name = {unit_key(unit.name): unit for unit in units}
    for unit in units:
        seen = {unit_key(unit.name)}
        at = unit
        while at.parent:
            if at.parent in seen:
                at.parent, at.reason = "", ""
                break
            seen.add(at.parent)
            at = by_name[at.parent]
