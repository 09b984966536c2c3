import json
import os
import pty
import subprocess
import sys
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


def test_lines_reach_their_file_while_a_bar_is_drawn_on_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<h1>One</h1><p>A text, with a comma, that is long enough.</p>")
    master, terminal = pty.openpty()
    with (tmp_path / "out.jsonl").open("wb") as out:
        line = [sys.executable, "-m", "motherlode", "extract", "article", str(tmp_path), "--jsonl"]
        ran = subprocess.run(line, stdout=out, stderr=terminal, check=False, env={**os.environ, "TERM": "xterm"})
    os.close(terminal)
    drawn = b""
    try:
        while part := os.read(master, 1 << 16):
            drawn += part
    except OSError:  # how a terminal says that nobody writes any more
        os.close(master)
    assert ran.returncode == 0
    assert b"articles" in drawn
    assert [json.loads(one)["title"] for one in (tmp_path / "out.jsonl").read_text().splitlines()] == ["One"]


def test_half_a_surrogate_pair_is_written_as_json_escapes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = json.dumps({"@type": "NewsArticle", "headline": "Half a \ud83d pair", "datePublished": "2024-05-03"})
    (tmp_path / "a.html").write_text(f"<script type=application/ld+json>{told}</script><p>A text, and more of it.")
    assert main(["extract", "article", str(tmp_path), "--jsonl"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "Half a \ud83d pair"
