"""Writes src/motherlode/api/options.py from the Params classes: python scripts/make_options.py"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin

from motherlode.api.option_names import CALLS, option_names, params_of
from motherlode.model.params import ParamInfo, describe

FILE = Path(__file__).parents[1] / "src" / "motherlode" / "api" / "options.py"
HEAD = '''"""The options of every call with their types, made by scripts/make_options.py from the Params."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict
'''


def type_of(info: ParamInfo) -> str:
    """A parameter's type as a caller may give it."""
    if info.choices:
        return f"Literal[{', '.join(map(repr_of, info.choices))}]"
    wanted = [kind for kind in get_args(info.type) if kind is not type(None)] if get_args(info.type) else []
    base = get_origin(info.type) or info.type
    if base in (tuple, list):
        return "Sequence[str]"
    if base in (dict, Mapping):
        key, value = get_args(info.type)
        return f"Mapping[{key.__name__}, {value.__name__}]"
    plain: Any = wanted[0] if wanted else info.type
    return str(plain.__name__)


def repr_of(text: str) -> str:
    """A text in double quotes."""
    return '"' + text.replace('"', '\\"') + '"'


def text() -> str:
    """The whole module: a section's options stand once, and a call that has them under the same names takes them."""
    sections = {names[0]: call for call, names in CALLS.items() if len(names) == 1}
    shared = {name for names in CALLS.values() if len(names) > 1 for name in names if name not in sections}
    several = {name for name in shared if sum(name in names for names in CALLS.values()) > 1}
    sections |= {name: f"{name.capitalize()}Options" for name in several}
    calls = {call: (section,) for section, call in sections.items()} | CALLS
    parts = [HEAD]
    for call, names in calls.items():
        places = option_names(params_of(names))
        infos = {(params, info.name): info for params in params_of(names) for info in describe(params)}
        bases = (
            [sections[name] for name in names if name in sections and _unchanged(name, places)] if names[1:] else []
        )
        taken = {option for base in bases for option in option_names(params_of(calls[base]))}
        parts.append(
            f'\n\nclass {call}({", ".join(bases) or "TypedDict"}, total=False):\n    """{_title(names)}"""\n\n'
        )
        parts += [f"    {name}: {type_of(infos[place])}\n" for name, place in places.items() if name not in taken]
    return "".join(parts)


def _unchanged(section: str, places: Mapping[str, tuple[type, str]]) -> bool:
    """Whether every option of a section has its own name in a call."""
    (params,) = params_of((section,))
    own = {name: place for name, place in places.items() if place[0] is params}
    return own == option_names((params,))


def _title(names: Sequence[str]) -> str:
    sections = " and ".join(f"[{section}]" for section in names)
    return f"Options of sections {sections}." if len(names) > 1 else f"Options of section {sections}."


def formatted() -> str:
    """The module as the formatter leaves it."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(FILE), "-"]
    return subprocess.run(command, input=text(), capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    FILE.write_text(formatted(), encoding="utf-8")
