"""Writes src/motherlode/api/options.py from the Params classes: python scripts/make_options.py"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
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
    """The whole module."""
    parts = [HEAD]
    for call in CALLS:
        infos = {(params, info.name): info for params in params_of(call) for info in describe(params)}
        parts.append(f'\n\nclass {call}(TypedDict, total=False):\n    """{_title(call)}"""\n\n')
        for name, place in option_names(params_of(call)).items():
            info = infos[place]
            parts.append(f"    {name}: {type_of(info)}\n")
    return "".join(parts)


def _title(call: str) -> str:
    sections = " and ".join(f"[{section}]" for section in CALLS[call])
    return f"Options of sections {sections}." if len(CALLS[call]) > 1 else f"Options of section {sections}."


def formatted() -> str:
    """The module as the formatter leaves it."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(FILE), "-"]
    return subprocess.run(command, input=text(), capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    FILE.write_text(formatted(), encoding="utf-8")
