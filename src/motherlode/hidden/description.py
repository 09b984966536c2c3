"""A site is described, not programmed: the TOML file that tells how to ask it and where its answers stand."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from datetime import date, datetime
from pathlib import Path
from typing import Any, TypeVar

from motherlode.errors import SettingsError, UnreadableInput
from motherlode.model.hidden import NO_VALUE, NULL, Axis
from motherlode.model.params import unknown_name

INCLUSIVE = ("both", "low", "high", "none")
KINDS = ("number", "date", "category")
PAGINGS = ("page", "offset", "cursor", "next", "none")

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """[[attributes]]: something one can ask for, its parameters, and the field of a row where its value stands.

    `null_value` sent as `parameter` asks for the rows without a value. `labels` are the words for a category's
    `values` in the rows, where they differ; both are read from the form's options if no values are given.
    """

    name: str
    kind: str = "number"
    low: Any = None
    high: Any = None
    low_parameter: str = ""
    high_parameter: str = ""
    parameter: str = ""
    values: tuple[str, ...] = ()
    several: bool = False
    step: float = 1.0
    format: str = "%Y-%m-%d"
    inclusive: str = "both"
    field: str = ""
    null_value: str = ""
    labels: tuple[str, ...] = ()

    def axis(self) -> Axis:
        """The attribute as an axis of whole steps."""
        nulls = bool(self.null_value)
        if self.kind == "category":
            return Axis(self.name, "category", 0, len(self.values) - 1, self.values, self.several, nulls)
        kind = "date" if self.kind == "date" else "number"
        return Axis(self.name, kind, self.at(self.low), self.at(self.high), nulls=nulls)  # type: ignore[arg-type]

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
            return _day(value, self.format)
        number: Any = value.replace(",", "").replace(" ", "") if isinstance(value, str) else value
        return round(float(number) / self.step)

    def text(self, coordinate: int) -> str:
        """A coordinate as the site wants it."""
        if self.kind == "date":
            return date.fromordinal(coordinate).strftime(self.format)
        value = coordinate * self.step
        return str(int(value)) if value == int(value) else f"{value:g}"

    def parameters(self, low: int, high: int) -> list[tuple[str, str]]:
        """The parameters that ask for a span; bounds that the site leaves out are moved by a step."""
        if (low, high) == NO_VALUE:
            return [(self.parameter, self.null_value)]
        if self.kind == "category":
            return [(self.parameter, self.values[value]) for value in range(low, high + 1)]
        first = low - (self.inclusive in {"high", "none"})
        last = high + (self.inclusive in {"low", "none"})
        return [(self.low_parameter, self.text(first)), (self.high_parameter, self.text(last))]


def _day(value: object, pattern: str) -> int:
    if isinstance(value, datetime):
        return value.date().toordinal()
    if isinstance(value, date):
        return value.toordinal()
    text = str(value).strip()
    try:
        return date.fromisoformat(text[:10]).toordinal()
    except ValueError:
        return datetime.strptime(text, pattern).date().toordinal()  # noqa: DTZ007 - a day has no zone


@dataclass(frozen=True, slots=True, kw_only=True)
class Paging:
    """[paging]: how the pages of an answer are reached."""

    kind: str = "page"
    parameter: str = "page"
    first: int = 1
    size_parameter: str = ""
    size: int = 0
    next: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorting:
    """[sort]: the parameter and its values per sort key, ascending and descending.

    A key that is an attribute lets the sweep follow it; any other one, such as an id, still shows a point above k
    from both ends.
    """

    parameter: str = ""
    ascending: Mapping[str, str] = field(default_factory=dict)
    descending: Mapping[str, str] = field(default_factory=dict)

    def keys(self, attributes: Sequence[str]) -> tuple[str, ...]:
        """The names that a query's sort number stands for: the attributes first, then the other keys."""
        others = (name for name in (*self.ascending, *self.descending) if name not in attributes)
        return (*attributes, *dict.fromkeys(others))


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """[results]: where rows, ids, count and overflow message stand: JSON paths, or selectors and patterns."""

    rows: str = ""
    id: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    count: str = ""
    overflow: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """A hidden database: its address, its form, its attributes, its answers.

    `form` is the page with the search form, `session` a page that must be loaded first for cookies and hidden fields.
    """

    name: str
    url: str
    method: str = "GET"
    format: str = "html"
    form: str = ""
    session: str = ""
    expired: str = ""
    fixed: Mapping[str, str] = field(default_factory=dict)
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
    if attribute.kind not in KINDS:
        raise SettingsError(f"{name}: kind is {attribute.kind!r}; it must be one of {', '.join(KINDS)}")
    if attribute.inclusive not in INCLUSIVE:
        raise SettingsError(f"{name}: inclusive is {attribute.inclusive!r}; use one of {', '.join(INCLUSIVE)}")
    if (attribute.kind == "category" or attribute.null_value) and not attribute.parameter:
        raise SettingsError(f"{name}: a category, and a 'null_value', need their 'parameter'")
    if attribute.labels and len(attribute.labels) != len(attribute.values):
        raise SettingsError(f"{name}: there are {len(attribute.labels)} labels for {len(attribute.values)} values")
    if attribute.kind == "category":
        return attribute
    if not (attribute.low_parameter and attribute.high_parameter):
        raise SettingsError(f"{name}: a range needs 'low_parameter' and 'high_parameter'")
    if attribute.low is None or attribute.high is None:
        raise SettingsError(f"{name}: a range needs 'low' and 'high', the ends of what can hold rows")
    try:
        if attribute.step <= 0 or attribute.at(attribute.low) > attribute.at(attribute.high):
            raise SettingsError(f"{name}: 'low' lies above 'high', or 'step' is not positive")
    except ValueError as error:
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
    if (site.sort.ascending or site.sort.descending) and not site.sort.parameter:
        raise SettingsError(f"{where}: [sort] needs 'parameter', the name under which the order is asked for")
