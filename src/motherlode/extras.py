"""Optional parts: which package belongs to which extra, and the error that names the command when one is missing.

>>> import json
>>> load("json", "server") is json
True
>>> load("nowhere_to_be_found", "plot")
Traceback (most recent call last):
    ...
motherlode.errors.MissingExtra: this needs nowhere_to_be_found; install it with: pip install "motherlode[plot]"
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from motherlode.errors import MissingExtra

EXTRAS: dict[str, tuple[str, ...]] = {
    "server": ("fastapi", "nicegui", "uvicorn", "multipart", "prometheus_client"),
    "parquet": ("pyarrow",),
    "pandas": ("pandas",),
    "excel": ("xlsxwriter", "python_calamine"),
    "plot": ("matplotlib",),
    "browser": ("playwright",),
    "postgres": ("psycopg",),
    "ray": ("ray",),
    "scrapy": ("scrapy",),
    "mcp": ("mcp",),
    "embed": ("tokenizers", "wordllama"),
}
"""The packages that each extra brings, by the name under which they are imported."""


def load(module: str, extra: str) -> Any:
    """A module of an extra; raises MissingExtra with the command that installs it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        missing = (error.name or module).partition(".")[0]
        if missing == "motherlode":
            raise
        raise MissingExtra(
            f'this needs {missing}; install it with: pip install "motherlode[{extra}]"', extra=extra, module=missing
        ) from error


def need(extra: str) -> None:
    """Raises MissingExtra when a package of the extra is not installed."""
    for module in missing(extra):
        load(module, extra)


def missing(extra: str) -> list[str]:
    """The packages of an extra that are not installed."""
    return [module for module in EXTRAS[extra] if not _installed(module)]


def _installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # what stands in its place says that it is not there
        return False
