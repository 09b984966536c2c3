"""Kill −9 and resume; what changed since; the command line end to end."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
import time
from pathlib import Path

import pytest

from motherlode.app.hidden.run import read_hidden
from motherlode.hidden.description import description_of
from motherlode.hidden.params import HiddenParams
from motherlode.hidden.verify import verify
from motherlode.interfaces.cli.app import main
from motherlode.sql.engine import connect
from tests.integration.hidden_child import run
from tests.integration.registry_help import Faults, describe, read, registry, registry_toml, values_for

KILLS = 20
WORKERS = 2  # as in hidden_child


class Slow:
    """A registry that takes its time, so that a kill falls between two requests."""

    host = "registry"

    def __init__(self, site, delay: float) -> None:
        self.site, self.delay = site, delay

    def respond(self, request):
        import dataclasses

        return dataclasses.replace(self.site.respond(request), delay=self.delay)


@pytest.mark.timeout(300)  # it starts a process for each kill, which is slow on a busy machine
def test_twenty_kills_lose_no_row_and_repeat_at_most_a_leaf_per_worker(tmp_path: Path) -> None:
    from motherlode.interfaces.demo.registry import Registry
    from motherlode.interfaces.demo.server import serve
    from tests.integration.registry_help import table

    faults = Faults(cap=100, page=10)
    site = Registry(table(5000), faults)
    with serve([Slow(site, 0.002)]) as server:
        values = values_for(server)
        straight, ids = read(description_of(values), HiddenParams(workers=WORKERS))
        needed = site.requests
        site.requests = 0
        ledger, written = tmp_path / "ledger.sqlite", tmp_path / "result.json"
        chance = random.Random(7)
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tests.integration.hidden_child"])
        killed = 0
        for _ in range(KILLS + 1):
            until = site.requests + chance.randint(3, 25)
            child = context.Process(target=run, args=(values, str(ledger), str(written)))
            child.start()
            while child.is_alive() and (site.requests < until or killed == KILLS):
                time.sleep(0.002)
            if child.is_alive():
                child.kill()
                killed += 1
            child.join()
            if written.exists():
                break
        result = json.loads(written.read_text(encoding="utf-8"))
        assert set(result["ids"]) == ids == site.truth()
        leaf = faults.cap // faults.page
        assert killed == KILLS
        assert site.requests - needed <= KILLS * WORKERS * leaf
        assert straight.rows == result["rows"]


def test_resume_fetches_only_what_changed(tmp_path: Path) -> None:
    with registry(3000, Faults(cap=300)) as (site, server):
        engine = connect(tmp_path / "ledger.sqlite")
        described = describe(server)
        asyncio.run(read_hidden(described, engine, HiddenParams(), allow_private=True))
        site.remove([5, 1500])
        site.requests = 0
        report, ledger = asyncio.run(read_hidden(described, engine, HiddenParams(), resume=True, allow_private=True))
        assert set(ledger.ids()) == site.truth()
        assert site.requests < 60
        assert report.certificate is not None
        verify(report.certificate, ledger.rows())
        engine.dispose()


def test_the_command_reads_writes_draws_and_verifies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with registry(1500, Faults(cap=200)) as (site, server):
        file = tmp_path / "registry.toml"
        file.write_text(registry_toml(server), encoding="utf-8")
        out, proof, picture = tmp_path / "rows.jsonl", tmp_path / "proof.json", tmp_path / "leaves.png"
        code = main(
            ["hidden", str(file), "--allow-private", "--json", "--out", str(out), "--certificate", str(proof),
             "--picture", str(picture)]
        )  # fmt: skip
        printed = json.loads(capsys.readouterr().out)
        assert code == 0
        assert printed["rows"] == 1500 == len(site.truth())
        assert {"queries", "requests", "rounds", "unreachable", "certificate"} <= printed.keys()
        assert picture.stat().st_size > 1000
        assert main(["hidden", "verify", str(proof), str(out)]) == 0
        lines = out.read_text(encoding="utf-8").splitlines()
        out.write_text("\n".join(lines[1:]), encoding="utf-8")
        assert main(["hidden", "verify", str(proof), str(out)]) == 1
        assert "rows are given" in capsys.readouterr().err


def test_init_drafts_a_description_that_says_what_the_form_has(capsys: pytest.CaptureFixture[str]) -> None:
    with registry(200, Faults(cap=100)) as (_, server):
        assert main(["hidden", "init", server.url("registry", "/post-form"), "--allow-private"]) == 0
    import tomllib

    draft = tomllib.loads(capsys.readouterr().out)
    assert draft["site"]["method"] == "POST"
    assert draft["site"]["session"].endswith("/post-form")
    names = {attribute["kind"] for attribute in draft["attributes"]}
    assert names == {"date", "number", "category"}
    description_of(draft)


def test_private_addresses_are_refused_unless_allowed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with registry(200, Faults(cap=100)) as (_, server):
        file = tmp_path / "registry.toml"
        file.write_text(registry_toml(server), encoding="utf-8")
        assert main(["hidden", str(file)]) == 1
        assert "allow" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[site]\nname='a'\nurl='http://x/'", "at least one attribute"),
        ("[site]\nname='a'\nurl='ftp://x/'\n[[attributes]]\nname='d'\nkind='category'\nparameter='p'", "http"),
        ("[site]\nnam='a'\nurl='http://x/'\n[[attributes]]\nname='d'\nkind='category'\nparameter='p'", "mean 'name'"),
        ("[sit]\nname='a'", "did you mean 'site'"),
        ("[site]\nname='a'\nurl='http://x/'\n[[attributes]]\nname='d'\nkind='date'\nlow='2000-01-01'", "low_param"),
        ("not toml", "line 1"),
    ],
)  # fmt: skip
def test_a_bad_description_is_refused_with_its_place(tmp_path: Path, capsys, text: str, words: str) -> None:
    file = tmp_path / "site.toml"
    file.write_text(text, encoding="utf-8")
    assert main(["hidden", str(file)]) == 1
    error = capsys.readouterr().err
    assert words in error
    assert str(file) in error
    assert "Traceback" not in error
