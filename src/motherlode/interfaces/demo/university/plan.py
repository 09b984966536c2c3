"""Who works where: the colleges, departments and people of one university, drawn from a seed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

from motherlode.interfaces.demo import words
from motherlode.interfaces.demo.words import vocabulary

COLLEGES = 4
DEPARTMENTS = (2, 4)
PEOPLE = (8, 18)
"""People in a department, fewest and most."""
RANKS = {
    "Professor": 0.3,
    "Associate Professor": 0.27,
    "Assistant Professor": 0.25,
    "Lecturer": 0.12,
    "Instructor": 0.06,
}
"""The ranks with their shares, the highest first."""
_NOT_WORD = re.compile(r"[^a-z0-9]+")

# host, name, language
UNIVERSITIES: tuple[tuple[str, str, str, str], ...] = (
    ("corvane", "University of Corvane", "en", "cards"),
    ("ashquay", "Ashquay Institute of Technology", "en", "lists"),
    ("yunling", "云岭大学", "zh", "chinese"),
    ("pellworth", "Pellworth University", "en", "cards"),
    ("thornwick", "Thornwick College", "en", "lists"),
    ("chengwan", "澄湾大学", "zh", "chinese"),
    ("rivenna", "Rivenna State University", "en", "cards"),
    ("dunmarsh", "Dunmarsh University", "en", "lists"),
    ("luyu", "鹭屿理工大学", "zh", "chinese"),
)


@dataclass(frozen=True, slots=True)
class Person:
    """A member of a department."""

    given: str
    family: str
    title: str
    rank: str
    email: str
    phone: str
    slug: str
    interests: tuple[str, ...]
    linked: bool
    chinese: bool = False

    @property
    def name(self) -> str:
        """The name as one says it."""
        return self.family + self.given if self.chinese else f"{self.given} {self.family}"


@dataclass(frozen=True, slots=True)
class Department:
    """A department with its people in the order of its list."""

    name: str
    slug: str
    people: tuple[Person, ...]
    staff: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class College:
    """A college with its departments."""

    name: str
    slug: str
    departments: tuple[Department, ...]


@dataclass(frozen=True, slots=True)
class University:
    """A whole university."""

    host: str
    name: str
    language: str
    style: str
    colleges: tuple[College, ...]
    programmes: tuple[str, ...]


def slug(name: str) -> str:
    """A name as a part of an address."""
    return _NOT_WORD.sub("-", name.lower()).strip("-")


def university(seed: int, number: int) -> University:
    """The university of that number."""
    host, name, language, style = UNIVERSITIES[number]
    rng = Random(f"{seed}/university/{host}")
    names = vocabulary("university")[language]
    known = names["colleges"]
    taken: set[tuple[str, str]] = set()
    colleges = []
    for index, title in enumerate(sorted(rng.sample(list(known), COLLEGES))):
        fields = rng.sample(known[title], min(len(known[title]), rng.randint(*DEPARTMENTS)))
        departments = tuple(_department(rng, host, field, language, taken, n) for n, field in enumerate(fields))
        place = f"xy{index + 1}" if language == "zh" else slug(title.split(" of ")[-1])
        colleges.append(College(title, place, departments))
    return University(host, name, language, style, tuple(colleges), tuple(rng.sample(names["programmes"], 6)))


def _department(
    rng: Random, host: str, field: str, language: str, taken: set[tuple[str, str]], number: int
) -> Department:
    people = tuple(_person(rng, host, field, language, taken) for _ in range(rng.randint(*PEOPLE)))
    order = {rank: place for place, rank in enumerate(RANKS)}
    people = tuple(sorted(people, key=lambda person: (order[person.rank], person.family, person.given)))
    staff = (
        tuple(_person(rng, host, field, language, taken, staff=True) for _ in range(2)) if language == "en" else ()
    )
    if language == "zh":
        return Department(field, f"x{number + 1}", people, staff)
    return Department(f"Department of {field}", slug(field), people, staff)


def _person(
    rng: Random, host: str, field: str, language: str, taken: set[tuple[str, str]], *, staff: bool = False
) -> Person:
    chinese = language == "zh"
    while True:
        family = rng.choice(words.FAMILY_ZH if chinese else words.FAMILY)
        given = rng.choice(words.GIVEN_ZH if chinese else words.GIVEN)
        if not chinese and rng.random() < 0.25:
            given += f" {rng.choice('ABCDEGHJKLMNPRSTW')}."
        if (family, given) not in taken:
            break
    taken.add((family, given))
    names = vocabulary("university")[language]
    rank = rng.choices(list(RANKS), list(RANKS.values()))[0]
    title = names["titles"][rank] if chinese else rng.choice(names["titles"][rank]).format(field=field)
    if staff:
        title, rank = rng.choice(names["staff"]), "Instructor"
    handle = f"t{1000 + len(taken)}" if chinese else slug(f"{given.split()[0]} {family}") + str(len(taken))
    interests = tuple(rng.sample(names["interests"], 3))
    phone = f"555-{rng.randint(1000, 9999)}" if not chinese else f"0888-{rng.randint(1000000, 9999999)}"
    return Person(
        given, family, title, rank, f"{handle}@{host}.example", phone, handle, interests, rng.random() > 0.1, chinese
    )
