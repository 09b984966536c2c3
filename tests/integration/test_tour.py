"""The whole of it on the sample web, as `make demo` runs it."""

import re
from pathlib import Path

import pytest

from motherlode.app.project import Project
from motherlode.interfaces.demo.tour import REGISTRY_ROWS, tour
from motherlode.model.ports import Silent


@pytest.mark.timeout(300)
def test_every_step_finds_what_is_there(tmp_path: Path) -> None:
    lines = {line.step: line for line in tour(tmp_path / "demo", Silent())}
    assert not [line for line in lines.values() if line.found.startswith("failed")]
    right, kept, there = map(int, re.findall(r"\d+", lines["focused crawl"].truth))
    assert right / kept > 0.9
    assert right / there > 0.75
    assert re.findall(r"\d+", lines["records"].found)[0] == re.findall(r"\d+", lines["records"].truth)[0]
    assert lines["hidden database"].found.startswith(f"{REGISTRY_ROWS} rows")
    assert lines["hidden database"].found.endswith("certified")
    assert lines["universities"].found in lines["universities"].truth
    missed, false = map(int, re.findall(r"(\d+) (?:missed|false)", lines["analysis"].truth))
    assert false <= 3
    assert missed <= 7
    project = Project.open(tmp_path / "demo")
    assert project.store.articles.count() == kept
    assert project.store.results.kinds()["trust"] == kept
    project.close()
