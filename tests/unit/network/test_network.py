import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from sqlalchemy import Engine

from motherlode.app.network import add_rows, run_text
from motherlode.errors import NetworkError, StatementError, UnreadableInput
from motherlode.model.network import Edge, ObjectRef, Provenance, RelationKind
from motherlode.network.exports import EXPORTS, write_folder
from motherlode.network.gather import Gather
from motherlode.network.identity import resolve
from motherlode.network.language import parse
from motherlode.network.mapping import READY, add_row, load
from motherlode.network.store import NetworkStore

FIGURE_8 = """
Insert University. College Carnegie Mellon University. Mellon College of Science [
Faculty -> { Professors: { Eric T. Ahrens, Bruce A. Armitage , David D. Hackney, Jeffrey
O. Hollinger, Philip R. LeDuc },
Associate Professors: { Ziv Bar-Joseph , Alison L. Barth, Peter B. Berget },
Assistant Professor: { N. Luisa Hiller, Sandra J. Kuhlman }
Lecturers : { Daniel (DJ) Brasier , }},
Contain departments: { Department of Biological Sciences, Department of Chemistry,
Department of Mathematical Sciences, Department of Physics }];
"""
"""Figure 8 of the paper as it is printed: a missing comma, a trailing comma, a bracketed nickname (U9)."""


@pytest.fixture
def network(engine: Engine) -> NetworkStore:
    return NetworkStore(engine)


def ask(network: NetworkStore, text: str) -> list[tuple[object, ...]]:
    return list(run_text(network, text)[0].rows)


def test_figure_8_runs_as_printed_and_is_queried_back(network: NetworkStore) -> None:
    run_text(network, FIGURE_8)
    by_role = ask(network, "QUERY College ?c /Faculty ?p CONSTRUCT { role: ?p.role, who: { ?p.name } } ORDER BY role")
    assert {str(role): sorted(who) for role, who in by_role} == {  # type: ignore[call-overload]
        "Professors": [
            "Bruce A. Armitage", "David D. Hackney", "Eric T. Ahrens", "Jeffrey O. Hollinger", "Philip R. LeDuc",
        ],
        "Associate Professors": ["Alison L. Barth", "Peter B. Berget", "Ziv Bar-Joseph"],
        "Assistant Professor": ["N. Luisa Hiller", "Sandra J. Kuhlman"],
        "Lecturers": ["Daniel (DJ) Brasier"],
    }  # fmt: skip
    assert ask(
        network, 'QUERY University "Carnegie Mellon University" /contain+ Department ?d CONSTRUCT {n: COUNT(?d)}'
    ) == [(4,)]


def test_inserting_twice_changes_nothing(network: NetworkStore) -> None:
    run_text(network, FIGURE_8)
    before, counts = network.facts(), network.counts()
    run_text(network, FIGURE_8)
    assert (network.facts(), network.counts()) == (before, counts)


def test_a_role_has_attributes_of_its_own_in_its_context(network: NetworkStore) -> None:
    run_text(
        network,
        """
        CREATE RELATION role-based Faculty (College -> Person) INVERSE worksIn;
        Insert University.College "N"."Arts" [
          Faculty -> { Professors: { Ada Byrne [ room: "A1", phone: { 1, 2 } ] } } ];
        Insert University.College "N"."Law" [
          Faculty -> { Lecturers: { University.College.Person "N"."Arts"."Ada Byrne" [ room: "L9" ] } } ];
        """,
    )
    rooms = ask(network, 'QUERY Person "Ada Byrne" ^Faculty College ?c, College ?c /Faculty Person ?p '
                         "CONSTRUCT { college: ?c.name, role: ?p.role, room: ?p.room } ORDER BY college")  # fmt: skip
    assert rooms == [("Arts", "Professors", "A1"), ("Law", "Lecturers", "L9")]
    assert ask(network, 'QUERY Person "Ada Byrne" /worksIn ?c ORDER BY c') == [("Arts",), ("Law",)]


