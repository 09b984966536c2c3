"""Backups taken while a crawl runs and is killed: what was kept is in them, and the crawl goes on from them."""

from __future__ import annotations

import io
import json
import tarfile
import time
from pathlib import Path

import pytest

import motherlode as ml
from motherlode.app.project import Project
from motherlode.errors import InputError, StoreError, UnreadableInput
from motherlode.interfaces.demo.server import serve
from motherlode.pages.archive import Archive
from motherlode.pages.warc import Place
from tests.integration.test_kill import PAGES, SmallSite, kept, make_project, start


def assert_whole(folder: Path) -> None:
    """Every page that the store speaks of lies in the archive."""
    project = Project.open(folder)
    for page in project.store.pages.all():
        if page.warc_offset >= 0:
            found = Archive(project.archive_folder).read(Place(page.warc_file, page.warc_offset))
            assert found.final_url == page.final_url
    project.close()


@pytest.mark.timeout(300)
def test_backups_during_a_crawl_that_is_killed_lose_nothing(tmp_path: Path) -> None:
    with serve([SmallSite(f"s{n}") for n in range(3)]) as server:
        make_project(tmp_path / "p", server)
        process = start(tmp_path / "p")
        saved: list[Path] = []
        deadline = time.monotonic() + 90
        for asked in (8, 60, 110):  # three moments of the crawl, by what the server was asked
            while len(server.log) < asked and time.monotonic() < deadline:
                time.sleep(0.01)
            with ml.Project(tmp_path / "p") as project:
                saved.append(project.backup(tmp_path / f"{asked}.tar.gz").file)
        process.kill()
        process.join(20)
        with ml.Project(tmp_path / "p") as project:  # after the kill, the database as it was left
            saved.append(project.backup(tmp_path / "killed.tar.gz").file)
        for number, file in enumerate(saved):
            folder = tmp_path / f"again{number}"
            ml.Project.restore(file, folder)
            assert_whole(folder)
            last = start(folder, "--resume")
            last.join(90)
            assert last.exitcode == 0
            assert len(kept(folder)) == PAGES
            assert_whole(folder)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    with ml.Project(tmp_path / "p") as made:
        made.add(keywords=["owl", "nest"])
        (made.folder / "schemas" / "größe #1.toml").write_text("a = 1\n")
        (made.folder / "runs").mkdir()
        (made.folder / "runs" / "1.pid").write_text("1 1")
    return tmp_path / "p"


def test_a_project_comes_back_as_it_was(project: Path, tmp_path: Path) -> None:
    with ml.Project(project) as opened:
        saved = opened.backup(tmp_path / "b" / "p.tar.gz")
    ml.Project.restore(saved.file, tmp_path / "q")
    with ml.Project(tmp_path / "q", create=False) as again:
        assert {word.word for word in again.keywords} == {"owl", "nest"}
    assert (tmp_path / "q" / "schemas" / "größe #1.toml").read_text() == "a = 1\n"
    assert not (tmp_path / "q" / "runs").exists(), "the number of a process means nothing elsewhere"
    assert (tmp_path / "q" / "motherlode.toml").read_bytes() == (project / "motherlode.toml").read_bytes()


def test_what_is_there_is_left_alone(project: Path, tmp_path: Path) -> None:
    with ml.Project(project) as opened:
        file = opened.backup(tmp_path / "p.tar.gz").file
        with pytest.raises(InputError, match="there already"):
            opened.backup(file)
    with pytest.raises(InputError, match="not empty"):
        ml.Project.restore(file, project)


@pytest.mark.parametrize("cut", [0.01, 0.3, 0.9])
def test_a_torn_backup_puts_nothing_in_place(project: Path, tmp_path: Path, cut: float) -> None:
    with ml.Project(project) as opened:
        file = opened.backup(tmp_path / "p.tar.gz").file
    whole = file.read_bytes()
    file.write_bytes(whole[: int(cut * len(whole))])
    with pytest.raises(UnreadableInput, match="no whole backup"):
        ml.Project.restore(file, tmp_path / "q")
    assert not (tmp_path / "q").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"p", "p.tar.gz"}


@pytest.mark.parametrize("name", ["../out", "/etc/out", "a/../../out", "link"])
def test_a_hostile_backup_reaches_nothing_outside(tmp_path: Path, name: str) -> None:
    file = tmp_path / "bad.tar.gz"
    with tarfile.open(file, "w:gz") as archive:
        info = tarfile.TarInfo(name)
        if name == "link":
            info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(info, io.BytesIO(b""))
        told = json.dumps({"format": 1, "files": {}}).encode()
        last = tarfile.TarInfo("backup.json")
        last.size = len(told)
        archive.addfile(last, io.BytesIO(told))
    with pytest.raises(UnreadableInput, match=r"outside the project|is no file"):
        ml.Project.restore(file, tmp_path / "in" / "q")
    assert not list((tmp_path / "in").iterdir())


def test_a_store_elsewhere_is_not_left_out_in_silence(tmp_path: Path) -> None:
    with (
        ml.Project(tmp_path / "p", store=str(tmp_path / "other.sqlite")) as opened,
        pytest.raises(StoreError, match="outside its folder"),
    ):
        opened.backup(tmp_path / "p.tar.gz")
