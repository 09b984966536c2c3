"""Rows as files: no cell is a formula for a spreadsheet program, and the check of a certificate reads them back."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine
from tests.hidden_sites.running import read_site
from tests.hidden_sites.table_site import TableSite, Ways

from motherlode.app.hidden.run import verify_files, write_rows
from motherlode.errors import CertificateRefused
from motherlode.hidden.ledger import Ledger
from motherlode.model.plain import plain

FORMULAS = (
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "＝1+1",
    "＋1",
    "－1",
    "＠A1",
    "\t=1",
    "'=1",
    "''@x",
    "half \ud83d",
    "nul \0",
    "中文",
)


class Hostile(TableSite):
    """A table whose words are formulas."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for number, row in enumerate(self.table):
            row["word"] = FORMULAS[number % len(FORMULAS)]
            row["=name"] = -number if number % 3 else None


def written(folder: Path, ending: str) -> tuple[Path, Path]:
    engine = create_engine(f"sqlite:///{folder / 'ledger.sqlite'}")
    found = read_site(Hostile(Ways(count="exact"), rows=90, seed=1), ledger=Ledger(engine, "run"))
    assert found.report is not None
    assert found.verdict == "complete"
    certificate, rows = folder / "proof.json", folder / f"rows{ending}"
    certificate.write_text(json.dumps(plain(found.report.certificate)), encoding="utf-8")
    assert write_rows(Ledger(engine, "run"), rows) == 90
    engine.dispose()
    return certificate, rows


@pytest.mark.parametrize("ending", [".jsonl", ".csv"])
def test_what_is_written_is_what_the_certificate_speaks_of(tmp_path: Path, ending: str) -> None:
    certificate, rows = written(tmp_path, ending)
    assert verify_files(certificate, rows).exit_code == 0
    text = rows.read_text(encoding="utf-8-sig")
    rows.write_text(text.replace("中文", "文中", 1), encoding="utf-8-sig")
    with pytest.raises(CertificateRefused, match="a value was changed"):
        verify_files(certificate, rows)


def test_no_cell_of_a_csv_file_begins_like_a_formula(tmp_path: Path) -> None:
    _, rows = written(tmp_path, ".csv")
    raw = rows.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf")
    lines: list[dict[str, Any]] = list(csv.DictReader(raw.decode("utf-8-sig").splitlines()))
    assert len(lines) == 90
    for line in lines:
        for name, cell in line.items():
            number = name == "'=name" and cell.lstrip("-").isdigit()
            assert number or not cell.startswith(("=", "+", "-", "@", "\t", "＝", "＋", "－", "＠"))
    assert {line["word"] for line in lines} >= {"'=1+1", "'＝1+1", "''=1", "'''@x"}
