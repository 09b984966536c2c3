"""init, crawl, import, learn, config, doctor and completion, as a person types them (N1, N2a)."""

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from motherlode.interfaces.cli.app import COMMANDS, GROUPS
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.web import SampleWeb


def run(*arguments: str | Path, cwd: Path | None = None, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "motherlode", *map(str, arguments)],
        capture_output=True, text=True, check=False, cwd=cwd, env={**os.environ, **variables},
    )  # fmt: skip


@pytest.fixture(scope="module")
def news() -> Iterator[tuple[str, str]]:
    web = SampleWeb(0, news_pages=200, universities=1, entities=24, registry_rows=100, crawl_delay=0)
    story = next(page for page in web.truth.news.articles.values() if page.host == "gazette" and "Dam" in page.title)
    with serve(web.sites, 0) as server:
        yield server.url("gazette"), server.url("gazette", story.path)


def test_the_first_thing_a_user_types_works(news: tuple[str, str], tmp_path: Path) -> None:
    site, example = news
    done = run(
        "crawl", tmp_path / "dam", "--seed", site, "--keyword", "dam:2", "--example", example, "--max-pages", "15",
        "--delay", "0", "--allow-private", "--json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["fetched"] == 15
    kept = tomllib.loads((tmp_path / "dam" / "motherlode.toml").read_text(encoding="utf-8"))
    assert kept["sources"] == {"seeds": [site], "examples": [example]}
    assert kept["topic"] == {"keywords": {"dam": 2.0}}
    assert "crawl" not in kept
    again = run("crawl", tmp_path / "dam", "--max-pages", "5", "--json")
    assert again.returncode == 0, again.stderr
    learned = run("learn", tmp_path / "dam", "--json")
    assert any(word["origin"] == "learned" for word in json.loads(learned.stdout))
    seen = run("doctor", tmp_path / "dam", "--json")
    states = {check["name"]: check["state"] for check in json.loads(seen.stdout)}
    assert states[site] == "ok"
    assert states["project"] == "ok"


def test_a_crawl_of_nothing_says_what_to_type(tmp_path: Path) -> None:
    done = run("crawl", tmp_path / "nothing")
    assert done.returncode == 1
    assert "--seed URL --keyword WORD" in done.stderr
    assert not (tmp_path / "nothing").exists()
    assert run("init", tmp_path / "p").returncode == 0
    done = run("crawl", tmp_path / "p")
    assert done.returncode == 2
    assert "no addresses to begin with" in done.stderr


def test_init_keeps_what_is_given_and_no_second_project_is_made(tmp_path: Path) -> None:
    done = run("init", tmp_path / "p", "--seed", "news.example", "--keyword", "flood", "--json")
    assert json.loads(done.stdout)["settings"] == str(tmp_path / "p" / "motherlode.toml")
    assert len((tmp_path / "p" / "motherlode.toml").read_text(encoding="utf-8").splitlines()) < 25
    done = run("init", tmp_path / "p")
    assert done.returncode == 1
    assert "there already" in done.stderr
    done = run("init", tmp_path / "q", "--keyword", "flood:much")
    assert done.returncode == 2
    assert "flood:2" in done.stderr


def test_lists_are_imported(tmp_path: Path) -> None:
    (tmp_path / "sites.txt").write_text("http://a.example/\nhttp://b.example/\n", encoding="utf-8")
    (tmp_path / "words.csv").write_text("flood,2\ndam,1\n", encoding="utf-8")
    assert json.loads(run("import", tmp_path / "p", "newsset", tmp_path / "sites.txt", "--json").stdout)["taken"] == 2
    assert (
        json.loads(run("import", tmp_path / "p", "keywords", tmp_path / "words.csv", "--json").stdout)["taken"] == 2
    )
    done = run("import", tmp_path / "p", "sites", tmp_path / "sites.txt")
    assert done.returncode == 2
    assert "newsset, urlset or keywords" in done.stderr
    assert "is not there" in run("import", tmp_path / "p", "newsset", tmp_path / "no.txt").stderr


def test_settings_are_shown_and_changed(tmp_path: Path) -> None:
    folder = tmp_path / "p"
    run("init", folder)
    assert run("config", folder, "crawl.max_pages", "500").returncode == 0
    assert run("config", folder, "crawl.strategy", "best-first").returncode == 0
    assert run("config", folder, "crawl.include", '["a.*", "b"]').returncode == 0
    shown = {each["name"]: each for each in json.loads(run("config", folder, "crawl", "--json").stdout)}
    assert (shown["max_pages"]["value"], shown["max_pages"]["default"]) == (500, 1000)
    assert shown["strategy"]["value"] == "best-first"
    assert shown["include"]["value"] == ["a.*", "b"]
    changed = json.loads(run("config", folder, "--changed", "--json").stdout)
    assert {f"{each['section']}.{each['name']}" for each in changed} == {
        "project.name", "crawl.max_pages", "crawl.strategy", "crawl.include",
    }  # fmt: skip
    assert run("config", folder, "crawl.max_pages", "--unset").returncode == 0
    assert "max_pages =" not in (folder / "motherlode.toml").read_text(encoding="utf-8")
    for wrong, near in (("crawl.max_page", "max_pages"), ("crwl", "crawl"), ("crawl.max_pages", "-1")):
        done = run("config", folder, wrong, *(["--", "-1"] if near == "-1" else []))
        assert done.returncode in (1, 2)
        assert near in done.stderr


def test_a_missing_extra_is_named_by_the_doctor(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys\nsys.modules['matplotlib'] = None\n", encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), *sys.path])
    code = "import motherlode.extras as e; e.load('matplotlib.pyplot', 'plot')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert 'pip install "motherlode[plot]"' in done.stderr


def test_help_stands_in_groups_and_names_every_command() -> None:
    shown = run("--help").stdout
    for title, commands in GROUPS.items():
        assert f"{title}:" in shown
        for name in commands:
            assert f"  {name} " in shown
    assert sorted(COMMANDS) == sorted(name for commands in GROUPS.values() for name in commands)


@pytest.mark.parametrize(("typed", "wanted"), [("motherlode cr", "crawl"), ("motherlode crawl --nothing", ""),
                                               ("motherlode crawl --max-pag", "--max-pages")])  # fmt: skip
def test_the_shell_completes(typed: str, wanted: str) -> None:
    done = run(_MOTHERLODE_COMPLETE="complete_bash", COMP_WORDS=typed, COMP_CWORD=str(len(typed.split()) - 1))
    assert done.stdout.split() == ([wanted] if wanted else [])
