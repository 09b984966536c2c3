"""D-EEM, in the paper's order: data regions, figure 2, figure 3, tables 1 and 2, and what figures 4 to 6 say."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import motherlode as ml
from motherlode.annotate.rel import FAR, rel
from motherlode.app.presets import preset_of
from motherlode.dom.similarity import sequence_similarity
from motherlode.dom.tree import TEXT, Tree, parse
from motherlode.extract.records import RecordParams, extract
from motherlode.extract.records.deem import (
    aggregation,
    data_region,
    differing,
    entity_regions,
    minimised,
    multi_similarity,
)  # fmt: skip
from motherlode.interfaces.cli.app import app
from motherlode.interfaces.reproduce.deem import counts_of
from motherlode.interfaces.reproduce.deem_pages import figures, sources
from motherlode.model.schema import Attribute

PAPERS = (
    ("Adaptive Query Processing over Hidden Sources", ("Marta Lind", "Chen Rui", "Paul Ortega"), "ACM", 2004),
    ("Entity Resolution in Large Catalogues", ("Chen Rui", "Sofia Brandt", "Imran Aziz"), "Kluwer", 2003),
    ("Learning Wrappers from Few Examples", ("Paul Ortega", "Jun Mori", "Eva Novak"), "Springer", 2001),
    ("Mining Frequent Structures of Result Pages", ("Marta Lind", "Jun Mori", "Tom Reyes"), "IEEE", 2005),
    ("Schema Matching with Evidence from the Web", ("Sofia Brandt", "Eva Novak", "Chen Rui"), "ACM", 2006),
    ("Sampling Databases behind Search Forms", ("Marta Lind", "Tom Reyes", "Imran Aziz"), "Kluwer", 2002),
    ("Visual Features of List Pages", ("Eva Novak", "Marta Lind", "Jun Mori"), "Elsevier", 2007),
    ("Keeping Extraction Rules Alive", ("Marta Lind", "Chen Rui", "Sofia Brandt"), "Springer", 2008),
)
PEOPLE = sorted({name for _, authors, _, _ in PAPERS for name in authors})


def result_page(papers: tuple[tuple[str, tuple[str, ...], str, int], ...], *, year: bool = False) -> str:
    """Figure 3's page: a table of tables, three cells each: a title, three linked authors, a publisher; no labels."""
    rows = "".join(
        f"<table><tr><td>{title}</td><td>"
        + "".join(f"<a href='/author/{PEOPLE.index(name)}'>{name}</a>" for name in authors)
        + f"</td><td>{publisher}</td>{f'<td>{when}</td>' if year else ''}</tr></table>"
        for title, authors, publisher, when in papers
    )
    return (
        "<html><head><title>Library</title></head><body><table><tr><td>Library <a href='/'>home</a>"
        f"<a href='/help'>help</a></td></tr><tr><td>{rows}</td></tr><tr><td><form><input></form>all rights</td></tr>"
        "</table></body></html>"
    )


def node(tree: Tree, tag: str, number: int = 0) -> int:
    return [i for i, found in enumerate(tree.tags) if found == tag][number]


# 2.1 Data regions: definitions 1 and 2, equation 3

FIRST = parse("<body><p>menu</p><p>news</p><p>help</p><ul><li>a</li><li>b</li><li>same</li></ul><i>1/9</i></body>")
SECOND = parse("<body><p>menu</p><p>news</p><p>help</p><ul><li>c</li><li>d</li><li>same</li></ul><i>2/9</i></body>")


def test_s_diff_are_the_texts_that_differ_at_the_same_place() -> None:
    marks = differing(FIRST, SECOND)
    assert [FIRST.texts[i] for i in np.flatnonzero(marks)] == ["a", "b", "1/9"]


def test_difference_coverage_and_aggregation_by_hand() -> None:
    """ul has 7 nodes and 2 of the 3 differing texts: 2/7 and 2/3, so that 2·(4/21) / (20/21) = 0.4."""
    scores = aggregation(FIRST, differing(FIRST, SECOND))
    assert scores[node(FIRST, "ul")] == pytest.approx(0.4)
    assert scores[node(FIRST, "i")] == pytest.approx(2 * (1 / 2) * (1 / 3) / (1 / 2 + 1 / 3))


def test_the_data_region_is_the_subtree_of_largest_aggregation() -> None:
    assert FIRST.tags[data_region(FIRST, [SECOND])] == "ul"


