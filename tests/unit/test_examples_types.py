"""The sample program passes the two type checkers that people use."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "examples" / "typed_program.py"
ENVIRONMENT = {**os.environ, "MYPYPATH": str(ROOT / "src"), "PYTHONPATH": str(ROOT / "src")}


def test_mypy_passes_on_the_sample_program() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml"), str(PROGRAM)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_refuses_an_option_of_the_wrong_type(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import motherlode as ml\nml.Project('p').crawl(max_pages='many', strategy='bset')\n")
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(wrong)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT, cwd=ROOT)
    assert 'incompatible type "str"; expected "int"' in done.stdout
    assert "bset" in done.stdout


def test_pyright_passes_on_the_sample_program() -> None:
    pyright = shutil.which("pyright")
    if pyright is None:
        pytest.skip("pyright is not installed: pip install 'pyright[nodejs]' to run this test")
    command = [pyright, "--pythonpath", sys.executable, str(PROGRAM)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=ENVIRONMENT, cwd=ROOT)
    assert done.returncode == 0, done.stdout
