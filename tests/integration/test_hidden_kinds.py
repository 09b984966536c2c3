"""Eight kinds of interfaces over real HTTP: what `hidden init` drafts is read to the last row as it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from motherlode.interfaces.cli.app import main
from motherlode.interfaces.demo.server import serve
from tests.hidden_sites.kinds import QUOTED, KindSite, cases

KINDS = ("github", "elasticsearch", "ckan", "socrata", "odata", "solr", "form", "aspnet")


@pytest.mark.parametrize("days", [2500, 6], ids=["days", "few days"])
@pytest.mark.parametrize("kind", KINDS)
def test_init_drafts_a_description_that_reads_every_row(
    kind: str, days: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a few days more than k cases were filed each: they are told apart by kinds with quotation marks in them."""
    site = KindSite(kind, cases(700) if days > 6 else cases(700, 3, QUOTED, days), k=200 if days > 6 else 100)
    file, out, proof = (tmp_path / name for name in ("site.toml", "rows.jsonl", "proof.json"))
    with serve([site]) as server:
        start = server.url("kinds", site.start)
        assert main(["hidden", "init", start, "--out", str(file), "--allow-private"]) == 0
        assert main(["hidden", "describe", str(file)]) == 0
        assert "attribute filed (date)" in capsys.readouterr().out
        arguments = ["hidden", str(file), "--out", str(out), "--certificate", str(proof), "--json", "--allow-private"]
        assert main(arguments) == 0
    report = json.loads(capsys.readouterr().out)
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    titles = sorted(row["title"] for row in site.rows)
    assert sorted(_title(row) for row in rows) == titles
    counted = kind in {"github", "odata", "solr", "form", "aspnet"}
    assert report["verdict"] == ("complete" if counted else "complete if")
    assert main(["hidden", "verify", str(proof), str(out)]) == (0 if counted else 3)


def _title(row: dict[str, object]) -> str:
    text = json.dumps(row, ensure_ascii=False)
    start = text.index("Case ")
    return text[start : text.index(" of the court", start) + len(" of the court")]
