"""`motherlode extract people` on good and bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from motherlode.interfaces.cli.app import main

PAGE = Path(__file__).parents[2] / "golden" / "people" / "table-columns" / "page.html"


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_line_a_page_with_the_keys_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", "people", str(PAGE), "--jsonl"]) == 0
    (line,) = lines(capsys)
    assert line["page"] == str(PAGE)
    people = line["people"]
    assert isinstance(people, list)
    assert {"name", "title", "rank", "url", "email", "unit", "evidence"} <= set(people[0])


def test_pages_that_cannot_be_read_give_an_error_line_and_the_rest_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.html").write_bytes(b"")
    (tmp_path / "noise.html").write_bytes(bytes(range(256)) * 50)
    (tmp_path / "broken.html.gz").write_bytes(b"\x1f\x8b\x08\x00nonsense")
    names = [str(tmp_path / name) for name in ("empty.html", "noise.html", "broken.html.gz", "missing.html")]
    assert main(["extract", "people", *names, str(PAGE), "--jsonl"]) == 1
    found = lines(capsys)
    assert [line["page"] for line in found] == [*names, str(PAGE)]
    assert [bool(line.get("error")) for line in found] == [False, False, True, True, False]
    assert len(found[-1]["people"]) == 5  # type: ignore[arg-type]


def test_a_wrong_setting_is_refused_before_anything_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", "people", str(PAGE), "--strategy", "papr"]) == 2
    assert "did you mean 'paper'" in capsys.readouterr().err


def test_own_names_help(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "list.html"
    page.write_text("<ul><li>Quorl Zzyva</li><li>Brillig Tove</li></ul>", encoding="utf-8")
    own = tmp_path / "names.txt"
    own.write_text("Quorl Zzyva\nBrillig Tove\n", encoding="utf-8")
    main(["extract", "people", str(page), "--names-file", str(own), "--jsonl"])
    assert [person["name"] for person in lines(capsys)[0]["people"]] == ["Quorl Zzyva", "Brillig Tove"]  # type: ignore[attr-defined]
    assert main(["extract", "people", str(page), "--names-file", str(tmp_path / "no.txt"), "--jsonl"]) == 1
