"""One person under two forms of a name on a site: "Whitlock O." and "Owen Whitlock" are one, if nobody else fits.

>>> fits("o whitlock", "owen whitlock"), fits("o whitlock", "ann whitlock"), fits("owen whitlock", "owen b whitlock")
(True, False, False)
>>> fits("вера лаптева", "вера лаптева николаевна"), fits("в лаптева н", "вера лаптева николаевна")
(True, True)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from motherlode.extract.people.candidates import name_key
from motherlode.extract.people.scripts import is_patronymic
from motherlode.university.staff import StaffPage


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
    """Whether one folded name may be a shorter form of the other: initials for names, or the patronymic left out."""
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
