import pytest

from motherlode.annotate.columns import columns_of, map_columns
from motherlode.annotate.keeping import checked, learned
from motherlode.annotate.params import AnnotateParams
from motherlode.annotate.schema_files import ready_schema
from motherlode.errors import SchemaError
from motherlode.model.records import Column, Record
from motherlode.model.schema import Correction

BOOKS = ready_schema("books")
ROWS = [
    {
        "c1": "The Old House",
        "c2": "Ada Byron",
        "c3": "Alan Turing",
        "c4": "$10.00",
        "c5": "9780306406157",
        "c6": "B 7",
    },
    {
        "c1": "A Walk in March",
        "c2": "Grace Hopper",
        "c3": "Kurt Gödel",
        "c4": "$7.50",
        "c5": "9781861972712",
        "c6": "C 9",
    },
    {"c1": "Harbour Lights", "c2": "Emmy Noether", "c3": "", "c4": "$21.00", "c5": "9780141439600", "c6": "A 1"},
]


def mapped(columns, rows=ROWS, schema=BOOKS, **more):
    records = [Record(texts=(), fields=row) for row in rows]
    return {m.column: m for m in map_columns(columns_of(columns, records), schema, **more)}


def test_values_alone_tell_what_columns_mean():
    found = mapped([Column(name) for name in ROWS[0]])
    assert found["c1"].attribute == "title"
    assert found["c2"].attribute == "author"
    assert found["c4"].attribute == "price"
    assert found["c5"].attribute == "isbn_13"


def test_several_columns_of_one_list_are_merged():
    columns = [Column("c1"), Column("c2", label="Author"), Column("c3", label="Author"), Column("c4")]
    found = mapped(columns)
    assert found["c2"].attribute == found["c3"].attribute == "author"


def test_a_label_decides_where_values_cannot():
    found = mapped([Column("c6", label="Edition"), Column("c1", label="Titel")])
    assert found["c6"].attribute == "edition"
    assert found["c1"].attribute == "title"
    assert any("label" in term.name for term in found["c6"].terms)


def test_two_columns_that_claim_one_attribute_are_told_apart_with_a_reason():
    rows = [{"a": "$10.00", "b": "$11.00"}, {"a": "$3.00", "b": "$4.00"}]
    found = mapped([Column("a", label="Price"), Column("b", label="Price")], rows)
    assert [found["a"].attribute, found["b"].attribute].count("price") == 1
    loser = found["b"] if found["a"].attribute == "price" else found["a"]
    assert loser.attribute == ""
    assert "fits another column better" in loser.terms[0].reason


def test_empty_and_mixed_columns_are_kept_with_a_reason():
    rows = [{"e": "", "m": "$3"}, {"e": None, "m": "call us"}, {"e": " ", "m": "2010"}, {"m": "n/a"}]
    found = mapped([Column("e", label="Price"), Column("m")], rows)
    assert found["e"].attribute == ""
    assert "empty" in found["e"].terms[0].reason
    assert found["m"].attribute == ""


def test_values_of_integrated_sources_speak():
    rows = [{"x": "Zebra"}, {"x": "Harlekin"}]
    known = {"publisher": frozenset({"zebra", "harlekin"})}
    assert mapped([Column("x")], rows, known=known)["x"].attribute == "publisher"


def test_a_correction_comes_first_and_is_learned_from():
    said = [Correction("a", "c6", "edition", label="Standort", values=("B 7",))]
    found = mapped([Column("c6", label="Standort")], corrections=said)
    assert found["c6"].attribute == "edition"
    assert found["c6"].corrected
    elsewhere = mapped([Column("shelf", label="Standort")], [{"shelf": "Z 1"}], learned(BOOKS, said))
    assert elsewhere["shelf"].attribute == "edition"


def test_a_correction_to_nothing_frees_the_column():
    found = mapped([Column("c4", label="Price")], corrections=[Correction("a", "c4", "")])
    assert found["c4"].attribute == ""
    assert found["c4"].corrected


def test_an_unknown_attribute_is_refused_with_the_nearest():
    with pytest.raises(SchemaError, match="did you mean 'author'"):
        checked([Correction("a", "c", "autor")], BOOKS)


def test_rel_alone_is_selectable():
    found = mapped([Column("c1"), Column("c2")], params=AnnotateParams(method="rel"))
    assert all(m.attribute == "" for m in found.values())
