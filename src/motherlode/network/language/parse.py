"""Text into statements, with the place of a mistake marked."""

from __future__ import annotations

import json
from collections.abc import Collection
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken, VisitError

from motherlode.errors import MotherlodeError, StatementError
from motherlode.model.network import ClassDef, Provenance, RelationDef, RelationKind
from motherlode.network.language import statements as s
from motherlode.network.language.insert import Entry, Group, Item, RawInsert, Scalar, Text, facts_of

MAX_STATEMENT = 50_000_000
"""Characters of one file of statements; larger ones are imported in parts."""

MAX_LINE = 5_000_000
"""Characters of one line: the parser takes seventy bytes of memory for each."""

MAX_NESTING = 100
_WORDS = {
    "SEMICOLON": "';'", "COMMA": "','", "LBRACE": "'{'", "RBRACE": "'}'", "LSQB": "'['", "RSQB": "']'",
    "COLON": "':'", "LPAR": "'(' with the pages of a fact (quote a text that holds an @)", "RPAR": "')'",
    "RAW": "a name", "STRING": "a quoted text", "VAR": "a variable such as ?p", "WORD": "a name",
    "TICKED": "a `name`", "DIRECTION": "'/' or '^'", "NUMBER": "a number", "$END": "the end",
    "INSERT": "INSERT", "QUERY": "QUERY", "CREATE": "CREATE", "EXPLAIN": "EXPLAIN", "PATH": "PATH",
}  # fmt: skip


@cache
def _parser() -> Lark:
    grammar = files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", maybe_placeholders=True, transformer=_Build())


def parse(text: str, classes: Collection[str] = ()) -> list[s.Statement]:
    """The statements of a text; `classes` are the known class names, for headers such as figure 8's.

    Raises StatementError with line, column and the marked place.
    """
    if len(text) > MAX_STATEMENT:
        raise StatementError(f"{len(text)} characters of statements; {MAX_STATEMENT} are allowed at once")
    longest = max(map(len, text.splitlines()), default=0)
    if longest > MAX_LINE:
        raise StatementError(f"a line of {longest} characters; {MAX_LINE} are allowed")
    closed = text if text.rstrip().endswith(";") or not text.strip() else text + ";"
    try:
        found: Any = _parser().parse(closed)
    except UnexpectedInput as error:
        raise _marked(text, error) from error
    except VisitError as error:
        if isinstance(error.orig_exc, MotherlodeError):
            raise error.orig_exc from error
        raise
    known = set(classes)
    statements: list[s.Statement] = []
    for each in found:
        match each:
            case s.CreateClass(definition):
                known.add(definition.name)
            case s.Query() | s.Explain(s.Query()):
                _refuse_deep(each.query if isinstance(each, s.Explain) else each)
            case RawInsert():
                each = s.Insert(facts_of(each.header, each.sources, each.body, known))
        statements.append(each)
    return statements


def _refuse_deep(query: s.Query) -> None:
    waiting: list[tuple[s.Condition, int]] = [(query.where, 1)] if query.where else []
    while waiting:
        condition, depth = waiting.pop()
        if depth > MAX_NESTING:
            raise StatementError(f"conditions are nested more than {MAX_NESTING} deep; write them flatter")
        if isinstance(condition, s.Junction):
            waiting.extend((part, depth + 1) for part in condition.parts)


def _marked(text: str, error: UnexpectedInput) -> StatementError:
    line, column = max(1, error.line or 1), max(1, error.column or 1)
    lines = text.splitlines() or [""]
    if isinstance(error, UnexpectedEOF) or (isinstance(error, UnexpectedToken) and error.token.type == "$END"):
        line, column = len(lines), len(lines[-1]) + 1
    shown = lines[line - 1] if line <= len(lines) else ""
    start = max(0, column - 60)
    mark = " " * (column - 1 - start) + "^"
    expected: set[str] = set()
    if isinstance(error, (UnexpectedToken, UnexpectedCharacters)):
        names = error.accepts or error.expected if isinstance(error, UnexpectedToken) else error.allowed
        expected = {_WORDS.get(name, name) for name in names or ()}
    wanted = f"; expected {', '.join(sorted(expected)[:6])}" if expected else ""
    return StatementError(
        f"line {line}, column {column}: this cannot be read{wanted}\n  {shown[start : start + 100]}\n  {mark}",
        line=line,
        column=column,
    )