def test_candidates_are_the_smallest_subtrees_around_neighbouring_differing_nodes() -> None:
    """The paper tries combinations of differing nodes; no other subtree can be better, so that all may be tried."""
    for source in sources(1, a_domain=2, pages=2):
        tree, other = (parse(page.html) for page in source.pages)
        marks = np.flatnonzero(differing(tree, other)).tolist()
        scores = aggregation(tree, differing(tree, other))
        candidates = {_around(tree, a, b) for a, b in pairwise(marks)}
        assert data_region(tree, [other]) == max(sorted(candidates), key=lambda candidate: scores[candidate])


def _around(tree: Tree, a: int, b: int) -> int:
    at = tree.parents[a]
    while not at <= b < tree.ends[at]:
        at = tree.parents[at]
    return at


# 2.2 Entity regions: figure 2, equation 4, definitions 3 to 5


def test_figure_2_texts_go_and_single_children_are_merged_with_their_parents() -> None:
    tree = parse("<table><tr><td>one</td></tr><tr><td><a>x</a><b>y</b></td></tr></table>")
    children, labels, _ = minimised(tree, node(tree, "tbody"))
    assert labels[0] == ("tbody",)
    assert [labels[child] for child in children[0]] == [("tr", "td"), ("tr", "td")]
    assert all(TEXT not in label for label in labels)


def test_equation_4_by_hand() -> None:
    """tr/td/a against tr/td/b/i: one replaced, one added, the longer has four: 1 − 2/4."""
    assert sequence_similarity(("tr", "td", "a"), ("tr", "td", "b", "i")) == pytest.approx(0.5)


def test_definition_3_multi_sim_is_the_mean_over_all_pairs() -> None:
    one, two, three = ("tr", "td"), ("tr", "td"), ("tr", "td", "a", "a")
    assert multi_similarity([one, two, three]) == pytest.approx((1 + 0.5 + 0.5) / 3)


def test_figure_3_level_2_is_not_frequent_level_3_is_and_beats_level_4() -> None:
    tree = parse(result_page(PAPERS[:3]))
    table = node(tree, "tbody")
    children, labels, _ = minimised(tree, table)

    def sequence(at: int) -> tuple[str, ...]:
        return labels[at] + tuple(part for child in children[at] for part in sequence(child))

    level_2 = children[0]
    level_3 = children[level_2[1]]
    assert multi_similarity([sequence(at) for at in level_2]) < 0.6
    entities = multi_similarity([sequence(at) for at in level_3])
    assert entities >= 0.6
    for entity in level_3:
        assert entities > multi_similarity([sequence(cell) for cell in children[entity]])


def test_figure_3_the_three_tables_are_the_best_frequent_subtrees_though_author_links_are_more_alike() -> None:
    tree = parse(result_page(PAPERS[:3]))
    inside = [[tree.tags[start] for start, _ in group] for group in entity_regions(tree, node(tree, "tbody"), 0.6)]
    assert ["table"] * 3 in inside
    assert ["a"] * 3 not in inside


def test_min_sim_is_0_6() -> None:
    assert preset_of("paper-002").values["records"] == {"strategy": "derl", "min_sim": 0.6}
    assert RecordParams().min_sim == 0.6


# 3 Semantic annotation: table 1, equations 5 to 7, table 2


def test_table_1_entity_item_and_five_semantic_items() -> None:
    tree = parse(result_page(PAPERS[:3]))
    (region,) = extract(tree, "", RecordParams(strategy="derl", regions=1))
    assert region.path.endswith("tr/td/table")
    assert len(region.records) == 3
    texts = [column for column in region.columns if column.type != "link"]
    assert texts[0].path == "table/tbody/tr/td[1]/text()"
    assert len(texts) == 5
    assert [record.texts for record in region.records] == [(t, *a, p) for t, a, p, _ in PAPERS[:3]]


class Told:
    """Evidence as a table: (value, name) → distance and number of texts."""

    def __init__(self, known: dict[tuple[str, str], tuple[float, int]]) -> None:
        self.known = known

    def together(self, value: str, names: tuple[str, ...]) -> tuple[float, int]:
        return min((self.known.get((value, name), (FAR, 0)) for name in names), key=lambda found: found[0])


