"""Command-line options made from Params classes, so that help, limits and symbols are written once."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any, get_args, get_origin

import typer

from motherlode.model.params import ParamInfo, Params, describe
from motherlode.recipes.settings import section_of


def params_options(*sets: type[Params]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds an option for every parameter of `sets`; the command gets them as `given`: {class: {name: value}}."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(command, eval_str=True)
        own = [p for p in signature.parameters.values() if p.name != "given"]
        taken = {p.name for p in own}
        made: dict[str, tuple[type[Params], str]] = {}
        for params in sets:
            for info in describe(params):
                name = info.name if info.name not in taken else f"{section_of(params)}_{info.name}"
                taken.add(name)
                made[name] = (params, info.name)
                own.append(_option(name, info))

        @functools.wraps(command)
        def call(**values: Any) -> Any:
            given: dict[type[Params], dict[str, Any]] = {params: {} for params in sets}
            for name, (params, field) in made.items():
                value = values.pop(name)
                if value is not None:
                    given[params][field] = value
            return command(**values, given=given)

        call.__signature__ = signature.replace(parameters=own)  # type: ignore[attr-defined]
        call.__annotations__ = {p.name: p.annotation for p in own}
        return call

    return decorate


def _option(name: str, info: ParamInfo) -> inspect.Parameter:
    plain = (
        next((t for t in get_args(info.type) if t is not type(None)), info.type) if get_args(info.type) else info.type
    )
    base = get_origin(plain) or plain
    kind = base if base in (int, float, bool) else str
    flag = "--" + name.replace("_", "-")
    help_text = (
        f"{info.help}{f' ({info.symbol})' if info.symbol else ''}{_choices(info)} [default: {_shown(info.default)}]"
    )
    names = f"{flag}/--no-{flag[2:]}" if kind is bool else flag
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[kind | None, typer.Option(names, help=help_text, show_default=False)],
    )


def _choices(info: ParamInfo) -> str:
    """What may be given, where the help has not named it already."""
    named = [choice for choice in info.choices if choice]
    return f"; one of: {', '.join(named)}" if any(choice not in info.help for choice in named) else ""


def _shown(default: object) -> str:
    """A default as one would write it."""
    if isinstance(default, bool):
        return "yes" if default else "no"
    if isinstance(default, (tuple, list)):
        return ", ".join(map(str, default)) or "none"
    return "none" if default in ("", None) else str(default)