def test_conditions(network: NetworkStore) -> None:
    run_text(
        network,
        "Insert City A [ people: 12, river: Elm ]; Insert City B [ people: 200 ]; Insert City C [ people: 3000 ];",
    )
    assert ask(network, "QUERY City ?c WHERE ?c.people > 100 AND NOT ?c.people >= 3000") == [("B",)]
    assert ask(network, 'QUERY City ?c WHERE EXISTS ?c.river OR ?c.name = "C" ORDER BY c DESC') == [("C",), ("A",)]
    assert ask(network, 'QUERY City ?c WHERE ?c.river != "Elm" ORDER BY c LIMIT 1') == [("B",)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Insert University. College X [ Faculty -> { Professors: { A, } ];", r"line 1, column 64.*\n.*\n +\^"),
        ("Insert University", "a name must follow"),
        ("QUERY Colege ?c", "no class 'Colege'; did you mean 'College'"),
        ("QUERY College ?c /Facluty ?p", "no relationship 'Facluty'; did you mean 'Faculty'"),
        ("QUERY College ?c WHERE ?d.name = 1", r"\?d stands in no path; known: \?c"),
        ("QUERY College ?c ORDER BY x", "ORDER BY names 'x'"),
        ('QUERY College "x"', "no variable"),
        ("nonsense", "expected CREATE, EXPLAIN, INSERT, PATH, QUERY"),
        ('Insert A.B "only one";', "as many quoted names as classes"),
        ("Insert A. B. C x. y [ ];", "as many names as classes"),
        ("QUERY College ?c WHERE " + "NOT " * 5000 + "?c.name = 1", "nested more than"),
        ("Insert A x [ units: { Big: { y } } ];", "not a role relationship"),
    ],
)
def test_mistakes_are_named_with_their_place(network: NetworkStore, text: str, message: str) -> None:
    run_text(network, FIGURE_8)
    before = network.counts()
    with pytest.raises(NetworkError) as caught:
        run_text(network, text)
    assert re.search(message, caught.value.message, re.DOTALL)
    assert network.counts() == before


def test_a_mistake_in_a_file_keeps_all_of_it_out(network: NetworkStore) -> None:
    with pytest.raises(StatementError):
        run_text(network, "Insert City A; Insert City B [;")
    assert network.counts()["objects"] == 0


def test_contradicting_pages_are_both_kept_and_shown(network: NetworkStore) -> None:
    run_text(
        network,
        'Insert City A [ mayor: { Ann @("http://one.example/","p","r","t"), Bob @("http://two.example/") } ];',
    )
    [conflict] = network.conflicts()
    assert (conflict.name, conflict.attribute) == ("A", "mayor")
    assert {value: places[0].page for value, places in conflict.values.items()} == {
        "Ann": "http://one.example/",
        "Bob": "http://two.example/",
    }


def person(gather: Gather, path: str, name: str, **values: str) -> ObjectRef:
    units = path.split("/")
    ref = ObjectRef(tuple(zip(("University", "College", "Department"), units, strict=False)))
    edge = gather.play(ref, "Faculty", values.pop("role", "Professor"), name)
    for attribute, value in values.items():
        gather.add_value(edge, attribute, value)
    return edge.object


def test_people_are_merged_by_evidence_only(network: NetworkStore) -> None:
    gather = Gather()
    person(gather, "North/Arts", "Byrne, Ada", email="ada@north.example")
    person(gather, "North/Law", "Ada M. Byrne", email="ADA@north.example")
    person(gather, "South/Arts", "Ada Byrne", email="ada@south.example")
    person(gather, "North/Arts/History", "Bo Lund", role="Lecturer")
    person(gather, "North/Arts", "Bo Lund", role="Lecturer")
    person(gather, "North/Law", "Bo Lund", role="Lecturer")
    for number in range(6):
        person(gather, "North/Law", f"Someone {number} Else", email="office@north.example")
    network.insert(gather.facts())
    evidence = sorted(same.evidence for same in resolve(network))
    assert len(evidence) == 2
    assert evidence[0].startswith("same email ada@north.example")
    assert "in a unit and in the unit around it" in evidence[1]
    assert resolve(network) == []
    assert (
        len(
            ask(
                network,
                'QUERY Person ?p ^Faculty College ?c WHERE ?p.name CONTAINS "Byrne" CONSTRUCT { p: ?p.id, c: ?c.id }',
            )
        )
        == 3
    )
    counts = network.counts()
    network.insert(gather.facts())
    assert network.counts()["relations"] == counts["relations"]
    assert resolve(network) == []


def sample() -> Gather:
    gather = Gather()
    source = (Provenance("http://a.example/", "/html", "test", "2026-01-01"),)
    college = ObjectRef((("University", "North & “South”"), ("College", "=cmd()")))
    edge = gather.play(college, "Faculty", "Associate Professors", 'Ada "A" <Byrne>', source)
    gather.add_value(edge, "email", "ada@a.example", source)
    gather.add_value(college, "homepage", "http://a.example/?a=1&b=2")
    gather.contain(college, "Department", "物理系", "departments", source)
    gather.add_edge(Edge(RelationKind.NORMAL, "partner of", college, ObjectRef((("University", "West"),))))
    return gather


