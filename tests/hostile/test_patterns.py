"""No regular expression of the package can be slowed down by what a page says."""

from __future__ import annotations

import json
import subprocess
import sys


def test_no_regular_expression_takes_long_over_any_text() -> None:
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.hostile.patterns"], capture_output=True, text=True, timeout=110,
        check=False,
        env={"PYTHONPATH": "src:.", "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-2000:]
    found = json.loads(run.stdout)
    assert found["count"] > 300, "the search for patterns itself has broken"
    assert found["slow"] == {}
