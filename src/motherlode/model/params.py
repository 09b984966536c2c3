"""Parameters of an algorithm: declared once, used by TOML file, command line, REST schema, web form and docs.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True, slots=True, kw_only=True)
... class Threshold(Params):
...     alpha: float = param(1.1, "factor when more is extracted than expected", symbol="α", low=1.0)
>>> Threshold(alpha=0.5)
Traceback (most recent call last):
    ...
motherlode.errors.UsageError: alpha is 0.5; it must be at least 1.0
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from typing import Any, Literal, Self, Union, get_args, get_origin, get_type_hints

from motherlode.errors import UsageError
from motherlode.model.plugins import names


def param(
    default: Any,
    help: str,  # noqa: A002 - the word users know
    *,
    symbol: str = "",
    low: float | None = None,
    high: float | None = None,
    choices: Sequence[str] = (),
    plugins: str = "",
    unit: str = "",
) -> Any:
    """A dataclass field with what a person needs to know about it; `symbol` is the paper's letter."""
    facts = {
        "help": help,
        "symbol": symbol,
        "low": low,
        "high": high,
        "choices": tuple(choices),
        "plugins": plugins,
        "unit": unit,
    }
    if isinstance(default, (list, dict)):
        made = default
        return field(default_factory=lambda: type(made)(made), metadata=facts)
    return field(default=default, metadata=facts)


@dataclass(frozen=True, slots=True)
class ParamInfo:
    """One parameter, as shown to people and programs."""

    name: str
    type: Any
    default: Any
    help: str
    symbol: str
    low: float | None
    high: float | None
    choices: tuple[str, ...]
    unit: str
    plugins: str = ""
    """The kind of plug-in whose names may be chosen too."""

    @property
    def all_choices(self) -> tuple[str, ...]:
        """The choices with the plug-ins of installed packages."""
        return (*self.choices, *names(self.plugins)) if self.plugins else self.choices


@dataclass(frozen=True, slots=True, kw_only=True)
class Params:
    """Base of all parameter sets: keyword-only, all defaulted, checked once when made."""

    def __post_init__(self) -> None:
        for info in describe(type(self)):
            _check(info, getattr(self, info.name))

    @classmethod
    def from_mapping(cls, values: Mapping[str, object], *, where: str = "") -> Self:
        """The parameters with `values` over the defaults; an unknown name is refused with the nearest known one."""
        known = {info.name: info for info in describe(cls)}
        made: dict[str, Any] = {}
        for name, value in values.items():
            if name not in known:
                raise UsageError(unknown_name(name, known, where), key=name)
            made[name] = convert(known[name], value)
        return cls(**made)


def describe(params: type[Params]) -> tuple[ParamInfo, ...]:
    """All parameters of a set in the order of their declaration."""
    hints = get_type_hints(params)
    return tuple(
        ParamInfo(
            name=f.name,
            type=hints[f.name],
            default=f.default if f.default is not MISSING else f.default_factory(),  # type: ignore[operator]
            help=f.metadata.get("help", ""),
            symbol=f.metadata.get("symbol", ""),
            low=f.metadata.get("low"),
            high=f.metadata.get("high"),
            choices=f.metadata.get("choices", ()),
            unit=f.metadata.get("unit", ""),
            plugins=f.metadata.get("plugins", ""),
        )
        for f in fields(params)
    )


def unknown_name(name: str, known: Mapping[str, object] | Sequence[str], where: str = "") -> str:
    """The message for an unknown setting, with the nearest known one."""
    near = get_close_matches(name, list(known), n=1, cutoff=0.5)
    hint = f"; did you mean '{near[0]}'?" if near else f"; known: {', '.join(sorted(known))}"
    return f"unknown setting '{name}'{f' in [{where}]' if where else ''}{hint}"


def convert(info: ParamInfo, value: object) -> object:
    """`value` as the parameter's type: whole numbers pass as decimals, text from a form is read."""
    wanted = [t for t in _alternatives(info.type) if t is not type(None)]
    if value is None or (value == "" and str not in wanted):
        return None if type(None) in _alternatives(info.type) else info.default
    base = get_origin(wanted[0]) or wanted[0]
    try:
        return _as_type(base, value)
    except (TypeError, ValueError) as error:
        raise UsageError(f"{info.name} is {value!r}; it must be {_in_words(base)}", key=info.name) from error


def _in_words(base: Any) -> str:
    """What a type asks for, as a person says it."""
    if base in (tuple, list):
        return "a list of texts"
    return {int: "a whole number", float: "a number", bool: "yes or no", dict: "a section"}.get(base, "a text")


def _as_type(base: Any, value: object) -> object:
    if base is bool:
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in {"true", "yes", "on", "1", "false", "no", "off", "0"}:
            return value.lower() in {"true", "yes", "on", "1"}
        raise ValueError(value)
    if base in (int, float):
        if isinstance(value, bool):
            raise ValueError(value)
        return base(value)
    if base in (tuple, list):
        items = [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value
        return base(items)
    if base is dict:
        return dict(value)  # type: ignore[call-overload]
    if base is Literal or base is str:
        if not isinstance(value, str):
            raise TypeError(value)
        return value
    return value


def _alternatives(hint: Any) -> Iterator[Any]:
    if get_origin(hint) in (Union, types.UnionType):
        yield from get_args(hint)
    else:
        yield hint


def _check(info: ParamInfo, value: Any) -> None:
    if value is None:
        return
    if info.low is not None and value < info.low:
        raise UsageError(f"{info.name} is {value}; it must be at least {info.low}", key=info.name)
    if info.high is not None and value > info.high:
        raise UsageError(f"{info.name} is {value}; it must be at most {info.high}", key=info.name)
    if info.choices and value not in info.choices and value not in info.all_choices:
        near = get_close_matches(str(value), info.all_choices, n=1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise UsageError(
            f"{info.name} is {value!r}; it must be one of {', '.join(info.all_choices)}{hint}", key=info.name
        )
