"""Every form of a title and of what stands before names does its work: found for what it is, and off the name."""

import re
import re._parser as patterns  # type: ignore[import-not-found]
from collections.abc import Iterable
from typing import Any

import pytest

from motherlode import people
from motherlode.extract.people.names import parse
from motherlode.extract.people.titles import MODIFIERS, RANKS, ROLES, find, labels, singular
from motherlode.lang import section

NAMES = ("Anna Berger", "Thomas Hart", "Maria Keller", "Peter Lang")


def example(pattern: str) -> str:
    """A short text of a pattern: its first choice everywhere, and no more repetitions than it needs."""

    def text(parts: Iterable[tuple[Any, Any]]) -> str:
        return "".join(one(str(name), value) for name, value in parts)

    def one(name: str, value: Any) -> str:
        match name:
            case "LITERAL":
                return chr(value)
            case "BRANCH":
                return text(value[1][0])
            case "SUBPATTERN":
                return text(value[3])
            case "MAX_REPEAT":
                return text(value[2]) * value[0]
            case "IN":
                kind, chosen = value[0]
                if str(kind) == "CATEGORY":
                    return " " if str(chosen) == "CATEGORY_SPACE" else "a"
                return chr(chosen if str(kind) == "LITERAL" else chosen[0])
            case "ASSERT" | "ASSERT_NOT" | "AT":
                return ""
        raise AssertionError(f"the tables use nothing else, but {pattern!r} has {name}")

    return text(patterns.parse(pattern, re.IGNORECASE))


def forms(kind: str) -> list[tuple[str, str]]:
    """(what it means, an example) of all languages."""
    tables = [table.get(kind, {}) for table in section("titles").values()]
    return [(name, example(form)) for table in tables for name, found in table.items() for form in found]


@pytest.mark.parametrize(("kind", "names"), [("ranks", RANKS), ("roles", ROLES), ("modifiers", MODIFIERS)])
def test_tables_name_only_what_is_known(kind: str, names: tuple[str, ...]) -> None:
    assert {name for name, _ in forms(kind)} == set(names)


def test_every_rank_is_found() -> None:
    assert [(name, text) for name, text in forms("ranks") if find(text).rank != name] == []


def test_every_role_and_modifier_is_found() -> None:
    assert [(name, text) for name, text in forms("roles") if name not in find(text).roles] == []
    assert [
        (name, text) for name, text in forms("modifiers") if name not in find(f"{text} professor").modifiers
    ] == []


def test_every_rank_is_the_title_of_people_on_a_page() -> None:
    for _, text in forms("ranks"):
        shown = text[0].upper() + text[1:]
        rows = "".join(f"<li><a href=/p/{n}>{name}</a><br>{shown}</li>" for n, name in enumerate(NAMES))
        found = people(f"<title>Academic staff</title><h1>Academic staff</h1><ul>{rows}</ul>")
        assert [(person.name, person.title) for person in found] == [(name, shown) for name in NAMES], text


def test_every_honorific_is_taken_off_a_name() -> None:
    texts = [example(form) for table in section("titles").values() for form in table.get("honorifics", ())]
    assert [text for text in texts if parse(f"{text}. Anna Berger").name != "Anna Berger"] == []


def test_every_label_of_positions_is_known() -> None:
    found = [example(form) for table in section("titles").values() for form in table.get("labels", ())]
    assert [label for label in found if not labels(label)] == []


def test_every_plural_has_its_singular() -> None:
    pairs = [pair for table in section("titles").values() for pair in table.get("singular", {}).items()]
    assert [many for many, one in pairs if singular(many) != one] == []
