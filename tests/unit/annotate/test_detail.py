"""Golden folders: pages of one site and the values that must come out."""

import json
from pathlib import Path

import numpy as np
import pytest

from motherlode.annotate.detail import ALL_FEATURES, REASONS, Judged, annotate_pages, assign
from motherlode.annotate.evidence import LEAF_FEATURES
from motherlode.annotate.folding import fold
from motherlode.annotate.items import read_site
from motherlode.annotate.params import AnnotateParams
from motherlode.annotate.profiles import Profile, grow, teach
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


def test_a_closed_set_grows_by_a_list_that_holds_the_taught_values():
    teams = ("Reds", "Blues", "Greens", "Whites", "Golds", "Blacks")
    menu = "<ul>" + "".join(f"<li><a>{team}</a></li>" for team in teams) + "</ul>"
    site = read_site([(str(at), f"<html><body>{menu}<h1>{name}</h1>") for at, name in enumerate(("Ann", "Bo", "Cy"))])
    known = Profile(values=frozenset({"reds"}))
    assert grow(known, site).values == {team.casefold() for team in teams}
    assert grow(Profile(values=frozenset({"reds", "ann lee", "bo cruz"})), site).values == {
        "reds",
        "ann lee",
        "bo cruz",
    }
    assert grow(Profile(), site) == Profile()


def test_a_name_is_no_other_attributes_value():
    leaves = read_site([("a", "<p>Acme</p><p>Acme</p><p>Welder</p>")]).pages[0].leaves
    score = np.array([[0.9, 0.8], [0.7, 0.95], [0.6, 0.1]])
    features = np.zeros((3, 2, len(LEAF_FEATURES)))
    judged = Judged(leaves, score, score, np.zeros((3, 2), dtype=np.int64), features, np.zeros((3, 2), dtype=bool))
    assert assign(judged, score, 0, AnnotateParams()) == {0: 0, 1: 1}
    features[:, 0, LEAF_FEATURES.index("is_name")] = 1.0
    assert assign(judged, score, 0, AnnotateParams()) == {0: 2, 1: 1}


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
