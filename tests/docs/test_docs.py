"""What the docs promise about themselves: every command, setting and requirement is named."""

import importlib.util
from collections import defaultdict
from pathlib import Path
from types import ModuleType

import pytest

from motherlode.app.settings import section_classes
from motherlode.model.params import describe

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_parameter_has_help() -> None:
    for section, params in section_classes().items():
        for info in describe(params):
            assert info.help, f"[{section}] {info.name} has no help"


def test_every_command_has_an_example(generate: ModuleType) -> None:
    page = generate.commands_page()
    for part in page.split("\n## ")[2:]:
        name = part.splitlines()[0]
        if "Commands:" not in part:
            assert "Example:" in part, f"{name} --help has no example"


def test_the_tutorial_names_only_commands_that_exist(generate: ModuleType) -> None:
    from motherlode.interfaces.cli.app import COMMANDS

    for file in [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]:
        for line in file.read_text(encoding="utf-8").splitlines():
            words = line.removeprefix("$ ").split()
            if line.startswith("$ motherlode") and len(words) > 1 and not words[1].startswith("-"):
                assert words[1] in COMMANDS, f"{file.name}: {line}"


def test_every_requirement_has_its_module_test_and_command(generate: ModuleType) -> None:
    """Every requirement has its own test, and says how exact it is in paper mode."""
    from motherlode.interfaces.cli.app import COMMANDS

    code, without = generate.cited("src/motherlode"), []
    helps: defaultdict[str, str] = defaultdict(str)
    for part in generate.commands_page().split("\n## motherlode ")[1:]:
        helps[part.split()[0]] += part
    for number, told in generate.requirements().items():
        assert code.get(number), f"no module names {number}"
        words = told["shows"].split()
        assert words[1] in COMMANDS, f"{number}: {told['shows']}"
        for option in (word for word in words if word.startswith("--")):
            assert f"{option} " in helps[words[1]], f"{number}: {told['shows']}"
        assert told["paper"], number
        if not told["test"]:
            without.append(number)
            continue
        file, _, function = told["test"].partition("::")
        text = (ROOT / "tests" / file).read_text(encoding="utf-8")
        assert f"def {function}(" in text, f"{number}: {told['test']} is not there"
    assert without == []
