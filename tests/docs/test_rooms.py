"""The picture of the way to an article has every module that is loaded, and no module is there that is not needed."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
LOADED = """
import sys
from motherlode.extract.article import read
read("<h1>A bridge opens</h1><p>By Anna Berger</p><p>The bridge was opened, after two years of work.</p>")
print(*(name.rpartition(".")[2] for name in sys.modules if name.startswith("motherlode.extract.article.")))
"""


def test_the_picture_has_every_room_of_an_article() -> None:
    page = (ROOT / "docs/explanation/news.md").read_text("utf-8")
    _, picture, records, *_ = re.split(r"```(?:text)?\n", page.partition("## The rooms a page goes through")[2])[0:4]
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split()) - {"fields"}
    drawn = set(re.findall(r"[a-z_]+", picture))
    assert loaded - drawn == set()
    rooms = {path.stem for path in (ROOT / "src/motherlode/extract/article").rglob("*.py")} - {"__init__"}
    assert rooms - loaded == set(), "modules that no article needs"
    assert {name for name in drawn if "_" in name} <= rooms, "drawn, but not there"
    assert "extract/records" in records
