"""A site is described, not programmed: the TOML file that tells how to ask it and where its answers stand."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeVar

from motherlode.errors import SettingsError, UnreadableInput
from motherlode.hidden.scale import day_at, moment_at, moment_text, number_at, number_text
from motherlode.model.hidden import NO_VALUE, NULL, Axis
from motherlode.model.params import unknown_name

INCLUSIVE = ("both", "low", "high", "none", "overlap", "half")
"""What a range takes in: both ends, one, or none; `overlap` asks up to the next step and `half` a little more than
half a step further on both sides, which leaves no gap between two ranges whatever values there are."""
_BEYOND_HALF = Decimal("0.6")
"""How far `half` asks beyond a range: more than half a step, so that a value that is shown rounded is asked for
whether or not the site takes in the ends of a range."""
KINDS = ("number", "date", "time", "category")
ESCAPES = ("", "double", "backslash")
PAGINGS = ("page", "offset", "cursor", "next", "link", "postback", "none")

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """[[attributes]]: something one can ask for, its parameters, and the field of a row where its value stands.

    A range is sent as `low_parameter` and `high_parameter`, or written by `template` ("created:{low}..{high}") into
    the slot `into` of the parameters or the body; `low_template` and `high_template` leave the other end open.
    `low` and `high` are where rows are expected; the probe moves them until nothing lies beyond. `step` 0 is
    measured, for a `time` it is in seconds. `null_value` sent as `parameter` (or `null_template`) asks for the rows
    without a value. `escape` is how a template writes a quotation mark inside a value: `double` ('' for ', as in SQL)
    or `backslash` (\\" for "); inside a body values are JSON anyway. `labels` are the words for a category's `values`
    in the rows, where they differ; both are read from the form's options if no values are given.
    """

    name: str
    kind: str = "number"
    low: Any = None
    high: Any = None
    low_parameter: str = ""
    high_parameter: str = ""
    parameter: str = ""
    into: str = ""
    template: str = ""
    low_template: str = ""
    high_template: str = ""
    null_template: str = ""
    several_join: str = ""
    escape: str = ""
    values: tuple[str, ...] = ()
    several: bool = False
    step: float | str = 0.0
    format: str = "%Y-%m-%d"
    inclusive: str = "both"
    field: str = ""
    null_value: str = ""
    labels: tuple[str, ...] = ()

    @property
    def width(self) -> Decimal:
        """One step of the axis; 1 as long as none is given or measured."""
        made = Decimal(str(self.step))
        return made if made > 0 else Decimal(1)

    def axis(self) -> Axis:
        """The attribute as an axis of whole steps."""
        nulls = bool(self.null_value or self.null_template)
        if self.kind == "category":
            return Axis(self.name, "category", 0, len(self.values) - 1, self.values, self.several, nulls)
        low, high = (0 if end is None else self.at(end) for end in (self.low, self.high))  # the probe finds open ends
        return Axis(self.name, self.kind, low, max(low, high), nulls=nulls, step=f"{self.width:f}")  # type: ignore[arg-type]

    def at(self, value: object) -> int:
        """The coordinate of a value; NULL for none. Raises ValueError for a value that cannot be read."""
        if value is None or (isinstance(value, str) and not value.strip()):
            return NULL
        if self.kind == "category":
            text = str(value).strip()
            for names in (self.values, self.labels):
                if text in names:
                    return names.index(text)
            return NULL
        if self.kind == "date":
            return day_at(value, self.format)
        if self.kind == "time":
            return moment_at(value, self.format, self.width)
        return number_at(value, self.width)

    def text(self, coordinate: int, beyond: Decimal | int = 0) -> str:
        """A coordinate as the site wants it, moved by a part of a step where a number allows it."""
        if self.kind == "category":
            return self.values[coordinate]
        if self.kind == "date":
            return date.fromordinal(coordinate + int(beyond)).strftime(self.format)
        if self.kind == "time":
            return moment_text(coordinate + int(beyond), self.format, self.width)
        return number_text(Decimal(coordinate) + beyond, self.width)

    @property
    def slack(self) -> tuple[int, int]:
        """How many steps outside an asked range its answer may show rows: they belong to the ranges beside it."""
        return {"overlap": (0, 1), "half": (1, 1)}.get(self.inclusive, (0, 0))

    def akin(self, low: int, high: int) -> list[int]:
        """The values of a category that a search for some of them shows too where it is loose.

        Their names hold an asked one, in capitals or not.
        """
        asked = [self.values[value].casefold() for value in range(low, high + 1)]
        shown = [name.casefold() for name in self.labels or self.values]
        return [value for value, name in enumerate(shown) if any(word in name for word in asked)]

    def ends(self, low: int | None, high: int | None) -> tuple[str, str]:
        """Both ends of a range in the site's words, "" for an open one; ends that it leaves out are moved."""
        half = _BEYOND_HALF
        before = {"high": -1, "none": -1, "half": -half}.get(self.inclusive, 0)
        after = {"low": 1, "none": 1, "overlap": 1, "half": half}.get(self.inclusive, 0)
        return (
            "" if low is None else self.text(low, before),  # type: ignore[arg-type]
            "" if high is None else self.text(high, after),  # type: ignore[arg-type]
        )

    def parameters(self, low: int | None, high: int | None) -> list[tuple[str, str]]:
        """The parameters that ask for a span; None leaves an end open. Empty for an attribute that has a template."""
        if self.into:
            return []
        if (low, high) == NO_VALUE:
            return [(self.parameter, self.null_value)]
        if self.kind == "category":
            chosen = [self.values[value] for value in range(low or 0, (high or 0) + 1)]
            return (
                [(self.parameter, self.several_join.join(chosen))]
                if self.several_join
                else [(self.parameter, value) for value in chosen]
            )
        first, last = self.ends(low, high)
        pairs = [(self.low_parameter, first), (self.high_parameter, last)]
        return [pair for pair in pairs if pair[1]]

    def _escaped(self, value: str) -> str:
        if self.escape == "double":
            return value.replace("'", "''")
        return value.replace("\\", "\\\\").replace('"', '\\"') if self.escape == "backslash" else value

    def clause(self, low: int | None, high: int | None, escape: Any = str) -> str:
        """The span as `template` writes it; None leaves an end open, where a template for that is given."""
        if (low, high) == NO_VALUE:
            return self.null_template or self.template.replace("{value}", escape(self.null_value))
        if self.kind == "category":
            wanted = [self._escaped(value) for value in self.values[low or 0 : (high or 0) + 1]]
            made = (self.several_join or ",").join(escape(value) for value in wanted)
            return self.template.replace("{value}", made)
        first, last = self.ends(low, high)
        chosen = self.template
        if low is None:
            chosen = self.high_template or self.template.replace("{low}", "*")
        elif high is None:
            chosen = self.low_template or self.template.replace("{high}", "*")
        return chosen.replace("{low}", str(escape(first))).replace("{high}", str(escape(last)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Paging:
    """[paging]: how the pages of an answer are reached.

    `next` is the JSON path or selector of the cursor, of the link or of the sign that more follows ("hits.-1.sort"
    takes it from the last row). `template` writes page, offset or cursor into the slot `into`. `postback` sends the
    hidden fields of the page before again, with `parameter` = `template` (such as "Page${page}") and `fixed`.
    """

    kind: str = "page"
    parameter: str = "page"
    first: int = 1
    size_parameter: str = ""
    size: int = 0
    next: str = ""
    into: str = ""
    template: str = ""
    fixed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorting:
    """[sort]: the parameter and its values per sort key, ascending and descending.

    A key that is an attribute lets the sweep follow it; any other one, such as an id, still shows a point above k
    from both ends. `default` is sent where no order is wanted; `into` names a slot instead of a parameter.
    """

    parameter: str = ""
    ascending: Mapping[str, str] = field(default_factory=dict)
    descending: Mapping[str, str] = field(default_factory=dict)
    into: str = ""
    default: str = ""

    def keys(self, attributes: Sequence[str]) -> tuple[str, ...]:
        """The names that a query's sort number stands for: the attributes first, then the other keys."""
        others = (name for name in (*self.ascending, *self.descending) if name not in attributes)
        return (*attributes, *dict.fromkeys(others))


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """[results]: where rows, ids, count and overflow message stand: JSON paths, or selectors and patterns.

    `at_least` ("hits.total.relation=gte") marks a count that is only a lower bound, `partial` ("timed_out=true") an
    answer that the site itself calls unfinished. A field may be a path ("owner.login").
    """

    rows: str = ""
    id: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    count: str = ""
    overflow: str = ""
    at_least: str = ""
    partial: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """A hidden database: its address, its form, its attributes, its answers.

    `form` is the page with the search form, `session` a page that must be loaded first for cookies and hidden fields.
    `fixed` and `body` may hold slots such as {q}: what attributes, order and paging write into a slot is joined by
    its entry in `join` (a comma in a body, a space elsewhere). `headers` may name variables of the environment:
    ${TOKEN}.
    """

    name: str
    url: str
    method: str = "GET"
    format: str = "html"
    form: str = ""
    session: str = ""
    expired: str = ""
    fixed: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str = ""
    join: Mapping[str, str] = field(default_factory=dict)
    attributes: tuple[Attribute, ...] = ()
    paging: Paging = field(default_factory=Paging)
    sort: Sorting = field(default_factory=Sorting)
    results: Results = field(default_factory=Results)

    @property
    def axes(self) -> tuple[Axis, ...]:
        """The attributes as axes."""
        return tuple(attribute.axis() for attribute in self.attributes)


def read_description(file: Path) -> Description:
    """Reads a site description; a mistake is named with its section and key."""
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise UnreadableInput(f"{file} is not there; make a draft with: motherlode hidden init URL") from error
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"{file} cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{file}: {error}", file=str(file)) from error
    return description_of(values, str(file))


def description_of(values: Mapping[str, Any], where: str = "description") -> Description:
    """A description from the values of a TOML file, checked."""
    known = {"site", "attributes", "paging", "sort", "results"}
    for section in values:
        if section not in known:
            raise SettingsError(f"{where}: {unknown_name(section, sorted(known)).replace('setting', 'section')}")
    site = dict(values.get("site", {}))
    attributes = values.get("attributes", [])
    if not isinstance(attributes, list) or not attributes:
        raise SettingsError(f"{where}: no [[attributes]]; name at least one attribute that can be asked for")
    made = tuple(_attribute(item, where) for item in attributes)
    if len({attribute.name for attribute in made}) < len(made):
        raise SettingsError(f"{where}: two [[attributes]] have the same name")
    paging = values.get("paging", {})
    if isinstance(paging, Mapping) and paging.get("kind") == "offset":
        paging = {"first": 0, **paging}  # rows are counted from 0, pages from 1
    parts = {
        "paging": _section(Paging, paging, where, "paging"),
        "sort": _section(Sorting, values.get("sort", {}), where, "sort"),
        "results": _section(Results, values.get("results", {}), where, "results"),
    }
    for name in ("attributes", *parts):
        site.pop(name, None)
    described = _section(Description, {**site, "attributes": made, **parts}, where, "site")
    _check(described, where)
    return described


def _attribute(item: object, where: str) -> Attribute:
    if not isinstance(item, dict):
        raise SettingsError(f"{where}: [[attributes]] must be tables")
    given = dict(item)
    for words in ("values", "labels"):
        given[words] = tuple(str(value) for value in given.get(words, ()))
    attribute = _section(Attribute, given, where, "attributes")
    name = f"{where}: attribute '{attribute.name}'"
    for key, choices in (("kind", KINDS), ("inclusive", INCLUSIVE), ("escape", ESCAPES)):
        if (value := getattr(attribute, key)) not in choices:
            raise SettingsError(f"{name}: {key} is {value!r}; it must be one of {', '.join(filter(None, choices))}")
    written = bool(attribute.into and attribute.template)
    if attribute.template and not attribute.into:
        raise SettingsError(f"{name}: 'template' needs 'into', the name of the slot in 'fixed' or 'body'")
    if (attribute.kind == "category" or attribute.null_value) and not (attribute.parameter or written):
        raise SettingsError(f"{name}: a category, and a 'null_value', need their 'parameter'")
    if attribute.labels and len(attribute.labels) != len(attribute.values):
        raise SettingsError(f"{name}: there are {len(attribute.labels)} labels for {len(attribute.values)} values")
    if attribute.kind == "category":
        return attribute
    if not (attribute.low_parameter and attribute.high_parameter) and not written:
        raise SettingsError(f"{name}: a range needs 'low_parameter' and 'high_parameter', or 'template' and 'into'")
    try:
        both = attribute.low is not None and attribute.high is not None
        if Decimal(str(attribute.step)) < 0 or (both and attribute.at(attribute.low) > attribute.at(attribute.high)):
            raise SettingsError(f"{name}: 'low' lies above 'high', or 'step' is negative")
    except (ValueError, ArithmeticError) as error:
        raise SettingsError(f"{name}: {error}") from error
    return attribute


def _section(kind: type[T], given: object, where: str, section: str) -> T:
    if not isinstance(given, Mapping):
        raise SettingsError(f"{where}: [{section}] must be a section")
    known = {f.name: f for f in fields(kind)}  # type: ignore[arg-type]
    for name in given:
        if name not in known:
            raise SettingsError(f"{where}: {unknown_name(name, known, section)}", key=name)
    for name, made in known.items():
        if name not in given and made.default is MISSING and made.default_factory is MISSING:
            raise SettingsError(f"{where}: [{section}] needs '{name}'", key=name)
    for name, value in given.items():
        default = known[name].default
        if name == "step" and isinstance(value, (str, int, float)):
            continue
        if isinstance(default, str) and not isinstance(value, str):
            raise SettingsError(f"{where}: {name} in [{section}] is {value!r}; it must be text", key=name)
    return kind(**given)


def _check(site: Description, where: str) -> None:
    for value, name, choices in (
        (site.method.upper(), "method", ("GET", "POST")),
        (site.format, "format", ("html", "json")),
        (site.paging.kind, "paging kind", PAGINGS),
    ):
        if value not in choices:
            raise SettingsError(f"{where}: {name} is {value!r}; it must be one of {', '.join(choices)}")
    if not site.url.startswith(("http://", "https://")):
        raise SettingsError(f"{where}: url is {site.url!r}; it must begin with http:// or https://")
    if site.format == "json" and not site.results.rows:
        raise SettingsError(f"{where}: [results] needs 'rows', the path of the list of rows, such as \"results\"")
    if (site.sort.ascending or site.sort.descending) and not (site.sort.parameter or site.sort.into):
        raise SettingsError(f"{where}: [sort] needs 'parameter', the name under which the order is asked for")
    slots = set(SLOT.findall(" ".join([site.url, site.body, *site.fixed.values()])))
    for slot in [*(a.into for a in site.attributes), site.paging.into, site.sort.into]:
        if slot and slot not in slots:
            raise SettingsError(
                f"{where}: no {{{slot}}} stands in url, fixed or body of [site], but something is put there"
            )


SLOT = re.compile(r"\{([a-z_][a-z0-9_]*)\}")
"""A place in a template that something is written into."""
