"""README and docs typed as they are printed: every console line and every Python snippet of these pages, in order.

Lines that install something or start make are not run here. A `text` block behind a Python snippet is its output.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    "README.md", "docs/tutorial/first-ten-minutes.md", "docs/how-to/python.md", "docs/how-to/crawl-a-topic.md",
    "docs/how-to/install.md", "docs/how-to/articles.md",
]  # fmt: skip
BLOCK = re.compile(r"^```(console|python|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NOT_RUN = ("pip ", "make ")
PORT = 8099


def blocks(page: str) -> list[tuple[str, str]]:
    return [(kind, text) for kind, text in BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))]


def environment(folder: Path) -> dict[str, str]:
    programs = folder / "bin"
    programs.mkdir()
    for name, code in (("motherlode", f'exec "{sys.executable}" -m motherlode "$@"'),):
        (programs / name).write_text(f"#!/bin/sh\n{code}\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    return {
        **os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src"),
        "COLUMNS": "100",
    }  # fmt: skip


def in_background(line: str, folder: Path, variables: dict[str, str]) -> subprocess.Popen[bytes]:
    with socket.socket() as probe:
        if probe.connect_ex(("127.0.0.1", PORT)) == 0:
            pytest.skip(f"port {PORT} of the docs is in use on this machine")
    started = subprocess.Popen(
        ["bash", "-c", "exec " + line.rstrip("& ")], cwd=folder, env=variables, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    for _ in range(300):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", PORT)) == 0:
                return started
        time.sleep(0.2)
    raise AssertionError(f"{line} did not begin to listen")


PYTHON_PAGES = ["docs/how-to/records.md", "docs/how-to/universities.md", "docs/how-to/analysis.md"]
"""Pages whose console lines need files of the reader's own; their Python is typed all the same."""


@pytest.mark.parametrize("page", PYTHON_PAGES)
def test_the_python_of_a_page_can_be_typed_as_it_stands(page: str, tmp_path: Path) -> None:
    snippets = [text for kind, text in blocks(page) if kind == "python"]
    assert snippets
    for text in snippets:
        variables = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        command = [sys.executable, "-c", text]
        done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{page}:\n{text}\n{done.stderr}"
        assert done.stdout


def test_users_are_shown_the_public_api_alone() -> None:
    pages = [ROOT / "README.md", *ROOT.glob("docs/tutorial/*.md"), *ROOT.glob("docs/how-to/*.md")]
    inside = re.compile(r"^(from|import) motherlode\.", re.MULTILINE)
    found = [
        page.name for page in pages if any(inside.search(text) for _, text in blocks(str(page.relative_to(ROOT))))
    ]
    assert len(pages) > 10
    assert not found, f"these pages import what may change: {found}"


@pytest.mark.timeout(300)
@pytest.mark.xdist_group("docs")
@pytest.mark.parametrize("page", PAGES)
def test_a_page_can_be_typed_as_it_stands(page: str, tmp_path: Path) -> None:
    variables, running = environment(tmp_path), []
    shown = ""
    try:
        for kind, text in blocks(page):
            if kind == "text" and shown:
                assert shown == text, f"{page}: the output is another"
            shown = ""
            if kind == "python":
                command = [sys.executable, "-c", text]
                done = subprocess.run(
                    command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False
                )
                assert done.returncode == 0, f"{page}:\n{text}\n{done.stderr}"
                shown = done.stdout
            for line in text.splitlines() if kind == "console" else ():
                typed = line.removeprefix("$ ")
                if typed == line or typed.startswith(NOT_RUN):
                    continue
                if typed.endswith("&"):
                    running.append(in_background(typed, tmp_path, variables))
                    continue
                done = subprocess.run(
                    ["bash", "-c", typed], cwd=tmp_path, env=variables, capture_output=True, text=True, check=False
                )
                assert done.returncode == 0, f"{page}: {typed}\n{done.stderr}"
    finally:
        for process in running:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


SCRIPTS = {
    "event_analyst": "pages are on the topic",
    "registry_reader": "2000 rows",
    "shop_integrator": "books from 2 shops",
    "university_mapper": "4 colleges, 188 people",
}


@pytest.mark.timeout(300)
@pytest.mark.xdist_group("docs")
def test_the_ten_line_programs_run(tmp_path: Path) -> None:
    variables = environment(tmp_path)
    web = in_background(f"motherlode demo --sites --port {PORT} &", tmp_path, variables)
    try:
        for name, said in SCRIPTS.items():
            file = ROOT / "examples" / f"{name}.py"
            code = [line for line in file.read_text(encoding="utf-8").splitlines()[1:] if line.strip()]
            assert len(code) <= 11, f"{name} has {len(code)} lines"
            done = subprocess.run(
                [sys.executable, str(file)], cwd=tmp_path, env=variables, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stderr
            assert said in done.stdout
            assert "Traceback" not in done.stderr
    finally:
        os.killpg(web.pid, signal.SIGTERM)
        web.wait()
