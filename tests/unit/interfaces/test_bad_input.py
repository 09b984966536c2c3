"""Mistakes on the command line: one line that names the thing, the right exit code, no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from motherlode.interfaces.cli.app import COMMANDS, main

MISTAKES = [
    ("extract article missing.html", 1, "missing.html is not there"),
    ("extract article http://[::1/", 1, "not an address"),
    ("extract article ftp://example.org/a", 1, "ftp://example.org/a is not an http or https address"),
    ("extract article hollow", 1, "hollow holds no pages"),
    ("extract records hollow", 1, "hollow holds no pages"),
    ("extract article hollow --out shards", 1, "hollow holds no pages"),
    ("annotate hollow --schema books", 1, "hollow holds no pages"),
    ("analyze hot", 2, "did you mean 'analyse'"),
    ("extract artcle x.html", 2, "did you mean 'article'"),
    ("extract article http://127.0.0.1:1/x", 1, "allow_private"),
    ("extract records http://169.254.169.254/latest", 1, "private address"),
    ("extract records empty.html --strategy mdrr", 2, "did you mean 'mdr'"),
    ("crawl", 2, "name a project folder"),
    ("crawl nowhere", 1, "motherlode crawl nowhere --seed URL"),
    ("crawl project --strategy ous", 2, "did you mean 'ours'"),
    ("crawl project --max-pages -3", 2, "at least 0"),
    ("crawl project --replay missing.warc.gz", 1, "missing.warc.gz"),
    ("crawl project --replay broken.warc.gz", 1, "no WARC record"),
    ("crawl --topics broken.json --topic a --replay broken.warc.gz", 1, "broken.json is not JSON"),
    ("crawl project", 2, "no addresses to begin with"),
    ("hidden broken.toml", 1, "line 1"),
    ("hidden missing.toml", 1, "motherlode hidden init"),
    ("hidden verify missing.json", 1, "missing.json cannot be read: No such file"),
    ("annotate empty.html --schema bookz", 1, "did you mean 'books'"),
    ("network run broken.inm", 1, "line 1, column 8"),
    ("network query Professor", 1, "there is no network here"),
    ("network export --format cyper", 2, "did you mean 'cypher'"),
    ("university notaurl", 1, "not an address"),
    ("analyse trust missing.jsonl", 1, "missing.jsonl"),
    ("analyse stories broken.jsonl", 1, "line 1"),
    ("export nowhere --format csv", 1, "nowhere"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Path:
    """A folder with a project and files that are not what their names say."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hollow").mkdir()
    (tmp_path / "empty.html").write_bytes(b"")
    (tmp_path / "broken.warc.gz").write_bytes(b"\x1f\x8b\x08\x00zzzz")
    (tmp_path / "broken.json").write_text("[1,")
    (tmp_path / "broken.jsonl").write_text('{"title": "x"\n')
    (tmp_path / "broken.toml").write_text("[crawl\n")
    (tmp_path / "broken.inm").write_text("CREATE nonsense")
    assert main(["init", "project"]) == 0
    capfd.readouterr()
    return tmp_path


@pytest.mark.parametrize(("line", "code", "said"), MISTAKES, ids=[line for line, _, _ in MISTAKES])
def test_a_mistake_is_named(line: str, code: int, said: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == code
    heard = capfd.readouterr().err
    assert said in " ".join(heard.split())
    assert "Traceback" not in heard


def test_a_question_leaves_no_empty_network_behind(folder: Path) -> None:
    before = sorted(folder.iterdir())
    assert main(["network", "query", "Professor"]) == 1
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    assert "Usage: motherlode" in capfd.readouterr().out
