"""Golden pages: each record holds exactly its own title, in order, and its values stand in their columns."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from motherlode.dom.tree import parse
from motherlode.extract.records import extract, why_none

CASES = sorted(path for path in (Path(__file__).parents[3] / "golden" / "records").iterdir() if path.is_dir())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_golden(case: Path) -> None:
    tree = parse((case / "page.html").read_text(encoding="utf-8"))
    expected = json.loads((case / "expected.json").read_text(encoding="utf-8"))
    titles = expected["titles"]
    regions = extract(tree)
    records = regions[0].records if regions else ()
    found = [[title for title in titles if title in record.texts] for record in records]
    assert found == [[title] for title in titles]
    columns = [[record.fields.get(one.name) for record in records] for one in (regions[0].columns if regions else ())]
    assert [wanted for wanted in expected["columns"] if wanted not in columns] == []
    assert regions or why_none(tree)
