"""The tables and figures of the news paper on a small sample web, beside the paper's and with verdicts in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from motherlode.errors import UnreadableInput
from motherlode.interfaces.reproduce import news
from motherlode.model.ports import Silent


@pytest.fixture(autouse=True)
def small_web(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "NEWS_PAGES", 200)
    monkeypatch.setattr(news, "LIMIT", 80)
    monkeypatch.setattr(news, "SHARE", 0.4)


def test_table_1_is_told_beside_the_papers_with_both_times() -> None:
    figure = news.run_table1(None, None, 0, Silent())
    rows = {str(row[0]): row for row in figure.rows}
    assert rows["reported: improved"][1:5] == (3373, 3357, 16, 84)
    assert rows["the paper's"][1] <= 0.4 * rows["universal"][1]
    assert rows["the paper's"][3] < rows["universal"][3], "fewer unrelated pages are extracted"
    assert all(float(row[7]) > 0 for row in rows.values()), "extracting is measured apart from searching"
    assert sum("The paper's shape" in remark for remark in figure.remarks) == 3


def test_figures_8_and_9_have_a_curve_a_method_and_a_verdict(tmp_path: Path) -> None:
    figure = news.run_precision_recall(tmp_path / "curves.png", None, 0, Silent())
    assert len(figure.rows) == news.STEPS
    recalls = [float(row[4]) for row in figure.rows]
    assert recalls == sorted(recalls)
    assert sum("The paper's shape" in remark for remark in figure.remarks) == 2
    assert (tmp_path / "curves.png").exists()


def test_a_folder_without_the_papers_case_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="Malaysia Airlines"):
        news.run_table1(None, tmp_path, 0, Silent())
