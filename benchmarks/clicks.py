"""How long a click in a table of 100,000 articles takes in a browser, from the press to the painted rows."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from benchmarks.browse import fill
from benchmarks.common import arguments, keep, median_p95
from motherlode.app.workspace import Workspace

LOOKS = 9
TABLE = "[data-testid=table-articles] "
CLICKS = {
    "the next page": f"{TABLE}.q-table__bottom button:nth-last-of-type(2)",
    "the last page": f"{TABLE}.q-table__bottom button:nth-last-of-type(1)",
    "sort by title": f"{TABLE}thead th:nth-child(1)",
    "sort by time": f"{TABLE}thead th:nth-child(2)",
    "sort by source": f"{TABLE}thead th:nth-child(3)",
    "one source, and back": '[data-testid^="articles-source-"]',
    "one month, and back": '[data-testid^="articles-month-"]',
}
LISTEN = """
window.heard = [];
const Real = WebSocket;
window.WebSocket = class extends Real { constructor(...given) {
  super(...given);
  this.addEventListener('message', event =>
    window.heard.push([performance.now(), String(event.data).includes('nicegui-table')]));
} };
"""
CLICK = """([selector, table]) => new Promise(done => {
  const rows = () => document.querySelector(table + 'tbody').innerText, before = rows(), start = performance.now();
  window.heard.length = 0;
  const told = answer => { watcher.disconnect(); clearTimeout(late); done(answer); };
  const late = setTimeout(() => told(null), 10000);
  const watcher = new MutationObserver(() => {
    if (rows() === before) return;
    watcher.disconnect();
    const answer = window.heard.find(each => each[1]);
    const came = answer ? answer[0] - start : 0;
    requestAnimationFrame(() => setTimeout(() => told([performance.now() - start, came]), 0));
  });
  watcher.observe(document.querySelector(table), {subtree: true, childList: true, characterData: true});
  document.querySelector(selector).click();
})"""


def clicked(page: Any, url: str) -> list[tuple[str, float, float, float, int]]:
    """(what, median, 95th percentile and median until the server's answer, in ms, how many) of every click."""
    found = []
    for what, selector in CLICKS.items():
        page.goto(f"{url}/p/many/results")
        page.locator('[data-testid^="articles-month-"]').first.wait_for(timeout=60_000)
        times: list[tuple[float, float]] = []
        for _ in range(LOOKS):
            page.wait_for_timeout(600)
            answer = page.evaluate(CLICK, [selector, TABLE])
            if answer is None:  # the last page of all has no page behind it
                break
            times.append((answer[0], answer[1]))
        middle, high = median_p95([painted for painted, _ in times])
        answered, _ = median_p95([came for _, came in times])
        found.append((what, round(middle), round(high), round(answered), len(times)))
    return found


def first_views(page: Any, url: str) -> tuple[str, float, float, str, int]:
    """Seconds from the address to 25 rows, in ms."""
    times = []
    for _ in range(LOOKS):
        start = time.perf_counter()
        page.goto(f"{url}/p/many/results")
        page.locator(f"{TABLE}tbody tr").nth(24).wait_for(timeout=60_000)
        times.append(1000 * (time.perf_counter() - start))
    middle, high = median_p95(times)
    return "first view", round(middle), round(high), "", LOOKS


def main() -> None:
    """Fills a project unless one is given, serves it, and clicks."""
    parser = arguments(__doc__ or "", needs_data=False)
    parser.add_argument("--folder", type=Path, help="a folder with the project 'many', filled where it is not there")
    parser.add_argument("--port", type=int, default=18799)
    given = parser.parse_args()
    number = 5_000 if given.quick else 100_000
    with tempfile.TemporaryDirectory() as made:
        folder = given.folder or Path(made)
        workspace = Workspace(folder)
        if "many" not in workspace.names():
            fill(workspace.create("many").store, number)
        workspace.close()
        command = [sys.executable, "-m", "motherlode", "serve", str(folder), "--port", str(given.port)]
        url, server = f"http://127.0.0.1:{given.port}", subprocess.Popen(command)
        try:
            rows = _measured(url)
        finally:
            server.terminate()
            server.wait(30)
    load = os.getloadavg()[0]
    keep(
        "clicks",
        f"Clicking through {number:,} articles",
        [("In Chromium", ("click", "median ms", "p95 ms", "of it until the server's answer", "clicks"), rows)],
        facts={"articles": number, "load": load},
        remarks=[
            f"From the press to the painted rows, measured in the page itself; load of the machine {load:.1f}.",
            "25 rows a page, 1440 pixels wide, one browser; the server and the browser share the machine.",
        ],
    )


def _measured(url: str) -> list[tuple[Any, ...]]:
    from playwright.sync_api import sync_playwright

    for _ in range(300):
        try:
            urllib.request.urlopen(f"{url}/api/health", timeout=5).close()
            break
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
    with sync_playwright() as driver:
        flags = ["--no-sandbox", "--disable-gpu"]
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
        page.add_init_script(LISTEN)
        page.goto(url)
        rows = [first_views(page, url), *clicked(page, url)]
        browser.close()
    return rows


if __name__ == "__main__":
    main()
