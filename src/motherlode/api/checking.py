"""What is installed, compiled and reachable, and what to do about what is not."""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

from motherlode.api.inputs import fetched_page, waited_for
from motherlode.api.results import Results
from motherlode.errors import MotherlodeError
from motherlode.extras import EXTRAS, missing

MEANT_FOR = {
    "server": "motherlode serve: REST API and web page",
    "parquet": "Parquet files and Arrow tables",
    "pandas": "pandas frames",
    "excel": "Excel files, in and out",
    "plot": "pictures: --plot, --picture",
    "browser": "pages made by scripts",
    "postgres": "stores on PostgreSQL, crawls by many workers",
    "ray": "crawls and extraction on a Ray cluster",
    "scrapy": "the scheduler for Scrapy",
    "mcp": "motherlode mcp: tools for programs that talk to models",
    "embed": "stories of English headlines: analyse stories --embed",
}
LEAST_DISK = 1_000_000_000
"""Bytes of free disk below which a crawl is likely to fill it."""
SEEDS = 3
"""Addresses of a project that are tried."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at: `ok`, `absent` (optional), or `bad`, with what to do."""

    state: Literal["ok", "absent", "bad"]
    name: str
    found: str
    advice: str = ""


def checks(kernels: str, folder: Path | None = None) -> Results[Check]:
    """Everything that was looked at; with a folder, the project in it too."""
    return Results([*_installed(), _compiled(kernels), *_extras(), *(_project(folder) if folder is not None else ())])


def _installed() -> Iterator[Check]:
    from motherlode import __version__

    yield Check("ok", "motherlode", __version__)
    enough = sys.version_info >= (3, 11)
    yield Check("ok" if enough else "bad", "Python", platform.python_version(), "" if enough else "use 3.11 or newer")


def _compiled(kernels: str) -> Check:
    slow = "not in use" in kernels or "in Python" in kernels
    advice = "install a C compiler, then: pip install --force-reinstall --no-cache-dir motherlode" if slow else ""
    return Check("absent" if slow else "ok", "compiled parts", kernels, advice)


def _extras() -> Iterator[Check]:
    for extra, modules in EXTRAS.items():
        lacking = missing(extra)
        if lacking:
            yield Check("absent", f"extra {extra}", MEANT_FOR[extra], f'pip install "motherlode[{extra}]"')
            continue
        yield Check("ok", f"extra {extra}", ", ".join(_named(module) for module in modules))
        if extra == "browser":
            yield _chromium()


def _named(module: str) -> str:
    try:
        return f"{module} {version(module.replace('_', '-'))}"
    except PackageNotFoundError:
        return module


def _chromium() -> Check:
    found = [path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))]
    found += map(str, sorted(Path.home().glob(".cache/ms-playwright/chromium*")))
    if found:
        return Check("ok", "Chromium", found[0])
    return Check("absent", "Chromium", "none", "playwright install chromium")


def _project(folder: Path) -> Iterator[Check]:
    from motherlode.app.project import Project

    try:
        project = Project.open(folder)
        topic = project.store.topics.topic(project.params.name)
    except MotherlodeError as error:
        yield Check("bad", "project", str(folder), error.message)
        return
    yield Check("ok", "project", f"{folder}: settings and store can be read")
    if project.settings.retired:
        told = ", ".join(project.settings.retired)
        yield Check("absent", "settings", f"of an earlier version: {told}", "take these lines out of motherlode.toml")
    free = shutil.disk_usage(folder).free
    space = Check("ok", "free disk", f"{free / 1e9:.1f} GB")
    yield space if free >= LEAST_DISK else Check("bad", "free disk", space.found, "make room, or move the project")
    if not topic.seeds and not topic.examples:
        yield Check("absent", "topic", "no addresses", f"motherlode crawl {folder} --seed URL --keyword WORD")
    for url in (*topic.seeds, *topic.examples)[:SEEDS]:
        yield _reached(url, project.params.allow_private)
    project.close()


def _reached(url: str, allow_private: bool) -> Check:
    try:
        page = waited_for(fetched_page(url, allow_private=allow_private))
    except MotherlodeError as error:
        return Check("bad", url, error.message, "look at the address, the network and the proxy")
    return Check("ok", url, f"{len(page.body)} bytes")
