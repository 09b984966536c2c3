"""A real server and a real Chromium; skipped, with the reason, where there is none."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from motherlode.app.workspace import Workspace
from motherlode.model.article import Article, NewsItem
from motherlode.model.evidence import Evidence, Term
from motherlode.store.pages import StoredPage
from tests.browser.help import HOSTILE
from tests.conftest import tied

WELL = "relevance 0.9 ≥ threshold 0.5"
ILL = "relevance 0.1 < threshold 0.5"

SOURCE = Path(__file__).parents[2] / "src"


@dataclass
class Site:
    """A served workspace."""

    folder: Path
    url: str
    foreign: list[str] = field(default_factory=list)


@pytest.fixture(scope="package")
def chromium() -> Iterator[object]:
    """A running Chromium; its driver holds an event loop, so that it ends before other tests begin theirs."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.skip("Chromium is not installed: install Debian's chromium package to run the browser tests")
    playwright = pytest.importorskip("playwright.sync_api", reason="the extra 'browser' is not installed")
    with playwright.sync_playwright() as driver:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
        browser = driver.chromium.launch(executable_path=found, args=flags)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """`motherlode serve` on an empty workspace, at a port that the server itself takes."""
    folder = tmp_path_factory.mktemp("work")
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    command = [sys.executable, "-m", "motherlode", "serve", str(folder), "--port", "0"]
    said = folder.parent / "serve.log"
    with said.open("wb") as log, tied(command, env=environment, stdout=log, stderr=log) as server:
        for _ in range(600):
            found = re.search(r"http://127\.0\.0\.1:\d+", said.read_text(errors="replace"))
            with suppress(urllib.error.URLError, ConnectionError, TimeoutError):
                if found:
                    urllib.request.urlopen(f"{found[0]}/api/health", timeout=5).close()
                    break
            assert server.poll() is None, said.read_text(errors="replace")
            time.sleep(0.2)
        else:
            raise AssertionError(f"the server does not answer: {said.read_text(errors='replace')}")
        yield Site(folder, found[0])


@pytest.fixture
def page(chromium: object, site: Site, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[object]:
    """A page that notes requests to other machines, dialogs and script errors, and is photographed at the end."""
    context = chromium.new_context(viewport={"width": 1280, "height": 850})  # type: ignore[attr-defined]
    opened = context.new_page()
    opened.set_default_timeout(30_000)
    trouble: list[str] = []
    foreign: list[str] = []
    here = (site.url, "data:", "blob:", "about:")
    opened.on("request", lambda r: None if r.url.startswith(here) else foreign.append(r.url))
    opened.on("dialog", lambda d: (trouble.append(f"dialog: {d.message}"), d.dismiss()))
    opened.on("pageerror", lambda e: trouble.append(str(e)))
    yield opened
    opened.screenshot(path=str(tmp_path / f"{request.node.name}.png"))
    context.close()
    assert foreign == [], "a request left the machine"
    assert trouble == []


@pytest.fixture
def project(site: Site, request: pytest.FixtureRequest) -> str:
    name = request.node.name.replace("_", "-")[:60]
    workspace = Workspace(site.folder)
    made = workspace.create(name)
    articles = [
        NewsItem(
            Article(url=f"http://news.example/{n}", title=f"Flood report {n} {HOSTILE if n == 0 else ''}",
                    source="Post", content=HOSTILE, published="2026-03-01T10:00:00+01:00",
                    evidence={"title": Evidence("og:title", "/html/head/meta[3]")}),
            (), (), ("flood",), 1 - n / 1000, "", datetime.now(UTC),
        )
        for n in range(120)
    ]  # fmt: skip
    made.store.articles.put(articles)
    terms = (Term("flood", 3, 0.4, "word of the topic"),)
    kept = [StoredPage(a.article.url, kept=True, code="related", reason=WELL, terms=terms) for a in articles]
    dropped = [StoredPage(f"http://news.example/x{n}", code="unrelated", reason=ILL) for n in range(5)]
    made.store.pages.put([*kept, *dropped])
    workspace.close()
    return name