def test_exports_can_be_read_by_others(tmp_path: Path) -> None:
    facts = sample().facts()
    made = {name: export(facts) for name, export in EXPORTS.items()}
    graph = ET.fromstring(made["graphml"])
    space = "{http://graphml.graphdrawing.org/xmlns}"
    assert len(graph.findall(f".//{space}node")) == len(facts.objects)
    document = json.loads(made["jsonld"])
    types = {node["@type"] for node in document["@graph"]}
    assert types == {"CollegeOrUniversity", "EducationalOrganization", "Person"}
    role = next(node for node in document["@graph"] if "member" in node)["member"][0]
    assert (role["@type"], role["roleName"], role["ml:email"]) == (
        "OrganizationRole",
        "Associate Professors",
        "ada@a.example",
    )
    assert made["cypher"].count("MERGE (n:") == len(facts.objects)
    assert "'=cmd()" not in made["csv"]
    write_folder(facts, tmp_path / "csv")
    assert "'=cmd()" in (tmp_path / "csv" / "objects.csv").read_text(encoding="utf-8-sig")


def test_the_graph_reads_back_in_networkx() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.parse_graphml(EXPORTS["graphml"](sample().facts()))
    assert sorted(data["class"] for _, data in graph.nodes(data=True)) == [
        "College", "Department", "Person", "University", "University",
    ]  # fmt: skip


@pytest.mark.parametrize("name", READY)
def test_ready_mappings_load(name: str) -> None:
    assert load(name).objects


def test_articles_enter_the_network_through_a_mapping(network: NetworkStore) -> None:
    rows = [
        {"url": "http://p.example/1", "title": "One", "source": "Post", "authors": ["Ada Byrne", "Bo Lund"]},
        {"url": "http://p.example/2", "title": "Two", "source": "Post", "authors": []},
        {"url": "http://p.example/3", "title": "", "source": "Post", "authors": None},
    ]
    assert add_rows(network, load("articles"), rows, "test") == 3
    add_rows(network, load("articles"), rows, "test")
    assert ask(network, 'QUERY NewsSource "Post" /articles ?a ORDER BY a') == [("One",), ("Two",)]
    assert ask(network, 'QUERY Person ?p /writes Article "One" ORDER BY p') == [("Ada Byrne",), ("Bo Lund",)]


def test_what_motherlode_writes_itself_fits_its_own_mappings(network: NetworkStore) -> None:
    exported = {"url": "http://p.example/1", "title": "One", "pubsource": "Post", "pubtime": "2026-03-01"}
    joined = {"title": "Two", "author": ["Ada Byrne"], "publisher": None, "publication_date": "2020-03-07"}
    assert add_rows(network, load("articles"), [exported], "test") == 1
    assert add_rows(network, load("books"), [joined], "test") == 1
    assert ask(network, 'QUERY NewsSource "Post" /articles ?a') == [("One",)]
    assert ask(network, 'QUERY Book ?b /Author Person "Ada Byrne"') == [("Two",)]


def test_rows_that_come_to_nothing_are_an_error_that_says_what_is_looked_for(network: NetworkStore) -> None:
    with pytest.raises(NetworkError, match=r"\{source\|pubsource\}"):
        add_rows(network, load("articles"), [{"headline": "One"}], "test")


def test_an_unknown_class_is_told_with_those_that_are_there(network: NetworkStore) -> None:
    add_rows(network, load("articles"), [{"title": "One", "source": "Post"}], "test")
    with pytest.raises(StatementError, match="the network has: Article, NewsSource"):
        ask(network, "QUERY Zebra ?z")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[objects.a]\nclass = 'X'", "needs 'class' and 'name'"),
        ("[objects.a]\nclass = 'X'\nname = '{n}'\nwithn = 'b'", "did you mean 'within'"),
        ("[objects.a]\nclass = 'X'\nname = '{n}'\nwithin = 'b'", "must stand before it"),
        ("[[relations]]\nname = 'r'\nfrom = 'a'\nto = 'b'", "must name one of"),
        ("[objects.a]\nclass='X'\nname='n'\n[[relations]]\nkind='odd'\nname='r'\nfrom='a'\nto='a'", "none of normal"),
        ("not toml", "mapping.toml"),
    ],
)
def test_mistakes_in_mapping_files_are_named(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "mapping.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(NetworkError, match=message):
        load(file)


def test_a_missing_mapping_names_the_ready_ones(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput, match="articles, books"):
        load(tmp_path / "none.toml")


def test_mapping_templates_cannot_reach_into_objects() -> None:
    gather = Gather()
    rules = load("articles")
    add_row(gather, rules, {"source": "{title.__class__}", "title": "T", "authors": "One"}, Provenance())
    assert {ref.path[0][1] for ref in gather.facts().objects} == {"{title.__class__}"}


def test_many_names_take_linear_time() -> None:
    names = ", ".join(f"Person {i}" for i in range(20_000))
    [statement] = parse(f"Insert College C [ Faculty -> {{ Professors: {{ {names} }} }} ];")
    assert len(statement.facts.edges) == 20_000  # type: ignore[union-attr]
