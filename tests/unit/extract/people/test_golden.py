"""Golden pages: a page in, the people out; each folder is a kind of page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from motherlode.dom.tree import parse
from motherlode.extract.people import extract

FOLDERS = sorted(path for path in (Path(__file__).parents[3] / "golden" / "people").iterdir() if path.is_dir())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_people_of_a_golden_page(folder: Path) -> None:
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    tree = parse((folder / "page.html").read_text(encoding="utf-8"))
    found = extract(tree, expected["url"])
    assert [person.name for person in found] == [person["name"] for person in expected["people"]]
    for person, wanted in zip(found, expected["people"], strict=True):
        assert {name: getattr(person, name) for name in wanted} == wanted
