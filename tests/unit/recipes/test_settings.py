from pathlib import Path

import pytest

from motherlode.errors import SettingsError, UnreadableInput
from motherlode.recipes import settings
from motherlode.recipes.params import ProjectParams


def write(folder: Path, text: str) -> Path:
    file = folder / "motherlode.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_commented_file_reads_back_as_the_defaults(tmp_path: Path) -> None:
    loaded = settings.load(write(tmp_path, settings.commented()))
    for params in settings.section_classes().values():
        assert loaded.get(params) == params()


def test_given_values_are_written_and_read(tmp_path: Path) -> None:
    text = settings.commented({"project": {"name": 'Say "hi"', "allow_private": True}})
    assert settings.load(write(tmp_path, text)).get(ProjectParams) == ProjectParams(
        name='Say "hi"', allow_private=True
    )


def test_broken_toml_names_line_and_key(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"line 2, key 'name'") as caught:
        settings.load(write(tmp_path, "[project]\nname = = 3\n"))
    assert caught.value.facts["line"] == 2


def test_unknown_names_are_refused_with_line_and_nearest_name(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"line 3: unknown setting 'alow_private'.*'allow_private'"):
        settings.load(write(tmp_path, "[project]\nname = 'x'\nalow_private = true\n"))
    with pytest.raises(SettingsError, match=r"unknown section 'projct'"):
        settings.load(write(tmp_path, "[projct]\nname = 'x'\n"))


def test_a_missing_file_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="motherlode init"):
        settings.load(tmp_path / "motherlode.toml")
