"""The native extension: found, bound to the parser, turned off; it keeps nothing outside of its module."""

import importlib.util
import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from motherlode import kernels
from motherlode.kernels import native, walking, why_not

ROOT = Path(__file__).parents[2]
needs_native = pytest.mark.skipif(native() is None, reason="the native extension is not used")


def run(program: str, **environment: str) -> str:
    known = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment}
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=known, check=True)
    return ran.stdout.strip()


def test_it_can_be_turned_off() -> None:
    told = "from motherlode.kernels import native, why_not; from motherlode.dom.tree import parse; "
    told += "print(native(), parse('<p id=a>x').attributes[3], why_not())"
    assert run(told, MOTHERLODE_PURE="1") == "None {'id': 'a'} MOTHERLODE_PURE=1 turns it off"


@needs_native
def test_it_is_used_or_says_why_not() -> None:
    assert (walking() is None) == bool(why_not())


@needs_native
@pytest.mark.parametrize("version", [(0, 4), (2, 0), (0,)])
def test_a_parser_of_another_range_is_not_walked(
    version: tuple[int, ...], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(kernels, "parser_version", lambda: version)
    with caplog.at_level(logging.WARNING, logger="motherlode"):
        found = kernels._Found()
    assert found.native is not None
    assert not found.walks
    assert len(caplog.records) == 1
    assert "range" in found.reason


@needs_native
def test_one_that_was_built_from_another_source_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "API", kernels.API + 1)
    assert kernels._Found().native is None


@needs_native
def test_every_module_made_of_it_has_a_state_of_its_own() -> None:
    spec = importlib.util.spec_from_file_location("motherlode._native", native().__file__)
    assert spec is not None
    other = importlib.util.module_from_spec(spec)
    assert spec.loader is not None
    spec.loader.exec_module(other)
    with pytest.raises(RuntimeError, match="bind"):
        other.walk(None, (None,) * 256, 2, 4, bytes(256), 10)
    assert other.folded("A b!") == "ab"


@needs_native
@pytest.mark.skipif(sys.version_info >= (3, 13), reason="the module of subinterpreters has another name")
def test_it_works_in_a_second_interpreter() -> None:
    program = f"""
import _xxsubinterpreters as interpreters
one = interpreters.create()
interpreters.run_string(one, '''
from importlib.util import module_from_spec, spec_from_file_location
spec = spec_from_file_location("motherlode._native", {native().__file__!r})
made = module_from_spec(spec)
spec.loader.exec_module(made)
assert made.folded("A b!") == "ab" and made.simhash("a b", 1, 9) is not None
''')
interpreters.destroy(one)
print("done")
"""
    assert run(program) == "done"
