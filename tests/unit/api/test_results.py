import sys

import pytest

import motherlode as ml
from motherlode.api.results import Results
from motherlode.errors import MissingExtra

WORDS = [ml.Keyword("dam", 2.0), ml.Keyword("flood", 1.0, "learned", "in 3 of 4 examples")]


def test_results_are_a_sequence_and_dicts() -> None:
    found = Results(WORDS)
    assert (len(found), found[0], list(found[1:])) == (2, WORDS[0], WORDS[1:])
    assert found.to_dicts()[1] == {
        "word": "flood", "weight": 1.0, "origin": "learned", "why": "in 3 of 4 examples",
    }  # fmt: skip
    assert repr(found).startswith("<2 results: Keyword(word='dam'")


def test_results_become_an_arrow_table() -> None:
    pytest.importorskip("pyarrow")
    table = Results([{"a": 1, "b": [1, 2]}, {"a": 2.5, "c": None}, {"a": 3, "b": "x"}]).to_arrow()
    assert table.to_pydict() == {"a": [1.0, 2.5, 3.0], "b": ["[1, 2]", None, "x"], "c": [None, None, None]}


def test_results_become_a_frame() -> None:
    pytest.importorskip("pandas")
    frame = Results(WORDS).to_pandas()
    assert list(frame["word"]) == ["dam", "flood"]


@pytest.mark.parametrize(
    ("module", "extra", "method"), [("pyarrow", "parquet", "to_arrow"), ("pandas", "pandas", "to_pandas")]
)
def test_a_missing_package_is_named_with_its_command(
    monkeypatch: pytest.MonkeyPatch, module: str, extra: str, method: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=rf'pip install "motherlode\[{extra}\]"'):
        getattr(Results(WORDS), method)()
