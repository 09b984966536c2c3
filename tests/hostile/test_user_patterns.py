"""Patterns that a person gives cannot hang a crawl."""

from __future__ import annotations

from pathlib import Path

import pytest

from motherlode.annotate.matching import Matcher
from motherlode.annotate.plausible import plausible
from motherlode.annotate.schema_files import read_schema
from motherlode.crawl.params import CrawlParams
from motherlode.crawl.traps import Scope
from motherlode.errors import SchemaError, UsageError
from motherlode.text.patterns import user_pattern
from tests.conftest import cpu_within

HANGING = (r"/(a+)+$", r"(a|a)*b", r"(.*a){20}$", r"([a-z]+)*!")


@pytest.mark.parametrize("pattern", HANGING)
def test_no_pattern_takes_long(pattern: str) -> None:
    scope = Scope(["http://x.example/"], CrawlParams(exclude=(pattern,), include=(".",), scope="any"))
    with cpu_within(1.0):
        for _ in range(100):
            scope.refusal("http://x.example/" + "a" * 2000 + "?")


@pytest.mark.parametrize("pattern", ["(?=a)b", r"(a)\1", "(", "x" * 3000])
def test_what_is_no_pattern_is_named(pattern: str) -> None:
    with pytest.raises(UsageError, match="exclude of"):
        Scope([], CrawlParams(exclude=(pattern,)))


def test_patterns_mean_what_they_meant() -> None:
    assert user_pattern(r"/news/\d{4}/").search("http://x.example/news/2024/a")
    assert user_pattern("日本").search("http://x.example/日本")
    assert not user_pattern(r"\.pdf$").search("http://x.example/a.html")


@pytest.mark.parametrize("pattern", HANGING)
def test_no_pattern_of_a_schema_takes_long(pattern: str, tmp_path: Path) -> None:
    file = tmp_path / "things.toml"
    file.write_text(f"""name = "things"\n[attributes.code]\ntype = "text"\nclosed = true\npattern = '{pattern}'\n""")
    schema = read_schema(file)
    with cpu_within(1.0):
        assert not plausible("a" * 180 + "?", schema.attributes[0])
        Matcher(schema).value("a" * 180 + "?")


def test_a_schema_with_a_pattern_that_could_hang_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "things.toml"
    file.write_text("""name = "things"\n[attributes.code]\npattern = '(a)\\1'\n""")
    with pytest.raises(SchemaError, match="RE2"):
        read_schema(file)
