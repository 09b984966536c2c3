import contextlib

from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.errors import StatementError
from motherlode.model.network import ClassDef, Edge, Facts, ObjectRef, Provenance, RelationDef, RelationKind
from motherlode.network.gather import Gather
from motherlode.network.language import emit, parse
from motherlode.network.language.statements import CreateClass, CreateRelation, Insert

names = st.text(min_size=1, max_size=12)
class_names = st.sampled_from(["University", "College", "Person", "Teaching Unit", "Department", "系"])
relation_names = st.one_of(st.sampled_from(["Faculty", "departments", "contain", "partner of"]), names)
sources = st.lists(st.builds(Provenance, names, names, names, names), max_size=2).map(tuple)
refs = st.lists(st.tuples(class_names, names), min_size=1, max_size=3).map(lambda path: ObjectRef(tuple(path)))
stated = st.sampled_from([k for k in RelationKind if k not in (RelationKind.INVERSE, RelationKind.ROLE_BASED)])
role_edges = st.builds(Edge, st.just(RelationKind.ROLE_BASED), st.sampled_from(["Faculty", "Staff"]), refs, refs,
                       st.sampled_from(["", "Professor", "Associate Professors"]))  # fmt: skip
edges = st.one_of(st.builds(Edge, stated, relation_names, refs, refs), role_edges)


@st.composite
def networks(draw: st.DrawFn) -> Facts:
    gather = Gather()
    for ref in draw(st.lists(refs, max_size=3)):
        gather.add_object(ref, draw(sources))
    for edge in draw(st.lists(edges, max_size=4)):
        gather.add_edge(edge, draw(sources))
        if edge.kind is RelationKind.ROLE_BASED and draw(st.booleans()):
            gather.add_value(edge, draw(names), draw(names), draw(sources))
    for ref in draw(st.lists(refs, max_size=2)):
        gather.add_value(ref, draw(names), draw(names), draw(sources))
    if draw(st.booleans()):
        gather.declare_relation(RelationDef("Faculty", RelationKind.ROLE_BASED, "College", "Person", "worksIn"))
    return gather.facts()


def read(text: str) -> Facts:
    gather = Gather()
    classes: dict[str, ClassDef] = {}
    for statement in parse(text):
        match statement:
            case CreateClass(definition):
                classes[definition.name] = definition
            case CreateRelation(definition):
                gather.declare_relation(definition)
            case Insert(facts):
                for ref, read_at in facts.objects.items():
                    gather.add_object(ref, tuple(read_at))
                for edge, read_at in facts.edges.items():
                    gather.add_edge(edge, tuple(read_at))
                for (owner, attribute, value), read_at in facts.values.items():
                    gather.add_value(owner, attribute, value, tuple(read_at))
    gather.classes = classes
    return gather.facts()


@settings(max_examples=150, deadline=None)
@given(networks())
def test_statements_of_a_network_read_back_as_that_network(facts: Facts) -> None:
    assert read(emit(facts)) == facts


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='InsertQUERYabc .,:;{}[]()->"?/^@`\\\n#', max_size=120))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(StatementError):
        parse(text)
