"""A project that version 0.1 made is opened, brought up to date and read back; nothing of it is lost."""

from __future__ import annotations

import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

import motherlode as ml
from motherlode.app.project import Project
from motherlode.errors import SettingsError
from motherlode.pages.archive import Archive
from motherlode.pages.warc import Place
from motherlode.store.query import Filter
from motherlode.store.tables import STEPS

SAVED = Path(__file__).parents[1] / "projects" / "version-0.1.tar.gz"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Twelve pages on birds and the budget crawled by 0.1, six kept; trust, stories and a small network."""
    with tarfile.open(SAVED) as saved:
        saved.extractall(tmp_path / "old", filter="data")
    return tmp_path / "old"


def tables(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(folder / "store.sqlite")) as connection:
        names = ("pages", "articles", "keywords", "sources", "results")
        return {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in names}


def test_it_is_migrated_and_nothing_is_lost(old: Path) -> None:
    before = tables(old)
    with closing(sqlite3.connect(old / "store.sqlite")) as connection:
        assert dict(connection.execute("SELECT * FROM schema_versions"))["store"] < len(STEPS)
    with ml.Project(old) as project:
        assert len(project.articles()) == 6
        assert [article.title for article in project.search("owl")]
    assert tables(old) == before
    with closing(sqlite3.connect(old / "store.sqlite")) as connection:
        assert dict(connection.execute("SELECT * FROM schema_versions"))["store"] == len(STEPS)


def test_every_part_of_it_can_be_read(old: Path) -> None:
    with ml.Project(old) as project:
        assert {(word.word, word.weight) for word in project.keywords} == {
            ("bird", 2.0),
            ("owl", 1.0),
            ("nest", 1.0),
        }
        rows = project.network.query("QUERY College ?c /Faculty Professor ?p CONSTRUCT { name: ?p.name }")
        assert {row["name"] for row in rows} == {"Ann Lee", "Bruno Rossi"}
    project = Project.open(old)
    found, total = project.store.articles.shown(filters=[Filter("title", "contains", "Story")])
    assert total == len(found) == 6
    for page in project.store.pages.all():
        response = Archive(project.archive_folder).read(Place(page.warc_file, page.warc_offset))
        assert response.final_url == page.final_url
    assert project.store.results.kinds() == {"placements": 6, "stories": 1, "trust": 6}
    project.close()


def test_settings_that_went_away_are_read_over_and_named(old: Path) -> None:
    project = Project.open(old)
    assert project.settings.retired == ("stories.resolution", "university.more_lists")
    assert project.params.allow_private
    file = old / "motherlode.toml"
    file.write_text(file.read_text().replace("\nresolution =", "\nresolutoin ="))
    with pytest.raises(SettingsError, match="resolutoin"):
        Project.open(old)


def test_a_crawl_that_it_began_goes_on(old: Path) -> None:
    with ml.Project(old) as project:
        report = project.crawl(resume=True)
        assert report.fetched == 0
        assert len(project.articles()) == 6