def _unquoted(token: str) -> str:
    try:
        value = json.loads(token.replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r"))
    except json.JSONDecodeError as error:
        raise StatementError(f"a text with a bad escape: {token[:80]}") from error
    return str(value)


@v_args(inline=True)
class _Build(Transformer[Token, Any]):
    def start(self, *found: s.Statement) -> list[s.Statement]:
        return list(found)

    def class_name(self, token: Token) -> str:
        return str(token).strip("`").strip()

    def create_class(self, word: Token, name: str, isa: str | None) -> s.CreateClass:
        return s.CreateClass(ClassDef(name, word.lower() == "role", isa or ""))

    def create_relation(
        self, kind: Token, name: str, subject: str | None, target: str | None, inverse: str | None
    ) -> s.CreateRelation:
        made = RelationDef(name, RelationKind(kind.lower()), subject or "", target or "", inverse or "")
        return s.CreateRelation(made)

    def text(self, *tokens: Token) -> Text:
        parts = tuple((t.type == "STRING", _unquoted(t) if t.type == "STRING" else str(t).strip()) for t in tokens)
        return Text(parts, tokens[0].line or 0, tokens[0].column or 0)

    def sources(self, *found: Any) -> tuple[Provenance, ...]:
        if not found:
            return ()
        before, *texts = found
        values = [_unquoted(token) for token in texts][:4]
        return (*before, Provenance(*values))

    scalar, exists, explain, between = Scalar, s.Exists, s.Explain, s.Between

    def closed(self, *found: Any) -> list[Any]:
        """Left-recursive lists grow in place, so that a long one takes linear time."""
        if not found:
            return []
        found[0].extend(found[1:])
        grown: list[Any] = found[0]
        return grown

    scalar_list = attribute_list = items = closed

    def attribute(self, label: Text, values: Scalar | list[Scalar]) -> tuple[str, list[Scalar]]:
        return label.plain, values if isinstance(values, list) else [values]

    def attributes(self, found: Any) -> Any:
        return found

    body = where = attributes

    def entry(self, text: Text, sources: tuple[Provenance, ...], attributes: list[Any] | None) -> Entry:
        return Entry(text, sources, tuple(attributes or ()))

    def braces(self, members: list[Any], last: Entry | None = None) -> list[Any]:
        return [*members, last] if last is not None else members

    def group(self, label: Text, members: list[Any], last: Entry | None = None) -> Group:
        return Group(label.plain, tuple(self.braces(members, last)))

    def item(self, label: Text, value: Any, *, role: bool = False) -> Item:
        return Item(label, tuple(value) if isinstance(value, list) else (value,), role=role)

    def role_item(self, label: Text, value: Any) -> Item:
        return self.item(label, value, role=True)

    def insert(self, header: Text, sources: tuple[Provenance, ...], body: list[Any] | None) -> RawInsert:
        return RawInsert(header, sources, tuple(body or ()))

    def node(self, *tokens: Any) -> s.Node:
        cls = variable = name = ""
        for token in tokens:
            if isinstance(token, Token) and token.type == "VAR":
                variable = str(token)
            elif isinstance(token, Token) and token.type == "STRING":
                name = _unquoted(token)
            else:
                cls = str(token)
        return s.Node(cls, variable, name)

    def step(self, direction: Token, relation: str, closure: Token | None = None) -> s.Step:
        return s.Step(str(relation), str(direction) == "^", closure is not None)

    def path(self, *parts: Any) -> s.Path:
        return s.Path(tuple(parts[::2]), tuple(parts[1::2]))

    def field(self, variable: Token, attribute: Token | None) -> s.Field:
        return s.Field(str(variable), str(attribute) if attribute else "name")

    def literal(self, token: Token) -> s.Constant:
        return s.Constant(_unquoted(token) if token.type == "STRING" else str(token))

    def comparison(self, left: s.Operand, operator: Token, right: s.Operand) -> s.Comparison:
        return s.Comparison(left, str(operator).lower(), right)

    def negated(self, condition: s.Condition) -> s.Junction:
        return s.Junction("not", (condition,))

    def conjunction(self, *parts: s.Condition) -> s.Junction:
        return s.Junction("and", parts)

    def condition(self, *parts: s.Condition) -> s.Junction:
        return s.Junction("or", parts)

    def show(self, label: Token, operand: s.Operand) -> s.Shown:
        return s.Shown(str(label), operand)

    def collect(self, label: Token, operand: s.Operand) -> s.Shown:
        return s.Shown(str(label), operand, "collect")

    def count(self, label: Token, operand: s.Operand) -> s.Shown:
        return s.Shown(str(label), operand, "count")

    def construct(self, *shown: s.Shown) -> tuple[s.Shown, ...]:
        return shown

    def order(self, label: Token, descending: Token | None) -> tuple[str, bool]:
        return str(label), descending is not None

    def limit(self, number: Token) -> int:
        return int(float(number))

    def query(self, *parts: Any) -> s.Query:
        *paths, where, construct, order, limit = parts
        label, descending = order or ("", False)
        return s.Query(tuple(paths), where, construct or (), label, descending, limit)
