"""The tree of units with their people (U1): every list of staff goes to the unit it belongs to, everybody once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from motherlode.extract.people.candidates import name_key
from motherlode.extract.people.reading import NAMED
from motherlode.model.evidence import Evidence
from motherlode.model.people import Person, Unit, UnitKind
from motherlode.university.addresses import folder_of, page_key
from motherlode.university.facts import PageFacts
from motherlode.university.model import UnitNode, University
from motherlode.university.naming import Whole
from motherlode.university.units import Found, UnitTree, unit_key


@dataclass(frozen=True, slots=True)
class StaffPage:
    """A page that presents people: how likely it does, and the pages that link to it."""

    page: PageFacts
    likely: float
    sources: tuple[str, ...] = ()


def assembled(
    whole: Whole, url: str, units: Sequence[Found], staff: Sequence[StaffPage], tree: UnitTree
) -> University:
    """The university from its accepted units and its lists of staff."""
    lists: dict[str, list[StaffPage]] = defaultdict(list)
    for page in staff:
        lists[_unit_of(page, units, tree)].append(page)
    children: dict[str, list[Found]] = defaultdict(list)
    for unit in units:
        children[unit.parent].append(unit)

    def node(unit: Found) -> UnitNode:
        inner = tuple(node(child) for child in children[unit_key(unit.name)])
        pages = lists.get(unit_key(unit.name), [])
        people, differing = joined([page.page for page in pages])
        evidence = Evidence(
            rule=f"parent by {unit.reason}" if unit.reason else "named on the site",
            page=_witness(unit),
        )
        kind: UnitKind = unit.kind if unit.kind in NAMED or unit.kind == "office" else "department"  # type: ignore[assignment]
        made = Unit(unit.name, kind, unit.url, 1.0 if unit.confirmed else 0.7, evidence)
        return UnitNode(made, inner, people, tuple(page.page.url for page in pages), differing, unit.reason)

    tops = [node(unit) for unit in children[""]]
    own, _ = joined([page.page for page in lists.get("", [])])
    others = tuple(
        top for top in tops if top.unit.kind == "laboratory" or (top.unit.kind == "office" and not top.people)
    )
    academic = tuple(top for top in tops if top not in others)
    if whole.unit:
        kind: UnitKind = whole.kind if whole.kind in NAMED else "college"  # type: ignore[assignment]
        only = Unit(whole.unit, kind, url, 1.0, Evidence(rule="the site is one unit", page=url))
        root = UnitNode(only, academic, own, tuple(page.page.url for page in lists.get("", [])))
        return University(whole.university or whole.unit, url, (root,), (), others)
    colleges = tuple(top for top in academic if top.unit.kind == "college")
    rest = tuple(top for top in academic if top.unit.kind != "college")
    return University(whole.university, url, colleges, rest, others, own)


def _witness(unit: Found) -> str:
    """The page that names the unit best: in a list in its text, else in any list, else anywhere."""
    ranked = sorted(unit.mentions, key=lambda mention: (not mention.listed, mention.chrome))
    return ranked[0].page if ranked else unit.url


def _unit_of(staff: StaffPage, units: Sequence[Found], tree: UnitTree) -> str:
    """The unit whose staff a page lists: itself, the folder it lies in, its crumbs, its title, or who links to it."""
    page = staff.page
    by_page = {page_key(unit.url): unit for unit in units if unit.url}
    own = by_page.get(page_key(page.url))
    if own is not None:
        return unit_key(own.name)
    path = page.url
    inside = [
        unit for unit in units
        if unit.url and folder_of(unit.url) not in ("", "/", folder_of(tree.home)) and folder_of(unit.url) in path
    ]  # fmt: skip
    if inside:
        return unit_key(max(inside, key=lambda unit: len(folder_of(unit.url))).name)
    by_name = {unit_key(unit.name): unit for unit in units}
    for text, address in reversed(page.crumbs):
        unit = by_page.get(page_key(address)) if address else by_name.get(unit_key(text))
        if unit is not None:
            return unit_key(unit.name)
    for text in page.own:
        if unit_key(text) in by_name:
            return unit_key(text)
    if not tree.is_menu(page.url):
        linking = [by_page[page_key(source)] for source in staff.sources if page_key(source) in by_page]
        if linking:
            return unit_key(linking[0].name)
    return ""


def joined(pages: Sequence[PageFacts]) -> tuple[tuple[Person, ...], tuple[Person, ...]]:
    """Everybody once, in order, and the readings that contradict the first one."""
    people: dict[str, Person] = {}
    differing: list[Person] = []
    for page in pages:
        for person in page.people:
            key = name_key(person.name)
            first = people.setdefault(key, person)
            if first is person:
                continue
            if any(
                getattr(person, name) and getattr(first, name) and getattr(person, name) != getattr(first, name)
                for name in ("title", "email", "phone")
            ):
                differing.append(person)
            if person.title and not first.title:
                people[key] = replace(person, url=person.url or first.url, email=person.email or first.email)
    return tuple(people.values()), tuple(differing)
