"""Questions as people ask them: names in any case, several roles, ways between objects, and mistakes told."""

import json
from pathlib import Path

import pytest
from sqlalchemy import Engine, select

import motherlode as ml
from motherlode.app.network import run_text
from motherlode.errors import StatementError
from motherlode.network.exports import EXPORTS
from motherlode.network.identity import resolve
from motherlode.network.store import NetworkStore
from motherlode.network.tables import objects

COLLEGE = """
Insert University. College Northmoor. School of Law [
Faculty -> { Professor: { Ada Byrne [ email: "ada@n.test" ], Tomás Rivera }, Dean: { Ada Byrne } },
Contain departments: { Department of Public Law, Department of Private Law } ];
Insert University. College. Department Northmoor. School of Law. Department of Public Law [
Faculty -> { Lecturer: { Mei Tanaka }, Professor: { Ada Byrne [ email: "ada@n.test" ] } } ];
"""


@pytest.fixture
def network(engine: Engine) -> NetworkStore:
    store = NetworkStore(engine)
    run_text(store, COLLEGE)
    return store


def ask(network: NetworkStore, text: str) -> list[tuple[object, ...]]:
    return list(run_text(network, text)[0].rows)


def test_names_are_found_in_any_case(network: NetworkStore) -> None:
    for name in ("School of Law", "school of law", "SCHOOL OF LAW"):
        assert ask(network, f'QUERY College "{name}" ?c /contain Department ?d CONSTRUCT {{ n: COUNT(?d) }}') == [
            (2,)
        ]
    assert ask(network, 'QUERY Person "tomás RIVERA" ?p CONSTRUCT { name: ?p.name }') == [("Tomás Rivera",)]
    condition = 'WHERE ?p.email = "ADA@n.test"'
    assert ask(network, f"QUERY College ?c /Faculty ?p {condition} CONSTRUCT {{ name: ?p.name }}") == [("Ada Byrne",)]


def test_every_role_of_somebody_answers(network: NetworkStore) -> None:
    found = ask(network, 'QUERY College "School of Law" /Faculty ?p CONSTRUCT { name: ?p.name, roles: { ?p.role } }')
    assert {str(name): sorted(roles) for name, roles in found} == {  # type: ignore[call-overload]
        "Ada Byrne": ["Dean", "Professor"],
        "Tomás Rivera": ["Professor"],
    }
    assert ask(network, "QUERY College ?c /Dean ?p CONSTRUCT { name: ?p.name }") == [("Ada Byrne",)]
    assert ask(network, "QUERY College ?c /Professor ?p CONSTRUCT { n: COUNT(?p) }") == [(2,)]


def test_a_role_is_the_players_from_whichever_end_it_is_followed(network: NetworkStore) -> None:
    down = "QUERY Department ?d /Faculty Person ?p CONSTRUCT { name: ?p.name, role: ?p.role } ORDER BY name"
    assert ask(network, down) == [("Ada Byrne", "Professor"), ("Mei Tanaka", "Lecturer")]
    up = 'QUERY Person "Mei Tanaka" ?p ^* ?d CONSTRUCT { unit: ?d.name, role: ?p.role }'
    assert ask(network, up) == [("Department of Public Law", "Lecturer")]
    named = 'QUERY Department ?d /Faculty Person "Mei Tanaka" ?p CONSTRUCT { unit: ?d.name, role: ?p.role }'
    assert ask(network, named) == [("Department of Public Law", "Lecturer")]


def test_what_was_merged_is_counted_once(network: NetworkStore) -> None:
    everybody = "QUERY Person ?p CONSTRUCT { n: COUNT(?p) }"
    before = network.counts()["objects"]
    assert ask(network, everybody) == [(4,)]
    assert len(resolve(network)) == 1
    assert ask(network, everybody) == [(3,)]
    assert network.counts()["objects"] == before - 1
    assert ask(network, 'QUERY Person "Ada Byrne" ?p CONSTRUCT { n: COUNT(?p) }') == [(1,)]


def test_namesakes_are_counted_apart(network: NetworkStore) -> None:
    run_text(
        network, "Insert University. College Northmoor. School of Art [ Faculty -> { Lecturer: { Mei Tanaka } } ];"
    )
    rows = ask(network, 'QUERY Person "Mei Tanaka" ?p ^* ?u CONSTRUCT { name: ?p.name, places: COUNT(?u) }')
    assert rows == [("Mei Tanaka", 1), ("Mei Tanaka", 1)]


def test_a_misspelt_attribute_is_an_error_with_the_nearest_name(network: NetworkStore) -> None:
    with pytest.raises(StatementError, match="nothing has an attribute 'emial'; did you mean 'email'"):
        ask(network, "QUERY College ?c /Faculty ?p CONSTRUCT { mail: ?p.emial }")


def test_the_way_between_two_objects(network: NetworkStore) -> None:
    rows = ask(network, 'PATH Person "Mei Tanaka" TO "tomás rivera"')
    assert [row[3] for row in rows] == ["Mei Tanaka", "Department of Public Law", "School of Law", "Tomás Rivera"]
    assert rows[-1][1] == "/Professor"
    assert ask(network, 'PATH "Mei Tanaka" TO "Tomás Rivera" LIMIT 1') == []
    with pytest.raises(StatementError, match='there is no "Nobody" in the network'):
        ask(network, 'PATH "Nobody" TO "Tomás Rivera"')


