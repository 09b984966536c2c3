"""The typed options are what the Params classes say."""

import importlib.util
from pathlib import Path

import pytest

from motherlode.api.option_names import CALLS, given_by, option_names, params_of
from motherlode.errors import UsageError

ROOT = Path(__file__).parents[3]


def test_the_options_module_is_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("make_options", ROOT / "scripts" / "make_options.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    assert made.formatted() == made.FILE.read_text(encoding="utf-8"), "run: python scripts/make_options.py"


def test_names_that_two_sections_share_carry_their_section() -> None:
    names = option_names(params_of("CrawlOptions"))
    assert names["interval"][0].__name__ == "ThresholdParams"
    assert names["gene_interval"][0].__name__ == "GeneParams"
    assert given_by("CrawlOptions", {"gene_interval": 3, "max_pages": 5, "delay": None}) == {
        "gene": {"interval": 3}, "crawl": {"max_pages": 5},
    }  # fmt: skip


def test_an_unknown_option_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown option 'max_page'; did you mean 'max_pages'"):
        given_by("CrawlOptions", {"max_page": 5})


@pytest.mark.parametrize("call", CALLS)
def test_every_call_has_options(call: str) -> None:
    assert option_names(params_of(call))
