"""The tables and figures of WEB-UIE on the sample universities: ours reaches the goals, the plots are drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from motherlode.errors import UnreadableInput
from motherlode.interfaces.reproduce import uie_common, uie_extraction, uie_pages, uie_thresholds
from motherlode.model.ports import Silent

PAGES_F = {"school": 98.0, "department": 97.0, "faculty": 92.0}
EXTRACTION_F = {
    "school name": 98.0, "school URL": 98.0, "department name": 97.0, "department URL": 97.0, "faculty": 95.0,
    "academic title": 90.0,
}  # fmt: skip
"""The goals; the paper reports 97.9, 96.0, 82.3 and 97.4, 97.2, 96.0, 95.2, 79.8, 71.3 on its universities."""


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uie_common, "SEEDS", 1)
    monkeypatch.setattr(uie_pages, "SEEDS", 1)
    monkeypatch.setattr(uie_thresholds, "STEPS", (0.65, 0.75))


def f_of(text: object) -> float:
    return float(str(text).rsplit("/", 1)[1])


def test_pages_are_found_beyond_the_goals(tmp_path: Path) -> None:
    figure = uie_pages.run(tmp_path / "pages.png", None, 0, Silent())
    found = {str(row[0]): f_of(row[1]) for row in figure.rows if row[0] in PAGES_F}
    assert all(found[kind] >= goal for kind, goal in PAGES_F.items())
    assert (tmp_path / "pages.png").stat().st_size > 5000


def test_extraction_is_beyond_the_goals_and_the_papers_pipeline(tmp_path: Path) -> None:
    figure = uie_extraction.run(tmp_path / "extraction.svg", None, 0, Silent())
    ours = {str(row[0]): f_of(row[1]) for row in figure.rows}
    paper = {str(row[0]): f_of(row[2]) for row in figure.rows}
    assert all(ours[what] >= goal for what, goal in EXTRACTION_F.items())
    assert all(ours[what] >= paper[what] for what in ours)
    assert (tmp_path / "extraction.svg").exists()


def test_thresholds_are_swept(tmp_path: Path) -> None:
    figure = uie_thresholds.run(tmp_path / "thresholds.png", None, 0, Silent())
    assert [row[0] for row in figure.rows] == [0.65, 0.75, "ours"]
    assert (tmp_path / "thresholds.png").exists()


def test_a_folder_without_labels_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="holds no people"):
        uie_extraction.run(None, tmp_path, 0, Silent())
