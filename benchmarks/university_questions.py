"""Eight questions to the network of a whole saved site: right answers by its labels, and the time of each.

usage: python -m benchmarks.university_questions --data DIR [--site NAME]       (DIR holds university-sites)
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.common import arguments, keep
from benchmarks.site_pages import golds, site_files
from benchmarks.university_sites import HOME, Saved
from motherlode.app.network import run_text
from motherlode.app.university import facts_of
from motherlode.extract.people import PeopleParams
from motherlode.extract.people.candidates import name_key
from motherlode.extract.people.names import parse
from motherlode.network.identity import resolve
from motherlode.network.store import NetworkStore
from motherlode.sql.engine import connect
from motherlode.university.explore import Tools, explore
from motherlode.university.model import UniversityParams
from motherlode.university.units import unit_key

Rows = list[tuple[object, ...]]
TRIES = 20


@dataclass(frozen=True, slots=True)
class Question:
    """A question in words and in the network's language, with the answer by the labels."""

    words: str
    text: str
    wanted: object
    read: Callable[[Rows], object]


class Labels:
    """What the labels of a site say."""

    def __init__(self, gold: dict) -> None:
        self.units = {unit["name"]: unit for unit in gold["units"]}
        self.people = [person for person in gold["people"] if person.get("reachable", True)]

    def parts(self, name: str) -> frozenset[str]:
        """The units inside a unit."""
        return frozenset(unit_key(unit["name"]) for unit in self.units.values() if unit["parent"] == name)

    def staff(self, name: str) -> list[dict]:
        """The people of the lists in a unit's own folder."""
        path = self.units[name]["path"].rstrip("/")
        return [person for person in self.people if person["page"].rpartition("/")[0] == path]

    def with_rank(self, name: str, rank: str) -> frozenset[str]:
        """The people of a unit whose title has a rank: "Program Director & Associate Professor", too."""
        return frozenset(key_of(p["name"]) for p in self.staff(name) if rank in (p["title"] or ""))


def key_of(name: str) -> str:
    """A labelled name as a key, without its honorific."""
    read = parse(name)
    return name_key(read.name if read is not None else name)


def keys(rows: Rows) -> frozenset[str]:
    """The first column as keys of people."""
    return frozenset(name_key(str(row[0])) for row in rows)


def units(rows: Rows) -> frozenset[str]:
    """The first column as keys of units."""
    return frozenset(unit_key(str(row[0])) for row in rows)


def questions(labels: Labels) -> list[Question]:
    """Eight questions about the largest school, its first departments, and somebody of each."""
    school = max(labels.units, key=lambda name: (len(labels.parts(name)), name))
    inner = [name for name, unit in labels.units.items() if unit["parent"] == school and len(labels.staff(name)) > 3]
    one, other = inner[0], inner[1]
    first, last = labels.staff(one)[0], labels.staff(other)[-1]
    person, neighbour = (parse(p["name"]).name for p in (first, last))  # type: ignore[union-attr]
    begins = re.match(r"(?:Assistant |Associate )?Professor", first["title"] or "Professor")
    return [
        Question(f"departments of {school}", f'QUERY "{school}" ?s /contain ?d CONSTRUCT {{ d: ?d.name }}',
                 labels.parts(school), units),
        Question("how many departments it has", f'QUERY "{school}" ?s /contain ?d CONSTRUCT {{ n: COUNT(?d) }}',
                 len(labels.parts(school)), lambda rows: rows[0][0]),
        Question(f"what {one} lies in", f'QUERY Department "{one}" ?d ^contain ?s CONSTRUCT {{ s: ?s.name }}',
                 frozenset({unit_key(school)}), units),
        Question(f"everybody of {one}", f'QUERY Department "{one}" ?d /* Person ?p CONSTRUCT {{ p: ?p.name }}',
                 frozenset(key_of(p["name"]) for p in labels.staff(one)), keys),
        Question(f"assistant professors of {one}",
                 f'QUERY Department "{one}" ?d /`Assistant Professor` ?p CONSTRUCT {{ p: ?p.name }}',
                 labels.with_rank(one, "Assistant Professor"), keys),
        Question(f"how many associate professors {other} has",
                 f'QUERY Department "{other}" ?d /`Associate Professor` ?p CONSTRUCT {{ n: COUNT(?p) }}',
                 len(labels.with_rank(other, "Associate Professor")), lambda rows: rows[0][0] if rows else 0),
        Question(f"where {person} works, as what",
                 f'QUERY Person "{person}" ?p ^* Department ?d CONSTRUCT {{ d: ?d.name, title: ?p.title }}',
                 (unit_key(one), begins[0] if begins else ""),
                 lambda rows: (unit_key(str(rows[0][0])), str(rows[0][1])[: len(begins[0]) if begins else 0])),
        Question(f"the way from {person} to {neighbour}", f'PATH Person "{person}" TO Person "{neighbour}"',
                 [name_key(person), unit_key(one), unit_key(school), unit_key(other), name_key(neighbour)],
                 lambda rows: [
                     (name_key if place in (0, len(rows) - 1) else unit_key)(str(row[3]))
                     for place, row in enumerate(rows)
                 ]),
    ]  # fmt: skip


def main() -> int:
    """Explores, asks, writes the page."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--site", default="mitwpu", help="the saved site")
    options = parser.parse_args()
    gold = golds(options.data)[options.site]
    files = site_files(options.data / "university-sites" / f"{options.site}.tar.gz")
    saved = Saved(files, tuple(gold.get("hosts", ())))
    found = asyncio.run(explore(HOME, Tools(saved, UniversityParams(), PeopleParams())))
    rows: list[list[object]] = []
    with tempfile.TemporaryDirectory() as folder:
        network = NetworkStore(connect(Path(folder) / "network.sqlite"))
        network.insert(facts_of(found))
        resolve(network)
        for question in questions(Labels(gold)):
            times = []
            for _ in range(TRIES):
                start = time.perf_counter()
                answer = list(run_text(network, question.text)[0].rows)
                times.append(1000 * (time.perf_counter() - start))
            given = question.read(answer)
            verdict = "yes" if given == question.wanted else _difference(given, question.wanted)
            rows.append(
                [question.words, f"`{question.text}`", verdict, len(answer), sorted(times)[TRIES // 2], max(times)]
            )
        counts = network.counts()
    columns = ["question", "as asked", "right", "rows", "ms (median of 20)", "ms (slowest)"]
    heading = f"{options.site}: {counts['objects']} objects, {counts['relations']} relationships"
    keep("university_questions", "Questions to the network of a university", [(heading, columns, rows)], remarks=[
        "The network is what the exploration found; the answers are compared with the labels of the site.",
    ])  # fmt: skip
    return 0


def _difference(given: object, wanted: object) -> str:
    if isinstance(given, frozenset) and isinstance(wanted, frozenset):
        return f"no: {len(wanted - given)} of {len(wanted)} missed, {len(given - wanted)} too many"
    return f"no: {given} instead of {wanted}"


if __name__ == "__main__":
    sys.exit(main())
