"""The page that a script builds shows its records in a real browser."""

import re
import shutil
import subprocess
from html import unescape

import pytest

from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.web import SampleWeb

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.mark.browser
@pytest.mark.skipif(
    CHROMIUM is None, reason="Chromium is not installed: the scripted page was NOT tried in a browser"
)
def test_the_script_builds_every_record() -> None:
    web = SampleWeb(news_pages=200)
    source = web.truth.products.source("gadgetry")
    with serve(web.sites) as server:
        done = subprocess.run(
            [
                str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000",
                "--host-resolver-rules=MAP *.localhost 127.0.0.1", "--dump-dom",
                server.url("gadgetry", source.pages[0].path),
            ],
            capture_output=True, text=True, timeout=100, check=True,
        )  # fmt: skip
    boxes = re.findall(r'<div class="gadget">(.*?)</div>', done.stdout, re.DOTALL)
    shown = [[unescape(text) for text in re.findall(r">([^<>]+)<", box)] for box in boxes]
    assert shown == [list(record.values.values()) for record in source.pages[0].records]
