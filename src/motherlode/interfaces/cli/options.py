"""Command line options made from Params classes, so that nothing is declared twice."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any, get_args, get_origin

import typer

from motherlode.api.option_names import option_names, params_of, preset_values, presets_for
from motherlode.model.params import ParamInfo, Params, describe


def call_options(call: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds the options of a call of the API; the command gets those that were given as `options`: {name: value}."""
    return options_for(params_of(call))


def options_for(sets: tuple[type[Params], ...]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds an option for every parameter; the command gets those that were given as `options`: {name: value}."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        own, names = _with_options(command, sets)
        api_names = {place: name for name, place in option_names(sets).items()}

        @functools.wraps(command)
        def run(**values: Any) -> Any:
            name = values.pop("preset", "")
            preset = preset_values(name, sets) if name else {}
            options = {api_names[params, field]: v for params, some in preset.items() for field, v in some.items()}
            for name, place in names.items():
                value = values.pop(name)
                if value is not None:
                    options[api_names[place]] = value
            return command(**values, options=options)

        return signed(run, [*own, *_preset_option(sets)])

    return decorate


def _preset_option(sets: tuple[type[Params], ...]) -> list[inspect.Parameter]:
    """`--preset`, where a preset says something about the command."""
    names = presets_for(sets)
    text = f"Settings that go together; what is given beside it comes first. One of: {', '.join(names)}"
    option = Annotated[str, typer.Option("--preset", help=text, show_default=False)]
    return [inspect.Parameter("preset", inspect.Parameter.KEYWORD_ONLY, default="", annotation=option)] * bool(names)


def _with_options(
    command: Callable[..., Any], sets: tuple[type[Params], ...]
) -> tuple[list[inspect.Parameter], dict[str, tuple[type[Params], str]]]:
    """The command's own parameters followed by those of the sets, and which of them belongs to which parameter."""
    signature = inspect.signature(command, eval_str=True)
    own = [p for p in signature.parameters.values() if p.name != "options"]
    infos = {(params, info.name): info for params in sets for info in describe(params)}
    names = {
        name: place
        for name, place in option_names(sets, {p.name for p in own}).items()
        if get_origin(infos[place].type) is not dict  # a table belongs into the settings file
    }
    return [*own, *(_option(name, infos[place]) for name, place in names.items())], names


def signed(run: Callable[..., Any], own: list[inspect.Parameter]) -> Callable[..., Any]:
    """The function with other parameters than it declares, for typer to read."""
    run.__signature__ = inspect.Signature(own)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in own}
    return run


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
    named = [choice for choice in info.all_choices if choice]
    return f"; one of: {', '.join(named)}" if any(choice not in info.help for choice in named) else ""


def _shown(default: object) -> str:
    """A default as one would write it."""
    if isinstance(default, bool):
        return "yes" if default else "no"
    if isinstance(default, (tuple, list)):
        return ", ".join(map(str, default)) or "none"
    return "none" if default in ("", None) else str(default)