def test_equations_5_to_7_by_hand() -> None:
    """Spans of author (2 + 4)/2 = 3 and of title (10 + 8)/2 = 9; times (3 + 1)/2 = 2 and (1 + 1)/2 = 1; α = 0.5."""
    told = Told({("x", "author"): (2, 3), ("y", "author"): (4, 1), ("x", "title"): (10, 1), ("y", "title"): (8, 1)})
    found = rel(["x", "y"], (Attribute("author"), Attribute("title")), told, 0.5)
    assert found.tolist() == pytest.approx([0.5 * (1 - 3 / 9) + 0.5 * 2 / 3, 0.5 * (1 - 9 / 9) + 0.5 * 1 / 3])


def test_the_nearer_the_closer_and_the_oftener_the_closer_as_the_text_says() -> None:
    near = Told({("x", "author"): (1, 1), ("x", "title"): (9, 1)})
    often = Told({("x", "author"): (5, 9), ("x", "title"): (5, 1)})
    both = (Attribute("author"), Attribute("title"))
    assert int(np.argmax(rel(["x"], both, near, 1.0))) == 0
    assert int(np.argmax(rel(["x"], both, often, 0.0))) == 0


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """The result page, and a folder of pages in which titles, authors and publishers are named."""
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "1.html").write_text(result_page(PAPERS), encoding="utf-8")
    (tmp_path / "web").mkdir()
    for number, (title, authors, publisher, _) in enumerate(PAPERS):
        named = "".join(f"<p>Author {name}</p>" for name in authors)
        html = f"<h1>Title {title}</h1>{named}<p>{'filler words stand between ' * 6}</p><p>Publisher {publisher}</p>"
        (tmp_path / "web" / f"{number}.html").write_text(html, encoding="utf-8")
    return tmp_path


TABLE_2 = {"title": 1, "author": 3, "publisher": 1}


def test_table_2_the_five_items_get_title_author_three_times_and_publisher(library: Path) -> None:
    call = ["annotate", str(library / "results"), "--schema", "papers", "--preset", "paper-002", "--pages", "list"]
    done = CliRunner().invoke(app, [*call, "--corpus", str(library / "web"), "--json"])
    found = json.loads(done.stdout)
    (source,) = found["sources"]
    attributes = [mapping["attribute"] for mapping in source["mappings"] if not mapping["column"].endswith("link")]
    assert attributes == ["title", "author", "author", "author", "publisher"]
    assert {name: attributes.count(name) for name in TABLE_2} == TABLE_2


def test_items_of_one_attribute_are_merged_and_shared_author_links_keep_records_apart(library: Path) -> None:
    table = ml.integrate(
        library / "results", "papers", pages="list", method="rel", threshold=0.0, corpus=str(library / "web"),
        strategy="derl",
    )  # fmt: skip
    rows = {row["title"]: row for row in table.to_dicts()}
    assert len(table) == len(PAPERS) == 8
    for title, authors, publisher, _ in PAPERS:
        assert sorted(rows[title]["author"]) == sorted(authors)
        assert rows[title]["publisher"] == publisher


def test_eight_papers_without_labels_come_out_under_the_schema_by_default(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(result_page(PAPERS, year=True), encoding="utf-8")
    table = ml.integrate(tmp_path / "page.html", "papers", pages="list")
    found = {(row["title"], tuple(sorted(row["author"])), row["publisher"], row["year"]) for row in table.to_dicts()}
    assert found == {(title, tuple(sorted(authors)), house, str(when)) for title, authors, house, when in PAPERS}


# 4 Experiments


def test_figure_5_locating_the_data_region_first_is_better_than_entities_alone() -> None:
    f = {
        method: figures([count for source in sources(5, a_domain=3) for count in counts_of(source, method)])[2]
        for method in ("derl", "erl")
    }
    assert f["derl"] > f["erl"]


def test_figure_6_shopping_is_the_weakest_domain() -> None:
    f = {
        domain: figures(
            [c for source in sources(5, a_domain=3) if source.domain == domain for c in counts_of(source, "derl")]
        )[2]
        for domain in ("papers", "books", "shopping")
    }
    assert f["shopping"] < min(f["papers"], f["books"])


def test_1_html_becomes_a_tree_whatever_tags_are_left_open() -> None:
    """The conversion to XHTML of the paper's first level: what is not closed is closed, what is nested is kept."""
    tree = parse("<table><tr><td>a<td><p>b<p>c<tr><td><b>d")
    assert [tag for tag in tree.tags if tag in {"tr", "td", "p"}] == ["tr", "td", "td", "p", "p", "tr", "td"]
