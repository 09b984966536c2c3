"""Builds the compiled kernels at installation, where there is a C compiler and Python's headers.

Without them the package is installed all the same, and its Python paths, which mean the same, do the work. In a
checkout, `python hatch_build.py` builds the kernels in place.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand, in an environment that does not build packages
    BuildHookInterface = object

ROOT = Path(__file__).resolve().parent
SOURCES = (
    "src/motherlode/crawl/_runs.c",
    "src/motherlode/dom/_source.c",
    "src/motherlode/dom/_walk.c",
    "src/motherlode/extract/news/_around.c",
    "src/motherlode/extract/news/_blocks.c",
    "src/motherlode/extract/news/_content.c",
    "src/motherlode/extract/news/_context.c",
    "src/motherlode/extract/news/_fields.c",
    "src/motherlode/extract/news/_network.c",
    "src/motherlode/extract/news/_numbers.c",
    "src/motherlode/extract/news/_words.c",
    "src/motherlode/extract/regions/_cuts.c",
    "src/motherlode/pages/_simhash.c",
    "src/motherlode/pages/_view.c",
    "src/motherlode/text/_language.c",
    "src/motherlode/text/_utf8.c",
    "src/motherlode/topic/_count.c",
)
WARNINGS = ("-Wall", "-Wextra")


def _commands() -> list[list[str]]:
    """Ways to call a compiler: as asked for, as this Python was built, and by the usual name."""
    asked = [f"{os.environ['CC']} -shared"] if os.environ.get("CC") else []
    ways = [*asked, sysconfig.get_config_var("LDSHARED") or "", "cc -shared"]
    return [shlex.split(way) for way in dict.fromkeys(ways) if way]


def compiled(source: Path) -> Path | None:
    """The library built beside its source, or None with the reason told."""
    library = source.with_suffix(sysconfig.get_config_var("EXT_SUFFIX") or ".so")
    flags = ["-O3", "-DNDEBUG", "-fPIC", *WARNINGS, *shlex.split(os.environ.get("CFLAGS", ""))]
    said = "no compiler"
    for command in _commands():
        built = library.with_suffix(f".{os.getpid()}.tmp")
        line = [*command, *flags, f"-I{sysconfig.get_path('include')}", str(source), "-o", str(built)]
        try:
            ran = subprocess.run(line, capture_output=True, text=True, check=False)  # noqa: S603
        except OSError as error:
            said = str(error)
            continue
        if ran.returncode == 0:
            built.replace(library)
            return library
        said = ran.stderr.strip()[-500:]
        built.unlink(missing_ok=True)
    sys.stderr.write(f"{source.name} is not compiled, Python does its work: {said}\n")
    return None


def build() -> list[Path]:
    """Every kernel that can be built, in place."""
    return [library for source in SOURCES if (library := compiled(ROOT / source)) is not None]


class CustomBuildHook(BuildHookInterface):  # type: ignore[misc]
    """Puts the kernels into the wheel, which then fits this kind of machine only."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel, or an editable installation, is made."""
        if self.target_name == "wheel" and os.environ.get("MOTHERLODE_PURE") != "1":
            libraries = build()
            if libraries:
                build_data["pure_python"] = False
                build_data["infer_tag"] = True
                build_data["artifacts"] += [path.relative_to(ROOT).as_posix() for path in libraries]


if __name__ == "__main__":
    for made in build():
        sys.stdout.write(f"{made.relative_to(ROOT)}\n")
