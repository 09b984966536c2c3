"""What an INSERT statement says, as facts (U9).

The paper's header leaves classes and names unquoted: `University. College Carnegie Mellon University. Mellon
College of Science`. With n classes there are 2n − 1 parts between the dots, and the middle one begins with the last
class. Names that contain a dot are quoted: `University "St. Anne's"`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from motherlode.errors import StatementError
from motherlode.model.network import Edge, Facts, ObjectRef, Provenance, RelationKind
from motherlode.network.gather import Gather
from motherlode.network.names import fold, singular

KINDS = {kind.value: kind for kind in RelationKind}


@dataclass(frozen=True, slots=True)
class Text:
    """Words as they stand: pieces that are (quoted, text), with the place of the first."""

    parts: tuple[tuple[bool, str], ...]
    line: int = 0
    column: int = 0

    @property
    def plain(self) -> str:
        """The text as one name, white space folded where it was not quoted."""
        if len(self.parts) == 1 and self.parts[0][0]:
            return self.parts[0][1]
        return " ".join(text if quoted else " ".join(text.split()) for quoted, text in self.parts)

    def mistake(self, message: str) -> StatementError:
        """What is wrong here, with the place."""
        where = f"line {self.line}, column {self.column}: "
        return StatementError(where + message, line=self.line, column=self.column)


@dataclass(frozen=True, slots=True)
class Scalar:
    """A value with its sources."""

    text: Text
    sources: tuple[Provenance, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A member of a list: a name or a reference, with sources and attributes of its own."""

    text: Text
    sources: tuple[Provenance, ...]
    attributes: tuple[tuple[str, list[Scalar]], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Members under a sub-role: `Professors: { … }`."""

    label: str
    members: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the body: an attribute, a relationship, or with `->` a role relationship."""

    label: Text
    members: tuple[Any, ...]
    role: bool


@dataclass(frozen=True, slots=True)
class RawInsert:
    """An INSERT as it was read, before classes and names are told apart."""

    header: Text
    sources: tuple[Provenance, ...]
    body: tuple[Item, ...]


def facts_of(header: Text, sources: tuple[Provenance, ...], body: Sequence[Item], classes: set[str]) -> Facts:
    """The facts that one statement states."""
    gather = Gather()
    subject = gather.add_object(reference(header, classes), sources)
    for item in body:
        if item.role:
            _role(gather, subject, item, classes)
        else:
            _relation_or_attribute(gather, subject, item, classes)
    return gather.facts()


def reference(text: Text, classes: set[str]) -> ObjectRef:
    """The object that a header or a reference names."""
    if any(quoted for quoted, _ in text.parts):
        return _quoted_reference(text)
    pieces = [piece.strip() for piece in text.plain.split(".")]
    if len(pieces) % 2 == 0 or not all(pieces):
        wanted = 'write Class.Class "name"."name"'
        raise text.mistake(f"'{text.plain}' does not give as many names as classes; {wanted}")
    depth = (len(pieces) + 1) // 2
    last_class, first_name = _split_class(pieces[depth - 1], classes, text)
    return ObjectRef(tuple(zip((*pieces[: depth - 1], last_class), (first_name, *pieces[depth:]), strict=True)))


def _quoted_reference(text: Text) -> ObjectRef:
    names = [value for quoted, value in text.parts if quoted]
    raw = [value for quoted, value in text.parts if not quoted]
    kinds = [piece.strip() for piece in raw[0].split(".")] if raw else []
    ordered = [quoted for quoted, _ in text.parts] == [False, *[i % 2 == 0 for i in range(len(text.parts) - 1)]]
    if len(kinds) != len(names) or not all(kinds) or not ordered or any(dot != "." for dot in raw[1:]):
        raise text.mistake('write as many quoted names as classes, as in Class.Class "a"."b"')
    return ObjectRef(tuple(zip(kinds, names, strict=True)))


def _split_class(piece: str, classes: set[str], text: Text) -> tuple[str, str]:
    words = piece.split()
    known = {fold(name): name for name in classes}
    for length in range(len(words) - 1, 0, -1):
        head = " ".join(words[:length])
        if fold(head) in known:
            return known[fold(head)], " ".join(words[length:])
    if len(words) < 2:
        raise text.mistake(f"after the class '{piece}' a name must follow")
    return words[0], " ".join(words[1:])


def _relation_or_attribute(gather: Gather, subject: ObjectRef, item: Item, classes: set[str]) -> None:
    kind, name = _kind(item.label)
    if kind is None and not any(isinstance(m, Group) or m.attributes for m in item.members) and _plain(item):
        for member in item.members:
            gather.add_value(subject, name, member.text.plain, member.sources)
        return
    for member in item.members:
        if isinstance(member, Group):
            raise StatementError(f"'{name}' is not a role relationship; write {name} -> {{ {member.label}: … }}")
        target = _target(gather, subject, member, singular(name), classes)
        gather.add_edge(Edge(kind or RelationKind.NORMAL, name, subject, target), member.sources)
        _attributes(gather, target, member)


def _plain(item: Item) -> bool:
    return not any(_is_reference(member.text) for member in item.members)


def _role(gather: Gather, context: ObjectRef, item: Item, classes: set[str]) -> None:
    _, relation = _kind(item.label)
    for member in item.members:
        role, players = (member.label, member.members) if isinstance(member, Group) else ("", (member,))
        for player in players:
            if isinstance(player, Group):
                raise StatementError(f"'{player.label}' stands inside '{role}'; sub-roles are one level deep")
            target = _target(gather, context, player, "Person", classes)
            edge = gather.play(context, relation, role, target, player.sources)
            _attributes(gather, edge, player)


def _target(gather: Gather, subject: ObjectRef, entry: Entry, cls: str, classes: set[str]) -> ObjectRef:
    if _is_reference(entry.text):
        return gather.add_object(reference(entry.text, classes))
    return gather.add_object(subject.within(cls, entry.text.plain))


def _is_reference(text: Text) -> bool:
    return len(text.parts) > 1 and not text.parts[0][0] and text.parts[1][0]


def _attributes(gather: Gather, owner: ObjectRef | Edge, entry: Entry) -> None:
    for attribute, values in entry.attributes:
        for scalar in values:
            gather.add_value(owner, attribute, scalar.text.plain, scalar.sources)


def _kind(label: Text) -> tuple[RelationKind | None, str]:
    """'Contain departments' → contain, departments; a label without a kind word is an attribute or normal."""
    quoted, first = label.parts[0]
    if quoted:
        return None, label.plain
    word, _, rest = first.partition(" ")
    kind = KINDS.get(word.lower())
    name = " ".join([*([rest.strip()] if rest.strip() else []), *(text for _, text in label.parts[1:])])
    return (kind, name) if kind and name else (None, label.plain)
