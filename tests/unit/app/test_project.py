from pathlib import Path

import pytest

from motherlode.app.project import Project
from motherlode.errors import InputError, SettingsError, UnreadableInput
from motherlode.model.topic import Keyword


def test_a_project_is_made_opened_and_keeps_what_it_is_given(tmp_path: Path) -> None:
    made = Project.create(tmp_path / "p", {"project": {"allow_private": True}})
    made.store.topics.set_keywords([Keyword("flood")])
    made.close()
    again = Project.open(tmp_path / "p")
    assert again.params.allow_private
    assert again.store.topics.keywords() == [Keyword("flood")]
    again.close()


def test_an_existing_project_is_not_overwritten(tmp_path: Path) -> None:
    Project.create(tmp_path / "p")
    with pytest.raises(InputError, match="there already"):
        Project.create(tmp_path / "p")


def test_no_project_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="motherlode init"):
        Project.open(tmp_path / "nowhere")


def test_wrong_settings_keep_the_old_file(tmp_path: Path) -> None:
    project = Project.create(tmp_path / "p")
    before = (tmp_path / "p" / "motherlode.toml").read_bytes()
    with pytest.raises(SettingsError):
        project.write_settings({"project": {"nmae": "x"}})
    assert (tmp_path / "p" / "motherlode.toml").read_bytes() == before
    project.write_settings({"project": {"name": "new"}})
    assert Project.open(tmp_path / "p").params.name == "new"
