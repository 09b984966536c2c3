"""Finds packages that are declared and not used, used and not declared, or loaded where their extra may be missing.

python scripts/check_dependencies.py
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from motherlode.extras import EXTRAS

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "motherlode"
IMPORTED_AS = {
    "ada-url": "ada_url", "prometheus-client": "prometheus_client", "python-calamine": "python_calamine",
    "python-multipart": "multipart", "pystemmer": "Stemmer", "scikit-learn": "sklearn", "google-re2": "re2",
}  # fmt: skip
"""Distributions that are imported under another name than their own."""

INDIRECT = {
    "brotli": "aiohttp and the reader of bodies use it where a server answers so",
    "pystemmer": "snowballstemmer is ten times as fast with it",
    "python-multipart": "fastapi reads uploaded files with it",
    "psycopg": "SQLAlchemy's driver for PostgreSQL",
    "pandas": "loaded by name in api/results.py",
    "matplotlib": "loaded by name where a picture is drawn",
    "pyarrow": "loaded by name where a table is written",
    "mcp": "loaded by name when the server is made",
    "tokenizers": "loaded by name when headlines get vectors",
    "wordllama": "two of its files are read in analyse/meaning.py; none of its code runs",
}
"""Packages that no import statement has to name, and who uses them."""

SERVED = {"starlette": "fastapi", "anyio": "mcp", "yarl": "aiohttp"}
"""Packages that come with another one and are part of its interface."""

OWN_ROOM = {
    "interfaces/web": ("server",), "interfaces/rest": ("server",), "interfaces/mcp": ("mcp",),
    "interfaces/scrapy": ("scrapy",),
}  # fmt: skip
"""Folders that are loaded only when their extra is wanted, so that they may import it at the top."""


def declared() -> dict[str, set[str]]:
    """Every distribution with the groups that declare it: 'core' or an extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = {"core": project["dependencies"], **project["optional-dependencies"]}
    found: dict[str, set[str]] = {}
    for group, lines in groups.items():
        for line in lines:
            name = re.split(r"[\s\[<>=!;~]", line, maxsplit=1)[0].lower()
            if name != "motherlode":
                found.setdefault(name, set()).add(group)
    return found


def imports() -> Iterator[tuple[Path, str, bool]]:
    """Every import of a package from outside: file, package, and whether it happens when the file is loaded."""
    for file in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        later = {id(inner) for node in ast.walk(tree) if _is_later(node) for inner in ast.walk(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            else:
                continue
            for name in names:
                package = name.partition(".")[0]
                if package not in sys.stdlib_module_names and package != "motherlode":
                    yield file, package, id(node) not in later


def _is_later(node: ast.AST) -> bool:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return True
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def problems() -> Iterator[str]:
    """What is wrong, one line each."""
    known = {IMPORTED_AS.get(name, name.replace("-", "_")): name for name in declared()}
    groups = declared()
    used: set[str] = set()
    for file, package, at_once in imports():
        package = SERVED.get(package, package)
        name = known.get(package)
        where = file.relative_to(SOURCE).as_posix()
        if name is None or groups[name] <= {"dev"}:
            yield f"{where} imports {package}, which pyproject.toml does not declare"
            continue
        used.add(name)
        rooms = next((extras for folder, extras in OWN_ROOM.items() if where.startswith(folder)), ())
        if at_once and "core" not in groups[name] and not groups[name] & set(rooms):
            yield f"{where} imports {package} when it is loaded, though only an extra installs it"
    for name, of in groups.items():
        if name not in used and name not in INDIRECT and not of <= {"dev"}:
            yield f"pyproject.toml declares {name}, which nothing imports"
    for extra, modules in EXTRAS.items():
        lacking = [m for m in modules if extra not in groups.get(known.get(m, ""), set())]
        if lacking:
            yield f"extras.py says that the extra {extra} brings {', '.join(lacking)}; pyproject.toml does not"


def main() -> int:
    """Prints the problems; 1 where there are some."""
    found = sorted(set(problems()))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
