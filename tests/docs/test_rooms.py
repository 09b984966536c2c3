"""Pictures are true: the way to an article has every module that is loaded, the architecture every folder."""

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


def test_the_picture_of_the_house_has_every_folder_and_names_only_what_is_there() -> None:
    page = (ROOT / "docs/explanation/architecture.md").read_text("utf-8")
    picture = page.split("```")[1]
    house = ROOT / "src/motherlode"
    folders = {path.name for path in house.iterdir() if (path / "__init__.py").is_file()}
    interfaces = {path.name for path in (house / "interfaces").iterdir() if (path / "__init__.py").is_file()}
    assert (folders | interfaces) - set(re.findall(r"[a-z]+", picture)) == set(), "there, but not drawn"
    named = set(re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.py)`", page))
    assert len(named) > 10
    gone = {name for name in named if not any((root / name).is_file() for root in (house, ROOT, ROOT / "src"))}
    assert gone == set(), "named, but not there"
