"""`hidden init` on plain JSON interfaces over real HTTP: found from an address with parameters, read completely."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from motherlode.interfaces.cli.app import main
from motherlode.interfaces.demo.registry import Faults
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.site import Reply, Request
from tests.hidden_sites.kinds import JSON, cases
from tests.integration.registry_help import registry

CAP = 120


class Plain:
    """Cases by amount, at most 120 of an answer: an envelope with count and offset, or a bare list with pages."""

    host = "plain"

    def __init__(self, bare: bool) -> None:
        self.rows, self.bare = cases(600), bare

    def respond(self, request: Request) -> Reply:
        given = dict(parse_qsl(request.query))
        low, high = (float(given.get(f"{end}_amount") or edge) for end, edge in (("min", "-inf"), ("max", "inf")))
        found = [row for row in self.rows if low <= row["amount"] <= high]
        size = int(given.get("limit") or 20)
        first = (int(given.get("page") or 1) - 1) * size if self.bare else int(given.get("offset") or 0)
        shown = found[:CAP][first : first + size]
        made: Any = shown if self.bare else {"meta": {"total_count": len(found)}, "data": {"items": shown}}
        return Reply(200, json.dumps(made).encode(), JSON)


def drafted(tmp_path: Path, url: str) -> Path:
    file = tmp_path / "site.toml"
    assert main(["hidden", "init", url, "--out", str(file), "--allow-private"]) == 0
    return file


def read(file: Path, tmp_path: Path) -> list[dict[str, Any]]:
    out = tmp_path / "rows.jsonl"
    assert main(["hidden", str(file), "--out", str(out), "--json", "--allow-private"]) == 0
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    ("bare", "query"),
    [(False, "min_amount=100&max_amount=900&offset=0&limit=20"), (True, "min_amount=100&max_amount=900&page=1")],
    ids=["envelope", "bare list"],
)
def test_a_plain_interface_is_read_from_what_init_drafted(tmp_path: Path, bare: bool, query: str) -> None:
    site = Plain(bare)
    with serve([site]) as server:
        rows = read(drafted(tmp_path, server.url("plain", f"/cases?{query}")), tmp_path)
    assert sorted(row["title"] for row in rows) == sorted(row["title"] for row in site.rows)


def test_the_registrys_interface_is_read_from_what_init_drafted(tmp_path: Path) -> None:
    with registry(1200, Faults(cap=200)) as (site, server):
        address = server.url("registry", "/api?from=2010-01-01&to=2012-12-31&page=1")
        rows = read(drafted(tmp_path, address), tmp_path)
        assert {row["id"] for row in rows} == site.truth()


def test_an_address_without_a_range_is_asked_for_one(capsys: pytest.CaptureFixture[str]) -> None:
    with registry(300, Faults(cap=200)) as (_, server):
        assert main(["hidden", "init", server.url("registry", "/api"), "--allow-private"]) == 1
    assert "names no range to ask for: give it with both ends of one" in " ".join(capsys.readouterr().err.split())
