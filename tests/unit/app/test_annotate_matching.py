"""Ids of the sources are kept, pairs are told and decided, detail pages are no lists, tables have types."""

from datetime import date

import openpyxl
import pytest

from motherlode.annotate.keeping import Keeping
from motherlode.annotate.schema_files import parse_schema
from motherlode.app.annotate.inputs import lists_of, read_sources
from motherlode.app.annotate.run import annotate_and_integrate
from motherlode.app.annotate.tables import match_rows, parse_pairs, read_decisions, typed_value, write_entities
from motherlode.errors import UnreadableInput, UsageError
from motherlode.export import write_table
from motherlode.model.schema import PairDecision
from motherlode.sql.engine import connect

SCHEMA = parse_schema(
    '[attributes.name]\ntype = "name"\n[attributes.born]\ntype = "date"\n[attributes.price]\ntype = "price"\n'
    "[attributes.town]\n",
    "people",
    "people.toml",
)
FIRST = "rec_id,name,born,price,town\na1,Ada Byron,1815-12-10,$3.50,Dovenham\na2,Alan Turing,1912-06-23,$4,Ostrand\n"
SECOND = "rec_id,name,born,price,town\nb7,Ada Byron,1815-12-10,$5,Dovenham\nb8,Grace Hopper,1906-12-09,$4,Kelmouth\n"


@pytest.fixture
def sources(tmp_path):
    (tmp_path / "a.csv").write_text(FIRST, encoding="utf-8")
    (tmp_path / "b.csv").write_text(SECOND, encoding="utf-8")
    return read_sources([str(tmp_path / "a.csv"), str(tmp_path / "b.csv")])


def test_the_sources_own_ids_are_kept(sources):
    result = annotate_and_integrate(sources, SCHEMA)
    assert sorted(record for entity in result.entities for record in entity.records) == [
        ("a", "a1"), ("a", "a2"), ("b", "b7"), ("b", "b8"),
    ]  # fmt: skip
    assert (("a", "a1"), ("b", "b7")) in [entity.records for entity in result.entities]


def test_an_id_column_that_is_not_there_is_named(sources):
    with pytest.raises(UsageError, match="no column 'nummer'"):
        annotate_and_integrate(sources, SCHEMA, ids="nummer")


def test_pairs_are_written_labelled_and_read_again(sources, tmp_path):
    result = annotate_and_integrate(sources, SCHEMA, explain=True)
    rows = match_rows(result.matches)
    assert rows[0]["joined"]
    assert "name the same" in rows[0]["why"]
    rows[0]["same"] = "no"
    write_table(tmp_path / "pairs.csv", "csv", list(rows[0]), rows)
    (decision,) = read_decisions(tmp_path / "pairs.csv")
    assert decision == PairDecision(("a", "a1"), ("b", "b7"), same=False)
    assert len(annotate_and_integrate(sources, SCHEMA, decisions=[decision]).entities) == 4
    (tmp_path / "pairs.csv").write_text("first_source\nx\n", encoding="utf-8")
    with pytest.raises(UnreadableInput, match="first_id"):
        read_decisions(tmp_path / "pairs.csv")


def test_a_decision_is_kept_with_the_project(sources, tmp_path):
    keeping = Keeping(connect(tmp_path / "kept.db"))
    apart = parse_pairs(["b:b7=a:a1"], same=False)
    assert len(annotate_and_integrate(sources, SCHEMA, keeping=keeping, decisions=apart).entities) == 4
    assert len(annotate_and_integrate(sources, SCHEMA, keeping=keeping).entities) == 4
    again = parse_pairs(["a:a1=b:b7"], same=True)
    assert len(annotate_and_integrate(sources, SCHEMA, keeping=keeping, decisions=again).entities) == 3
    with pytest.raises(UsageError, match="SOURCE:ID=SOURCE:ID"):
        parse_pairs(["a1=b7"], same=True)


def test_a_workbook_has_types_and_a_sheet_of_sources(sources, tmp_path):
    result = annotate_and_integrate(sources, SCHEMA)
    assert write_entities(tmp_path / "o.xlsx", "xlsx", result, SCHEMA) == 3
    book = openpyxl.load_workbook(tmp_path / "o.xlsx")
    head, *lines = book["people"].iter_rows(values_only=True)
    rows = {line[1]: dict(zip(head, line, strict=True)) for line in lines}
    assert rows["Alan Turing"]["price"] == 4
    assert rows["Alan Turing"]["price_currency"] == "USD"
    assert rows["Alan Turing"]["born"].date() == date(1912, 6, 23)
    assert rows["Ada Byron"]["born"] == "1815-12-10"
    told = list(book["sources"].iter_rows(min_row=2, values_only=True))
    assert {line[4] for line in told if line[1] == "price" and line[2].startswith("5")} == {"b"}
    assert {line[5] for line in told if line[4] == "b"} == {"b7", "b8"}


def test_what_cannot_be_read_stays_text():
    assert typed_value("2010-06", "date") == "2010-06"
    assert typed_value("many", "number") == "many"
    assert typed_value("no", "boolean") is False


def test_two_columns_of_labels_and_values_are_no_list():
    def flat(number):
        rows = {"Rooms": number + 1, "Rent": f"{500 + number} EUR", "Area": f"{40 + number} m²", "Floor": number,
                "Heating": "gas", "Street": f"Quay road {number}", "Town": "Ostrand"}  # fmt: skip
        cells = "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in rows.items())
        return f"{number}.html", f"<html><body><h1>Flat {number}</h1><table>{cells}</table></body></html>", ""

    assert lists_of([flat(number) for number in range(8)]) == []
