"""Golden folders: pages of one site and the values that must come out."""

import json
from pathlib import Path

import numpy as np
import pytest

from motherlode.annotate.columns import WEIGHTS
from motherlode.annotate.detail import Judged, annotate_site, assign
from motherlode.annotate.evidence import ITEM_FEATURES, LEAF_FEATURES, in_words, shipped
from motherlode.annotate.folding import fold
from motherlode.annotate.items import read_site
from motherlode.annotate.keeping import learned, taught
from motherlode.annotate.params import AnnotateParams
from motherlode.annotate.schema_files import parse_schema, ready_schema

GOLDEN = Path(__file__).parents[2] / "golden" / "annotate"
CASES = sorted(GOLDEN.iterdir())


def pages_of(case):
    return [(file.name, file.read_text()) for file in sorted(case.glob("*.html"))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_golden(case):
    expected = json.loads((case / "expected.json").read_text())
    found = annotate_site(read_site(pages_of(case), case.name), ready_schema(expected["schema"]))
    for page in found.pages:
        wanted = expected["pages"][page.page]
        assert {name: list(page.values.get(name, ())) for name in wanted} == wanted


def test_a_missing_row_does_not_move_the_next_one():
    case = GOLDEN / "books_german"
    page = annotate_site(read_site(pages_of(case)), ready_schema("books")).pages[1]
    assert "publisher" not in page.values
    assert page.values["publication_date"] == ("2003",)


def test_every_value_carries_its_evidence():
    page = annotate_site(read_site(pages_of(GOLDEN / "books_german")), ready_schema("books")).pages[0]
    assert set(page.evidence) == set(page.values)
    assert page.evidence["author"].page == "1.html"
    assert page.evidence["author"].path.startswith("/html[1]/body[1]/")
    assert 0 < page.evidence["author"].confidence <= 1


def test_the_shipped_weights_fit_the_features():
    model = shipped()
    assert model.leaf.names == LEAF_FEATURES
    assert model.item.names == LEAF_FEATURES + ITEM_FEATURES


def test_an_attribute_is_taught_by_another_site():
    case = GOLDEN / "jobs_labels_inside"
    expected = json.loads((case / "expected.json").read_text())["pages"]
    site = read_site(pages_of(case))
    gold = [{"company": frozenset({fold("Company: " + expected[page.name]["company"][0])})} for page in site.pages]
    (told,) = taught(site, gold)
    assert (told.attribute, told.label) == ("company", "Company")
    assert "Tolkirk Shipyard Ltd" in told.values
    assert not taught(site, [{"company": frozenset({"nobody"})}] * len(site.pages))


def test_labelled_pages_name_what_a_schema_calls_otherwise():
    def page(label, value):
        return (
            f"<html><body><h1>Ann {value}</h1><dl><dt>{label}:</dt><dd>{value}</dd></dl><p>Reds won</p></body></html>"
        )

    schema = parse_schema('[attributes.affiliation]\ntype = "organisation"\n', "players", "here")
    pages = [(str(at), page("Plays for", value)) for at, value in enumerate(("Reds", "Blues", "Greens", "Golds"))]
    assert "affiliation" not in annotate_site(read_site(pages), schema).pages[0].values
    other = read_site([(str(at), page("Plays for", value)) for at, value in enumerate(("Owls", "Bats", "Cats"))])
    gold = [{"affiliation": frozenset({value})} for value in ("owls", "bats", "cats")]
    found = annotate_site(read_site(pages), learned(schema, taught(other, gold)))
    assert [one.values.get("affiliation") for one in found.pages] == [("Reds",), ("Blues",), ("Greens",), ("Golds",)]


def test_a_name_is_no_other_attributes_value():
    leaves = read_site([("a", "<p>Acme</p><p>Acme</p><p>Welder</p>")]).pages[0].leaves
    score = np.array([[0.9, 0.8], [0.7, 0.95], [0.6, 0.1]])
    features = np.zeros((3, 2, len(LEAF_FEATURES)))
    judged = Judged(leaves, score, score, np.zeros((3, 2), dtype=np.int64), features, np.zeros((3, 2), dtype=bool))
    assert assign(judged, score, 0, AnnotateParams()) == {0: 0, 1: 1}
    features[:, 0, LEAF_FEATURES.index("is_name")] = 1.0
    assert assign(judged, score, 0, AnnotateParams()) == {0: 2, 1: 1}


def test_each_page_by_itself_is_possible():
    found = annotate_site(
        read_site(pages_of(GOLDEN / "jobs_labels_inside")), ready_schema("jobs"), AnnotateParams(agreement=False)
    )
    assert found.pages[0].values["company"] == ("Tolkirk Shipyard Ltd",)


def test_pages_without_anything():
    found = annotate_site(read_site([("a", ""), ("b", "<p></p>"), ("c", "<script>x</script>")]), ready_schema("jobs"))
    assert [page.values for page in found.pages] == [{}, {}, {}]
    assert annotate_site(read_site([]), ready_schema("jobs")).pages == ()


def test_every_feature_has_a_reason_in_words():
    assert set(in_words("leaves")) == set(LEAF_FEATURES)
    assert set(in_words("columns")) == set(WEIGHTS)
