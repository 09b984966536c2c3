"""Builds the native extension (`native/`) at installation, where there is a C compiler and Python's headers.

Without them the package is installed all the same, and its Python paths, which mean the same, do the work.
MOTHERLODE_COMPILE=1 makes a failed build an error, MOTHERLODE_PURE=1 leaves the build out. In a checkout,
`python hatch_build.py` builds in place.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand, in an environment that does not build packages
    BuildHookInterface = object

ROOT = Path(__file__).resolve().parent
NATIVE = ROOT / "native"
FLAGS = () if sys.platform == "win32" else (
    "-std=gnu11", "-O3", "-g0", "-ffp-contract=off", "-fvisibility=hidden", "-Wall", "-Wextra",
)  # fmt: skip


def build() -> Path:
    """The extension, built in place; raises what the compiler and its driver raise."""
    from setuptools import Distribution, Extension  # asked for in pyproject.toml, it knows every system's compiler
    from setuptools.command.build_ext import build_ext

    sources = sorted(str(path.relative_to(ROOT)) for path in NATIVE.glob("*.c"))
    headers = [str(path.relative_to(ROOT)) for path in NATIVE.glob("*.h")]
    extension = Extension("motherlode._native", sources, depends=headers, extra_compile_args=list(FLAGS))
    command = build_ext(Distribution({"name": "motherlode", "ext_modules": [extension], "package_dir": {"": "src"}}))
    with tempfile.TemporaryDirectory() as folder:
        command.inplace, command.build_temp, command.parallel = True, folder, os.cpu_count() or 1
        command.ensure_finalized()
        command.run()
    return ROOT / command.get_ext_fullpath("motherlode._native")


def build_if_possible() -> Path | None:
    """The extension, or None where it cannot be built, which is an error where it was asked for."""
    if os.environ.get("MOTHERLODE_PURE") == "1":
        return None
    try:
        return build()
    except BaseException as error:  # drivers of compilers end the program, too
        if os.environ.get("MOTHERLODE_COMPILE") == "1":
            raise RuntimeError(f"MOTHERLODE_COMPILE=1, and the native extension cannot be built: {error}") from error
        sys.stderr.write(f"the native extension is not built, Python does its work: {error}\n")
        return None


class CustomBuildHook(BuildHookInterface):  # type: ignore[misc]
    """Puts the extension into the wheel, which then fits this kind of machine only."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel, or an editable installation, is made."""
        library = build_if_possible() if self.target_name == "wheel" else None
        if library is not None:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
            build_data["artifacts"].append(library.relative_to(ROOT).as_posix())


if __name__ == "__main__":
    made = build_if_possible()
    if made is None:
        raise SystemExit(1)
    sys.stdout.write(f"{made.relative_to(ROOT)}\n")
