"""Who may open a connection: what import-linter cannot tell apart is read from the source."""

from __future__ import annotations

import ast
from pathlib import Path

import motherlode

SOURCE = Path(motherlode.__file__).parent
MODULES = frozenset({"urllib.request", "http.client", "telnetlib", "smtplib"})
CALLS = frozenset({"open_connection", "create_connection", "open_unix_connection", "urlopen"})
ALLOWED = {("interfaces/web/server.py", "socket")}
"""The server's own port: it listens, and connects to nothing."""


def openings(file: Path) -> set[tuple[str, str]]:
    """(file, what opens a connection) of one module."""
    name = file.relative_to(SOURCE).as_posix()
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Attribute) and node.attr in CALLS:
            found.add(node.attr)
    return {(name, word) for word in found & (MODULES | CALLS | {"socket"})}


def test_only_fetch_opens_a_connection() -> None:
    outside = [file for file in SOURCE.rglob("*.py") if file.relative_to(SOURCE).parts[0] != "fetch"]
    assert {found for file in outside for found in openings(file)} == ALLOWED


def test_the_check_sees_an_opening(tmp_path: Path) -> None:
    assert ("fetch/guard.py", "socket") in openings(SOURCE / "fetch" / "guard.py")
    assert ("fetch/proxy.py", "open_connection") in openings(SOURCE / "fetch" / "proxy.py")
