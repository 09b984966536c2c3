from pathlib import Path

import pytest

from motherlode.app import settings
from motherlode.app.settings import ProjectParams, SourcesParams, edited, short
from motherlode.errors import SettingsError, UnreadableInput

SECTIONS = settings.section_classes()


def write(folder: Path, text: str) -> Path:
    file = folder / "motherlode.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_file_without_values_reads_as_the_defaults(tmp_path: Path) -> None:
    loaded = settings.load(write(tmp_path, short({}, SECTIONS)))
    for params in SECTIONS.values():
        assert loaded.get(params) == params()


def test_given_values_are_written_and_read(tmp_path: Path) -> None:
    text = short({"project": {"name": 'Say "hi"', "allow_private": True}}, SECTIONS)
    assert settings.load(write(tmp_path, text)).get(ProjectParams) == ProjectParams(
        name='Say "hi"', allow_private=True
    )


def test_the_file_shows_only_what_was_changed() -> None:
    text = short({"crawl": {"max_pages": 500}}, SECTIONS)
    assert [line for line in text.splitlines() if line and not line.startswith("#")] == ["[crawl]", "max_pages = 500"]


MINE = """\
# my own remark
[project]
name = "p"  # said by me

[sources]
seeds = [
    "http://a.example/",  # the first
    "http://b.example/",
]
[crawl]
max_pages = 10
"""


def test_changes_leave_remarks_and_everything_else_alone(tmp_path: Path) -> None:
    before = settings.load(write(tmp_path, MINE)).values
    after = {**before, "sources": {"seeds": ["http://c.example/"]}, "crawl": {"max_pages": 20, "max_depth": 3}}
    text = edited(MINE, before, after, SECTIONS)
    assert "# my own remark" in text
    assert 'name = "p"  # said by me' in text
    assert "b.example" not in text
    loaded = settings.load(write(tmp_path, text))
    assert loaded.get(SourcesParams).seeds == ("http://c.example/",)
    assert loaded.values == after
    assert settings.load(write(tmp_path, edited(text, after, {"project": {"name": "p"}}, SECTIONS))).get(
        SourcesParams
    ).seeds == ()  # fmt: skip


def test_a_value_that_looks_like_a_header_is_no_section(tmp_path: Path) -> None:
    text = short({"sources": {"seeds": [f"http://{n}.example/[crawl]" for n in "abcdefgh"]}}, SECTIONS)
    before = settings.load(write(tmp_path, text)).values
    after = {**before, "crawl": {"max_pages": 3}}
    assert settings.load(write(tmp_path, edited(text, before, after, SECTIONS))).values == after


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
