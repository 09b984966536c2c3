"""A package with one plug-in of each kind, built, installed and used without a line changed here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from motherlode.annotate.schema_files import ready_names, ready_schema
from motherlode.app.plugins import check_exporter, check_schema, check_strategy
from motherlode.crawl.params import STRATEGIES, CrawlParams, GeneParams, PathParams
from motherlode.crawl.strategies.make import make_strategy
from motherlode.errors import SchemaError
from motherlode.export.write import FORMATS
from motherlode.model import plugins

EXAMPLE = Path(__file__).parents[2] / "examples" / "plugin"
SOURCE = Path(__file__).parents[2] / "src"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that has the example installed."""
    pytest.importorskip("hatchling", reason="hatchling builds the example; it is not installed")
    folder = tmp_path_factory.mktemp("plugin")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--target", str(folder), str(EXAMPLE)], check=True, timeout=120)
    return {**os.environ, "PYTHONPATH": f"{folder}:{SOURCE}"}


def run(installed: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], env=installed, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def motherlode(installed: dict[str, str], *arguments: str) -> str:
    return run(installed, "-m", "motherlode", *arguments)


CHECKS = """
from motherlode.app.plugins import check_exporter, check_extractor, check_schema, check_source, check_strategy
from motherlode.model.plugins import load
check_strategy(lambda graph, crawl: load("strategies", "short-paths")(graph, None))
check_extractor(load("extractors", "headings"))
check_source(load("sources", "numbered"), "http://news.example/{n}.html 1-9")
check_exporter(load("exporters", "markdown"))
check_schema(load("schemas", "recipes")())
"""


def test_the_plug_ins_of_the_example_pass_the_checks_of_their_kind(installed: dict[str, str]) -> None:
    run(installed, "-c", CHECKS)


def test_every_kind_is_there_on_the_command_line(installed: dict[str, str], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<h1>Owls</h1><h2>By night</h2><h4>deep</h4>", encoding="utf-8")
    line = json.loads(motherlode(installed, "extract", "headings", str(page), "--jsonl", "--deepest", "1"))
    assert line["found"] == [{"level": 1, "text": "Owls"}]
    project = str(tmp_path / "p")
    motherlode(installed, "init", project)
    motherlode(installed, "import", project, "newsset", "numbered:http://news.example/{n}.html 1-9")
    motherlode(installed, "export", project, "--what", "keywords", "--format", "markdown")
    table = (tmp_path / "p" / "exports" / "keywords.markdown").read_text(encoding="utf-8")
    assert table.startswith("| word |")
    assert "short-paths" in motherlode(installed, "crawl", "--help")
    assert "headings" in motherlode(installed, "extract", "--help")
    assert "recipes" in motherlode(installed, "annotate", "--list")


USED = """
import sys
from pathlib import Path
from motherlode.app.crawl.command import project_settings
from motherlode.app.crawl.parts import PageReading, crawl_work
from motherlode.app.project import Project
from motherlode.app.settings import section_classes
from motherlode.fetch.params import FetchParams
from motherlode.model.topic import Topic
project = Project.create(Path(sys.argv[1]), {"crawl": {"strategy": "short-paths"}, "short-paths": {"relevance": 3}})
settings, fetch = project_settings(project, {})
work = crawl_work(settings, fetch, Topic("t", (), (), ()), (), PageReading())
assert type(work.step.strategy).__name__ == "ShortPaths"
assert settings.plugin.relevance == 3.0
assert {"short-paths", "headings"} <= set(section_classes())
"""


def test_a_strategy_and_its_parameters_are_read_from_the_settings(installed: dict[str, str], tmp_path: Path) -> None:
    run(installed, "-c", USED, str(tmp_path / "p"))


@pytest.mark.parametrize("name", STRATEGIES)
def test_our_strategies_pass_the_same_checks(name: str) -> None:
    check_strategy(lambda graph, _: make_strategy(graph, CrawlParams(strategy=name), GeneParams(), PathParams()))


@pytest.mark.parametrize("name", ["jsonl", "csv", "xlsx", "parquet", "sqlite"])
def test_our_exporters_pass_the_same_checks(name: str) -> None:
    check_exporter(FORMATS[name])


def test_our_schemas_pass_the_same_checks() -> None:
    for name in ready_names():
        assert ready_schema(name).attributes
    with pytest.raises(SchemaError):
        check_schema('description = "nothing"')


def test_a_plug_in_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import EntryPoint

    broken = EntryPoint("bad", "no_such_module:x", "motherlode.exporters")
    monkeypatch.setattr(plugins, "_found", lambda group: {"bad": broken} if group == "exporters" else {})
    assert "bad" in FORMATS
    with pytest.raises(plugins.UsageError, match="'bad'"):
        FORMATS["bad"]
