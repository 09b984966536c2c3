"""Colleges and departments of a page (U2, U3): told by their words and by the place they stand in.

Texts with one path are a record set; the set is units when enough of them read so, and then the rest of it is too.
Whether a unit is a college or a department is decided for the set, by its parent and the heading above it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from motherlode.dom.tree import Tree
from motherlode.extract.people.lines import Line, lines_of, signature
from motherlode.extract.people.params import UnitParams
from motherlode.extract.people.reading import NAMED, UnitReading, read
from motherlode.extract.people.records import absolute
from motherlode.model.evidence import Evidence
from motherlode.model.people import Unit, UnitKind

_COLLEGE_HEADING = re.compile(
    r"\b(?:schools|colleges|faculties|fakultäten|facultades|facultés|факультет\w*)\b|学院|院系|学部", re.IGNORECASE
)
_DEPARTMENT_HEADING = re.compile(
    r"\b(?:departments?|divisions|institute|departamentos|départements|кафедр\w*)\b|系部|学系|系所|各系",
    re.IGNORECASE,
)
_PROGRAMME_HEADING = re.compile(
    r"\b(?:degrees?|program(?:me)?s|majors|minors|courses|studiengänge|grados)\b|专业", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A text that may name a unit: where it stands and what its words say."""

    line: Line
    node: int
    link: int
    reading: UnitReading


def units(tree: Tree, url: str = "", within: UnitKind = "university", params: UnitParams | None = None) -> list[Unit]:
    """The units of a page that lies `within` a university or a college, in the order in which they stand (U3)."""
    params = params or UnitParams()
    if params.strategy == "paper":
        from motherlode.extract.people.paper import by_record_sets

        return by_record_sets(tree, url, within, params)
    lines = lines_of(tree)
    groups: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces_of(lines):
        groups[signature(tree, tree.parents[piece.node], piece.line.place, classes=True)].append(piece)
    found: dict[str, Unit] = {}
    order: dict[str, int] = {}
    for path, group in groups.items():
        distinct = {piece.reading.name.casefold(): piece for piece in group}
        members = list(distinct.values())
        kind, share = _verdict(members, lines, within, params)
        if kind == "other":
            continue
        for piece in members:
            unit = _unit(tree, piece, kind, share, path, url)
            if unit is not None and (
                unit.name.casefold() not in found or (unit.url and not found[unit.name.casefold()].url)
            ):
                found[unit.name.casefold()] = unit
                order.setdefault(unit.name.casefold(), piece.node)
    return [found[name] for name in sorted(found, key=lambda name: order[name])]


def pieces_of(lines: Sequence[Line]) -> list[Piece]:
    """Links, headings and short lines that have a unit's shape."""
    found = []
    for line in lines:
        for run in line.runs:
            if run.link >= 0 or len(line.runs) == 1:
                reading = read(run.text)
                if reading is not None:
                    found.append(Piece(line, run.node, run.link, reading))
    return found


def _verdict(
    members: Sequence[Piece], lines: Sequence[Line], within: UnitKind, params: UnitParams
) -> tuple[UnitKind, float]:
    """The kind of a record set, and the share of it that reads as units."""
    count = len(members)
    kinds = [piece.reading.kind for piece in members]
    named = sum(kind in NAMED for kind in kinds)
    subjects = kinds.count("subject")
    programmes = kinds.count("programme")
    heading = _heading(members[0], lines)
    if programmes > params.programme_share * count or (_PROGRAMME_HEADING.search(heading) and not named):
        return "other", 0.0
    share = (named + subjects) / count
    if count <= params.min_units and not (count >= 2 and named == count):
        return "other", share
    if share <= params.match_rate:
        return "other", share
    says_college, says_department = bool(_COLLEGE_HEADING.search(heading)), bool(_DEPARTMENT_HEADING.search(heading))
    if not named and members[0].line.chrome and not (says_college or says_department):
        return "other", share
    if within == "college":
        return "department", share
    colleges, departments = kinds.count("college"), named - kinds.count("college")
    if colleges > departments:
        return "college", share
    if departments > colleges:
        return "department", share
    return ("department" if says_department and not says_college else "college"), share


def _heading(first: Piece, lines: Sequence[Line]) -> str:
    """The nearest heading or bold line above a record set."""
    for line in reversed(lines[max(0, first.line.number - 40) : first.line.number]):
        if line.heading or line.bold:
            return line.text
    return ""


def _unit(tree: Tree, piece: Piece, kind: UnitKind, share: float, path: str, url: str) -> Unit | None:
    """A member of an accepted set as a unit; programmes and menu entries in it are left out."""
    if piece.reading.kind == "programme":
        return None
    if piece.reading.kind == "other" and (len(piece.reading.name) < 4 or piece.link < 0):
        return None
    return Unit(
        name=piece.reading.name,
        kind=kind,
        url=link_near(tree, piece.node, piece.link, url),
        confidence=round(share, 3),
        evidence=Evidence(rule=f"{share:.0%} of the set read as units", path=path, page=url),
    )


LINK_LEVELS = 2
"""The paper finds the link of a unit by "searching two layers"; the element of the name itself is none of them."""


def link_near(tree: Tree, node: int, link: int, url: str) -> str:
    """The link around the name, or the nearest one in the name's element or within two levels above it (U6)."""
    if link >= 0:
        return absolute(tree.attribute(link, "href"), url)
    at = tree.parents[node]
    for _ in range(1 + LINK_LEVELS):
        if at < 0:
            break
        inside = [n for n in range(at, min(tree.ends[at], at + 60)) if tree.tags[n] == "a"]
        if inside:
            return absolute(tree.attribute(min(inside, key=lambda n: abs(n - node)), "href"), url)
        at = tree.parents[at]
    return ""


def page_unit(lines: Sequence[Line]) -> str:
    """The unit that a page is about: the first of its high headings that reads as one."""
    for line in [line for line in lines if line.heading and line.heading <= 2][:4]:
        for part in re.split(r"\s[-|–—:]\s|:\s", line.text):
            reading = read(part)
            if reading is not None and reading.kind in NAMED:
                return reading.name
    return ""
