"""Parameters: a form with presets, help, limits and the papers' symbols, made from the file's definitions (N16)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from nicegui import ui

from motherlode.app.presets import PRESETS, Preset
from motherlode.app.project import Project
from motherlode.app.settings import section_classes
from motherlode.errors import UsageError
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.words import t
from motherlode.model.params import ParamInfo, Params, convert, describe

SHOWN = {"all": "All", "paper": "With the paper's letters", "changed": "Changed"}


@dataclass(slots=True)
class Field:
    """One parameter on the page."""

    section: str
    params: type[Params]
    info: ParamInfo
    widget: Any
    box: ui.column

    def value(self) -> Any:
        """The value in the form as the parameter's type; raises UsageError in words."""
        found = convert(self.info, self.widget.value)
        self.params.from_mapping({self.info.name: found}, where=self.section)
        return tuple(found) if isinstance(self.info.default, tuple) and isinstance(found, list) else found

    def changed(self) -> bool:
        """Whether the form holds another value than the default."""
        try:
            return bool(self.value() != self.info.default)
        except UsageError:
            return True

    def put(self, value: Any) -> None:
        """Shows a value."""
        self.widget.set_value(_text(value) if not isinstance(self.widget, ui.switch | ui.select) else value)


class Form:
    """All fields, what is shown of them, and how they are saved."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.fields: list[Field] = []
        self.sections: dict[str, ui.expansion] = {}
        self.search = ""
        self.shown = "all"

    def filter(self) -> None:
        """Shows the fields that are asked for; a section without any is hidden."""
        wanted = self.search.lower().strip()
        alive = set()
        for field in self.fields:
            info = field.info
            words = f"{field.section} {info.name} {info.symbol} {info.help} {t(info.help)}".lower()
            fits = {"all": True, "paper": bool(info.symbol), "changed": field.changed()}[self.shown]
            visible = fits and wanted in words
            field.box.set_visibility(visible)
            alive |= {field.section} if visible else set()
        narrowed = bool(wanted) or self.shown != "all"
        for name, box in self.sections.items():
            box.set_visibility(name in alive)
            if narrowed:
                box.set_value(name in alive)

    def mark(self) -> None:
        """Marks what differs from the default, and counts it."""
        counts: dict[str, int] = {}
        for field in self.fields:
            changed = field.changed()
            counts[field.section] = counts.get(field.section, 0) + changed
            field.widget.classes(add="ml-changed" if changed else "", remove="" if changed else "ml-changed")
        for name, box in self.sections.items():
            number = counts.get(name, 0)
            title = t(_title(section_classes()[name]))
            box.props["caption"] = f"{title}  ·  {t('{n} changed').format(n=number)}" if number else title
            box.update()

    def apply(self, preset: Preset) -> None:
        """Puts the preset's values into the form; nothing is saved yet."""
        for field in self.fields:
            if field.info.name in preset.values.get(field.section, {}):
                field.put(preset.values[field.section][field.info.name])
        self.mark()
        self.filter()
        ui.notify(t("'{name}' is in the form; save to keep it.").format(name=t(preset.title)), type="info")

    def defaults(self) -> None:
        """Puts every default into the form; nothing is saved yet."""
        for field in self.fields:
            if field.section != "project":
                field.put(field.info.default)
        self.mark()
        self.filter()

    def values(self) -> dict[str, dict[str, Any]]:
        """What the file should say: everything that differs from its default. A wrong value is shown and named."""
        values = _tables(self.project)
        for field in self.fields:
            try:
                value = field.value()
            except UsageError as error:
                self.sections[field.section].set_value(True)
                raise UsageError(f"[{field.section}] {error.message}", **error.facts) from error
            if value != field.info.default:
                values.setdefault(field.section, {})[field.info.name] = value
        return values


