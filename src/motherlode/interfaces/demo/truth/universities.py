"""The truth about the universities: college → department → people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PersonTruth:
    """A person: `title` as the list page says it (by the heading, where it only stands there), `rank` its base.

    `url` is the path of the homepage that the list links to, empty without a link; `shown` names the fields that the
    list page itself shows; `faculty` is False for administrative staff.
    """

    name: str
    title: str
    rank: str
    email: str
    phone: str
    url: str
    shown: tuple[str, ...]
    written: str
    faculty: bool = True


@dataclass(frozen=True, slots=True)
class DepartmentTruth:
    """A department with its home page and its list of people."""

    name: str
    path: str
    people_path: str
    people: tuple[PersonTruth, ...]


@dataclass(frozen=True, slots=True)
class CollegeTruth:
    """A college with its home page and the page that lists its departments (the home page itself on some sites)."""

    name: str
    path: str
    departments_path: str
    departments: tuple[DepartmentTruth, ...]


@dataclass(frozen=True, slots=True)
class UniversityTruth:
    """A university; `programmes` are degree programmes, which are no departments."""

    host: str
    name: str
    language: str
    style: str
    colleges_path: str
    colleges: tuple[CollegeTruth, ...]
    programmes: tuple[str, ...]

    def people(self) -> Iterator[tuple[CollegeTruth, DepartmentTruth, PersonTruth]]:
        """Everybody with college and department."""
        for college in self.colleges:
            for department in college.departments:
                for person in department.people:
                    yield college, department, person

    def needed(self) -> tuple[str, ...]:
        """The pages that have to be fetched to know everybody: home, colleges, departments, people."""
        paths = {"/": None, self.colleges_path: None}
        for college in self.colleges:
            paths |= {college.path: None, college.departments_path: None}
            for department in college.departments:
                paths |= {department.path: None, department.people_path: None}
        return tuple(paths)
