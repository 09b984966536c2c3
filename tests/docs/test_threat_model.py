"""The threat model names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "explanation" / "threat-model.md"


def test_every_test_that_the_threat_model_names_is_there() -> None:
    named = re.findall(r"`((?:tests|benchmarks|deploy)/[\w/.-]*)`", PAGE.read_text(encoding="utf-8"))
    assert len(named) > 25
    for name in named:
        path = ROOT / name
        assert path.exists(), name
        if path.suffix == ".py" and name.startswith("tests/"):
            assert "def test_" in path.read_text(encoding="utf-8"), name


def test_every_door_has_a_test() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for line in text.partition("## The doors")[2].partition("## What is assumed")[0].splitlines():
        if line.startswith("|") and not line.startswith(("|---", "| door", "| what")):
            assert re.search(r"`(?:tests|benchmarks)/", line), line
