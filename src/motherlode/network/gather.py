"""Gathers facts one by one into a `Facts` value; saying a fact twice changes nothing but its provenance."""

from __future__ import annotations

import re
from collections import defaultdict

from motherlode.errors import NetworkError
from motherlode.model.network import ClassDef, Edge, Facts, ObjectRef, Provenance, RelationDef, RelationKind, ValueKey

Sources = tuple[Provenance, ...]
CLASS_NAME = re.compile(r"[^\W\d_]\w*(?:[ -]\w+)*")


class Gather:
    """Collects classes, objects, relationships and values."""

    def __init__(self) -> None:
        self.classes: dict[str, ClassDef] = {}
        self.relations: dict[tuple[str, RelationKind, str], RelationDef] = {}
        self.objects: defaultdict[ObjectRef, set[Provenance]] = defaultdict(set)
        self.edges: defaultdict[Edge, set[Provenance]] = defaultdict(set)
        self.values: defaultdict[ValueKey, set[Provenance]] = defaultdict(set)

    def declare_class(self, name: str, *, role: bool = False, isa: str = "") -> None:
        """A class; a later declaration with `isa` completes an earlier one without."""
        known = self.classes.get(name)
        if known is None and not CLASS_NAME.fullmatch(name):
            raise NetworkError(f"'{name[:80]}' cannot name a class: letters, digits, blanks and hyphens only")
        if known is None or (isa and not known.isa):
            self.classes[name] = ClassDef(name, role, isa)

    def declare_relation(self, relation: RelationDef) -> None:
        """A relationship between classes."""
        self.relations[relation.name, relation.kind, relation.subject] = relation

    def add_object(self, ref: ObjectRef, sources: Sources = ()) -> ObjectRef:
        """An object, its contexts and its class."""
        self.objects[ref].update(sources)
        self.declare_class(ref.cls)
        context = ref.context
        if context is not None and context not in self.objects:
            self.add_object(context)
        return ref

    def add_edge(self, edge: Edge, sources: Sources = ()) -> Edge:
        """A relationship with both its ends; a role's class specialises the relationship's own class."""
        self.add_object(edge.subject)
        self.add_object(edge.object)
        if edge.kind is RelationKind.ROLE_BASED:
            self.declare_class(edge.name, role=True)
            if edge.role:
                self.declare_class(edge.role, role=True, isa=edge.name)
        self.edges[edge].update(sources)
        return edge

    def add_value(self, owner: ObjectRef | Edge, attribute: str, value: str, sources: Sources = ()) -> None:
        """A value of an object's or a role's attribute."""
        if isinstance(owner, ObjectRef):
            self.add_object(owner)
        else:
            self.add_edge(owner)
        self.values[owner, attribute, value].update(sources)

    def contain(self, whole: ObjectRef, cls: str, name: str, relation: str = "", sources: Sources = ()) -> ObjectRef:
        """The part `name` of class `cls` inside `whole`."""
        part = whole.within(cls, name)
        self.add_edge(Edge(RelationKind.CONTAIN, relation or cls, whole, part), sources)
        return part

    def play(
        self, context: ObjectRef, relation: str, role: str, player: ObjectRef | str, sources: Sources = ()
    ) -> Edge:
        """`player` in the role `role` of the role relationship `relation` (Faculty) within `context`."""
        person = context.within("Person", player) if isinstance(player, str) else player
        return self.add_edge(Edge(RelationKind.ROLE_BASED, relation, context, person, role), sources)

    def facts(self) -> Facts:
        """What was gathered, as a value."""
        return Facts(
            classes=frozenset(self.classes.values()),
            relations=frozenset(self.relations.values()),
            objects={ref: frozenset(sources) for ref, sources in self.objects.items()},
            edges={edge: frozenset(sources) for edge, sources in self.edges.items()},
            values={key: frozenset(sources) for key, sources in self.values.items()},
        )
