"""Golden folders: pages of one site and the values that must come out."""

import json
from pathlib import Path

import pytest

from motherlode.annotate.detail import ALL_FEATURES, REASONS, annotate_pages
from motherlode.annotate.evidence import LEAF_FEATURES
from motherlode.annotate.folding import fold
from motherlode.annotate.items import read_site
from motherlode.annotate.params import AnnotateParams
from motherlode.annotate.profiles import teach
from motherlode.annotate.schema_files import ready_schema
from motherlode.annotate.weights import shipped

GOLDEN = Path(__file__).parents[2] / "golden" / "annotate"
CASES = sorted(GOLDEN.iterdir())


def pages_of(case):
    return [(file.name, file.read_text()) for file in sorted(case.glob("*.html"))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_golden(case):
    expected = json.loads((case / "expected.json").read_text())
    found = annotate_pages(pages_of(case), ready_schema(expected["schema"]), source=case.name)
    for page in found.pages:
        wanted = expected["pages"][page.page]
        assert {name: list(page.values.get(name, ())) for name in wanted} == wanted


def test_a_missing_row_does_not_move_the_next_one():
    case = GOLDEN / "books_german"
    page = annotate_pages(pages_of(case), ready_schema("books")).pages[1]
    assert "publisher" not in page.values
    assert page.values["publication_date"] == ("2003",)


def test_every_value_carries_its_evidence():
    page = annotate_pages(pages_of(GOLDEN / "books_german"), ready_schema("books")).pages[0]
    assert set(page.evidence) == set(page.values)
    assert page.evidence["author"].page == "1.html"
    assert page.evidence["author"].path.startswith("/html[1]/body[1]/")
    assert 0 < page.evidence["author"].confidence <= 1


def test_the_shipped_weights_fit_the_features():
    model = shipped()
    for name, features in ALL_FEATURES.items():
        assert getattr(model, name).names == features


def test_an_attribute_is_taught_by_another_site():
    case = GOLDEN / "jobs_labels_inside"
    expected = json.loads((case / "expected.json").read_text())["pages"]
    site = read_site(pages_of(case))
    gold = [{"company": frozenset({fold("Company: " + expected[page.name]["company"][0])})} for page in site.pages]
    profile = teach(site, gold)["company"]
    assert profile.labels == {("company",): 1.0}
    assert not teach(site, [{"company": frozenset({"nobody"})}] * len(site.pages))


def test_each_page_by_itself_is_possible():
    found = annotate_pages(
        pages_of(GOLDEN / "jobs_labels_inside"), ready_schema("jobs"), AnnotateParams(agreement=False)
    )
    assert found.pages[0].values["company"] == ("Tolkirk Shipyard Ltd",)


def test_pages_without_anything():
    found = annotate_pages([("a", ""), ("b", "<p></p>"), ("c", "<script>x</script>")], ready_schema("jobs"))
    assert [page.values for page in found.pages] == [{}, {}, {}]
    assert annotate_pages([], ready_schema("jobs")).pages == ()


def test_every_feature_has_a_reason_in_words():
    assert set(REASONS) == set(LEAF_FEATURES)
