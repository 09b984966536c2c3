"""Parameters: a form with presets, help, limits and the papers' symbols, made from the file's definitions (N16)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

from nicegui import ui

from motherlode.api.serving import PRESETS, OpenProject, Preset, section_classes
from motherlode.errors import UsageError
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.words import t
from motherlode.model.params import ParamInfo, Params, convert, describe

SHOWN = {"all": "All", "paper": "With the paper's letters", "changed": "Changed"}
TASKS = {
    "What the project is and may reach": ("project", "sources"),
    "Find pages on a topic": ("topic", "threshold", "crawl", "gene", "path"),
    "Fetch politely and quickly": ("fetch", "cluster"),
    "Read articles, records and people": ("news", "records", "people", "units", "university"),
    "Read hidden databases": ("hidden",),
    "Give columns a meaning and join sources": ("annotate", "integrate"),
    "Keep it fresh": ("watch",),
    "Judge and follow the news": ("stories", "trust", "currency", "hot", "evolution"),
}
"""What people want to do, and the sections of the file that say how; a section without a task stands at the end."""

OTHER = "Other settings"


@dataclass(slots=True)
class Field:
    """One parameter: as the file has it, and on the page once its section was opened."""

    section: str
    params: type[Params]
    info: ParamInfo
    raw: Any
    widget: Any = None
    box: ui.column | None = None

    def value(self) -> Any:
        """The value in the form as the parameter's type; raises UsageError in words."""
        found = convert(self.info, self.raw if self.widget is None else self.widget.value)
        self.params.from_mapping({self.info.name: found}, where=self.section)
        return tuple(found) if isinstance(self.info.default, tuple) and isinstance(found, list) else found

    def changed(self) -> bool:
        """Whether the form holds another value than the default."""
        try:
            return bool(self.value() != self.info.default)
        except UsageError:
            return True

    def put(self, value: Any) -> None:
        """Takes a value, and shows it where the section is open."""
        self.raw = value
        if self.widget is not None:
            self.widget.set_value(_text(value) if not isinstance(self.widget, ui.switch | ui.select) else value)

    def fits(self, wanted: str, shown: str) -> bool:
        """Whether the field is among those that are asked for."""
        info = self.info
        words = f"{self.section} {info.name} {_words(info.name)} {info.symbol} {info.help} {t(info.help)}".lower()
        return wanted in words and {"all": True, "paper": bool(info.symbol), "changed": self.changed()}[shown]


class Form:
    """All fields, what is shown of them, and how they are saved. A section is drawn when it is opened."""

    def __init__(self, project: OpenProject) -> None:
        self.project = project
        self.fields: dict[str, list[Field]] = {}
        self.sections: dict[str, ui.expansion] = {}
        self.tasks: dict[str, tuple[ui.column, list[str]]] = {}
        self.drawn: set[str] = set()
        self.search = ""
        self.shown = "all"

    def all(self) -> list[Field]:
        """Every field, drawn or not."""
        return [field for fields in self.fields.values() for field in fields]

    def draw(self, section: str) -> None:
        """Draws a section's fields, once."""
        if section in self.drawn:
            return
        self.drawn.add(section)
        with self.sections[section], ui.element("div").classes("ml-fields"):
            for info in describe(section_classes()[section]):
                if isinstance(info.default, dict):
                    said = f"{_words(info.name)}: {t(info.help)} ({t('in the file only')})"
                    ui.label(said).classes("ml-quiet text-caption")
            for field in self.fields[section]:
                _draw(self, field)

    def filter(self) -> None:
        """Shows the fields that are asked for; a section without any is hidden."""
        wanted = self.search.lower().strip()
        narrowed = bool(wanted) or self.shown != "all"
        for name, fields in self.fields.items():
            fitting = {field.info.name for field in fields if field.fits(wanted, self.shown)}
            self.sections[name].set_visibility(bool(fitting) or not narrowed)
            if narrowed and fitting:
                self.draw(name)
                self.sections[name].set_value(True)
            for field in fields:
                if field.box is not None:
                    field.box.set_visibility(field.info.name in fitting)
        for column, names in self.tasks.values():
            column.set_visibility(any(self.sections[name].visible for name in names))

    def mark(self) -> None:
        """Marks what differs from the default, and counts it."""
        for name, fields in self.fields.items():
            number = 0
            for field in fields:
                changed = field.changed()
                number += changed
                if field.widget is not None:
                    field.widget.classes(add="ml-changed" if changed else "", remove="" if changed else "ml-changed")
            title = f"[{name}]  {t((section_classes()[name].__doc__ or '').strip().splitlines()[0])}"
            box = self.sections[name]
            box.props["caption"] = f"{title}  ·  {t('{n} changed').format(n=number)}" if number else title
            box.update()

    def apply(self, preset: Preset) -> None:
        """Puts the preset's values into the form; nothing is saved yet."""
        for field in self.all():
            if field.info.name in preset.values.get(field.section, {}):
                field.put(preset.values[field.section][field.info.name])
        self.mark()
        self.filter()
        ui.notify(t("'{name}' is in the form; save to keep it.").format(name=t(preset.title)), type="info")

    def defaults(self) -> None:
        """Puts every default into the form; nothing is saved yet."""
        for field in self.all():
            if field.section != "project":
                field.put(field.info.default)
        self.mark()
        self.filter()

    def values(self) -> dict[str, dict[str, Any]]:
        """What the file should say: everything that differs from its default. A wrong value is shown and named."""
        values = _tables(self.project)
        for field in self.all():
            try:
                value = field.value()
            except UsageError as error:
                self.draw(field.section)
                self.sections[field.section].set_value(True)
                raise UsageError(f"[{field.section}] {error.message}", **error.facts) from error
            if value != field.info.default:
                values.setdefault(field.section, {})[field.info.name] = value
        return values


