"""The core works without any extra; a missing one is named with the command that installs it."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from motherlode.extras import EXTRAS

ROOT = Path(__file__).parents[2]
PAGE = "<h1>A bridge opens</h1>" + "<p>The bridge was opened, after two years of work, on Monday.</p>" * 4


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """An environment in which no package of an extra can be imported."""
    blocked = [module for modules in EXTRAS.values() for module in modules]
    hook = f"""import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition('.')[0] in {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Blocked())
"""
    (tmp_path / "sitecustomize.py").write_text(hook, encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT / "src")])}


def run(bare: dict[str, str], *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "motherlode", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=bare, cwd=cwd)


def test_nothing_is_declared_in_vain_or_used_undeclared() -> None:
    spec = importlib.util.spec_from_file_location("check_dependencies", ROOT / "scripts" / "check_dependencies.py")
    assert spec is not None
    assert spec.loader is not None
    check = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(check)
    assert list(check.problems()) == []


def test_the_core_reads_and_exports_without_extras(bare: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    assert "A bridge opens" in run(bare, "extract", "article", "page.html", "--jsonl", cwd=tmp_path).stdout
    assert run(bare, "init", "p", "--seed", "news.example", cwd=tmp_path).returncode == 0
    for form in ("jsonl", "csv", "sqlite"):
        done = run(bare, "export", "p", "--format", form, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    assert run(bare, "--help", cwd=tmp_path).returncode == 0
    assert "absent" in run(bare, "doctor", cwd=tmp_path).stdout


@pytest.mark.parametrize(
    ("line", "extra"),
    [
        ("export p --format xlsx", "excel"), ("export p --format parquet", "parquet"), ("serve p", "server"),
        ("import p newsset sites.xlsx", "excel"), ("demo", "server"),
        ("analyse hot articles.jsonl --plot hot.svg", "plot"),
        ("analyse stories articles.jsonl --embed", "embed"),
    ],
)  # fmt: skip
def test_a_missing_extra_is_named_with_its_command(
    bare: dict[str, str], tmp_path: Path, line: str, extra: str
) -> None:
    run(bare, "init", "p", cwd=tmp_path)
    (tmp_path / "sites.xlsx").write_bytes(b"PK")
    (tmp_path / "articles.jsonl").write_text(
        '{"id": "1", "title": "Dam", "content": "A dam broke.", "published": "2026-01-01"}\n', encoding="utf-8"
    )
    done = run(bare, *line.split(), cwd=tmp_path)
    assert done.returncode == 1
    assert f'pip install "motherlode[{extra}]"' in done.stderr
    assert "Traceback" not in done.stderr
