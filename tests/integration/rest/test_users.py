"""Users of a token file: a reader looks and changes nothing, by whatever way; an editor does as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from motherlode.app.hidden.project import keep_description
from motherlode.app.workspace import ReadOnlyJobs, ReadOnlyWorkspace, Workspace
from motherlode.errors import SettingsError, UsageError
from motherlode.interfaces.rest.guard import User, read_users
from motherlode.model.clock import SystemClock
from motherlode.model.topic import Keyword
from tests.integration.rest.serving import serving

ANA = User("ana", "a-reader-token-0001", "reader")
BEN = User("ben", "an-editor-token-0001", "editor")
FILE = """
[[users]]
name = "ana"
token = "a-reader-token-0001"
role = "reader"
[[users]]
name = "ben"
token = "an-editor-token-0001"
role = "editor"
"""


def test_a_file_of_users_is_read_and_its_mistakes_are_named(tmp_path: Path) -> None:
    file = tmp_path / "users.toml"
    file.write_text(FILE)
    assert read_users(file) == (ANA, BEN)
    for wrong, said in (
        (FILE.replace('"reader"', '"king"'), "reader or editor"),
        (FILE.replace("a-reader-token-0001", "short"), "at least 16"),
        (FILE.replace("an-editor-token-0001", "a-reader-token-0001"), "the same token"),
        ("users = 3", "section"),
    ):
        file.write_text(wrong)
        with pytest.raises(SettingsError, match=said):
            read_users(file)


def test_a_reader_reads_and_an_editor_writes(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.create("demo")
    workspace.close()
    words = [{"word": "flood", "weight": 2.0}]
    with serving(tmp_path, users=(ANA, BEN)) as client:
        reader, editor = ({"Authorization": f"Bearer {user.token}"} for user in (ANA, BEN))
        assert client.get("/projects").status_code == 401
        assert client.get("/projects", headers={"Authorization": "Bearer wrong"}).status_code == 401
        assert client.get("/projects/demo/keywords", headers=reader).status_code == 200
        refused = client.put("/projects/demo/keywords", headers=reader, json=words)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "ReaderRefused")
        assert client.delete("/projects/demo", headers=reader).status_code == 403
        assert client.put("/projects/demo/keywords", headers=editor, json=words).status_code == 200
        assert client.get("/projects/demo/keywords", headers=reader).json()[0]["word"] == "flood"


def test_what_a_reader_is_given_on_the_page_cannot_be_changed(tmp_path: Path) -> None:
    whole = Workspace(tmp_path)
    whole.create("demo").store.topics.set_keywords([Keyword("flood")])
    looking = ReadOnlyWorkspace(whole)
    project = looking.get("demo")
    jobs = ReadOnlyJobs(SystemClock())
    assert [word.word for word in project.store.topics.keywords()] == ["flood"]
    assert jobs.list(project) == []
    for change in (
        lambda: project.store.topics.set_keywords([]),
        lambda: project.store.articles.remove(["x"]),
        lambda: project.write_settings({}),
        lambda: keep_description(project, "x", "[site]"),
        lambda: jobs.start(project, "echo", {}),
        lambda: jobs.stop(project, 1),
        lambda: looking.create("other"),
        lambda: looking.delete("demo"),
    ):
        with pytest.raises(UsageError, match="may look here"):
            change()
    assert [word.word for word in whole.get("demo").store.topics.keywords()] == ["flood"]
    whole.close()
