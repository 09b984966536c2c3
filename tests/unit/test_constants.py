"""Numbers that decide have names, and beside the name stands where they come from."""

import ast
from pathlib import Path

import motherlode

ROOT = Path(motherlode.__file__).parent


def numbers_in_functions(source: str) -> set[tuple[int, float]]:
    """Lines and values of all floats inside functions but nought and one."""
    functions = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.FunctionDef | ast.Lambda)]
    found = (number for function in functions for number in ast.walk(function) if isinstance(number, ast.Constant))
    return {(one.lineno, one.value) for one in found if isinstance(one.value, float) and one.value not in (0.0, 1.0)}


def test_no_function_holds_a_number_of_its_own() -> None:
    assert numbers_in_functions("X = 0.5\ndef f(x):\n    return x * 0.3 + 1.0\n") == {(3, 0.3)}
    paths = [path for stage in ("extract", "annotate") for path in (ROOT / stage).rglob("*.py")]
    every = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in paths}
    found = {name: numbers_in_functions(source) for name, source in every.items()}
    assert {name: numbers for name, numbers in found.items() if numbers} == {}
