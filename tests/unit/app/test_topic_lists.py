"""The lists of the settings file and of the store (N1, N2a)."""

from pathlib import Path

from motherlode.app.project import Project
from motherlode.model.topic import Keyword
from motherlode.store.topics import NEWS_SET

FILE = "motherlode.toml"


def test_what_the_file_lists_is_in_the_store(tmp_path: Path) -> None:
    project = Project.create(tmp_path / "p")
    (tmp_path / "p" / FILE).write_text(
        '[topic]\nkeywords = { flood = 2.0 }\n[sources]\nseeds = ["http://a.example/"]\n', encoding="utf-8"
    )
    project = Project.open(tmp_path / "p")
    assert project.store.topics.topic("p").keywords == (Keyword("flood", 2.0),)
    assert project.store.topics.sources(NEWS_SET) == ["http://a.example/"]
    project.close()


def test_what_was_imported_or_edited_elsewhere_stays(tmp_path: Path) -> None:
    project = Project.create(tmp_path / "p", {"sources": {"seeds": ["http://a.example/", "http://b.example/"]}})
    topics = project.store.topics
    topics.set_sources(NEWS_SET, ["http://b.example/", "http://imported.example/"])  # as the web page does it
    topics.set_keywords([Keyword("learned", 0.5, "learned"), Keyword("mine")])
    project.close()
    again = Project.open(tmp_path / "p")
    assert again.store.topics.sources(NEWS_SET) == ["http://b.example/", "http://imported.example/"]
    again.write_settings({"sources": {"seeds": ["http://a.example/", "http://c.example/"]}})
    assert again.store.topics.sources(NEWS_SET) == [
        "http://imported.example/", "http://a.example/", "http://c.example/",
    ]  # fmt: skip
    assert {word.word for word in again.store.topics.keywords()} == {"learned", "mine"}
    assert again.store.results.kinds() == {}
    again.close()
