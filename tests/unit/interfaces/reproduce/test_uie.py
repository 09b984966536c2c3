"""The tables and figures of WEB-UIE on its experiment's universities: floors hold, verdicts are told, plots drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from motherlode.errors import UnreadableInput
from motherlode.interfaces.reproduce import uie_common, uie_lists, uie_pages
from motherlode.model.ports import Silent

PAGES_F = {"school": 70.0, "department": 60.0, "faculty": 60.0}
EXTRACTION_F = {
    "school name": 85.0, "school URL": 85.0, "department name": 85.0, "department URL": 85.0, "faculty": 88.0,
    "academic title": 90.0,
}  # fmt: skip
"""Floors on a tenth of the experiment's universities, which are made to be hard."""


@pytest.fixture(autouse=True)
def few_sites(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in (("SITES", 12), ("COLLEGE_SEEDS", 12), ("FACULTY_SEEDS", 12)):
        monkeypatch.setattr(uie_common, name, number)
    monkeypatch.setattr(uie_pages, "WHOLE", 0)
    monkeypatch.setattr(uie_lists, "STEPS", (0.65, 0.75))


def f_of(text: object) -> float:
    return float(str(text).rsplit("/", 1)[1])


def test_pages_are_found_stage_by_stage(tmp_path: Path) -> None:
    figure = uie_pages.run(tmp_path / "pages.png", None, 0, Silent())
    found = {str(row[0]): f_of(row[2]) for row in figure.rows}
    assert all(found[kind] >= goal for kind, goal in PAGES_F.items())
    assert [row[4] for row in figure.rows] == [97.9, 96.0, 82.3]
    assert all("The paper's shape" in remark for remark in figure.remarks[:3])
    assert (tmp_path / "pages.png").stat().st_size > 5000


def test_extraction_is_told_beside_the_papers_table(tmp_path: Path) -> None:
    figure = uie_lists.run_extraction(tmp_path / "extraction.svg", None, 0, Silent())
    ours = {str(row[0]): f_of(row[1]) for row in figure.rows}
    paper = {str(row[0]): f_of(row[2]) for row in figure.rows}
    assert all(ours[what] >= goal for what, goal in EXTRACTION_F.items())
    assert ours["academic title"] > paper["academic title"]
    assert [row[4] for row in figure.rows] == [97.4, 97.2, 96.0, 95.2, 79.8, 71.3]
    assert (tmp_path / "extraction.svg").exists()


def test_thresholds_are_swept(tmp_path: Path) -> None:
    figure = uie_lists.run_thresholds(tmp_path / "thresholds.png", None, 0, Silent())
    assert [row[0] for row in figure.rows] == [0.65, 0.75, "ours"]
    assert (tmp_path / "thresholds.png").exists()


def test_a_folder_without_labels_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="holds no people"):
        uie_lists.run_extraction(None, tmp_path, 0, Silent())
