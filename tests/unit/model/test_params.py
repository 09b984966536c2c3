from dataclasses import dataclass

import pytest

from motherlode.errors import UsageError
from motherlode.model.params import Params, param


@dataclass(frozen=True, slots=True, kw_only=True)
class Example(Params):
    """An example."""

    wanted: int = param(100, "documents per interval", low=1)
    mode: str = param("fast", "how", choices=("fast", "slow"))
    ratio: float = param(0.5, "share", low=0, high=1)
    names: tuple[str, ...] = param((), "names")


def test_an_unknown_name_is_refused_with_the_nearest_known_one() -> None:
    with pytest.raises(UsageError, match=r"unknown setting 'wantd' in \[threshold\]; did you mean 'wanted'\?"):
        Example.from_mapping({"wantd": 3}, where="threshold")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"wanted": 0}, "at least 1"),
        ({"ratio": 1.5}, "at most 1"),
        ({"mode": "fats"}, "did you mean 'fast'"),
        ({"wanted": "many"}, "must be a whole number"),
        ({"wanted": True}, "must be a whole number"),
    ],
)
def test_values_out_of_their_limits_are_refused(values: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Example.from_mapping(values)


def test_text_from_a_form_is_read_as_the_parameter_type() -> None:
    assert Example.from_mapping({"wanted": "7", "ratio": 1, "names": "a, b"}) == Example(
        wanted=7, ratio=1.0, names=("a", "b")
    )
