"""The tree of units with their people (U1): every list of staff goes to the unit it belongs to, everybody once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from motherlode.extract.people.candidates import name_key
from motherlode.extract.people.reading import NAMED
from motherlode.extract.people.scripts import is_patronymic
from motherlode.model.evidence import Evidence
from motherlode.model.people import Person, Unit, UnitKind
from motherlode.university.addresses import folder_of, page_key
from motherlode.university.facts import PageFacts
from motherlode.university.model import UnitNode, University
from motherlode.university.naming import Whole
from motherlode.university.staff import Staff, StaffPage
from motherlode.university.units import Found, UnitTree, unit_key


def one_form_each(pages: Sequence[StaffPage]) -> list[StaffPage]:
    """The pages with every name in its fullest form, where exactly one person of the site's other pages fits."""
    names = {name_key(person.name): person.name for page in pages for person in page.page.people}
    places: dict[str, set[int]] = defaultdict(set)
    for number, page in enumerate(pages):
        for person in page.page.people:
            places[name_key(person.name)].add(number)
    by_token: dict[str, list[str]] = defaultdict(list)
    for key in names:
        for token in set(key.split()):
            by_token[token].append(key)
    fuller: dict[str, str] = {}
    for key in names:
        nearby = {other for token in key.split() if len(token) > 1 for other in by_token[token]} - {key}
        fitting = [other for other in nearby if fits(key, other)]
        if len(fitting) == 1 and not places[key] & places[fitting[0]]:
            fuller[key] = names[fitting[0]]
    if not fuller:
        return list(pages)
    return [
        replace(
            page,
            page=replace(
                page.page,
                people=tuple(replace(p, name=fuller.get(name_key(p.name), p.name)) for p in page.page.people),
            ),
        )
        for page in pages
    ]


def fits(short: str, full: str) -> bool:
    """Whether one folded name may be a shorter form of the other: initials for names, or the patronymic left out.

    >>> fits("o whitlock", "owen whitlock"), fits("o whitlock", "ann whitlock")
    (True, False)
    >>> fits("owen whitlock", "owen b whitlock"), fits("вера лаптева", "вера лаптева николаевна")
    (False, True)
    >>> fits("в лаптева н", "вера лаптева николаевна")
    True
    """
    left = full.split()
    initials = [token for token in short.split() if len(token) == 1]
    for token in short.split():
        if len(token) > 1 and token not in left:
            return False
        if len(token) > 1:
            left.remove(token)
    if not initials:
        return len(left) == 1 and is_patronymic(left[0])
    return (
        len(left) == len(initials)
        and sorted(word[0] for word in left) == sorted(initials)
        and max(map(len, left)) > 1
    )


def assembled(whole: Whole, url: str, units: Sequence[Found], staff: Staff, tree: UnitTree) -> University:
    """The university from its accepted units and its lists of staff."""
    lists: dict[str, list[StaffPage]] = defaultdict(list)
    for page in one_form_each(list(staff.pages.values())):
        for key, part in _by_unit(page, units, tree):
            lists[key].append(part)
    children: dict[str, list[Found]] = defaultdict(list)
    for unit in units:
        children[unit.parent].append(unit)

    def node(unit: Found) -> UnitNode:
        inner = tuple(node(child) for child in children[unit_key(unit.name)])
        pages = lists.get(unit_key(unit.name), [])
        people, differing = joined([page.page for page in pages], staff.profiles)
        evidence = Evidence(
            rule=f"parent by {unit.reason}" if unit.reason else "named on the site",
            page=_witness(unit),
        )
        kind: UnitKind = unit.kind if unit.kind in NAMED or unit.kind == "office" else "department"  # type: ignore[assignment]
        made = Unit(unit.name, kind, unit.url, 1.0 if unit.confirmed else 0.7, evidence)
        return UnitNode(made, inner, people, tuple(page.page.url for page in pages), differing, unit.reason)

    tops = [node(unit) for unit in children[""]]
    own, _ = joined([page.page for page in lists.get("", [])], staff.profiles)
    others = tuple(
        top for top in tops if top.unit.kind == "laboratory" or (top.unit.kind == "office" and not top.people)
    )
    academic = tuple(top for top in tops if top not in others)
    if whole.unit:
        inner = tuple(top for top in others if top.unit.kind == "laboratory")
        academic, others = academic + inner, tuple(top for top in others if top not in inner)
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


def _by_unit(staff: StaffPage, units: Sequence[Found], tree: UnitTree) -> Iterator[tuple[str, StaffPage]]:
    """The people of a page by the unit they belong to: that of the page, or those it names where they are several."""
    known = {unit_key(unit.name) for unit in units}
    said = [unit_key(person.unit) for person in staff.page.people]
    own = _unit_of(staff, units, tree)
    if len(set(said) & known) < 2:
        yield own, staff
        return
    groups: dict[str, list[Person]] = defaultdict(list)
    for person, unit in zip(staff.page.people, said, strict=True):
        groups[unit if unit in known else own].append(person)
    for unit, people in groups.items():
        yield unit, replace(staff, page=replace(staff.page, people=tuple(people)))


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
    said = {unit_key(person.unit) for person in page.people} - {""}
    if len(said) == 1 and (told := said.pop()) in by_name:
        return told
    if not tree.is_menu(page.url):
        linking = [by_page[page_key(source)] for source in staff.sources if page_key(source) in by_page]
        if linking:
            return unit_key(linking[0].name)
    return ""


def joined(
    pages: Sequence[PageFacts], profiles: Mapping[str, Person] | None = None
) -> tuple[tuple[Person, ...], tuple[Person, ...]]:
    """Everybody once, in order, and the readings that contradict the first one; `profiles` fill what lists lack."""
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
    return tuple(_filled(person, profiles or {}) for person in people.values()), tuple(differing)


def _filled(person: Person, profiles: Mapping[str, Person]) -> Person:
    """Somebody with the title and addresses of their profile, where the list gave none."""
    own = profiles.get(page_key(person.url)) if person.url else None
    if own is None or own is person or name_key(own.name) != name_key(person.name):
        return person
    filled = replace(
        person, email=person.email or own.email, phone=person.phone or own.phone, unit=person.unit or own.unit
    )
    if person.title or not own.title:
        return filled
    return replace(
        filled, title=own.title, rank=own.rank, modifiers=own.modifiers, roles=own.roles,
        evidence={**person.evidence, **({"title": own.evidence["title"]} if "title" in own.evidence else {})},
    )  # fmt: skip
