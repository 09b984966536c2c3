"""Shards: the same in every executor, whole or not there, and a run that was broken off goes on."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from motherlode.app.shards import (
    Executor,
    InProcess,
    Pool,
    RayTasks,
    extract_shards,
    make_executor,
    shard_file,
    sources_of,
    summary,
)
from motherlode.errors import MotherlodeError, UnreadableInput, UsageError
from motherlode.interfaces.cli.analyse import app as analyse
from motherlode.interfaces.cli.extract import app as extract
from motherlode.model.pages import Response
from motherlode.pages.archive import Archive

PAGE = """<html><head><title>River {n} rises</title></head><body><article><h1>River {n} rises</h1>
<p>By Ada Quill</p><time datetime="2026-03-0{d}T10:00:00Z">March</time>
<p>{words}</p></article></body></html>"""
WORDS = "The river rose over its banks in the night and the town woke to water in the streets near the mill. " * 6


@pytest.fixture
def warcs(tmp_path: Path) -> list[str]:
    """Three WARC files of four pages each."""
    found = []
    for part in range(3):
        folder = tmp_path / f"part{part}"
        with Archive(folder) as archive:
            for n in range(4):
                body = PAGE.format(n=10 * part + n, d=n + 1, words=WORDS).encode()
                url = f"http://news{part}.example/{n}"
                headers = (("Content-Type", "text/html; charset=utf-8"),)
                archive.write(Response(url, url, 200, headers, body, datetime(2026, 3, 1, tzinfo=UTC)))
        found.append(str(next(folder.glob("*.warc.gz"))))
    return found


def lines(out: Path) -> list[dict[str, object]]:
    found = [json.loads(line) for file in sorted(out.glob("*.jsonl")) for line in file.read_text().splitlines()]
    return sorted(found, key=lambda line: str(line["page"]))


def test_every_executor_makes_the_same_shards(warcs: list[str], tmp_path: Path) -> None:
    with InProcess() as here, Pool(2) as pool:
        for name, executor in (("here", here), ("pool", pool)):
            made = extract_shards("article", warcs, tmp_path / name, executor=executor)
            assert summary(made) | {"files": []} == {
                "shards": 3, "made": 3, "skipped": 0, "failed": 0, "pages": 12, "unread": 0, "files": [],
            }  # fmt: skip
    assert lines(tmp_path / "here") == lines(tmp_path / "pool")
    assert [line["title"] for line in lines(tmp_path / "here")][:2] == ["River 0 rises", "River 1 rises"]


@pytest.mark.ray
@pytest.mark.timeout(300)
def test_ray_makes_the_same_shards(warcs: list[str], tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'motherlode[ray]' to run this test")
    extract_shards("article", warcs, tmp_path / "here")
    with make_executor(cluster="ray:2") as executor:
        assert isinstance(executor, RayTasks)
        extract_shards("article", warcs, tmp_path / "ray", executor=executor)
        ((_, answer),) = executor.run(fails, ["x"])
    assert isinstance(answer, MotherlodeError)
    assert "no luck" in answer.message
    assert lines(tmp_path / "here") == lines(tmp_path / "ray")


def fails(item: str) -> str:
    raise ValueError("no luck")


def test_made_shards_are_skipped_and_missing_ones_made(warcs: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    extract_shards("article", warcs[:2], out)
    before = {file: file.stat().st_mtime_ns for file in out.iterdir()}
    again = summary(extract_shards("article", warcs, out))
    assert (again["skipped"], again["made"]) == (2, 1)
    assert all(file.stat().st_mtime_ns == time for file, time in before.items())


def test_a_source_that_is_not_there_fails_alone_and_leaves_no_shard(warcs: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    made = extract_shards("article", [*warcs, "missing.warc.gz"], out)
    (failed,) = [one for one in made if one.error]
    assert "missing.warc.gz is not there" in failed.error
    assert len(list(out.iterdir())) == 3


def test_a_list_of_paths_stands_for_its_files(warcs: list[str], tmp_path: Path) -> None:
    (tmp_path / "warc.paths").write_text("# month\n" + "\n".join(warcs[:2]) + "\n\n")
    with gzip.open(tmp_path / "more.paths.gz", "wt") as stream:
        stream.write("part2/" + Path(warcs[2]).name)
    assert sources_of([str(tmp_path / "warc.paths"), str(tmp_path / "more.paths.gz")]) == warcs
    assert sources_of([str(tmp_path / "part0")]) == warcs[:1]
    (tmp_path / "empty.txt").write_text("\n")
    with pytest.raises(UnreadableInput, match="names no files"):
        sources_of([str(tmp_path / "empty.txt")])
    with pytest.raises(UnreadableInput, match="cannot be read"):
        sources_of([str(tmp_path / "none.paths.gz")])
    with pytest.raises(UsageError, match="made of files"):
        sources_of(["http://a.example/"])


def test_namesakes_of_two_folders_get_shards_of_their_own(tmp_path: Path) -> None:
    files = {shard_file(str(tmp_path / part / "pages.warc.gz"), tmp_path, "jsonl") for part in "ab"}
    assert len(files) == 2
    assert all(file.name.startswith("pages-") for file in files)


def test_parquet_shards_have_the_same_rows(warcs: list[str], tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    (made,) = extract_shards("article", warcs[:1], tmp_path / "out", format="parquet")
    table = pq.read_table(made.file)
    assert table.num_rows == 4
    assert table.column("title").to_pylist()[0] == "River 0 rises"
    with pytest.raises(UsageError, match="format"):
        extract_shards("article", warcs, tmp_path, format="xlsx")


def test_records_and_people_make_shards_too(warcs: list[str], tmp_path: Path) -> None:
    for kind in ("records", "people"):
        assert summary(extract_shards(kind, warcs[:1], tmp_path / kind))["pages"] == 4


def test_the_command_makes_shards_and_refuses_a_cluster_without_a_folder(warcs: list[str], tmp_path: Path) -> None:
    run = CliRunner().invoke(extract, ["article", *warcs, "--out", str(tmp_path / "out"), "--jsonl"])
    assert run.exit_code == 0, run.output
    assert json.loads(run.stdout)["pages"] == 12
    refused = CliRunner().invoke(extract, ["article", *warcs, "--cluster", "local:2"])
    assert isinstance(refused.exception, UsageError)


def test_a_process_that_dies_costs_its_own_piece_only() -> None:
    with Pool(2) as pool:
        found = dict(pool.run(dies_over_3, [1, 2, 3, 4]))
    assert isinstance(found.pop(3), MotherlodeError)
    assert found == {1: 1, 2: 4, 4: 16}


def dies_over_3(number: int) -> int:
    if number == 3:
        import os

        os._exit(9)
    return number * number


def test_the_options_name_the_executor() -> None:
    assert isinstance(make_executor(), InProcess)
    with make_executor(cluster="local:2") as found:
        kind: Executor = found
        assert isinstance(kind, Pool)
        assert kind.workers == 2
    with pytest.raises(UsageError, match="--cluster"):
        make_executor(cluster="join")


def test_an_analysis_of_a_list_of_warc_files_extracts_each_once_and_names_what_fails(
    warcs: list[str], tmp_path: Path
) -> None:
    paths = tmp_path / "warc.paths"
    paths.write_text("\n".join([*warcs, str(tmp_path / "gone.warc.gz")]))
    given = ["--shards", str(tmp_path / "shards"), "--workers", "2", "stories", str(paths), "--jsonl"]
    first = CliRunner().invoke(analyse, given)
    found = [json.loads(line) for line in first.stdout.splitlines()]
    assert first.exit_code == 1
    assert [line["error"] for line in found if "error" in line] == [f"{tmp_path / 'gone.warc.gz'} is not there"]
    assert len({line["id"] for line in found if "story" in line}) == 12
    before = {file: file.stat().st_mtime_ns for file in (tmp_path / "shards").iterdir()}
    assert len(before) == 3
    again = CliRunner().invoke(analyse, given)
    assert again.stdout == first.stdout
    assert {file: file.stat().st_mtime_ns for file in (tmp_path / "shards").iterdir()} == before
    assert CliRunner().invoke(analyse, ["stories", str(tmp_path / "shards"), "--jsonl"]).exit_code == 0
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "neither a project nor" in str(CliRunner().invoke(analyse, ["stories", str(empty)]).exception)
