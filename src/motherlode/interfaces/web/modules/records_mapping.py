"""The columns' meaning under a schema: guessed with reasons, corrected by choosing or by dragging (E7)."""

from __future__ import annotations

from functools import partial
from typing import Any

from nicegui import events, ui

from motherlode.api.serving import OpenProject, joining
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.words import t
from motherlode.model.records import Region
from motherlode.model.schema import ColumnMapping, Schema


class MappingCard:
    """A schema to choose; then columns on the one side, attributes on the other."""

    def __init__(self, state: State, project: OpenProject, source: str, region: Region) -> None:
        self.state, self.project, self.source, self.region = state, project, source, region
        self.found: tuple[ColumnMapping, ...] = ()

    async def build(self) -> None:
        """Puts the card on the page."""
        names = await frame.work(joining.schema_names, self.project)
        help_text = t(
            "Choose what each column means, or drag a column onto an attribute; the choice is learned from."
        )
        with frame.card(t("Mapping"), help_text):
            self.schema = ui.select(names, label=t("Schema"), value=None).props("outlined dense data-testid=schema")
            self.schema.style("min-width: 220px").on_value_change(self.draw)
            self.suggested = ui.row().classes("items-center gap-2").props("data-testid=schema-suggestions")
            self.place = ui.column().classes("w-full")
        ui.timer(0.1, lambda: self._suggest(names), once=True)

    async def _suggest(self, names: list[str]) -> None:
        """Buttons of the schemas that fit the columns best."""
        with frame.told():
            folder = str(self.project.folder / "schemas")
            found: list[joining.Suggestion] = await self.state.readers.read(
                joining.suggested_schemas, self.region, names, folder
            )
            with self.suggested:
                if found:
                    ui.label(t("These fit best:")).classes("ml-quiet text-caption")
                for each in found:
                    share = t("{n} of {m} columns").format(n=each.columns, m=len(self.region.columns))
                    made = ui.button(
                        f"{each.schema}  ({share})", on_click=partial(self.schema.set_value, each.schema)
                    )
                    made.props(f"outline dense no-caps padding='2px 10px' data-testid=suggest-{each.schema}")

    async def draw(self) -> None:
        """The columns under the chosen schema."""
        if not self.schema.value:
            self.place.clear()
            return
        with frame.told():
            name = str(self.schema.value)
            schema = await frame.work(joining.schema_of, self.project, name)
            self.found = await frame.work(joining.mappings_of, self.project, self.source, self.region, name)
            self.place.clear()
            with self.place, ui.row().classes("w-full").style("gap: 20px"):
                with ui.column().style("flex: 2 1 380px; min-width: min(300px, 100%)"):
                    for each in self.found:
                        self._column(each, schema)
                with ui.column().classes("gap-2").style("flex: 1 1 240px"):
                    for attribute in ["", *(a.name for a in schema.attributes)]:
                        self._attribute(attribute)

    async def correct(self, column: str, attribute: str) -> None:
        """Keeps what a person said, and shows everything anew."""
        with frame.told():
            schema = str(self.schema.value)
            await frame.work(joining.correct, self.project, self.source, self.region, schema, column, attribute)
            frame.saved()
            await self.draw()

    def _column(self, found: ColumnMapping, schema: Schema) -> None:
        choices = {"": t("no attribute")} | {attribute.name: attribute.name for attribute in schema.attributes}
        value = found.attribute if found.attribute in choices else ""

        async def chosen(event: events.ValueChangeEventArguments[Any]) -> None:
            await self.correct(found.column, str(event.value or ""))

        with ui.row().classes("items-center w-full gap-2"):
            self._chip(found.column).style("min-width: 130px")
            field = ui.select(choices, value=value, on_change=chosen).props("outlined dense")
            field.props["data-testid"] = f"map-{found.column}"
            field.props["aria-label"] = f"{t('Meaning of')} {found.column}"
            field.style("min-width: 170px")
            why = "; ".join(term.reason or term.name for term in found.terms[:3])
            said = t("said by you") if found.corrected else f"{found.score:.2f}  {why}"
            ui.label(said).classes("text-caption ml-quiet").style("flex: 1 1 140px")

    def _chip(self, column: str) -> ui.label:
        chip = ui.label(column).classes("ml-drag").props("draggable=true")
        chip.props["data-testid"] = f"drag-{column}"
        chip.on("dragstart", js_handler="(e) => e.dataTransfer.setData('text/plain', e.target.textContent)")
        return chip

    def _attribute(self, attribute: str) -> None:
        zone = ui.column().classes("ml-drop w-full gap-1")
        zone.props["data-testid"] = f"drop-{attribute or 'none'}"

        async def dropped(event: events.GenericEventArguments) -> None:
            column = str(event.args or "").strip()
            if column in {each.column for each in self.found}:
                await self.correct(column, attribute)

        over = "(e) => { e.preventDefault(); e.currentTarget.classList.add('ml-over'); }"
        zone.on("dragover", js_handler=over)
        zone.on("dragleave", js_handler="(e) => e.currentTarget.classList.remove('ml-over')")
        zone.on(
            "drop", dropped, js_handler="(e) => { e.preventDefault(); emit(e.dataTransfer.getData('text/plain')); }"
        )
        with zone:
            ui.label(attribute or t("no attribute")).classes("text-caption ml-quiet")
            with ui.row().classes("gap-1"):
                for each in self.found:
                    if (each.attribute or "") == attribute:
                        ui.label(each.column).classes("text-weight-medium")
