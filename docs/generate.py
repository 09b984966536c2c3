"""Writes the reference pages from the code: settings, commands, errors."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections import defaultdict
from pathlib import Path

import typer
from typer.main import get_command

from motherlode import errors
from motherlode.app.settings import section_classes
from motherlode.interfaces.cli.app import app
from motherlode.model.params import describe

HERE = Path(__file__).parent
REFERENCE = HERE / "reference"
_CITED = re.compile(r"\b([DHNEU])(\d{1,2})([ab]?)(?:\s*[–-]\s*(?:\1)?(\d{1,2})([ab]?))?\b")


def settings_page() -> str:
    """Every section with every parameter."""
    parts = [
        "# Settings",
        "",
        "All sections of `motherlode.toml`. Unknown names are refused with the nearest known one.",
    ]
    for section, params in section_classes().items():
        parts += ["", f"## [{section}]", "", (inspect.getdoc(params) or "").splitlines()[0], ""]
        parts += ["| name | symbol | default | limits | meaning |", "|---|---|---|---|---|"]
        for info in describe(params):
            limits = ", ".join(info.choices) or _limits(info.low, info.high)
            shown = f"`{info.default}`" if info.default not in (None, "") else ""
            parts.append(f"| `{info.name}` | {info.symbol} | {shown} | {limits} | {info.help} |".replace("\n", " "))
    return "\n".join(parts) + "\n"


def _limits(low: float | None, high: float | None) -> str:
    if low is None and high is None:
        return ""
    return f"{'' if low is None else low} … {'' if high is None else high}"


def commands_page() -> str:
    """The help of every command, as the command prints it."""
    parts = ["# Commands"]
    root = get_command(app)
    waiting = [("motherlode", root, None)]
    while waiting:
        name, command, parent = waiting.pop(0)
        context = command.context_class(command, info_name=name, parent=parent)
        parts += ["", f"## {name}", "", "```text", command.get_help(context).strip(), "```"]
        if hasattr(command, "list_commands"):
            for child in command.list_commands(context):
                found = command.get_command(context, child)
                if found is not None:
                    waiting.append((f"{name} {child}", found, None))
    return "\n".join(parts) + "\n"


def requirements() -> dict[str, dict[str, str]]:
    """Every requirement of the papers: number → what it asks for, its test, the command that shows it."""
    papers = tomllib.loads((HERE / "requirements.toml").read_text(encoding="utf-8"))
    return {f"{letter}{n}": told for letter, lines in papers.items() for n, told in lines.items() if n != "title"}


def cited(folder: str) -> dict[str, set[str]]:
    """Requirement → the files below a folder that name it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    root = HERE.parent
    for file in sorted((root / folder).rglob("*.py")):
        for letter, first, added, last, ending in _CITED.findall(file.read_text(encoding="utf-8")):
            whole = [f"{letter}{number}" for number in range(int(first), int(last or first) + 1)]
            names = [f"{whole[0]}{added}", *whole[1:]] if added else whole
            for name in [*names, f"{letter}{last}{ending}"] if ending else names:
                found[name].add(file.relative_to(root).as_posix())
    return dict(found)


def requirements_page() -> str:
    """Requirement → module → test, read off the code."""
    code = cited("src/motherlode")
    parts = ["# Where each requirement lives", "", "Modules are read off the docstrings of the code.", ""]
    parts += ["| requirement | what | in paper mode | modules | test that fails when it breaks | shown by |"]
    parts += ["|---|---|---|---|---|---|"]
    for number, told in requirements().items():
        modules = ", ".join(f"`{file.removeprefix('src/motherlode/')}`" for file in sorted(code.get(number, ())))
        test = f"`tests/{told['test']}`" if told["test"] else "none of its own yet"
        parts.append(f"| {number} | {told['what']} | {told['paper']} | {modules} | {test} | `{told['shows']}` |")
    return "\n".join(parts) + "\n"


def errors_page() -> str:
    """The error tree."""
    return f"# Errors\n\n```text\n{inspect.getdoc(errors)}\n```\n"


def main() -> None:
    """Writes all pages."""
    REFERENCE.mkdir(exist_ok=True)
    pages = {
        "settings": settings_page(),
        "commands": commands_page(),
        "errors": errors_page(),
        "requirements": requirements_page(),
    }
    for name, text in pages.items():
        (REFERENCE / f"{name}.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
