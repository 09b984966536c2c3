"""Several sources as one table: columns given a meaning, joined, pairs seen, a merge undone, exported (E7–E9)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from nicegui import events, ui

from motherlode.api.serving import FORMATS, OpenProject, joining, refuse_change
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame, tables
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
            # Suggestions come late; their line is kept free, so that nothing moves under a hand that drags.
            self.suggested.style("min-height: 32px")
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


COLUMNS = 7
"""Attributes that the table shows, those that most rows have; the file has all."""

NESTED = ("id", "sources", "records", "claims", "other")
SAY = """<q-td :props="props"><span class="ml-marks"><button v-for="word in ['one', 'two']" type="button"
 :class="{'ml-word': true, 'ml-marked': props.row.word === word}" :aria-pressed="String(props.row.word === word)"
 @click.stop="() => $parent.$emit('say', {at: props.row.at, word})">{{ word === 'one' ? 'ONE' : 'TWO' }}</button>
 </span></q-td>"""


def _why(reasons: str) -> str:
    """What the two records have in common and what not; how rare pairs are in general is left to the file."""
    return "; ".join(each for each in reasons.split("; ") if not each.startswith("any pair"))


class JoinedCard:
    """What is joined under one schema, and the buttons that join more."""

    def __init__(self, state: State, project: OpenProject) -> None:
        self.state, self.project = state, project
        self.made = joining.JoinedTable([], [], [])
        self.questions = 0

    async def build(self, sources: list[str]) -> None:
        """Puts the card on the page."""
        names = await frame.work(joining.schema_names, self.project)
        done = await frame.work(joining.joined_schemas, self.project)
        wanted = frame.asked("joined", done[0] if done else "")
        help_text = t("Choose a schema and the sources; records that are one thing become one row.")
        with frame.card(t("One table of several sources"), help_text):
            with ui.row().classes("items-center w-full gap-2"):
                self.schema = ui.select(names, label=t("Schema"), value=wanted if wanted in names else None)
                self.schema.props("outlined dense data-testid=join-schema").style("min-width: 170px")
                self.sources = ui.select(sources, label=t("Sources"), value=list(sources), multiple=True)
                self.sources.props("outlined dense use-chips data-testid=join-sources").classes("grow")
                self.sources.style("min-width: 220px")
                self.button = ui.button(t("Join"), icon="merge", on_click=self.join).props("data-testid=join")
            self.place = ui.column().classes("w-full").props("data-testid=joined aria-live=polite")
        self.schema.on_value_change(self.show)
        ui.timer(0.1, self.show, once=True)

    async def join(self) -> None:
        """Joins the chosen sources; what was joined before under the schema stays in the table."""
        with frame.busy(self.button):
            if self.project.read_only:
                refuse_change()
            if not self.schema.value:
                frame.failed(t("Choose a schema first."))
                return
            await self._ask(joining.join_kept, list(self.sources.value or ()))

    async def show(self) -> None:
        """What is joined under the chosen schema already."""
        if not self.schema.value:
            return
        with frame.told():
            frame.remember({"joined": self.schema.value})
            await self._ask(joining.joined)

    async def _ask(self, question: Callable[..., joining.JoinedTable], *more: Any) -> None:
        """Draws the answer, unless something else was asked meanwhile.

        Answers come from several processes and may overtake each other: an old one would take the place of the new
        one, and with it the button that somebody is just pressing.
        """
        self.questions += 1
        mine = self.questions
        made = await self.state.readers.read(question, str(self.project.folder), str(self.schema.value), *more)
        if mine == self.questions:
            self.made = made
            self._draw()

    def _draw(self) -> None:
        self.place.clear()
        with self.place:
            if not self.made.rows:
                ui.label(t("Nothing is joined under this schema yet.")).classes("ml-quiet")
                return
            merged = sum(len(row["records"]) > 1 for row in self.made.rows)
            records = sum(len(row["records"]) for row in self.made.rows)
            said = t("{n} records are {m} things; {k} of them stand in several places.")
            with ui.row().classes("items-center w-full gap-3"):
                ui.label(said.format(n=f"{records:,}", m=f"{len(self.made.rows):,}", k=f"{merged:,}")).props(
                    "data-testid=joined-total"
                )
                base = frame.api(self.project.folder.name, "joined/file")
                schema = str(self.schema.value)
                frame.exports(
                    FORMATS, "joined", lambda name: f"{base}?{urlencode({'schema': schema, 'format': name})}"
                )
            self._table()
            self._pairs()

    def _table(self) -> None:
        rows = self.made.rows
        filled = {name: sum(bool(row.get(name)) for row in rows) for name in self.made.columns if name not in NESTED}
        most = sorted((name for name in filled if filled[name]), key=lambda name: -filled[name])[:COLUMNS]
        shown = [name for name in self.made.columns if name in most]
        made = [
            {"at": at, **{name: tables.cell(row.get(name)) for name in shown}, "from": ", ".join(row["sources"])}
            for at, row in sorted(enumerate(rows), key=lambda each: -len(each[1]["records"]))
        ]
        named = [*((name, name.replace("_", " ")) for name in shown), ("from", "Sources")]
        tables.table(made, named, key="at", mark="joined-table", size=10, opened=self._thing)

    def _thing(self, row: dict[str, Any]) -> None:
        """Every value of a thing with the sources that say so."""
        thing = self.made.rows[int(row["at"])]
        claims = [
            {"at": f"{name} {at}", "name": name.replace("_", " "), "value": each["value"],
             "sources": ", ".join(each["sources"]), "raw": each.get("raw", "")}
            for name, several in {**thing["claims"], **thing["other"]}.items()
            for at, each in enumerate(several)
        ]  # fmt: skip
        with frame.dialog(str(next((row[name] for name in row if name != "at"), ""))):
            named = (("name", "Attribute"), ("value", "Value"), ("sources", "Said by"), ("raw", "As written"))
            tables.table(claims, named, key="at", mark="joined-claims", size=20)

    def _pairs(self) -> None:
        """Pairs of records: those that a person spoke of, those that are least sure, then the others."""
        rows = [
            {"at": at, "first": pair["first_called"], "second": pair["second_called"],
             "where": f"{pair['first'][0]} / {pair['second'][0]}", "word": pair["said"],
             "state": t("one row") if pair["joined"] else t("two rows"), "why": _why(pair["why"]),
             "probability": "" if pair["probability"] is None else f"{pair['probability']:.2f}"}
            for at, pair in enumerate(self.made.pairs)
        ]  # fmt: skip
        if not rows:
            return
        named = (
            ("first", "Record"), ("second", "The other record"), ("where", "Sources"), ("state", "Now"),
            ("probability", "Probability"), ("why", "Why"),
        )  # fmt: skip
        with ui.expansion(t("Pairs that were weighed"), icon="compare", value=False).classes("ml-card w-full") as box:
            box.props("data-testid=joined-pairs")
            ui.label(
                t("Say where two records are one thing or two; a merge that was wrong is undone by it.")
            ).classes("ml-quiet text-caption")
            made = tables.table(rows, named, key="at", mark="pairs", size=10)
            made.columns = [*made.columns, {"name": "say", "field": "word", "label": t("You say"), "align": "left"}]
            buttons = SAY.replace("ONE", t("one thing")).replace("TWO", t("two things"))
            made.add_slot("body-cell-say", buttons)
            inner = buttons.removeprefix('<q-td :props="props">').removesuffix("</q-td>")
            made.slots["item"].template = str(made.slots["item"].template).replace(
                "</template></div>", f"</template>{inner}</div>"
            )
            made.on("say", self._said)

    async def _said(self, event: events.GenericEventArguments) -> None:
        """Keeps a word on a pair, or takes it back where it was pressed again, and joins anew."""
        pair, word = self.made.pairs[int(event.args["at"])], str(event.args["word"])
        same = None if pair["said"] == word else word == "one"
        with frame.told():
            await frame.work(
                joining.decide, self.project, str(self.schema.value), pair["first"], pair["second"], same
            )
            frame.saved(t("Taken back") if same is None else t("Saved"))
            await self.show()