async def show(state: State, project: OpenProject) -> None:
    """All sections; only what differs from the default is written to the file."""
    frame.heading("Parameters", "Every change is checked; a wrong value is named and nothing is saved.")
    form = Form(project)

    async def save() -> None:
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
        frame.button(t("Save"), "save", save, "data-testid=parameters-save")
        search = ui.input(t("Search")).props("dense outlined clearable debounce=200 data-testid=parameters-search")
        search.classes("grow")
        shown = ui.toggle({k: t(v) for k, v in SHOWN.items()}, value="all").props(
            "outline data-testid=parameters-shown"
        )
    _sections(form)
    form.mark()

    def narrowed() -> None:
        form.search, form.shown = str(search.value or ""), str(shown.value)
        form.filter()

    search.on_value_change(narrowed)
    shown.on_value_change(narrowed)


def _sections(form: Form) -> None:
    """The sections under the task they serve."""
    known = section_classes()
    placed = {name for names in TASKS.values() for name in names}
    tasks = {**TASKS, OTHER: tuple(name for name in known if name not in placed)}
    for task, names in tasks.items():
        here = [name for name in names if name in known]
        if not here:
            continue
        with ui.column().classes("w-full gap-2") as column:
            ui.label(t(task)).classes("text-subtitle1 text-weight-medium").props('role=heading aria-level="2"')
            for name in here:
                _section(form, name, known[name])
        form.tasks[task] = (column, here)


def _section(form: Form, section: str, params: type[Params]) -> None:
    given = form.project.settings.values.get(section, {})
    box = ui.expansion(t(_words(section)), caption=f"[{section}]").classes("ml-card w-full")
    box.props(f"data-testid=section-{section}")
    form.sections[section] = box
    form.fields[section] = [
        Field(section, params, info, given.get(info.name, info.default))
        for info in describe(params)
        if not isinstance(info.default, dict)
    ]
    box.on_value_change(lambda event: form.draw(section) if event.value else None)


def _words(name: str) -> str:
    """A name of the file as words: `max_pages` is 'Max pages'."""
    return name.replace("_", " ").capitalize()


def _draw(form: Form, field: Field) -> None:
    """The widget of one parameter; its name in the file and the paper's letter stand below."""
    info, section = field.info, field.section
    label, value = _words(info.name), field.raw
    kinds = get_args(info.type) or (info.type,)
    with ui.column().classes("gap-0 w-full").props("data-unsaved") as box:
        made: Any
        if bool in kinds:
            made = ui.switch(label, value=bool(value))
        elif info.choices:
            made = ui.select(list(info.all_choices), label=label, value=value).props("outlined dense")
            made = made.classes("w-full")
        else:
            check = _checked(field.params, info, section)
            made = ui.input(label, value=_text(value), validation=check).props("outlined dense").classes("w-full")
        made.props(f"data-testid=param-{section}-{info.name}")
        made.on("blur", form.mark)
        ui.label(f"{t(info.help)}{_limits(info)}").classes("text-caption ml-quiet")
        letter = f"  ({info.symbol})" if info.symbol else ""
        ui.label(f"{info.name}{letter}").classes("ml-mono ml-quiet")
    field.widget, field.box = made, box
    if field.changed():
        made.classes("ml-changed")


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


def _tables(project: OpenProject) -> dict[str, dict[str, Any]]:
    """What the form does not show stays as the file has it."""
    kept: dict[str, dict[str, Any]] = {}
    for section, given in project.settings.values.items():
        tables = {name: value for name, value in given.items() if isinstance(value, dict)}
        if tables:
            kept[section] = tables
    return kept
