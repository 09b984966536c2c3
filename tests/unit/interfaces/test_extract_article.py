import json
from pathlib import Path

import pytest

from motherlode.interfaces.cli.app import main


def test_a_line_a_page_and_exit_1_when_one_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.html").write_text(
        "<title>One</title><h1>One</h1><p>A text, with a comma, that is long enough.</p>"
    )
    code = main(["extract", "article", str(tmp_path), str(tmp_path / "no.html"), "--jsonl"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert code == 1
    assert lines[0]["title"] == "One"
    assert "error" in lines[1]
    assert {"page", "url", "published", "source", "authors", "content", "language", "links", "evidence"} <= set(
        lines[0]
    )