async def show(state: State, project: Project) -> None:
    """All sections; only what differs from the default is written to the file."""
    frame.heading("Parameters", "Every change is checked; a wrong value is named and nothing is saved.")
    form = Form(project)

    async def save() -> None:
        with frame.busy(keep):
            values = form.values()
            state.check_settings(project, values)
            await frame.work(project.write_settings, values)
            frame.saved()

    with frame.card(t("Presets"), t("A preset fills the form; look at it, change it, then save.")):
        with ui.row().classes("gap-2"):
            for preset in PRESETS:
                button = ui.button(t(preset.title), on_click=lambda preset=preset: form.apply(preset))
                with button.props(f"outline data-testid=preset-{preset.name}"):
                    ui.tooltip(t(preset.help))
            ui.button(t("Defaults"), icon="restart_alt", on_click=form.defaults).props("flat data-testid=defaults")
        for preset in PRESETS:
            ui.label(f"{t(preset.title)}: {t(preset.help)}").classes("ml-quiet text-caption")
    with ui.row().classes("w-full items-center gap-2"):
        keep = ui.button(t("Save"), icon="save", on_click=save).props("data-testid=parameters-save")
        search = ui.input(t("Search")).props("dense outlined clearable debounce=200 data-testid=parameters-search")
        search.classes("grow")
        shown = ui.toggle({k: t(v) for k, v in SHOWN.items()}, value="all").props(
            "outline data-testid=parameters-shown"
        )
    for section, params in section_classes().items():
        _section(form, section, params)
    form.mark()

    def narrowed() -> None:
        form.search, form.shown = str(search.value or ""), str(shown.value)
        form.filter()

    search.on_value_change(narrowed)
    shown.on_value_change(narrowed)


def _section(form: Form, section: str, params: type[Params]) -> None:
    given = form.project.settings.values.get(section, {})
    box = ui.expansion(f"[{section}]", caption=t(_title(params))).classes("ml-card w-full")
    box.props(f"data-testid=section-{section}")
    form.sections[section] = box
    with box, ui.element("div").classes("ml-fields"):
        for info in describe(params):
            if isinstance(info.default, dict):
                ui.label(f"{info.name}: {t(info.help)} ({t('in the file only')})").classes("ml-quiet text-caption")
                continue
            form.fields.append(_field(form, section, params, info, given.get(info.name, info.default)))


def _title(params: type[Params]) -> str:
    return (params.__doc__ or "").strip().splitlines()[0]


def _field(form: Form, section: str, params: type[Params], info: ParamInfo, value: Any) -> Field:
    label = f"{info.name}  ({info.symbol})" if info.symbol else info.name
    kinds = get_args(info.type) or (info.type,)
    with ui.column().classes("gap-0 w-full") as box:
        made: Any
        if bool in kinds:
            made = ui.switch(label, value=bool(value))
        elif info.choices:
            made = ui.select(list(info.all_choices), label=label, value=value).props("outlined dense")
            made = made.classes("w-full")
        else:
            check = _checked(params, info, section)
            made = ui.input(label, value=_text(value), validation=check).props("outlined dense").classes("w-full")
        made.props(f"data-testid=param-{section}-{info.name}")
        made.on("blur", form.mark)
        ui.label(f"{t(info.help)}{_limits(info)}").classes("text-caption ml-quiet")
    return Field(section, params, info, made, box)


def _checked(params: type[Params], info: ParamInfo, section: str) -> Callable[[Any], str | None]:
    """What is wrong with a written value, in words."""

    def check(value: Any) -> str | None:
        try:
            params.from_mapping({info.name: convert(info, value)}, where=section)
        except UsageError as error:
            return error.message
        return None

    return check


def _limits(info: ParamInfo) -> str:
    parts = []
    if info.low is not None or info.high is not None:
        low, high = _or(info.low), _or(info.high)
        parts.append(f"{low} … {high}" if low and high else f"≥ {low}" if low else f"≤ {high}")
    if info.unit:
        parts.append(info.unit)
    if info.default not in (None, "", ()) and not isinstance(info.default, bool):
        parts.append(f"{t('default')} {_text(info.default)[:60]}")
    return f"  [{'; '.join(parts)}]" if parts else ""


def _or(limit: float | None) -> str:
    return "" if limit is None else f"{limit:g}"


def _text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return "" if value is None else str(value)


def _tables(project: Project) -> dict[str, dict[str, Any]]:
    """What the form does not show stays as the file has it."""
    kept: dict[str, dict[str, Any]] = {}
    for section, given in project.settings.values.items():
        tables = {name: value for name, value in given.items() if isinstance(value, dict)}
        if tables:
            kept[section] = tables
    return kept