def test_explain_tells_steps_and_matches(network: NetworkStore) -> None:
    rows = ask(network, 'EXPLAIN QUERY College ?c /contain Department "Department of Public Law" /Faculty ?p')
    assert rows == [
        (1, "start", "College ?c", 1),
        (1, "step", '/contain Department "Department of Public Law"', 1),
        (1, "step", "/Faculty ?p", 2),
        (1, "answer", "conditions, columns and order", 2),
    ]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_json_ld_is_rdf(network: NetworkStore) -> None:
    rdflib = pytest.importorskip("rdflib")
    graph = rdflib.Graph().parse(data=EXPORTS["jsonld"](network.facts()), format="json-ld")
    schema = rdflib.Namespace("https://schema.org/")
    people = set(graph.subjects(rdflib.RDF.type, schema.Person))
    assert {str(name) for person in people for name in graph.objects(person, schema.name)} == {
        "Ada Byrne", "Tomás Rivera", "Mei Tanaka",
    }  # fmt: skip
    with network.engine.connect() as connection:
        assert len(people) == len(connection.execute(select(objects).where(objects.c.cls == "Person")).all())
    units = set(graph.subject_objects(schema.subOrganization))
    assert len(units) == 2
    assert json.loads(EXPORTS["jsonld"](network.facts()))["@context"]["@vocab"] == str(schema)


DOMAINS = {
    "member": {"CollegeOrUniversity", "EducationalOrganization", "OrganizationRole"},
    "subOrganization": {"CollegeOrUniversity", "EducationalOrganization"},
    "parentOrganization": {"CollegeOrUniversity", "EducationalOrganization"},
    "roleName": {"OrganizationRole"},
    "email": {"Person", "CollegeOrUniversity", "EducationalOrganization"},
    "telephone": {"Person", "CollegeOrUniversity", "EducationalOrganization"},
    "jobTitle": {"Person"},
}
"""The types that schema.org lets have each property; name, url and additionalType are everything's."""


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_json_ld_uses_the_words_of_schema_org_where_they_belong(network: NetworkStore) -> None:
    rdflib = pytest.importorskip("rdflib")
    run_text(network, 'Insert University. College Northmoor. School of Law [ phone: 12, Faculty -> { Lecturer: '
                      '{ Bo Lund [ title: "Senior Lecturer", phone: 34, room: A1 ] } } ];')  # fmt: skip
    graph = rdflib.Graph().parse(data=EXPORTS["jsonld"](network.facts()), format="json-ld")
    space = str(rdflib.SDO)
    checked = 0
    for subject, predicate, thing in graph:
        name = str(predicate).removeprefix(space)
        if predicate == rdflib.RDF.type:
            assert str(thing).removeprefix(space) in rdflib.SDO
        elif str(predicate).startswith(space):
            assert name in rdflib.SDO
            types = {str(kind).removeprefix(space) for kind in graph.objects(subject, rdflib.RDF.type)}
            assert name in ("name", "url", "additionalType") or types & DOMAINS[name]
            checked += name in DOMAINS
        else:
            assert str(predicate).startswith("urn:motherlode:")
    assert checked > 10
    [lund] = graph.subjects(rdflib.SDO.name, rdflib.Literal("Bo Lund"))
    assert str(graph.value(lund, rdflib.SDO.jobTitle)) == "Senior Lecturer"


def _mistakes(statement: str) -> list[str]:
    """What a parser of openCypher says against a statement."""
    antlr4 = pytest.importorskip("antlr4")
    cypher = pytest.importorskip("antlr4_cypher")
    from antlr4.error.ErrorListener import ErrorListener

    found: list[str] = []

    class Listener(ErrorListener):  # type: ignore[misc]
        def syntaxError(self, recognizer, symbol, line, column, message, error):  # type: ignore[no-untyped-def]
            found.append(f"{column}: {message}")

    lexer = cypher.CypherLexer(antlr4.InputStream(statement))
    parser = cypher.CypherParser(antlr4.CommonTokenStream(lexer))
    for part in (lexer, parser):
        part.removeErrorListeners()
        part.addErrorListener(Listener())
    parser.script()
    return found


def test_cypher_is_read_by_a_parser_of_it(network: NetworkStore) -> None:
    run_text(network, """Insert City "O'Hara \\"Ā\\" `x`" [ mayor: { Ann, "B\\\\o\nb" }, odd: "1; 2" ];""")
    text = EXPORTS["cypher"](network.facts())
    statements = [statement for statement in text.split(";\n") if statement.strip()]
    assert len(statements) > len(network.facts().objects)
    assert [mistake for statement in statements for mistake in _mistakes(statement)] == []
    assert _mistakes(statements[0].replace("MERGE (", "MERGE ")) != []


def test_a_user_asks_for_ways_and_plans_as_for_rows(tmp_path: Path) -> None:
    network = ml.Network.open(store=str(tmp_path / "n.sqlite"))
    network.run(COLLEGE)
    way = network.query('PATH "mei tanaka" TO "School of Law"')
    assert [row["name"] for row in way] == ["Mei Tanaka", "Department of Public Law", "School of Law"]
    assert [row["matches"] for row in network.query("explain query College ?c")] == [1, 1]
    assert network.query("College ?c CONSTRUCT { n: COUNT(?c) }")[0]["n"] == 1


def test_a_mail_address_without_quotation_marks_is_told(network: NetworkStore) -> None:
    with pytest.raises(StatementError, match="quote a text that holds an @"):
        run_text(network, "Insert City Oslo [ mail: a@oslo.test ];")
