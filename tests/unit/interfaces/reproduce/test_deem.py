"""The D-EEM figures on real labelled pages given with --data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from motherlode.errors import UnreadableInput
from motherlode.interfaces.reproduce import deem
from motherlode.interfaces.reproduce.deem_pages import hits_real, real_sources, sources, squeezed
from motherlode.model.ports import Silent


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two sources of two pages labelled by key, and one page labelled by spans."""
    folder = tmp_path / "lists"
    (folder / "papers").mkdir(parents=True)
    rows: list[dict[str, object]] = []
    for source in sources(3)[:2]:
        for number, page in enumerate(source.pages[:2]):
            name = f"papers/{source.name}_{number}.html"
            (folder / name).write_text(page.html, encoding="utf-8")
            rows.append({"page": name, "keys": list(page.titles)})
    items = [f"Title {i} of a long list with many words" for i in range(8)]
    html = (
        "<p>head</p><ul>" + "".join(f"<li><a href='/{i}'>{text}</a></li>" for i, text in enumerate(items)) + "</ul>"
    )
    (folder / "papers" / "alone.html").write_text(html, encoding="utf-8")
    spans, at = [], len("head")
    for text in items:
        spans.append([at, at + len(squeezed(text))])
        at += len(squeezed(text))
    rows.append({"page": "papers/alone.html", "records": spans})
    (folder / "gold.jsonl").write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return tmp_path


def test_real_pages_are_grouped_by_source_and_judged(data: Path) -> None:
    found = real_sources(data)
    assert sorted(len(source.pages) for source in found) == [1, 2, 2]
    assert hits_real(None, found[-1].pages[0]) == (0, 0, 8)


def test_figures_of_real_pages(data: Path, tmp_path: Path) -> None:
    plot = tmp_path / "figure.png"
    figure = deem.run_regions(plot, data, 0, Silent())
    rows = {row[0]: row[1:] for row in figure.rows}
    assert rows["ours"] == rows["ours, pages together"] == rows["ours, single"] == (100.0, 100.0, 100.0)
    assert "derl" in rows
    assert plot.stat().st_size > 1000
    assert [row[0] for row in deem.run_domains(None, data, 0, Silent()).rows] == ["D-EEM, papers", "ours, papers"]
    assert len(deem.run_time(None, data, 0, Silent()).rows) == 5


def test_a_folder_without_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match=r"gold\.jsonl"):
        real_sources(tmp_path)
    (tmp_path / "gold.jsonl").write_text('{"page": "missing.html"}\n', encoding="utf-8")
    with pytest.raises(UnreadableInput, match="line 1"):
        real_sources(tmp_path)
