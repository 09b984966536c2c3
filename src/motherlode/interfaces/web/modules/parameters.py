"""Parameters: a form with help, limits and the papers' symbols, made from the same definitions as the file (N16)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from nicegui import ui

from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.words import t
from motherlode.model.params import ParamInfo, convert, describe
from motherlode.recipes.project import Project
from motherlode.recipes.settings import section_classes


async def show(state: State, project: Project) -> None:
    """All sections; only what differs from the default is written to the file."""
    frame.heading("Parameters", "Every change is checked; a wrong value is named and nothing is saved.")
    fields: dict[tuple[str, str], tuple[ParamInfo, Any]] = {}

    async def save() -> None:
        with frame.told():
            values = _tables(project)
            for (section, name), (info, field) in fields.items():
                value = convert(info, field.value)
                if value != info.default:
                    values.setdefault(section, {})[name] = value
            await frame.work(project.write_settings, values)
            frame.saved()

    with ui.row().classes("w-full items-center"):
        ui.button(t("Save"), icon="save", on_click=save).props('data-testid="parameters-save"')
        ui.button(t("Defaults"), icon="restart_alt", on_click=lambda: _defaults(fields)).props("flat")
        search = ui.input(t("Search")).props("dense outlined clearable").classes("grow")
    for section, params in section_classes().items():
        title = (params.__doc__ or "").strip().splitlines()[0]
        with ui.expansion(f"[{section}]", caption=title).classes("ml-card w-full").props("dense") as box:
            box.props(f'data-testid="section-{section}"')
            given = project.settings.values.get(section, {})
            with ui.grid().classes("w-full").style("grid-template-columns: repeat(auto-fill, minmax(280px, 1fr))"):
                for info in describe(params):
                    if isinstance(info.default, dict):
                        continue  # tables of selectors and the like are edited in the file
                    fields[section, info.name] = (info, _field(section, info, given.get(info.name, info.default)))
        names = " ".join([section, title, *(f"{i.name} {i.help} {i.symbol}" for i in describe(params))]).lower()
        box.bind_visibility_from(search, "value", backward=_found_in(names))


def _tables(project: Project) -> dict[str, dict[str, Any]]:
    """What the form does not show stays as the file has it."""
    kept: dict[str, dict[str, Any]] = {}
    for section, given in project.settings.values.items():
        tables = {name: value for name, value in given.items() if isinstance(value, dict)}
        if tables:
            kept[section] = tables
    return kept


def _found_in(names: str) -> Callable[[str | None], bool]:
    def matches(text: str | None) -> bool:
        return not text or text.lower() in names

    return matches


def _field(section: str, info: ParamInfo, value: Any) -> Any:
    label = f"{info.name}{f'  {info.symbol}' if info.symbol else ''}"
    kinds = get_args(info.type) or (info.type,)
    with ui.column().classes("gap-0 w-full"):
        made: Any
        if bool in kinds:
            made = ui.switch(label, value=bool(value))
        elif info.choices:
            made = ui.select(list(info.choices), label=label, value=value).props("outlined dense").classes("w-full")
        else:
            shown = (
                ", ".join(map(str, value))
                if isinstance(value, (list, tuple))
                else ""
                if value is None
                else str(value)
            )
            made = ui.input(label, value=shown).props("outlined dense").classes("w-full")
        made.props(f'data-testid="param-{section}-{info.name}"')
        limits = "" if info.low is None and info.high is None else f" [{_or(info.low)} … {_or(info.high)}]"
        ui.label(f"{info.help}{limits}").classes("text-caption ml-quiet")
    return made


def _or(limit: float | None) -> str:
    return "" if limit is None else f"{limit:g}"


def _defaults(fields: dict[tuple[str, str], tuple[ParamInfo, Any]]) -> None:
    for info, field in fields.values():
        value = info.default
        listed = ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value
        field.set_value(listed if isinstance(listed, (bool, str)) or listed is None else str(listed))
